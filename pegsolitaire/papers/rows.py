"""The rows and figures of the papers, as described in data files.

``data/PAPER.toml`` has a TOML table for each row and each figure. It contains the place in the
paper, a title, the printed value, and a command that shows the same value. A function in the
module of the paper computes the row or draws the figure. The decorators :func:`row` and
:func:`figure` assign the function to the TOML table, and all other keys of the table become its
keyword arguments. If the function has a parameter ``work``, it also receives a :class:`Work`. A
table with the key ``cases`` defines several rows. Each case adds keys to the table or replaces
them, and names in braces in a text stand for the arguments::

    [rows.gramigna-table-1]
    name = "gramigna-table-1-{hole}"
    title = "French from {hole}: wins of 100 million games; expected"
    board = "french"
    cases = [{ hole = "c1", published = 13 }, { hole = "d2", published = 3 }]

``between`` selects the part of a printed table whose keys lie between two numbers. ``ours``
contains only the cells that differ from ``published``, each under its key or index. A missing
value is written as "nothing", because TOML has no null. A figure that has only the key ``boards``
needs no function, because ``parts`` draws it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from importlib import import_module, resources
from inspect import signature
from math import inf, sqrt
from time import perf_counter
from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta, structs

from pegsolitaire.data.toml_files import Entry, Number, Text, parse, read_entry
from pegsolitaire.errors import NotationError, PegSolitaireError, within
from pegsolitaire.work import Work

Cost = Literal["quick", "whole", "large"]
Right = Literal["ours", "both", "open"]

#: The papers, by the prefix of the names of their rows.
PAPERS = {
    "notes": "G. I. Bell, Notes on solving and playing peg solitaire on a computer (2014)",
    "triangular": "G. I. Bell, Solving triangular peg solitaire (2008)",
    "puzzles": "G. I. Bell, Designing peg solitaire puzzles (2017)",
    "page33": "G. I. Bell, English 33-hole board example (2007 to 2014)",
    "gramigna": "A. D. Gramigna, Peg solitaire: a study on board difficulty (2018)",
    "new": "What the five papers do not have",
}

#: Stands for a cell that is missing in one of the two values.
MISSING = "nothing"


class _PaperEntry(Entry, kw_only=True):
    """The fields that rows and figures have in common.

    Attributes
    ----------
    name : str
        The name of the entry, such as ``notes-table-2``.
    source : str
        The paper and the place in the paper, such as ``Notes, Table 2``.
    cost : {'quick', 'whole', 'large'}
        How long the entry takes: seconds (``quick``), minutes (``whole``), or hours or a lot of
        memory or disk space (``large``).
    """

    name: Text
    source: Text
    cost: Annotated[Cost, Meta(description="'quick', 'whole' or 'large'", examples=["whole"])] = (
        "quick"
    )


class Row(_PaperEntry, kw_only=True):
    """A table or other result from a paper.

    Attributes
    ----------
    title : str
        A short description.
    published : object
        The value printed in the paper.
    command : str
        A command that shows the same value, or most of it.
    compute : callable
        The function that computes the value. Its argument is the work, through which it reports
        progress.
    ours : object, optional
        The value that we compute, if it differs. None stands for parts that are not reproduced.
    why : str, optional
        How the two values differ, and how we found out which is right.
    right : {'ours', 'both', 'open'}, optional
        The value that is right if the two differ: ``ours``; ``both``, if they count different
        things; ``open``, if undecided.
    games : int, optional
        The number of games simulated for published numbers of wins. Our values are exact, and a
        published number agrees if it lies within four standard deviations.
    replayed : str, optional
        The stored moves or known results that the value is taken from, if it is not computed from
        the rules.
    """

    title: Text
    published: Any
    command: Text
    compute: Callable[[Work], Any]
    ours: Any = None
    why: Annotated[str, Meta(examples=["..."])] = ""
    right: Annotated[
        Right | None, Meta(description="'ours', 'both' or 'open'", examples=["ours"])
    ] = None
    games: Annotated[
        Number | None, Meta(description="a number of games", examples=[100_000_000])
    ] = None
    replayed: Annotated[str, Meta(examples=["..."])] = ""


class Figure(_PaperEntry, kw_only=True):
    """A figure in a paper, which is saved in a file of the same name.

    Attributes
    ----------
    caption : str
        A description of the figure.
    draw : callable
        The function that draws the figure as SVG. Its argument is the work, through which it
        reports progress.
    differs : str, optional
        The difference from the paper, and the reason for it.
    """

    caption: Text
    draw: Callable[[Work], str]
    differs: Annotated[str, Meta(examples=["..."])] = ""


# -- functions ------------------------------------------------------------------------------------

_Function = TypeVar("_Function", bound=Callable[..., object])
_FUNCTIONS: dict[tuple[str, str], Callable[..., Any]] = {}


def row(*names: str) -> Callable[[_Function], _Function]:
    """Declare that a function computes the rows with the given names in the data."""
    return _registered("rows", names)


def figure(*names: str) -> Callable[[_Function], _Function]:
    """Declare that a function draws the figures with the given names in the data."""
    return _registered("figures", names)


def _registered(section: str, names: tuple[str, ...]) -> Callable[[_Function], _Function]:
    def register(function: _Function) -> _Function:
        _FUNCTIONS.update(dict.fromkeys([(section, name) for name in names], function))
        return function

    return register


def _bound(section: str, key: str, arguments: dict[str, Any]) -> Callable[[Work], Any]:
    """Bind all arguments of an entry's function except its work."""
    function = _FUNCTIONS.get((section, key))
    if function is None and "boards" in arguments:
        function = _FUNCTIONS[section, "boards"]
    if function is None:
        raise NotationError(f"no function computes this entry: name it in @{section.rstrip('s')}")
    parameters = signature(function)
    is_long = "work" in parameters.parameters

    def compute(work: Work) -> Any:
        return function(**arguments, **({"work": work} if is_long else {}))

    try:
        parameters.bind(**arguments, **({"work": Work()} if is_long else {}))
    except TypeError as error:
        raise NotationError(f"{error}: see {function.__module__}.{function.__name__}") from None
    return compute


# -- rows and figures -----------------------------------------------------------------------------


@lru_cache(maxsize=1)
def paper_rows() -> tuple[Row, ...]:
    """Return the rows of the five papers."""
    papers = (paper for paper in PAPERS if paper != "new")
    return tuple(row for paper in papers for row in _entries(paper, "rows", Row, "compute"))


@lru_cache(maxsize=1)
def new_rows() -> tuple[Row, ...]:
    """Return the rows with results that are not in the papers."""
    return tuple(_entries("new", "rows", Row, "compute"))


def all_rows() -> tuple[Row, ...]:
    """Return the rows of the papers and the rows with new results."""
    return paper_rows() + new_rows()


@lru_cache(maxsize=1)
def all_figures() -> tuple[Figure, ...]:
    """Return the figures of the five papers, in the order of their numbers.

    Examples
    --------
    >>> [figure.source for figure in all_figures()][:2]
    ['Notes, figure 1', 'Notes, figure 2']
    """
    return tuple(
        figure for paper in PAPERS for figure in _entries(paper, "figures", Figure, "draw")
    )


def paper_of(entry: _PaperEntry) -> str:
    """Return the prefix of an entry's name, which identifies the paper.

    Examples
    --------
    >>> paper_of(new_rows()[0])
    'new'
    """
    return entry.name.partition("-")[0]


def printed(name: str, *arguments: str) -> Any:
    """Return the printed value of a row, or the values of all its cases by argument.

    Examples
    --------
    >>> printed("notes-table-4")["3"], printed("gramigna-table-1", "hole")
    ([14, 67, 84], {'c1': 13, 'd2': 3, 'd3': 8})
    """
    table = entry(name)
    if not arguments:
        return _value(table["published"])
    cases = [table | case for case in table["cases"]]
    keys = [tuple(case[argument] for argument in arguments) for case in cases]
    return {
        key if len(key) > 1 else key[0]: _value(case["published"])
        for key, case in zip(keys, cases, strict=True)
    }


def entry(name: str, section: str = "rows") -> dict[str, Any]:
    """Return the data that defines a row or a figure."""
    return _data(name.partition("-")[0])[section][name]


@lru_cache
def _data(paper: str) -> dict[str, dict[str, dict[str, Any]]]:
    path = resources.files("pegsolitaire.papers") / "data" / f"{paper}.toml"
    return parse(path.read_text(encoding="utf-8"))


_Kind = TypeVar("_Kind", Row, Figure)


def _entries(paper: str, section: str, kind: type[_Kind], call: str) -> Iterator[_Kind]:
    """Yield the entries of a section, each with its function, in the order of the file."""
    for module in PAPERS:  # the function of a row may be in the module of another paper
        import_module(f"pegsolitaire.papers.{module}")
    fields = [field.name for field in structs.fields(kind)]
    for key, table in _data(paper).get(section, {}).items():
        shared = {"name": key} | table
        for case in shared.pop("cases", [{}]):
            whole = shared | case
            between = whole.pop("between", None)
            arguments = {name: value for name, value in whole.items() if name not in fields}
            given = {name: value for name, value in whole.items() if name in fields}
            with within(f"data/{paper}.toml: {section}.{key}"):
                function = _bound(section, key, arguments)
                text = _filled(given, arguments, between)
                entry = read_entry(kind, text | {call: function})
            yield entry


def _filled(
    given: dict[str, Any], arguments: dict[str, Any], between: list[int] | None
) -> dict[str, Any]:
    """Insert the arguments into the texts of an entry, and prepare its values for comparison."""
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
            filled["ours"] = _changed(value, _value(filled["ours"]))
    return filled


def _value(value: Any) -> Any:
    """Replace "nothing" in a value by None."""
    if isinstance(value, dict):
        return {key: _value(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_value(one) for one in value]
    return None if value == MISSING else value


def _changed(value: Any, cells: Any) -> Any:
    """Return a value in which the given cells are replaced."""
    if not isinstance(cells, dict):
        return cells
    if isinstance(value, list):
        return [_changed(one, cells.get(str(i), one)) for i, one in enumerate(value)]
    if not isinstance(value, dict):
        return cells
    return value | {key: _changed(value.get(key), one) for key, one in cells.items()}


# --
# Compare printed and computed values cell by cell. A row that was run has a result.
#
# A value may consist of numbers, texts, lists and tables. It is compared in its JSON form, so that
# the results of earlier runs compare in the same way.


Status = Literal["equal", "agrees", "differs", "not reproduced", "MISMATCH", "not computed"]

#: The most standard deviations between an exact number and a simulated number that agrees.
_MAX_STANDARD_DEVIATIONS = 4


def deviations(wins: float, expected: float, games: int) -> float:
    """Return how many standard deviations the simulated wins are from the expected number.

    Examples
    --------
    >>> deviations(614, 614.0, 10**8), round(deviations(5_875, 6_739.7, 10**8), 1)
    (0.0, 10.5)
    """
    deviation = sqrt(max(expected * (1 - expected / games), 0))
    distance = abs(wins - expected)
    return distance / deviation if deviation else (inf if distance else 0.0)


def plain(value: object) -> object:
    """Convert a value to lists, and to dictionaries with strings as keys, as in JSON.

    Examples
    --------
    >>> plain({(7, "A"): (1, 2), 3: {"b", "a"}})
    {'7 A': [1, 2], '3': ['a', 'b']}
    """
    if isinstance(value, Mapping):
        return {
            " ".join(map(str, key)) if isinstance(key, tuple) else str(key): plain(one)
            for key, one in value.items()
        }
    if isinstance(value, set | frozenset):
        return [plain(one) for one in sorted(value)]
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return value


@dataclass(frozen=True)
class Difference:
    """A cell in which the published and the computed value differ.

    For a simulated number, ``deviations`` is its distance from the exact number in standard
    deviations.
    """

    place: str
    published: object
    computed: object
    deviations: float | None = None


def differences(published: object, computed: object, place: str = "") -> list[Difference]:
    """Return the cells in which two values differ.

    Examples
    --------
    >>> [found] = differences({"3": [1, 2]}, {"3": [1, 5]})
    >>> found.place, found.published, found.computed
    ('3 1', 2, 5)
    """
    cells: list[tuple[str, object, object]]
    if isinstance(published, dict) and isinstance(computed, dict):
        keys = dict.fromkeys([*published, *computed])
        cells = [(key, published.get(key, MISSING), computed.get(key, MISSING)) for key in keys]
    elif (
        isinstance(published, list)
        and isinstance(computed, list)
        and len(published) == len(computed)
    ):
        cells = [(str(i), *pair) for i, pair in enumerate(zip(published, computed, strict=True))]
    else:
        return [] if published == computed else [Difference(place, published, computed)]
    return [
        found
        for key, one, other in cells
        for found in differences(one, other, f"{place} {key}".strip())
    ]


@dataclass(frozen=True)
class RowResult:
    """The result of running a row.

    Attributes
    ----------
    row : Row
    computed : object
        The computed value in JSON form; None if it could not be computed.
    seconds : float
        The duration of the computation.
    error : str
        The reason why the row could not be computed.
    day : str
        The day on which an earlier run computed the row, such as 2026-11-26; empty if this run
        computed it.
    """

    row: Row
    computed: object
    seconds: float
    error: str = ""
    day: str = ""

    @cached_property
    def differences(self) -> list[Difference]:
        """The cells in which the published and the computed value differ."""
        if self.error:
            return []
        found = differences(plain(self.row.published), self.computed)
        return (
            [self._measured(difference, self.row.games) for difference in found]
            if self.row.games
            else found
        )

    def _measured(self, difference: Difference, games: int) -> Difference:
        wins, expected = difference.published, difference.computed
        if not isinstance(wins, int | float) or not isinstance(expected, int | float):
            return difference
        return replace(difference, deviations=deviations(wins, expected, games))

    @property
    def status(self) -> Status:
        """The result of comparing the computed value with the published value.

        The values may be equal, or agree within a tolerance. If they differ, the row must explain
        which value is right and why. If we have no value of our own, the row is not reproduced.
        Anything else is an error, because the values differ without an explanation or the row
        could not be computed.
        """
        if self.error:
            return "not computed"
        if not self.differences:
            return "equal"
        distances = [difference.deviations for difference in self.differences]
        if all(
            distance is not None and distance <= _MAX_STANDARD_DEVIATIONS for distance in distances
        ):
            return "agrees"
        if not self.row.why or self.computed != plain(self.row.ours):
            return "MISMATCH"
        is_missing = any(difference.computed in (None, MISSING) for difference in self.differences)
        return "not reproduced" if is_missing else "differs"

    @property
    def is_right(self) -> bool:
        """Whether the result is neither a mismatch nor an error."""
        return self.status not in ("MISMATCH", "not computed")


def run_row(row: Row, *, work: Work | None = None) -> RowResult:
    """Compute a row.

    Parameters
    ----------
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Examples
    --------
    >>> from pegsolitaire.papers import all_rows
    >>> row = next(row for row in all_rows() if row.name == "notes-figure-11")
    >>> found = run_row(row)
    >>> found.computed, found.status
    (14, 'equal')
    """
    work = Work.of(work)
    started = perf_counter()
    computed: object = None
    error = ""
    try:
        computed = plain(row.compute(work))
    except (PegSolitaireError, MemoryError) as why:
        error = str(why) or "not enough memory"
    return RowResult(row, computed, round(perf_counter() - started, 2), error)
