"""Clusters that are started on this machine, lost, or impossible to join."""

import json
import os
import shutil
import sys
from concurrent.futures import CancelledError
from contextlib import contextmanager

import programs
import pytest
from clusters import DASK_WARNINGS, PROBLEMS, Here, files_of
from distributed import KilledWorker
from marks import each
from private import set_private

from pegsolitaire.board import english
from pegsolitaire.cluster.runner import DaskRunner, connect
from pegsolitaire.errors import ClusterError, StoreError
from pegsolitaire.game import Problem
from pegsolitaire.sets import WinningSets
from pegsolitaire.solving import count
from pegsolitaire.work import Work

pytestmark = DASK_WARNINGS


@each(
    ("where", "says"),
    [("tcp://127.0.0.1:1", "no scheduler at"), ("@nothing", "there is no file nothing"),
     ("tls://127.0.0.1:1", "set certificates that it accepts in DASK_DISTRIBUTED__COMM__TLS__CA")],
)  # fmt: skip
def test_a_cluster_that_is_none(where, says, tmp_path, monkeypatch):
    set_private(monkeypatch, "pegsolitaire.cluster.runner", _CONNECT=0.1)
    with pytest.raises(ClusterError, match=says), connect(where, str(tmp_path)):
        pass


def test_a_cluster_is_left_and_a_local_one_is_ended(tmp_path, monkeypatch):
    begun = []

    @contextmanager
    def cluster(**options):
        begun.append((options["n_workers"], options["threads_per_worker"]))
        yield begun
        begun.append("ended")

    class Client(Here):
        def __init__(self, where, **options):
            assert where in (begun, "tcp://127.0.0.1:8786")

        def __enter__(self):
            return self

        def __exit__(self, *_):
            begun.append("left")

    monkeypatch.setattr("distributed.LocalCluster", cluster)
    monkeypatch.setattr("distributed.Client", Client)
    with connect("local", str(tmp_path)) as runner:
        assert (runner.threads, runner.dashboard) == (2, Here.dashboard_link)
    assert begun == [(os.cpu_count(), 1), "left", "ended"]
    with connect("tcp://127.0.0.1:8786", str(tmp_path)):
        begun.append("connected")
    assert begun[3:] == ["connected", "left"]


KILLED = KilledWorker("merge-3", None, 3)


@each(
    ("raised", "says"),
    [
        (KILLED, "several workers died"),
        (MemoryError(), "a worker ran out of memory"),
        (CancelledError(), "the scheduler at None has stopped"),
        (ValueError("odd"), r"a worker failed \(ValueError: odd\)"),
        (StoreError("the disk is full"), "the disk is full"),
    ],
)
def test_a_task_that_fails_ends_in_a_line(raised, says, tmp_path, monkeypatch):
    def fail(*_, **options):
        raise raised

    monkeypatch.setattr(Here, "submit", fail)
    with pytest.raises((ClusterError, StoreError), match=says) as caught:
        count(PROBLEMS["triangle5 a1"], work=Work(cluster=DaskRunner(Here(), str(tmp_path))))
    assert "\n" not in str(caught.value)


@each(
    ("gone", "says"),
    [({"status": "closed"}, "has stopped"), ({"nodes": ()}, "has had no workers for 0 seconds")],
)
def test_a_cluster_that_is_lost(gone, says, tmp_path, monkeypatch):
    """No task ends any more, because the scheduler has stopped or all workers have left."""
    set_private(monkeypatch, "pegsolitaire.cluster.driver", _ROUND=0.0, _PATIENCE=0.0)
    client = Here()
    runner = DaskRunner(client, str(tmp_path))
    never = client.submit(print)
    never.add_done_callback = lambda call: None
    with pytest.MonkeyPatch.context() as patch:
        for name, value in ({"submit": lambda *_, **options: never} | gone).items():
            patch.setattr(client, name, value, raising=False)
        with pytest.raises(ClusterError, match=says):
            count(PROBLEMS["triangle5 a1"], work=Work(cluster=runner))


def openssl(folder, *words):
    done = programs.run(["openssl", *map(str, words)], cwd=folder)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def certificates(tmp_path):
    """Create a certificate of our own authority, and one of another authority."""
    if shutil.which("openssl") is None:
        pytest.skip("there is no openssl here")
    new = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    for name in ("ca", "other"):
        words = ("-x509", *new, "-subj", f"/CN={name}", "-keyout", f"{name}-key.pem")
        openssl(tmp_path, "req", *words, "-out", f"{name}.pem", "-days", 2)
    openssl(tmp_path, "req", *new, "-subj", "/CN=pegs", "-keyout", "key.pem", "-out", "asked.pem")
    words = ("-CA", "ca.pem", "-CAkey", "ca-key.pem", "-CAcreateserial", "-out", "cert.pem")
    openssl(tmp_path, "x509", "-req", "-in", "asked.pem", *words, "-days", 2)
    return tmp_path


@pytest.mark.slow
def test_a_cluster_with_certificates(certificates, tmp_path, monkeypatch):
    """Certificates come from Dask's configuration; missing or wrong ones are refused."""
    import dask
    from distributed import LocalCluster, Security

    set_private(monkeypatch, "pegsolitaire.cluster.runner", _CONNECT=10)
    own = [str(certificates / f"{name}.pem") for name in ("ca", "cert", "key")]
    others = [str(certificates / f"{name}.pem") for name in ("other", "other", "other-key")]
    parts = ("scheduler", "worker", "client")
    roles = [f"tls_{part}_{what}" for part in parts for what in ("cert", "key")]
    given = dict(zip(roles, own[1:] * 3, strict=True))
    security = Security(tls_ca_file=own[0], require_encryption=True, **given)
    options = {"processes": False, "dashboard_address": "127.0.0.1:0", "silence_logs": 50}
    with LocalCluster(1, protocol="tls://", security=security, **options) as cluster:
        where = cluster.scheduler_address
        assert where.startswith("tls://")
        for ca, cert, key in (own, others, (own[0], None, None), ("nothing",) * 3, (None,) * 3):
            tls = {"ca-file": ca, "client.cert": cert, "client.key": key}
            with dask.config.set({f"distributed.comm.tls.{word}": v for word, v in tls.items()}):
                if cert == own[1]:
                    with connect(where, str(tmp_path / "shards")) as runner:
                        problem = PROBLEMS["triangle5 a1"]
                        assert WinningSets.build(
                            problem, work=Work(cluster=runner)
                        ) == WinningSets.build(problem)
                    continue
                with (
                    pytest.raises(ClusterError, match="set certificates that it accepts"),
                    connect(where, str(tmp_path / "shards")),
                ):
                    pass
        with (
            pytest.raises(ClusterError, match="or tls://host:8786"),
            connect(where.replace("tls", "tcp"), str(tmp_path / "shards")),
        ):
            pass


@pytest.mark.slow
def test_a_cluster_without_workers(tmp_path, monkeypatch):
    """The scheduler is a thread of this process, and its address is in a file."""
    from distributed import LocalCluster

    set_private(monkeypatch, "pegsolitaire.cluster.runner", _CONNECT=1)
    options = {"processes": False, "dashboard_address": "127.0.0.1:0", "silence_logs": 50}
    with LocalCluster(n_workers=0, protocol="tcp://", **options) as cluster:
        file = tmp_path / "scheduler.json"
        file.write_text(json.dumps({"address": cluster.scheduler_address}))
        nobody = pytest.raises(ClusterError, match="no workers")
        with nobody, connect(f"@{file}", str(tmp_path)):
            pass


@pytest.mark.slow
def test_a_local_cluster_on_a_full_disk_ends_in_a_line(tmp_path):
    """Files of more than 16 kB cannot be written, and no worker prints a traceback."""
    pegs = [sys.executable, "-m", "pegsolitaire", "sets", "winning", "triangle6", "a1"]
    homes = [os.environ | {"PEGSOLITAIRE_HOME": str(tmp_path / name)} for name in ("one", "two")]
    local = [*pegs, "--cluster", "local"]
    assert programs.run(local, env=homes[0]).returncode == 0  # this compiles the kernels
    done = programs.run(["sh", "-c", 'ulimit -f 32; exec "$@"', "sh", *local], env=homes[1])
    assert (done.returncode, done.stdout) == (2, "")
    *told, last = done.stderr.splitlines()
    assert last.startswith(f"pegs: cannot write {tmp_path}/two/cluster/triangle6/")
    assert last.endswith(
        ": File too large; free some space or choose another folder for the cluster"
    )
    known = ("of a cluster; ", " of thread time, ", "still working after")
    assert all(any(words in one for words in known) for one in told)


@pytest.mark.slow
def test_a_local_cluster_makes_the_files_of_the_english_board(tmp_path):
    for start in ("d4", "c3"):
        problem = Problem.complement(english(), start)
        WinningSets.build(problem).save(tmp_path / "here")
        with connect("local", str(tmp_path / "shards")) as runner:
            WinningSets.build(problem, work=Work(cluster=runner)).save(tmp_path / "there")
            assert count(problem, work=Work(cluster=runner)) == count(problem)
    assert files_of(tmp_path / "here") == files_of(tmp_path / "there")
