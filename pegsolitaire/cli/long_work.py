"""Run long commands with limits, progress bars and clusters, and handle interruptions."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pegsolitaire import signals
from pegsolitaire.board import Board
from pegsolitaire.cli.options import (
    Limits,
    WholeNumber,
    needs,
    together,
)
from pegsolitaire.cli.output import out, report
from pegsolitaire.errors import ProblemError
from pegsolitaire.files import home
from pegsolitaire.game import Problem
from pegsolitaire.progress_bar import GOES_ON, NOTHING_KEPT, Bar
from pegsolitaire.sets.store import building_folder, path_of, scratch_folder
from pegsolitaire.units import counted, size_text
from pegsolitaire.work import Work

if TYPE_CHECKING:
    from pegsolitaire.cluster.runner import DaskRunner
    from pegsolitaire.sets.plans import Plan

_PROGRAM = 1 << 28  # bytes that Python, its libraries and the compiled kernels take

# Work of more bytes of memory or disk, or of more seconds, begins only if the user agrees.
_LARGE, _LONG = 4 << 30, 600.0

NO_LIMITS = Limits(None, None, None)


@dataclass(frozen=True)
class Cluster:
    """The options for work on a cluster."""

    cluster: str | None
    cluster_folder: str | None
    shard: int | None

    @property
    def url(self) -> str:
        """The folder for unfinished work on the cluster."""
        return self.cluster_folder or str(home() / "cluster")

    def forget_stored(self, problem: Problem) -> None:
        """Remove the files that a killed run left behind after it had stored its winning sets."""
        with suppress(ImportError):  # without the extra, there is nothing to remove
            from pegsolitaire.cluster.runner import remove_unfinished

            remove_unfinished(problem, self.url)
            self.remove_empty()

    def remove_empty(self) -> None:
        """Remove the folder next to the stored sets, unless it contains unfinished work."""
        if self.cluster_folder is None:
            with suppress(OSError):
                (home() / "cluster").rmdir()


cluster_options = together(
    "cluster",
    Cluster,
    click.option(
        "--cluster",
        metavar="WHERE",
        help="Compute on a Dask cluster: local (starts one on this machine, with a worker for "
        "each core), the address of a scheduler (tcp://host:8786), or @FILE, the scheduler file. "
        "Needs pip install 'pegsolitaire[cluster]'.",
    ),
    click.option(
        "--cluster-folder",
        metavar="URL",
        help="Folder for unfinished work that every machine of the cluster can reach: a path, or "
        "a URL such as s3://bucket/folder. The default is next to the stored sets.",
    ),
    click.option(
        "--shard",
        type=WholeNumber(1000),
        metavar="N",
        help="Approximate number of positions in a task, by default 2,097,152 (some 200 MB of "
        "memory).",
    ),
)


def check_cluster_options() -> None:
    """Raise an error if an option of clusters was typed without --cluster."""
    needs("--cluster-folder", "--cluster")
    needs("--shard", "--cluster")


@contextmanager
def working(
    title: str = "",
    limits: Limits = NO_LIMITS,
    *,
    plan: Callable[..., Plan] | None = None,
    kept: str | Callable[[], str] = NOTHING_KEPT,
    instead: str = "",
    is_open: bool = False,
    cluster: Cluster | None = None,
    scratch: Path | None = None,
    is_in_memory: bool = False,
) -> Iterator[Work]:
    """Run the work of a command with limits, a progress bar, and a note after an interruption.

    With ``--estimate``, the command prints its plan and ends. Work of more than ten minutes, or of
    more than 4 GB of memory or disk, needs ``--yes``, or an answer on a terminal. This also holds
    for large work that begins later (:meth:`~pegsolitaire.work.Progress.announce_large`).

    Parameters
    ----------
    title : str, optional
        The name of the work, shown in the progress bar.
    limits : Limits, optional
        The limits of the work.
    plan : callable, optional
        A function that estimates the work; with ``refuse=True, work=...`` it refuses work that
        exceeds the limits. On a cluster, the function also receives ``threads``. None if there is
        nothing to estimate.
    kept, instead : optional
        As for :class:`~pegsolitaire.progress_bar.Bar`.
    is_open : bool, optional
        Whether the duration cannot be predicted; if there is no limit, the bar then recommends
        --time.
    cluster : Cluster, optional
        The options for the cluster, if there is work to do.
    scratch : Path, optional
        The folder for levels that do not fit in memory. By default, a temporary folder is used.
    is_in_memory : bool, optional
        Whether the work stops at the memory limit instead of moving to disk.
    """
    if plan is not None and limits.estimate:
        size = plan()
        report(lambda: asdict(size), lambda: out.print(plan_text(size)))
        raise click.exceptions.Exit(0)
    bar = Bar(title, unlimited=is_open and limits.is_unlimited, kept=kept, instead=instead)
    with bar as progress, scratch_folder() as own, _runner_of(cluster, progress) as runner:
        work = Work(
            limits.seconds,
            limits.positions,
            size_text(_for_positions(limits.memory)),
            disk=size_text(limits.disk),
            scratch=None if is_in_memory else scratch or own,
            progress=progress,
            cluster=runner,
        ).begin()

        def ask(size: Plan) -> bool:
            if not needs_consent(size, limits, is_remote=runner is not None):
                return False
            _ask(progress, f"{size.text}: {title}", instead)
            progress.asks = None  # one answer is for the whole command
            return True

        progress.asks = ask
        if plan is not None:
            on_cluster = {} if cluster is None else {"threads": getattr(runner, "threads", 0)}
            progress.announce_large(partial(plan, refuse=True, work=work, **on_cluster))
        yield work


def needs_consent(size: Plan, limits: Limits, *, is_remote: bool = False) -> bool:
    """Return whether work is so large, within its limits, that the user has to agree to it.

    The memory of a cluster does not count, because it is on other machines.
    """
    if limits.sure:
        return False
    memory = 0 if is_remote else min(size.bytes, limits.memory or size.bytes)
    disk = min(size.disk, limits.disk or size.disk)
    seconds = min(size.seconds, limits.seconds or size.seconds)
    return max(memory, disk) > _LARGE or seconds > _LONG


def _ask(progress: Bar, what: str, instead: str) -> None:
    """Ask on a terminal whether to start large work.

    Raises
    ------
    ProblemError
        If the user does not agree, or there is no terminal to ask.
    """
    otherwise = f"; {instead}" if instead else ""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise ProblemError(f"{what}. Add --yes to start it{otherwise}")
    with progress.held():
        progress.announce(f"{what}{otherwise}")
        try:
            agrees = click.confirm("Start it?", err=True)
        except click.Abort:
            if signals.is_requested():
                raise KeyboardInterrupt from None
            agrees = False
    if not agrees:
        raise ProblemError("not started: add --yes to start it without a question")


def plan_text(plan: Plan) -> str:
    """Describe an estimate in words."""
    from pegsolitaire.theory import rounded

    noun = "position" if plan.positions == 1 else "positions"
    return f"{rounded(plan.positions)} {noun} to go through: {plan.text}"


def working_on_tables(
    board: Board, finishes: Iterable[tuple[int, ...]], limits: Limits, title: str = ""
) -> AbstractContextManager[Work]:
    """Run the work of a command that needs tablebases for the given finishes."""
    from pegsolitaire.sets.plans import plan_tables  # which imports numpy
    from pegsolitaire.sets.tablebases import default_path

    codes = list(finishes)

    def planned(*, refuse: bool = False, work: Work | None = None) -> Plan:
        stored, memory = limits.stored, limits.memory
        return plan_tables(board, codes, refuse=refuse, stored=stored, memory=memory)

    kept: str | Callable[[], str] = (
        f"{NOTHING_KEPT} (with --store the finished part of the tablebase would be)"
    )
    if limits.stored:
        places = [default_path(board, code) for code in codes]
        kept = going_on(*places, *map(building_folder, places))
    title = title or f"which positions of {board.name} can be solved"
    return working(title, limits, plan=planned, kept=kept)


def _for_positions(memory: int | None) -> int | None:
    """Return the part of a memory limit that the program and its buffers leave for positions."""
    return None if memory is None else memory - min(_PROGRAM, memory // 4)


class Interruption:
    """An interruption of the work in a `with` block, whose finished results are printed first."""

    error: KeyboardInterrupt | None = None

    def __enter__(self) -> Interruption:
        return self

    def __exit__(self, kind: object, error: BaseException | None, *_: object) -> bool:
        if isinstance(error, KeyboardInterrupt):
            self.error = error
        return isinstance(error, KeyboardInterrupt)

    def __bool__(self) -> bool:
        return self.error is not None

    def end(self, kept: str | None = None) -> None:
        """If the work was interrupted, end the command with a note on what is kept.

        Without a note, the progress bar adds its own.
        """
        if self.error is not None:
            if kept is not None:
                self.error.add_note(kept)
            raise self.error


@contextmanager
def stopping(work: Work) -> Iterator[Work]:
    """Run work that returns what it has found when its limits are reached, or after Ctrl-C.

    The signal only cancels the work. It takes effect at the end of the `with` block.
    """
    with signals.postponed() as came:
        yield work.part(cancelled=lambda: bool(came))


# -- what an interrupted command keeps ------------------------------------------------------------


def going_on(*unfinished: Path, whole: Path | None = None) -> Callable[[], str]:
    """Describe what an interrupted command keeps if its work can continue from files.

    Parameters
    ----------
    *unfinished : Path
        The files or folders of unfinished work.
    whole : Path, optional
        The location of the finished result, if the command continues with this result.
    """

    def kept() -> str:
        if any(path.exists() for path in unfinished):
            return GOES_ON
        if whole is not None and whole.exists():
            return "the stored result is kept, and the same command will use it"
        return NOTHING_KEPT

    return kept


def kept_sets(problem: Problem) -> Callable[[], str]:
    """Describe the work that is kept when a build of winning sets is interrupted."""
    return lambda: going_on(path_of(problem, "building"), whole=path_of(problem, "npz"))()


# -- on a cluster ---------------------------------------------------------------------------------


@contextmanager
def _runner_of(asked: Cluster | None, progress: Bar) -> Iterator[DaskRunner | None]:
    """Create a runner that computes levels on a cluster, or None to compute in this process.

    At the end, the function reports the cost of the work. After an interruption, it reports the
    part that the cluster has finished.
    """
    if asked is None or asked.cluster is None:
        yield None
        return
    from pegsolitaire.cluster.runner import SHARD, connect

    try:
        shard = asked.shard or SHARD
        with connect(asked.cluster, asked.url, shard, work=Work(progress=progress)) as runner:
            kept = progress.kept
            progress.kept = lambda: GOES_ON if runner.is_begun else kept()
            shown = f"; its dashboard: {runner.dashboard}" if runner.dashboard else ""
            progress.announce(f"{counted(runner.threads, 'thread')} of a cluster{shown}")
            try:
                yield runner
            finally:
                if runner.work.candidates and not signals.is_requested():
                    progress.announce(runner.work.text)
    finally:
        asked.remove_empty()
