import importlib.resources
from pathlib import Path

import pytest

from pegsolitaire.analysis import rate, solve
from pegsolitaire.board import english
from pegsolitaire.errors import (
    NotationError,
    NotOnBoardError,
    ProblemError,
    UnknownBoardError,
)
from pegsolitaire.game import Solution, puzzle_set, puzzle_sets, puzzles_text, read_puzzles
from pegsolitaire.sets import Tablebase
from pegsolitaire.theory import any_finish, class_named, read_problem

PUZZLES = [puzzle for name in puzzle_sets() for puzzle in puzzle_set(name)]

FILE = """
format = 1
name = "mine"
board = "triangle3"
description = "One puzzle."
[[puzzle]]
name = "Two pegs"
position = '''
 *
.*
...
'''
finish = "a3"
source = "a test"
"""


@pytest.fixture
def read(tmp_path):
    def read_text(text):
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        return read_puzzles(path)

    return read_text


# -- what comes with the library ----------------------------------------------------------------


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_every_puzzle_has_a_solution(puzzle):
    problem = read_problem(puzzle.board, puzzle.start, puzzle.finish)
    answer = solve(problem)
    assert answer.solvable
    replayed = Solution(puzzle.position, answer.solution.jumps)
    assert replayed.solves(problem)
    assert len(replayed) == len(puzzle.position) - 1
    assert len(replayed.moves) >= (puzzle.best or 1)


def test_classics():
    classics = puzzle_set("english-classics")
    assert classics.board == english()
    assert len(classics) == len(list(classics)) >= 12
    assert [len(puzzle.position) for puzzle in classics] == sorted(
        len(puzzle.position) for puzzle in classics
    )
    assert len({puzzle.position.mincode for puzzle in classics}) == len(classics)
    assert classics.puzzle(" greek CROSS ").position.mincode == english().mincode(
        english().code(["d2", "d3", "b4", "c4", "d4", "e4", "f4", "d5", "d6"])
    )
    with pytest.raises(ProblemError, match="no puzzle 'nonsense': it has Latin cross, "):
        classics.puzzle("nonsense")


def test_names_of_sets_are_those_of_their_files():
    assert "english-classics" in puzzle_sets()
    assert [puzzle_set(name).name for name in puzzle_sets()] == list(puzzle_sets())
    for name in ("nonsense", "../data/english-classics", ""):
        with pytest.raises(ProblemError, match="there are english-classics"):
            puzzle_set(name)


def test_built_in_sets_are_files_that_anyone_can_read():
    folder = importlib.resources.files("pegsolitaire.game") / "data"
    for name in puzzle_sets():
        with importlib.resources.as_file(folder / f"{name}.toml") as path:
            assert read_puzzles(path) == read_puzzles(str(path)) == puzzle_set(name)


def test_command_lists_the_least_number_of_moves(pegs, document):
    assert "english-classics, 15 puzzles: Classic positions" in pegs("puzzles")
    assert "\nLatin cross, 6 pegs, to d4, best 5 moves (" in pegs("puzzles", "english-classics")
    assert "Central game, 32 pegs, to d4, best 18 moves (" in pegs("puzzles", "english-classics")
    [classics] = document("puzzles", "english-classics")["sets"]
    assert [puzzle["best"] for puzzle in classics["puzzles"]][:3] == [5, 6, 5]


@pytest.mark.parametrize(("name", "solvable"), [("Greek cross", False), ("Latin cross", True)])
def test_complement_of_a_solvable_position_may_not_be_solvable(name, solvable):
    # Bell's Notes, sections 3 and 8: equation (8) holds for single vacancy games only.
    cross = puzzle_set("english-classics").puzzle(name).position
    assert solve(any_finish(cross)).solvable
    assert solve(any_finish(cross.complement)).solvable is solvable


# -- files --------------------------------------------------------------------------------------


def test_read(read):
    made = read(FILE)
    assert (made.name, made.board.name, made.description) == ("mine", "triangle3", "One puzzle.")
    assert made.puzzle("two pegs").start == "*/.*/..."
    assert [(p.finish, p.source, p.note) for p in made] == [("a3", "a test", "")]
    assert read(FILE.replace('"a3"', '" ANY "')).puzzles[0].finish == "any"
    assert read(FILE.replace('"a3"', '"(0,2)"') + 'note = "Why not?"').puzzles[0].note
    assert [read(FILE + line).puzzles[0].best for line in ("", "best = 1")] == [None, 1]


@pytest.mark.parametrize(
    ("old", "new", "error", "words"),
    [
        ("format = 1", "format = 2", NotationError, "format 2 is later .* update pegsolitaire"),
        ("format = 1", "format = true", NotationError, "says no format: write format = 1"),
        ("format = 1", "", NotationError, "says no format: write format = 1"),
        ("format = 1", "format = ", NotationError, "not a TOML file"),
        ("format = 1", "format = 1\na = " + "[" * 5000, NotationError, "not a TOML file"),
        ("format = 1", "format = 1\ncolour = 3", NotationError, "unknown key 'colour': the keys"),
        ('name = "mine"', "", NotationError, 'it has no name: write name = "..."'),
        ('"One puzzle."', "1", NotationError, "it has no description"),
        ("triangle3", "triangel3", UnknownBoardError, "triangel3"),
        ("triangle3", "triangle4", NotationError, "puzzle 'Two pegs': .* triangle4 has rows of"),
        ("[[puzzle]]", "[puzzle]", NotationError, r"begin each of them with a line \[\[puzzle"),
        ("[[puzzle]]", "[[Puzzle]]", NotationError, "unknown key 'Puzzle'"),
        (" *\n", " x\n", NotationError, "puzzle 'Two pegs': 'x' in position"),
        (" *\n", " .\n", ProblemError, "'Two pegs': no jump is possible from ./.*/...: move"),
        ('"a3"', '"d4"', NotOnBoardError, "puzzle 'Two pegs': triangle3 has no hole d4"),
        ('"a3"', '"nowhere"', NotationError, "puzzle 'Two pegs': 'nowhere' is not a hole"),
        ('finish = "a3"', "", NotationError, "puzzle 'Two pegs': it has no finish"),
        ('"a3"', '"a3"\nlevel = 3', NotationError, "puzzle 'Two pegs': unknown key 'level'"),
        ('name = "Two pegs"', "", NotationError, "puzzle 1: it has no name"),
        ('"a test"', '" "', NotationError, "puzzle 'Two pegs': it has no source"),
        ('"a3"', '"a3"\nbest = 0', NotationError, "best = 0 is no number of moves: write best"),
        ('"a3"', '"a3"\nbest = true', NotationError, "best = True is no number of moves"),
        ('"a3"', '"a3"\nbest = "1"', NotationError, "'Two pegs': best = '1' is no number of"),
    ],
)
def test_wrong_files_are_refused_in_one_line(read, tmp_path, old, new, error, words):
    assert old in FILE
    with pytest.raises(error, match=words) as caught:
        read(FILE.replace(old, new, 1))
    assert str(caught.value).startswith(f"{tmp_path / 'mine.toml'}: ")
    assert "\n" not in str(caught.value)


def test_names_are_told_apart(read):
    again = FILE[FILE.index("[[puzzle]]") :].replace("Two pegs", "TWO PEGS")
    with pytest.raises(NotationError, match="two puzzles are named 'TWO PEGS': rename one"):
        read(FILE + again)


def test_missing_file():
    with pytest.raises(NotationError, match=r"cannot read nowhere\.toml"):
        read_puzzles(Path("nowhere.toml"))


@pytest.mark.parametrize("name", [name for name in puzzle_sets() if name != "english-classics"])
def test_designed_puzzles_are_as_hard_as_they_say(name):
    """Sorted, and those of the smaller boards rated again."""
    designed = puzzle_set(name)
    assert [puzzle.rating for puzzle in designed] == sorted(puzzle.rating for puzzle in designed)
    for puzzle in designed if len(designed.board) <= 21 else ():
        chosen = class_named(designed.board)
        table = Tablebase.build(designed.board, chosen.finishes)
        rating = rate(puzzle.position, table)
        assert round(rating.bits, 1) == puzzle.rating
        assert rating.moves == puzzle.best


def test_puzzles_as_text_come_back(tmp_path):
    for name in puzzle_sets():
        path = tmp_path / f"{name}.toml"
        path.write_text(puzzles_text(puzzle_set(name)))
        assert read_puzzles(path) == puzzle_set(name)


@pytest.mark.parametrize("rating", ["-1", '"hard"', "true", "inf", "[]"])
def test_a_rating_that_is_none(tmp_path, rating):
    path = tmp_path / "mine.toml"
    path.write_text(FILE + f"rating = {rating}\n")
    with pytest.raises(NotationError, match="bits"):
        read_puzzles(path)
