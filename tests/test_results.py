"""How results show themselves: JSON, texts, tables in a notebook, and models for the server."""

import json
import re
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from pathlib import Path

import numpy as np
from marks import each

import pegsolitaire
from pegsolitaire.board import Hole, triangle
from pegsolitaire.game import Jump, Position, Problem, Solution
from pegsolitaire.reasons import assess
from pegsolitaire.results import Result, declare, model_of, to_json
from pegsolitaire.solving import Games, solve

ROOT = Path(pegsolitaire.__file__).parent
BOARD = triangle(5)
PROBLEM = Problem.complement(BOARD, "a1")


class Colour(Enum):
    RED = "red"


@dataclass(frozen=True)
class Part(Result):
    """A part.

    Attributes
    ----------
    hole : (int, int)
        Where it is.
    """

    hole: Hole
    count: int

    json_keys = "at=hole|hole count|text"


@dataclass(frozen=True)
class Whole(Result):
    """A whole. None where nothing is known.

    Attributes
    ----------
    position : Position
        Where it
        begins.
    parts : tuple of Part
        What it has.
    """

    position: Position
    parts: tuple[Part, ...]
    wins: dict[Jump, bool | None]
    solution: Solution | None = None

    json_keys = (
        "position pegs=position|len last parts holes=parts.hole|hole wins|jump,winning "
        "board=position.board.name first=solution.start.short_name solution|solution"
    )

    @property
    def last(self) -> int | None:
        """The last; None if there is none. (It never is.)"""
        return None


WHOLE = Whole(
    BOARD.vacancy("a1"), (Part((0, 0), 2**60), Part((1, 2), 3)), {Jump.from_text("a3-a1"): None}
)
DOCUMENT = {
    "position": "code:32766",
    "pegs": 14,
    "last": None,
    "parts": [{"at": "a1", "count": str(2**60)}, {"at": "b3", "count": "3"}],
    "holes": ["a1", "b3"],
    "wins": [{"jump": "a3-a1", "winning": None}],
    "board": "triangle5",
    "first": None,
    "solution": {"jumps": None, "moves": None, "move_count": None},
}


def test_keys_are_renamed_reached_and_written_otherwise():
    assert to_json(WHOLE) == WHOLE.to_json() == DOCUMENT
    assert list(to_json(WHOLE)) == list(DOCUMENT)
    assert to_json([WHOLE], "board=position.board.name") == [{"board": "triangle5"}]
    assert to_json(None, "a b|len") == {"a": None, "b": None}


@each(
    ("value", "document"),
    [
        (None, None),
        (True, True),
        (np.int64(3), 3),
        (np.float64(0.5), 0.5),
        (np.bool_(True), True),
        (np.arange(3, dtype=np.uint64), [0, 1, 2]),
        (Fraction(1, 4), 0.25),
        (Colour.RED, "red"),
        (Path("a", "b"), "a/b"),
        ({(0, 0): {1: 2}}, {"a1": {"1": 2}}),
        ({Jump.from_text("a3-a1"): "x"}, {"a3-a1": "x"}),
        (BOARD.vacancy("a1").legal_jumps, ["a3-a1", "c3-a1"]),
        (PROBLEM, {"board": "triangle5", "start": "a1", "finish": "a1"}),
        (2**200, 2**200),
    ],
)
def test_what_is_no_result(value, document):
    found = to_json(value)
    assert found == document
    assert type(found) is type(document)
    json.dumps(found)


def test_a_class_that_is_told_of():
    class Told:
        number = 3

    declare(Told, "n=number")
    assert to_json({"x": Told()}) == {"x": {"n": 3}}


def test_solutions():
    solution = solve(PROBLEM).solution
    found = solution and to_json(solution)
    assert found["move_count"] == len(found["moves"]) == len(solution.moves)
    assert Solution.from_moves(solution.start, found["moves"]) == solution
    assert to_json(solve(PROBLEM))["jumps"] == found["jumps"]


def test_texts():
    assert str(Games(1000, {1: 1000, 2: 234})).splitlines()[:2] == [
        "solutions: 1,000",
        "games: 1,234",
    ]
    assert eval(repr(Games(1, {1: 1}))) == Games(1, {1: 1})
    many = Games(1, dict.fromkeys(range(100), 1))
    assert repr(many).startswith("<Games solutions: 1; games: 100;")
    assert len(repr(many)) < 250


def test_notebooks():
    assert WHOLE._repr_html_().count("<tr>") == 3  # its parts
    assert "<td>solutions</td><td>1</td>" in Games(1, {1: 1})._repr_html_()
    found = assess(BOARD.position("code:8455"))
    assert found._repr_html_() is None
    assert found._repr_svg_() == found.solution._repr_svg_()


def test_models():
    model = model_of(Whole, extra=(int, ...))
    schema = model.model_json_schema()
    assert schema["description"] == "A whole. null where nothing is known."
    assert list(schema["properties"]) == [*DOCUMENT, "extra"]
    told = {key: one.get("description") for key, one in schema["properties"].items()}
    assert told["position"] == "where it begins"
    assert told["last"] == "the last; null if there is none. (It never is.)"
    assert told["pegs"] is None
    assert schema["$defs"]["Part"]["properties"]["count"]["type"] == "string"
    checked = model.model_validate({**DOCUMENT, "extra": 1})
    assert checked.model_dump() == {**DOCUMENT, "extra": 1}


def subclasses(cls):
    for one in cls.__subclasses__():
        yield one
        yield from subclasses(one)


def test_every_result_names_what_it_has():
    """What the first word of each path names is a field or a property of the class."""
    import pegsolitaire.web.schemas  # noqa: F401

    found = [one for one in subclasses(Result) if one.__module__.startswith("pegsolitaire.")]
    assert len(found) > 20
    for cls in found:
        if subclasses(cls):
            continue  # these have more
        names = {field.name for field in fields(cls)} if is_dataclass(cls) else set()
        for word in cls.json_keys.split():
            name = re.split(r"[.|]", word.partition("=")[2] or word)[0]
            assert name in names or hasattr(cls, name.removesuffix("()")), (cls, word)


def test_results_are_made_into_json_in_one_place():
    """No folder of documents, and nobody else who goes over the fields of results for JSON."""
    assert not (ROOT / "documents").exists()
    text = "\n".join(path.read_text() for path in ROOT.rglob("*.py"))
    assert len(re.findall(r"^def to_json\b", text, re.MULTILINE)) == 1
    assert len(re.findall(r"^def model_of\b", text, re.MULTILINE)) == 1
    assert "TypedDict" not in text
