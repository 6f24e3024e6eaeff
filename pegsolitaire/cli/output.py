"""What commands print, and how they end."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from threading import RLock, Timer
from time import monotonic
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console
from rich.text import Text

from pegsolitaire import stopping
from pegsolitaire.board import Hole, hole_name, respelled
from pegsolitaire.budget import time_text
from pegsolitaire.progress import Progress as SilentProgress
from pegsolitaire.progress import kernels_are_compiled

if TYPE_CHECKING:
    from pathlib import Path

    from rich.progress import Progress, TaskID

    from pegsolitaire.draw.terminal import Verdicts
    from pegsolitaire.game import Position, Problem
    from pegsolitaire.sets.plans import Plan

#: Exit codes: the answer is no, wrong usage or bad input, undecided within the budget, Ctrl-C.
NO, WRONG, UNDECIDED, INTERRUPTED = 1, 2, 3, 130

#: What is printed for a solution without a jump.
SOLVED_ALREADY = "solved already: no jump is needed"

#: Seconds of work after which it is shown that it goes on.
PATIENCE = 2.0
_LONGEST = 600.0  # seconds between two lines that say so

#: What an interrupted command keeps, unless it says otherwise.
NOTHING_KEPT = "nothing is kept"
GOES_ON = "what is finished is kept, and the same command goes on from there"


class Output(Console):
    """Standard output, on which holes can be called by other names than letters and numbers."""

    spell: Callable[[Hole], str | None] | None = None
    #: What any hole is called, off the board too.
    named: Callable[[Hole], str] = staticmethod(hole_name)
    #: What is typed or read, with letters and numbers for coordinates that are counted otherwise.
    heard: Callable[[str], str] = staticmethod(str)

    #: What was guessed of pictures and games, each said once.
    guesses: list[str] | None = None

    @contextmanager
    def guessing(self) -> Iterator[None]:
        """Say what is guessed for a while, on standard error and in JSON."""
        self.guesses = []
        try:
            yield
        finally:
            self.guesses = None

    def guess(self, text: str) -> None:
        """Say what was guessed, once."""
        if self.guesses is not None and text not in self.guesses:
            self.guesses.append(text)
            err.print(self.called(text), style="dim", markup=False)

    def render_str(self, text: str, **how: Any) -> Text:
        """What Rich asks for every text that is printed, those in tables too."""
        return super().render_str(self.called(text), **how)

    def called(self, text: str) -> str:
        """A text with the names of holes that were asked for."""
        return text if self.spell is None else respelled(text, self.spell)

    @contextmanager
    def spelling(
        self,
        spell: Callable[[Hole], str | None],
        named: Callable[[Hole], str] = hole_name,
        heard: Callable[[str], str] = str,
    ) -> Iterator[None]:
        """Call holes by these names for a while."""
        self.spell, self.named, self.heard = spell, named, heard
        try:
            yield
        finally:
            self.spell, self.named, self.heard = None, hole_name, str


# Words of the user are printed too: what looks like markup in them is none.
out = Output(soft_wrap=True, highlight=False, markup=False, emoji=False)
err = Console(stderr=True, soft_wrap=True, highlight=False)


def counted(number: int, thing: str) -> str:
    """A number of things, in words: 1 peg, 2 pegs."""
    return f"{number:,} {thing}{'s' * (number != 1)}"


def titled(problem: Problem, letter: str | None) -> str:
    """A problem in words, with the type that was asked for, if one was."""
    return f"{problem}{f', type {letter.upper()}' if letter else ''}"


def draws_unicode() -> bool:
    """Whether what we print to can show more than ASCII."""
    return out.encoding.startswith("utf")


def picture(position: Position, verdicts: Verdicts | None = None) -> Text:
    """A position for this terminal, with the names of holes that were asked for."""
    from pegsolitaire.draw import position_text

    spell, names = out.spell, None
    if spell is not None:
        names = lambda hole: spell(hole) or ""  # noqa: E731
    return position_text(position, verdicts=verdicts, unicode=draws_unicode(), names=names)


def print_json(document: Mapping[str, object]) -> None:
    """One JSON document on standard output, and nothing else there."""
    if out.guesses:
        document = {**document, "read_as": "; ".join(out.guesses)}
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # integers are JSON integers however long
    try:
        text = json.dumps(document if out.spell is None else _called(document))
    finally:
        sys.set_int_max_str_digits(limit)
    out.file.write(f"{text}\n")


def _called(value: object) -> object:
    """A document with the names of holes that were asked for, in every text and every key."""
    if isinstance(value, str):
        return out.called(value)
    if isinstance(value, Mapping):
        return {_called(key): _called(one) for key, one in value.items()}
    return list(map(_called, value)) if isinstance(value, list | tuple) else value


def complain(message: str) -> None:
    """What is wrong, in one line on standard error."""
    line = " ".join(message.split())
    if len(line) > 1000:  # it quotes what was typed, and the remedy stands at the end
        line = f"{line[:300]} ... {line[-300:]}"
    sys.stderr.write(f"pegs: {line}\n")


def going_on(*unfinished: Path, whole: Path | None = None) -> Callable[[], str]:
    """What is kept of work that goes on from files; they are looked for when it is interrupted.

    Parameters
    ----------
    *unfinished : Path
        Where what is unfinished is kept.
    whole : Path, optional
        Where it is stored in the end: a command may do more with it.
    """

    def kept() -> str:
        if whole is not None and whole.exists():
            return "what is stored is kept, and the same command uses it"
        return GOES_ON if any(path.exists() for path in unfinished) else NOTHING_KEPT

    return kept


def as_text(kept: str | Callable[[], str]) -> str:
    """What is kept, in words."""
    return kept if isinstance(kept, str) else kept()


def end(code: int) -> None:
    """End the command with an exit code."""
    if code:
        raise typer.Exit(code)


def print_plan(plan: Plan, as_json: bool) -> None:
    """How much work there is, instead of doing it."""
    from pegsolitaire.theory import rounded

    if as_json:
        print_json(asdict(plan))
    else:
        out.print(f"{rounded(plan.positions)} positions to go through: {plan.text}")


class Bar(SilentProgress):
    """What is told on standard error while a command works.

    Work that is planned to take long is announced in a line. On a terminal there is a progress
    bar, for more than a second's work; elsewhere a line says how far it is, after some seconds and
    each time that twice as long has passed. An interruption gets a note of what is kept.

    Parameters
    ----------
    what : str, optional
        What is worked out.
    unlimited : bool, optional
        Whether it may go on for as long as it likes: then --time is recommended.
    kept : str or callable, optional
        What is kept when it is interrupted, and how to go on; or what says so then.
    instead : str, optional
        What can be done instead of work that is planned to take long.
    """

    def __init__(
        self,
        what: str = "",
        *,
        unlimited: bool = False,
        kept: str | Callable[[], str] = NOTHING_KEPT,
        instead: str = "",
    ) -> None:
        #: What is kept when it is interrupted, and how to go on; or what says so then.
        self.kept = kept
        self._title = what
        self._instead = f"; {instead}" if instead else ""
        self._hint = "how long it takes is not known, and --time N ends it" if unlimited else ""
        self._started = monotonic()
        self._waited = 0.0
        self._lock = RLock()  # the timer's thread draws too
        self._live: Progress | None = None
        self._task: TaskID | None = None
        self._what, self._note = what, ""
        self._total: int | None = None
        self._done = 0
        self._compiles = False
        self._timer: Timer | None = None

    def __enter__(self) -> Bar:
        self._compiles = not kernels_are_compiled()
        if err.is_terminal and self._compiles:
            err.print(
                "compiling the kernels first, this time only: some seconds, at most half a minute "
                "(pegs warm-up compiles all of them)",
                style="dim",
            )
        self._wait(PATIENCE)
        return self

    def __exit__(self, kind: object, error: BaseException | None, *_: object) -> None:
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if self._live is not None:
                self._live.stop()
        if isinstance(error, KeyboardInterrupt) and (note := as_text(self.kept)):
            error.add_note(note)

    def pause(self) -> None:
        """Remove the bar until there is something new to show, so that lines can be printed."""
        with self._lock:
            if self._live is not None:
                self._live.stop()
                self._live = None

    def announce_plan(self, plan: Plan) -> None:
        """Announce how much work there is, where that is long."""
        if plan.is_long:
            self.announce(f"{plan.text}: {self._title}{self._instead}")

    def announce(self, text: str) -> None:
        """Print a line."""
        with self._lock:
            err.print(text, style="dim", markup=False)

    def _wait(self, seconds: float) -> None:
        self._waited += seconds
        self._timer = Timer(seconds, self._still)
        self._timer.daemon = True
        self._timer.start()

    def _still(self) -> None:
        """Show that it goes on."""
        with self._lock:
            if self._timer is None or stopping.is_requested():
                return
            if err.is_terminal:
                if self._hint:
                    self.announce(self._hint)
                self._show()
                return
            note = f", {self._note}" if self._note else ""
            first = " (the kernels are compiled first, this time only)" if self._compiles else ""
            hint = f"; {self._hint}" if self._hint else ""
            steps = f" ({self._steps})" if self._total else ""
            what = f"{self._what or 'working'}{steps}{note}{first}{hint}"
            self.announce(f"still working after {time_text(self._waited)}: {what}")
            self._hint = ""
            self._wait(min(self._waited, _LONGEST))

    def stage(self, what: str, total: int | None = None) -> None:
        """A new stage begins."""
        with self._lock:
            self._what, self._total, self._done, self._note = what, total, 0, ""
            if self._live is not None and self._task is not None:
                self._live.reset(self._task, description=what, total=total, note="", steps="")

    def detail(self, note: str) -> None:
        """Show what goes on."""
        self.update(self._done, note)

    def update(self, done: int, note: str = "") -> None:
        """Show the bar, once the work has taken a second."""
        self._done, self._note = done, note
        if err.is_terminal and monotonic() - self._started >= 1:
            with self._lock:
                self._show()

    @property
    def _steps(self) -> str:
        """How many steps are done."""
        return f"{self._done} of {self._total}" if self._total else str(self._done or "")

    def _show(self) -> None:
        """Draw the bar."""
        if self._live is None:
            self._live = _live_bar()
            self._task = self._live.add_task(
                self._what or "working", total=self._total, note="", steps=""
            )
            self._live.start()
        if self._task is not None:
            self._live.update(self._task, completed=self._done, note=self._note, steps=self._steps)


def _live_bar() -> Progress:
    """A progress bar on standard error."""
    from rich import progress

    return progress.Progress(
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.TextColumn("{task.fields[steps]}"),
        progress.TimeElapsedColumn(),
        progress.TextColumn("[dim]{task.fields[note]}"),
        console=err,
        transient=True,
    )
