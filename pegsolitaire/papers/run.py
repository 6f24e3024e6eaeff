"""Select rows and figures by name, and save finished rows so that a run can resume."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from datetime import date
from difflib import get_close_matches
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar, get_args

import msgspec

from pegsolitaire.errors import ProblemError, quoted
from pegsolitaire.files import home, written_aside
from pegsolitaire.papers.rows import Cost, Figure, Row, RowResult, all_figures, paper_of
from pegsolitaire.sets.npz_files import checksum

_COSTS: tuple[str, ...] = get_args(Cost)
_SINGULAR = {"tables": "table", "figures": "figure", "formulas": "formula"}

AnyEntry = TypeVar("AnyEntry", Row, Figure)


class Chosen(NamedTuple, Generic[AnyEntry]):
    """The requested rows or figures, divided into those to run and those that take too long."""

    entries: list[AnyEntry]
    left_out: list[AnyEntry]


def choose(
    entries: Sequence[AnyEntry], names: Iterable[str] = (), most: Cost = "whole"
) -> Chosen[AnyEntry]:
    """Select rows or figures by name, and set aside the entries that take too long.

    Parameters
    ----------
    entries : sequence of Row or of Figure
        The entries to choose from.
    names : iterable of str, optional
        The full name of a row, a prefix of names, a pattern with ``*``, or a place in a paper,
        such as ``Notes, Table 4``. A row selected by its full name is run whatever its cost. By
        default, all entries are selected.
    most : {'quick', 'whole', 'large'}
        The highest cost of a row.

    Raises
    ------
    ProblemError
        If a name is unknown, occurs in several papers, or matches only rows that take too long.

    Examples
    --------
    >>> [figure.name for figure in choose(all_figures(), ["gramigna-figure-1"]).entries]
    ['gramigna-figure-1']
    """
    chosen = {name: _named(entries, name) for name in names}
    in_full = {name.lower() for name in chosen}
    asked = {row.name for some in chosen.values() for row in some}
    is_run = {
        entry.name: entry.name in in_full or _COSTS.index(entry.cost) <= _COSTS.index(most)
        for entry in entries
        if not chosen or entry.name in asked
    }
    for name, some in chosen.items():
        if isinstance(some[0], Row) and not any(is_run[row.name] for row in some):
            least = min(some, key=lambda row: _COSTS.index(row.cost))
            remedy = "leave out --quick" if least.cost == "whole" else "add --large"
            raise ProblemError(
                f"the rows of {quoted(name)} take longer than the chosen rows, such as "
                f"{least.name}: {remedy}, or give the full name of a row"
            )
    return Chosen(
        [entry for entry in entries if is_run.get(entry.name) is True],
        [entry for entry in entries if is_run.get(entry.name) is False],
    )


def _named(entries: Sequence[AnyEntry], name: str) -> list[AnyEntry]:
    """Find the entries that match a name.

    Matches of whole parts of a name come first.
    """
    key = name.lower().strip()
    named = key and (
        [entry for entry in entries if entry.name == key or entry.name.startswith(f"{key}-")]
        or [entry for entry in entries if _begins(entry.name, key) or fnmatchcase(entry.name, key)]
        or [entry for entry in entries if _words(entry.name) == _words(name)]
        or _in_paper(entries, name)
    )
    if named:
        return named
    is_figure = any(isinstance(entry, Figure) for entry in entries)
    figures = () if is_figure else all_figures()
    if figure := next((figure for figure in figures if _words(figure.name) == _words(name)), None):
        raise ProblemError(
            f"{quoted(name)} is only a figure, with no numbers to compare: "
            f"`pegs reproduce --figures DIR --only {figure.name}` draws it"
        )
    near = get_close_matches(key, [entry.name for entry in entries], n=3, cutoff=0.4)
    words = f"The nearest are {', '.join(near)}; " if near else ""
    what, options = ("figure", " --figures DIR") if is_figure else ("row", "")
    raise ProblemError(
        f"unknown {what} {quoted(name)}. {words}`pegs reproduce{options} --list` lists them all"
    )


def _begins(name: str, key: str) -> bool:
    """Return whether a name begins with a key, but do not match figure-12 with figure-1."""
    follows = name[len(key) : len(key) + 1]
    return name.startswith(key) and not (key[-1:].isdigit() and follows.isdigit())


def _in_paper(entries: Sequence[AnyEntry], name: str) -> list[AnyEntry]:
    """Return the entries for a place, which must not occur in several papers."""
    words = _words(name)
    matching = [entry for entry in entries if words and _is_place(words, _words(entry.source))]
    papers: dict[str, list[str]] = {}
    for row in matching:
        papers.setdefault(paper_of(row), []).append(row.name)
    if len(papers) > 1:
        beginning = _words(name).replace(" ", "-")
        places = (_joined(names, f"{paper}-{beginning}") for paper, names in papers.items())
        raise ProblemError(
            f"{quoted(name)} is in {len(papers)} papers; choose one: {'; '.join(places)}"
        )
    return matching


def _is_place(words: str, source: str) -> bool:
    """Return whether a source contains the given words consecutively.

    The name of the paper may be omitted.
    """
    paper, _, place = words.partition(" ")
    within = f" {source} "
    return f" {words} " in within or (
        bool(place) and source.startswith(f"{paper} ") and f" {place} " in within
    )


def _words(text: str) -> str:
    words = re.findall(r"[a-z0-9.]+", text.lower())
    return " ".join(_SINGULAR.get(word, word) for word in words)


def _joined(names: Sequence[str], beginning: str) -> str:
    """Join names into text, and write a shared prefix in place of all names that begin with it."""
    return ", ".join(dict.fromkeys(beginning if _begins(n, beginning) else n for n in names))


class _Finished(msgspec.Struct, forbid_unknown_fields=True):
    """A finished row of an interrupted run, as stored in the file."""

    computed: Any
    seconds: float
    day: date


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """The contents of the file of interrupted runs."""

    version: str
    rows: dict[str, _Finished]
    sha256: str


class KeptResults:
    """Stores the finished rows of interrupted runs in a file in the user's data folder.

    Entries that are damaged, or were computed by another version, are ignored.

    Parameters
    ----------
    version : str
        The version of the program.
    path : Path, optional
        The path of the file; by default ``reproduce.json`` in the store.

    Attributes
    ----------
    lasts : bool
        Whether all results could be written so far; False if the store is not writable.
    """

    def __init__(self, version: str, path: Path | None = None) -> None:
        self.path = path or home() / "reproduce.json"
        self.lasts = True
        self.version = version
        self._rows = self._read()

    def _read(self) -> dict[str, _Finished]:
        try:
            document = json.loads(self.path.read_text(encoding="utf-8"))
            file = msgspec.convert(document, _File)
            del document["sha256"]
        except (OSError, ValueError, RecursionError):
            return {}
        is_whole = file.version == self.version and file.sha256 == checksum(document)
        return file.rows if is_whole else {}

    def result(self, row: Row) -> RowResult | None:
        """Return the stored result of a row, or None if there is none."""
        finished = self._rows.get(row.name)
        if finished is None:
            return None
        return RowResult(row, finished.computed, finished.seconds, day=finished.day.isoformat())

    def results(self, rows: Iterable[Row]) -> tuple[list[RowResult], list[Row]]:
        """Return the results of the finished rows, followed by the unfinished rows."""
        pairs = [(row, self.result(row)) for row in rows]
        left_out = [row for row, result in pairs if result is None]
        return [result for _, result in pairs if result is not None], left_out

    def add(self, result: RowResult) -> None:
        """Store a result, unless the row could not be computed and must be tried again."""
        if not result.error:
            day = date.fromisoformat(result.day) if result.day else date.today()
            self._rows[result.row.name] = _Finished(result.computed, result.seconds, day)
            self._write()

    def forget(self, rows: Iterable[Row]) -> None:
        """Remove the results of the given rows, so that the next run recomputes them."""
        left = {row.name for row in rows} & self._rows.keys()
        for name in left:
            del self._rows[name]
        if left:
            self._write()

    def _write(self) -> None:
        try:
            if not self._rows:
                self.path.unlink(missing_ok=True)
                return
            document = {"version": self.version, "rows": msgspec.to_builtins(self._rows)}
            text = json.dumps(document | {"sha256": checksum(document)})
            with written_aside(self.path) as aside:
                aside.write_text(text, encoding="utf-8")
        except OSError:  # the store is not writable, but the results are unaffected
            self.lasts = False
