"""The output of results as JSON, as text and in notebooks.

JSON has the same names as Python's attributes. A result is written as an object with its fields,
or with the attributes and properties that its class lists in ``json_fields``. Other classes that
have ``json_fields``, and structs of msgspec, are written in the same way. In all results,

- a hole, which is a pair of integers, is its name, and a position is its code as text;
- a board is its name, and jumps, moves and all other objects are their text;
- a fraction is a string, such as `13/432`, and a member of an enumeration is its value;
- an integer beyond 2**53, which JavaScript cannot hold, is a string of its digits;
- a mapping is an object, and all other collections are lists; sets are sorted.

The schemas of the same objects, for the server, are in :mod:`pegsolitaire.web.schemas`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from numbers import Integral, Rational, Real
from typing import Annotated, Any, ClassVar

from pegsolitaire.frames import cell_text, html_table
from pegsolitaire.units import counted

Document = dict[str, Any]

#: A count that may be larger than 2**53, and is a string of its digits then.
BigInt = Annotated[int, "in JSON, a string if it is large"]

_MAX_INTEGER = 2**53  # the largest integer up to which JavaScript holds all integers

_SHORT = 160  # the longest `repr` that rebuilds its object; a longer one becomes a summary
_MAX_SHOWN_ENTRIES = 8  # the most entries of a list that are shown


def json_fields(cls: Any) -> tuple[str, ...] | None:
    """Return the keys of a class in JSON; None if its objects become strings or numbers.

    Examples
    --------
    >>> from pegsolitaire import Problem
    >>> json_fields(Problem), json_fields(str)
    (('board', 'start', 'finish'), None)
    """
    of_struct = getattr(cls, "__struct_fields__", None)
    names: tuple[str, ...] | None = getattr(cls, "json_fields", of_struct)
    return tuple(field.name for field in fields(cls)) if names == () else names


def to_json(value: object) -> Any:
    """Convert a result, or a list or mapping of results, to objects that `json.dumps` accepts.

    Examples
    --------
    >>> import pegsolitaire as ps
    >>> problem = ps.Problem("triangle5", "a1")
    >>> to_json(problem)
    {'board': 'triangle5', 'start': 'a1', 'finish': 'a1'}
    >>> to_json({(0, 0): problem.board.vacancy("a1")})
    {'a1': 'code:32766'}
    >>> to_json([2**53, 2**53 + 1])
    [9007199254740992, '9007199254740993']
    """
    names = json_fields(type(value))
    if names is not None:
        return {name: to_json(getattr(value, name)) for name in names}
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Integral):
        number = int(value)
        return number if abs(number) <= _MAX_INTEGER else str(number)
    if isinstance(value, Rational):
        return str(value)
    if isinstance(value, Real):
        return float(value)
    if isinstance(value, Mapping):
        return {str(to_json(key)): to_json(one) for key, one in value.items()}
    if hasattr(value, "tolist"):  # a numpy object, recognised without importing numpy
        return to_json(value.tolist())
    if hasattr(value, "json_text"):
        return value.json_text
    if isinstance(value, tuple) and list(map(type, value)) == [int, int]:
        from pegsolitaire.board.notation import hole_name

        return hole_name(value)
    if isinstance(value, set | frozenset):
        return [to_json(one) for one in sorted(value)]
    return [to_json(one) for one in value] if isinstance(value, Collection) else str(value)


class Result:
    """Base class of results, which can be printed, shown in a notebook and converted to JSON.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Counted(Result):
    ...     won: int
    ...     lost: int
    ...     json_fields = ("won", "share")
    ...     @property
    ...     def share(self) -> float:
    ...         return self.won / (self.won + self.lost)
    >>> counted = Counted(6816, 561184)
    >>> print(counted)
    won: 6,816
    share: 0.012
    >>> counted
    Counted(won=6816, lost=561184)
    >>> counted.to_json()
    {'won': 6816, 'share': 0.012}
    >>> counted._repr_html_().count("<tr>")
    3
    """

    #: The fields and properties in the JSON; if there are none, the fields of the dataclass.
    json_fields: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "__repr__" not in vars(cls):  # before the dataclass adds one that shows everything
            setattr(cls, "__repr__", cls.__repr__)  # noqa: B010

    def to_json(self) -> Document:
        """Convert the result to a dictionary that `json.dumps` accepts."""
        document: Document = to_json(self)
        return document

    def __repr__(self) -> str:
        """Return an expression that recreates the object, or a summary if that is too long."""
        if is_dataclass(self):
            parts = (f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if f.repr)
            text = f"{type(self).__qualname__}({', '.join(parts)})"
            if len(text) <= _SHORT:
                return text
        return f"<{type(self).__qualname__} {'; '.join(str(self).splitlines())[:_SHORT]}>"

    def __str__(self) -> str:
        return "\n".join(f"{name}: {value}" for name, value in self._lines())

    def _lines(self) -> list[tuple[str, str]]:
        """Return the name and the text of each value; a value that does not exist has no line."""
        return [
            (key.replace("_", " "), _words(one))
            for key, one in self.to_json().items()
            if one is not None
        ]

    def _repr_svg_(self) -> str | None:
        """Draw the solution of the result, if it has one."""
        solution = getattr(self, "solution", None)
        drawn: str | None = None if solution is None else solution._repr_svg_()
        return drawn

    def _repr_html_(self) -> str | None:
        """Render the rows of the result, or all its keys, unless the result is drawn."""
        if self._repr_svg_() is not None:
            return None
        for rows in self.to_json().values():
            if isinstance(rows, list) and rows and isinstance(rows[0], dict):
                cells = [[_cell(one) for one in row.values()] for row in rows]
                return html_table(list(rows[0]), cells, type(self).__name__)
        return html_table(["", type(self).__name__], self._lines())


def _cell(value: object) -> object:
    return _words(value) if isinstance(value, list | dict) else value


def _words(value: object) -> str:
    """Format a value of a JSON document as readable text."""
    if value is None:
        return "none"
    if isinstance(value, dict):
        return _listed([f"{key} {_words(one)}" for key, one in value.items()])
    if isinstance(value, list):
        is_plain = not any(isinstance(one, list | dict) for one in value)
        return _listed(list(map(_words, value))) if is_plain else counted(len(value), "entry")
    return cell_text(value)


def _listed(words: list[str]) -> str:
    more = (
        f" and {len(words) - _MAX_SHOWN_ENTRIES:,} more" if len(words) > _MAX_SHOWN_ENTRIES else ""
    )
    return (", ".join(words[:_MAX_SHOWN_ENTRIES]) or "none") + more
