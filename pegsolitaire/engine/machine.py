"""What the machine has: cores, memory, and kernels that were compiled before."""

from __future__ import annotations

import os
from pathlib import Path


def core_count() -> int:
    """The cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        return os.cpu_count() or 1


def free_memory() -> int:
    """The bytes of memory that the machine, or the group that confines us, can still give."""
    return min(_machine_memory(), _group_memory())


def _group_memory() -> int:
    """What a control group (of a container, or a cluster's queue) leaves; no end without one."""
    folder = Path("/sys/fs/cgroup")
    try:
        limit = (folder / "memory.max").read_text().strip()
        used = int((folder / "memory.current").read_text())
        return int(limit) - used if limit != "max" else 1 << 62
    except (OSError, ValueError):
        return 1 << 62


def _machine_memory() -> int:
    try:
        with open("/proc/meminfo") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 8 << 30


def kernels_are_compiled() -> bool:
    """Whether the compiled kernels are on disk; if not, the first call takes some seconds."""
    name = "kernels.expand-*.nbi"
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return any(Path(chosen).rglob(name))
    beside = Path(__file__).parent / "__pycache__"
    return any(beside.glob(name)) or any((Path.home() / ".cache" / "numba").rglob(name))
