"""Shards in an object store: an S3-compatible server on this machine.

The server (moto) and the file system (s3fs) need different versions of the same library, so each
is installed in its own folder, which only its processes use.
"""

import os
import random
import re
import socket
import subprocess
import sys
import time
from urllib.error import URLError
from urllib.request import Request, urlopen

import programs
import pytest
from clusters import command, ended, ends_well, scheduler, stored, worker

from pegsolitaire.solving import count

pytestmark = pytest.mark.slow

BUCKET = "pegs"
SHARD = 400_000  # positions; the server is slow, and requests grow with the square of the shards


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Yield the environment for processes that use the store, and the store's address."""
    folder = tmp_path_factory.mktemp("store")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    for name, package in (("server", "moto[server]"), ("client", "s3fs")):
        done = programs.run([*pip, "--target", str(folder / name), package])
        if done.returncode:
            pytest.skip(f"{package} cannot be installed here: {done.stderr.splitlines()[-1]}")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    serve = [sys.executable, "-m", "moto.server", "--host", "127.0.0.1", "--port", str(port)]
    with (
        (folder / "requests").open("w") as log,
        programs.started(
            serve,
            limit=3600,
            env=os.environ | {"PYTHONPATH": str(folder / "server")},
            stdout=subprocess.DEVNULL,
            stderr=log,
        ) as server,
    ):
        while answers(Request(f"{address}/{BUCKET}", method="PUT")) is None:
            assert server.poll() is None
            time.sleep(0.2)
        before = [os.environ["PYTHONPATH"]] if "PYTHONPATH" in os.environ else []
        environment = os.environ | {
            "PYTHONPATH": os.pathsep.join([str(folder / "client"), *before]),
            "FSSPEC_S3_ENDPOINT_URL": address,
            "AWS_ACCESS_KEY_ID": "anybody",
            "AWS_SECRET_ACCESS_KEY": "anything",
            "AWS_DEFAULT_REGION": "us-east-1",
        }
        yield environment, address


def answers(request):
    try:
        with urlopen(request, timeout=30) as answer:
            return answer.read().decode()
    except URLError:
        return None


def objects(address, prefix):
    """Return the names of the first thousand objects."""
    listed = answers(f"{address}/{BUCKET}?list-type=2&prefix={prefix}/")
    return re.findall("<Key>(.*?)</Key>", listed)


def wait_for_objects(address, prefix, number):
    """Wait until this many shards exist, so that the run is in progress."""
    while sum(name.endswith(".json") for name in objects(address, prefix)) < number:
        time.sleep(0.1)


def test_winning_sets_are_the_same_when_workers_are_killed(store, undisturbed, tmp_path):
    environment, address = store
    chance = random.Random(31)
    with (
        scheduler(tmp_path, environment=environment) as (_, file),
        worker(file, environment=environment),
        worker(file, environment=environment),
    ):
        for run in range(3):
            home, prefix = tmp_path / str(run), f"workers{run}"
            folder = ("--cluster-folder", f"s3://{BUCKET}/{prefix}")
            with (
                worker(file, environment=environment) as victim,
                command(home, file, *folder, shard=SHARD, environment=environment) as building,
            ):
                wait_for_objects(address, prefix, chance.randrange(1, 60))
                victim.kill()
                assert building.poll() is None
                with worker(file, environment=environment):
                    ends_well(building)
            assert stored(home) == undisturbed
            assert objects(address, prefix) == []


def test_a_run_goes_on_when_the_scheduler_was_killed(store, undisturbed, tmp_path):
    environment, address = store
    folder = ("--cluster-folder", f"s3://{BUCKET}/scheduler")
    home = tmp_path / "home"
    for kill in (True, False):
        with (
            scheduler(tmp_path, environment=environment) as (main, file),
            worker(file, environment=environment),
            command(home, file, *folder, shard=SHARD, environment=environment) as building,
        ):
            if kill:
                wait_for_objects(address, "scheduler", 30)
                main.kill()
                code, said = ended(building)
                assert code == 2, said
                assert "run the same command again" in said.splitlines()[-1], said
            else:
                ends_well(building)
    assert stored(home) == undisturbed
    assert objects(address, "scheduler") == []


def test_counts_are_the_same(store, tmp_path):
    environment, address = store
    folder = ("--cluster-folder", f"s3://{BUCKET}/count", "--json")
    with (
        scheduler(tmp_path, environment=environment) as (_, file),
        worker(file, environment=environment),
        worker(file, environment=environment),
        command(
            tmp_path, file, *folder, words="count", shard=SHARD, environment=environment
        ) as counting,
    ):
        printed, said = counting.communicate()
    assert counting.returncode == 0, said
    assert str(count("english d4")) in printed
    assert objects(address, "count") == []
