"""What commands print, and how they end."""

from __future__ import annotations

import json
import sys
from time import monotonic
from typing import Any

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)

from pegsolitaire.progress import Progress as SilentProgress

#: Exit codes: the answer is no, wrong usage or bad input, undecided within the budget.
NO, WRONG, UNDECIDED, INTERRUPTED = 1, 2, 3, 130

# Words of the user are printed too: what looks like markup in them is none.
out = Console(soft_wrap=True, highlight=False, markup=False, emoji=False)
err = Console(stderr=True, soft_wrap=True, highlight=False)


def counted(number: int, thing: str) -> str:
    """A number of things, in words: 1 peg, 2 pegs."""
    return f"{number} {thing}{'s' * (number != 1)}"


def draws_unicode() -> bool:
    """Whether what we print to can show more than ASCII."""
    return out.encoding.startswith("utf")


def print_json(document: dict[str, Any]) -> None:
    """One JSON document on standard output, and nothing else there."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # integers are JSON integers however long
    try:
        text = json.dumps(document)
    finally:
        sys.set_int_max_str_digits(limit)
    out.file.write(f"{text}\n")


def end(code: int) -> None:
    """End the command with an exit code."""
    if code:
        raise typer.Exit(code)


class Bar(SilentProgress):
    """A progress bar on standard error: for more than a second's work, on a terminal."""

    def __init__(self) -> None:
        self._started = monotonic()
        self._live: Progress | None = None
        self._task: TaskID | None = None
        self._what = ""
        self._total: int | None = None

    def __enter__(self) -> Bar:
        from pegsolitaire.engine.machine import kernels_are_compiled

        if err.is_terminal and not kernels_are_compiled():
            err.print("[dim]compiling the kernels: a few seconds, the first time only[/dim]")
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def stage(self, what: str, total: int | None = None) -> None:
        """A new stage begins."""
        self._what, self._total = what, total
        if self._live is not None and self._task is not None:
            self._live.reset(self._task, description=what, total=total, note="")

    def update(self, done: int, note: str = "") -> None:
        """Show the bar, once the work has taken a second."""
        if not err.is_terminal or monotonic() - self._started < 1:
            return
        if self._live is None:
            self._live = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                TextColumn("[dim]{task.fields[note]}"),
                console=err,
                transient=True,
            )
            self._task = self._live.add_task(self._what, total=self._total, note=note)
            self._live.start()
        if self._task is not None:
            self._live.update(self._task, completed=done, note=note)
