"""Parse and format times, sizes, numbers and ranges.

The command line and the Python functions accept the same notation: ``90s`` or ``1h30m``, ``2GiB``
or ``400MB``, ``1e6`` or ``400M``. A time without a unit is in seconds, and a size without a unit
is in GiB.
"""

from __future__ import annotations

import os
import re
from fractions import Fraction
from math import inf

from pegsolitaire.errors import ProblemError, quoted

_MANY = 1 << 62  # larger than any possible count
_NUMBER = r"(?:[0-9]{1,3}(?:[,_][0-9]{3})+|[0-9]+)(?:\.[0-9]+)?(?:e[+-]?[0-9]{1,3})?|\.[0-9]+"
_TIME = re.compile(rf"({_NUMBER})\s*(ms|d|h|min|m|s)?", re.IGNORECASE)
_SIZE = re.compile(rf"({_NUMBER})\s*(?:([kmgt])(i?)b?|b(?:ytes?)?)?", re.IGNORECASE)
_RANGE = re.compile(r"([0-9]+(?:\.[0-9]+)?)?\s*(\.\.\s*([0-9]+(?:\.[0-9]+)?)?)?")
_COUNT = re.compile(rf"({_NUMBER})\s*([kmgbt]?)", re.IGNORECASE)
_SECONDS: dict[str, Fraction | int] = {
    "ms": Fraction(1, 1000),
    "s": 1,
    "m": 60,
    "min": 60,
    "h": 3600,
    "d": 86400,
}
_THOUSANDS = {"": 0, "k": 1, "m": 2, "g": 3, "b": 3, "t": 4}


def read_seconds(text: str | float) -> float:
    """Parse a time: a number of seconds, or a string such as ``90s``, ``5m`` or ``1h30m``.

    Raises
    ------
    ProblemError
        If the time cannot be parsed or is negative.

    Examples
    --------
    >>> read_seconds(90), read_seconds("1.5"), read_seconds("5m"), read_seconds("1h30m")
    (90, 1.5, 300.0, 5400.0)
    """
    if not isinstance(text, str | int | float):
        raise ProblemError(f"{quoted(text)} is not a time: give seconds, or a text such as 5m")
    try:
        number = text if isinstance(text, int) else float(text)
    except ValueError:
        number = None
    if number is not None:
        return checked(number, "seconds")
    cleaned = re.sub(r"\s", "", str(text))
    parts = list(_TIME.finditer(cleaned))
    if not parts or "".join(part[0] for part in parts) != cleaned:
        raise ProblemError(f"{quoted(text)} is not a time: write 90, 90s, 5m or 1h30m")
    if len(parts) > 1 and not all(part[2] for part in parts):
        raise ProblemError(f"{quoted(text)} has a part without a unit: write 90s, 5m or 1h30m")
    return float(sum(_number(part[1]) * _SECONDS[(part[2] or "s").lower()] for part in parts))


def read_bytes(size: str | float, most: int | None = None) -> int | None:
    """Convert a number of GiB, or a string such as ``2GiB``, ``400MB`` or ``400M``, to bytes.

    ``M`` without a ``B`` means MiB (2**20 bytes). If the size is infinite, which means that there
    is no limit, the result is None.

    Raises
    ------
    ProblemError
        If the size cannot be parsed, is negative, or is a number without a unit that is larger
        than ``most``.

    Examples
    --------
    >>> read_bytes(0.5) == read_bytes("0.5") == read_bytes("512MiB") == read_bytes("512M")
    True
    >>> read_bytes("400MB"), read_bytes("10B"), read_bytes("inf")
    (400000000, 10, None)
    """
    if size == inf or (isinstance(size, str) and size.strip().lower() == "inf"):
        return None
    if not isinstance(size, str | int | float):
        raise ProblemError(
            f"{quoted(size)} is not a size: give a number of GiB, or a text such as 2GiB"
        )
    is_bare = not isinstance(size, str)
    if isinstance(size, str):
        match = _SIZE.fullmatch(size.strip())
        if match is None:
            raise ProblemError(f"{quoted(size)} is not a size: write 2GiB, 400MB, or 0.5 for GiB")
        number, unit = _number(match[1]), (match[2] or "").lower()
        is_bare = match[0] == match[1]
        if not is_bare:
            is_binary = match[3] or not match[0].lower().endswith("b")
            return int(number * (1024 if is_binary else 1000) ** _THOUSANDS[unit])
        size = float(number)
    if is_bare and most is not None and checked(size, "GiB") * 2**30 > max(most, 2**30):
        raise ProblemError(
            f"{size:,.15g} GiB is more than the {most / 2**30:.1f} GiB of memory of this "
            f"machine. A number without a unit is in GiB: write a unit, as in {size:.15g}MiB"
        )
    return int(checked(size, "GiB") * 2**30)


def read_memory(size: str | float) -> int | None:
    """Parse a memory size. A number without a unit must not exceed this machine's memory."""
    return read_bytes(size, _total_memory())


def size_text(size: int | None) -> str | None:
    """Format a number of bytes as text that :func:`read_bytes` can parse. None stays None.

    Examples
    --------
    >>> size_text(1 << 20), read_bytes(size_text(1 << 20))
    ('1048576B', 1048576)
    """
    return None if size is None else f"{size}B"


def bytes_text(size: float) -> str:
    """Format a size in bytes as readable text.

    Examples
    --------
    >>> [bytes_text(size) for size in (7, 1234, 56_789_012, 3 << 30)]
    ['7 bytes', '1.2 kB', '57 MB', '3.0 GiB']
    """
    for unit, length in (("GiB", 2**30), ("MB", 10**6), ("kB", 10**3)):
        if size >= length:
            number = size / length
            return f"{number:,.{1 if number < 10 or unit == 'GiB' else 0}f} {unit}"
    return f"{size:.0f} bytes"


def time_text(seconds: float) -> str:
    """Format a time in seconds as readable text.

    Examples
    --------
    >>> [time_text(seconds) for seconds in (0.2, 64, 150, 9_000)]
    ['1 second', '64 seconds', '2 minutes', '2 hours']
    """
    for unit, length in (("hour", 3600), ("minute", 60)):
        if seconds >= 1.5 * length:
            return counted(round(seconds / length), unit)
    return counted(max(1, round(seconds)), "second")


def counted(number: int, thing: str) -> str:
    """Format a number with its noun in the singular or plural.

    Examples
    --------
    >>> counted(1, "peg"), counted(2, "vacancy"), counted(1234, "finish")
    ('1 peg', '2 vacancies', '1,234 finishes')
    """
    if number == 1:
        return f"1 {thing}"
    if thing[-1] == "y" and thing[-2] not in "aeiou":
        return f"{number:,} {thing[:-1]}ies"
    return f"{number:,} {thing}{'es' if thing.endswith(('s', 'sh', 'ch', 'x')) else 's'}"


def read_count(text: str) -> int:
    """Parse a whole number: ``1000000``, ``1e6``, ``1,000,000``, ``1M`` (million) or ``2G``.

    Raises
    ------
    ProblemError
        If the text is not a whole number.

    Examples
    --------
    >>> read_count("1e6") == read_count("1M") == read_count("1_000_000") == 10**6
    True
    """
    match = _COUNT.fullmatch(text.strip())
    number = _number(match[1]) * 1000 ** _THOUSANDS[match[2].lower()] if match else None
    if number is None or number.denominator != 1 or number > _MANY:
        raise ProblemError(f"{quoted(text)} is not a whole number: write 1000000, 1e6 or 1M")
    return int(number)


def read_range(text: str) -> tuple[float, float]:
    """Parse a range such as ``9``, ``8..14``, ``8..`` or ``..14``, and return its two limits.

    Raises
    ------
    ProblemError
        If the text is not a range.

    Examples
    --------
    >>> read_range("9"), read_range("8..14"), read_range("..7.5"), read_range("8..")
    ((9, 9), (8, 14), (0, 7.5), (8, inf))
    """
    match = _RANGE.fullmatch(text.strip())
    low, high = (match[1], match[1] if match[2] is None else match[3]) if match else ("", "")
    least, most = (_plain(low) if low else 0, _plain(high) if high else inf)
    if not (low or high) or least > most:
        raise ProblemError(f"{quoted(text)} is not a range: write 9, 8..14, 8.. or ..14")
    return least, most


def _plain(digits: str) -> float:
    number = _number(digits)
    return int(number) if number.denominator == 1 else float(number)


def _total_memory() -> int | None:
    """Return the memory of this machine in bytes, or None if the system does not report it."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None


def _number(digits: str) -> Fraction:
    plain = re.sub("[,_]", "", digits)
    if len(plain) > 30:
        raise ProblemError(f"{digits[:30]}... is too long for a number: write it as 1e6")
    return Fraction(plain)


def checked(limit: float, unit: str) -> float:
    """Return a limit unchanged, or raise ProblemError if it is negative."""
    if not limit >= 0:
        raise ProblemError(f"a limit of {limit} {unit} is negative: give 0 or more")
    return limit
