"""Tests of the free memory, of the machine and of the control groups of a process."""

from types import SimpleNamespace

import psutil
import pytest
from private import private, set_private

from pegsolitaire.engine import machine

ENDLESS = str(1 << 63)


def group(folder, limit, used, cache, *, version=2):
    """Create the files of a control group as Linux shows them."""
    folder.mkdir(parents=True, exist_ok=True)
    names = ("memory.max", "memory.current", "inactive_file")
    if version == 1:
        names = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
    (folder / names[0]).write_text(f"{limit}\n")
    (folder / names[1]).write_text(f"{used}\n")
    (folder / "memory.stat").write_text(f"anon 5\n{names[2]} {cache}\n")


def in_groups(root, text):
    (root / "proc" / "self").mkdir(parents=True)
    (root / "proc" / "self" / "cgroup").write_text(text)
    return list(private(machine, "_left_by_groups")(root))


def test_nested_groups_of_version_2(tmp_path):
    base = tmp_path / "sys" / "fs" / "cgroup"
    group(base / "queue" / "job", "max", 700, 0)
    group(base / "queue", 1000, 700, 100)
    assert in_groups(tmp_path, "0::/queue/job\n") == [1000 - 600]


def test_groups_of_version_1(tmp_path):
    base = tmp_path / "sys" / "fs" / "cgroup" / "memory"
    group(base / "slurm" / "job_7", 500, 300, 50, version=1)
    group(base / "slurm", ENDLESS, 300, 50, version=1)
    found = in_groups(tmp_path, "3:cpu,cpuacct:/slurm/job_7\n2:memory:/slurm/job_7\n0::/\n")
    assert found == [500 - 250, (1 << 63) - 250]


@pytest.mark.parametrize("text", ["", "nonsense\n", "0::/gone\n", "2:memory:/gone\n"])
def test_no_groups(tmp_path, text):
    assert in_groups(tmp_path, text) == []


def test_the_least_counts(monkeypatch):
    available = psutil.virtual_memory().available
    assert 0 < machine.free_memory() <= available * 2
    set_private(monkeypatch, machine, _left_by_groups=lambda: iter([1 << 20, 1 << 40]))
    private(machine, "_free_memory").cache_clear()
    assert machine.free_memory() == 1 << 20
    private(machine, "_free_memory").cache_clear()


def test_a_reading_holds_for_a_moment(monkeypatch):
    now, groups = [1000.0], [1 << 20]
    monkeypatch.setattr(machine, "time", SimpleNamespace(monotonic=lambda: now[0]))
    set_private(monkeypatch, machine, _left_by_groups=lambda: iter(groups))
    assert machine.free_memory() == 1 << 20
    groups[0] = 1 << 19
    assert machine.free_memory() == 1 << 20
    now[0] += 2 * private(machine, "_READING_HOLDS")
    assert machine.free_memory() == 1 << 19
    private(machine, "_free_memory").cache_clear()
