"""Run the tasks of cluster workers, each of which reads and writes files for one shard.

A task may run twice, even on two workers at the same time. Its input does not change, so both
workers write the same bytes to the same file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from threading import local
from time import perf_counter
from typing import TYPE_CHECKING

from pegsolitaire.cluster.shards import Cut, Made, ShardFiles
from pegsolitaire.game import Problem
from pegsolitaire.theory import ResourceCount
from pegsolitaire.units import bytes_text, size_text
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.engine import LevelSet, ShardSteps

_OWN = local()  # for each thread, the steps of its current problem
_SHARE = 0.6  # fraction of a worker's memory for steps; the rest is for Dask, Python and files


@dataclass(frozen=True)
class TaskContext:
    """The data that all tasks of a problem share.

    Attributes
    ----------
    problem : Problem
    url : str
        The folder of the shards.
    weights : tuple of tuple of int
        The weights of the resource counts that exclude positions.
    """

    problem: Problem
    url: str
    weights: tuple[tuple[int, ...], ...] = ()

    def __reduce__(self) -> tuple[type[TaskContext], tuple[object, ...]]:
        # The open file system is not pickled.
        return TaskContext, (self.problem, self.url, self.weights)

    @cached_property
    def files(self) -> ShardFiles:
        """The files of the shards."""
        return ShardFiles(self.url, self.problem, self.weights)

    @property
    def counts(self) -> tuple[ResourceCount, ...]:
        """The resource counts that exclude positions."""
        return tuple(ResourceCount(self.problem.board, weights) for weights in self.weights)


@dataclass(frozen=True)
class Making:
    """Describes how to compute a level from another level.

    Attributes
    ----------
    name : str
        The level to compute.
    cut : Cut
        The division of the level into shards.
    source, source_cut, source_sum : str, Cut, str
        The source level, its division and its checksum.
    step : str
        The step from the source to the level.
    flip : bool
        Whether to take the complements of the results.
    target : (str, Cut), optional
        The name and the division of a level with the same shards. With a target, only the results
        that are in the target are kept. By default, all results are kept.
    expected : int
        An estimate of the number of positions.
    """

    name: str
    cut: Cut
    source: str
    source_cut: Cut
    source_sum: str
    step: str
    flip: bool = False
    target: tuple[str, Cut] | None = None
    expected: int = 0


@dataclass
class WorkDone:
    """The cost of some work.

    Attributes
    ----------
    candidates : int
        The number of candidates generated, including repetitions.
    read, written : int
        The number of bytes read and written.
    seconds : float
        The total time of all threads.
    """

    candidates: int = 0
    read: int = 0
    written: int = 0
    seconds: float = 0.0

    @property
    def text(self) -> str:
        """The cost as one line of text.

        Examples
        --------
        >>> WorkDone(2_000_000, 3 << 20, 5 << 20, 0.2).text
        '2,000,000 candidates in 0 s of thread time, 100 ns each; 5.2 MB written, 2.6 bytes each; \
3.1 MB read'
        """
        total = max(self.candidates, 1)
        return (
            f"{self.candidates:,} candidates in {self.seconds:,.0f} s of thread time, "
            f"{1e9 * self.seconds / total:,.0f} ns each; {bytes_text(self.written)} written, "
            f"{self.written / total:.1f} bytes each; {bytes_text(self.read)} read"
        )

    def add(self, other: WorkDone) -> None:
        """Add the cost of other work."""
        self.candidates += other.candidates
        self.read += other.read
        self.written += other.written
        self.seconds += other.seconds


@dataclass
class Done:
    """The report of a task.

    Attributes
    ----------
    work : WorkDone
    made : Made, optional
        The shard that was written.
    product : int
        The sum of the products of path counts, if requested.
    """

    work: WorkDone = field(default_factory=WorkDone)
    made: Made | None = None
    product: int = 0


#: A task function; its arguments are the common data, the level to compute, and the shard's
#: number.
Task = Callable[[TaskContext, Making, int], Done]


def spread(job: TaskContext, making: Making, number: int) -> Done:
    """Compute and write the run from one shard of the source level."""
    begin, steps = perf_counter(), _steps(job)
    before = steps.candidates
    shard = job.files.read_shard(making.source, number, making.source_cut)
    run = steps.spread(shard, making.step, making.cut.logp, making.cut.width, flip=making.flip)
    written = job.files.write_run(making.name, number, run, making.cut, making.source_sum)
    work = WorkDone(steps.candidates - before, shard.nbytes, written, perf_counter() - begin)
    return Done(work)


def merge(job: TaskContext, making: Making, number: int) -> Done:
    """Make one shard of a level from its runs and, if there is one, from the target."""
    begin, steps, runs = perf_counter(), _steps(job), _Runs(job, making, number)
    cut = making.cut
    if making.target is None:
        expected = making.expected // cut.shards
        shard = steps.merge(runs, cut.span(number), cut.logp, expected, cut.width)
    else:
        name, target_cut = making.target
        target = job.files.read_shard(name, number, target_cut)
        runs.read += target.nbytes
        shard = steps.among(runs, target)
    part = job.files.write_shard(making.name, number, shard, _total(shard), making.source_sum)
    return Done(WorkDone(0, runs.read, shard.nbytes, perf_counter() - begin), part)


def multiply(job: TaskContext, making: Making, number: int) -> Done:
    """Multiply the path counts of the runs by those of a target shard, and add up the products."""
    assert making.target is not None
    begin, steps, runs = perf_counter(), _steps(job), _Runs(job, making, number)
    name, target_cut = making.target
    target = job.files.read_shard(name, number, target_cut)
    product = steps.dot(runs, target, making.cut.width)
    work = WorkDone(0, runs.read + target.nbytes, 0, perf_counter() - begin)
    return Done(work, product=product)


class _Runs:
    """The runs for one shard, read from files at each iteration."""

    def __init__(self, job: TaskContext, making: Making, number: int) -> None:
        self._job, self._making, self._number = job, making, number
        self.read = 0

    def __iter__(self) -> Iterator[LevelSet]:
        making = self._making
        for source in range(making.source_cut.shards):
            run = self._job.files.read_run(
                making.name, source, self._number, making.cut, making.source_sum
            )
            self.read += run.nbytes
            yield run


def _total(level: LevelSet) -> int:
    """Return the total number of paths to a level."""
    from pegsolitaire.engine import Paths

    return 0 if level.rows is None else Paths.of(level).total


def _steps(job: TaskContext) -> ShardSteps:
    """Return the steps of a problem, whose buffers this thread reuses for its next task."""
    from pegsolitaire.engine import ShardSteps

    key = job.problem, job.weights, _memory()
    if getattr(_OWN, "key", None) != key:
        _OWN.key, _OWN.steps = (
            key,
            ShardSteps(job.problem, job.counts, work=Work(memory=size_text(key[2]))),
        )
    steps: ShardSteps = _OWN.steps
    return steps


def _memory() -> int | None:
    """Return the memory limit per thread of this worker in bytes, or None without a limit."""
    from distributed import get_worker

    try:
        worker = get_worker()
    except ValueError:
        return None
    limit = getattr(worker.memory_manager, "memory_limit", None)
    return int(_SHARE * limit / worker.state.nthreads) if limit else None
