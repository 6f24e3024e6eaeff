"""Functions that the rows and figures of several papers share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from string import ascii_lowercase

from pegsolitaire.board import Board, Hole, hole_name, named_board
from pegsolitaire.chance import random_play
from pegsolitaire.data.toml_files import Table
from pegsolitaire.draw import Diagram, move_diagrams, panel_svg
from pegsolitaire.errors import NotationError, quoted
from pegsolitaire.game import Position, Problem, Solution, read_start
from pegsolitaire.papers.rows import figure
from pegsolitaire.theory import problem_types
from pegsolitaire.work import Work

# -- boards described in the data -----------------------------------------------------------------

_POWERS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


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


def diagram(
    board: str,
    *,
    start: str = "",
    caption: str = "",
    every: str = "",
    labels: Mapping[str, str] | None = None,
    bold: bool = False,
    moves: str = "",
    wins: bool | None = None,
    shaded: str = "",
    marked: str = "",
    regions: Sequence[str] = (),
    edges: bool = False,
) -> Diagram:
    """Create a diagram from the description of a board in the data.

    Parameters
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

    Examples
    --------
    >>> diagram("triangle4", start="a2", caption="one vacancy").words
    'triangle4, 9 pegs, empty: a2; one vacancy'
    """
    if every and every not in EVERY:
        raise NotationError(f"every = {quoted(every)} is none of {', '.join(EVERY)}")
    drawn = named_board(board)
    own = {drawn.hole(hole): text for text, of in (labels or {}).items() for hole in of.split()}
    return Diagram(
        drawn,
        read_start(drawn, start).code if start else None,
        moves=[(jump, wins) for jump in moves.split()],
        labels=EVERY[every](drawn) if every else own,
        bold=bold,
        shaded=shaded.split(),
        marked=marked.split(),
        regions=[drawn.code(region.split()) for region in regions],
        edges=edges,
        caption=caption,
    )


@figure("boards")
def _boards(boards: list[Table], columns: int = 4, size: int = 28, letters: bool = False) -> str:
    """Draw a figure that consists only of boards described in the data."""
    shown = [diagram(**table) for table in boards]
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
    odds = random_play(problem, player=player, by_hole=False, work=work)
    return odds.win_probability
