"""The threads and processes that requests have things computed in, and an end to waiting for them.

What is looked up, or is done by kernels, is for threads. Those of
:func:`anyio.to_thread.run_sync` give their place back when nobody waits for them any more, though
they go on, and they keep the process from ending. These do neither.

Searches are for processes: much of them is Python, and threads that run Python take turns, of
milliseconds each, with the one that answers everybody.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TypeVar

import anyio
from anyio import to_process

from pegsolitaire.errors import PegSolitaireError

Answer = TypeVar("Answer")

_THREADS = 2
_NICENESS = 10  # of processes that compute: whoever only wants to be answered comes first
_QUEUED = 32  # requests that wait for a thread
_PATIENCE = 30.0  # seconds until a computation is given up


class BusyError(PegSolitaireError, RuntimeError):
    """More is asked than is answered in time."""


class Back:
    """The threads that compute, and how many requests wait for them.

    Parameters
    ----------
    threads : int, optional
        How many things are computed at a time.
    first : callable, optional
        What has to be done once before anything else, however long it takes: to compile kernels.
        The patience with a computation begins after it.
    processes : CapacityLimiter, optional
        How many processes compute at a time, for several of these together.
    """

    def __init__(
        self,
        threads: int = _THREADS,
        first: Callable[[], object] | None = None,
        processes: anyio.CapacityLimiter | None = None,
    ) -> None:
        self._limiter = anyio.CapacityLimiter(threads)
        self._processes = processes or anyio.CapacityLimiter(threads)
        self._waiting = 0
        self._first = first
        self._getting_ready: asyncio.Task[object] | None = None

    async def run(self, work: Callable[[], Answer]) -> Answer:
        """The result of some work, from a thread.

        Raises
        ------
        BusyError
            If too much is waiting, or the work takes too long.
        """
        with self._place():
            await self._ready()
            with anyio.fail_after(_PATIENCE):
                return await self._begun(work)

    async def run_apart(self, work: Callable[..., Answer], *given: object) -> Answer:
        """The same from a process, where searches in Python do not keep this one from answering.

        The work is a function of a module; what it is given, and its result, are copied. A
        process that takes too long is ended.

        Raises
        ------
        BusyError
            If too much is waiting, or the work takes too long.
        """
        with self._place():
            with anyio.fail_after(_PATIENCE):
                await self._limiter.acquire()
            try:
                with anyio.fail_after(_PATIENCE):
                    return await to_process.run_sync(
                        _humbly, work, given, cancellable=True, limiter=self._processes
                    )
            except (PegSolitaireError, TimeoutError):
                raise
            except OSError:
                raise BusyError(
                    "the server can start no more processes: try again later"
                ) from None
            except (anyio.BrokenWorkerProcess, KeyboardInterrupt):
                raise BusyError(
                    "its process ended before the work was done, perhaps for want of memory"
                ) from None
            finally:
                self._limiter.release()

    @contextmanager
    def _place(self) -> Iterator[None]:
        """A place in the queue, if there is one."""
        if self._waiting >= _QUEUED:
            raise BusyError("the server is busy: try again in a moment")
        self._waiting += 1
        try:
            yield
        except TimeoutError:
            raise BusyError(
                f"this takes more than {_PATIENCE:.0f} seconds: it was given up"
            ) from None
        except MemoryError:
            raise BusyError("there is not enough memory to compute this") from None
        finally:
            self._waiting -= 1

    async def _ready(self) -> None:
        """Wait for what comes first; all that ask meanwhile wait for the same."""
        if self._first is None:
            return
        if self._getting_ready is None:
            self._getting_ready = asyncio.create_task(self._begun(self._first))
        try:
            await asyncio.shield(self._getting_ready)
        except Exception:
            self._getting_ready = None  # whoever asks next tries again
            raise

    async def _begun(self, work: Callable[[], Answer]) -> Answer:
        """The same; the thread keeps its place until it ends, even if nobody waits any more."""
        loop, place = asyncio.get_running_loop(), object()
        outcome: asyncio.Future[Answer] = loop.create_future()
        await self._limiter.acquire_on_behalf_of(place)

        def ended(found: Callable[[], None]) -> None:
            self._limiter.release_on_behalf_of(place)
            if not outcome.done():
                found()

        def compute() -> None:
            with suppress(RuntimeError):  # the loop has ended before
                loop.call_soon_threadsafe(ended, _settled(outcome, work))

        try:
            threading.Thread(target=compute, daemon=True).start()
        except RuntimeError:
            self._limiter.release_on_behalf_of(place)
            raise BusyError("the server can start no more threads: try again later") from None
        return await outcome


def _humbly(work: Callable[..., Answer], given: tuple[object, ...]) -> Answer:
    """Do the work in a process that leaves Ctrl-C to the server, and what is urgent to others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        os.setpriority(os.PRIO_PROCESS, 0, _NICENESS)
    try:
        return work(*given)
    except Exception as error:
        error.add_note(traceback.format_exc())  # of which copies know nothing
        raise


def _settled(outcome: asyncio.Future[Answer], work: Callable[[], Answer]) -> Callable[[], None]:
    """Do the work; what then tells the outcome, to be called where the future lives."""
    try:
        answer = work()
    except Exception as error:
        return partial(outcome.set_exception, error)
    return partial(outcome.set_result, answer)
