"""Processes that compute answers to requests, and the time that a computation may take.

Searches are mostly Python, and threads that run Python take turns, milliseconds at a time, with
the thread that answers all requests. Processes do not. They can also be stopped.

A process first imports the modules that computations need, which takes most of a second, and then
does one task after another. A process that has been stopped is replaced at once, so that the next
task need not wait for the imports. On every platform, processes are started from scratch: a fork
of a process with threads is not safe, and Windows has no fork.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from time import monotonic, process_time
from typing import Any

from pegsolitaire.errors import PegSolitaireError
from pegsolitaire.signals import starting_processes

#: The name of the processes.
NAME = "pegsolitaire-worker"

_MODULES = ("pegsolitaire.web.queries", "pegsolitaire.engine")  # that computations need
_NICENESS = 10  # of processes that compute, below that of the server
_IDLE = 300.0  # seconds until a process without tasks is ended, unless it is the last one
_SPENT = 75  # the exit code of a process that has used up the patience
_FAREWELL = 5.0  # seconds within which a process must end


class BusyError(PegSolitaireError, RuntimeError):
    """The server cannot answer all requests in time."""


class Patience:
    """The time that a computation may still take.

    It has passed only when that many seconds have passed both by the clock and in processor time:
    on a busy machine, a computation may take longer by the clock, and on a machine with many cores
    it may use more processor time.

    Parameters
    ----------
    seconds : float
        The time from now on.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._begun = monotonic(), process_time()

    @property
    def left(self) -> float:
        """The shortest time by the clock after which the patience can be at an end."""
        clock, processor = self._begun
        return self.seconds - min(monotonic() - clock, process_time() - processor)


class Task:
    """A task for a process.

    Parameters
    ----------
    work : callable
        A module-level function. Its arguments and its result are copied.
    given : tuple
        The arguments.
    patience : float
        The seconds of the task's :class:`Patience`.
    """

    def __init__(
        self, work: Callable[..., Any], given: tuple[object, ...], patience: float
    ) -> None:
        self.work, self.given, self.patience = work, given, patience
        self.is_cancelled = False
        self.worker: _Worker | None = None


class Processes:
    """Processes that do tasks, a limited number at a time.

    Parameters
    ----------
    most : int
        The largest number of processes.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._changed = threading.Condition()
        self._launching = threading.Lock()  # held until a new process has all that it needs
        self._launched: set[_Worker] = set()  # not ready yet
        self._all: set[_Worker] = set()
        self._idle: list[_Worker] = []  # the one that was used last is at the end
        self._waiting = self._starting = 0  # tasks without a process, processes without imports
        self._is_closed = False
        self._fault: BusyError | None = None  # why the last process could not be started

    def run(self, task: Task) -> Any:
        """Do a task in a process, and wait for the result.

        Raises
        ------
        BusyError
            If no process can be started, or the process ends early.
        TimeoutError
            If the task takes too long or is cancelled.
        """
        worker = self._take(task)
        try:
            return worker.run(task)
        finally:
            self._give_back(task, worker)

    def cancel(self, task: Task) -> None:
        """End a task and its process."""
        with self._changed:
            task.is_cancelled = True
            if task.worker is not None:
                task.worker.end()
            self._changed.notify_all()

    def close(self) -> None:
        """End all processes, and start no more."""
        with self._launching, self._changed:
            self._is_closed = True
            for worker in self._all | self._launched:
                worker.end()

    def _take(self, task: Task) -> _Worker:
        """Wait for a process without a task, and start one if necessary."""
        with self._changed:
            self._fault = None
            self._waiting += 1
            try:
                while not task.is_cancelled:
                    while self._idle:
                        worker = self._idle.pop()
                        if worker.is_running:
                            task.worker = worker
                            return worker
                        self._all.discard(worker)
                    if self._is_closed:
                        raise BusyError("the server is ending")
                    if self._fault is not None:
                        raise self._fault
                    if self._starting < self._waiting:
                        self._start_one()
                    self._changed.wait()
            finally:
                self._waiting -= 1
        raise TimeoutError

    def _give_back(self, task: Task, worker: _Worker) -> None:
        with self._changed:
            task.worker = None  # so that a late cancellation cannot end it
            if worker.is_running:
                worker.idle_since = monotonic()
                self._idle.append(worker)
                while len(self._idle) > 1 and monotonic() - self._idle[0].idle_since > _IDLE:
                    self._idle[0].end()
                    self._all.discard(self._idle.pop(0))
            else:
                self._all.discard(worker)
                if not self._idle and not self._starting:
                    self._start_one()
            self._changed.notify_all()

    def _start_one(self) -> None:
        """Start a process, unless there are enough."""
        if not self._is_closed and len(self._all) + self._starting < self._most:
            self._starting += 1
            threading.Thread(target=self._start, daemon=True).start()

    def _start(self) -> None:
        worker = fault = None
        try:
            with self._launching:
                if not self._is_closed:
                    worker = _Worker()
                    self._launched.add(worker)
            if worker is not None:
                worker.get_ready()
        except OSError:
            fault = BusyError("the server can start no more processes: try again later")
        except BusyError as error:
            fault = error
        with self._changed:
            self._starting, self._fault = self._starting - 1, fault
            if worker is not None:
                self._launched.discard(worker)
                if fault is None:
                    self._all.add(worker)
                    self._idle.append(worker)
            self._changed.notify_all()


class _Worker:
    """A process and the pipe to it."""

    def __init__(self) -> None:
        self.idle_since = monotonic()
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        with theirs, starting_processes():
            self._process = context.Process(target=_work, args=(theirs,), name=NAME, daemon=True)
            self._process.start()

    @property
    def is_running(self) -> bool:
        return self._process.is_alive()

    def get_ready(self) -> None:
        """Wait until the process can do tasks."""
        self._receive()

    def run(self, task: Task) -> Any:
        with suppress(OSError):  # the process has ended, which is noticed when nothing comes back
            self._pipe.send((task.work, task.given, task.patience))
        is_answer, outcome = self._receive()
        if is_answer:
            return outcome
        raise outcome

    def _receive(self) -> Any:
        try:
            return self._pipe.recv()
        except (EOFError, OSError):
            self.end()
            if self._process.exitcode == _SPENT:
                raise TimeoutError from None
            raise BusyError(
                "its process ended before the work was done, perhaps because memory ran out"
            ) from None

    def end(self) -> None:
        self._process.kill()
        self._process.join(_FAREWELL)


# -- in the other process -----------------------------------------------------------------------


def _work(pipe: Connection) -> None:
    """Do the tasks that come through a pipe, until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in _MODULES:
        import_module(name)
    with suppress(EOFError, OSError):  # the server has ended
        pipe.send(None)
        pipe.poll(None)
        if sys.platform != "win32":  # lower only now: the imports need not wait for others
            os.setpriority(os.PRIO_PROCESS, 0, _NICENESS)
        while True:
            pipe.send(_outcome(pipe))


def _outcome(pipe: Connection) -> tuple[bool, Any]:
    """Do the next task. Return whether it has a result, and the result or the error."""
    work, given, seconds = pipe.recv()
    done = threading.Event()
    threading.Thread(target=_watch, args=(Patience(seconds), done), daemon=True).start()
    try:
        return True, work(*given)
    except Exception as error:
        error.add_note(traceback.format_exc())  # the traceback is lost when the error is copied
        return False, error
    finally:
        done.set()


def _watch(patience: Patience, done: threading.Event) -> None:
    """End the process when the patience with its task is at an end."""
    while not done.wait(patience.left):
        if patience.left <= 0:
            os._exit(_SPENT)
