"""Rows and figures chosen by name; an interrupted run keeps its finished rows."""

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

from pegsolitaire.errors import ProblemError
from pegsolitaire.files import home, written_aside
from pegsolitaire.papers.rows import Cost, Figure, Row, RowResult, all_figures, paper_of
from pegsolitaire.sets.columns import checksum

_COSTS: tuple[str, ...] = get_args(Cost)
_SINGULAR = {"tables": "table", "figures": "figure", "formulas": "formula"}

AnyEntry = TypeVar("AnyEntry", Row, Figure)


class Chosen(NamedTuple, Generic[AnyEntry]):
    """The requested rows or figures: those to run, and those that take longer."""

    entries: list[AnyEntry]
    left_out: list[AnyEntry]


def choose(
    entries: Sequence[AnyEntry], names: Iterable[str] = (), most: Cost = "whole"
) -> Chosen[AnyEntry]:
    """The rows or figures of some names, as far as they are not too costly.

    Parameters
    ----------
    entries : sequence of Row or of Figure
        What there is.
    names : iterable of str, optional
        The name of a row, which is run whatever it costs; the beginning of names; a pattern with
        ``*``; or a place in a paper, such as ``Notes, Table 4``. Without any, all rows.
    most : {'quick', 'whole', 'large'}
        The most that a row may cost.

    Raises
    ------
    ProblemError
        If a name is unknown, stands in several papers, or names rows that are too costly alone.

    Examples
    --------
    >>> [figure.name for figure in choose(all_figures(), ["gramigna-figure-1"]).entries]
    ['gramigna-figure-1']
    """
    found = {name: _named(entries, name) for name in names}
    in_full = {name.lower() for name in found}
    asked = {one.name for some in found.values() for one in some}
    is_run = {
        one.name: one.name in in_full or _COSTS.index(one.cost) <= _COSTS.index(most)
        for one in entries
        if not found or one.name in asked
    }
    for name, some in found.items():
        if isinstance(some[0], Row) and not any(is_run[one.name] for one in some):
            least = min(some, key=lambda one: _COSTS.index(one.cost))
            remedy = "leave out --quick" if least.cost == "whole" else "add --large"
            raise ProblemError(
                f"the rows of {name!r} take longer than the chosen rows, such as {least.name}: "
                f"{remedy}, or give the full name of a row"
            )
    return Chosen(
        [one for one in entries if is_run.get(one.name) is True],
        [one for one in entries if is_run.get(one.name) is False],
    )


def _named(entries: Sequence[AnyEntry], name: str) -> list[AnyEntry]:
    """Those that a name means: it ends where a part of theirs ends, or else within a word."""
    key = name.lower()
    found = (
        [one for one in entries if one.name == key or one.name.startswith(f"{key}-")]
        or [one for one in entries if _begins(one.name, key) or fnmatchcase(one.name, key)]
        or [one for one in entries if _words(one.name) == _words(name)]
        or _in_paper(entries, name)
    )
    if found:
        return found
    is_figure = any(isinstance(one, Figure) for one in entries)
    figures = () if is_figure else all_figures()
    if figure := next((one for one in figures if _words(one.name) == _words(name)), None):
        raise ProblemError(
            f"{name!r} is only a figure, with no numbers to compare: "
            f"`pegs reproduce --figures DIR --only {figure.name}` draws it"
        )
    near = get_close_matches(key, [one.name for one in entries], n=3, cutoff=0.4)
    words = f"The nearest are {', '.join(near)}; " if near else ""
    what, options = ("figure", " --figures DIR") if is_figure else ("row", "")
    raise ProblemError(
        f"unknown {what} {name!r}. {words}`pegs reproduce{options} --list` lists them all"
    )


def _begins(name: str, key: str) -> bool:
    """Whether a name begins so, and not with a longer number: figure-1 is not figure-12."""
    follows = name[len(key) : len(key) + 1]
    return name.startswith(key) and not (key[-1:].isdigit() and follows.isdigit())


def _in_paper(entries: Sequence[AnyEntry], name: str) -> list[AnyEntry]:
    """Those whose source names this place, if that is in one paper."""
    words = _words(name)
    found = [one for one in entries if words and _is_place(words, _words(one.source))]
    papers: dict[str, list[str]] = {}
    for one in found:
        papers.setdefault(paper_of(one), []).append(one.name)
    if len(papers) > 1:
        beginning = _words(name).replace(" ", "-")
        places = (_joined(names, f"{paper}-{beginning}") for paper, names in papers.items())
        raise ProblemError(f"{name!r} is in {len(papers)} papers; choose one: {'; '.join(places)}")
    return found


def _is_place(words: str, source: str) -> bool:
    """Whether a source has these words together, perhaps behind the paper that it begins with."""
    paper, _, place = words.partition(" ")
    within = f" {source} "
    return f" {words} " in within or (
        bool(place) and source.startswith(f"{paper} ") and f" {place} " in within
    )


def _words(text: str) -> str:
    words = re.findall(r"[a-z0-9.]+", text.lower())
    return " ".join(_SINGULAR.get(word, word) for word in words)


def _joined(names: Sequence[str], beginning: str) -> str:
    """Names in words, with this beginning in place of all that begin with it."""
    return ", ".join(dict.fromkeys(beginning if _begins(n, beginning) else n for n in names))


class _Finished(msgspec.Struct, forbid_unknown_fields=True):
    """A row that was finished, as the file has it."""

    computed: Any
    seconds: float
    day: date


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """The files of an interrupted run."""

    version: str
    rows: dict[str, _Finished]
    sha256: str


class KeptResults:
    """What interrupted runs had finished: a file in the user's data folder.

    What is damaged, or was computed by another version, is not taken.

    Parameters
    ----------
    version : str
        Of the program.
    path : Path, optional
        Where it lies; by default ``reproduce.json`` in the store.

    Attributes
    ----------
    lasts : bool
        Whether all could be written so far: False where the store cannot be written to.
    """

    def __init__(self, version: str, path: Path | None = None) -> None:
        self.path = path or home() / "reproduce.json"
        self.lasts = True
        self.version = version
        self._rows = self._read()

    def _read(self) -> dict[str, _Finished]:
        try:
            document = json.loads(self.path.read_text(encoding="utf-8"))
            found = msgspec.convert(document, _File)
            del document["sha256"]
        except (OSError, ValueError, RecursionError):
            return {}
        is_whole = found.version == self.version and found.sha256 == checksum(document)
        return found.rows if is_whole else {}

    def result(self, row: Row) -> RowResult | None:
        """The result of a row that was finished."""
        found = self._rows.get(row.name)
        if found is None:
            return None
        return RowResult(row, found.computed, found.seconds, day=found.day.isoformat())

    def results(self, rows: Iterable[Row]) -> tuple[list[RowResult], list[Row]]:
        """The results of the rows that were finished, and the rows that were not."""
        found = [(row, self.result(row)) for row in rows]
        left_out = [row for row, result in found if result is None]
        return [result for _, result in found if result is not None], left_out

    def add(self, result: RowResult) -> None:
        """Keep a result; one that could not be computed is tried again."""
        if not result.error:
            day = date.fromisoformat(result.day) if result.day else date.today()
            self._rows[result.row.name] = _Finished(result.computed, result.seconds, day)
            self._write()

    def forget(self, rows: Iterable[Row]) -> None:
        """Nothing is to go on from with these rows; what other runs have left stays."""
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
        except OSError:  # a store that cannot be written to: the rows themselves are as they are
            self.lasts = False
