"""The output of results as JSON, as text, in notebooks, and in the description of the API.

The class attribute ``json_keys`` of a result class defines the keys of its JSON, in order and
separated by spaces. By default, the keys are the fields of the dataclass. Each key has one of
these forms::

    pegs                an attribute, under its own name
    games=total         an attribute, under another name
    board=problem.board.name
                        an attribute of an attribute; null if any of them is None; for a
                        tuple, the attribute of each element
    interval=interval() the return value of a method
    solutions|text      a value in another form: see `_FORMS`
    jumps|jump,winning  a mapping, as rows with these two keys

:func:`declare` defines the keys of classes in modules that do not import this one. All other
values become numbers or strings. Jumps and moves are written in their notation, positions as
codes, boards as names, and fractions as floats. Holes are written as names with ``|hole`` and as
keys of a mapping.

For the server, :func:`model_of` builds a model of a class. The types come from the annotations.
The descriptions come from the docstrings of properties and from the ``Attributes`` section of the
class docstring. Only this function imports pydantic.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, cached_property
from html import escape
from importlib import import_module
from inspect import cleandoc
from numbers import Integral, Rational, Real
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from pegsolitaire.errors import MissingExtraError
from pegsolitaire.signals import postponed
from pegsolitaire.units import counted

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa


# --
# Tables, which are shown in notebooks and converted to Arrow, pandas and Polars.
#
# A class only defines its columns; the code below shows and converts all tables. Arrow, pandas and
# Polars are installed with the extra ``frames``, and imported when first used.


#: Columns by name: arrays or lists of values, all of the same length.
Columns = Mapping[str, Any]

_MOST = 60  # the most rows that are shown


class Framed:
    """Base class of objects that can be converted to a table, in batches of rows.

    Examples
    --------
    >>> import pegsolitaire as ps
    >>> wins = ps.WinningSets.build(ps.Problem.complement(ps.Board("triangle5"), "a1"))
    >>> table = wins.to_arrow()
    >>> table.column_names, table.num_rows == len(wins)
    (['pegs', 'code'], True)
    """

    #: The name of each column, and Arrow's name for its type.
    column_types: ClassVar[Mapping[str, str]]

    def batches(self) -> Iterator[Columns]:
        """Iterate over the table in batches of rows."""
        raise NotImplementedError

    def to_arrow(self) -> pa.Table:
        """Convert all rows to an Arrow table, which DuckDB can query directly.

        Raises
        ------
        MissingExtraError
            If Arrow is not installed.
        """
        arrow = need("pyarrow")
        schema = arrow_schema(self.column_types)
        table: pa.Table = arrow.Table.from_batches(
            [record_batch(schema, columns) for columns in self.batches()], schema
        )
        return table

    def to_pandas(self) -> pd.DataFrame:
        """Convert all rows to a pandas data frame.

        Raises
        ------
        MissingExtraError
            If pandas is not installed.
        """
        need("pandas")
        frame: pd.DataFrame = self.to_arrow().to_pandas()
        return frame

    def to_polars(self) -> pl.DataFrame:
        """Convert all rows to a Polars data frame.

        Raises
        ------
        MissingExtraError
            If Polars is not installed.
        """
        polars = need("polars")
        frame: pl.DataFrame = polars.from_arrow(self.to_arrow())
        return frame


class Tabled(Framed):
    """Base class of small tables, which notebooks display.

    Examples
    --------
    >>> import pegsolitaire as ps
    >>> table = ps.level_table(ps.Problem.complement(ps.Board("triangle5"), "a1"))
    >>> table.to_arrow().column("F").to_pylist()[:5]
    [1, 1, 4, 19, 62]
    >>> table._repr_html_().count("<tr>")
    15
    """

    def table_rows(self) -> Iterable[Sequence[Any]]:
        """Return the rows, each with its values in the order of the columns."""
        raise NotImplementedError

    @property
    def table_title(self) -> str:
        """The caption of the table."""
        return ""

    def batches(self) -> Iterator[Columns]:
        """Yield all rows as a single batch."""
        rows = list(self.table_rows())
        names = list(self.column_types)
        yield {name: [row[i] for row in rows] for i, name in enumerate(names)}

    def _repr_html_(self) -> str:
        return html_table(list(self.column_types), self.table_rows(), self.table_title)


def html_table(
    headers: Sequence[str], rows: Iterable[Sequence[object]], title: str = "", most: int = _MOST
) -> str:
    """Render a table as HTML without styles, because notebooks and web pages have their own.

    Parameters
    ----------
    headers : sequence of str
        The column headings.
    rows : iterable of sequences
        The values of each row; None leaves a cell empty.
    title : str, optional
        The caption.
    most : int, optional
        The most rows to show. If there are more, the last row gives the number of rows left out.

    Examples
    --------
    >>> print(html_table(["pegs", "W"], [(1, 2345), (2, None)], "W < F"))
    <table>
    <caption>W &lt; F</caption>
    <thead><tr><th>pegs</th><th>W</th></tr></thead>
    <tbody>
    <tr><td>1</td><td>2,345</td></tr>
    <tr><td>2</td><td></td></tr>
    </tbody>
    </table>
    """
    rows = list(rows)
    lines = ["<table>"]
    if title:
        lines.append(f"<caption>{escape(title)}</caption>")
    lines += [f"<thead>{_row(headers, 'th')}</thead>", "<tbody>"]
    lines += [_row(list(map(cell_text, row)), "td") for row in rows[:most]]
    if len(rows) > most:
        lines.append(f'<tr><td colspan="{len(headers)}">and {len(rows) - most:,} more</td></tr>')
    return "\n".join([*lines, "</tbody>", "</table>"])


def _row(cells: Sequence[str], kind: str) -> str:
    return f"<tr>{''.join(f'<{kind}>{escape(cell)}</{kind}>' for cell in cells)}</tr>"


def cell_text(value: object) -> str:
    """Format a value for a cell of a table."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def arrow_schema(types: Mapping[str, Any]) -> pa.Schema:
    """Build an Arrow schema from the names and types of columns."""
    schema: pa.Schema = need("pyarrow").schema(dict(types))
    return schema


def record_batch(schema: pa.Schema, columns: Columns) -> pa.RecordBatch:
    """Build an Arrow record batch from columns."""
    arrow = need("pyarrow")
    arrays = [arrow.array(columns[name], schema.field(name).type) for name in schema.names]
    batch: pa.RecordBatch = arrow.record_batch(arrays, schema=schema)
    return batch


def need(library: str) -> Any:
    """Import a library from the optional dependencies ``frames``.

    Raises
    ------
    MissingExtraError
        If the library is not installed.
    """
    try:
        # Arrow imports pandas when it is first used, and takes any exception meanwhile, such as
        # that of Ctrl-C, for a missing pandas. Therefore pandas is imported here.
        with postponed(), suppress(ImportError):
            import_module("pandas")
        return import_module(library)
    except ImportError as error:
        raise MissingExtraError(
            f"{library} is not installed: install it with pip install 'pegsolitaire[frames]'"
        ) from error


Document = dict[str, Any]

#: The keys of a solution on its own; then of a solution, a problem and a position in a result.
LINE = "jumps moves move_count=moves|len"
SOLUTION = "jumps=solution.jumps moves=solution.moves move_count=solution.moves|len"
PROBLEM = "board=problem.board.name start=problem.start_text finish=problem.finish_text"
POSITION_WORDS = "position=text() code"
POSITION = "position=position.text() code=position.code"

_SHORT = 160  # the longest `repr` that rebuilds its object; a longer one becomes a summary
_SHOWN = 8  # the most entries of a list that are shown


# -- the keys of a class --------------------------------------------------------------------------


class _Key(NamedTuple):
    """A key of a JSON object, with the path to its value and the form of the value."""

    name: str
    path: tuple[str, ...]
    form: str


_declared: dict[type, tuple[str, Mapping[str, str]]] = {}


def declare(cls: type, keys: str, **descriptions: str) -> None:
    """Define the JSON keys of a class that is not a `Result`, and describe them."""
    _declared[cls] = keys, descriptions


@cache
def _keys(words: str) -> tuple[_Key, ...]:
    found = []
    for word in words.split():
        name, _, path = word.partition("=")
        path, _, form = (path or name).partition("|")
        found.append(_Key(name.partition("|")[0], tuple(path.split(".")), form))
    return tuple(found)


@cache
def _keys_of(cls: Any) -> tuple[_Key, ...] | None:
    """Return the JSON keys of a class; None if its objects become strings or numbers."""
    if cls in _declared:
        return _keys(_declared[cls][0])
    words = getattr(cls, "json_keys", None)
    if words == "" and is_dataclass(cls):
        words = " ".join(field.name for field in fields(cls))
    return None if words is None else _keys(words)


# -- JSON -----------------------------------------------------------------------------------------


def to_json(value: object, keys: str | None = None) -> Any:
    """Convert a result, or a list or mapping of results, to objects that `json.dumps` accepts.

    Parameters
    ----------
    value : object
        A result, or any part of one.
    keys : str, optional
        The keys to use for the object, or for each object of a list, instead of the keys of its
        class. If the object is None, all keys are null.

    Examples
    --------
    >>> import pegsolitaire as ps
    >>> problem = ps.Problem("triangle5", "a1")
    >>> to_json(problem)
    {'board': 'triangle5', 'start': 'a1', 'finish': 'a1'}
    >>> to_json({(0, 0): problem.board.vacancy("a1")})
    {'a1': 'code:32766'}
    >>> to_json(ps.solve(problem), "solvable move_count=solution.moves|len")
    {'solvable': True, 'move_count': 10}
    """
    if keys is not None and isinstance(value, list | tuple):
        return [to_json(one, keys) for one in value]
    kind: Any = type(value)
    chosen = _keys_of(kind) if keys is None else _keys(keys)
    if chosen is not None:
        return {key.name: _written(_reach(value, key.path), key.form) for key in chosen}
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return float(value)
    if isinstance(value, Mapping):
        return {_name(key): to_json(one) for key, one in value.items()}
    if hasattr(value, "tolist"):  # a numpy object, recognised without importing numpy
        return value.tolist()
    if hasattr(value, "json_text"):
        return value.json_text
    return [to_json(one) for one in value] if isinstance(value, Collection) else str(value)


def _reach(value: object, path: Iterable[str]) -> Any:
    for name in path:
        if value is None:
            return None
        if isinstance(value, list) or type(value) is tuple:
            value = [_attribute(one, name) for one in value]
        else:
            value = _attribute(value, name)
    return value


def _attribute(value: object, name: str) -> Any:
    return getattr(value, name[:-2])() if name.endswith("()") else getattr(value, name)


def _written(value: Any, form: str) -> Any:
    if value is None and form in ("hole", "text", "len"):
        return None
    if "," in form and value is not None:
        first, second = form.split(",")
        return [{first: to_json(key), second: to_json(one)} for key, one in value.items()]
    return to_json(_FORMS[form](value)) if form in _FORMS else to_json(value)


def _name(key: object) -> str:
    """Convert a key of a mapping to a string, which is the name if the key is a hole."""
    return _hole(key) if isinstance(key, tuple) else str(to_json(key))


def _hole(value: Any) -> Any:
    """Return the name of a hole, or the names of several holes."""
    from pegsolitaire.board.notation import hole_name

    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], int):
        return hole_name(value)
    return [_hole(one) for one in value]


#: The forms of a value: the name of a hole; a string, for lines of moves and for large numbers
#: (JavaScript's integers end at 2**53); the length of a collection; a list, which is empty for
#: None; a fraction, or null if the number is not rational; a negated boolean; whether the value is
#: known (not None); a solution as jumps and moves, or null if there is none; a string split at its
#: commas.
_FORMS: Mapping[str, Callable[[Any], Any]] = {
    "hole": _hole,
    "text": str,
    "len": len,
    "list": lambda value: [] if value is None else value,
    "fraction": lambda value: str(value) if isinstance(value, Rational) else None,
    "not": lambda value: not value,
    "known": lambda value: value is not None,
    "solution": lambda value: to_json(value, LINE),
    "split": lambda value: value.split(", "),
}


# -- for people -----------------------------------------------------------------------------------


class Result:
    """Base class of results, which can be printed, shown in a notebook and converted to JSON.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Games(Result):
    ...     won: int
    ...     share: float
    ...     json_keys = "solutions=won share"
    >>> games = Games(6816, 0.012)
    >>> print(games)
    solutions: 6,816
    share: 0.012
    >>> games
    Games(won=6816, share=0.012)
    >>> games.to_json()
    {'solutions': 6816, 'share': 0.012}
    >>> games._repr_html_().count("<tr>")
    3
    """

    #: The keys of the JSON, as described in the module; by default, the fields of the dataclass.
    json_keys: ClassVar[str] = ""

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
    more = f" and {len(words) - _SHOWN:,} more" if len(words) > _SHOWN else ""
    return (", ".join(words[:_SHOWN]) or "none") + more


# -- the description of the API -------------------------------------------------------------------

#: The options of all models. Models reject unknown keys, and each model is built when it is first
#: used, because building all of them takes a second.
MODEL: Any = {"extra": "forbid", "defer_build": True}


@cache
def model_of(
    cls: type,
    keys: str | None = None,
    name: str = "",
    about: str = "",
    *,
    nullable: bool = False,
    **more: Any,
) -> Any:
    """Build a pydantic model of the JSON of a class, for the server.

    Parameters
    ----------
    cls : type
        A result class, or one passed to :func:`declare`.
    keys : str, optional
        The keys, as in :func:`to_json`.
    name : str, optional
        The name of the model in the description of the API.
    about : str, optional
        The description of the model in the API, instead of the first paragraph of the docstring.
    nullable : bool, optional
        Whether the object may be None; then all its keys are null.
    **more
        Additional keys, or other types for existing keys, as for `pydantic.create_model`.
    """
    from pydantic import Field, create_model

    chosen = _keys_of(cls) if keys is None else _keys(keys)
    assert chosen is not None, f"{cls.__name__} has no keys"
    found: dict[str, Any] = {}
    for key in chosen:
        text = _description(cls, key)
        hint = _json_hint(_hint(cls, key.path), key.form)
        hint = hint | None if nullable else hint
        found[key.name] = hint, Field(description=text) if text else ...
    doc = cleandoc(cls.__doc__ or "").partition("\n\n")[0].replace("None", "null")
    doc = about or (f"{doc} Null if unknown." if nullable else doc)
    return create_model(name or cls.__name__, __config__=MODEL, __doc__=doc, **found | more)


def _description(cls: type, key: _Key) -> str | None:
    """Return the description of a key, from `declare` or from a docstring."""
    _, said = _declared.get(cls, ("", {}))
    if key.name in said or len(key.path) > 1 or key.form == "len":
        return said.get(key.name)
    attribute = getattr(cls, key.path[0], None)
    if isinstance(attribute, property | cached_property):
        doc = (attribute.__doc__ or "").partition("\n\n")[0]
    else:
        doc = _attributes(cls).get(key.path[0], "")
    text = " ".join(doc.split()).removesuffix(".").replace("None", "null")
    return text[:1].lower() + text[1:] or None


@cache
def _attributes(cls: type) -> dict[str, str]:
    """Parse the ``Attributes`` section of a docstring, and skip entries with several names."""
    _, _, section = cleandoc(cls.__doc__ or "").partition("Attributes\n----------\n")
    section = section.partition("\n\n")[0]
    return dict(re.findall(r"^(\w+)(?: : .*)?\n((?: +.*\n?)+)", section, re.MULTILINE))


def _hint(cls: Any, path: tuple[str, ...]) -> Any:
    """Return the type of the value at the end of a path of attributes."""
    if cls is NoneType:
        return NoneType
    first, *rest = path
    if get_origin(cls) in (Union, UnionType):
        return Union[tuple(_hint(one, path) for one in get_args(cls))]  # noqa: UP007
    if get_origin(cls) is tuple:
        return list[_hint(get_args(cls)[0], path)]  # type: ignore[misc]
    attribute = getattr(cls, first.removesuffix("()"), None)
    if first.endswith("()"):
        hint = get_type_hints(attribute)["return"]
    elif isinstance(attribute, property):
        hint = get_type_hints(attribute.fget)["return"]
    elif isinstance(attribute, cached_property):
        hint = get_type_hints(attribute.func)["return"]
    else:
        hint = get_type_hints(cls)[first]
    if get_origin(hint) is ClassVar:
        hint = get_args(hint)[0]
    return _hint(hint, tuple(rest)) if rest else hint


def _json_hint(hint: Any, form: str = "") -> Any:
    """Return the type of the values that :func:`to_json` produces for a type."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        if form in ("list", "solution"):
            return _json_hint(parts[0], form)
        return Union[tuple(_json_hint(one, form) for one in parts)]  # noqa: UP007
    if hint is NoneType or hint is None:
        return None
    if form == "text" or (form == "hole" and hint == tuple[int, int]):
        return str
    if form == "len":
        return int
    if form == "split":
        return list[str]
    if form == "solution":
        return model_of(hint, LINE, "SolutionDocument", nullable=True)
    if "," in form:
        return list[_row_model(form, *map(_json_hint, parts))]  # type: ignore[misc]
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return dict[str, _json_hint(parts[1])]  # type: ignore[misc]
    if origin in (tuple, list):
        return list[_json_hint(parts[0], form)]  # type: ignore[misc]
    if origin is Literal or hint in (bool, int, float, str):
        return hint
    return str if _keys_of(hint) is None else model_of(hint)


@cache
def _row_model(form: str, first: Any, second: Any) -> Any:
    """Build the model of a row of a mapping."""
    from pydantic import create_model

    names = form.split(",")
    found: dict[str, Any] = {names[0]: (first, ...), names[1]: (second, ...)}
    return create_model("".join(map(str.title, names)), __config__=MODEL, **found)
