"""Rows and figures chosen by name; what is finished of a run is kept if it is interrupted."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from datetime import date
from difflib import get_close_matches
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple, get_args

from pegsolitaire.errors import ProblemError
from pegsolitaire.files import home, written_aside
from pegsolitaire.papers.compare import Result
from pegsolitaire.papers.rows import Cost, Figure, Row, all_figures
from pegsolitaire.sets.envelope import checksum

_COSTS: tuple[str, ...] = get_args(Cost)
_SINGULAR = {"tables": "table", "figures": "figure", "formulas": "formula"}


class Chosen(NamedTuple):
    """Rows that were asked for: those to run, and those left out because they take longer."""

    rows: list[Row]
    left_out: list[Row]


def choose(
    rows: Sequence[Row],
    names: Iterable[str] = (),
    most: Cost = "whole",
) -> Chosen:
    """The rows of some names, as far as they are not too costly.

    Parameters
    ----------
    rows : sequence of Row
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
    """
    names = list(names)
    found: dict[str, Row] = {}
    for name in names:
        found |= {row.name: row for row in _within(name, _named(rows, name), most)}
    asked = [row for row in rows if row.name in found] if names else list(rows)
    in_full = {name.lower() for name in names}
    is_run = {row.name: _allowed(row, most) or row.name in in_full for row in asked}
    return Chosen(
        [row for row in asked if is_run[row.name]], [row for row in asked if not is_run[row.name]]
    )


def _allowed(row: Row, most: Cost) -> bool:
    return _COSTS.index(row.cost) <= _COSTS.index(most)


def _named(rows: Sequence[Row], name: str) -> list[Row]:
    """The rows that a name means: it ends where a part of theirs ends, or else within a word."""
    key = name.lower()
    found = (
        [row for row in rows if row.name == key or row.name.startswith(f"{key}-")]
        or [row for row in rows if _begins(row.name, key) or fnmatchcase(row.name, key)]
        or _in_paper(rows, name)
    )
    if found:
        return found
    figures = (figure.name for figure in all_figures())
    if figure := next((one for one in figures if _words(one) == _words(name)), None):
        raise ProblemError(
            f"{name!r} is only a figure, with no numbers to compare: "
            f"`pegs reproduce --figures DIR --only {figure}` "
            "draws it"
        )
    near = get_close_matches(key, [row.name for row in rows], n=3, cutoff=0.4)
    words = f"The nearest are {', '.join(near)}; " if near else ""
    raise ProblemError(f"unknown row {name!r}. {words}`pegs reproduce --list` lists them all")


def _begins(name: str, key: str) -> bool:
    """Whether a name begins so, and not with a longer number: figure-1 is not figure-12."""
    follows = name[len(key) : len(key) + 1]
    return name.startswith(key) and not (key[-1:].isdigit() and follows.isdigit())


def _in_paper(rows: Sequence[Row], name: str) -> list[Row]:
    """The rows whose source names this place, if that is in one paper."""
    words = _words(name)
    found = [row for row in rows if words and _is_place(words, _words(row.source))]
    papers: dict[str, list[str]] = {}
    for row in found:
        papers.setdefault(row.name.partition("-")[0], []).append(row.name)
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


def _within(name: str, rows: list[Row], most: Cost) -> list[Row]:
    """The rows of a name, some of which are to be run."""
    if not any(row.name == name.lower() or _allowed(row, most) for row in rows):
        least = min(rows, key=lambda row: _COSTS.index(row.cost))
        remedy = "leave out --quick" if least.cost == "whole" else "add --large"
        raise ProblemError(
            f"the rows of {name!r} take longer than that, such as {least.name}: {remedy}, or name "
            "a row in full"
        )
    return rows


def choose_figures(names: Iterable[str] = (), most: str = "whole") -> list[Figure]:
    """The figures of some names, or all of them.

    Parameters
    ----------
    names : iterable of str, optional
        Names, beginnings of names, or patterns with ``*``.
    most : str, optional
        ``quick`` leaves out those that take long, unless they are named in full.

    Raises
    ------
    ProblemError
        If a name is not known.

    Examples
    --------
    >>> [figure.name for figure in choose_figures(["gramigna-figure-1"])][:1]
    ['gramigna-figure-1']
    """
    # "Notes, figure 2" is notes-figure-2.
    names = ["-".join(re.findall(r"[a-z0-9*.]+", name.lower())) for name in names]
    known = all_figures()
    chosen = set() if names else {one.name for one in known}
    for name in names:
        exact = {one.name for one in known if one.name == name}
        found = exact or {
            one.name for one in known if one.name.startswith(name) or fnmatchcase(one.name, name)
        }
        if not found:
            near = get_close_matches(name, [one.name for one in known], n=3, cutoff=0.4)
            words = f"the nearest are {', '.join(near)}; " if near else ""
            raise ProblemError(
                f"there is no figure {name!r}: {words}`pegs reproduce --figures DIR --list` has "
                "them all"
            )
        chosen |= found
    return [
        one
        for one in known
        if one.name in chosen and (most != "quick" or not one.is_long or one.name in names)
    ]


class Kept:
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

    def _read(self) -> dict[str, dict[str, Any]]:
        try:
            document = json.loads(self.path.read_text(encoding="utf-8"))
            said = document.pop("sha256")
            if document["version"] != self.version or said != checksum(document):
                return {}
            return {
                name: {
                    "computed": row["computed"],
                    "seconds": float(row["seconds"]),
                    "day": date.fromisoformat(row["day"]).isoformat(),
                }
                for name, row in document["rows"].items()
            }
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return {}

    def result(self, row: Row) -> Result | None:
        """The result of a row that was finished."""
        found = self._rows.get(row.name)
        if found is None:
            return None
        return Result(row, found["computed"], found["seconds"], day=found["day"])

    def results(self, rows: Iterable[Row]) -> tuple[list[Result], list[Row]]:
        """The results of the rows that were finished, and the rows that were not."""
        found = [(row, self.result(row)) for row in rows]
        left_out = [row for row, result in found if result is None]
        return [result for _, result in found if result is not None], left_out

    def add(self, result: Result) -> None:
        """Keep a result; one that could not be computed is tried again."""
        if not result.error:
            self._rows[result.row.name] = {
                "computed": result.computed,
                "seconds": result.seconds,
                "day": result.day or date.today().isoformat(),
            }
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
            document = {"version": self.version, "rows": self._rows}
            text = json.dumps(document | {"sha256": checksum(document)})
            with written_aside(self.path) as aside:
                aside.write_text(text, encoding="utf-8")
        except OSError:  # a store that cannot be written to: the rows themselves are as they are
            self.lasts = False
