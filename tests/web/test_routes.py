"""Tests that the API agrees with the library and reports all errors in one format."""

from typing import get_args

import naive
import pytest
from marks import quick_then
from web_client import ADDRESS, served

from pegsolitaire.advice import reach
from pegsolitaire.board import CATALOGUE, Board, named_board
from pegsolitaire.chance import PLAYERS, difficulty, player_named, random_play
from pegsolitaire.construct.drawing import KINDS
from pegsolitaire.data import puzzle_set, puzzle_sets, storm_positions
from pegsolitaire.game import Jump, Position, Problem, Solution, read_position
from pegsolitaire.reasons import find_claim
from pegsolitaire.results import to_json
from pegsolitaire.sets import WinningSets
from pegsolitaire.sets.plans import class_bound
from pegsolitaire.theory import ResourceCount, feasible_finishes, read_problem
from pegsolitaire.web import jobs, queries
from pegsolitaire.web.documents import Glossary, Lessons
from pegsolitaire.web.gallery import Gallery
from pegsolitaire.web.parameters import read_board_word, read_problem_words

T4, T5 = named_board("triangle4"), named_board("triangle5")
OWN = "square:oooo/-oo/oooo"
PROBLEMS = [
    ("triangle4", "a2", "b2"),
    ("triangle5", "a1", None),
    ("triangle5", "b3", "any"),
    ("triangle5", "code:30314", "any"),
]


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    with served(tmp_path_factory.mktemp("home")) as asker:
        yield asker


def played(board, problem):
    """Return every position of a game."""
    return sorted(set().union(*naive.forward_levels(board, problem.starts).values()))


def asked(web, words, codes):
    """Ask for the verdicts on positions in batches of 80, and return them with their sources."""
    found, sources = {}, set()
    for i in range(0, len(codes), 80):
        some = codes[i : i + 80]
        document = web.get("verdicts", **words, position=[f"code:{code}" for code in some])
        sources.add(document["source"])
        found.update(zip(some, document["positions"], strict=True))
    return found, sources


def jumps_of(solution):
    return None if solution is None else solution["jumps"]


def games_of(won, lost, by_pegs):
    return {"won": won, "total": won + lost, "lost": lost, "by_pegs": by_pegs}


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


@pytest.mark.every(3)
@pytest.mark.parametrize(
    ("word", "lattice", "picture"),
    [
        ("square:-oo/ooo", "square", " oo/ooo"),
        ("triangular:o/oo/ooo", "triangular", "o/oo/ooo"),
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
    assert web.get("board", board="triangle13")["vacancies"].count("never") == 31


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
    assert web.get("problem", board="wiegleb", start="e5")["sets"]["estimate"]["seconds"] > 1000


# -- games --------------------------------------------------------------------------------------


@pytest.mark.every(3)
@pytest.mark.parametrize("words", PROBLEMS[:3], ids=str)
def test_verdicts_on_every_position_of_a_game(web, words):
    board, given = named_board(words[0]), words_of(*words)
    assert web.get("problem", **given)["sets"]["state"] == "ready"
    problem = read_problem(board, *words[1:])
    wins, truth = WinningSets.build(problem), set()
    for level in naive.winning_levels(board, problem.starts, problem.finishes).values():
        truth |= level
    found, sources = asked(web, given, played(board, problem))
    assert sources == {"sets"}
    for code, verdict in found.items():
        position = Position(board, code)
        assert verdict["winning"] == (code in truth) == (position in wins)
        assert verdict["jumps"] == {
            str(jump): position.play(jump).code in truth for jump in position.legal_jumps
        }


@pytest.mark.slow
def test_verdicts_by_search_agree(tmp_path):
    """Searches agree with the library when no sets are open.

    On a busy machine, some searches may remain undecided, but none may be wrong.
    """
    problem = Problem.complement(T5, "a1")
    codes = played(T5, problem)[::111]
    with served(tmp_path) as web:
        found, sources = asked(web, words_of("triangle5", "a1", None), codes)
    assert sources == {"search"}
    decided = 0
    for code, verdict in found.items():
        position = Position(T5, code)
        told = {position: verdict["winning"]}
        told |= {position.play(jump): won for jump, won in verdict["jumps"].items()}
        assert len(told) == 1 + len(position.legal_jumps)
        for one, won in told.items():
            if won is not None:
                assert won is naive.solvable(T5, one.code, problem.finishes)
                decided += 1
    assert decided


def test_verdicts_on_large_boards_are_those_of_the_construction(web):
    start = named_board("triangle12").vacancy("d6")
    words = words_of("triangle12", "d6", "any")
    (verdict,) = web.get("verdicts", **words, position=[f"code:{start.code:#x}"])["positions"]
    expected = {str(jump): True if str(jump) == "f6-d6" else None for jump in start.legal_jumps}
    assert (verdict["winning"], verdict["jumps"]) == (True, expected)


@pytest.mark.every(4)
@pytest.mark.parametrize("words", PROBLEMS, ids=str)
def test_solutions_and_hints(web, words):
    board, given = named_board(words[0]), words_of(*words)
    problem = read_problem(board, *words[1:])
    web.get("problem", **given)
    for code in played(board, problem)[::41]:
        position, at = Position(board, code), {**given, "position": f"code:{code}"}
        solved, advice = jumps_of(web.get("solution", **at)), web.get("hint", **at)
        wins = naive.solvable(board, code, problem.finishes)
        assert (solved is not None) == wins
        if wins:
            assert Solution(position, solved).finish.code in problem.finishes
        assert (advice["jump"] is not None) == (wins and code not in problem.finishes)
        if advice["jump"]:
            after = position.play(advice["jump"]).code
            assert naive.solvable(board, after, problem.finishes)
        for rival in web.get("rivals", **at)["rivals"]:
            assert advice["jump"] not in (None, rival["jump"])
            after = position.play(rival["jump"]).code
            assert not naive.solvable(board, after, problem.finishes)
            assert rival["claim"].keys() == {"claim", "count", "goal", "holes", "jumps"}


@pytest.mark.every(2)
@pytest.mark.parametrize("words", PROBLEMS, ids=str)
def test_shares_of_games(web, words):
    board, given = named_board(words[0]), words_of(*words)
    problem = read_problem(board, *words[1:])
    for code in played(board, problem)[::97]:
        won, lost = naive.count_games(board, code, problem.finishes)
        found = web.get("games", **given, position=f"code:{code}")["games"]
        assert found == games_of(won, lost, found["by_pegs"])


def test_games_that_are_too_many(web):
    for board, start in (("english", "d4"), ("triangle12", "d6"), ("square8+diagonal", "d4")):
        code = hex(named_board(board).vacancy(start).code)
        words = {**words_of(board, start, "any"), "position": f"code:{code}"}
        assert web.get("games", **words) == {"games": None}


# -- reasons ------------------------------------------------------------------------------------


@pytest.mark.every(4)
@pytest.mark.parametrize("words", PROBLEMS, ids=str)
def test_why_every_lost_position_is(web, words):
    board, given = named_board(words[0]), words_of(*words)
    problem = read_problem(board, *words[1:])
    web.get("problem", **given)
    for code in played(board, problem)[::53]:
        at = {**given, "position": f"code:{code}"}
        claim, document = web.get("why", **at)["claim"], web.get("proofs", **at)
        ruled_out = {board.hole(one["finish"]) for one in document["reasons"]}
        best = web.get("best-ending", **at)
        if naive.solvable(board, code, problem.finishes):
            assert document == {"reasons": [], "told": [], "parities": []}
            assert claim is best is None
            continue
        assert ruled_out == {board.holes[goal.bit_length() - 1] for goal in problem.finishes}
        assert claim == to_json(find_claim(Position(board, code), finish=problem.finish))
        assert best["pegs"] == min(naive.forward_levels(board, [code]))
        line = Solution(Position(board, code), map(Jump.from_text, best["solution"]["jumps"]))
        assert (len(line.finish), best["exact"]) == (best["pegs"], True)
        if best["pegs"] == 1 and best["solution"]["jumps"]:
            assert line.finish == board.single(best["finish"])
            assert best["text"] == f"it can still end with one peg in {best['finish']}"


def reasons(web, board, start, finish, position):
    words = words_of(board, start, finish)
    return web.get("proofs", **words, position=position)["reasons"]


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
        here = len(region & set(holes_of(code))) % 2
        for finish_name in parity["finishes"]:
            assert here != (board.bit(finish_name) in region)
        ruled_out += parity["finishes"]
    assert sorted(ruled_out) == sorted(reason["finish"] for reason in document["reasons"])
    problem = read_problem(board, start, finish)
    assert sorted(map(board.bit, ruled_out)) == sorted(
        c.bit_length() - 1 for c in problem.finishes
    )


def holes_of(code):
    return [i for i in range(code.bit_length()) if code >> i & 1]


def test_proofs_by_resource_count(web):
    board = named_board("english")
    position = board.position(".**/.**/*****.*/*....*./***...*/.../**.")
    (reason,) = reasons(web, "english", "d4", "d4", position.text())
    assert reason["kind"] == "resource"
    count = ResourceCount(board, tuple(reason["weights"]))  # checks that no jump can raise it
    value = sum(count.weights[i] for i in range(len(board)) if position.code >> i & 1)
    goal = count.weights[board.bit("d4")]
    assert (reason["value"], reason["bound"]) == (value, goal)
    assert value < goal


@pytest.mark.slow
def test_proofs_by_sax_and_by_search(web):
    (reason,) = reasons(web, "triangle5", "a1", "a1", "code:30314")
    assert (reason["kind"], reason["finish"]) == ("sax", "a1")
    kinds = set()
    for code in played(T5, Problem.complement(T5, "a1"))[::29]:
        kinds |= {one["kind"] for one in reasons(web, "triangle5", "a1", "a1", f"code:{code}")}
    assert {"sax", "resource", "search"} <= kinds


@pytest.mark.parametrize("board", ["triangle12", "square20+diagonal", "triangle27"])
def test_proofs_on_large_boards(web, board):
    """A proof would take minutes, so the answer gives only the reasons that are found at once."""
    shape = named_board(board)
    position = Position(shape, shape.code(["a1", "a2", "a5", "b5"]))
    for reason in reasons(web, board, "d6", "any", f"code:{position.code:#x}"):
        assert reason["kind"] == "class"


@pytest.mark.slow
def test_a_peg_in_a_hole(web):
    """The results match the library, however many other pegs remain. Bad input is refused."""
    found = web.get("reach", board="english", position="code:8589869055", hole="d4")
    assert (found["solvable"], jumps_of(found["solution"]), found["reach"]) == (
        True,
        ["d2-d4"],
        "d4",
    )
    poor = web.get("reach", board="triangle5", position="code:7", hole="e5")
    assert (poor["solvable"], poor["solution"]) == (False, None)
    board = named_board("triangle5")
    for code in range(5, board.full_code, 4001):
        for hole in ("a1", "c4"):
            found = web.get("reach", board="triangle5", position=f"code:{code}", hole=hole)
            answer = reach(Position(board, code), hole)
            assert (found["solvable"], found["reason"]) == (answer.solvable, answer.reason)
    for hole in ("z9", "d" * 20):
        web.mistake("reach", board="english", position="code:3", hole=hole)


# -- positions as puzzles -----------------------------------------------------------------------


@pytest.mark.every(2)
@pytest.mark.parametrize("board", [T4, T5], ids=str)
def test_assessments(web, board):
    for code in range(3, board.full_code, 97 if board is T4 else 3001):
        position = Position(board, code)
        if not position.legal_jumps:
            continue
        found = web.get("assessment", board=board.name, position=f"code:{code}")
        ends = {board.hole(name) for name, wins in found["finishes"].items() if wins}
        assert ends == naive.reachable_finishes(board, code)
        assert found["solvable"] is bool(ends)
        goals = Problem.to_any(position).finishes
        assert found["jumps"] == {
            str(jump): naive.solvable(board, position.play(jump).code, goals)
            for jump in position.legal_jumps
        }
        won, lost = naive.count_games(board, code, goals)
        assert found["games"] == games_of(won, lost, found["games"]["by_pegs"])
        assert (found["solution"] is not None) == bool(ends)
        if ends:
            assert len(Solution(position, found["solution"]["jumps"]).finish) == 1


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
    assert "one vacancy" in web.mistake("construction", board="triangle9", start="code:7")
    assert {block["kind"] for block in found["blocks"]} <= set(KINDS)


def test_constructions_without_a_stored_core(monkeypatch):
    """The core is searched for instead. If the search fails, the answer is unknown."""
    problem = read_problem_words("triangle9", "a1", "any")
    monkeypatch.setattr("pegsolitaire.construct.cores.core", lambda *_: None)
    assert queries.construction(problem)["solvable"]
    monkeypatch.setattr(queries, "search_core", lambda *_, **__: None)
    found = queries.construction(problem)
    assert (found["solvable"], found["stages"]) == (None, [])


@pytest.mark.slow
def test_players(web, monkeypatch):
    words = {"board": "triangle5", "start": "a1", "finish": "any"}
    names = [player["name"] for player in web.get("players", **words)["players"]]
    assert names == list(PLAYERS)
    english = web.get("players", board="english", start="d4")["players"]
    assert "sax" not in {player["name"] for player in english}
    assert web.get("players", board="triangle12", start="a1")["players"] == []
    board = named_board("triangle5")
    here = board.vacancy("a1").play("a3-a1")
    found = web.get("chance", **words, position=here.text(), player="sax")
    odds = random_play(Problem.to_any(here), player=player_named("sax", Problem.to_any(here)))
    assert found["exact"]
    assert found["win_probability"] == pytest.approx(odds.win_probability)
    assert (found["games"], found["interval"]) == (None, None)
    game = {**words, "position": here.text(), "seed": 5}
    jumps = web.get("random-game", **game)["jumps"]
    assert jumps == web.get("random-game", **game)["jumps"]
    end = here
    for jump in jumps:
        end = end.play(jump)
    assert not end.legal_jumps
    mistake = web.mistake("chance", **words, position=here.text(), player="nobody")
    assert "unknown player 'nobody'" in mistake
    large = {"board": "triangle12", "start": "a1", "position": "code:1"}
    assert "up to 64" in web.mistake("chance", **large)
    assert web.mistake("chance", **words, position=here.text(), player="@/etc/passwd")
    for player in ("look-ahead:4", "removal:3"):
        said = web.mistake("chance", **words, position=here.text(), player=player)
        assert "unknown player" in said
        assert "unknown player" in web.mistake("random-game", **game, player=player)
    english = named_board("english").vacancy("d4")
    quickly = {"board": "english", "start": "d4", "position": english.text(), "player": "resource"}
    monkeypatch.setattr(difficulty, "EXACT_SECONDS", 0)
    monkeypatch.setattr(difficulty, "GAMES_SECONDS", 0)
    found = web.get("chance", **quickly)
    assert not found["exact"]
    assert found["wins"] <= found["games"] < difficulty.GAMES
    low, high = found["interval"]
    assert low <= found["win_probability"] < high
    few = web.mistake(
        "random-game", board="triangle5", start="a1", finish="code:7", position="code:1"
    )
    assert "fewer pegs" in few


@pytest.mark.slow
@pytest.mark.parametrize("few", quick_then(1, 8))
def test_puzzles(web, few):
    gallery = web.get("puzzles")
    sets = {one["name"]: one for one in gallery["sets"]}
    assert gallery["complaints"] == []
    for name in puzzle_sets():
        ours = sets[name]
        pairs = [*zip(puzzle_set(name), ours["puzzles"], strict=True)]
        for puzzle, document in pairs[:: max(8, len(pairs) // few)]:
            assert document["name"] == puzzle.name
            board = named_board(ours["board"]["name"])
            assert read_position(board, document["start_code"]).code == puzzle.position.code
            words = words_of(board.name, document["start"], document["finish"])
            assert web.get("problem", **words)["start_code"] == document["start_code"]


@pytest.mark.slow
def test_what_is_known_of_every_puzzle():
    """Every puzzle has the finish and the known results of its problem."""
    gallery, holes = Gallery(), 0
    for ours in gallery.document()["sets"]:
        board = named_board(ours["board"]["name"])
        for puzzle in ours["puzzles"]:
            problem = read_problem(board, puzzle["start"], puzzle["finish"])
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


def test_lessons_and_words(web):
    assert web.get("lessons") == Lessons().to_json()
    assert web.get("glossary") == Glossary().to_json()


def test_the_storm(web):
    found = web.get("storm")["positions"]
    assert len(found) == len(storm_positions())
    for one in found[::50]:
        position = read_position(named_board(one["board"]), one["position"])
        assert one["jump"] in map(str, position.legal_jumps)


# -- other routes -------------------------------------------------------------------------------


def test_the_description(web):
    description = web.answer("GET", "/api/openapi.json").json()
    models = description["components"]["schemas"]
    assert set(models["SetStatus"]["properties"]["state"]["enum"]) == {*get_args(queries.State)}
    states = models["JobDocument"]["properties"]["state"]["enum"]
    assert set(states) == {*get_args(jobs.State), "refused"}
    assert set(models["Verdicts"]["properties"]["source"]["enum"]) == {"sets", "search"}
    assert len(description["paths"]) == 30
    for path, methods in description["paths"].items():
        for operation in methods.values():
            errors = {status for status in operation["responses"] if status >= "4"}
            assert errors >= {"422", "503"}, path


def test_the_page(web):
    page = web.answer("GET", "/")
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["cache-control"] == "no-cache"
    assert web.answer("HEAD", "/").status_code == 200
    again = web.answer("GET", "/", headers={"if-none-match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert web.answer("GET", f"{ADDRESS}/?x=1#board=english").status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "start"),
    [
        ("wiegleb", "e5"),
        pytest.param("triangle10", "a3", marks=pytest.mark.slow),
    ],
)
def test_what_is_known_is_given_where_no_sets_fit(web, board, start):
    """The problem includes a best solution, which hints, solutions and verdicts use."""
    words = words_of(board, start, None)
    problem = read_problem(named_board(board), start)
    document = web.get("problem", **words)
    assert document["shortest"] is not None
    assert document["least"] in (18, 22)
    at = {**words, "position": f"code:{problem.starts[0]}"}
    jumps = jumps_of(web.get("solution", **at))
    assert len(jumps) == problem.start_pegs - 1
    assert web.get("hint", **at)["jump"] == jumps[0]
    [verdict] = web.get("verdicts", **at)["positions"]
    assert verdict["winning"] is True
    assert verdict["jumps"][jumps[0]] is True


# -- invalid requests --------------------------------------------------------------------------


MISTAKES = [
    ("board", {"board": "engilsh"}, "UnknownBoardError", "mean 'english'"),
    ("board", {"board": ""}, "UnknownBoardError", "unknown board"),
    ("board", {"board": "englsh"}, "UnknownBoardError", "mean 'english'? Others are in"),
    ("board", {}, "RequestError", "board: Field required"),
    ("board", {"board": "x" * 2001}, "RequestError", "at most 2000"),
    ("board", {"board": "hexagonal:ooo"}, "NotationError", "choose one of square"),
    ("board", {"board": "square:"}, "NotationError", "at least one hole"),
    ("board", {"board": "square:ooxoo"}, "NotationError", "'x'"),
    ("board", {"board": "square100000"}, "BoardTooLargeError", "more than 400 holes"),
    ("board", {"board": "square316"}, "BoardTooLargeError", "more than 400 holes"),
    ("board", {"board": "rectangle9x99+diagonal"}, "BoardTooLargeError", "more than 400"),
    ("board", {"board": "triangle" + "9" * 1900}, "BoardTooLargeError", "more than 400"),
    ("board", {"board": "square21"}, "BoardTooLargeError", "441 holes"),
    ("board", {"board": "square:" + "/".join(["o" * 40] * 11)}, "BoardTooLargeError", "440"),
    ("problem", words_of("triangle5", "z9", None), "NotOnBoardError", "no hole z9"),
    ("problem", words_of("triangle5", "a1", "²"), "NotationError", "is not a finish"),
    ("problem", words_of("triangle5", "code:99999", None), "NotationError", "0 to 2**15 - 1"),
    ("problem", words_of("triangle5", "code:" + "9" * 1900, None), "NotationError", "code 0x"),
    ("problem", words_of("triangle5", "any", None), "NotationError", "begins with one position"),
    ("problem", words_of("triangle5", " ANY ", "any"), "NotationError", "one position"),
    ("problem", words_of("triangle5", "code:7", "code:15"), "ProblemError", "only remove"),
    ("problem", words_of("triangle1", "a1", None), "ProblemError", "the empty board"),
    ("problem", words_of("triangle5", "a1", "a2" * 1001), "RequestError", "finish: "),
    ("assessment", {"board": "triangle5", "position": "code:1"}, "ProblemError", "move a peg"),
    ("assessment", {"board": "triangle5", "position": "**"}, "PictureError", "rows of"),
]  # fmt: skip
GAME = words_of("triangle5", "a1", None)
ASKED = ("verdicts", "solution", "hint", "rivals", "why", "proofs", "best-ending", "games")


@pytest.mark.every(3)
@pytest.mark.parametrize(("route", "words", "code", "said"), MISTAKES)
def test_mistakes(web, route, words, code, said):
    mistake = web.mistake(route, **words)
    assert mistake.startswith(f"{code}: ")
    assert said in mistake


@pytest.mark.parametrize("route", ASKED)
def test_mistakes_in_games(web, route):
    for position, said in {
        "": "'' is not a position",
        "zz": "'zz' is not a position: write code:8455",
        "**": "triangle5 has rows of 1, 2, 3, 4, 5",
        "*z": "'z' in row 1, column 2 of the picture",
        "a1:c3-a1,c3-a1": "jump 2: c3-a1 is not possible",
        "code:99999": "0 to 2**15 - 1",
        "code:-1": "code:-1",
        "*" * 2001: "at most 2000",
    }.items():
        assert said in web.mistake(route, **GAME, position=position)
    for gap in (*GAME, "position"):
        words = {**GAME, "position": "code:7"} | {gap: None}
        if gap != "finish":
            assert f"{gap}: Field required" in web.mistake(route, **words)


def test_too_many_positions(web):
    assert "at most 80" in web.mistake("verdicts", **GAME, position=["code:7"] * 81)
    assert "RequestError" in web.mistake("verdicts", **GAME, position=["code:7", "x" * 2001])
    assert len(web.get("verdicts", **GAME, position=["code:7"] * 80)["positions"]) == 80


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


@pytest.mark.slow
def test_positions_that_are_no_games(web):
    """Empty, full and solved boards are answered without an error."""
    for code in (0, T5.full_code, 1):
        at = {**GAME, "position": f"code:{code}"}
        [verdict] = web.get("verdicts", **GAME, position=[f"code:{code}"])["positions"]
        assert verdict["jumps"] == {}
        solution = web.get("solution", **at)
        assert solution == ({"jumps": [], "moves": [], "move_count": 0} if code == 1 else None)
        assert web.get("hint", **at) == {"jump": None}
        assert web.get("rivals", **at) == {"rivals": []}
        assert bool(web.get("why", **at)["claim"]) == (code != 1)
        assert bool(web.get("proofs", **at)["reasons"]) == (code != 1)
        web.get("best-ending", **at)
        web.get("games", **at)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("POST", "/api/boards", 405),
        ("PUT", "/api/problem", 405),
        ("DELETE", "/", 405),
        ("PATCH", "/api/jobs", 405),
        ("OPTIONS", "/api/jobs", 405),
        ("TRACE", "/api/jobs", 405),
        ("BREW", "/api/jobs", 405),
        ("GET", "/api", 404),
        ("GET", "/api/", 404),
        ("GET", "/api/nothing", 404),
        ("GET", "/api/boards/", 404),
        ("GET", "/nothing.html", 404),
        ("GET", "/docs", 404),
        ("GET", "/redoc", 404),
        ("GET", "/api/jobs/" + "0" * 32, 404),
        ("GET", "/api/jobs/XYZ", 422),
        ("GET", "/api/jobs/" + "0" * 65, 422),
        ("DELETE", "/api/jobs/" + "0" * 32, 404),
        ("GET", "/api/jobs/" + "0" * 32 + "/events", 404),
        ("POST", "/api/jobs", 422),
    ],
)
def test_ways_that_are_none(web, method, path, status):
    assert web.answer(method, path).status_code == status


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 16_000, b'{"board": 1e999}', b'"\\ud800"',
     b'{"board": "\\ud800", "start": "a1"}', b'{"board": "\\u0000", "start": "a1"}',
     b'{"board": "triangle5", "start": "a1", "slow": "\\ud800"}',
     b'{"board": "triangle5", "start": "a1", "more": 1}', b'{"board": NaN, "start": "a1"}',
     b'{"board": "triangle5", "start": "\\ud800"}', b'{"\\ud800": 1}'],
)  # fmt: skip
def test_bodies_that_make_no_sense(web, body):
    headers = {"content-type": "application/json"}
    answer = web.answer("POST", "/api/jobs", content=body, headers=headers)
    assert answer.status_code in (400, 422)
