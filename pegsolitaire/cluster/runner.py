"""A runner that builds winning sets and counts solutions on a Dask cluster."""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import numpy as np

from pegsolitaire.cluster.driver import Driver
from pegsolitaire.cluster.shards import Cut, Made, ShardFiles, checksum_of, open_folder
from pegsolitaire.cluster.tasks import Making, TaskContext, WorkDone
from pegsolitaire.errors import ClusterError, MissingExtraError
from pegsolitaire.files import work_folder
from pegsolitaire.game import Problem
from pegsolitaire.signals import starting_processes
from pegsolitaire.theory import ResourceCount
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from distributed import Client

    from pegsolitaire.engine import ShardSteps, Words


# --
# Levels and paths in shards, with the same methods as the engine's levels and paths.
#
# A level is represented by a name and its manifests; its positions stay in their files. The name
# ``F-25`` stands for positions with 25 pegs that can be reached from the start, ``B-7`` for
# positions that can reach the finish, and ``W-12`` for winning positions. ``P-20`` stands for
# positions with the numbers of paths to them from the start, and ``Q-20`` from the finish.


# These limits make tables fit in the caches: log2 of the number of partitions of a shard, and log2
# of the largest number of words in one partition of the results of one shard.
_SHARD_PARTITIONS, _IN_CACHE = 5, 14
_MAX_LOG2_PARTITIONS = 14  # log2 of the largest number of partitions for this purpose
_GROWTH = 6  # estimated number of results per word
_SMALL_FROM = 1 << 18  # the smallest level for which small remainders are worthwhile
_MAX_LOG2_PARTITIONS_OF_SMALL_WORDS = (
    18  # log2 of the largest number of partitions for small remainders
)
_CHANGES = {"forward": -1, "opposite": -1, "backward": 1, "stay": 0}  # changes of pegs


@dataclass(frozen=True, eq=False)
class _ShardedLevel:
    """A level in shards.

    Attributes
    ----------
    kind : str
        F, B, W, P or Q.
    pegs : int
    cut : Cut
    parts : tuple of Made
        The manifest of each shard.
    driver : Driver
        The driver that computed the level.
    """

    kind: str
    pegs: int
    cut: Cut
    parts: tuple[Made, ...]
    driver: Driver

    @property
    def name(self) -> str:
        """The name of the level, and of its folder."""
        return f"{self.kind}-{self.pegs}"

    @property
    def total(self) -> int:
        """The total number of paths to the level."""
        return sum(part.total for part in self.parts)

    def __len__(self) -> int:
        return sum(part.count for part in self.parts)

    def discard(self) -> None:
        """Remove the shards, but keep their manifests for a run that resumes the work."""
        self.driver.files.discard(self.name)


class _ShardedLevels:
    """Computes levels in shards, with the methods of :class:`pegsolitaire.engine.LevelEngine`.

    If it counts paths, it has the methods of :class:`pegsolitaire.engine.PathCounter`.

    Parameters
    ----------
    driver : Driver
    most : int
        The approximate largest number of positions in a shard.
    paths : bool
        Whether to count the paths to each position.

    Attributes
    ----------
    jumps, unjumps, stay, opposite : str
        The names of steps.
    """

    jumps, unjumps, stay, opposite = "forward", "backward", "stay", "opposite"

    def __init__(self, driver: Driver, most: int, paths: bool) -> None:
        self.driver, self.problem, self._most = driver, driver.job.problem, most
        self._paths = paths

    def one_of_each_pair(self, level: _ShardedLevel) -> str:
        """Return all jumps: shards have no step for some of them."""
        return self.jumps

    def level(self, codes: Sequence[int]) -> _ShardedLevel:
        """Make a level of few positions, in one shard. If paths are counted, each has one path.

        The kind of the level is F (with paths, P) for the starts of the problem, otherwise B (Q).
        """
        codes = list(codes)
        is_start = set(codes) == set(self.problem.starts)
        pegs = codes[0].bit_count() if codes else 0
        holes = len(self.problem.board)
        cut = Cut(holes, min(_SHARD_PARTITIONS, holes - 1), 1, int(self._paths))
        level = self._steps.level(codes, cut.logp, paths=self._paths)
        kind = ("QP" if self._paths else "BF")[is_start]
        name, total = f"{kind}-{pegs}", len(codes) if self._paths else 0

        def write() -> Made:
            return self.driver.files.write_shard(name, 0, level, total, "")

        first_level = self.driver.begin(name, write)
        return _ShardedLevel(kind, pegs, cut, (first_level,), self.driver)

    def step(
        self, source: _ShardedLevel, steps: str, expected: int = 0, **files: object
    ) -> _ShardedLevel:
        """Return the level of all positions that the steps lead to. The work can always resume."""
        expected = max(expected, (3 if self._paths else 2) * len(source), 64)
        width = self._limbs(source) if self._paths else 0
        pegs = source.pegs + _CHANGES[steps]
        making = Making(
            f"{source.kind}-{pegs}", self._cut(source, expected, width), source.name, source.cut,
            checksum_of(source.parts), steps, expected=expected,
        )  # fmt: skip
        parts = self.driver.make(making)
        return _ShardedLevel(source.kind, pegs, making.cut, tuple(parts), self.driver)

    def select(
        self, source: _ShardedLevel, steps: str, target: _ShardedLevel, flip: bool = False
    ) -> _ShardedLevel:
        """Return the positions of the target that steps from the source lead to."""
        making = self._toward(f"W-{target.pegs}", source, steps, target, flip=flip)
        parts = self.driver.make(making)
        return _ShardedLevel("W", target.pegs, target.cut, tuple(parts), self.driver)

    def codes(self, level: _ShardedLevel, flip: bool = False) -> Words:
        """Return the sorted canonical codes of a level, or of the complements of its positions."""
        from pegsolitaire.engine import LevelEngine

        read = self.driver.read
        with LevelEngine.of(self.problem) as engine:
            parts = [
                engine.row_codes(read(level.name, i, level.cut), flip)
                for i in range(level.cut.shards)
            ]
        return np.sort(np.concatenate(parts))

    def meet(self, forward: _ShardedLevel, backward: _ShardedLevel, jumps: int) -> int:
        """Count the paths from one side's starts to the complements of the other side's starts."""
        step = "forward" if jumps else "stay"
        making = self._toward(f"meet-{forward.pegs}", forward, step, backward, flip=True)
        limbs = self._limbs(forward)
        return self.driver.multiply(replace(making, cut=replace(making.cut, width=limbs)))

    def _limbs(self, paths: _ShardedLevel) -> int:
        """Return how many 64-bit limbs suffice for any sum of paths after a step."""
        from pegsolitaire.engine import limbs_of

        return limbs_of(paths.total * len(self.problem.board.jumps))

    def _toward(
        self, name: str, source: _ShardedLevel, step: str, target: _ShardedLevel, *, flip: bool
    ) -> Making:
        """Describe how to compute a part of the target from a source."""
        return Making(
            name, replace(target.cut, width=0), source.name, source.cut,
            checksum_of(source.parts), step, flip, (target.name, target.cut),
        )  # fmt: skip

    def _cut(self, source: _ShardedLevel, expected: int, width: int) -> Cut:
        """Choose how to divide a level with the expected number of positions."""
        holes = len(self.problem.board)
        log = max(0, (max(expected, 1) - 1) // self._most).bit_length()
        least = holes - 31  # fewer partitions would need larger remainders
        small = (
            least
            if expected >= _SMALL_FROM and least <= _MAX_LOG2_PARTITIONS_OF_SMALL_WORDS
            else 0
        )
        one_makes = _GROWTH * len(source) // source.cut.shards
        fitting = min(one_makes.bit_length() - _IN_CACHE, _MAX_LOG2_PARTITIONS)
        logp = min(max(log + _SHARD_PARTITIONS, small, fitting), holes - 1)
        return Cut(holes, logp, 1 << min(log, logp), width)

    @property
    def _steps(self) -> ShardSteps:
        from pegsolitaire.engine import ShardSteps

        return ShardSteps(self.problem)


SHARD = 1 << 21  # positions
# With these settings, malloc in the workers of a local cluster keeps freed memory. The first
# access to new memory is slow, so this saves a tenth of the time.
_MALLOC = {"MALLOC_TRIM_THRESHOLD_": 1 << 30, "MALLOC_MMAP_THRESHOLD_": 1 << 30}
_LEVELS = "levels"  # part of the names of folders
_CONNECT = 30  # seconds to wait for the cluster


class DaskRunner:
    """Performs level steps with the workers of a Dask cluster.

    Parameters
    ----------
    client : distributed.Client
        A client of the cluster.
    url : str
        A folder that this machine and all workers can access, as an fsspec URL: a path, or
        ``s3://bucket/folder``. Unfinished work stays there, and the next run continues from it.
    shard : int, optional
        The approximate largest number of positions in a shard. Larger shards need more memory, but
        transfer fewer bytes.

    Raises
    ------
    ClusterError
        If there are no workers, or if a worker cannot access the folder or has another version.
    """

    def __init__(self, client: Client, url: str, shard: int = SHARD) -> None:
        self._client, self.url, self._shard = client, url.rstrip("/"), shard
        #: The cost of the work that the workers have done so far.
        self.work = WorkDone()
        self._jobs: list[TaskContext] = []
        self._check_workers()

    @property
    def is_begun(self) -> bool:
        """Whether the folder contains unfinished work that another run can continue."""
        return any(job.files.is_begun for job in self._jobs)

    @property
    def dashboard(self) -> str | None:
        """The address of Dask's dashboard, which shows all tasks; None without a dashboard."""
        has_one = "dashboard" in self._client.scheduler_info(n_workers=0).get("services", {})
        return str(self._client.dashboard_link) if has_one else None

    @property
    def threads(self) -> int:
        """The number of threads of all connected workers."""
        return sum(self._client.nthreads().values())

    @contextmanager
    def levels(
        self,
        problem: Problem,
        counts: Sequence[ResourceCount],
        *,
        paths: bool = False,
        work: Work,
    ) -> Iterator[_ShardedLevels]:
        """Provide an object that computes the levels of a problem in shards, or counts paths."""
        weights = tuple(count.weights for count in counts)
        # Shards of a different size, or with different resource counts, need a different folder.
        others = sha256(repr((self._shard, weights)).encode()).hexdigest()[:8]
        what = "paths" if paths else _LEVELS
        url = f"{self.url}/{problem.board.name}/{problem.slug}-{what}-{others}"
        job = TaskContext(problem, url, weights)
        self._jobs.append(job)
        driver = Driver(self._client, job, self.work, work=work)
        yield _ShardedLevels(driver, self._shard, paths)

    def clear(self, problem: Problem) -> None:
        """Remove the shards of a problem that this runner computed."""
        for job in self._jobs:
            if job.problem == problem:
                job.files.clear()

    def _check_workers(self) -> None:
        """Check that there are workers and that they can access the folder."""
        from dask.distributed import TimeoutError as DaskTimeoutError

        try:
            self._client.wait_for_workers(1, timeout=_CONNECT)
        except (DaskTimeoutError, TimeoutError):
            raise ClusterError(
                f"the cluster has no workers after {_CONNECT} seconds: start some "
                "(`dask worker ADDRESS`) and run the same command again"
            ) from None
        with _written_probe(self.url) as probe:
            answers = self._client.run(_look, *probe, on_error="return")
        from pegsolitaire.engine import LAYOUT_VERSION

        for worker, answer in answers.items():
            if isinstance(answer, OSError):
                continue  # this worker has left, and others may join
            if isinstance(answer, Exception):
                raise ClusterError(
                    f"the worker {worker} cannot run pegsolitaire ({answer}): install the same "
                    "version on all machines"
                )
            layout, sees = answer
            if layout != LAYOUT_VERSION:
                raise ClusterError(
                    f"the worker {worker} has another version of pegsolitaire: install the same "
                    "version on all machines"
                )
            if not sees:
                raise ClusterError(
                    f"the worker {worker} cannot access {self.url}: choose a folder that all "
                    "machines can access"
                )


@contextmanager
def connect(
    where: str,
    url: str,
    shard: int = SHARD,
    *,
    work: Work | None = None,
) -> Iterator[DaskRunner]:
    """Connect to a running cluster or start one on this machine, and provide its runner.

    Parameters
    ----------
    where : str
        ``local`` for a new cluster on this machine, with one worker for each core; the address of
        a scheduler, ``tcp://host:8786``, or ``tls://host:8786`` with the certificates given in
        Dask's configuration; or ``@FILE``, the file in which a scheduler stores its address.
    url : str
        A folder that this machine and all workers can access.
    shard : int, optional
        The approximate largest number of positions in a shard.

    Raises
    ------
    MissingExtraError
        If the extra is not installed.
    ClusterError
        If the cluster cannot be reached, or cannot do the work.
    """
    work = Work.of(work)
    work.progress.stage("starting a cluster" if where == "local" else "connecting to the cluster")
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise MissingExtraError(
            "clusters need Dask: pip install 'pegsolitaire[cluster]'"
        ) from None
    with _written_probe(url):  # check the folder before starting anything
        pass
    with _started(where, Client, LocalCluster) as client:
        yield DaskRunner(client, url, shard)


def remove_unfinished(problem: Problem, url: str) -> None:
    """Remove the files of a run that was killed after its winning sets were stored.

    Parameters
    ----------
    problem : Problem
    url : str
        The folder given to that run.
    """
    fs, root = open_folder(url)
    board = problem.board.name
    for path in fs.glob(f"{root}/{board}/{problem.slug}-{_LEVELS}-*"):
        ShardFiles(f"{url}/{board}/{Path(path).name}", problem).clear()


@contextmanager
def _started(where: str, client: Any, cluster: Any) -> Iterator[Client]:
    if where == "local":
        import dask

        # One thread for each worker: kernels release the GIL, but the Python code between kernels
        # does not.
        cores = os.cpu_count() or 1
        with ExitStack() as ending:
            ending.enter_context(dask.config.set({"distributed.nanny.pre-spawn-environ": _MALLOC}))
            with starting_processes():
                local = ending.enter_context(
                    cluster(
                        n_workers=cores,
                        threads_per_worker=1,
                        dashboard_address="127.0.0.1:0",
                        silence_logs=logging.CRITICAL,  # this runner reports errors in one line
                    )
                )
                started = ending.enter_context(client(local))
            yield started
        return
    # A client that failed to connect closes itself when it is collected. If that happened while
    # another starts, it would wait forever for the lock that the start holds.
    gc.collect()
    if where.startswith("@") and not Path(where[1:]).is_file():
        raise ClusterError(f"there is no file {where[1:]}: start the scheduler first")
    try:
        if where.startswith("@"):
            started = client(scheduler_file=where[1:], timeout=_CONNECT)
        else:
            started = client(where, timeout=_CONNECT)
    # Dask may raise nearly anything, such as an AssertionError if a certificate is missing.
    except Exception as error:
        raise ClusterError(f"no scheduler at {where}: {_remedy(where)}") from error
    with started:
        yield started


def _remedy(where: str) -> str:
    """Return advice for the user if a scheduler cannot be reached."""
    if where.startswith("tls:"):
        return (
            "start one (`dask scheduler --protocol tls`), and set certificates that it accepts in "
            "DASK_DISTRIBUTED__COMM__TLS__CA_FILE, ..TLS__CLIENT__CERT and ..TLS__CLIENT__KEY "
            "(docs/cluster.md)"
        )
    return (
        "start one (`dask scheduler`) or give its address, tcp://host:8786, or tls://host:8786 "
        "if it requires certificates"
    )


@contextmanager
def _written_probe(url: str) -> Iterator[tuple[str, str]]:
    """Write a small file to a folder, and yield its path and its content."""
    from fsspec.implementations.local import LocalFileSystem

    fs, root = open_folder(url)
    says = uuid4().hex
    with ExitStack() as ending:
        try:
            if isinstance(fs, LocalFileSystem):  # it has locks, which identify abandoned files
                work = ending.enter_context(work_folder(Path(root, "probe")))
                name = f"{work.name}/{says}"
            else:
                name = f"probe-{says}"
                fs.makedirs(root, exist_ok=True)
                remove_old_probes(fs, root)
                ending.callback(_remove, fs, f"{root}/{name}")
            fs.pipe_file(f"{root}/{name}", says.encode())
        # Object stores may raise nearly anything.
        except Exception as error:
            why = getattr(error, "strerror", None) or error
            raise ClusterError(f"cannot write to {url}: {why}; choose another folder") from error
        yield f"{url}/{name}", says


def _remove(fs: Any, path: str) -> None:
    with suppress(FileNotFoundError):
        fs.rm_file(path)


def remove_old_probes(fs: Any, root: str) -> None:
    """Remove probe files that are over an hour old, because killed runs left them behind."""
    begun = datetime.now(UTC) - timedelta(hours=1)
    for path in fs.glob(f"{root}/probe-*"):
        with suppress(FileNotFoundError, NotImplementedError):
            if fs.modified(path).replace(tzinfo=UTC) < begun:
                fs.rm_file(path)


def _look(url: str, says: str) -> tuple[int, bool]:
    """Return a worker's layout version. Also return True if the worker can read a file."""
    from pegsolitaire.engine import LAYOUT_VERSION

    try:
        fs, path = open_folder(url)
        fs.invalidate_cache()
        return LAYOUT_VERSION, bytes(fs.cat_file(path)) == says.encode()
    except Exception:  # whatever the reason, the worker cannot read the file
        return LAYOUT_VERSION, False
