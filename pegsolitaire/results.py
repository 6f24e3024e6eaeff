"""How a result shows itself: as JSON, as text, in a notebook, and in the description of the API.

A result class says in one line what its JSON is, ``json_keys``: names of attributes with blanks
between, in their order; without it, its dataclass fields. A word may say more::

    pegs                an attribute, by its own name
    games=total         another name for it
    board=problem.board.name
                        what is reached through others; null where one of them is None; of a
                        tuple the attribute of each
    interval=interval() what a method gives
    solutions|text      written otherwise: see `_FORMS`
    jumps|jump,winning  a mapping as rows with these two keys

Classes whose files know nothing of this are told of with :func:`declare`. What is no result is a
number or a text: jumps and moves as they are written, positions by their codes, holes (with
``|hole``, and where they are keys) by their names, boards by theirs, fractions as floats.

The server asks :func:`model_of` for a model of a class: its types follow from the annotations, its
descriptions from the docstrings of the class (``Attributes``) and of its properties. Only there
pydantic is imported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
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

from pegsolitaire.arguments import Helpful
from pegsolitaire.errors import MissingExtraError

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa


# --
# Results that are tables: shown in a notebook, and handed on to Arrow, pandas and Polars.
#
# An object says once what its columns are. What shows or converts them is here, so that all of
# them can do the same. Arrow, pandas and Polars come with the extra ``frames``, and are imported
# when they are asked for.


#: Columns by their names: arrays, or lists of values; all as long.
Columns = Mapping[str, Any]

_MOST = 60  # rows that are shown


class Framed(Helpful):
    """What can be had as a table: its columns come in batches, the types of all are alike.

    Examples
    --------
    >>> import pegsolitaire as ps
    >>> wins = ps.WinningSets.build(ps.Problem.complement(ps.Board("triangle5"), "a1"))
    >>> table = wins.to_arrow()
    >>> table.column_names, table.num_rows == len(wins)
    (['pegs', 'code'], True)
    """

    #: Arrow's names for the types of the columns.
    column_types: ClassVar[Mapping[str, str]]

    def batches(self) -> Iterator[Columns]:
        """The columns in batches of rows."""
        raise NotImplementedError

    def to_arrow(self) -> pa.Table:
        """All rows as an Arrow table, which DuckDB reads as it is.

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
        """All rows as a pandas frame.

        Raises
        ------
        MissingExtraError
            If pandas is not installed.
        """
        need("pandas")
        frame: pd.DataFrame = self.to_arrow().to_pandas()
        return frame

    def to_polars(self) -> pl.DataFrame:
        """All rows as a Polars frame.

        Raises
        ------
        MissingExtraError
            If Polars is not installed.
        """
        polars = need("polars")
        frame: pl.DataFrame = polars.from_arrow(self.to_arrow())
        return frame


class Tabled(Framed):
    """A table of few rows, which notebooks show.

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
        """The values of each row, in the order of the columns."""
        raise NotImplementedError

    @property
    def table_title(self) -> str:
        """The subject of the table."""
        return ""

    def batches(self) -> Iterator[Columns]:
        """All rows at once."""
        rows = list(self.table_rows())
        names = list(self.column_types)
        yield {name: [row[i] for row in rows] for i, name in enumerate(names)}

    def _repr_html_(self) -> str:
        return html_table(list(self.column_types), self.table_rows(), self.table_title)


def html_table(
    headers: Sequence[str], rows: Iterable[Sequence[object]], title: str = "", most: int = _MOST
) -> str:
    """A table as HTML, without a style of its own: notebooks and pages have theirs.

    Parameters
    ----------
    headers : sequence of str
        The heads of the columns.
    rows : iterable of sequences
        Their values; None leaves a cell empty.
    title : str, optional
        What is written above.
    most : int, optional
        Rows to show; a last row counts the rest.

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
    """A value as the cell of a table shows it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def arrow_schema(types: Mapping[str, Any]) -> pa.Schema:
    """The columns of a table for Arrow, with their types or the names of these."""
    schema: pa.Schema = need("pyarrow").schema(dict(types))
    return schema


def record_batch(schema: pa.Schema, columns: Columns) -> pa.RecordBatch:
    """Some rows for Arrow."""
    arrow = need("pyarrow")
    arrays = [arrow.array(columns[name], schema.field(name).type) for name in schema.names]
    batch: pa.RecordBatch = arrow.record_batch(arrays, schema=schema)
    return batch


def need(library: str) -> Any:
    """A library of the extra ``frames``, imported.

    Raises
    ------
    MissingExtraError
        If it is not installed.
    """
    try:
        return import_module(library)
    except ImportError as error:
        raise MissingExtraError(
            f"{library} is not installed: install it with pip install 'pegsolitaire[frames]'"
        ) from error


Document = dict[str, Any]

#: The keys of a solution by itself; of a solution, a problem, a position among those of a result.
LINE = "jumps moves move_count=moves|len"
SOLUTION = "jumps=solution.jumps moves=solution.moves move_count=solution.moves|len"
PROBLEM = "board=problem.board.name start=problem.start_text finish=problem.finish_text"
POSITION_WORDS = "position=text() code"
POSITION = "position=position.text() code=position.code"

_SHORT = 160  # characters of a `repr` that rebuilds its object; others are summed up
_SHOWN = 8  # entries of a list that are written out


# -- what is declared -----------------------------------------------------------------------------


class _Key(NamedTuple):
    """A key of an object: where its value is, and how that is written."""

    name: str
    path: tuple[str, ...]
    form: str


_declared: dict[type, tuple[str, Mapping[str, str]]] = {}


def declare(cls: type, keys: str, **descriptions: str) -> None:
    """Say what the JSON of a class is which is no `Result`, and what there is to say of keys."""
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
    """The keys of a class; None of what is written as a text or a number."""
    if cls in _declared:
        return _keys(_declared[cls][0])
    words = getattr(cls, "json_keys", None)
    if words == "" and is_dataclass(cls):
        words = " ".join(field.name for field in fields(cls))
    return None if words is None else _keys(words)


# -- JSON -----------------------------------------------------------------------------------------


def to_json(value: object, keys: str | None = None) -> Any:
    """What `json.dumps` takes for any result, or list or mapping of some.

    Parameters
    ----------
    value : object
        A result, or whatever else is part of one.
    keys : str, optional
        The keys to take of an object, or of each in a list, in place of those of its class; of
        None they are null.

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
    if hasattr(value, "tolist"):  # of numpy, which need not be there
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
    if "," in form and value is not None:
        first, second = form.split(",")
        return [{first: to_json(key), second: to_json(one)} for key, one in value.items()]
    return to_json(_FORMS[form](value)) if form in _FORMS else to_json(value)


def _name(key: object) -> str:
    """A key of a mapping: holes have names."""
    return _hole(key) if isinstance(key, tuple) else str(to_json(key))


def _hole(value: Any) -> Any:
    """The name of a hole, or the names of some."""
    from pegsolitaire.board.notation import hole_name

    if value is None:
        return None
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], int):
        return hole_name(value)
    return [_hole(one) for one in value]


def _text(value: Any) -> Any:
    return None if value is None else str(value)


def _length(value: Any) -> Any:
    return None if value is None else len(value)


#: How a value is written: a hole by its name; large numbers (JavaScript's end at 2**53) and lines
#: of moves as texts; a collection by its size; none as an empty list; a number as a fraction, if
#: it is one; a truth turned around; whether there is anything; a solution as jumps and moves, null
#: where there is none; a text with commas as a list.
_FORMS: Mapping[str, Callable[[Any], Any]] = {
    "hole": _hole,
    "text": _text,
    "len": _length,
    "list": lambda value: [] if value is None else value,
    "fraction": lambda value: str(value) if isinstance(value, Rational) else None,
    "not": lambda value: not value,
    "known": lambda value: value is not None,
    "solution": lambda value: to_json(value, LINE),
    "split": lambda value: value.split(", "),
}


# -- for people -----------------------------------------------------------------------------------


class Result:
    """A result: what derives from it can be printed, shown in a notebook and written as JSON.

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

    #: What its JSON is, as the module says; empty: its fields.
    json_keys: ClassVar[str] = ""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "__repr__" not in vars(cls):  # before a dataclass makes one, which writes all out
            setattr(cls, "__repr__", cls.__repr__)  # noqa: B010

    def to_json(self) -> Document:
        """What `json.dumps` takes."""
        document: Document = to_json(self)
        return document

    def __repr__(self) -> str:
        """An expression that rebuilds it, if short; otherwise a one-line description."""
        if is_dataclass(self):
            parts = (f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if f.repr)
            text = f"{type(self).__qualname__}({', '.join(parts)})"
            if len(text) <= _SHORT:
                return text
        return f"<{type(self).__qualname__} {'; '.join(str(self).splitlines())[:_SHORT]}>"

    def __str__(self) -> str:
        return "\n".join(f"{name}: {value}" for name, value in self._lines())

    def _lines(self) -> list[tuple[str, str]]:
        return [(key.replace("_", " "), _words(one)) for key, one in self.to_json().items()]

    def _repr_svg_(self) -> str | None:
        """Its solution, if any."""
        solution = getattr(self, "solution", None)
        drawn: str | None = None if solution is None else solution._repr_svg_()
        return drawn

    def _repr_html_(self) -> str | None:
        """Its rows, where it has some; or else all it says. None where it is drawn."""
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
    """A value of a document for people."""
    if value is None:
        return "not known"
    if isinstance(value, dict):
        return _listed([f"{key} {_words(one)}" for key, one in value.items()])
    if isinstance(value, list):
        is_plain = not any(isinstance(one, list | dict) for one in value)
        return _listed(list(map(_words, value))) if is_plain else f"{len(value):,} of them"
    return cell_text(value)


def _listed(words: list[str]) -> str:
    more = f" and {len(words) - _SHOWN:,} more" if len(words) > _SHOWN else ""
    return (", ".join(words[:_SHOWN]) or "none") + more


# -- the description of the API -------------------------------------------------------------------

#: How models are: no other keys, and built for a first answer, as all of them take a second.
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
    """A pydantic model of the JSON of a class, for the server.

    Parameters
    ----------
    cls : type
        A result class, or one that was declared.
    keys : str, optional
        As :func:`to_json` has them.
    name : str, optional
        What to call it in the description of the API.
    about : str, optional
        What to say of it there, in place of the first sentences of its docstring.
    nullable : bool, optional
        Whether it is of None too: all its keys may be null.
    **more
        Other keys after these, or other types for some, as `pydantic.create_model` takes them.
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
    doc = about or (f"{doc} Null where none is known." if nullable else doc)
    return create_model(name or cls.__name__, __config__=MODEL, __doc__=doc, **found | more)


def _description(cls: type, key: _Key) -> str | None:
    """The description of a key."""
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
    """What the section ``Attributes`` of a docstring says of each that stands alone there."""
    _, _, section = cleandoc(cls.__doc__ or "").partition("Attributes\n----------\n")
    section = section.partition("\n\n")[0]
    return dict(re.findall(r"^(\w+)(?: : .*)?\n((?: +.*\n?)+)", section, re.MULTILINE))


def _hint(cls: Any, path: tuple[str, ...]) -> Any:
    """The type of what is reached through attributes."""
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
    """The type of what :func:`to_json` makes of something of a type."""
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
    """A row of a mapping."""
    from pydantic import create_model

    names = form.split(",")
    found: dict[str, Any] = {names[0]: (first, ...), names[1]: (second, ...)}
    return create_model("".join(map(str.title, names)), __config__=MODEL, **found)
