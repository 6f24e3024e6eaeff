"""What figures of several papers are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from string import ascii_lowercase

from pegsolitaire.board import Board, Hole, hole_name
from pegsolitaire.draw import Diagram, move_diagrams
from pegsolitaire.game import Solution


def lettered(diagrams: Iterable[Diagram]) -> list[Diagram]:
    """Diagrams with (a), (b), (c) .. before their captions."""
    return [
        replace(one, caption=f"({letter}) {one.caption}".strip())
        for letter, one in zip(ascii_lowercase, diagrams, strict=False)
    ]


def named(board: Board, names: Callable[[Hole], str] = hole_name, caption: str = "") -> Diagram:
    """A board with the name of every hole in it."""
    return Diagram(board, labels={h: names(h) for h in board}, edges=False, caption=caption)


def coordinates(hole: Hole) -> str:
    """A hole as the papers write coordinates."""
    return f"({hole[0]},{hole[1]})"


_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def subscript(number: int) -> str:
    """A number as the papers write the side of a board: small and low."""
    return str(number).translate(_SUBSCRIPTS)


def labelled(
    board: Board, labels: Mapping[Hole, str] | Mapping[str, str], caption: str = ""
) -> Diagram:
    """A board with bold labels in some holes."""
    return Diagram(board, labels=labels, bold=True, edges=False, caption=caption)


def labelled_mod_3(board: Board, of: Callable[[Hole], int], caption: str = "") -> Diagram:
    """A board with a number from 0 to 2 in every hole."""
    return labelled(board, {hole: str(of(hole) % 3) for hole in board}, caption)


def vacant(board: Board, hole: str, caption: str | None = None, edges: bool = False) -> Diagram:
    """A full board with one hole empty, which is named below."""
    words = hole if caption is None else caption
    return Diagram(board, board.vacancy(hole).code, edges=edges, caption=words)


def in_rows(games: Sequence[Solution], columns: int) -> list[Diagram | None]:
    """The moves of several games, each begun in a row of its own."""
    cells: list[Diagram | None] = []
    for game in games:
        cells += move_diagrams(game)
        cells += [None] * (-len(cells) % columns)
    return cells
