"""The requests to the server, and the schemas of its answers.

FastAPI reads a request with a model of pydantic. An answer is a result, and its schema comes from
the annotations of its fields and properties, as a type of msgspec.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from inspect import cleandoc
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from pydantic import BaseModel, ConfigDict, Field

from pegsolitaire.advice import Exploration
from pegsolitaire.game import Jump
from pegsolitaire.results import BigInt, Document, Result, json_fields
from pegsolitaire.web.jobs import State
from pegsolitaire.web.parameters import MAX_POSITIONS, MAX_WORD, PLAIN
from pegsolitaire.web.pasted import MAX_PASTED

# -- requests -------------------------------------------------------------------------------------


class _Asked(BaseModel):
    model_config = ConfigDict(extra="forbid")

    board: str = Field(max_length=MAX_WORD, pattern=PLAIN, examples=["english"])
    start: str = Field(max_length=MAX_WORD, pattern=PLAIN, examples=["d4"])
    finish: str | None = Field(None, max_length=MAX_WORD, pattern=PLAIN, examples=["d4"])


class JobRequest(_Asked):
    """A request to build the winning sets of a problem, or the numbers of their positions."""

    slow: bool = Field(False, description="build the sets even if this takes minutes")
    numbers: bool = Field(False, description="build the numbers of the positions instead")


class GameRequest(_Asked):
    """A request to review a game."""

    jumps: list[Annotated[str, Field(max_length=20, pattern=PLAIN)]] = Field(
        max_length=MAX_POSITIONS, examples=[["d2-d4", "d5-d3"]]
    )


class PastedRequest(BaseModel):
    """A pasted text to read: a board; or, with a board, a position or a game on it."""

    model_config = ConfigDict(extra="forbid")

    text: str = Field(max_length=MAX_PASTED, examples=["●●●/●○●/●●●"])
    marks: str = Field(
        "",
        max_length=200,
        description="what the marks of a picture mean, or part of it",
        examples=["peg=x,hole=o,outside=#"],
    )
    board: str | None = Field(None, max_length=MAX_WORD, pattern=PLAIN, examples=["english"])
    start: str | None = Field(
        None,
        max_length=MAX_WORD,
        pattern=PLAIN,
        description="the start of a game whose text does not contain one",
        examples=["d4"],
    )


# -- answers --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mistake(Result):
    """An error: its code, its message, and the marks with which a refused picture can be read."""

    code: str
    message: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class ErrorDocument(Result):
    """The document of every error response."""

    error: Mistake


@dataclass(frozen=True)
class JobDocument(Result):
    """The progress of a job; a request that needs no job, or is refused, has no id."""

    id: str | None
    state: Literal[State, "refused"]
    stage: str = ""
    done: int = 0
    total: int | None = None
    note: str = ""
    message: str = ""


@dataclass(frozen=True)
class Explored(Exploration):
    """The numbers for a position and for each legal jump.

    If they are unknown, there are only numbers for the rest of a short game.
    """

    numbers: Literal["ready", "building", "absent", "unknown"]

    json_fields = (*Exploration.json_fields, "numbers")


@dataclass(frozen=True)
class PlayerDocument(Result):
    """A computer player, with a sentence on how it plays."""

    name: str
    about: str


@dataclass(frozen=True)
class Players(Result):
    """The computer players that can play on a board."""

    players: tuple[PlayerDocument, ...]


@dataclass(frozen=True)
class RandomGame(Result):
    """The jumps of a complete game."""

    jumps: tuple[Jump, ...]


_answers: set[type] = set()  # the results with which routes and errors answer


def answers_with(
    cls: type,
    status: int = 200,
    *,
    nullable: bool = False,
    more: Mapping[int | str, Any] | None = None,
) -> Any:
    """Return the options of a route that answers with a result, or with null if there is none."""
    described = content_of(cls, nullable=nullable)
    answers = {status: described, **(more or {})}
    return {"response_model": None, "responses": answers, "status_code": status}


def content_of(cls: type, *, nullable: bool = False) -> Document:
    """Return the description of a response with a result, or with null if there is none."""
    _answers.add(cls)
    schema: Document = {"$ref": f"#/components/schemas/{cls.__name__}"}
    schema = {"anyOf": [schema, {"type": "null"}]} if nullable else schema
    return {"content": {"application/json": {"schema": schema}}}


def with_answers(description: Document) -> Document:
    """Add the schemas of all answers to the description of the API."""
    answers = sorted(_answers, key=lambda cls: cls.__name__)
    types = list(map(document_type, answers))
    _, components = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    parts = description["components"]
    return {**description, "components": {**parts, "schemas": {**parts["schemas"], **components}}}


@cache
def document_type(hint: Any) -> Any:
    """Return the type of the JSON document that `to_json` makes of a value of a type.

    Examples
    --------
    >>> from pegsolitaire.game import Problem
    >>> msgspec.convert({"board": "triangle5", "start": "a1", "finish": "any"},
    ...                 document_type(Problem))
    Problem(board='triangle5', start='a1', finish='any')
    >>> document_type(list[tuple[int, int]])
    list[str]
    """
    origin, parts = get_origin(hint), get_args(hint)
    if (names := json_fields(hint)) is not None:
        about = cleandoc(hint.__doc__ or "").partition("\n\n")[0].replace("None", "null")
        return msgspec.defstruct(
            hint.__name__,
            [(name, _type_of(hint, name)) for name in names],
            namespace={"__doc__": about},
            forbid_unknown_fields=True,
        )
    if hint == BigInt:
        return int | str
    if origin is ClassVar:
        return document_type(parts[0])
    if origin is Annotated:
        return Annotated[document_type(parts[0]), *hint.__metadata__]
    if origin in (Union, UnionType):
        return Union[tuple(map(document_type, parts))]  # noqa: UP007
    if hint in (None, NoneType, bool, int, float, str, Any) or origin is Literal:
        return hint
    if hint == tuple[int, int]:
        return str
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return dict[str, document_type(parts[1])]  # type: ignore[misc]
    if origin is tuple and parts[-1] is not ...:
        return tuple[tuple(map(document_type, parts))]  # type: ignore[misc]
    if isinstance(origin, type) and issubclass(origin, Collection):
        return list[document_type(parts[0])]  # type: ignore[misc]
    return str


def _type_of(cls: Any, name: str) -> Any:
    """Return the type of a field, or of a property with the first sentence of its docstring."""
    attribute = getattr(cls, name, None)
    read = getattr(attribute, "fget", None) or getattr(attribute, "func", None)
    if read is None:
        return document_type(get_type_hints(cls, include_extras=True)[name])
    kind = document_type(get_type_hints(read, include_extras=True)["return"])
    about = cleandoc(read.__doc__ or "").partition("\n\n")[0].replace("None", "null")
    return Annotated[kind, msgspec.Meta(description=about)]
