"""Print the output of commands, and set their exit codes."""

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

from pegsolitaire.errors import one_line
from pegsolitaire.frames import cell_text
from pegsolitaire.progress_bar import err
from pegsolitaire.results import to_json
from pegsolitaire.units import counted

if TYPE_CHECKING:
    from pegsolitaire.board import Board, Hole
    from pegsolitaire.draw.terminal import Verdicts
    from pegsolitaire.game import Position
    from pegsolitaire.solving import Basis


#: Exit codes for wrong usage or bad input, and for results undecided within the limits.
WRONG, UNDECIDED = 2, 3

#: The exit code for each answer: yes, no or undecided.
_EXIT = {True: 0, False: 1, None: UNDECIDED}

#: The text to print for a solution without jumps.
SOLVED_ALREADY = "already solved: no jump is needed"


class Output(Console):
    """Standard output."""

    #: Whether to print only a JSON document.
    as_json = False

    #: The guesses about pictures and games so far; each guess is reported once.
    guesses: list[str] | None = None

    @contextmanager
    def guessing(self) -> Iterator[None]:
        """Say on standard error and in JSON how pictures and games were read."""
        from pegsolitaire.board.reading_boards import listening

        self.guesses = []
        try:
            with listening(self.guess):
                yield
        finally:
            self.guesses = None

    @property
    def draws_unicode(self) -> bool:
        """Whether the output can show characters other than ASCII."""
        return self.encoding.startswith("utf")

    def dim(self, text: object, **how: Any) -> None:
        """Print less important text, such as remarks, totals and the paths of files."""
        self.print(text, style="dim", **how)

    def doubt(self, board: Board) -> None:
        """Before a "no", ask whether a board was copied from a built-in one with a mistake."""
        from pegsolitaire.board import slip_in

        if slip := slip_in(board):
            self.print(slip)

    def picture(
        self,
        position: Position,
        verdicts: Verdicts | None = None,
        names: Callable[[Hole], str] | None = None,
    ) -> None:
        """Print a position, with a plan of the names of its holes if these are given."""
        from pegsolitaire.draw import position_text

        self.print(
            position_text(position, verdicts=verdicts, unicode=self.draws_unicode, names=names)
        )

    def table(
        self,
        columns: Sequence[Column],
        rows: Iterable[Iterable[object]],
        *,
        title: str = "",
        sums: Sequence[Iterable[object]] = (),
    ) -> None:
        """Print a table.

        Parameters
        ----------
        columns : sequence of Column
            The columns.
        rows : iterable of iterables
            The cells of each row.
        title : str, optional
            A line above the table.
        sums : sequence of iterables, optional
            Rows of totals, separated from the others.
        """
        grid = Grid(list(columns), title=title)
        for row in rows:
            grid.add_row(*row)
        if sums:
            grid.add_section()
        for row in sums:
            grid.add_row(*row, style="bold")
        grid.print()

    def guess(self, text: str) -> None:
        """Report a guess, once."""
        if self.guesses is not None and text not in self.guesses:
            self.guesses.append(text)
            err.print(text, style="dim", markup=False)


# The output contains the user's words, so nothing may be interpreted as markup.
out = Output(soft_wrap=True, highlight=False, markup=False, emoji=False)


def _print_json(document: Mapping[str, object]) -> None:
    """Print one JSON document on standard output."""
    if out.guesses:
        document = {**document, "read_as": "; ".join(out.guesses)}
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # integers of any length are written
    try:
        text = json.dumps(to_json(document))
    finally:
        sys.set_int_max_str_digits(limit)
    out.file.write(f"{text}\n")


def print_basis(basis: Basis, remark: str = "") -> None:
    """Print whether a result was stored or computed, with the same word as in JSON."""
    out.dim(f"basis: {basis}{', ' if remark else ''}{remark}")


def complain(message: str) -> None:
    """Print an error in one line on standard error."""
    sys.stderr.write(f"pegs: {one_line(' '.join(message.split()))}\n")


def report(
    document: Mapping[str, object] | Callable[[], Mapping[str, object]],
    text: str | Callable[[], object],
    answer: bool | None = True,
    *,
    drawn: Mapping[str, str | None] | None = None,
) -> None:
    """Print a result, and exit with the code for the answer.

    Parameters
    ----------
    document : mapping or callable
        The document for `--json`, whose values may be results, or a function that creates it.
    text : str or callable
        The result as text, or a function that prints the text.
    answer : bool or None, optional
        Whether the answer is yes; None if it is undecided.
    drawn : mapping, optional
        The files of pictures, for the JSON document.
    """
    if out.as_json:
        _print_json({**(document() if callable(document) else document), **(drawn or {})})
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
# If a table is too wide, its headings are broken into lines. Then whole columns are left out, the
# least important first, and a note names these columns. Names and numbers are never cut. A file or
# a pipe gets all columns.


_BETWEEN = 2  # blanks between columns
_TEXT = 16  # the minimum width of a text of several words


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Attributes
    ----------
    heading : str
    rank : int, optional
        The order in which a narrow terminal leaves out columns: the highest rank first. A column
        of rank 0 is never left out.
    is_left : bool, optional
        Whether the column contains words, aligned left, rather than numbers.
    wraps : bool, optional
        Whether the column contains texts that may be wrapped.
    """

    heading: str
    rank: int = 0
    is_left: bool = False
    wraps: bool = False

    @classmethod
    def number(cls, heading: str, rank: int = 0) -> Column:
        """Return a column of numbers, aligned right."""
        return cls(heading, rank)

    @classmethod
    def name(cls, heading: str, rank: int = 0) -> Column:
        """Return a column of names, aligned left and never broken."""
        return cls(heading, rank, is_left=True)

    @classmethod
    def text(cls, heading: str, rank: int = 0) -> Column:
        """Return a column of texts, which may be broken into lines."""
        return cls(heading, rank, is_left=True, wraps=True)


@dataclass
class _Row:
    cells: list[str]
    style: str = ""
    ends_section: bool = False


@dataclass
class Grid:
    """A table that is printed when it is complete.

    Attributes
    ----------
    columns : list of Column
    title : str, optional
        A line above the table.
    has_header : bool, optional
        Whether to print the headings.
    indent : int, optional
        Blanks before the table.
    """

    columns: list[Column]
    title: str = ""
    has_header: bool = True
    indent: int = 0
    _rows: list[_Row] = field(default_factory=list)

    def add_row(self, *cells: object, style: str = "") -> None:
        """Add a row. Missing cells at its end are empty."""
        missing = [""] * (len(self.columns) - len(cells))
        self._rows.append(_Row([*map(cell_text, cells), *missing], style))

    def add_section(self) -> None:
        """Leave a gap after the current rows."""
        if self._rows:
            self._rows[-1].ends_section = True

    def add_column(self, column: Column, cells: Iterable[str]) -> None:
        """Add a column, with a cell for each row."""
        self.columns.append(column)
        for row, cell in zip(self._rows, cells, strict=True):
            row.cells.append(cell)

    @property
    def room(self) -> int:
        """The width of the terminal that remains beside the table."""
        return _width() - self._total(self._full(self._all))

    def print(self) -> None:
        """Print the table, but leave out columns that do not fit."""
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
                headings = ", ".join(
                    dict.fromkeys(column.heading for column in left_out if column.heading)
                )
                which = headings or counted(len(left_out), "column")
                note = f"left out: {which}; a wider terminal or --json shows all"
                out.print(note, style="dim", soft_wrap=False)

    # -- widths -----------------------------------------------------------------------------------

    @property
    def _all(self) -> list[int]:
        return list(range(len(self.columns)))

    def _total(self, widths: Sequence[int]) -> int:
        return self.indent + sum(widths) + _BETWEEN * len(widths)

    def _full(self, shown: Sequence[int]) -> list[int]:
        """Return the widths of the columns without line breaks."""
        return [max(self._cells(i), self._heading(i)) for i in shown]

    def _least(self, shown: Sequence[int]) -> list[int]:
        """Return the minimum widths at which no word in the columns is cut."""
        return [
            max(self._text(i) if self.columns[i].wraps else self._cells(i), self._word(i))
            for i in shown
        ]

    def _widths(self, shown: Sequence[int]) -> list[int]:
        """Return the widths at which no word is cut and as few lines as possible are broken.

        Columns of texts get the remaining width. In a file, each heading is on one line.
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
        if over > 0 and _has_reader():  # the widest remaining column is wrapped
            at = max(range(len(widths)), key=widths.__getitem__)
            widths[at] = max(1, widths[at] - over)
        return widths

    def _cells(self, column: int) -> int:
        """Return the width of the widest printed cell of a column."""
        texts = (row.cells[column] for row in self._rows)
        return max((cell_len(line) for text in texts for line in text.splitlines()), default=0)

    def _text(self, column: int) -> int:
        """Return the minimum width of a column of texts: its longest word, or a few words."""
        words = (cell_len(w) for row in self._rows for w in row.cells[column].split())
        return max(max(words, default=0), min(_TEXT, self._cells(column)))

    def _heading(self, column: int) -> int:
        return cell_len(self.columns[column].heading) if self.has_header else 0

    def _word(self, column: int) -> int:
        """Return the width of the longest word of a heading."""
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


@contextmanager
def _as_wide_as(width: int) -> Iterator[None]:
    """Set the width of the console in a `with` block."""
    before, out.width = out.width, width
    try:
        yield
    finally:
        out.width = before


def _width() -> int:
    """The width of the terminal."""
    asked = os.environ.get("COLUMNS", "")
    return int(asked) if asked.isdigit() else out.width


def _has_reader() -> bool:
    """True if the output is a terminal, or if the user has set a width."""
    return out.is_terminal or "COLUMNS" in os.environ
