"""The compile decorators, and the one rule by which compiled code on disk is out of date.

Numba keeps what it compiles, and compiles a function anew when the file it is written in has
changed. A kernel also contains what it calls and the constants it uses, from other files, and what
it takes are named tuples, which numba looks for where they were; so each kernel has a *stamp*, a
digest of its code, of all that it inlines and of the tuples it takes, and what was compiled for
another stamp is removed before it can be loaded.

A function may have several *ways*, one for each type of its first argument (:func:`by_type`). What
calls it is compiled for each type with that way alone, and stamped with the ways that there are.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import wraps
from hashlib import blake2b
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Literal, TypeGuard, TypeVar

import numba
import numpy as np
from numba.extending import overload

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
        folder = Path(stats.cache_path)
        _drop_stale(folder, function, function.__qualname__, stamp)
        for name in function.__code__.co_names:
            called: Any = function.__globals__.get(name)
            if hasattr(called, "callers"):
                called.callers.append((folder, function))
    return kernel  # type: ignore[no-any-return]


def by_type(declared: Kernel) -> Kernel:
    """A function of which each type of its first argument has a way of its own.

    Kernels may call it. What is declared says what the ways have in common, and is never run; the
    ways are added by :func:`way_of`, each a function that takes the same arguments.
    """
    ways: dict[type, Callable[..., Any]] = {}

    @wraps(declared)
    def choose(first: object, *rest: object) -> object:
        return ways[type(first)](first, *rest)

    def find(first: Any, *_: object) -> Callable[..., Any] | None:
        return ways.get(getattr(first, "instance_class", object))

    overload(choose, strict=False, jit_options={"nogil": True})(find)
    choose.ways = ways  # type: ignore[attr-defined]
    choose.callers = []  # type: ignore[attr-defined]
    return choose  # type: ignore[return-value]


def way_of(function: Any, kind: type) -> Callable[[Kernel], Kernel]:
    """Say what a function of several ways does where its first argument is a named tuple."""

    def add(way: Kernel) -> Kernel:
        function.ways[kind] = way
        stamp = _stamp_of(way)
        for folder, caller in function.callers:
            stamped = f"{caller.__qualname__}.{function.__name__}.{kind.__name__}"
            _drop_stale(folder, caller, stamped, stamp)
        return way

    return add


def _stamp_of(function: Callable[..., Any]) -> str:
    """A digest of a function's code and of what it uses from outside of it.

    Kernels that it calls are defined before it: of what comes later nothing is known yet.
    """
    digest = blake2b(digest_size=12)
    for kind in _tuples_in(function.__annotations__, function.__globals__):
        digest.update(_described(kind).encode())
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
    if hasattr(value, "ways"):  # those of other modules come later: :func:`way_of` stamps them
        own = (one for one in value.ways.items() if one[1].__module__ == value.__module__)
        return repr({kind.__name__: _stamp_of(way) for kind, way in own})
    if isinstance(value, int | float | np.generic | str | tuple):
        return repr(value)
    if isinstance(value, ModuleType) and value.__name__.startswith("pegsolitaire."):
        return repr({n: _describe(getattr(value, n, None), code) for n in sorted(code.co_names)})
    return _described(value) if _is_tuple(value) else type(value).__name__


def _is_tuple(value: object) -> TypeGuard[type]:
    return isinstance(value, type) and hasattr(value, "_fields")


def _tuples_in(annotations: Mapping[str, Any], names: Mapping[str, Any]) -> Iterator[type]:
    """The named tuples that annotations name. Numba finds them by their place when it loads."""
    for word in re.findall(r"\w+", " ".join(map(str, annotations.values()))):
        if _is_tuple(kind := names.get(word)):
            yield kind


def _described(kind: type) -> str:
    """A named tuple: where it is, its fields, and the named tuples in these."""
    within = _tuples_in(kind.__annotations__, vars(sys.modules[kind.__module__]))
    parts = ",".join(map(_described, within))
    return f"{kind.__module__}.{kind.__qualname__}{kind._fields}[{parts}]"  # type: ignore[attr-defined]


def _drop_stale(folder: Path, function: Callable[..., Any], stamped: str, stamp: str) -> None:
    """Remove what was compiled of a function for another stamp, of it or of a way, than this."""
    module = Path(function.__code__.co_filename).stem
    # Every Python has files of its own, as numba's have: none removes those of another.
    python = "py{}{}".format(*sys.version_info)
    mark = folder / f"{module}.{stamped}-{stamp}.{python}.stamp"
    with suppress(OSError):
        if not mark.exists():
            compiled_of = folder.glob(f"{module}.{function.__qualname__}-*.{python}*.nbi")
            for old in [*compiled_of, *folder.glob(f"{module}.{stamped}-*.{python}.stamp")]:
                old.unlink(missing_ok=True)
            mark.touch()
