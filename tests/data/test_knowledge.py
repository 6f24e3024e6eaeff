"""What is known of boards: one base, one file a board, one reader and writer of entries."""

import ast
from pathlib import Path

import msgspec
import pytest
from marks import each

import pegsolitaire
from pegsolitaire.board import english, named_board, triangle
from pegsolitaire.data import KnownSolution, Pair, knowledge_of
from pegsolitaire.data.knowledge import FEWEST, Knowledge, known_boards, read_knowledge
from pegsolitaire.data.toml_files import FOLDER, parse, toml_text, write_entries
from pegsolitaire.errors import (
    IllegalJumpError,
    NotationError,
    NotOnBoardError,
    PegSolitaireError,
    ProblemError,
    UnknownBoardError,
)

ROOT = Path(pegsolitaire.__file__).parent

FILE = """format = 1
board = "triangle4"

[[vacancy]]
hole = "a2"
finish = "any"
best = 5
rating = 5.2
note = "The only one."

[[vacancy]]
hole = "a1"
finish = "none"
fewest = 2

[[solution]]
vacancy = "a2"
finish = "b2"
proven = true
moves = "a4-a2, a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2"

[[solution]]
vacancy = "a2"
name = "to b2"
source = "somewhere"
note = "Why not?"
moves = "a4-a2 a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2"

[[bound]]
start = "a2"
finish = "b2"
source = "counting"
moves = 5

[[bound]]
start = "any"
finish = "any"
source = "counting"
moves = 4

[[impossible]]
start = "a2"
finish = "a3"
source = "trying"

[[count]]
start = "a2"
finish = "b2"
source = "somebody"
solutions = 123456789012345678901234567890

[[problem]]
vacancy = "a2"
finish = "b2"
moves = 5
solutions = 2
up_to_symmetry = 2
unordered = 1

[[problem.class]]
kind = [3, 2, 1]
solutions = 1
moves = "a4-a2, a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2"

[[problem]]
vacancy = "a2"
finish = "c4"
solutions = 0

[[extreme]]
kind = "stuck"
start = "a2"
moves = "a4-a2, a1-a3, c4-a2, a3-a1"
routes = 2

[[extreme]]
kind = "dead"
start = "code:1006"
class = "A"
count = 12
"""


@pytest.fixture
def read(tmp_path):
    def read_text(text):
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        found = read_knowledge(path)
        found.check()
        return found

    return read_text


def test_everything_is_read(read):
    found = read(FILE)
    assert found.board == triangle(4)
    assert [(p.name, p.finish, p.best, p.note) for p in found.vacancies.puzzles] == [
        ("Vacancy a2", "any", 5, "The only one.")
    ]
    assert (found.vacancies.lost, found.vacancies.fewest) == (("a1",), {"a1": 2})
    [shortest], [printed] = found.shortest, found.published
    assert (shortest.moves, shortest.finish, shortest.proven) == (5, "b2", True)
    assert printed == KnownSolution(shortest.solution, "somewhere", name="to b2", note="Why not?")
    assert [one.source for one in found.solutions] == [FEWEST]
    assert [(one.pair, one.moves) for one in found.bounds] == [
        *[(Pair("a2", "b2"), 5)] * 3,
        (Pair("any", "any"), 4),
    ]
    assert [str(one.pair) for one in found.impossible] == ["a2 to a3", "a2 to c4"]
    assert [one.solutions for one in found.counts] == [123456789012345678901234567890]
    [row, none] = found.catalogue
    assert (row.moves, row.solutions, row.up_to_symmetry, row.unordered) == (5, 2, 2, 1)
    assert [(one.kind, one.solutions) for one in row.classes] == [((3, 2, 1), 1)]
    assert none.moves is None
    assert [(one.kind, one.routes, one.count) for one in found.extremes] == [
        ("stuck", 2, None),
        ("dead", None, 12),
    ]


def test_holes_are_written_in_any_way(read):
    text = FILE.replace('hole = "a2"', 'hole = "(0,1)"').replace('finish = "a3"', 'finish = "A3"')
    found = read(text)
    assert [puzzle.name for puzzle in found.vacancies.puzzles] == ["Vacancy a2"]
    assert found.impossible[0].pair == Pair("a2", "a3")


@each(
    ("old", "new", "error", "words"),
    [
        ("format = 1", "format = 2", NotationError, "format 2 is newer .* update pegsolitaire"),
        ("format = 1", "", NotationError, "has no format: write format = 1"),
        ("format = 1", "format = true", NotationError, "has no format: write format = 1"),
        ("format = 1", "format = 1\na = " + "[" * 5000, NotationError, "not a TOML file"),
        ("format = 1", "format", NotationError, "not a TOML file"),
        ('board = "triangle4"', "", NotationError, 'it has no board: write board = "..."'),
        ('board = "triangle4"', "board = 3", NotationError, "it has no board"),
        ('"triangle4"', '"nowhere"', UnknownBoardError, "nowhere"),
        ("[[bound]]", "[[bounds]]", NotationError, "unknown key 'bounds': the keys are board"),
        ("[[impossible]]", "[impossible]", NotationError, r"impossibles: begin each of .*\[\[imp"),
        # vacancies
        ('hole = "a2"', 'hole = "f1"', NotOnBoardError, "vacancy 'f1': triangle4 has no hole f1"),
        ('hole = "a2"', 'hole = "here"', NotationError, "vacancy 'here': 'here' is not a hole"),
        ('hole = "a1"', 'hole = "A2"', NotationError, "two vacancies are named 'Vacancy a2'"),
        ("best = 5", "best = 0", NotationError,
         "vacancy 'a2': best = 0 is not a number of moves: write best = 18"),
        ("best = 5", "best = true", NotationError, "best = True is not a number of moves"),
        ("best = 5", "most = 5", NotationError, "vacancy 'a2': unknown key 'most'"),
        ("rating = 5.2", "rating = -1", NotationError, "rating = -1 is not a number of bits"),
        ("rating = 5.2", "rating = nan", NotationError, "rating = nan is not a number of bits"),
        ("fewest = 2", "fewest = 1", NotationError, "fewest = 1 is not a number of pegs"),
        ("fewest = 2", "best = 2", NotationError, "only allows the key fewest"),
        ('finish = "none"', 'finish = "any"', NotationError, 'needs finish = "none"'),
        ('finish = "any"\nbest', 'finish = "z9"\nbest', NotOnBoardError, "'a2': .*z9"),
        ('finish = "any"\nbest', "best", NotationError, "'a2': it has no finish: write finish"),
        # solutions
        (", d4-b2", "", ProblemError, "solution 1: it ends with 2 pegs: add the missing moves"),
        ("a4-a2 a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2", "a4-a2 a1-a3, c4-a4-a2, c3-a3-a1-c3",
         ProblemError, "solution 'to b2': it ends with 2 pegs: add the missing moves"),
        ("a4-a2, a1", "a1", IllegalJumpError, "solution 1: jump 1 of 7: a1-a3 is not possible"),
        ("a4-a2", "a4-b4", NotationError, "solution 1: .*a4-b4"),
        ('finish = "b2"', 'finish = "a1"', ProblemError, "solution 1: it does not end at a1"),
        ('finish = "b2"', "", NotationError, "solution 1: it has no source: write source"),
        ("proven = true", 'proven = "yes"', NotationError,
         "proven = 'yes' is not true or false: write proven = true"),
        ('source = "somewhere"', "source = 3", NotationError, "'to b2': it has no source"),
        ('source = "somewhere"', "", NotationError, "solution 'to b2': it has no source"),
        ('name = "to b2"', "proven = true", NotationError, "proven needs a finish"),
        # bounds, impossible problems, counts
        ("moves = 5", 'moves = "5"', NotationError, "bound 1: moves = '5' is not a number of mov"),
        ("moves = 5", "", NotationError, "bound 1: it has no moves: write moves = 18"),
        ('start = "any"', 'start = "z9"', NotOnBoardError, "bound 2: .*z9"),
        ('source = "trying"', "", NotationError, "impossible 1: it has no source"),
        ("solutions = 1234", "solutions = -1234", NotationError, "count 1: .* is not a number"),
        # the catalogue
        ("moves = 5\nsol", "moves = 4\nsol", ProblemError,
         "problem 1: class 1: its solution has 5 moves, and not 4"),
        ("moves = 5\nsol", "sol", NotationError, "problem 1: it has no moves: write moves = 18"),
        ("solutions = 2", "solutions = 0", ProblemError, "it has no solution: leave out its mov"),
        ("solutions = 2", 'solutions = "2"', NotationError, "solutions = '2' is not a number"),
        ("up_to_symmetry = 2", "up_to_symmetry = 3", ProblemError, "must not increase"),
        ("unordered = 1", "unordered = 2", ProblemError, "do not add up"),
        ("unordered = 1", "ordered = 1", NotationError, "unknown key 'ordered'"),
        ("[3, 2, 1]", "[3, 3, 1]", ProblemError, r"class 1: .* not of class \(3, 3, 1\)"),
        ("[3, 2, 1]", "[3, 2, 4]", ProblemError, r"not of class \(3, 2, 4\)"),
        ("[3, 2, 1]", "[3, 2]", NotationError, r"is not a class: write kind = \[5, 4, 1\]"),
        ("[3, 2, 1]", "3", NotationError, "is not a class"),
        ('finish = "b2"\nmoves', 'finish = "c4"\nmoves', ProblemError, "does not end at c4"),
        # extremes
        ('"stuck"', '"full"', NotationError, "extreme 1: kind = 'full' is not a kind: stuck"),
        (", a3-a1", "", ProblemError, "extreme 1: a jump is still possible after its last move"),
        ("routes = 2", "", NotationError, "extreme 1: it has no routes"),
        ("count = 12", "", NotationError, "extreme 2: it has no class or no count"),
        ("count = 12", "size = 12", NotationError, "extreme 2: unknown key 'size'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_one_line(read, old, new, error, words):
    assert old in FILE
    with pytest.raises(error, match=words) as caught:
        read(FILE.replace(old, new, 1))
    assert "mine.toml: " in str(caught.value)
    assert "\n" not in str(caught.value)


def test_names_are_told_apart(read):
    again = FILE[FILE.index('[[solution]]\nvacancy = "a2"\nname') : FILE.index("[[bound]]")]
    with pytest.raises(NotationError, match="two solutions are named 'TO B2': rename one"):
        read(FILE + again.replace("to b2", "TO B2"))


# -- what comes along -----------------------------------------------------------------------------


@each("name", known_boards())
def test_files_that_come_along(name):
    found = read_knowledge(FOLDER / "boards" / f"{name}.toml")
    found.check()
    assert found.board.name == name
    assert found.board is knowledge_of(named_board(name)).board or found.board == named_board(name)


def test_nothing_is_known_of_other_boards():
    board = named_board("square9")
    found = knowledge_of(board)
    assert (found.solutions, found.catalogue, found.vacancies) == ((), (), None)
    assert Knowledge(english()).bounds == ()


def test_a_board_of_the_same_name_is_another():
    own = type(english())(triangle(4).holes, name="english")
    assert knowledge_of(own).vacancies is None
    assert knowledge_of(type(english())(english().holes, name="../english")).vacancies


def test_a_board_of_the_same_name_and_holes_is_another():
    own = english().without(["d2-d4"], "english")
    found = knowledge_of(own)
    assert (found.board, found.solutions, found.bounds, found.vacancies) == (own, (), (), None)


@each("path", sorted(FOLDER.rglob("*.toml")))
def test_files_are_what_the_writer_makes_of_them(path, tmp_path):
    """Each has all its entries again; those of boards are written by it."""
    text = path.read_text(encoding="utf-8")
    again = tmp_path / path.name
    again.write_text(text)
    write_entries(again, parse(text))
    assert parse(again.read_text(encoding="utf-8")) == parse(text)
    if path.parent.name == "boards":
        assert again.read_text(encoding="utf-8") == text


def test_remarks_are_kept(tmp_path):
    path = tmp_path / "a.toml"
    path.write_text("# Why.\n# How.\n\nformat = 1\nx = 3\n")
    write_entries(path, {"x": 4})
    assert path.read_text() == "# Why.\n# How.\nformat = 1\nx = 4\n"
    assert toml_text({"x": 'a "b" \\'}) == 'format = 1\nx = "a \\"b\\" \\\\"\n'


# -- once -----------------------------------------------------------------------------------------


def importing(module):
    """The files of the package that import a module."""
    found = set()
    for path in ROOT.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if module in text else ():
            names = [alias.name for alias in getattr(node, "names", ())]
            here = [node.module] if isinstance(node, ast.ImportFrom) else names
            if isinstance(node, (ast.Import, ast.ImportFrom)) and module in here:
                found.add(path.relative_to(ROOT).as_posix())
    return found


def test_entries_are_read_and_written_in_one_place():
    """A board file is one of the ways to write a board; texts and style sheets have no entries."""
    tables = {"draw/scene.py", "reasons/telling.py"}
    assert importing("tomllib") == {"data/toml_files.py", "board/links.py"} | tables
    assert importing("tomli_w") == {"data/toml_files.py"}
    texts = {path: path.read_text(encoding="utf-8") for path in ROOT.rglob("*.py")}
    assert [path.name for path, text in texts.items() if "msgspec import" in text and (
        " convert" in text or "decode" in text)] == ["toml_files.py"]  # fmt: skip


def test_a_library_checks_the_types():
    with pytest.raises(PegSolitaireError):
        parse("format = 1.5")
    assert issubclass(type(knowledge_of(triangle(5)).bounds[0]), msgspec.Struct)
