"""The TOML files that come along: their format, their keys, and where an error was found.

Puzzle sets, vacancies and published solutions are files of the folder ``data`` here. What is wrong
in one is said in a line: the file, the entry, what was found, and the remedy.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from importlib.resources import files
from typing import Any

from pegsolitaire.board.board import Board
from pegsolitaire.errors import NotationError, PegSolitaireError, ProblemError
from pegsolitaire.game.jump import split_moves
from pegsolitaire.game.position import Position

FORMAT = 1
BUILT_IN = files("pegsolitaire.game") / "data"

Table = Mapping[str, Any]

# Parts of a key, a.b.c: reading one takes time like the square of their number.
_MOST_PARTS = 16
# Strings and remarks, in which a dot is a dot. One without an end goes to the end of its line, or
# of the text, and nothing that was matched is given back (`*+`): so each is read once.
_ASIDE = re.compile(
    r'''"""(?:[^"\\]|\\.|"{1,2}(?!"))*+(?:"{3,5})?|"(?:[^"\\\n]|\\.)*+"?'''
    r"""|'{3}(?:[^']|'{1,2}(?!'))*+(?:'{3,5})?|'[^'\n]*+'?|\#[^\n]*""",
    re.DOTALL,
)


def built_in_text(file: str) -> str:
    """The text of a file that comes along."""
    return (BUILT_IN / file).read_text(encoding="utf-8")


@contextmanager
def within(where: str) -> Iterator[None]:
    """Say of an error where it was found."""
    try:
        yield
    except PegSolitaireError as error:
        raise type(error)(f"{where}: {error}") from None


@lru_cache(maxsize=8)  # a file is asked about one board after the other
def parse(text: str) -> Table:
    """The table of a file of this format or an earlier one, without the key that says which.

    Raises
    ------
    NotationError
        If it is no TOML, or is of no format or a later one.

    Examples
    --------
    >>> parse("format = 1")
    {}
    """
    _check_parts(text)
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise NotationError(f"not a TOML file: {error}") from None
    except ValueError:  # Python reads no number of more than 4,300 digits
        raise NotationError("not a TOML file: a number in it is too long") from None
    found = table.pop("format", None)
    if type(found) is not int or found < 1:
        raise NotationError(f"it says no format: write format = {FORMAT} at its top")
    if found > FORMAT:
        raise NotationError(
            f"format {found} is later than {FORMAT}, which is read here: update pegsolitaire"
        )
    return table


def _check_parts(text: str) -> None:
    """Refuse keys that take long to be read: those of our files have a part or two."""
    bare = _ASIDE.sub(lambda aside: "\n" * aside[0].count("\n"), text)
    for number, line in enumerate(bare.split("\n"), 1):
        if line.count(".") >= _MOST_PARTS:
            raise NotationError(
                f"line {number} has a key of {line.count('.') + 1:,} parts: {_MOST_PARTS} are the "
                "most that are read"
            )


def check_keys(table: Table, known: set[str]) -> None:
    """Refuse a key that is none of these."""
    for key in table:
        if key not in known:
            raise NotationError(f"unknown key {key!r}: the keys are {', '.join(sorted(known))}")


def text_of(table: Table, key: str, default: str | None = None) -> str:
    """The text of a key; the default, if there is one, where the key is missing."""
    if default is not None and key not in table:
        return default
    found = table.get(key)
    if not isinstance(found, str) or not found.strip():
        raise NotationError(f'it has no {key}: write {key} = "..."')
    return found.strip("\n")


def move_texts(table: Table) -> list[str]:
    """The texts of the moves, which have commas or blanks between them."""
    return split_moves(text_of(table, "moves"))


def number_of(table: Table, key: str, example: int) -> int:
    """The positive whole number of a key.

    Raises
    ------
    NotationError
        If it is none, or left out.
    """
    found = table.get(key)
    if type(found) is not int or found < 1:
        raise NotationError(f"{key} = {found!r} is not a number: write {key} = {example}")
    return found


def best_of(table: Table) -> int | None:
    """The least number of moves, or None where the key is missing."""
    found = table.get("best")
    if "best" in table and (type(found) is not int or found < 1):
        raise NotationError(f"best = {found!r} is not a number of moves: write best = 18")
    return found


def rating_of(table: Table) -> float | None:
    """How hard a puzzle is, in bits, or None where the key is missing."""
    found = table.get("rating")
    if found is None:
        return None
    if type(found) not in (int, float) or not 0 <= found < 1000:
        raise NotationError(f"rating = {found!r} is not a number of bits: write rating = 12.5")
    return float(found)


def rows_of(table: Table, key: str) -> Iterator[tuple[int, Table]]:
    """The entries of a list of tables as they stand there, counted from 1."""
    rows = table.get(key)
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise NotationError(f"it has no {key}s: begin each of them with a line [[{key}]]")
    return enumerate(rows, 1)


def finish_of(board: Board, text: str) -> str:
    """A finish as a puzzle has it: a hole by letters, or ``any``."""
    return "any" if text.strip().lower() == "any" else board.hole_text(board.hole(text))


def check_movable(position: Position) -> None:
    """Refuse a position from which no jump is possible."""
    if not position.jumps:
        raise ProblemError(f"no jump is possible from {position.text}: move a peg")


def check_names(what: str, names: Iterable[str]) -> None:
    """Refuse a name that comes twice, in capitals or small letters."""
    seen: set[str] = set()
    for name in names:
        if name.casefold() in seen:
            raise NotationError(f"two {what} are named {name!r}: rename one")
        seen.add(name.casefold())
