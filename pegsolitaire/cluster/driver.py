"""Submit tasks to a cluster for all shards without a manifest, so that work can always resume.

A level is computed in two rounds: first every shard of the source level is spread, then every
shard of the new level is merged. If a worker finds that a file is missing or damaged, the driver
removes and recomputes the file. If necessary, it also recomputes whole earlier levels. If a worker
dies, Dask gives its tasks to other workers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError
from contextlib import suppress
from hashlib import sha256
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from pegsolitaire.cluster.shards import Cut, Made, PartLostError
from pegsolitaire.cluster.tasks import (
    Done,
    Making,
    Task,
    TaskContext,
    WorkDone,
    merge,
    multiply,
    spread,
)
from pegsolitaire.errors import ClusterError, PegSolitaireError
from pegsolitaire.units import bytes_text, counted
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from distributed import Client, Future

    from pegsolitaire.engine import LevelSet

R = TypeVar("R")

_MENDED = 20  # for each level, lost files are recomputed at most this many times
_RETRIES = 2  # retries of a task after an error that may be temporary, such as a network error
_PATIENCE = 120.0  # seconds to wait for a worker if none is connected
_ROUND = 2.0  # seconds between two checks of the cluster


class Driver:
    """Computes each level from an earlier level with the workers of a cluster.

    Parameters
    ----------
    client : distributed.Client
    job : TaskContext
    done : WorkDone
        The cost of the work so far, to which the driver adds.
    """

    def __init__(
        self,
        client: Client,
        job: TaskContext,
        done: WorkDone,
        *,
        work: Work,
    ) -> None:
        self._client, self.job, self.files = client, job, job.files
        self._done, self._work = done, work
        self._makings: dict[str, Making] = {}
        self._beginnings: dict[str, Callable[[], Made]] = {}
        self._mended = 0
        self.files.begin()

    def begin(self, name: str, write: Callable[[], Made]) -> Made:
        """Make a level with few positions, in a single shard that this process writes."""
        self._beginnings[name] = write
        self.files.make_folder(name)
        return self.files.finished(name, "").get(0) or write()

    def make(self, making: Making) -> list[Made]:
        """Compute the missing shards of a level, and return the manifests of all its shards.

        Raises
        ------
        ClusterError
            If the cluster cannot do the work.
        """
        self._makings[making.name] = making
        return self._made(making, with_content=False)

    def multiply(self, making: Making) -> int:
        """Multiply path counts of the source by those of the target, and return the sum."""
        self._makings[making.name] = making

        def attempt() -> int:
            self._spread(making)
            done = self._all(multiply, making, range(making.cut.shards))
            self.files.remove_runs(making.name)
            return sum(task_result.product for task_result in done.values())

        return self._mending(making.name, attempt)

    def read(self, name: str, number: int, cut: Cut) -> LevelSet:
        """Read a shard of a level. If the shard is lost, recompute it first."""
        return self._mending(name, lambda: self.files.read_shard(name, number, cut))

    def _made(self, making: Making, *, with_content: bool) -> list[Made]:
        def attempt() -> list[Made]:
            parts = self.files.finished(making.name, making.source_sum)
            lacking = [
                i
                for i in range(making.cut.shards)
                if i not in parts or (with_content and not self.files.has_content(making.name, i))
            ]
            if lacking:
                self._spread(making)
                done = self._all(merge, making, lacking)
                parts |= {
                    i: task_result.made
                    for i, task_result in done.items()
                    if task_result.made is not None
                }
            self.files.remove_runs(making.name)
            return [parts[i] for i in range(making.cut.shards)]

        return self._mending(making.name, attempt)

    def _mending(self, name: str, attempt: Callable[[], R]) -> R:
        """Make attempts until none finds a lost file, and recompute lost files in between."""
        for _ in range(_MENDED):
            try:
                return attempt()
            except PartLostError as lost:
                self._mend(lost)
        raise ClusterError(
            f"{name} cannot be computed: its files are lost or damaged again and again; "
            "check whether another program removes them, or the disk is failing"
        )

    def _spread(self, making: Making) -> None:
        self.files.make_folder(making.name)
        there = self.files.runs(making.name, making.source_sum)
        lacking = [i for i in range(making.source_cut.shards) if i not in there]
        self._all(spread, making, lacking)

    def _mend(self, lost: PartLostError) -> None:
        """Remove a lost shard or run. Recompute a shard now, but a run only when it is needed."""
        if not self.files.is_begun:
            raise ClusterError(
                f"the folder of {self.job.problem} no longer exists, perhaps because another run "
                "has finished: run the same command again"
            )
        self._work.progress.detail(f"{lost}: recomputing it")
        self._mended += 1
        self.files.forget(lost)
        if lost.level in self._beginnings and not lost.is_run:
            self._beginnings[lost.level]()
        elif not lost.is_run:
            self._made(self._makings[lost.level], with_content=True)

    def _all(self, task: Task, making: Making, numbers: Iterable[int]) -> dict[int, Done]:
        """Run a task for some shards, and cancel the remaining tasks after the first error.

        Raises
        ------
        PartLostError
            If a worker found that a file is missing or damaged. All other tasks finish first.
        """
        doing: dict[Future, int] = {}
        futures: list[Future] = []
        done: dict[int, Done] = {}
        finished: SimpleQueue[Future] = SimpleQueue()
        lost: PartLostError | None = None
        try:
            for number in numbers:
                future = self._submit(task, making, number)
                futures.append(future)
                doing[future] = number
                future.add_done_callback(finished.put)
            while doing:
                future = self._next(finished)
                number = doing.pop(future)
                try:
                    done[number] = future.result()
                except PartLostError as error:
                    lost = error  # let the other tasks finish, as their results are needed anyway
                    continue
                self._done.add(done[number].work)
                if (part := done[number].made) is not None and not making.target:
                    self._work.spend(part.count)
                self._tell(task, making, len(done), len(done) + len(doing))
        except BaseException as error:
            with suppress(Exception):  # the cluster may no longer be running
                self._client.cancel(list(doing))
            if isinstance(error, Exception) and not isinstance(error, PegSolitaireError):
                raise self._explained(error) from error
            raise
        finally:
            for future in futures:
                future.release()
        if lost is not None:
            raise lost
        return done

    def _submit(self, task: Task, making: Making, number: int) -> Future:
        """Submit a task with a descriptive name.

        Dask caches results by task name, so a repeated task needs a new name.
        """
        problem, folder = self.job.problem, sha256(self.job.url.encode()).hexdigest()[:8]
        name = (folder, problem.board.name, problem.slug, making.name, making.source_sum[:12])
        key = "-".join(("pegs", *name, task.__name__, str(number), str(self._mended)))
        return self._client.submit(
            task, self.job, making, number, key=key, retries=_RETRIES, pure=False
        )

    def _next(self, finished: SimpleQueue[Future]) -> Future:
        """Wait for the next finished task, and check the cluster while waiting."""
        alone_since = monotonic()
        while True:
            self._work.check()
            try:
                return finished.get(timeout=_ROUND)
            except Empty:
                pass
            if self._client.status != "running":
                raise CancelledError
            if self._client.scheduler_info(n_workers=1).get("workers"):
                alone_since = monotonic()
                continue
            self._work.progress.detail("the cluster has no workers: waiting for one")
            if monotonic() - alone_since > _PATIENCE:
                raise ClusterError(
                    f"the cluster has had no workers for {_PATIENCE:.0f} seconds: start some and "
                    "run the same command again (finished work is kept)"
                )

    def _tell(self, task: Task, making: Making, done: int, total: int) -> None:
        size = bytes_text(self._done.written)
        self._work.progress.detail(
            f"{making.name}: {done} of {counted(total, 'shard')} {_DONE[task]}, {size} written "
            "so far"
        )

    def _explained(self, error: Exception) -> Exception:
        """Convert an error from Dask or a worker to a one-line error with advice."""
        from distributed import KilledWorker
        from distributed.comm import CommClosedError

        if isinstance(error, KilledWorker):
            return ClusterError(
                "a shard was abandoned because several workers died while computing it, perhaps "
                "out of memory: give workers more memory, or use smaller shards; then run the "
                "same command again (finished work is kept)"
            )
        if isinstance(error, CancelledError | CommClosedError | TimeoutError):
            return ClusterError(
                f"the scheduler at {self._client.scheduler and self._client.scheduler.address} "
                "has stopped: start it and run the same command again (finished work is kept)"
            )
        if isinstance(error, MemoryError):
            return ClusterError(
                "a worker ran out of memory: give workers more memory, or use smaller shards; "
                "then run the same command again (finished work is kept)"
            )
        return ClusterError(f"a worker failed ({type(error).__name__}: {error})")


_DONE: dict[Task, str] = {spread: "spread", merge: "merged", multiply: "multiplied"}
