"""Rows chosen and run, one after the other; what is finished is kept if it is interrupted."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase
from pathlib import Path
from time import perf_counter
from typing import Any, get_args

from pegsolitaire.errors import PegSolitaireError, ProblemError
from pegsolitaire.files import home, written_aside
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.reproduce.row import Cost, Result, Row, plain

_COSTS: tuple[str, ...] = get_args(Cost)


def run_row(row: Row, progress: Progress = SILENT) -> Result:
    """Compute a row.

    Examples
    --------
    >>> from pegsolitaire.reproduce import all_rows
    >>> row = next(row for row in all_rows() if row.name == "notes-figure-11")
    >>> found = run_row(row)
    >>> found.computed, found.equal
    (14, True)
    """
    started = perf_counter()
    computed: object = None
    error = ""
    try:
        computed = plain(row.compute(progress))
    except (PegSolitaireError, MemoryError) as why:
        error = str(why) or "not enough memory"
    return Result(row, computed, round(perf_counter() - started, 2), error)


def choose(rows: Sequence[Row], names: Iterable[str] = (), most: Cost = "whole") -> list[Row]:
    """The rows to run: those of some names, as far as they are not too costly.

    Parameters
    ----------
    rows : sequence of Row
        What there is.
    names : iterable of str, optional
        The name of a row, which is run whatever it costs; the beginning of names; or a pattern
        with ``*``. Without any, all rows.
    most : {'quick', 'whole', 'large'}
        The most that a row may cost.

    Raises
    ------
    ProblemError
        If a name is not known, or names rows that are too costly alone.
    """
    names = list(names)
    chosen: dict[str, Row] = {}
    for name in names:
        found = [row for row in rows if row.name == name]
        if not found:
            found = _within(name, _like(rows, name), most)
        chosen |= {row.name: row for row in found}
    if not names:
        chosen = {row.name: row for row in rows if _allowed(row, most)}
    return [row for row in rows if row.name in chosen]


def _allowed(row: Row, most: Cost) -> bool:
    return _COSTS.index(row.cost) <= _COSTS.index(most)


def _like(rows: Sequence[Row], name: str) -> list[Row]:
    found = [
        row for row in rows if row.name.startswith(name.lower()) or fnmatchcase(row.name, name)
    ]
    if not found:
        near = get_close_matches(name.lower(), [row.name for row in rows], n=3, cutoff=0.4)
        words = f"the nearest are {', '.join(near)}; " if near else ""
        raise ProblemError(
            f"there is no row {name!r}: {words}`pegs reproduce --list` has them all"
        )
    return found


def _within(name: str, rows: list[Row], most: Cost) -> list[Row]:
    found = [row for row in rows if _allowed(row, most)]
    if not found:
        least = min(rows, key=lambda row: _COSTS.index(row.cost))
        remedy = "leave --quick out" if least.cost == "whole" else "say --large"
        raise ProblemError(
            f"the rows of {name!r} take longer than that, such as {least.name}: {remedy}, or give "
            "a row by its whole name"
        )
    return found


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
            if document["version"] != self.version:
                return {}
            return {
                name: {"computed": row["computed"], "seconds": float(row["seconds"])}
                for name, row in document["rows"].items()
            }
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return {}

    def result(self, row: Row) -> Result | None:
        """The result of a row that was finished."""
        found = self._rows.get(row.name)
        if found is None:
            return None
        return Result(row, found["computed"], found["seconds"], kept=True)

    def add(self, result: Result) -> None:
        """Keep a result; one that could not be computed is tried again."""
        if not result.error:
            found = {"computed": result.computed, "seconds": result.seconds}
            self._rows[result.row.name] = found
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
            text = json.dumps({"version": self.version, "rows": self._rows})
            with written_aside(self.path) as aside:
                aside.write_text(text, encoding="utf-8")
        except OSError:  # a store that cannot be written to: the rows themselves are as they are
            self.lasts = False
