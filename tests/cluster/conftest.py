"""A cluster of two workers, which the tests of this folder share."""

import pytest

from pegsolitaire.cluster.runner import DaskRunner


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
