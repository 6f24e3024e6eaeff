"""The compile decorators, and the one rule by which compiled code on disk is out of date.

Numba keeps what it compiles, and compiles a function anew when the file it is written in has
changed. A kernel also contains what it calls and the constants it uses, from other files; so each
kernel has a *stamp*, a digest of its code and of all that it inlines, and what was compiled for
another stamp is removed before it can be loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Literal, TypeVar

import numba
import numpy as np

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

_STAMPS: dict[object, str] = {}


def compiled(function: Kernel) -> Kernel:
    """Compile a kernel on its first call; it is kept on disk and releases the interpreter lock."""
    return _compiled(function, "never")


def inlined(function: Kernel) -> Kernel:
    """Compile a function as part of each kernel that calls it."""
    return _compiled(function, "always")


def _compiled(function: Kernel, inline: Literal["never", "always"]) -> Kernel:
    kernel: Any = numba.njit(nogil=True, cache=True, inline=inline)(function)
    stamp = _stamp_of(function)
    _STAMPS[kernel] = stamp
    if (stats := getattr(kernel, "stats", None)) is not None:  # there is none with the JIT off
        _drop_stale(Path(stats.cache_path), function, stamp)
    return kernel  # type: ignore[no-any-return]


def _stamp_of(function: Callable[..., Any]) -> str:
    """A digest of a function's code and of what it uses from outside of it.

    Kernels that it calls are defined before it: of what comes later nothing is known yet.
    """
    digest = blake2b(digest_size=12)
    for code in _codes(function.__code__):
        digest.update(code.co_code)
        digest.update(repr([c for c in code.co_consts if not isinstance(c, CodeType)]).encode())
        for name in code.co_names:
            if name == function.__name__:  # a kernel that calls itself, and is not there yet
                continue
            digest.update(f"{name}={_describe(function.__globals__.get(name), code)};".encode())
    return digest.hexdigest()


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _describe(value: object, code: CodeType) -> str:
    """What a kernel inlines of a global: another kernel, a constant, or constants of a module."""
    if callable(value) and value in _STAMPS:
        return _STAMPS[value]
    if isinstance(value, int | float | np.generic | str | tuple):
        return repr(value)
    if isinstance(value, ModuleType) and value.__name__.startswith("pegsolitaire."):
        return repr({n: _describe(getattr(value, n, None), code) for n in sorted(code.co_names)})
    if isinstance(value, type) and hasattr(value, "_fields"):
        return repr(value._fields)
    return type(value).__name__


def _drop_stale(folder: Path, function: Callable[..., Any], stamp: str) -> None:
    """Remove what was compiled of a function for another stamp than this."""
    name = f"{Path(function.__code__.co_filename).stem}.{function.__qualname__}"
    mark = folder / f"{name}.{stamp}.stamp"
    with suppress(OSError):
        if not mark.exists():
            for old in [*folder.glob(f"{name}-*.nbi"), *folder.glob(f"{name}.*.stamp")]:
                old.unlink(missing_ok=True)
            mark.touch()
