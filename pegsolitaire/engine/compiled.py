"""The decorators that compile functions, and the check for outdated compiled code on disk.

Numba caches compiled functions on disk, and recompiles a function when its source file has
changed. But a kernel also contains functions and constants from other files, and numba expects the
named tuples among its arguments in the same modules as before. Therefore each kernel has a
*stamp*: a digest of its code, of everything that it inlines, and of the types of its named tuples.
Code that was compiled for another stamp is removed before it can be loaded.

A function may have several implementations, one for each type of its first argument
(:func:`by_type`, :func:`way_of`). A kernel that calls such a function is compiled separately for
each type and contains only the implementation for that type. The stamp of the kernel covers all
implementations.
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

_Kernel = TypeVar("_Kernel", bound=Callable[..., Any])

_STAMPS: dict[object, str] = {}


def compiled(function: _Kernel) -> _Kernel:
    """Compile a kernel at its first call, cache it on disk, and let it release the GIL."""
    return _compiled(function, "never")


def inlined(function: _Kernel) -> _Kernel:
    """Compile a function as part of each kernel that calls it."""
    return _compiled(function, "always")


def _compiled(function: _Kernel, inline: Literal["never", "always"]) -> _Kernel:
    kernel: Any = numba.njit(nogil=True, cache=True, inline=inline)(function)
    stamp = _stamp_of(function)
    _STAMPS[kernel] = stamp
    if (stats := getattr(kernel, "stats", None)) is not None:  # missing if the JIT is disabled
        folder = Path(stats.cache_path)
        _drop_stale(folder, function, function.__qualname__, stamp)
        for name in function.__code__.co_names:
            called: Any = function.__globals__.get(name)
            if hasattr(called, "callers"):
                called.callers.append((folder, function))
    return kernel  # type: ignore[no-any-return]


def by_type(declared: _Kernel) -> _Kernel:
    """Declare a function that dispatches on the type of its first argument.

    Kernels may call the function. The body of the declaration never runs. It only documents what
    all implementations have in common. Each implementation is a function with the same arguments,
    which :func:`way_of` adds.
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


def way_of(function: Any, kind: type) -> Callable[[_Kernel], _Kernel]:
    """Add an implementation for one type of named tuple to a :func:`by_type` function."""

    def add(way: _Kernel) -> _Kernel:
        function.ways[kind] = way
        stamp = _stamp_of(way)
        for folder, caller in function.callers:
            stamped = f"{caller.__qualname__}.{function.__name__}.{kind.__name__}"
            _drop_stale(folder, caller, stamped, stamp)
        return way

    return add


def _stamp_of(function: Callable[..., Any]) -> str:
    """Return a digest of a function's code and of the globals that it uses.

    Kernels that the function calls must be defined before it.
    """
    digest = blake2b(digest_size=12)
    for kind in _tuples_in(function.__annotations__, function.__globals__):
        digest.update(_described(kind).encode())
    for code in _codes(function.__code__):
        digest.update(code.co_code)
        digest.update(repr([c for c in code.co_consts if not isinstance(c, CodeType)]).encode())
        for name in code.co_names:
            if name == function.__name__:  # a recursive kernel is not defined yet
                continue
            digest.update(f"{name}={_describe(function.__globals__.get(name), code)};".encode())
    return digest.hexdigest()


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _describe(value: object, code: CodeType) -> str:
    """Describe the code or the constant that a kernel inlines from a global name."""
    if callable(value) and value in _STAMPS:
        return _STAMPS[value]
    if hasattr(value, "ways"):  # implementations are added later: :func:`way_of` stamps them
        own = (way for way in value.ways.items() if way[1].__module__ == value.__module__)
        return repr({kind.__name__: _stamp_of(way) for kind, way in own})
    if isinstance(value, int | float | np.generic | str | tuple):
        return repr(value)
    if isinstance(value, ModuleType) and value.__name__.startswith("pegsolitaire."):
        return repr({n: _describe(getattr(value, n, None), code) for n in sorted(code.co_names)})
    return _described(value) if _is_tuple(value) else type(value).__name__


def _is_tuple(value: object) -> TypeGuard[type]:
    return isinstance(value, type) and hasattr(value, "_fields")


def _tuples_in(annotations: Mapping[str, Any], names: Mapping[str, Any]) -> Iterator[type]:
    """Yield the named tuples in annotations, which numba finds by module when it loads code."""
    for word in re.findall(r"\w+", " ".join(map(str, annotations.values()))):
        if _is_tuple(kind := names.get(word)):
            yield kind


def _described(kind: type) -> str:
    """Describe a named tuple by its module, name, fields and nested named tuples."""
    within = _tuples_in(kind.__annotations__, vars(sys.modules[kind.__module__]))
    parts = ",".join(map(_described, within))
    return f"{kind.__module__}.{kind.__qualname__}{kind._fields}[{parts}]"  # type: ignore[attr-defined]


def _drop_stale(folder: Path, function: Callable[..., Any], stamped: str, stamp: str) -> None:
    """Remove compiled code on disk if the stamp of a function or implementation has changed."""
    module = Path(function.__code__.co_filename).stem
    # Like numba, keep separate files for each Python version, so that no version removes the files
    # of another.
    python = "py{}{}".format(*sys.version_info)
    mark = folder / f"{module}.{stamped}-{stamp}.{python}.stamp"
    with suppress(OSError):
        if not mark.exists():
            compiled_of = folder.glob(f"{module}.{function.__qualname__}-*.{python}*.nbi")
            for old in [*compiled_of, *folder.glob(f"{module}.{stamped}-*.{python}.stamp")]:
                old.unlink(missing_ok=True)
            mark.touch()
