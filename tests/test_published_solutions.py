"""Solutions that others printed, replayed, and the file that holds them."""

import importlib.resources
from collections import Counter

import pytest

from pegsolitaire.board import english, square, triangle
from pegsolitaire.errors import (
    IllegalJumpError,
    NotationError,
    NotOnBoardError,
    ProblemError,
    UnknownBoardError,
)
from pegsolitaire.game import Problem, Published, published_solutions, read_published
from pegsolitaire.theory import any_finish

T5 = triangle(5)
ALL = published_solutions()
GRAMIGNA = [found for found in ALL if found.source.startswith("Gramigna")]

FILE = """
format = 1
[[solution]]
name = "to b2"
board = "triangle4"
vacancy = "a2"
moves = "a4-a2, a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2"
source = "a test"
"""


@pytest.fixture
def read(tmp_path):
    def read_text(text):
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        return read_published(path)

    return read_text


def vacancy_of(found):
    [hole] = found.solution.start.complement
    return found.board.hole_text(hole)


# -- what comes with the library ----------------------------------------------------------------


@pytest.mark.parametrize("found", ALL, ids=lambda found: f"{found.board.name}-{found.name}")
def test_published_solutions_lead_to_one_peg(found):
    solution = found.solution
    assert len(solution) == len(found.board) - 2
    assert solution.solves(any_finish(solution.start))
    [finish] = solution.finish
    finish = found.board.hole_text(finish)
    says = f"{vacancy_of(found)} to {finish} in {len(solution.moves)} moves"
    assert found.name in (says, f"{says} (Gramigna)")


def test_published_solutions_of_a_board():
    assert published_solutions(english()) == tuple(f for f in ALL if f.board == english())
    assert len(ALL) == 29
    assert len(set(ALL)) == len({(found.board, found.name) for found in ALL}) == len(ALL)
    assert published_solutions(square(3)) == ()
    assert [len(published_solutions(triangle(side))) for side in range(4, 11)] == [
        *(1, 9, 5, 1, 1, 1, 1)
    ]


def test_built_in_solutions_are_a_file_that_anyone_can_read():
    data = importlib.resources.files("pegsolitaire.game") / "data" / "solutions.toml"
    with importlib.resources.as_file(data) as path:
        assert read_published(path) == read_published(str(path)) == ALL


def test_appendix_a_of_gramigna_has_one_solution_of_each_vacancy_it_lists():
    assert [(found.board.name, vacancy_of(found)) for found in GRAMIGNA] == [
        *(("french", hole) for hole in ("c1", "d2", "d3")),
        *(("english", hole) for hole in ("c1", "c2", "c3", "d1", "d2", "d3", "d4")),
        *(("triangle5", hole) for hole in ("a1", "a2", "a3", "b3")),
    ]


@pytest.fixture
def corner_solutions():
    names = ("a1 to a1 in 10 moves", "a1 to a1 in 12 moves")
    return [found.solution for found in published_solutions(T5) if found.name in names]


def jumps_regardless_of_order(solution, image):
    """How often each jump is made, after a symmetry of the board."""
    index = T5.index
    return Counter((image[index(jump.start)], image[index(jump.end)]) for jump in solution)


def test_both_solutions_of_the_triangle_corner(corner_solutions):
    assert all(solution.solves(Problem.complement(T5, "a1")) for solution in corner_solutions)
    assert [len(solution.moves) for solution in corner_solutions] == [10, 12]


def test_the_two_solutions_of_the_triangle_corner_differ_by_more_than_order(corner_solutions):
    one, other = corner_solutions
    keeping = [symmetry.image for symmetry in T5.symmetries if symmetry.image[0] == 0]
    assert len(keeping) == 2
    as_it_is, *_ = (jumps_regardless_of_order(other, image) for image in keeping)
    assert as_it_is not in [jumps_regardless_of_order(one, image) for image in keeping]


# -- files --------------------------------------------------------------------------------------


def test_read(read):
    [found] = read(FILE + 'note = "Why not?"')
    assert (found.name, found.source, found.note) == ("to b2", "a test", "Why not?")
    assert found.board == triangle(4)
    assert str(found.solution) == "a4-a2, a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2"
    assert read(FILE.replace(", ", " ")) == (Published("to b2", found.solution, "a test"),)


@pytest.mark.parametrize(
    ("old", "new", "error", "words"),
    [
        ("format = 1", "format = 2", NotationError, "format 2 is later .* update pegsolitaire"),
        ("format = 1", "", NotationError, "says no format: write format = 1"),
        ("format = 1", "format", NotationError, "not a TOML file"),
        ("format = 1", "format = 1\nboard = 3", NotationError, "unknown key 'board': the keys"),
        ("[[solution]]", "[solution]", NotationError, r"no solutions: .* line \[\[solution\]\]"),
        ('name = "to b2"', "", NotationError, "solution 1: it has no name: write name"),
        ('"a test"', "3", NotationError, "solution 'to b2': it has no source"),
        ("vacancy", "start", NotationError, "solution 'to b2': unknown key 'start'"),
        ("triangle4", "triangel4", UnknownBoardError, "solution 'to b2': .*triangel4"),
        ('"a2"', '"a7"', NotOnBoardError, "solution 'to b2': triangle4 has no hole a7"),
        ("a4-a2", "a4-b4", NotationError, "solution 'to b2': .*a4-b4"),
        ("a4-a2", "a4", NotationError, "solution 'to b2': 'a4'"),
        ("a4-a2, ", "", IllegalJumpError, "solution 'to b2': jump 1 of 7: a1-a3 is not possible"),
        (", d4-b2", "", ProblemError, "solution 'to b2': it ends with 2 pegs: go on"),
    ],
)
def test_wrong_files_are_refused_in_one_line(read, tmp_path, old, new, error, words):
    assert old in FILE
    with pytest.raises(error, match=words) as caught:
        read(FILE.replace(old, new, 1))
    assert str(caught.value).startswith(f"{tmp_path / 'mine.toml'}: ")
    assert "\n" not in str(caught.value)


def test_names_are_told_apart_on_a_board(read):
    again = FILE[FILE.index("[[solution]]") :].replace("to b2", "TO B2")
    with pytest.raises(NotationError, match="two solutions are named 'triangle4: TO B2'"):
        read(FILE + again)
    other = read(
        FILE
        + again.replace("triangle4", "triangle5").replace(
            "a4-a2, a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2",
            "a4-a2 c3-a3 a2-a4 c5-a3 a5-c5 a4-a2 d5-b5 a1-a3 e5-c3 b2-d4 d4-b4 b5-b3 a3-c3",
        )
    )
    assert [found.board.name for found in other] == ["triangle4", "triangle5"]
