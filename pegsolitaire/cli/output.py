"""What commands print, and how they end."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click
from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pegsolitaire.board import Hole, hole_name, respelled
from pegsolitaire.progress_bar import err
from pegsolitaire.results import cell_text

if TYPE_CHECKING:
    from pegsolitaire.draw.terminal import Verdicts
    from pegsolitaire.game import Position


#: Exit codes: wrong usage or bad input, undecided within the budget.
WRONG, UNDECIDED = 2, 3

#: The exit code of an answer.
_EXIT = {True: 0, False: 1, None: UNDECIDED}

#: What is printed for a solution without a jump.
SOLVED_ALREADY = "solved already: no jump is needed"


class Output(Console):
    """Standard output, on which holes can be called by other names than letters and numbers."""

    spell: Callable[[Hole], str | None] | None = None
    #: What any hole is called, off the board too.
    named: Callable[[Hole], str] = staticmethod(hole_name)
    #: What is typed or read, with letters and numbers for coordinates that are counted otherwise.
    heard: Callable[[str], str] = staticmethod(str)

    #: Whether a JSON document is printed, and nothing else.
    as_json = False

    #: What was guessed of pictures and games, each said once.
    guesses: list[str] | None = None

    @contextmanager
    def guessing(self) -> Iterator[None]:
        """Say what is guessed for a while, on standard error and in JSON."""
        self.guesses = []
        try:
            yield
        finally:
            self.guesses = None

    @property
    def draws_unicode(self) -> bool:
        """Whether what we print to can show more than ASCII."""
        return self.encoding.startswith("utf")

    def dim(self, text: object, **how: Any) -> None:
        """Print what stands back: remarks, sums, where a file is."""
        self.print(text, style="dim", **how)

    def picture(self, position: Position, verdicts: Verdicts | None = None) -> None:
        """Print a position, with the names of holes that were asked for."""
        from pegsolitaire.draw import position_text

        spell, names = self.spell, None
        if spell is not None:
            names = lambda hole: spell(hole) or ""  # noqa: E731
        self.print(
            position_text(position, verdicts=verdicts, unicode=self.draws_unicode, names=names)
        )

    def table(
        self,
        headings: str,
        rows: Iterable[Iterable[object]],
        *,
        title: str = "",
        sums: Sequence[Iterable[object]] = (),
    ) -> None:
        """Print a table.

        Parameters
        ----------
        headings : str
            As :func:`columns_of` reads them.
        rows : iterable of iterables
            The cells.
        title : str, optional
            A line above it.
        sums : sequence of iterables, optional
            Rows that stand apart below the others.
        """
        grid = Grid(columns_of(headings), title=title)
        for row in rows:
            grid.add_row(*row)
        if sums:
            grid.add_section()
        for row in sums:
            grid.add_row(*row, style="bold")
        grid.print()

    def guess(self, text: str) -> None:
        """Say what was guessed, once."""
        if self.guesses is not None and text not in self.guesses:
            self.guesses.append(text)
            err.print(self.called(text), style="dim", markup=False)

    def render_str(self, text: str, **how: Any) -> Text:
        """What Rich asks for every text that is printed, those in tables too."""
        return super().render_str(self.called(text), **how)

    def called(self, text: str) -> str:
        """A text with the names of holes that were asked for."""
        return text if self.spell is None else respelled(text, self.spell)

    @contextmanager
    def spelling(
        self,
        spell: Callable[[Hole], str | None],
        named: Callable[[Hole], str] = hole_name,
        heard: Callable[[str], str] = str,
    ) -> Iterator[None]:
        """Call holes by these names for a while."""
        self.spell, self.named, self.heard = spell, named, heard
        try:
            yield
        finally:
            self.spell, self.named, self.heard = None, hole_name, str


# Words of the user are printed too: what looks like markup in them is none.
out = Output(soft_wrap=True, highlight=False, markup=False, emoji=False)


def print_json(document: Mapping[str, object]) -> None:
    """One JSON document on standard output, and nothing else there."""
    if out.guesses:
        document = {**document, "read_as": "; ".join(out.guesses)}
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # integers are JSON integers however long
    try:
        text = json.dumps(document if out.spell is None else _called(document))
    finally:
        sys.set_int_max_str_digits(limit)
    out.file.write(f"{text}\n")


def _called(value: object) -> object:
    """A document with the names of holes that were asked for, in every text and every key."""
    if isinstance(value, str):
        return out.called(value)
    if isinstance(value, Mapping):
        return {_called(key): _called(one) for key, one in value.items()}
    return list(map(_called, value)) if isinstance(value, list | tuple) else value


def complain(message: str) -> None:
    """What is wrong, in one line on standard error."""
    line = " ".join(message.split())
    if len(line) > 1000:  # it quotes what was typed, and the remedy stands at the end
        line = f"{line[:300]} ... {line[-300:]}"
    sys.stderr.write(f"pegs: {line}\n")


def report(
    document: Mapping[str, object] | Callable[[], Mapping[str, object]],
    text: str | Callable[[], object],
    answer: bool | None = True,
    *,
    drawn: Mapping[str, str | None] | None = None,
) -> None:
    """Print what was found, and end the command with the exit code of the answer.

    Parameters
    ----------
    document : mapping or callable
        Its JSON, or what makes it, for `--json`.
    text : str or callable
        The same for people, or what prints it.
    answer : bool or None, optional
        Whether the answer is yes; None where it is undecided.
    drawn : mapping, optional
        Where its picture is, as the document has it.
    """
    if out.as_json:
        print_json({**(document() if callable(document) else document), **(drawn or {})})
    else:
        if isinstance(text, str):
            out.print(text)
        else:
            text()
        if drawn and drawn["svg"]:
            out.print(f"drawn in {drawn['svg']}")
    if code := _EXIT[answer]:
        raise click.exceptions.Exit(code)


# -- tables that fit the terminal -----------------------------------------------------------------
#
# Where a table is too wide, its headings are broken into lines, then whole columns are left out,
# the least important first, and a line says which. Names and numbers are never cut. What goes to a
# file or to another program has all columns: nobody there sees that the room is short.


_BETWEEN = 2  # blanks from one column to the next
_TEXT = 16  # columns that a text of several words takes at least


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Attributes
    ----------
    heading : str
    rank : int, optional
        How soon it is left out where the room is short: the highest first, 0 never.
    is_left : bool, optional
        Whether it has words, which stand on the left, and not numbers.
    wraps : bool, optional
        Whether it has texts, which may take several lines.
    """

    heading: str
    rank: int = 0
    is_left: bool = False
    wraps: bool = False


@dataclass
class _Row:
    cells: list[str]
    style: str = ""
    ends_section: bool = False


@dataclass
class Grid:
    """A table, which is printed when it is whole.

    Attributes
    ----------
    columns : list of Column
    title : str, optional
        A line above it.
    has_header : bool, optional
        Whether the headings are printed.
    indent : int, optional
        Blanks before it.
    """

    columns: list[Column]
    title: str = ""
    has_header: bool = True
    indent: int = 0
    _rows: list[_Row] = field(default_factory=list)

    def add_row(self, *cells: object, style: str = "") -> None:
        """Add a row, numbers too; cells that are left out at its end are empty."""
        missing = [""] * (len(self.columns) - len(cells))
        self._rows.append(_Row([*map(cell_text, cells), *missing], style))

    def add_section(self) -> None:
        """Leave a gap after the rows so far."""
        if self._rows:
            self._rows[-1].ends_section = True

    def add_column(self, column: Column, cells: Iterable[str]) -> None:
        """Add a column, with a cell for each row."""
        self.columns.append(column)
        for row, cell in zip(self._rows, cells, strict=True):
            row.cells.append(cell)

    @property
    def room(self) -> int:
        """The columns of the terminal that are free beside it."""
        return _width() - self._total(self._full(self._all))

    def print(self) -> None:
        """Print it, without the columns that there is no room for."""
        shown = self._all
        while _has_reader() and self._total(self._least(shown)) > _width():
            ranked = [i for i in shown if self.columns[i].rank]
            if not ranked:
                break
            least = max(ranked, key=lambda i: (self.columns[i].rank, i))
            shown = [i for i in shown if i != least]
        widths = self._widths(shown)
        table = Padding(self._table(shown, widths), (0, 0, 0, self.indent), expand=False)
        with _as_wide_as(max(_width(), self._total(widths))):
            if self.title:
                out.print(self.title, style="italic", soft_wrap=not _has_reader())
            out.print(table)
            left_out = [self.columns[i] for i in self._all if i not in shown]
            if left_out:
                headings = ", ".join(dict.fromkeys(one.heading for one in left_out if one.heading))
                which = headings or f"{len(left_out)} columns"
                note = f"left out: {which}; a wider terminal or --json shows all"
                out.print(note, style="dim", soft_wrap=False)

    # -- widths -----------------------------------------------------------------------------------

    @property
    def _all(self) -> list[int]:
        return list(range(len(self.columns)))

    def _total(self, widths: Sequence[int]) -> int:
        return self.indent + sum(widths) + _BETWEEN * len(widths)

    def _full(self, shown: Sequence[int]) -> list[int]:
        """The widths of columns that break no line."""
        return [max(self._cells(i), self._heading(i)) for i in shown]

    def _least(self, shown: Sequence[int]) -> list[int]:
        """The widths of columns that cut no word."""
        return [
            max(self._text(i) if self.columns[i].wraps else self._cells(i), self._word(i))
            for i in shown
        ]

    def _widths(self, shown: Sequence[int]) -> list[int]:
        """The widths of columns: no word is cut, and as few lines are broken as there is room.

        Texts have what others leave. What goes to a file has its headings in one line.
        """
        widths, full = self._least(shown), self._full(shown)
        is_text = [self.columns[i].wraps for i in shown]
        if not _has_reader():
            both = zip(widths, full, is_text, strict=True)
            widths = [least if wraps else most for least, most, wraps in both]
        for at in sorted(range(len(shown)), key=is_text.__getitem__):
            spare = max(0, _width() - self._total(widths))
            widths[at] = min(full[at], widths[at] + spare)
        over = self._total(widths) - _width()
        if over > 0 and _has_reader():  # the longest of what may not be left out takes more lines
            at = max(range(len(widths)), key=widths.__getitem__)
            widths[at] = max(1, widths[at] - over)
        return widths

    def _cells(self, column: int) -> int:
        """The width of the widest cell, as it is called in what is printed."""
        texts = (out.called(row.cells[column]) for row in self._rows)
        return max((cell_len(line) for text in texts for line in text.splitlines()), default=0)

    def _text(self, column: int) -> int:
        """The least width of a column of texts: that of its longest word, or of a few words."""
        words = (cell_len(w) for row in self._rows for w in out.called(row.cells[column]).split())
        return max(max(words, default=0), min(_TEXT, self._cells(column)))

    def _heading(self, column: int) -> int:
        return cell_len(self.columns[column].heading) if self.has_header else 0

    def _word(self, column: int) -> int:
        """The width of the longest word of a heading."""
        words = self.columns[column].heading.split() if self.has_header else []
        return max(map(cell_len, words), default=0)

    # -- drawing ----------------------------------------------------------------------------------

    def _table(self, shown: Sequence[int], widths: Sequence[int]) -> Table:
        table = Table(box=None, header_style="dim", show_header=self.has_header)
        for i, width in zip(shown, widths, strict=True):
            column = self.columns[i]
            justify = "left" if column.is_left else "right"
            table.add_column(column.heading, justify=justify, width=width, overflow="fold")  # type: ignore[arg-type]
        for row in self._rows:
            cells = [row.cells[i] for i in shown]
            table.add_row(*cells, style=row.style, end_section=row.ends_section)
        return table


def columns_of(headings: str) -> list[Column]:
    """The columns that headings declare, divided by commas.

    ``<board`` has names, ``~proof`` texts, others numbers; the digit after a slash says how soon
    a column is left out where the terminal is narrow.

    Examples
    --------
    >>> columns_of("<board, holes/2")
    [Column(heading='board', rank=0, is_left=True, wraps=False), Column(heading='holes', rank=2, \
is_left=False, wraps=False)]
    """
    columns = []
    for word in headings.split(", "):
        heading, _, rank = word.lstrip("<~").partition("/")
        columns.append(Column(heading, int(rank or 0), word[:1] in ("<", "~"), word[:1] == "~"))
    return columns


@contextmanager
def _as_wide_as(width: int) -> Iterator[None]:
    """Let what is printed be as wide as that, whatever the console found when it was made."""
    before, out.width = out.width, width
    try:
        yield
    finally:
        out.width = before


def _width() -> int:
    """The columns that there are."""
    asked = os.environ.get("COLUMNS", "")
    return int(asked) if asked.isdigit() else out.width


def _has_reader() -> bool:
    """Whether somebody sees it in a terminal, or has said how wide it may be."""
    return out.is_terminal or "COLUMNS" in os.environ
