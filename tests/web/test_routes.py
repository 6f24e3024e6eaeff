"""Tests that the API answers what the library says, within its limits."""

import naive
import pytest
from marks import each
from web_client import served

from pegsolitaire.advice import Guide, assess
from pegsolitaire.advice.guide import games_from
from pegsolitaire.board import CATALOGUE, Board, named_board
from pegsolitaire.board.bits import indices_of
from pegsolitaire.chance import PLAYERS, difficulty, player_named, random_play
from pegsolitaire.construct.drawing import KINDS
from pegsolitaire.game import Position, Problem, Solution, read_position
from pegsolitaire.reasons import tell
from pegsolitaire.results import to_json
from pegsolitaire.sets.plans import class_bound
from pegsolitaire.theory import feasible_finishes, read_problem
from pegsolitaire.web import queries
from pegsolitaire.web.documents import Glossary, Lessons, Storm
from pegsolitaire.web.gallery import Gallery
from pegsolitaire.web.parameters import read_board_word, read_problem_words

T4, T5 = named_board("triangle4"), named_board("triangle5")
OWN = "square:oooo/-oo/oooo"


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    with served(tmp_path_factory.mktemp("home")) as asker:
        yield asker


def words_of(board, start, finish):
    return {"board": board, "start": start, "finish": finish}


# -- boards and problems ------------------------------------------------------------------------


def test_boards(web):
    boards = web.get("boards")["boards"]
    assert [board["name"] for board in boards] == [named_board(n).name for n in CATALOGUE]
    for document in boards:
        board = named_board(document["name"])
        assert document["lattice"] == board.lattice.name
        assert [tuple(hole) for hole in document["holes"]] == list(board.holes)
        assert web.get("board", board=board.name) == document


@pytest.mark.every(2)
@pytest.mark.parametrize(
    ("word", "lattice", "picture"),
    [
        ("square:-oo/ooo", "square", " oo/ooo"),
        ("SQUARE-diagonal:ooo/o-o", "square-diagonal", "ooo/o o"),
    ],
)
def test_own_boards(web, word, lattice, picture):
    board = Board.from_rows(picture, lattice)
    found = web.get("board", board=word)
    opening, vacancies = found.pop("opening"), found.pop("vacancies")
    assert found == {
        "name": "own",
        "lattice": lattice,
        "holes": [list(hole) for hole in board.holes],
        "taken": [],
    }
    assert len(vacancies) == len(board)
    assert board.vacancy(opening["start"]).legal_jumps


def test_what_boards_open_with(web):
    found = {one["name"]: one for one in web.get("boards")["boards"]}
    back = {"start": "d4", "finish": "d4", "standing": "back", "fewest": None}
    assert found["english"]["opening"] == back
    assert found["triangle5"]["opening"] == {**back, "start": "a3", "finish": "any"}
    lost = found["hexagon7"]
    assert (lost["opening"]["standing"], lost["opening"]["fewest"]) == ("never", 5)
    assert lost["vacancies"] == ["never"] * 7
    for name in ("triangle12", "hexagon7"):
        words = web.get("board", board=name)["opening"]
        problem = web.get("problem", board=name, start=words["start"], finish=words["finish"])
        assert problem["start"] == words["start"]


@pytest.mark.parametrize(
    ("words", "state"),
    [
        (("triangle5", "a1"), "ready"),
        (("english", "d4"), "absent"),
        (("english", "d4", "any"), "absent"),
        (("english", "d3", "d4"), "none"),
        (("french", "d4"), "none"),
        (("english", "c1"), "slow"),
        (("french", "c1"), "large"),
        (("french", "d3"), "slow"),
        (("wiegleb", "e5"), "large"),
        (("triangle12", "a1", "any"), "large"),
        ((OWN, "b1"), "ready"),
        (("triangular:o/oo/ooo/oooo/ooooo", "a1"), "ready"),
    ],
)
def test_problems(web, words, state):
    board, start, finish = (*words, None)[:3]
    document = web.get("problem", **words_of(board, start, finish))
    sets = document.pop("sets")
    assert (sets["state"], sets["job"]) == (state, None)
    assert (sets["estimate"] is None) == (state in ("ready", "none") or board == "triangle12")
    assert bool(sets["message"]) == (state == "none" or board == "triangle12")
    shape = read_board_word(board)
    problem = read_problem(shape, start, finish)
    assert [tuple(hole) for hole in document["geometry"]["holes"]] == list(shape.holes)
    assert (document["start"], document["finish"]) == (start, problem.finish)
    codes = [read_position(shape, word).code for word in document["finish_codes"]]
    assert codes == list(problem.finishes)
    begin = read_position(shape, document["start_code"])
    assert (begin.code,) == problem.starts
    allowed = [shape.bit(hole) for hole in document["feasible"]]
    assert allowed == list(feasible_finishes(begin))


def test_what_is_known_of_solutions(web):
    central = web.get("problem", board="english", start="d4")
    assert (central["best"], central["proven"], len(central["shortest"])) == (18, True, 18)
    other = web.get("problem", board="hexagon37", start="a2")
    assert (other["best"], other["proven"], other["shortest"]) == (None, False, None)
    image = web.get("problem", board="english", start="d7")
    assert image["best"] == web.get("problem", board="english", start="d1")["best"] == 18
    assert image["shortest"] is not None
    assert web.get("problem", board="triangle5", start="a1")["best"] == 10


def test_estimates(web):
    size = web.get("problem", board="english", start="d4")["sets"]["estimate"]
    ours = class_bound(Problem.complement(named_board("english"), "d4"))
    assert size == {"positions": 67_108_880, "bytes": ours.bytes, "seconds": ours.seconds}


# -- answers about positions --------------------------------------------------------------------


@pytest.mark.every(3)
@pytest.mark.parametrize(
    "words",
    [("triangle4", "a2", "b2"), ("triangle5", "a1", None), ("triangle5", "b3", "any")],
    ids=str,
)
def test_answers_are_those_of_the_library(web, words):
    board, given = named_board(words[0]), words_of(*words)
    problem = read_problem(board, *words[1:])
    assert web.get("problem", **given)["sets"]["state"] == "ready"
    guide = Guide(problem, wins=web.desk.wins(problem))
    codes = sorted(set().union(*naive.forward_levels(board, problem.starts).values()))
    verdicts = {}
    for i in range(0, len(codes), 80):
        some = codes[i : i + 80]
        document = web.get("verdicts", **given, position=[f"code:{code}" for code in some])
        assert document["source"] == "sets"
        verdicts.update(zip(some, document["positions"], strict=True))
    for number, code in enumerate(codes):
        position, at = Position(board, code), {**given, "position": f"code:{code}"}
        won, jumps = guide.winning(position), to_json(guide.verdicts(position))
        assert verdicts[code] == {"winning": won, "jumps": jumps}
        if number % 53:
            continue
        hint = web.get("hint", **at)["jump"]
        assert hint == to_json(guide.hint(position))
        for rival in web.get("rivals", **at)["rivals"]:
            assert hint not in (None, rival["jump"])
            assert guide.winning(position.play(rival["jump"])) is False
            assert rival["claim"].keys() == {"claim", "count", "goal", "holes", "jumps"}
        assert web.get("solution", **at) == to_json(guide.solution(position))
        assert web.get("games", **at)["games"] == to_json(games_from(position, problem))
        assert web.get("why", **at)["claim"] == to_json(guide.claim(position))
        proofs, reasons = web.get("proofs", **at), guide.reasons(position)
        rows = [row for reason in reasons for row in reason.rows(position)]
        assert proofs["reasons"] == to_json(rows)
        assert proofs["told"] == to_json(tell(position, reasons))
        best = None if won else guide.best_end(position)
        assert web.get("best-ending", **at) == to_json(best)


def test_verdicts_on_large_boards_are_those_of_the_construction(web):
    start = named_board("triangle12").vacancy("d6")
    words = words_of("triangle12", "d6", "any")
    (verdict,) = web.get("verdicts", **words, position=[f"code:{start.code:#x}"])["positions"]
    expected = {str(jump): True if str(jump) == "f6-d6" else None for jump in start.legal_jumps}
    assert (verdict["winning"], verdict["jumps"]) == (True, expected)


def test_games_that_are_too_many(web):
    start = named_board("english").vacancy("d4").text()
    found = web.get("games", **words_of("english", "d4", "any"), position=start)
    assert found == {"games": None}


@pytest.mark.every(3)
@pytest.mark.parametrize(
    ("name", "start", "finish"),
    [("english", "d4", "d3"), ("french", "d4", "any"), ("triangle4", "a3", "a3")],
)
def test_proofs_by_class(web, name, start, finish):
    """The parity of the pegs in a region never changes, and it is the opposite at the finishes."""
    board, ruled_out = named_board(name), []
    code = board.vacancy(start).code
    document = web.get("proofs", **words_of(name, start, finish), position=f"code:{code:#x}")
    assert {reason["kind"] for reason in document["reasons"]} == {"class"}
    for parity in document["parities"]:
        region = set(parity["region"])
        for jump in board.jumps:
            assert len(region & {jump.start, jump.over, jump.end}) % 2 == 0
        here = len(region & set(indices_of(code))) % 2
        for finish_name in parity["finishes"]:
            assert here != (board.bit(finish_name) in region)
        ruled_out += parity["finishes"]
    assert sorted(ruled_out) == sorted(reason["finish"] for reason in document["reasons"])
    problem = read_problem(board, start, finish)
    assert sorted(map(board.bit, ruled_out)) == sorted(
        c.bit_length() - 1 for c in problem.finishes
    )


@pytest.mark.slow
def test_a_peg_in_a_hole(web):
    found = web.get("reach", board="english", position="code:8589869055", hole="d4")
    assert (found["solvable"], found["reach"]) == (True, "d4")
    assert found["solution"]["jumps"] == ["d2-d4"]
    poor = web.get("reach", board="triangle5", position="code:7", hole="e5")
    assert (poor["solvable"], poor["solution"]) == (False, None)
    for hole in ("z9", "d" * 20):
        web.mistake("reach", board="english", position="code:3", hole=hole)


def test_a_peg_that_cannot_come_to_a_hole():
    found = queries.reached(Position(T5, 7), "e5")
    assert (found["reach"], found["solvable"], found["solution"]) == ("e5", False, None)


def test_assessments(web):
    for code in range(3, T4.full_code, 97):
        position = Position(T4, code)
        if position.legal_jumps:
            found = web.get("assessment", board="triangle4", position=f"code:{code}")
            assert found == assess(position).to_json()


def test_constructions(web):
    found = web.get("construction", board="triangle20", start="g10", finish="any")
    board = named_board("triangle20")
    assert found["solvable"]
    holes = [hole for block in found["blocks"] for hole in block["holes"]]
    assert sorted(holes) == list(range(210))
    jumps = [jump for stage in found["stages"] for jump in stage["jumps"]]
    assert len(Solution.from_moves(board.vacancy("g10"), jumps).finish) == 1
    assert {stage["block"] for stage in found["stages"]} == set(range(len(found["blocks"])))
    no = web.get("construction", board="triangle10", start="a1", finish="any")
    assert (no["solvable"], no["stages"]) == (False, [])
    assert no["reason"].startswith("theorem 2.1")
    assert "is not a triangle" in web.mistake("construction", board="english", start="d4")
    assert {block["kind"] for block in found["blocks"]} <= set(KINDS)


def test_constructions_without_a_stored_core(monkeypatch):
    """The core is searched for instead. If the search fails, the answer is unknown."""
    problem = read_problem_words("triangle9", "a1", "any")
    monkeypatch.setattr("pegsolitaire.construct.cores.core", lambda *_: None)
    assert queries.construction(problem)["solvable"]
    monkeypatch.setattr(queries, "search_core", lambda *_, **__: None)
    found = queries.construction(problem)
    assert (found["solvable"], found["stages"]) == (None, [])


def test_players(web):
    words = words_of("triangle5", "a1", "any")
    assert [one["name"] for one in web.get("players", **words)["players"]] == list(PLAYERS)
    assert web.get("players", board="triangle12", start="a1")["players"] == []


@pytest.mark.slow
def test_players_of_the_english_board(web):
    english = web.get("players", board="english", start="d4")["players"]
    assert "sax" not in {one["name"] for one in english}


def test_chances(web):
    here = T5.vacancy("a1").play("a3-a1")
    words = {**words_of("triangle5", "a1", "any"), "position": here.text()}
    assert "unknown player" in web.mistake("chance", **words, player="look-ahead:4")
    found = web.get("chance", **words, player="sax")
    odds = random_play(Problem.to_any(here), player=player_named("sax", Problem.to_any(here)))
    assert found["win_probability"] == pytest.approx(odds.win_probability)
    assert (found["exact"], found["games"], found["interval"]) == (True, None, None)
    words = words_of("triangle12", "a1", "any") | {"position": "code:3"}
    assert "players play on boards of up to 64" in web.mistake("chance", **words)
    words = words_of("triangle5", "a1", "any") | {"position": "code:0"}
    assert "fewer pegs than the finish" in web.mistake("chance", **words)


@pytest.mark.slow
def test_chances_by_simulation(web, monkeypatch):
    start = named_board("english").vacancy("d4").text()
    words = {**words_of("english", "d4", None), "position": start, "player": "resource"}
    monkeypatch.setattr(difficulty, "EXACT_SECONDS", 0)
    monkeypatch.setattr(difficulty, "GAMES_SECONDS", 0)
    found = web.get("chance", **words)
    assert not found["exact"]
    assert found["wins"] <= found["games"] < difficulty.GAMES
    low, high = found["interval"]
    assert low <= found["win_probability"] < high


def test_random_games(web):
    end = T5.vacancy("a1").play("a3-a1")
    words = {**words_of("triangle5", "a1", "any"), "position": end.text(), "seed": 5}
    jumps = web.get("random-game", **words)["jumps"]
    assert jumps == web.get("random-game", **words)["jumps"]
    for jump in jumps:
        end = end.play(jump)
    assert not end.legal_jumps


# -- documents ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_is_known_of_every_puzzle():
    """Every puzzle has the start, the finish and the known results of its problem."""
    gallery, holes = Gallery(), 0
    for ours in gallery.document()["sets"]:
        board = named_board(ours["board"]["name"])
        for puzzle in ours["puzzles"]:
            problem = read_problem(board, puzzle["start"], puzzle["finish"])
            assert read_position(board, puzzle["start_code"]).code == problem.starts[0]
            assert puzzle["problem_finish"] == problem.finish
            fewest = gallery.fewest(problem).to_json()
            assert fewest == {key: puzzle[key] for key in ("best", "proven", "least", "shortest")}
            if fewest["shortest"] is not None:
                start = Position(board, problem.starts[0])
                line = Solution.from_moves(start, fewest["shortest"])
                assert line.solves(problem)
                assert len(line.moves) == fewest["best"]
            holes += puzzle["problem_finish"] != puzzle["finish"]
    assert holes  # b3 of rectangle4x5: anywhere means c3


def test_printed_solutions(web):
    for one in web.get("puzzles")["solutions"]:
        start = read_problem(named_board(one["board"]), one["start"]).starts[0]
        end = Solution(Position(named_board(one["board"]), start), one["moves"]).finish
        assert end.code == named_board(one["board"]).single(one["finish"]).code


def test_solutions_with_the_fewest_moves(web):
    found = web.get("shortest", board="english")
    assert len(found["problems"]) == 21
    problems = [one["problem"] for one in found["problems"]]
    [central] = [one for one in problems if one["start"] == one["finish"] == "d4"]
    assert (central["moves"], central["up_to_symmetry"]) == (18, 936)
    assert [one["kind"] for one in central["classes"]] == [[5, 5, 1], [5, 4, 1]]
    assert [one["solutions"] for one in central["classes"]] == [1, 1]
    assert central["unordered"] == 2
    assert found["others"] == 0
    some = web.get("shortest", board="wiegleb")
    assert some["others"] == 36 - len(some["problems"]) > 0
    own = web.get("shortest", board="square:oooo/oo")
    assert own == {"board": "own", "problems": [], "others": 0}


def test_lessons_words_and_the_storm(web):
    assert web.get("lessons") == Lessons().to_json()
    assert web.get("glossary") == Glossary().to_json()
    assert web.get("storm") == Storm().to_json()


# -- limits and odd requests --------------------------------------------------------------------


@pytest.mark.slow
def test_a_board_of_400_holes(web):
    wide = "square-diagonal:" + "/".join(["o" * 40] * 10)
    for board, many in (("square20+diagonal", 80), (wide, 1)):
        document = web.get("problem", board=board, start="j10", finish="any")
        assert len(document["geometry"]["holes"]) == 400
        codes = [document["start_code"]] * many
        words = words_of(board, "j10", "any")
        assert len(web.get("verdicts", **words, position=codes)["positions"]) == many
        for route in ("solution", "hint"):
            said = web.mistake(route, **words, position=codes[0])
            assert "boards of up to 128 holes" in said


def test_a_hint_and_a_claim_are_found_once(web, monkeypatch):
    """The server keeps them, so the same question later takes no time."""
    asked = []

    def counted(name, answer):
        def call(guide, at):
            asked.append(name)
            return answer(guide, at)

        return call

    for name in ("hint", "why"):
        monkeypatch.setattr(queries, name, counted(name, getattr(queries, name)))
    start = T5.vacancy("a1")
    lost = start.play("a3-a1").play("a5-a3")
    words = words_of("triangle5", "a1", "a1")
    web.get("problem", **words)  # opens the winning sets
    for name, position in (("hint", start), ("why", lost)):
        at = {**words, "position": f"code:{position.code}"}
        first = web.get(name, **at)
        assert all(first.values())
        assert web.get(name, **at) == first
    assert asked == ["hint", "why"]


@pytest.mark.slow
def test_positions_that_are_no_games(web):
    """Empty, full and solved boards are answered without an error."""
    game = words_of("triangle5", "a1", None)
    for code in (0, T5.full_code, 1):
        at = {**game, "position": f"code:{code}"}
        [verdict] = web.get("verdicts", **at)["positions"]
        assert verdict["jumps"] == {}
        solution = web.get("solution", **at)
        assert solution == ({"jumps": [], "moves": [], "move_count": 0} if code == 1 else None)
        assert web.get("hint", **at) == {"jump": None}
        assert web.get("rivals", **at) == {"rivals": []}
        assert bool(web.get("why", **at)["claim"]) == (code != 1)
        assert bool(web.get("proofs", **at)["reasons"]) == (code != 1)
        web.get("best-ending", **at)
        web.get("games", **at)


@each(
    ("method", "path", "status"),
    [
        ("POST", "/api/boards", 405),
        ("DELETE", "/", 405),
        ("OPTIONS", "/api/jobs", 405),
        ("BREW", "/api/jobs", 405),
        ("GET", "/api/", 404),
        ("GET", "/api/nothing", 404),
        ("GET", "/api/boards/", 404),
        ("GET", "/docs", 404),
        ("GET", "/api/jobs/" + "0" * 32, 404),
        ("DELETE", "/api/jobs/XYZ", 422),
        ("DELETE", "/api/jobs/" + "0" * 65, 422),
        ("DELETE", "/api/jobs/" + "0" * 32, 404),
        ("GET", "/api/jobs/" + "0" * 32 + "/events", 404),
        ("POST", "/api/jobs", 422),
    ],
)
def test_ways_that_are_none(web, method, path, status):
    assert web.answer(method, path).status_code == status


@each(
    "body",
    [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 16_000, b'{"board": 1e999}', b'"\\ud800"',
     b'{"board": "\\ud800", "start": "a1"}', b'{"board": "\\u0000", "start": "a1"}',
     b'{"board": "triangle5", "start": "a1", "more": 1}', b'{"board": NaN, "start": "a1"}'],
)  # fmt: skip
def test_bodies_that_make_no_sense(web, body):
    headers = {"content-type": "application/json"}
    answer = web.answer("POST", "/api/jobs", content=body, headers=headers)
    assert answer.status_code in (400, 422)
