"""What the machine has: cores and memory."""

from __future__ import annotations

import os
from pathlib import Path

from pegsolitaire.errors import ProblemError


def core_count() -> int:
    """The cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        return os.cpu_count() or 1


def thread_count(threads: int | None) -> int:
    """How many threads to use: as many as are asked for, or one a core.

    Raises ProblemError where less than one is asked for.
    """
    if threads is None:
        return core_count()
    if threads < 1:
        raise ProblemError(f"{threads} threads: it takes one at least")
    return threads


def free_memory() -> int:
    """The bytes of memory that the machine, or the group that confines us, can still give."""
    return min(_machine_memory(), _group_memory())


def usable_memory(limit: int | None) -> int:
    """The bytes that positions may take: a limit, or without one most of what is free."""
    return free_memory() * 4 // 5 if limit is None else limit


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
