"""What came out of the rows, and all figures, as pages of HTML that need nothing else.

A table a paper; on a narrow screen each row is a card. Light and dark are the reader's choice, and
on paper long values are left as how many there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from pegsolitaire.papers.compare import Result, plain
from pegsolitaire.papers.rows import PAPERS, Figure, Row, paper_of
from pegsolitaire.papers.words import (
    is_long,
    left_out_lines,
    notes_of,
    source_word,
    summary,
    tables_of,
    text_of,
)

_STYLE = """
:root { color-scheme: light dark; --line: #8885; --soft: #8881; --good: #1a6fb0; --odd: #8a5a00;
  --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --good: #7cc0f5; --odd: #e8b04b; --bad: #ff8a80; } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem .4rem 0;
  border-bottom: 1px solid var(--line); }
th { font-weight: 600; } td.status { white-space: nowrap; }
td.seconds { text-align: right; white-space: nowrap; }
td { overflow-wrap: anywhere; }
code { font: 13px/1.4 ui-monospace, monospace; }
details table { width: auto; font-size: 13px; background: var(--soft); margin: .3rem 0; }
details td { padding: .1rem .5rem; border: 0; }
.name { font-weight: 600; } .where { opacity: .75; }
.equal, .agrees { color: var(--good); } .differs, .not-reproduced { color: var(--odd); }
.MISMATCH, .not-computed { color: var(--bad); font-weight: 600; }
.note { margin: .2rem 0 0; }
@media (max-width: 45rem) {
  thead { display: none; }
  .rows, .rows > tbody, .rows > tbody > tr, .rows > tbody > tr > td { display: block; }
  tr { border-bottom: 1px solid var(--line); padding: .6rem 0; }
  td { border: 0; padding: .1rem 0; } td.seconds { text-align: left; }
  details { display: inline-block; vertical-align: top; }
  td[data-label]::before { content: attr(data-label) ": "; opacity: .75; }
}
@media print {
  body { font-size: 10px; max-width: none; padding: 0; } details table { display: none; }
  tr { break-inside: avoid; } code { font-size: 9px; }
}
"""

_FIGURES_STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem; }
figure { margin: 1.5rem 0 2.5rem; break-inside: avoid; }
img { max-width: 100%; height: auto; }
figcaption { margin-top: .3rem; } .differs { opacity: .75; }
"""

_HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<h1>{title}</h1>
"""
_END = "</body>\n</html>\n"


def rows_page(results: Sequence[Result], left_out: Sequence[Row] = ()) -> str:
    """One page of HTML with all rows, by paper, and the names of those that were left out.

    Examples
    --------
    >>> rows_page([]).startswith("<!DOCTYPE html>")
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
        _section(words, [one for one in results if paper_of(one.row) == key])
        for key, words in PAPERS.items()
    )
    missing = "".join(f"<p>{escape(line)}</p>\n" for line in left_out_lines(left_out))
    head = _HEAD.format(title=escape(title), style=_STYLE)
    return f"{head}<p>{escape(words)}</p>\n{missing}{''.join(sections)}{_END}"


def _section(title: str, results: list[Result]) -> str:
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


def _row(result: Result) -> str:
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
    """A short value as it is; a long one as tables behind a button."""
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
    """A page with figures and their captions, by paper.

    Parameters
    ----------
    figures : sequence of Figure
        Those that were drawn.
    files : mapping of str to str
        The file of each, by its name.

    Examples
    --------
    >>> figures_page([], {}).startswith("<!DOCTYPE html>")
    True
    """
    title = escape("Peg solitaire: the figures of the papers, drawn again")
    sections = []
    for key, paper in PAPERS.items():
        shown = [one for one in figures if paper_of(one) == key]
        if shown:
            drawn = "".join(_figure(one, files[one.name]) for one in shown)
            sections.append(f"<h2>{escape(paper)}</h2>\n{drawn}")
    return f"{_HEAD.format(title=title, style=_FIGURES_STYLE)}{''.join(sections)}{_END}"


def _figure(figure: Figure, file: str) -> str:
    differs = f' <span class="differs">{escape(figure.differs)}</span>' if figure.differs else ""
    return (
        f'<figure id="{escape(figure.name)}">\n<img src="{escape(file)}" '
        f'alt="{escape(figure.caption)}">\n<figcaption><strong>{escape(figure.source)}.</strong> '
        f"{escape(figure.caption)}{differs}</figcaption>\n</figure>\n"
    )
