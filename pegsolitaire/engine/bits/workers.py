"""Threads for the kernels, which release the interpreter lock; woken for enough work only."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import TypeVar

from pegsolitaire.engine.bits.machine import thread_count

Result = TypeVar("Result")

SMALL = 4096  # words that are not worth waking the threads for


class Workers:
    """A pool of threads, as many as :func:`thread_count` says."""

    def __init__(self, threads: int | None = None) -> None:
        self.threads = thread_count(threads)

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads)

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self, *, wait: bool = False) -> None:
        """Let the threads go, at once or when they have done what they began."""
        if "_pool" in self.__dict__:
            self._pool.shutdown(wait=wait, cancel_futures=True)
            del self._pool

    def count_for(self, weight: int) -> int:
        """How many threads should work on some number of words."""
        return 1 if weight < SMALL else self.threads

    def each(self, count: int, work: Callable[[int], Result]) -> list[Result]:
        """Let some threads do the work, each told its number; what each found, in order."""
        if count == 1:
            return [work(0)]
        return list(self._pool.map(work, range(count)))

    def share(self, items: int, weight: int, work: Callable[[int, int], Result]) -> list[Result]:
        """Let the threads work on ranges of items, all as much work as ``weight`` words."""
        if items < 2 or self.count_for(weight) == 1:
            return [work(0, items)]
        parts = min(items, 8 * self.threads)
        bounds = [items * i // parts for i in range(parts + 1)]
        return list(self._pool.map(work, bounds[:-1], bounds[1:]))
