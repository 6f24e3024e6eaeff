"""The cores and the memory that this process may use."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Self, TypeVar


def core_count() -> int:
    """Return the number of cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        return os.cpu_count() or 1


# The free memory is read at most once in this number of seconds, because reading it takes longer
# than a step between small levels. ``usable_memory`` leaves a fifth of the memory free, and a
# program cannot fill a tenth of that fifth in this time.
_READING_HOLDS = 0.05


def free_memory() -> int:
    """Return the number of bytes of memory that this process can still use.

    This is the free memory of the machine, or less if a control group limits the process.
    """
    return _free_memory(int(time.monotonic() / _READING_HOLDS))


@lru_cache(maxsize=1)
def _free_memory(_moment: int) -> int:
    import psutil  # the import takes 10 ms, and few commands need it

    return min([psutil.virtual_memory().available, *_left_by_groups()])


def usable_memory(limit: int | None) -> int:
    """Return the number of bytes for positions: the limit, or else 80 % of the free memory."""
    return free_memory() * 4 // 5 if limit is None else limit


# Control groups of Linux, which containers and the queues of clusters use, in versions 2 and 1:
# the mount, the files with the limit and the usage, and the entry for cache that can be reclaimed.
_GROUPS = {
    "": ("", "memory.max", "memory.current", "inactive_file"),
    "memory": ("memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
}


def _left_by_groups(root: Path = Path("/")) -> Iterator[int]:
    """Yield the memory that each control group leaves to this process, innermost group first."""
    with suppress(OSError, ValueError):
        for line in (root / "proc/self/cgroup").read_text().splitlines():
            _, kinds, path = line.split(":", 2)
            for kind in _GROUPS.keys() & kinds.split(","):
                mount, limit, used, cache = _GROUPS[kind]
                folder = root / "sys/fs/cgroup" / mount
                inner = folder / path.strip("/")
                for group in [inner, *inner.parents][: len(inner.parts) - len(folder.parts) + 1]:
                    with suppress(OSError, ValueError, KeyError):
                        lines = (group / "memory.stat").read_text().splitlines()
                        given_back = int(dict(map(str.split, lines))[cache])
                        taken = int((group / used).read_text()) - given_back
                        yield int((group / limit).read_text()) - taken


# --
# Threads for the kernels, which release the GIL. Small tasks run in the calling thread.


Result = TypeVar("Result")

SMALL = 4096  # with fewer words, waking the threads takes longer than the work


class Workers:
    """A pool of threads, by default one for each core."""

    def __init__(self, threads: int | None = None) -> None:
        self.threads = threads or core_count()

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads)

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self, *, wait: bool = False) -> None:
        """Release the threads; with ``wait``, return only when they have finished."""
        if "_pool" in self.__dict__:
            self._pool.shutdown(wait=wait, cancel_futures=True)
            del self._pool

    def count_for(self, weight: int) -> int:
        """Return how many threads should work on a given number of words."""
        return 1 if weight < SMALL else self.threads

    def each(self, count: int, work: Callable[[int], Result]) -> list[Result]:
        """Call a function in the pool with each number below a limit, and return the results."""
        if count == 1:
            return [work(0)]
        return list(self._pool.map(work, range(count)))

    def share(self, items: int, weight: int, work: Callable[[int, int], Result]) -> list[Result]:
        """Call a function on ranges of items, using the pool only if there are enough words."""
        if items < 2 or self.count_for(weight) == 1:
            return [work(0, items)]
        parts = min(items, 8 * self.threads)
        bounds = [items * i // parts for i in range(parts + 1)]
        return list(self._pool.map(work, bounds[:-1], bounds[1:]))


class Threaded:
    """A base class of engines that release their threads at the end of a ``with`` block."""

    _workers: Workers

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the threads."""
        self._workers.close()
