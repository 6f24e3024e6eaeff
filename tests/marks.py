"""Marks and decorators that several test files use."""

import functools
import inspect
import os

import pytest
from hypothesis import settings


def slow(*values):
    """Return parameters of an example that only `make test-all` runs."""
    return pytest.param(*values, marks=pytest.mark.slow)


def slow_but_for(quick, names):
    """Return all names as parameters; `make test` runs only the quick ones."""
    return [name if name in quick else slow(name) for name in names]


def quick_then(quick, *whole):
    """Return one example for `make test` and more, values or tuples, for `make test-all`."""
    return [quick, *(slow(*one) if isinstance(one, tuple) else slow(one) for one in whole)]


def examples(number, **more):
    """Set the number of random examples in `make test-all`; `make test` runs a third of them."""
    return settings(max_examples=max(1, number * settings().max_examples // 100), **more)


def each(names, values):
    """Run one test with all these values; a failure names the value that caused it.

    It is used like ``pytest.mark.parametrize``, for values that take so little time that separate
    tests would take longer. All values share the same fixtures.
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


#: Runs a test of the page both with a server and with an exported page.
on_both = pytest.mark.parametrize("address", ["server", "exported"], indirect=True)

#: Skips a test that needs POSIX signals or a POSIX shell on other systems.
on_posix = pytest.mark.skipif(not hasattr(os, "killpg"), reason="it needs the signals of POSIX")
