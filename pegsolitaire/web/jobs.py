"""Build winning sets and their numbers in the background, each once and in a separate process.

A separate process can be stopped, frees its memory when it ends, and leaves this process free to
answer. It writes its result to the store, and this process reads the result from there. If the
store cannot be written, the result is sent through a pipe. Only one job runs at a time, because a
job uses every core; other jobs wait. When the queue is full, further jobs are refused.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal, TypeVar
from uuid import uuid4

import anyio

from pegsolitaire.errors import PegSolitaireError, StoreError
from pegsolitaire.game import Problem
from pegsolitaire.progress_bar import show_store_warnings
from pegsolitaire.results import Result
from pegsolitaire.sets import PositionValues, WinningSets
from pegsolitaire.signals import starting_processes
from pegsolitaire.web.processes import BusyError, Patience, Processes, Task
from pegsolitaire.work import Progress, Work

if TYPE_CHECKING:
    from pegsolitaire.engine import Words
    from pegsolitaire.sets.values import ValueColumns


# --
# The threads that compute answers to requests, and their time limits.
#
# Lookups and work done by kernels run in threads. A thread of :func:`anyio.to_thread.run_sync`
# frees its slot as soon as nobody waits for its result, although it keeps running, and it keeps
# the process from ending. The threads of this module do neither. Searches run in processes, and
# one of these threads waits for each of them.


Answer = TypeVar("Answer")

_THREADS = 2
_QUEUED = 32  # requests that wait for a thread
_PATIENCE = 30.0  # seconds until a computation is abandoned, if the machine has time for it
_CEILING = 120.0  # seconds by the clock until it is abandoned anyway

#: The name of the threads that should end before the interpreter does.
COMPUTING_THREAD = "pegsolitaire-computing"


class Back:
    """A pool of threads that compute, with a limited queue of waiting requests.

    Parameters
    ----------
    threads : int, optional
        The number of computations that can run at a time.
    first : callable, optional
        The preparation that must be done once before all computations, such as compiling kernels.
        The time limit of a computation starts after the preparation.
    processes : Processes, optional
        The processes that compute, which several pools may share.
    """

    def __init__(
        self,
        threads: int = _THREADS,
        first: Callable[[], object] | None = None,
        processes: Processes | None = None,
    ) -> None:
        self._limiter = anyio.CapacityLimiter(threads)
        self._processes = processes or Processes(threads)
        self._waiting = 0
        self._first = first
        self._getting_ready: asyncio.Task[object] | None = None

    async def run(self, work: Callable[[], Answer]) -> Answer:
        """Run work in a thread and return its result.

        Raises
        ------
        BusyError
            If too many requests are waiting, or the work takes too long.
        """
        with self._place():
            await self._ready()
            begun = asyncio.create_task(self._begun(work))
            try:
                with anyio.fail_after(_CEILING):
                    await _done(begun, Patience(_PATIENCE))
                return await begun
            finally:
                begun.cancel()

    async def run_apart(self, work: Callable[..., Answer], *given: object) -> Answer:
        """Run work in another process, so that a search in Python cannot delay other answers.

        The work must be a module-level function. Its arguments and its result are copied. A
        process that takes too long is stopped.

        Raises
        ------
        BusyError
            If too many requests are waiting, or the work takes too long.
        """
        task = Task(work, given, _PATIENCE)
        with self._place():
            try:
                with anyio.fail_after(_CEILING):
                    return await self._begun(partial(self._processes.run, task))
            except (TimeoutError, asyncio.CancelledError):
                self._processes.cancel(task)
                raise

    @contextmanager
    def _place(self) -> Iterator[None]:
        """Hold a place in the queue. Raise an error if the queue is full."""
        if self._waiting >= _QUEUED:
            raise BusyError("the server is busy: try again in a moment")
        self._waiting += 1
        try:
            yield
        except TimeoutError:
            raise BusyError(
                f"this takes more than {_PATIENCE:.0f} seconds, or the machine is busy: it was "
                "stopped"
            ) from None
        except MemoryError:
            raise BusyError("there is not enough memory to compute this") from None
        finally:
            self._waiting -= 1

    async def _ready(self) -> None:
        """Wait for the preparation, which all requests that arrive meanwhile share."""
        if self._first is None:
            return
        if self._getting_ready is None:
            self._getting_ready = asyncio.create_task(self._begun(self._first))
        try:
            await asyncio.shield(self._getting_ready)
        except Exception:
            self._getting_ready = None  # the next request tries again
            raise

    async def _begun(self, work: Callable[[], Answer]) -> Answer:
        """Run work in a thread, which counts as busy until the work ends, even if nobody waits."""
        loop, place = asyncio.get_running_loop(), object()
        outcome: asyncio.Future[Answer] = loop.create_future()
        await self._limiter.acquire_on_behalf_of(place)

        def ended(found: Callable[[], None]) -> None:
            self._limiter.release_on_behalf_of(place)
            if not outcome.done():
                found()

        def compute() -> None:
            with suppress(RuntimeError):  # the event loop has already ended
                loop.call_soon_threadsafe(ended, _settled(outcome, work))

        try:
            threading.Thread(target=compute, name=COMPUTING_THREAD, daemon=True).start()
        except RuntimeError:
            self._limiter.release_on_behalf_of(place)
            raise BusyError("the server can start no more threads: try again later") from None
        return await outcome


async def _done(begun: asyncio.Task[Any], patience: Patience) -> None:
    """Wait until work is done. If the patience with it ends first, raise a TimeoutError."""
    while not begun.done():
        if patience.left <= 0:
            raise TimeoutError
        await asyncio.wait({begun}, timeout=patience.left)


def _settled(outcome: asyncio.Future[Answer], work: Callable[[], Answer]) -> Callable[[], None]:
    """Do the work. Return a function with which the event loop sets the outcome."""
    try:
        answer = work()
    except Exception as error:
        return partial(outcome.set_exception, error)
    return partial(outcome.set_result, answer)


State = Literal["waiting", "running", "done", "failed", "cancelled"]

_WAITING = 8  # the most jobs in the queue
_MAX_FINISHED_JOBS = 32  # the largest number of finished jobs that are remembered
_OFTEN = 0.1  # seconds between two progress reports
_GRACE = 20.0  # seconds that a job runs without a listener, to allow for a reload or a slow start
_LISTENERS = 64  # the largest number of listeners of all jobs together
_FAREWELL = 5.0  # seconds within which a process must end


@dataclass
class Job(Result):
    """A job that builds a problem's winning sets, or the numbers of their positions.

    Attributes
    ----------
    numbers : bool
        Whether the job builds the numbers.
    state : str
        ``waiting``, ``running``, ``done``, ``failed`` or ``cancelled``.
    stage, done, total : optional
        The current stage of the job, and the finished and total steps of the stage.
    message : str
        The reason why the job failed.
    """

    problem: Problem
    numbers: bool = False
    id: str = field(default_factory=lambda: uuid4().hex)
    state: State = "waiting"
    stage: str = "waiting for its turn"
    done: int = 0
    total: int | None = None
    note: str = ""
    message: str = ""
    process: Any = None
    listeners: int = 0
    timer: threading.Timer | None = None

    json_fields = ("id", "state", "stage", "done", "total", "note", "message")

    @property
    def ended(self) -> bool:
        """Whether the job has ended, so that it no longer changes."""
        return self.state in ("done", "failed", "cancelled")


class Jobs:
    """The jobs of a server.

    Parameters
    ----------
    root : Path or None
        The folder where sets are stored.
    deliver : callable
        A callback that receives the winning sets, or the numbers, of a finished job.
    """

    def __init__(
        self, root: Path | None, deliver: Callable[[WinningSets | PositionValues], None]
    ) -> None:
        self._root = root
        self._deliver = deliver
        self._jobs: dict[str, Job] = {}
        self._queue: deque[Job] = deque()
        self._lock = threading.Lock()
        self._running: Job | None = None
        self._follower: threading.Thread | None = None
        self._closed = False

    def start(self, problem: Problem, *, numbers: bool = False) -> Job:
        """Return the running or waiting job of a problem, or start a new one.

        The job stops unless a client soon listens to it or requests it again.

        Raises
        ------
        BusyError
            If too many jobs are waiting.
        """
        with self._lock:
            job = self._of(problem, numbers) or self._new(problem, numbers)
            self._expect(job)
        self._next()
        return job

    def _new(self, problem: Problem, numbers: bool) -> Job:
        if len(self._queue) >= _WAITING or self._closed:
            raise BusyError("too many sets are waiting to be built: try again later")
        job = Job(problem, numbers)
        self._jobs[job.id] = job
        self._queue.append(job)
        self._forget()
        return job

    def _of(self, problem: Problem, numbers: bool) -> Job | None:
        jobs = (job for job in self._jobs.values() if not job.ended)
        return next((j for j in jobs if (j.problem, j.numbers) == (problem, numbers)), None)

    def find(self, job_id: str) -> Job | None:
        """Return the job with the given id, unless the job ended long ago."""
        return self._jobs.get(job_id)

    def under_way(self, problem: Problem, *, numbers: bool = False) -> Job | None:
        """Return the unfinished job for a problem's sets, or None if there is none.

        With ``numbers``, return the job that computes the numbers of these sets instead.
        """
        with self._lock:
            return self._of(problem, numbers)

    def cancel(self, job: Job) -> None:
        """Stop a job. Its checkpoints stay in the store, so that the work can resume later."""
        with self._lock:
            self._stop(job)

    def _stop(self, job: Job) -> None:
        if job.ended:
            return
        job.state, job.stage = "cancelled", "stopped"
        if job.timer is not None:
            job.timer.cancel()
        if job in self._queue:
            self._queue.remove(job)
        if job.process is not None:
            job.process.terminate()

    @contextmanager
    def listening(self, job: Job) -> Iterator[None]:
        """Listen to a job in a `with` block; a job without listeners soon stops.

        Raises
        ------
        BusyError
            If jobs already have too many listeners.
        """
        with self._lock:
            if sum(job.listeners for job in self._jobs.values()) >= _LISTENERS:
                raise BusyError("jobs already have too many listeners")
            job.listeners += 1
        try:
            yield
        finally:
            with self._lock:
                job.listeners -= 1
                self._expect(job)

    def _expect(self, job: Job) -> None:
        """Give clients a limited time in which one of them must start to listen to a job."""
        if job.timer is not None:
            job.timer.cancel()
        if job.listeners or job.ended or self._closed:
            return
        job.timer = threading.Timer(_GRACE, self._abandon, [job])
        job.timer.daemon = True
        job.timer.start()

    def _abandon(self, job: Job) -> None:
        """Stop a job without listeners, unless the job has a new timer."""
        with self._lock:
            if job.timer is threading.current_thread() and not job.listeners:
                self._stop(job)

    def close(self) -> None:
        """Stop every job and all processes, and accept no more jobs."""
        with self._lock:
            self._closed = True
            jobs, follower = list(self._jobs.values()), self._follower
        for job in jobs:
            self.cancel(job)
        if follower is not None:
            follower.join(_FAREWELL)

    def _forget(self) -> None:
        ended = [job.id for job in self._jobs.values() if job.ended]
        for job_id in ended[: max(0, len(ended) - _MAX_FINISHED_JOBS)]:
            del self._jobs[job_id]

    def _next(self) -> None:
        with self._lock:
            if self._running is not None or not self._queue:
                return
            job = self._running = self._queue.popleft()
            job.state, job.stage = "running", "starting"
            self._follower = threading.Thread(target=self._run, args=(job,), daemon=True)
            self._follower.start()

    def _run(self, job: Job) -> None:
        """Start the process of a job, follow it until it ends, and start the next job."""
        try:
            self._follow(job)
        except (EOFError, OSError):  # OSError: the process could not even be started
            pass
        except PegSolitaireError as error:  # the stored result cannot be read
            self._fail(job, str(error))
        finally:
            if job.process is not None:
                job.process.join()
            self._fail(
                job, "its process ended before the work was done, perhaps because memory ran out"
            )
            with self._lock:
                self._running = None
            self._next()

    def _follow(self, job: Job) -> None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        with ours:
            with theirs, self._lock, starting_processes():
                if job.ended:
                    return
                process = context.Process(
                    target=_build,
                    args=(theirs, job.problem, self._root, job.numbers),
                    daemon=True,
                )
                process.start()
                job.process = process
            self._listen(job, ours)

    def _fail(self, job: Job, message: str) -> None:
        with self._lock:
            if not job.ended:
                job.state, job.message = "failed", message

    def _listen(self, job: Job, told: Connection) -> None:
        while not job.ended:
            what, *rest = told.recv()
            if what == "progress":
                job.stage, job.done, job.total, job.note = rest
            elif what == "failed":
                self._fail(job, rest[0])
            else:
                self._deliver(self._built(job, rest[0]))
                with self._lock:
                    if not job.ended:
                        job.state, job.done, job.message = "done", job.total or job.done, ""

    def _built(self, job: Job, levels: dict[int, Any] | None) -> WinningSets | PositionValues:
        """Return the result of a process, from the store or from the levels that it sent."""
        kind: type[WinningSets | PositionValues] = PositionValues if job.numbers else WinningSets
        return (
            kind.open(job.problem, root=self._root)
            if levels is None
            else kind(job.problem, levels)
        )


# -- in the other process -----------------------------------------------------------------------


class _Told(Progress):
    """Report progress through a pipe, a few times a second."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._last = 0.0
        self._what, self._total = "", None  # type: tuple[str, int | None]

    def stage(self, what: str, total: int | None = None) -> None:
        self._what, self._total, self._last = what, total, 0.0

    def update(self, done: int, note: str = "") -> None:
        if monotonic() - self._last >= _OFTEN:
            self._last = monotonic()
            self._pipe.send(("progress", self._what, done, self._total, note))


def _build(pipe: Connection, problem: Problem, root: Path | None, numbers: bool) -> None:
    """Build the requested sets or numbers, in a job's own process, and report progress."""
    show_store_warnings()
    work = Work(progress=_Told(pipe), store=root).begin()
    with suppress(BrokenPipeError, KeyboardInterrupt):
        try:
            pipe.send(("done", _levels(problem, numbers, work=work)))
        except PegSolitaireError as error:
            pipe.send(("failed", str(error)))
        except MemoryError:
            pipe.send(("failed", "not enough memory for this problem"))


def _levels(
    problem: Problem, numbers: bool, *, work: Work
) -> dict[int, Words] | dict[int, ValueColumns] | None:
    """Build sets or numbers and return their levels, or return None if they are in the store."""
    kind = PositionValues if numbers else WinningSets
    try:
        kind.load(problem, work=work)
    except StoreError:
        if not numbers:
            return dict(WinningSets.build(problem, work=work).levels)
        wins = WinningSets.find(problem, root=work.store) or WinningSets.build(problem, work=work)
        return dict(PositionValues.build(wins, work=work).levels)
    return None
