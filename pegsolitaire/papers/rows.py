"""Rows and figures of the papers: their texts and printed values are data, joined to functions.

``data/PAPER.toml`` has a table for each row and each figure: the place in the paper, what it is,
what is printed there, the command that shows the same. A function of the module of that paper
computes or draws it, and says so with :func:`row` or :func:`figure`. Whatever else stands in the
table is handed to the function by name. A table with ``cases`` is several rows: each case adds to
the table or replaces parts of it, and names in braces in a text stand for its arguments::

    [rows.gramigna-table-1]
    name = "gramigna-table-1-{hole}"
    title = "French from {hole}: wins of 100 million games; expected"
    board = "french"
    cases = [{ hole = "c1", published = 13 }, { hole = "d2", published = 3 }]

``between`` keeps the part of a printed table whose keys lie between two numbers. ``ours`` has the
cells alone that differ from ``published``, each at its key or number. A cell without a value is
"nothing", as TOML has no word for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache, partial
from importlib import import_module, resources
from inspect import signature
from typing import Any, Literal, TypeVar

import msgspec

from pegsolitaire.data.store import parse
from pegsolitaire.errors import StoreDamagedError
from pegsolitaire.progress import SILENT, Progress

Cost = Literal["quick", "whole", "large"]
Right = Literal["ours", "both", "open"]

#: Each paper by the beginning of the names of its rows.
PAPERS = {
    "notes": "G. I. Bell, Notes on solving and playing peg solitaire on a computer (2014)",
    "triangular": "G. I. Bell, Solving triangular peg solitaire (2008)",
    "puzzles": "G. I. Bell, Designing peg solitaire puzzles (2017)",
    "page33": "G. I. Bell, English 33-hole board example (2007 to 2014)",
    "gramigna": "A. D. Gramigna, Peg solitaire: a study on board difficulty (2018)",
    "new": "What the five papers do not have",
}

#: A cell that the other side does not have.
MISSING = "nothing"


@dataclass(frozen=True, kw_only=True)
class RowText:
    """What the data says of a row: a table, or another result, of a paper.

    Attributes
    ----------
    name : str
        What to call it, such as ``notes-table-2``.
    source : str
        The paper and the place, such as ``Notes, Table 2``.
    title : str
        What it is, in some words.
    published : object
        What is printed there.
    command : str
        The command that shows the same, or the most of it.
    cost : {'quick', 'whole', 'large'}
        Seconds; minutes; or hours, much memory or much disk.
    ours : object, optional
        What is computed here where that is something else: None in place of what is not
        reproduced.
    why : str, optional
        How the two differ, and how it was decided.
    right : {'ours', 'both', 'open'}, optional
        Whose value is right where they differ: ours; both, of different things; or it is open.
    games : int, optional
        How many games were simulated for the published numbers of wins. Ours are exact, and a
        published one agrees within four standard deviations.
    replayed : str, optional
        The stored entries that the value rests on, where moves are replayed or knowledge is looked
        up rather than computed from the rules.
    """

    name: str
    source: str
    title: str
    published: Any
    command: str
    cost: Cost = "quick"
    ours: Any = None
    why: str = ""
    right: Right | None = None
    games: int | None = None
    replayed: str = ""


@dataclass(frozen=True, kw_only=True)
class Row(RowText):
    """A row with the function that computes it; that is handed an object to tell its progress."""

    compute: Callable[[Progress], object]


@dataclass(frozen=True, kw_only=True)
class FigureText:
    """What the data says of a figure of a paper.

    Attributes
    ----------
    name : str
        What to call it, such as ``notes-figure-3``; also the name of its file.
    source : str
        The paper and the place, such as ``Notes, figure 3``.
    caption : str
        What it shows.
    differs : str, optional
        What is not as in the paper, and why.
    is_long : bool, optional
        Whether it takes more than some seconds.
    """

    name: str
    source: str
    caption: str
    differs: str = ""
    is_long: bool = False


@dataclass(frozen=True, kw_only=True)
class Figure(FigureText):
    """A figure with the function that draws it as SVG."""

    draw: Callable[[Progress], str]


# -- functions ------------------------------------------------------------------------------------

_Function = TypeVar("_Function", bound=Callable[..., object])
_FUNCTIONS: dict[tuple[str, str], Callable[..., Any]] = {}


def row(*names: str) -> Callable[[_Function], _Function]:
    """Let a function compute the rows of these tables of the data."""
    return _registered("rows", names)


def figure(*names: str) -> Callable[[_Function], _Function]:
    """Let a function draw the figures of these tables of the data."""
    return _registered("figures", names)


def _registered(kind: str, names: tuple[str, ...]) -> Callable[[_Function], _Function]:
    def register(function: _Function) -> _Function:
        _FUNCTIONS.update(dict.fromkeys([(kind, name) for name in names], function))
        return function

    return register


# -- rows and figures -----------------------------------------------------------------------------


@lru_cache(maxsize=1)
def paper_rows() -> tuple[Row, ...]:
    """The rows of the five papers."""
    return tuple(row for paper in PAPERS if paper != "new" for row in _rows(paper))


@lru_cache(maxsize=1)
def new_rows() -> tuple[Row, ...]:
    """The rows that the papers lack."""
    return tuple(_rows("new"))


def all_rows() -> tuple[Row, ...]:
    """Both."""
    return paper_rows() + new_rows()


@lru_cache(maxsize=1)
def all_figures() -> tuple[Figure, ...]:
    """The figures of the five papers, in the order of their numbers.

    Examples
    --------
    >>> [figure.source for figure in all_figures()][:2]
    ['Notes, figure 1', 'Notes, figure 2']
    """
    return tuple(
        Figure(**vars(text), draw=draw)
        for paper in PAPERS
        for text, draw in _joined("figures", paper, FigureText)
    )


def paper_of(row: RowText | FigureText) -> str:
    """The beginning of its name, which says the paper.

    Examples
    --------
    >>> paper_of(new_rows()[0])
    'new'
    """
    return row.name.partition("-")[0]


def printed(name: str) -> Any:
    """What is printed in the row of this name, or in all rows whose names begin with it.

    Examples
    --------
    >>> printed("notes-table-4")["3"], printed("gramigna-table-1")
    ([14, 67, 84], {'c1': 13, 'd2': 3, 'd3': 8})
    """
    table = entry(name)
    if "cases" not in table:
        return _value(table["published"])
    beginning = f"{name}-"
    return {
        row.name.removeprefix(beginning): row.published
        for row in all_rows()
        if row.name.startswith(beginning)
    }


def entry(name: str) -> dict[str, Any]:
    """The table of the data that a row is made of."""
    return _data(name.partition("-")[0])["rows"][name]


def _rows(paper: str) -> Iterator[Row]:
    for text, compute in _joined("rows", paper, RowText):
        yield Row(**vars(text), compute=compute)


@lru_cache
def _data(paper: str) -> dict[str, dict[str, dict[str, Any]]]:
    path = resources.files("pegsolitaire.papers") / "data" / f"{paper}.toml"
    return parse(path.read_text(encoding="utf-8"))


_Text = TypeVar("_Text", RowText, FigureText)


def _joined(
    kind: str, paper: str, text: type[_Text]
) -> Iterator[tuple[_Text, Callable[[Progress], Any]]]:
    """The texts of a kind, each with its function, in the order of the file."""
    import_module(f"pegsolitaire.papers.{paper}")
    names = {field.name for field in fields(text)}
    for key, table in _data(paper).get(kind, {}).items():
        shared = {name: value for name, value in table.items() if name != "cases"}
        for case in table.get("cases", [{}]):
            entry = {"name": key} | shared | case
            between = entry.pop("between", None)
            given = {name: value for name, value in entry.items() if name in names}
            arguments = {name: value for name, value in entry.items() if name not in names}
            try:
                function = _FUNCTIONS[kind, key]
                signature(function).bind(SILENT, **arguments)
                checked = msgspec.convert(_filled(given, arguments, between), text)
            except (KeyError, TypeError, ValueError) as error:
                raise StoreDamagedError(
                    f"data/{paper}.toml: {kind}.{key}: {error}; install pegsolitaire again"
                ) from error
            yield checked, partial(function, **arguments)


def _filled(
    given: Mapping[str, Any], arguments: Mapping[str, Any], between: list[int] | None
) -> dict[str, Any]:
    """The fields of an entry with the arguments in their texts, and values as they compare."""
    words = {name: value for name, value in arguments.items() if isinstance(value, str | int)}
    filled = {
        name: value.format_map(words) if isinstance(value, str) and "{" in value else value
        for name, value in given.items()
    }
    filled["name"] = re.sub("[:+]", "-", filled["name"]).lower()
    if "published" in filled:
        value = _value(filled["published"])
        if between is not None:
            least, most = between
            value = {key: one for key, one in value.items() if least <= int(key) <= most}
        filled["published"] = value
    if "ours" in filled:
        filled["ours"] = _changed(filled["published"], _value(filled["ours"]))
    return filled


def _value(value: Any) -> Any:
    """A value of the data, with None where it says that there is nothing."""
    if isinstance(value, dict):
        return {key: _value(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_value(one) for one in value]
    return None if value == MISSING else value


def _changed(value: Any, cells: Any) -> Any:
    """A value with other cells: a table of them says where they are."""
    if not isinstance(cells, dict):
        return cells
    if isinstance(value, list):
        return [_changed(one, cells.get(str(i), one)) for i, one in enumerate(value)]
    if not isinstance(value, dict):
        return cells
    return value | {key: _changed(value.get(key), one) for key, one in cells.items()}
