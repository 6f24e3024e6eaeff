"""How commands work: within limits, with a bar, interrupted at any time, or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import click

from pegsolitaire import stopping
from pegsolitaire.amounts import counted, size_text
from pegsolitaire.board import Board
from pegsolitaire.cli.options import DiskLimits, Limits, TableLimits, option
from pegsolitaire.cli.output import out, report
from pegsolitaire.files import home
from pegsolitaire.game import Problem
from pegsolitaire.progress_bar import GOES_ON, NOTHING_KEPT, Bar, as_text
from pegsolitaire.sets.runner import Runner
from pegsolitaire.sets.store import building_folder, path_of, scratch_folder
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.sets.plans import Plan

_PROGRAM = 1 << 28  # bytes of Python, its libraries and the compiled kernels

NO_LIMITS = Limits(None, None, None)


@dataclass(frozen=True)
class Cluster:
    """The cluster that does the work, if one does."""

    title: ClassVar[str] = "Cluster"

    cluster: str | None = option(
        "Do it on a Dask cluster: local (one that is started here, a worker for each core), the "
        "address of a scheduler (tcp://host:8786), or @FILE where a scheduler keeps it. Needs pip "
        "install 'pegsolitaire[cluster]'.",
        metavar="WHERE",
    )
    cluster_folder: str | None = option(
        "The folder that all machines of the cluster see, for what is unfinished: a path, "
        "s3://bucket/folder ... By default one beside the stored sets.",
        metavar="URL",
    )
    shard: int | None = option(
        "About how many positions a task takes, by default 2,097,152: more need more memory "
        "(some 100 bytes each), and move fewer bytes.",
        metavar="N",
        min=1000,
    )

    @property
    def url(self) -> str:
        """The folder of what is unfinished."""
        return self.cluster_folder or str(home() / "cluster")

    def forget_stored(self, problem: Problem) -> None:
        """Remove what a run left that was killed when its winning sets were stored."""
        with suppress(ImportError):  # without the extra there is nothing
            from pegsolitaire.cluster.runner import remove_unfinished

            remove_unfinished(problem, self.url)
            self.remove_empty()

    def remove_empty(self) -> None:
        """Remove the folder beside the stored sets, unless something is unfinished there."""
        if self.cluster_folder is None:
            with suppress(OSError):
                (home() / "cluster").rmdir()


CLUSTER_RULES = ("--cluster-folder needs --cluster", "--shard needs --cluster")


@contextmanager
def working(
    title: str = "",
    limits: Limits = NO_LIMITS,
    *,
    plan: Callable[..., Plan] | None = None,
    is_planned: bool = True,
    kept: str | Callable[[], str] = NOTHING_KEPT,
    instead: str = "",
    is_open: bool = False,
    cluster: Cluster | None = None,
    scratch: Path | None = None,
    is_in_memory: bool = False,
) -> Iterator[Work]:
    """The work of a command, begun: its limits, a bar, and what is said when it is interrupted.

    With ``--estimate`` the command prints its plan and ends.

    Parameters
    ----------
    title : str, optional
        What is worked out.
    limits : Limits, optional
        What it may take.
    plan : callable, optional
        Says how much work it is; with ``refuse=True, work=...`` it refuses what is too much. On a
        cluster it is given ``threads`` too.
    is_planned : bool, optional
        Whether there is anything to do, so that the plan is announced.
    kept, instead : optional
        As a `Bar` has them.
    is_open : bool, optional
        Whether it takes as long as it takes, if no limit was given: then --time is recommended.
    cluster : Cluster, optional
        What was asked for of one, if anything is to be done.
    scratch : Path, optional
        The folder for levels that outgrow the memory; by default one of its own.
    is_in_memory : bool, optional
        Whether the memory ends it, and nothing lies on disk.
    """
    if plan is not None and getattr(limits, "estimate", False):
        size = plan()
        report(lambda: asdict(size), lambda: out.print(plan_text(size)))
        raise click.exceptions.Exit(0)
    bar = Bar(title, unlimited=is_open and limits.is_unlimited, kept=kept, instead=instead)
    with bar as progress, scratch_folder() as own, _runner_of(cluster, progress) as runner:
        work = Work(
            limits.seconds,
            limits.positions,
            size_text(for_positions(limits.memory)),
            disk=size_text(limits.disk) if isinstance(limits, DiskLimits) else None,
            scratch=None if is_in_memory else scratch or own,
            progress=progress,
            cluster=runner,
        ).begin()
        if plan is not None and is_planned:
            on_cluster = {} if cluster is None else {"threads": _threads_of(runner)}
            progress.announce_plan(plan(refuse=True, work=work, **on_cluster))
        yield work


def plan_text(plan: Plan) -> str:
    """How much work there is."""
    from pegsolitaire.theory import rounded

    return f"{rounded(plan.positions)} positions to go through: {plan.text}"


def working_on_tables(
    board: Board, finishes: Iterable[tuple[int, ...]], limits: TableLimits, title: str = ""
) -> AbstractContextManager[Work]:
    """The work of a command that needs the tablebases of some finishes."""
    from pegsolitaire.sets.plans import plan_tables  # which imports numpy
    from pegsolitaire.sets.tablebases import default_path

    codes = list(finishes)

    def planned(*, refuse: bool = False, work: Work | None = None) -> Plan:
        memory = limits.memory if refuse else None
        return plan_tables(board, codes, refuse=refuse, stored=limits.store, memory=memory)

    kept: str | Callable[[], str] = (
        f"{NOTHING_KEPT}; with --store what is finished of the tablebase is"
    )
    if limits.store:
        places = [default_path(board, one) for one in codes]
        kept = going_on(*places, *map(building_folder, places))
    title = title or f"which positions of {board.name} can be solved"
    return working(title, limits, plan=planned, kept=kept)


def for_positions(memory: int | None) -> int | None:
    """What a limit of memory leaves for positions: the program and its buffers take some, too."""
    return None if memory is None else memory - min(_PROGRAM, memory // 4)


# -- what is kept when it is interrupted ----------------------------------------------------------


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


def kept_sets(problem: Problem) -> Callable[[], str]:
    """What is kept of winning sets when their build is interrupted."""
    return lambda: going_on(path_of(problem, "building"), whole=path_of(problem, "npz"))()


# -- on a cluster ---------------------------------------------------------------------------------


def _threads_of(runner: Runner | None) -> int:
    """How many threads a cluster has; 0 is this process."""
    return int(getattr(runner, "threads", 0))


@contextmanager
def _runner_of(asked: Cluster | None, progress: Bar) -> Iterator[Runner | None]:
    """What does level steps; None is this process.

    What the work has cost is told in the end, and an interruption says what the cluster has
    finished.
    """
    if asked is None or asked.cluster is None:
        yield None
        return
    from pegsolitaire.cluster.runner import SHARD, connect

    try:
        shard = asked.shard or SHARD
        with connect(asked.cluster, asked.url, shard, work=Work(progress=progress)) as runner:
            kept = progress.kept
            progress.kept = lambda: GOES_ON if runner.is_begun else as_text(kept)
            shown = f"; its dashboard: {runner.dashboard}" if runner.dashboard else ""
            progress.announce(f"{counted(runner.threads, 'thread')} of a cluster{shown}")
            try:
                yield runner
            finally:
                if runner.work.candidates and not stopping.is_requested():
                    progress.announce(runner.work.text)
    finally:
        asked.remove_empty()
