"""Write the results of rows, and all figures, as self-contained HTML pages.

There is one table for each paper. On a narrow screen, each row becomes a card. The colours are
light or dark, as in the reader's system. In print, a long value is replaced by its number of
entries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib import resources
from typing import NamedTuple, get_args

from pegsolitaire.draw.scene import page_text
from pegsolitaire.papers.rows import (
    MISSING,
    PAPERS,
    Difference,
    Figure,
    Row,
    RowResult,
    Status,
    paper_of,
    plain,
)
from pegsolitaire.units import counted

# --
# The results of rows as text and as tables, for the terminal and for the page.


#: The possible statuses of a result, in the order in which they are summarized.
STATUSES: tuple[Status, ...] = get_args(Status)
_MANY = {"agrees": "agree", "differs": "differ"}

_RIGHT = {
    "ours": "Our value is right. ",
    "both": "Both are right. ",
    "open": "Which is right is open. ",
    None: "",
}

_MAX_SHOWN_CELLS = 6  # the most differing cells that are shown, one per line
_LONG = 70  # the most characters of a value in one line
_LONGER = 140  # the most characters of a differing value
_MAX_ROWS_IN_LINE = 4  # the most rows of a value in one line
_COLUMNS = 12  # the most columns of a table; a wider row is a single text


def is_long(value: object) -> bool:
    """Return whether a value is too long for one line."""
    return len(text_of(value)) > _LONG


def text_of(value: object) -> str:
    """Format a value in one line.

    Examples
    --------
    >>> text_of(839_536), text_of({"a1": [1, 1_000], "a2": True})
    ('839,536', 'a1: (1 1,000); a2: yes')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,g}" if abs(value) < 1e5 else f"{value:,.1f}"
    if isinstance(value, dict):
        return "; ".join(f"{key}: {text_of(one)}" for key, one in value.items())
    if isinstance(value, list):
        return f"({' '.join(map(text_of, value))})" if value else "none"
    return MISSING if value is None else str(value)


class Table(NamedTuple):
    """A part of a value as rows of strings, each of which begins with its key if it has one."""

    title: str
    rows: list[list[str]]


def tables_of(value: object, title: str = "") -> list[Table]:
    """Split a long value into one or more tables.

    Examples
    --------
    >>> for table in tables_of({"pegs": {"3": [7, 10], "2": [1, 1_000]}, "total": 8}):
    ...     print(table)
    Table(title='', rows=[['total', '8']])
    Table(title='pegs', rows=[['3', '7', '10'], ['2', '1', '1,000']])
    """
    if not isinstance(value, dict):
        return [Table(title, _rows(value))]
    parts = {key: one for key, one in value.items() if _is_table(one)}
    rest = {key: one for key, one in value.items() if key not in parts}
    tables = [Table(title, _keyed(rest))] if rest else []
    for key, one in parts.items():
        tables += tables_of(one, f"{title} {key}".strip())
    return tables


def _is_table(value: object) -> bool:
    """Return whether a part of a value is shown as a separate table."""
    is_list = isinstance(value, list) and len(value) > _MAX_ROWS_IN_LINE and _are_columns(value)
    return is_list or isinstance(value, dict)


def _keyed(table: dict[str, object]) -> list[list[str]]:
    """Return a row for each key, in which the items of short lists have separate cells."""
    lists = [one for one in table.values() if isinstance(one, list)]
    if max(map(len, lists), default=0) > _COLUMNS:
        return [[key, _line(one)] for key, one in table.items()]
    return [
        [key, *(map(text_of, one) if isinstance(one, list) and one else [text_of(one)])]
        for key, one in table.items()
    ]


def _rows(value: object) -> list[list[str]]:
    if isinstance(value, list) and _are_columns(value):
        return [list(map(text_of, one)) for one in value]
    return [[_line(value)]]


def _are_columns(rows: list[object]) -> bool:
    """Return whether the rows are short lists of the same length."""
    lengths = {len(row) if isinstance(row, list) else 0 for row in rows}
    return len(lengths) == 1 and 0 < min(lengths) <= _COLUMNS


def _line(value: object) -> str:
    return " ".join(map(text_of, value)) if isinstance(value, list) and value else text_of(value)


def notes_of(result: RowResult) -> Iterator[str]:
    """Yield the remarks on a result, such as an error, a difference or stored moves."""
    if result.error:
        yield result.error
    yield from _cells(result)
    yield from _remarks(result)


def _cells(result: RowResult) -> Iterator[str]:
    """Describe the first few cells that differ."""
    differences = result.differences
    for difference in differences[:_MAX_SHOWN_CELLS]:
        yield _difference(difference, result.row)
    if len(differences) > _MAX_SHOWN_CELLS:
        yield f"and {len(differences) - _MAX_SHOWN_CELLS} more that differ"


def _difference(difference: Difference, row: Row) -> str:
    place = f"{difference.place}: " if difference.place else ""
    here = "here" if difference.deviations is None else "exact"
    published, computed = text_of(difference.published), text_of(difference.computed)
    both = f"{place}{source_word(row)} {published}, {here} {computed}"
    return both if difference.deviations is None else f"{both}: {_distance(difference, row)}"


def _distance(difference: Difference, row: Row) -> str:
    return f"{difference.deviations:.1f} standard deviations apart ({row.games:,} games)"


def _remarks(result: RowResult) -> Iterator[str]:
    row = result.row
    if result.status in ("differs", "not reproduced"):
        yield f"{_RIGHT[row.right]}{row.why}"
    if row.replayed:
        yield f"replayed: rests on {row.replayed}"


def source_word(row: Row) -> str:
    """Return the word for a published value, which is "printed" in a paper or "recorded" by us."""
    return "recorded" if row.source.startswith("New") else "printed"


def details_of(result: RowResult) -> Iterator[str | Table]:
    """Yield the title, both values and their differences, and then a command that shows our value.

    A long value is yielded as tables. If two long values differ, the differing cells are listed
    too.

    Examples
    --------
    >>> from pegsolitaire.papers import all_rows
    >>> row = next(row for row in all_rows() if row.name == "notes-figure-11")
    >>> for line in details_of(RowResult(row, 15, 0.0)):
    ...     print(line)
    solutions on 10 holes from (0,1) to (1,1)
    printed: 14
    computed: 15
    command: pegs count triangle4 a2 --finish b2
    """
    row, published = result.row, plain(result.row.published)
    word = source_word(row)
    yield row.title
    if result.error:
        yield f"not computed: {result.error}"
    elif result.status == "equal":
        yield from _shown(f"{word} and computed", result.computed)
    elif all(len(text_of(one)) <= _LONGER for one in (published, result.computed)):
        yield f"{word}: {text_of(published)}"
        yield f"{'exact' if row.games else 'computed'}: {text_of(result.computed)}"
        if any(difference.place for difference in result.differences):
            yield from _cells(result)
        elif result.differences[0].deviations is not None:
            yield _distance(result.differences[0], row)
    else:
        yield from _shown("computed", result.computed)
        yield from _cells(result)
    yield from _remarks(result)
    yield f"command: {row.command}"


def _shown(word: str, value: object) -> Iterator[str | Table]:
    if is_long(value):
        yield f"{word}:"
        yield from tables_of(value)
    else:
        yield f"{word}: {text_of(value)}"


def summary(results: Sequence[RowResult], left_out: Sequence[Row] = ()) -> str:
    """Summarize how many rows have each status, were replayed, or were left out.

    Examples
    --------
    >>> summary([])
    '0 rows'
    """
    counts = Counter(result.status for result in results)
    kinds = ", ".join(
        f"{counts[word]} {word if counts[word] == 1 else _MANY.get(word, word)}"
        for word in STATUSES
        if counts[word]
    )
    parts = [f"{counted(len(results), 'row')}{': ' * bool(kinds)}{kinds}"]
    if replayed := sum(bool(result.row.replayed) for result in results):
        parts.append(f"{replayed} replayed")
    if left_out:
        is_large = any(row.cost == "large" for row in left_out)
        remedy = "--large" if is_large else "`pegs reproduce` without --quick"
        parts.append(f"left out: {len(left_out)}, see {remedy}")
    return "; ".join(parts)


def left_out_lines(left_out: Sequence[Row]) -> Iterator[str]:
    """Yield the names of the rows that were left out, grouped by the time that they take."""
    for cost, words in (("whole", "minutes"), ("large", "hours, much memory or much disk")):
        names = [row.name for row in left_out if row.cost == cost]
        if names:
            yield f"left out, as they take {words}: {', '.join(names)}"


def _page(title: str, style: str, body: str) -> str:
    """Write a whole page, with the style sheet of this name."""
    rules = resources.files("pegsolitaire.papers") / "data" / f"{style}.css"
    return page_text(escape(title), rules.read_text(encoding="utf-8"), body)


def rows_page(results: Sequence[RowResult], left_out: Sequence[Row] = ()) -> str:
    """Write one HTML page that shows all rows by paper and names the rows that were left out.

    Examples
    --------
    >>> rows_page([]).startswith("<!doctype html>")
    True
    """
    title = "Peg solitaire: what the papers say, recomputed"
    seconds = sum(result.seconds for result in results)
    words = (
        f"{summary(results, left_out)}. A row is equal to what is printed; agrees, where games "
        "were simulated and the exact value lies within four standard deviations; differs, and "
        "says who is right and why; or is not reproduced. Replayed rows rest on stored moves or "
        "stored knowledge; all others are computed from the rules. Each command shows our value; "
        "where no other command does, it is `pegs reproduce` itself. "
        f"Computing them took {seconds / 60:,.1f} minutes in all."
    )
    sections = (
        _section(words, [result for result in results if paper_of(result.row) == key])
        for key, words in PAPERS.items()
    )
    missing = "".join(f"<p>{escape(line)}</p>\n" for line in left_out_lines(left_out))
    return _page(title, "rows", f"<p>{escape(words)}</p>\n{missing}{''.join(sections)}")


def _section(title: str, results: list[RowResult]) -> str:
    if not results:
        return ""
    rows = "".join(map(_row, results))
    headings = "".join(
        f'<th scope="col">{one}</th>'
        for one in ("what", source_word(results[0].row), "here", "status", "seconds", "command")
    )
    return (
        f"<h2>{escape(title)}</h2>\n<p>{escape(summary(results))}</p>\n"
        f'<table class="rows"><thead><tr>{headings}</tr></thead>\n'
        f"<tbody>\n{rows}</tbody></table>\n"
    )


def _row(result: RowResult) -> str:
    row, status = result.row, result.status
    notes = "".join(f'<p class="note">{escape(note)}</p>' for note in notes_of(result))
    what = (
        f'<span class="where">{escape(row.source)}</span><br>{escape(row.title)}<br>'
        f'<code class="name">{escape(row.name)}</code>{notes}'
    )
    cells = (
        _cell(what),
        _cell(_value(plain(row.published)), source_word(row)),
        _cell(_value(result.computed), "here"),
        _cell(f'<span class="{status.replace(" ", "-")}">{status}</span>', kind="status"),
        _cell(
            "<br>".join(filter(None, (f"{result.seconds:,.1f}", result.day))), "seconds", "seconds"
        ),
        _cell(f"<code>{escape(row.command)}</code>", "command"),
    )
    return f"<tr>{''.join(cells)}</tr>\n"


def _cell(inside: str, label: str = "", kind: str = "") -> str:
    marks: Iterable[str] = (
        f' {name}="{value}"' for name, value in (("class", kind), ("data-label", label)) if value
    )
    return f"<td{''.join(marks)}>{inside}</td>"


def _value(value: object) -> str:
    """Render a short value as it is, and a long value as tables that a button opens."""
    if not is_long(value):
        return escape(text_of(value))
    tables = "".join(
        f"{f'<p>{escape(table.title)}</p>' if table.title else ''}<table>"
        + "".join(f"<tr>{''.join(map(_cell, map(escape, row)))}</tr>" for row in table.rows)
        + "</table>"
        for table in tables_of(value)
    )
    return f"<details><summary>table</summary>{tables}</details>"


def figures_page(figures: Sequence[Figure], files: Mapping[str, str]) -> str:
    """Write an HTML page with figures and their captions, by paper.

    Parameters
    ----------
    figures : sequence of Figure
        The figures that were drawn.
    files : mapping of str to str
        The file of each figure, by its name.

    Examples
    --------
    >>> figures_page([], {}).startswith("<!doctype html>")
    True
    """
    title = "Peg solitaire: the figures of the papers, drawn again"
    sections = []
    for key, paper in PAPERS.items():
        shown = [figure for figure in figures if paper_of(figure) == key]
        if shown:
            drawn = "".join(_figure(figure, files[figure.name]) for figure in shown)
            sections.append(f"<h2>{escape(paper)}</h2>\n{drawn}")
    return _page(title, "figures", "".join(sections))


def _figure(figure: Figure, file: str) -> str:
    differs = f' <span class="differs">{escape(figure.differs)}</span>' if figure.differs else ""
    return (
        f'<figure id="{escape(figure.name)}">\n<img src="{escape(file)}" '
        f'alt="{escape(figure.caption)}">\n<figcaption><strong>{escape(figure.source)}.</strong> '
        f"{escape(figure.caption)}{differs}</figcaption>\n</figure>\n"
    )
