"""Functions that the rows and figures of several papers share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from string import ascii_lowercase
from typing import Annotated

from msgspec import Meta, field

from pegsolitaire.board import Board, Hole, hole_name, named_board
from pegsolitaire.chance import player_named, random_play
from pegsolitaire.data.toml_files import Entry, Table, Text, read_entry
from pegsolitaire.draw import Diagram, move_diagrams, panel_svg
from pegsolitaire.errors import NotationError, quoted
from pegsolitaire.game import Position, Problem, Solution, read_start
from pegsolitaire.papers.rows import figure
from pegsolitaire.theory import problem_types
from pegsolitaire.work import Work

# -- boards described in the data -----------------------------------------------------------------

_Words = Annotated[str, Meta(examples=["..."])]
_POWERS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class _FigureBoard(Entry, kw_only=True):
    """A board of a figure.

    Attributes
    ----------
    board : str
        The name of the board.
    start : str, optional
        A start, in the notation of the command line; by default only the holes are drawn.
    caption : str, optional
        The text below the board.
    every : str, optional
        The text in every hole: a key of :data:`EVERY`.
    labels : dict of str to str, optional
        Texts, each with the holes that show the text.
    bold : bool, optional
        Whether the labels are large and bold.
    moves : str, optional
        Jumps to draw as arrows.
    wins : bool, optional
        Whether these jumps win; without a value they are grey.
    shaded, marked : str, optional
        Holes with a coloured background, and holes with a ring.
    regions : list of str, optional
        Sets of holes, each drawn as one coloured area.
    edges : bool, optional
        Whether to write letters and numbers along the edges.
    """

    board: Text
    start: _Words = ""
    caption: _Words = ""
    every: _Words = ""
    labels: Annotated[dict[str, str], Meta(examples=[{"A": "d4"}])] = field(default_factory=dict)
    bold: Annotated[bool, Meta(examples=[True])] = False
    moves: _Words = ""
    wins: Annotated[bool | None, Meta(examples=[True])] = None
    shaded: _Words = ""
    marked: _Words = ""
    regions: Annotated[list[str], Meta(examples=[["a1 a2"]])] = field(default_factory=list)
    edges: Annotated[bool, Meta(examples=[True])] = False


def coordinates(hole: Hole) -> str:
    """Format the coordinates of a hole as the papers write them."""
    return f"({hole[0]},{hole[1]})"


#: The texts that can be written in every hole of a board, by their names in the data.
EVERY: dict[str, Callable[[Board], dict[Hole, str]]] = {
    "name": lambda board: {hole: hole_name(hole) for hole in board},
    "coordinates": lambda board: {hole: coordinates(hole) for hole in board},
    "weight": lambda board: {h: f"2{str(i).translate(_POWERS)}" for i, h in enumerate(board)},
    "problem type": lambda board: {
        board.holes[i]: kind.letter for kind in problem_types(board) for i in kind.bits
    },
    "x + y mod 3": lambda board: {(x, y): str((x + y) % 3) for x, y in board},
    "3 + (x - y) mod 3": lambda board: {(x, y): str(3 + (x - y) % 3) for x, y in board},
}


def diagram(table: Table) -> Diagram:
    """Create a diagram from the description of a board in the data.

    Examples
    --------
    >>> diagram({"board": "triangle4", "start": "a2", "caption": "one vacancy"}).words
    'triangle4, 9 pegs, empty: a2; one vacancy'
    """
    entry = read_entry(_FigureBoard, table)
    if entry.every and entry.every not in EVERY:
        raise NotationError(f"every = {quoted(entry.every)} is none of {', '.join(EVERY)}")
    board = named_board(entry.board)
    labels = {board.hole(hole): text for text, of in entry.labels.items() for hole in of.split()}
    return Diagram(
        board,
        read_start(board, entry.start).code if entry.start else None,
        moves=[(jump, entry.wins) for jump in entry.moves.split()],
        labels=EVERY[entry.every](board) if entry.every else labels,
        bold=entry.bold,
        shaded=entry.shaded.split(),
        marked=entry.marked.split(),
        regions=[board.code(holes.split()) for holes in entry.regions],
        edges=entry.edges,
        caption=entry.caption,
    )


@figure("boards")
def _boards(boards: list[Table], columns: int = 4, size: int = 28, letters: bool = False) -> str:
    """Draw a figure that consists only of boards described in the data."""
    shown = list(map(diagram, boards))
    if len(shown) == 1:
        return shown[0].svg()
    return panel_svg(lettered(shown) if letters else shown, columns=columns, size=size)


# -- drawing and computing ------------------------------------------------------------------------


def lettered(diagrams: Iterable[Diagram]) -> list[Diagram]:
    """Add (a), (b), (c) ... to the captions of diagrams."""
    return [
        replace(diagram, caption=f"({letter}) {diagram.caption}".strip())
        for letter, diagram in zip(ascii_lowercase, diagrams, strict=False)
    ]


_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def subscript(number: int) -> str:
    """Write a number in subscript digits, like the side of a board in the papers."""
    return str(number).translate(_SUBSCRIPTS)


def labelled(
    board: Board, labels: Mapping[Hole, str] | Mapping[str, str], caption: str = ""
) -> Diagram:
    """Create a diagram of a board with bold labels in some of its holes."""
    return Diagram(board, labels=labels, bold=True, edges=False, caption=caption)


def in_rows(games: Sequence[Solution], columns: int) -> list[Diagram | None]:
    """Create the diagrams of the moves of several games, and begin each game on a new row."""
    cells: list[Diagram | None] = []
    for game in games:
        cells += move_diagrams(game)
        cells += [None] * (-len(cells) % columns)
    return cells


def first_vacancies(board: Board) -> list[Position]:
    """Return one vacancy from each symmetry class of a board's vacancies."""
    return [board.vacancy(board.holes[orbit[0]]) for orbit in board.orbits]


def third_turns(board: Board) -> list[tuple[int, ...]]:
    """Return the rotations of a board whose third power is the identity, as permutations."""
    images = [symmetry.image for symmetry in board.symmetries if symmetry.is_rotation]
    return [p for p in images if all(p[p[p[i]]] == i for i in range(len(board)))]


def win_probability(player: str, board: str, hole: str, *, work: Work) -> float:
    """Return the probability that a random player wins from a vacancy, with one peg anywhere."""
    problem = Problem.to_any(named_board(board).vacancy(hole))
    return chance_of(player, problem, work=work)


def chance_of(player: str, problem: Problem, *, work: Work) -> float:
    """Return the probability that a random player wins."""
    odds = random_play(problem, player=player_named(player, problem), by_hole=False, work=work)
    return odds.win_probability
