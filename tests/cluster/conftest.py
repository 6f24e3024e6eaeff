"""A cluster of two workers, and winning sets made without one."""

import pytest
from clusters import stored

from pegsolitaire.board import english
from pegsolitaire.cluster.runner import DaskRunner
from pegsolitaire.game import Problem
from pegsolitaire.sets import WinningSets


@pytest.fixture(scope="module")
def client():
    """Start a cluster of two workers, which are threads of this process."""
    from distributed import Client, LocalCluster

    options = {"processes": False, "dashboard_address": "127.0.0.1:0", "silence_logs": 50}
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, **options) as cluster,
        Client(cluster) as client,
    ):
        yield client


@pytest.fixture
def runner(client, tmp_path):
    return DaskRunner(client, str(tmp_path / "shards"), shard=3000)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """Return the file of the central game's winning sets, made without a cluster."""
    root = tmp_path_factory.mktemp("undisturbed")
    WinningSets.build(Problem.complement(english(), "d4")).save(root)
    return stored(root)
