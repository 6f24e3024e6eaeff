"""`--cluster`: work that is done on a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Annotated

import typer

from pegsolitaire import stopping
from pegsolitaire.cli.output import counted
from pegsolitaire.errors import ProblemError
from pegsolitaire.files import home
from pegsolitaire.game import Problem
from pegsolitaire.progress_bar import GOES_ON, Bar, as_text
from pegsolitaire.sets.runner import Runner
from pegsolitaire.work import Work

Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="WHERE",
        help="Do it on a Dask cluster: local (one that is started here, a worker for each core), "
        "the address of a scheduler (tcp://host:8786), or @FILE where a scheduler keeps it. "
        "Needs pip install 'pegsolitaire[cluster]'.",
        show_default=False,
    ),
]
ClusterFolder = Annotated[
    str | None,
    typer.Option(
        "--cluster-folder",
        metavar="URL",
        help="The folder that all machines of the cluster see, for what is unfinished: a path, "
        "s3://bucket/folder ... By default one beside the stored sets.",
        show_default=False,
    ),
]
Shard = Annotated[
    int | None,
    typer.Option(
        "--shard",
        metavar="N",
        min=1000,
        help="About how many positions a task takes, by default 2,097,152: more need more memory "
        "(some 100 bytes each), and move fewer bytes.",
        show_default=False,
    ),
]


@contextmanager
def runner_of(
    cluster: str | None,
    folder: str | None,
    shard: int | None,
    progress: Bar,
    *,
    needed: bool = True,
) -> Iterator[tuple[Runner | None, int]]:
    """The runner that the options ask for, and its threads; None, and 0, for this process.

    What the work has cost is told in the end, and an interruption says what the cluster has
    finished.
    """
    if cluster is None and (folder is not None or shard is not None):
        raise ProblemError("--cluster-folder and --shard go with --cluster")
    if cluster is None or not needed:
        yield None, 0
        return
    from pegsolitaire.cluster.runner import SHARD, connect

    url = _url(folder)
    try:
        with connect(cluster, url, shard or SHARD, work=Work(progress=progress)) as runner:
            kept = progress.kept
            progress.kept = lambda: GOES_ON if runner.is_begun else as_text(kept)
            threads = runner.threads
            shown = f"; its dashboard: {runner.dashboard}" if runner.dashboard else ""
            progress.announce(f"{counted(threads, 'thread')} of a cluster{shown}")
            try:
                yield runner, threads
            finally:
                if runner.work.candidates and not stopping.is_requested():
                    progress.announce(runner.work.text)
    finally:
        _remove_empty(folder)


def forget_stored(problem: Problem, folder: str | None) -> None:
    """Remove what a run on a cluster left that was killed when its winning sets were stored."""
    with suppress(ImportError):  # without the extra there is nothing
        from pegsolitaire.cluster.runner import remove_unfinished

        remove_unfinished(problem, _url(folder))
        _remove_empty(folder)


def _url(folder: str | None) -> str:
    return folder or str(home() / "cluster")


def _remove_empty(folder: str | None) -> None:
    """Remove the folder beside the stored sets, unless something is unfinished there."""
    if folder is None:
        with suppress(OSError):
            (home() / "cluster").rmdir()
