"""Marks that several test files give."""

import pytest
from hypothesis import settings


def slow(*values):
    """An example of `make test-all` alone."""
    return pytest.param(*values, marks=pytest.mark.slow)


def slow_but_for(quick, names):
    """All names as parameters, of which `make test` runs the quick ones alone."""
    return [name if name in quick else slow(name) for name in names]


def quick_then(quick, *whole):
    """An example of `make test`, and those that `make test-all` adds: values or tuples."""
    return [quick, *(slow(*one) if isinstance(one, tuple) else slow(one) for one in whole)]


def examples(number, **more):
    """As many random examples in `make test-all`; in `make test` a third of them."""
    return settings(max_examples=max(1, number * settings().max_examples // 100), **more)


#: A test of the page which depends on where its answers come from.
on_both = pytest.mark.parametrize("address", ["server", "exported"], indirect=True)
