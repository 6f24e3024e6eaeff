"""Packages that import a module only when one of its names is first used (PEP 562).

A command needs only a few modules of a package, while importing all modules takes most of a
second. The ``__init__.py`` of a large package therefore imports nothing. The stub ``__init__.pyi``
in the same folder lists the module of each name, for the type checker and for the lazy import.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

from pegsolitaire.errors import UnknownNameError

#: An import in a stub. Matching this pattern is five times as fast as parsing the stub.
_LINE = re.compile(r"^from (\S+) import (?:\(\s+)?(\w+) as \2\b", re.MULTILINE)

#: Names that an ``__init__`` needs for lazy imports, hidden from ``dir()``.
_TOOLS = {"_module_of", "_modules", "lazy_package", "lazy"}


class _Package(ModuleType):
    """A package that imports each name from its module when the name is first used."""

    _module_of: Mapping[str, str]
    _modules: frozenset[str]

    def __getattr__(self, name: str) -> Any:
        if name in self._modules:
            return import_module(f"{self.__name__}.{name}")
        if name not in self._module_of:
            from pegsolitaire.arguments import hint

            found = hint(name, self.__name__)
            told = f"module {self.__name__!r} has no attribute {name!r}"
            told += f": use {found}" if found else ""
            raise UnknownNameError(told, name=name, obj=self)
        value = getattr(import_module(self._module_of[name]), name)
        vars(self)[name] = value
        return value

    def __setattr__(self, name: str, value: object) -> None:
        """Bind the function ``solve``, not the module, when ``solve.py`` is imported."""
        if isinstance(value, ModuleType) and name in self._module_of:
            value = getattr(value, name, value)
        super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*vars(self), *self._module_of, *self._modules} - _TOOLS)


def lazy_package(package: str, modules: Collection[str] = ()) -> None:
    """Make a package import each name in its stub on first use.

    Parameters
    ----------
    package : str
        The ``__name__`` of the package.
    modules : collection of str, optional
        Modules that are themselves attributes of the package.

    Examples
    --------
    >>> import pegsolitaire.solving
    >>> pegsolitaire.solving.best_end.__module__, "solve" in dir(pegsolitaire.solving)
    ('pegsolitaire.solving.endings', True)
    """
    module = sys.modules[package]
    assert module.__file__ is not None
    # Importing pathlib takes as long as importing everything else together.
    with open(f"{module.__file__.removesuffix('.py')}.pyi", encoding="utf-8") as stub:
        module_of = {name: home for home, name in _LINE.findall(stub.read())}
    names = sorted(module_of, key=lambda name: (not name.isupper(), name[0].islower(), name))
    vars(module).update(_module_of=module_of, _modules=frozenset(modules), __all__=names)
    module.__class__ = _Package
