"""Reach private names: limits that a test makes small, and results that nothing public shows.

A test uses public names wherever it can. Where it cannot, it goes through these two functions, so
that a search for them finds every such place.
"""

from importlib import import_module


def private(owner, name):
    """Return what a module, class or object calls by a private name."""
    return getattr(owner, name)


def set_private(patch, owner, **values):
    """Replace private names of a module (or its name) or class until the test ends."""
    owner = import_module(owner) if isinstance(owner, str) else owner
    for name, value in values.items():
        patch.setattr(owner, name, value)
