"""A progress bar for the command line and for ``Work(progress=True)``.

It is drawn on standard error if this is a terminal, and below the cell in a notebook.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import RLock, Timer
from time import monotonic
from typing import TYPE_CHECKING, Any

from rich.console import Console

from pegsolitaire import signals
from pegsolitaire.errors import StoreWarning
from pegsolitaire.units import time_text
from pegsolitaire.work import Progress, kernels_are_compiled

if TYPE_CHECKING:
    from rich.progress import Progress as LiveProgress, TaskID

    from pegsolitaire.sets.plans import Plan

#: Seconds of work after which the first sign of progress is shown.
PATIENCE = 2.0
_MAX_SECONDS_BETWEEN_LINES = 600.0  # the longest time in seconds between two lines "still working"

#: The default note of an interrupted command about the work that is kept.
NOTHING_KEPT = "nothing is kept"
GOES_ON = "finished work is kept, and the same command continues from there"

err = Console(stderr=True, soft_wrap=True, highlight=False)


def show_store_warnings() -> None:
    """From now on, show each :class:`StoreWarning` as one line on standard error."""
    warnings.simplefilter("always", StoreWarning)
    show = warnings.showwarning

    def show_warning(
        message: Warning | str, category: type[Warning], *where: Any, **more: Any
    ) -> None:
        if issubclass(category, StoreWarning):
            err.print(str(message), style="dim", markup=False)
        else:
            show(message, category, *where, **more)

    warnings.showwarning = show_warning


class Bar(Progress):
    """Show the progress of a command or a call.

    One line announces work that will take a long time. A terminal or a notebook shows a progress
    bar if the work takes more than a second. If standard error is neither, a line reports the
    progress after two seconds, and again each time the elapsed time has doubled. After an
    interruption, a note explains which work is kept.

    Parameters
    ----------
    what : str, optional
        A description of the work.
    unlimited : bool, optional
        Whether the work may take arbitrarily long, so that --time is recommended.
    kept : str or callable, optional
        A note on the work that is kept after an interruption and on how to continue: a text, or a
        function that returns the text.
    instead : str, optional
        An alternative for the user if the work will take a long time.
    """

    def __init__(
        self,
        what: str = "",
        *,
        unlimited: bool = False,
        kept: str | Callable[[], str] = NOTHING_KEPT,
        instead: str = "",
    ) -> None:
        #: A function that returns the note on the work kept after an interruption.
        self.kept: Callable[[], str] = (lambda: kept) if isinstance(kept, str) else kept
        self._title = what
        self._instead = f"; {instead}" if instead else ""
        #: A function that asks whether to begin large work. It returns whether it has asked.
        self.asks: Callable[[Plan], bool] | None = None
        self._hint = "the duration is unknown; --time N limits it" if unlimited else ""
        self._started = monotonic()
        self._waited = 0.0
        self._lock = RLock()  # the timer thread also draws
        self._live: LiveProgress | None = None
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
                "compiling the kernels, this time only: a few seconds, at most half a minute "
                "(`pegs warm-up` compiles all of them)",
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
        if isinstance(error, KeyboardInterrupt) and (note := self.kept()):
            error.add_note(note)

    def pause(self) -> None:
        """Hide the bar until the next update, so that lines can be printed."""
        with self._lock:
            if self._live is not None:
                self._live.stop()
                self._live = None

    @contextmanager
    def held(self) -> Iterator[None]:
        """Show no progress within a `with` block, for example during a question."""
        if self._timer is not None:
            self._timer.cancel()
        self.pause()
        yield
        self._started, self._waited = monotonic(), 0.0
        self._wait(PATIENCE)

    def announce_large(self, estimate: Callable[[], Plan]) -> None:
        """Ask whether to begin work that is very large, or announce it if it is long."""
        plan = estimate()
        has_asked = self.asks is not None and self.asks(plan)
        if plan.is_long and not has_asked:
            self.announce(f"{plan.text}: {self._title}{self._instead}")

    def announce(self, text: str) -> None:
        """Print a line on standard error."""
        with self._lock:
            err.print(text, style="dim", markup=False)

    def _wait(self, seconds: float) -> None:
        self._waited += seconds
        self._timer = Timer(seconds, self._still)
        self._timer.daemon = True
        self._timer.start()

    def _still(self) -> None:
        """Show that the work continues, with the bar on a terminal and with a line elsewhere."""
        with self._lock:
            if self._timer is None or signals.is_requested():
                return
            if _can_draw():
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
            self._wait(min(self._waited, _MAX_SECONDS_BETWEEN_LINES))

    def stage(self, what: str, total: int | None = None) -> None:
        """Begin a new stage. ``total`` is the number of its steps, if known."""
        with self._lock:
            self._what, self._total, self._done, self._note = what, total, 0, ""
            if self._live is not None and self._task is not None:
                self._live.reset(self._task, description=what, total=total, note="", steps="")

    def detail(self, note: str) -> None:
        """Describe the current part of a long step."""
        self.update(self._done, note)

    def update(self, done: int, note: str = "") -> None:
        """Record the progress, and show the bar if the work has taken at least a second."""
        self._done, self._note = done, note
        if _can_draw() and monotonic() - self._started >= 1:
            with self._lock:
                self._show()

    @property
    def _steps(self) -> str:
        """The number of finished steps, and the total if known."""
        return f"{self._done} of {self._total}" if self._total else str(self._done or "")

    def _show(self) -> None:
        """Draw the bar."""
        if self._live is None:
            self._live = _live_bar()
            self._task = self._live.add_task(
                self._what or "working", total=self._total, completed=self._done,
                note=self._note, steps=self._steps,
            )  # fmt: skip
            self._live.start()
        elif self._task is not None:
            self._live.update(self._task, completed=self._done, note=self._note, steps=self._steps)


def _can_draw() -> bool:
    """Return whether output goes to a terminal or to a notebook, where a bar can be drawn."""
    return err.is_terminal or err.is_jupyter


def _live_bar() -> LiveProgress:
    """Create a progress bar."""
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
