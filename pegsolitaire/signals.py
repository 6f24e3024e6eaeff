"""How a program ends before it is done: Ctrl-C, and SIGTERM of schedulers and containers.

Either signal raises a KeyboardInterrupt in the main thread, so that the same ``finally`` and
``except`` keep what is finished and remove what is begun; which one it was is remembered for the
exit code. People press Ctrl-C twice: a second signal is ignored while the program tidies up, for
some seconds, and after these it ends the program at once. What is left then is left as after
SIGKILL, and the next run removes it (:mod:`pegsolitaire.files`).

Libraries drop exceptions: pyarrow one that is raised while it imports pandas, Python itself one in
a callback of the interpreter. The code that ends the program calls :func:`take`; an exception that
is gone before was dropped, and is raised again.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from types import FrameType
from typing import Any, NoReturn

_GRACE = 3.0  # seconds in which a second signal is the same wish as the first
_AGAIN = 0.01  # seconds after which a signal that was lost is raised again
_SHOW_CURSOR = b"\x1b[?25h"
#: The signals that end a program; Windows has Ctrl-Break for SIGTERM.
_SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGBREAK") if hasattr(signal, name)
]


class StoppedError(KeyboardInterrupt):
    """The exception that a signal raises.

    A class of its own, because Python kills itself at exit after a plain KeyboardInterrupt has
    left code compiled from a text, such as that of dataclasses, even if it was caught.
    """

    def __del__(self) -> None:
        """Note that nothing refers to the exception any more."""
        if is_dropped() and not sys.is_finalizing():
            _stop.comes_again = True
            again = threading.Timer(_AGAIN, _send, [_stop.number])
            again.daemon = True
            again.start()


@dataclass
class _Stop:
    """The signal that ends the program, once one does, since when, and how far that has come."""

    number: int | None = None
    at: float = 0.0
    is_taken: bool = False
    comes_again: bool = False


_stop = _Stop()


def install() -> None:
    """Have signals end this program in order; those that it was started to ignore do nothing."""
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _interrupt)
    sys.unraisablehook = _not_lost(sys.unraisablehook)
    atexit.register(_ignore)  # the first that is registered is the last that is called


def _ignore() -> None:
    """While Python takes itself apart it would be killed by a signal."""
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def take() -> None:
    """Say that the program is being ended: what the signal has raised may go."""
    _stop.is_taken = True


def is_dropped() -> bool:
    """Whether a signal has come that nobody took."""
    return _stop.number is not None and not _stop.is_taken


def is_requested() -> bool:
    """Whether a signal has come: the program is tidying up."""
    return _stop.number is not None


def word() -> str:
    """The state of the program, in a word."""
    return "terminated" if is_terminated() else "interrupted"


def is_terminated() -> bool:
    """Whether a signal other than Ctrl-C has ended the program."""
    return _stop.number not in (None, signal.SIGINT)


def exit_code() -> int:
    """The exit code of a program that a signal has ended: 130 after Ctrl-C, 143 after SIGTERM."""
    return 128 + (signal.SIGTERM if is_terminated() else signal.SIGINT)


def end_at_once(code: int) -> None:
    """From now on a signal ends the program with this code: there is nothing to be tidied up.

    Threads go on until they have done what they began, and Python waits for them.
    """
    for number in _SIGNALS:
        if signal.getsignal(number) is _interrupt:
            signal.signal(number, lambda *_: _leave(code))


def _interrupt(number: int, frame: FrameType | None) -> None:
    if _stop.number is None:
        _stop.number, _stop.at = number, monotonic()
        raise StoppedError
    if _stop.comes_again and not _stop.is_taken:
        _stop.comes_again = False
        raise StoppedError
    if monotonic() > _stop.at + _GRACE:
        _leave(exit_code())


def _leave(code: int) -> NoReturn:
    if sys.stderr is not None and sys.stderr.isatty():  # a progress bar hides the cursor
        os.write(sys.stderr.fileno(), _SHOW_CURSOR)
    os._exit(code)


def _not_lost(otherwise: Callable[[Any], Any]) -> Callable[[Any], None]:
    """A hook for exceptions that Python prints and forgets: a signal among them comes again."""

    def hook(lost: Any) -> None:
        if lost.exc_type is not StoppedError:
            otherwise(lost)

    return hook


def _send(number: int) -> None:
    """Send a signal to the main thread, which may be waiting."""
    if hasattr(signal, "pthread_kill") and (main := threading.main_thread().ident) is not None:
        signal.pthread_kill(main, number)
    else:
        signal.raise_signal(number)


@contextmanager
def starting_processes() -> Iterator[None]:
    """Start processes that leave Ctrl-C to this one, which ends them.

    A terminal sends it to all of them. A signal that comes meanwhile is raised at the end: what
    starts processes is a library, and it leaves some behind where it is interrupted.
    """
    with _postponed(), _masked():
        yield


@contextmanager
def _masked() -> Iterator[None]:
    """Block Ctrl-C in this thread, and so in the processes and threads that it starts."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # it would end with the signal unblocked
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _postponed() -> Iterator[None]:
    """Raise the first signal that comes meanwhile at the end; other threads than main have none.

    A mask alone would not do: the system gives a signal to any thread that does not block it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    handlers = {one: signal.getsignal(one) for one in _SIGNALS}
    ours = [one for one, handler in handlers.items() if callable(handler)]
    for number in ours:
        signal.signal(number, lambda one, _: came.append(one))
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, handlers[number])
        if came:
            signal.raise_signal(came[0])
