"""Reading the TOML files that come along in the folder ``data`` here, and what they may lack."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib.resources import files
from typing import TypeVar

from pegsolitaire.board import Board, Hole, hole_name
from pegsolitaire.game import Jump, Move, Problem, jumps_of
from pegsolitaire.game.toml_files import Table, check_keys, move_texts, parse, rows_of, within
from pegsolitaire.theory import feasible_finishes

Entry = TypeVar("Entry")

#: What solves a core that is not stored: the jumps of a problem, or None where it finds none.
Search = Callable[[Problem], Iterable[Jump] | None]


class MissingPartError(Exception):
    """What a construction needs is neither stored nor found: this says nothing of the problem."""


def searched(
    board: Board, start: Hole, finish: Hole | None, search: Search | None
) -> tuple[Jump, ...]:
    """The jumps that a search finds from a vacancy to a finish, or to any that its class allows.

    Raises
    ------
    MissingPartError
        If there is no search, it finds none, or the core has more than 128 holes.
    """
    jumps = None
    if search is not None and board.is_searched:
        vacancy = board.vacancy(start)
        finishes = feasible_finishes(vacancy)
        ends = [board.holes[i] for i in finishes] if finish is None else [finish]
        jumps = search(Problem.between(vacancy, list(map(board.single, ends))))
    if jumps is None:
        to = "" if finish is None else f" to {hole_name(finish)}"
        raise MissingPartError(
            f"no solution from {hole_name(start)}{to} on a core of {len(board)} holes is stored"
            + ", and a search found none" * (search is not None)
        )
    return tuple(jumps)


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
