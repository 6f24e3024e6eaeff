"""What public functions are given, checked in one way: wrong calls, numbers and names."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Mapping
from difflib import get_close_matches
from functools import wraps
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, ParamSpec, TypeVar

from pegsolitaire.errors import UnknownNameError, UsageError

P = ParamSpec("P")
R = TypeVar("R")


def shown(value: object) -> str:
    """A value for a message, cut to one short line."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def public(function: Callable[P, R]) -> Callable[P, R]:
    """Make a call that does not fit the signature say how the function is called.

    Examples
    --------
    >>> import pegsolitaire as ps
    >>> ps.solve("english", "d4")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    pegsolitaire.errors.UsageError: solve() takes one problem: pass one text, 'english d4', or ...
    """

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except TypeError as error:
            # Without a second frame, nothing of the function has run: the call itself was wrong.
            trace = error.__traceback__
            if trace is None or trace.tb_next is not None or isinstance(error, UsageError):
                raise
            raise UsageError(_wrong_call(function, args, str(error))) from None

    return call


def _wrong_call(function: Callable[..., Any], args: tuple[Any, ...], error: str) -> str:
    """What to do instead of a call that does not fit."""
    name, parameters = function.__name__, inspect.signature(function).parameters
    if next(iter(parameters), None) == "problem" and len(args) > 1 and isinstance(args[1], str):
        words = " ".join(map(str, args[:2]))
        quoted = ", ".join(map(repr, map(str, args[:2])))
        return f"{name}() takes one problem: pass one text, {words!r}, or Problem({quoted})"
    given = [
        one.name if one.default is one.empty else f"{one.name}=..."
        for one in parameters.values()
        if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
    ]
    return f"{error}: call it as {name}({', '.join(given)})"


def whole_number(value: object, name: str, least: int = 0) -> int:
    """A whole number of at least some size, also as digits.

    Examples
    --------
    >>> whole_number("5", "side", 1)
    5
    >>> whole_number(2.5, "games", 1)
    Traceback (most recent call last):
    pegsolitaire.errors.UsageError: games is 2.5: pass a whole number of at least 1
    """
    number = value
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit():
        number = int(value) if len(value) < 100 else None
    try:
        whole = index(number)  # type: ignore[arg-type]
    except TypeError:
        whole = least - 1
    if isinstance(value, bool) or whole < least:
        raise UsageError(f"{name} is {shown(value)}: pass a whole number of at least {least}")
    return whole


def one_of(value: object, names: Collection[str], what: str) -> str:
    """One of some names, whatever its capitals.

    Examples
    --------
    >>> one_of("Unique", ["unique", "symmetric"], "kind")
    'unique'
    >>> one_of("hard", ["unique", "symmetric"], "kind")
    Traceback (most recent call last):
    pegsolitaire.errors.UsageError: unknown kind 'hard': pass one of unique, symmetric
    """
    for name in names:
        if isinstance(value, str) and value.strip().lower() == name.lower():
            return name
    raise UsageError(f"unknown {what} {shown(value)}: pass one of {', '.join(names)}")


class Helpful:
    """A class that says under which name it has what people look for.

    A subclass lists such names in ``hints``, each with what to write.

    Examples
    --------
    >>> import pegsolitaire as ps
    >>> ps.Board("english").full.moves
    Traceback (most recent call last):
    pegsolitaire.errors.UnknownNameError: Position has no 'moves': write position.legal_jumps
    """

    hints: ClassVar[Mapping[str, str]] = {}

    if not TYPE_CHECKING:  # a type checker would then believe in every name

        def __getattr__(self, name: str) -> Any:
            kind = type(self).__name__
            hint = type(self).hints.get(name)
            told = f": write {hint}" if hint else ""
            raise UnknownNameError(f"{kind} has no {name!r}{told}", name=name, obj=self)


# --
# What an unknown name may have been meant for.


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The sentence that offers the known name nearest to an unknown one, with a blank before it.

    Examples
    --------
    >>> did_you_mean("purgs", ["purge", "thumb"]), did_you_mean("x", ["purge", "thumb"])
    (" Did you mean 'purge'?", '')
    """
    near = get_close_matches(name, known, 1)
    return f" Did you mean {near[0]!r}?" if near else ""
