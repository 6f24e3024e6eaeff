"""Marks that several test files give."""

import functools
import inspect
import os

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


def each(names, values):
    """One test of all these values, of which a failure names its own.

    It is written as ``pytest.mark.parametrize``, and is for values that take a moment: a test of
    its own takes longer. They share the fixtures.
    """
    keys, values = names if isinstance(names, tuple) else (names,), list(values)

    def decorate(test):
        signature = inspect.signature(test)

        @functools.wraps(test)
        def whole(**fixtures):
            assert values, "no values"
            for value in values:
                given = dict(zip(keys, value if len(keys) > 1 else (value,), strict=True))
                try:
                    test(**fixtures, **given)
                except BaseException as error:
                    error.add_note(f"with {given}")
                    raise

        left = [one for name, one in signature.parameters.items() if name not in keys]
        whole.__signature__ = signature.replace(parameters=left)
        return whole

    return decorate


#: A test of the page which depends on where its answers come from.
on_both = pytest.mark.parametrize("address", ["server", "exported"], indirect=True)

#: A test that sends signals to programs, or says what shells of POSIX do.
on_posix = pytest.mark.skipif(not hasattr(os, "killpg"), reason="it needs the signals of POSIX")
