"""Reading the TOML files that come along in the folder ``data`` here."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import TypeVar

from pegsolitaire.game import Jump, Move, jumps_of
from pegsolitaire.game.toml_files import Table, check_keys, move_texts, parse, rows_of, within

Entry = TypeVar("Entry")


def read_entries(
    file: str, name: str, keys: set[str], read: Callable[[Table], Entry]
) -> list[Entry]:
    """Every entry of a file, read one by one; what is wrong in one is said with its number.

    Raises
    ------
    NotationError
        If an entry has a key that is none of these, or the file is of no format.
    """
    text = (files("pegsolitaire.triangular") / "data" / file).read_text(encoding="utf-8")
    found = []
    for number, table in rows_of(parse(text), name):
        with within(f"{file}, {name} {number}"):
            check_keys(table, keys)
            found.append(read(table))
    return found


def jumps_in(table: Table) -> tuple[Jump, ...]:
    """The jumps of the moves of an entry."""
    return jumps_of(map(Move.from_text, move_texts(table)))
