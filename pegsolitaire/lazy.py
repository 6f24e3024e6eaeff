"""Packages whose files are imported when a name of theirs is first asked for (PEP 562).

A command needs few of the files of a package, and all of them take most of a second. So the
``__init__`` of a large package imports nothing but names for the type checker, and says here in
which file each name is.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

#: What an ``__init__`` needs for this, and nobody looks for there.
_TOOLS = {"TYPE_CHECKING", "_homes", "_rooms", "annotations", "hand_out", "lazy"}


class _Package(ModuleType):
    """A package with names that are elsewhere."""

    _homes: Mapping[str, str]
    _rooms: frozenset[str]

    def __getattr__(self, name: str) -> Any:
        if name in self._rooms:
            return import_module(f"{self.__name__}.{name}")
        if name not in self._homes:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f"{self.__name__}.{self._homes[name]}"), name)
        vars(self)[name] = value
        return value

    def __setattr__(self, name: str, value: object) -> None:
        """When ``solve.py`` is imported, ``solve`` stays the function of that name in it."""
        if isinstance(value, ModuleType) and name in self._homes:
            value = getattr(value, name, value)
        super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*vars(self), *self._homes, *self._rooms} - _TOOLS)


def hand_out(package: str, names: Mapping[str, str], rooms: Collection[str] = ()) -> None:
    """Have a package hand out names that are imported when they are asked for.

    Parameters
    ----------
    package : str
        The package: its ``__name__``.
    names : mapping of str to str
        The names, separated by blanks, by the file or folder of the package that has them.
    rooms : collection of str, optional
        Files or folders that are handed out themselves.

    Examples
    --------
    >>> import pegsolitaire.analysis.solve
    >>> pegsolitaire.analysis.solve.__name__, "solve" in dir(pegsolitaire.analysis)
    ('solve', True)
    """
    module = sys.modules[package]
    homes = {name: home for home, some in names.items() for name in some.split()}
    vars(module).update(_homes=homes, _rooms=frozenset(rooms))
    module.__class__ = _Package
