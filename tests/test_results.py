"""How results are shown: as JSON, text, tables in notebooks, and schemas for the server."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import msgspec
import numpy as np
from jsonschema_rs import Draft202012Validator
from marks import each

import pegsolitaire
import pegsolitaire as ps
from pegsolitaire.advice import Guide, assess, check, explore, opening, review
from pegsolitaire.board import LINE, Board, Hole, triangle
from pegsolitaire.board.symmetry_type import SymmetryType
from pegsolitaire.chance.difficulty import Difficulty
from pegsolitaire.data import (
    CatalogueRow,
    KnownSolution,
    Lesson,
    Puzzle,
    PuzzleSet,
    SolutionClass,
    Step,
    StormPosition,
)
from pegsolitaire.data.teaching import LessonAnswer, Term, WrongTurn
from pegsolitaire.game import Jump, Position, Problem, Solution
from pegsolitaire.game.reading_games import replay
from pegsolitaire.results import BigInt, Result, json_fields, to_json
from pegsolitaire.sets.plans import Plan
from pegsolitaire.solving import (
    Fewest,
    Games,
    best_end,
    final_sweep,
    known_problems,
    longest_sweep,
    solve,
    symmetric_patterns,
    verify,
)
from pegsolitaire.solving.patterns import Patterns
from pegsolitaire.surveys import move_table, symmetric_positions, unique_jumps
from pegsolitaire.theory import as_class
from pegsolitaire.theory.position_profile import profile
from pegsolitaire.web.documents import Glossary, Lessons, Storm, playable, shortest_solutions
from pegsolitaire.web.schemas import document_type

BOARD = triangle(5)
PROBLEM = Problem.complement(BOARD, "a1")


class Colour(Enum):
    RED = "red"


@dataclass(frozen=True)
class Part(Result):
    """A part."""

    hole: Hole
    count: BigInt


@dataclass(frozen=True)
class Whole(Result):
    """A whole. None where nothing is known.

    More of it.
    """

    position: Position
    parts: tuple[Part, ...]
    wins: dict[Jump, bool | None]
    problem: Problem
    solution: Solution | None = None

    json_fields = ("position", "pegs", "last", "parts", "wins", "problem", "solution")

    @property
    def pegs(self) -> int:
        """The number of pegs; None never.

        There may be none.
        """
        return len(self.position)

    @property
    def last(self) -> int | None:
        """The last."""
        return None


WHOLE = Whole(
    BOARD.vacancy("a1"),
    (Part((0, 0), 2**60), Part((1, 2), 3)),
    {Jump.from_text("a3-a1"): None},
    PROBLEM,
)
DOCUMENT = {
    "position": "code:32766",
    "pegs": 14,
    "last": None,
    "parts": [{"hole": "a1", "count": str(2**60)}, {"hole": "b3", "count": 3}],
    "wins": {"a3-a1": None},
    "problem": {"board": "triangle5", "start": "a1", "finish": "a1"},
    "solution": None,
}


def test_keys_are_the_names_of_attributes():
    assert to_json(WHOLE) == WHOLE.to_json() == DOCUMENT
    assert list(to_json(WHOLE)) == list(DOCUMENT)


@each(
    ("value", "document"),
    [
        (None, None),
        (True, True),
        (np.int64(3), 3),
        (np.float64(0.5), 0.5),
        (np.bool_(True), True),
        (np.arange(3, dtype=np.uint64), [0, 1, 2]),
        (Fraction(1, 4), "1/4"),
        (Colour.RED, "red"),
        (Path("a", "b"), "a/b"),
        ({(0, 0): {1: 2}}, {"a1": {"1": 2}}),
        (BOARD.vacancy("a1").legal_jumps, ["a3-a1", "c3-a1"]),
        (PROBLEM, {"board": "triangle5", "start": "a1", "finish": "a1"}),
        (2**200, str(2**200)),
        (-(2**53), -(2**53)),
        (-(2**53) - 1, str(-(2**53) - 1)),
        (np.array([2**60, 1], dtype=np.uint64), [str(2**60), 1]),
        (BOARD, "triangle5"),
        (frozenset({(1, 2), (0, 0)}), ["a1", "b3"]),
        ((True, False), [True, False]),
    ],
)
def test_what_is_no_result(value, document):
    found = to_json(value)
    assert found == document
    assert type(found) is type(document)
    json.dumps(found)


def test_solutions():
    solution = solve(PROBLEM).solution
    found = to_json(solution)
    assert found["move_count"] == len(found["moves"]) == len(solution.moves)
    assert Solution.from_moves(solution.start, found["moves"]) == solution
    assert to_json(solve(PROBLEM))["solution"] == found


def test_a_text_that_would_be_long_is_shortened():
    many = Games(1, dict.fromkeys(range(100), 1))
    assert repr(many).startswith("<Games won: 1; total: 100;")
    assert len(repr(many)) < 250


def test_notebooks():
    assert WHOLE._repr_html_().count("<tr>") == 3  # the rows of its parts
    assert "<td>won</td><td>1</td>" in Games(1, {1: 1})._repr_html_()
    found = assess(BOARD.position("code:8455"))
    assert found._repr_html_() is None
    assert found._repr_svg_() == found.solution._repr_svg_()


def validator(kind: object) -> Draft202012Validator:
    schema = msgspec.json.schema(document_type(kind))
    return Draft202012Validator(schema)


def test_schemas():
    schema = msgspec.json.schema(document_type(Whole))["$defs"]
    whole = schema["Whole"]
    assert whole["description"] == "A whole. null where nothing is known."
    assert whole["required"] == list(whole["properties"]) == list(DOCUMENT)
    assert whole["properties"]["pegs"]["description"] == "The number of pegs; null never."
    assert "description" not in whole["properties"]["parts"]
    assert schema["Part"]["properties"]["hole"] == {"type": "string"}
    check = validator(Whole)
    check.validate(DOCUMENT)
    for wrong in ({**DOCUMENT, "more": 1}, {**DOCUMENT, "pegs": "14"}, {"pegs": 14}):
        assert not check.is_valid(wrong)


def subclasses(cls):
    for one in cls.__subclasses__():
        yield one
        yield from subclasses(one)


def result_classes() -> list[type]:
    """Return the classes of the package that define a document."""
    for module in walk_packages(pegsolitaire.__path__, "pegsolitaire."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    results = [one for one in subclasses(Result) if one.__module__.startswith("pegsolitaire.")]
    data = [
        Board, Position, Problem, Solution, Puzzle, PuzzleSet, Lesson, Step, WrongTurn,
        LessonAnswer, Term, StormPosition, KnownSolution, CatalogueRow, SolutionClass, Plan,
        SymmetryType, Patterns,
    ]  # fmt: skip
    results = [one for one in results if not one.__subclasses__() or one is Fewest]
    return results + [one for one in data if json_fields(one)]


RESULTS = result_classes()


@each("cls", RESULTS)
def test_every_field_of_a_result_has_a_type(cls):
    """Each listed name is a field or an annotated property, and the result has a schema."""
    assert len(RESULTS) > 60
    assert json_fields(cls)
    validator(cls)


def examples() -> Iterator[object]:
    """Yield a result of each kind that can be computed quickly."""
    start = BOARD.vacancy("a1")
    wins = ps.WinningSets.build(PROBLEM)
    yield from (PROBLEM, solve(PROBLEM), solve(PROBLEM).solution, Games(2**70, {1: 2**70, 2: 1}))
    yield solve(Problem("triangle5", "b3"))
    yield ps.shortest(PROBLEM)
    yield from (
        ps.simulate(PROBLEM, games=100),
        ps.random_play(PROBLEM),
        ps.random_play(PROBLEM).ends[0],
    )
    yield ps.random_play(PROBLEM, fractions=True).most_likely
    yield from (
        check(start, PROBLEM),
        ps.explain(BOARD.vacancy("b3"), BOARD.single("b3")),
        profile(start),
    )
    yield from (assess(start), move_table(PROBLEM), replay(start, "a3-a1, a1-a2"))
    yield from ps.dead_ends(PROBLEM)[:1]
    guide = Guide(PROBLEM, wins=wins)
    yield explore(guide, start)
    yield review(guide, solve(PROBLEM).solution)
    yield unique_jumps(as_class(triangle(6)))
    yield from symmetric_positions(BOARD)
    yield from known_problems(BOARD)
    yield from (longest_sweep(BOARD), final_sweep(BOARD, 2))
    yield from next(iter(symmetric_patterns(LINE, 3)))[1]
    yield from (verify(wins), best_end(start), opening(BOARD), playable(BOARD))
    yield from (Lessons(), Glossary(), Storm(), shortest_solutions(ps.Board("english")))
    yield Difficulty((0, 0), 3, 0.1, 2.0)


def test_documents_match_their_schemas():
    checked = set()
    for value in examples():
        document = to_json(value)
        json.dumps(document)
        validator(type(value)).validate(document)
        checked.add(type(value))
    assert len(checked) > 30
