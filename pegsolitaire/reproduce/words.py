"""What came out of rows, in words: for the terminal and for the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from pegsolitaire.reproduce.row import MISSING, Result, plain

#: What a result can be.
VERDICTS = ("equal", "explained", "MISMATCH", "not computed")

_SHOWN = 6  # cells that differ, each in a line
_LONG = 70  # characters of a value that is shown whole
_LONGER = 140  # and of one that is shown where it differs


def verdict(result: Result) -> str:
    """One word.

    Examples
    --------
    >>> from pegsolitaire.reproduce.rows import paper_rows
    >>> verdict(Result(paper_rows()[0], None, 0.0, "not enough memory"))
    'not computed'
    """
    equal, explained, mismatch, missing = VERDICTS
    if result.error:
        return missing
    if result.equal:
        return equal
    return explained if result.explained else mismatch


def value_text(value: object) -> str:
    """A value, or of a long one how many there are in it.

    Examples
    --------
    >>> value_text(839_536), value_text({str(n): [n, n] for n in range(40)})
    ('839,536', '80 values')
    """
    text = _text(value)
    return text if len(text) <= _LONG else f"{_cells(value):,} values"


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,g}" if abs(value) < 1e5 else f"{value:,.1f}"
    if isinstance(value, dict):
        return "; ".join(f"{key}: {_text(one)}" for key, one in value.items())
    if isinstance(value, list):
        return f"({' '.join(map(_text, value))})" if value else "none"
    return MISSING if value is None else str(value)


def _cells(value: object) -> int:
    inside: Iterable[object] = ()
    if isinstance(value, dict):
        inside = value.values()
    elif isinstance(value, list):
        inside = value
    else:
        return 1
    return sum(map(_cells, inside))


def notes_of(result: Result) -> Iterator[str]:
    """What there is to say of a row that is not simply equal."""
    if result.error:
        yield result.error
        return
    found = result.differences
    for one in found[:_SHOWN]:
        place = f"{one.place}: " if one.place else ""
        yield f"{place}printed {_text(one.published)}, here {_text(one.computed)}"
    if len(found) > _SHOWN:
        yield f"and {len(found) - _SHOWN} more that differ"
    if result.explained:
        yield result.row.why


def details_of(result: Result) -> Iterator[str]:
    """What is printed, what came out, how they differ, and the command that shows it.

    Of tables too long to be shown the cells that differ.

    Examples
    --------
    >>> from pegsolitaire.reproduce.rows import all_rows
    >>> row = next(row for row in all_rows() if row.name == "notes-figure-11")
    >>> for line in details_of(Result(row, 15, 0.0)):
    ...     print(line)
    published: 14
    computed: 15
    command: pegs count triangle4 a2 --finish b2
    """
    notes = list(notes_of(result))
    texts = [_text(plain(result.row.published)), _text(result.computed)]
    if result.equal:
        yield f"published and computed: {value_text(result.computed)}"
    elif result.error:
        yield f"published: {value_text(plain(result.row.published))}"
    elif all(len(text) <= _LONGER for text in texts):
        yield f"published: {texts[0]}"
        yield f"computed: {texts[1]}"
        # A difference of the whole values is said by these two lines.
        notes = notes[sum(not one.place for one in result.differences) :]
    yield from notes
    yield f"command: {result.row.command}"


def summary(results: list[Result]) -> str:
    """How many of each kind there are.

    Examples
    --------
    >>> summary([])
    '0 rows'
    """
    counts = Counter(map(verdict, results))
    kinds = ", ".join(f"{counts[word]} {word}" for word in VERDICTS if counts[word])
    many = f"{len(results)} row{'s' * (len(results) != 1)}"
    return f"{many}: {kinds}" if kinds else many
