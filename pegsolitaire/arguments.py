"""Check the arguments of public functions, and suggest the right name for a wrong one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from difflib import get_close_matches
from numbers import Real
from operator import index

from pegsolitaire.errors import UsageError, quoted


def whole_number(value: object, name: str, least: int = 0) -> int:
    """Check that a value is a whole number, or a string of digits, and is not too small.

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
        raise UsageError(f"{name} is {quoted(value)}: pass a whole number of at least {least}")
    return whole


def number_range(value: object, name: str) -> tuple[float, float]:
    """Return the two ends of a range, which may be a number or a pair of numbers.

    Examples
    --------
    >>> number_range((6, 8), "pegs"), number_range(7, "pegs")
    ((6, 8), (7, 7))
    >>> number_range("easy", "bits")
    Traceback (most recent call last):
    pegsolitaire.errors.UsageError: bits is 'easy': pass a number, or a pair such as (6, 8)
    """
    pair = (value, value) if isinstance(value, Real) else value
    if isinstance(pair, Sequence) and len(pair) == 2 and all(isinstance(n, Real) for n in pair):
        return pair[0], pair[1]
    raise UsageError(f"{name} is {quoted(value)}: pass a number, or a pair such as (6, 8)")


def one_of(value: object, names: Collection[str], what: str) -> str:
    """Return the name that equals a value, ignoring case.

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
    raise UsageError(f"unknown {what} {quoted(value)}: pass one of {', '.join(names)}")


# --
# Suggestions for unknown names.


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a sentence that suggests the closest known name, or an empty string.

    Examples
    --------
    >>> did_you_mean("removel", ["removal", "thumb"]), did_you_mean("x", ["removal", "thumb"])
    (" Did you mean 'removal'?", '')
    """
    near = get_close_matches(name, known, 1)
    return f" Did you mean {near[0]!r}?" if near else ""
