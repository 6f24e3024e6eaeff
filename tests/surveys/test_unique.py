"""The fullest dead positions, unique solutions and forced lines, each found by two methods."""

import json
from functools import lru_cache

import naive
import pytest
from marks import each

from pegsolitaire import surveys
from pegsolitaire.board import apply_permutation, named_board
from pegsolitaire.cli.main import run
from pegsolitaire.data import knowledge_of
from pegsolitaire.data.knowledge import known_boards
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Problem, Solution
from pegsolitaire.sets import Tablebase
from pegsolitaire.solving import solve
from pegsolitaire.surveys import (
    fools_solitaire,
    fullest_dead,
    fullest_with_unique_solution,
    longest_forced,
    unique_jumps,
)
from pegsolitaire.theory import as_class, class_of, position_classes
from pegsolitaire.work import Work

CLASSES = [
    (name, found_in.letter)
    for name in ("triangle4", "triangle5", "square4", "rectangle3x4", "truncated12", "star13")
    for found_in in position_classes(named_board(name))
]


def vacancies(board):
    return [board.vacancy(board.holes[orbit[0]]) for orbit in board.orbits]


def test_what_is_stuck_already():
    with pytest.raises(ProblemError, match="already stuck"):
        fools_solitaire(named_board("square2").vacancy("a1"))


# -- position classes -----------------------------------------------------------------------------


@lru_cache(maxsize=8)
def solvable(name, letter):
    """Return the board and the positions that can be reduced to one peg of the class."""
    board = named_board(name)
    finishes = as_class(board, letter).finishes
    return board, {*finishes, *naive.ancestors_of_any(board, finishes)}


@pytest.mark.slow
@each(("name", "letter"), CLASSES)
def test_the_fullest_dead_positions(name, letter):
    board, wins = solvable(name, letter)
    found_in = as_class(board, letter)
    wanted = class_of(board, found_in.finishes[0])
    dead = [
        code
        for code in range(1, board.full_code)
        if class_of(board, code) == wanted and code not in wins
    ]
    most = max((code.bit_count() for code in dead), default=0)
    found = fullest_dead(Tablebase.build(board, found_in.finishes))
    assert sorted(one.code for one in found) == [c for c in dead if c.bit_count() == most]


@each(("name", "letter"), CLASSES)
def test_what_is_unique_and_forced(name, letter):
    board, wins = solvable(name, letter)
    found_in = as_class(board, letter)
    table = Tablebase.build(board, found_in.finishes)
    ways, forced = dict.fromkeys(found_in.finishes, 1), {}
    for code in sorted(wins, key=int.bit_count):
        after = [code ^ jump.mask for jump in board.masks_from(code)]
        after = [one for one in after if one in wins]
        if code.bit_count() > 1:
            ways[code] = sum(ways.get(one, 0) for one in after)
        forced[code] = 1 + forced[after[0]] if len(after) == 1 else 0
    single = [code for code in wins if code.bit_count() > 1 and ways[code] == 1]
    unique = unique_jumps(found_in, table=table)
    found = fullest_with_unique_solution(unique)
    most = max((code.bit_count() for code in single), default=0)
    images = [symmetry.image for symmetry in found_in.group]
    assert {one.code for one in found} == {
        min(apply_permutation(image, code) for image in images)
        for code in single
        if code.bit_count() == most
    }
    lines = longest_forced(unique, table)
    longest = max(forced.values())
    assert len(lines.jumps) == longest
    assert {one.code for one in lines.starts} <= {c for c in forced if forced[c] == longest}
    for start in lines.starts[:1]:
        assert len(Solution(start, lines.jumps).finish) == len(start) - longest


# -- built-in results -----------------------------------------------------------------------------


KNOWN = [one for name in known_boards() for one in knowledge_of(named_board(name)).extremes]


def test_all_that_comes_along():
    """Each result is replayed when it is read."""
    assert {one.kind for one in KNOWN} == {"stuck", "dead", "unique", "forced"}
    for one in KNOWN:
        if one.kind == "stuck":
            assert len(one.line.start.complement) == 1
            assert not one.line.finish.legal_jumps
            assert one.routes in (1, 2)
            assert (one.letter, one.count) == (None, None)
        else:
            assert one.count > 0
            finishes = as_class(one.line.start.board, one.letter).finishes
            assert class_of(one.line.start.board, one.line.start.code) == class_of(
                one.line.start.board, finishes[0]
            )
        if one.kind == "unique":
            assert len(one.line.finish) == 1
    keys = [
        (one.line.start.board.name, one.kind, one.letter, one.kind == "stuck" and one.line.start)
        for one in KNOWN
    ]
    assert len(set(keys)) == len(keys)


def test_known_values_of_the_english_board():
    board = named_board("english")
    stuck = {
        board.hole_text(*one.line.start.complement): len(one.line.finish)
        for one in knowledge_of(board).extremes
        if one.kind == "stuck"
    }
    # Found by level sets, and except for c2 and c3 also by an integer program.
    assert stuck == {"c1": 23, "d1": 26, "c2": 19, "d2": 22, "c3": 19, "d3": 23, "d4": 26}
    found = {
        (one.kind, one.letter): (len(one.line.start), one.count)
        for one in knowledge_of(board).extremes
        if one.kind in ("dead", "unique")
    }
    assert found == {
        ("dead", "A"): (28, 44), ("dead", "B"): (28, 12), ("dead", "C"): (28, 18),
        ("unique", "B"): (22, 1), ("unique", "C"): (20, 2),
    }  # fmt: skip


@pytest.mark.every(6)
@pytest.mark.parametrize(
    "one",
    [one for one in KNOWN if one.kind == "dead" and len(one.line.start.board) <= 33],
    ids=lambda one: f"{one.line.start.board.name}-{one.letter}",
)
def test_dead_positions_are_dead(one):
    finishes = as_class(one.line.start.board, one.letter).finishes
    answer = solve(Problem.of_codes(one.line.start.board, (one.line.start.code,), finishes))
    assert answer.solvable is False


# -- the command ----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [(), ("--again",)])
def test_the_command(document, options):
    shown = document("extremes", "triangle5", *options)
    pegs = {row["vacancy"]: row["pegs"] for row in shown["stuck"]}
    assert pegs == {"a1": 8, "a2": 8, "a3": 7, "b3": 10}
    board = named_board("triangle5")
    for row in shown["stuck"]:
        game = Solution.from_moves(board.vacancy(row["vacancy"]), row["solution"]["moves"])
        assert row["finish"] == f"code:{game.finish.code}"


def test_a_class_by_the_command(pegs, document):
    shown = document("extremes", "triangle5", "--class", "A")
    assert (shown["dead"]["pegs"], len(shown["dead"]["positions"])) == (13, 2)
    assert (shown["unique_solution"]["pegs"], len(shown["unique_solution"]["positions"])) == (9, 2)
    assert len(shown["forced"]["jumps"]) == 8
    text = pegs("extremes", "triangle5", "--class", "A")
    assert "dead, with the most pegs, mirror images too: 13 pegs, 2 positions" in text
    assert "longest forced line: 8 jumps" in text


def test_what_is_not_found_in_time(pegs):
    text = pegs("extremes", "triangle5", "--again", "--positions", "10", code=3)
    assert "not found within the limits: raise --time or --positions" in text


def test_a_limit_is_one_for_all_vacancies(pegs):
    """The limit is enough for each vacancy alone, but not for all of them together."""
    needed = []
    for start in vacancies(named_board("square4")):
        work = Work().begin()
        assert fools_solitaire(start, work=work) is not None
        needed.append(work.looked_at)
    for positions, code in ((max(needed) + 1, 3), (sum(needed) + 1, 0)):
        pegs("extremes", "square4", "--again", "--positions", str(positions), code=code)


@pytest.mark.parametrize("finished", [0, 2])
def test_finished_vacancies_of_an_interrupted_search_are_printed(finished, monkeypatch, capsys):
    starts = vacancies(named_board("triangle5"))
    games = list(map(fools_solitaire, starts[:finished]))

    def search(start, **_):
        if start == starts[finished]:
            raise KeyboardInterrupt
        return games[starts.index(start)]

    monkeypatch.setattr(surveys, "fools_solitaire", search)
    kept = f"{finished} of 4 vacancies are printed; " if finished else ""
    assert run(["extremes", "triangle5", "--again", "--json"]) == 130
    printed, said = capsys.readouterr()
    assert said == f"pegs: interrupted: {kept}nothing is kept\n"
    shown = json.loads(printed) if finished else {"stuck": [], "interrupted": True}
    assert shown["interrupted"]
    assert [row["pegs"] for row in shown["stuck"]] == [len(game.finish) for game in games]


def test_positions_that_are_over(document):
    (row,) = document("extremes", "square2")["stuck"]
    assert (row["pegs"], row["solution"]["moves"]) == (3, [])
    assert row["finish"] == f"code:{named_board('square2').vacancy('a1').code}"
