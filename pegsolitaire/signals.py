"""Handling of Ctrl-C and of SIGTERM, which schedulers and containers send.

Either signal raises a KeyboardInterrupt in the main thread, so the same ``finally`` and ``except``
blocks save finished work and remove unfinished files. Only the exit code depends on the signal.
Because people press Ctrl-C twice, a second signal is ignored for three seconds while the program
cleans up. After that, another signal ends the program immediately. In that case, the next run
removes the leftover files, as after SIGKILL (:mod:`pegsolitaire.files`).

Python cannot raise an exception out of a destructor or another callback of the interpreter. A
signal that arrives there is sent again a moment later. Code that would swallow the exception, such
as a solver that calls back, runs inside :func:`postponed`. The code that ends the program calls
:func:`take`.
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

_GRACE = 3.0  # seconds during which a second signal is ignored
_AGAIN = 0.01  # seconds after which a signal that Python lost is sent again
_SHOW_CURSOR = b"\x1b[?25h"
#: The signals that end a program; Windows has Ctrl-Break instead of SIGTERM.
_SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGBREAK") if hasattr(signal, name)
]


class StoppedError(KeyboardInterrupt):
    """The exception that a signal raises.

    A plain KeyboardInterrupt is not enough. If it ever propagates out of code that was compiled
    from a string, such as the methods of dataclasses, Python kills itself at exit, even if the
    exception was caught.
    """


@dataclass
class _Stop:
    """The signal that ends the program, if there is one, and the state of its handling."""

    number: int | None = None
    at: float = 0.0
    is_taken: bool = False


_stop = _Stop()


def install() -> None:
    """Install the handlers, except for signals that were already ignored at the start."""
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _interrupt)
    sys.unraisablehook = _sent_again(sys.unraisablehook)
    atexit.register(_ignore)  # registered first, therefore called last


def _ignore() -> None:
    """Ignore signals while Python shuts down, because they would kill it."""
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def take() -> None:
    """Record that the program is ending because of the signal."""
    _stop.is_taken = True


def is_dropped() -> bool:
    """Return whether a signal has arrived but :func:`take` has not been called."""
    return _stop.number is not None and not _stop.is_taken


def is_requested() -> bool:
    """Return whether a signal has arrived."""
    return _stop.number is not None


def word() -> str:
    """Return ``"terminated"`` or ``"interrupted"``, depending on the signal."""
    return "terminated" if is_terminated() else "interrupted"


def is_terminated() -> bool:
    """Return whether a signal other than Ctrl-C has ended the program."""
    return _stop.number not in (None, signal.SIGINT)


def exit_code() -> int:
    """Return the exit code after a signal: 130 after Ctrl-C, 143 after SIGTERM."""
    return 128 + (signal.SIGTERM if is_terminated() else signal.SIGINT)


def end_at_once(code: int) -> None:
    """Make any further signal end the program immediately with this exit code.

    Call this at the end of a program, when all cleanup is done and Python only waits for threads.
    """
    for number in _SIGNALS:
        if signal.getsignal(number) is _interrupt:
            signal.signal(number, lambda *_: _leave(code))


def _interrupt(number: int, frame: FrameType | None) -> None:
    if _stop.number is None:
        _stop.number, _stop.at = number, monotonic()
        raise StoppedError
    if monotonic() > _stop.at + _GRACE:
        _leave(exit_code())


def _leave(code: int) -> NoReturn:
    if sys.stderr is not None and sys.stderr.isatty():  # a progress bar may have hidden the cursor
        os.write(sys.stderr.fileno(), _SHOW_CURSOR)
    os._exit(code)


def _sent_again(otherwise: Callable[[Any], Any]) -> Callable[[Any], None]:
    """Return a hook for unraisable exceptions that sends the signal of a lost `StoppedError`."""

    def hook(lost: Any) -> None:
        if lost.exc_type is not StoppedError:
            otherwise(lost)
        elif _stop.number is not None and not _stop.is_taken and not sys.is_finalizing():
            number, _stop.number = _stop.number, None
            again = threading.Timer(_AGAIN, _send, [number])
            again.daemon = True
            again.start()

    return hook


def _send(number: int) -> None:
    """Send a signal to the main thread, even while it is waiting."""
    if hasattr(signal, "pthread_kill") and (main := threading.main_thread().ident) is not None:
        signal.pthread_kill(main, number)
    else:
        signal.raise_signal(number)


@contextmanager
def starting_processes() -> Iterator[None]:
    """Shield the processes that are started in this block from Ctrl-C.

    A terminal sends Ctrl-C to all processes, but this process is the one that ends the others. A
    signal that arrives during the block takes effect at the end of the block, because an
    interrupted library would leave some of its new processes running.
    """
    with postponed(), _masked():
        yield


@contextmanager
def _masked() -> Iterator[None]:
    """Block Ctrl-C in this thread and in all processes and threads that it starts."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # a tracker that is started later would unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def postponed() -> Iterator[list[int]]:
    """Postpone the first signal that arrives during the block until the end of the block.

    The block receives a list of the signals that have arrived, so that it can end early. A mask
    alone is not enough, because the system may deliver a signal to any thread that does not block
    it. Only the main thread handles signals, so in other threads this does nothing.
    """
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield came
        return
    handlers = {number: signal.getsignal(number) for number in _SIGNALS}
    ours = [number for number, handler in handlers.items() if callable(handler)]
    for number in ours:
        signal.signal(number, lambda one, _: came.append(one))
    try:
        yield came
    finally:
        for number in ours:
            signal.signal(number, handlers[number])
        if came:
            signal.raise_signal(came[0])
