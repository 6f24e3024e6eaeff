"""Runs every example in the docstrings of the package."""

import doctest
import importlib
import pkgutil

import pytest

import pegsolitaire

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(pegsolitaire.__path__, "pegsolitaire.")
    if not module.ispkg and not module.name.endswith("__main__")
)


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0
