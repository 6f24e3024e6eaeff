"""A peg solitaire laboratory: every winning position of a board, and what follows from it.

>>> import pegsolitaire as ps
>>> board = ps.english()
>>> solution = ps.solve(ps.Problem.complement(board, "d4")).solution
>>> len(solution), len(solution.finish), (3, 3) in solution.finish
(31, 1, True)

Importing does no work: what needs arrays, kernels or the disk is imported when it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pegsolitaire import errors
from pegsolitaire.board import (
    CATALOGUE,
    SQUARE,
    SQUARE_DIAGONAL,
    TRIANGULAR,
    Board,
    Lattice,
    cross,
    cube,
    cuboid,
    diamond,
    english,
    french,
    hexagon,
    read_board,
    rectangle,
    rhombus,
    semi_wiegleb,
    square,
    star,
    triangle,
    truncated_triangle,
    wiegleb,
)
from pegsolitaire.budget import Budget
from pegsolitaire.errors import PegSolitaireError
from pegsolitaire.game import Game, Jump, Move, Outcome, Position, Problem, Solution
from pegsolitaire.theory import (
    ResourceCount,
    any_finish,
    problem_types,
    read_problem,
    svss_problems,
    type_named,
)

if TYPE_CHECKING:
    from pegsolitaire.analysis import (
        Answer,
        DeadEnd,
        Explanation,
        Games,
        Guide,
        SolutionGraph,
        Unordered,
        count_games,
        count_solutions,
        count_unordered,
        dead_ends,
        explain,
        solve,
        survey,
    )
    from pegsolitaire.chance import Odds, Simulation, exact_play, simulate
    from pegsolitaire.draw import position_svg, position_text, solution_svg
    from pegsolitaire.sets import IndexedSets, LevelTable, WinningSets, level_table

_LAZY = {
    "Answer": "analysis",
    "DeadEnd": "analysis",
    "Explanation": "analysis",
    "Games": "analysis",
    "Guide": "analysis",
    "IndexedSets": "sets",
    "LevelTable": "sets",
    "Odds": "chance",
    "Simulation": "chance",
    "SolutionGraph": "analysis",
    "Unordered": "analysis",
    "WinningSets": "sets",
    "count_games": "analysis",
    "count_solutions": "analysis",
    "count_unordered": "analysis",
    "dead_ends": "analysis",
    "exact_play": "chance",
    "explain": "analysis",
    "level_table": "sets",
    "position_svg": "draw",
    "position_text": "draw",
    "simulate": "chance",
    "solution_svg": "draw",
    "solve": "analysis",
    "survey": "analysis",
}

__version__ = "0.1.0"

__all__ = [
    "CATALOGUE",
    "SQUARE",
    "SQUARE_DIAGONAL",
    "TRIANGULAR",
    "Answer",
    "Board",
    "Budget",
    "DeadEnd",
    "Explanation",
    "Game",
    "Games",
    "Guide",
    "IndexedSets",
    "Jump",
    "Lattice",
    "LevelTable",
    "Move",
    "Odds",
    "Outcome",
    "PegSolitaireError",
    "Position",
    "Problem",
    "ResourceCount",
    "Simulation",
    "Solution",
    "SolutionGraph",
    "Unordered",
    "WinningSets",
    "any_finish",
    "count_games",
    "count_solutions",
    "count_unordered",
    "cross",
    "cube",
    "cuboid",
    "dead_ends",
    "diamond",
    "english",
    "errors",
    "exact_play",
    "explain",
    "french",
    "hexagon",
    "level_table",
    "position_svg",
    "position_text",
    "problem_types",
    "read_board",
    "read_problem",
    "rectangle",
    "rhombus",
    "semi_wiegleb",
    "simulate",
    "solution_svg",
    "solve",
    "square",
    "star",
    "survey",
    "svss_problems",
    "triangle",
    "truncated_triangle",
    "type_named",
    "wiegleb",
]


def __getattr__(name: str) -> Any:
    """Import what needs numpy when it is first asked for."""
    if name in _LAZY:
        return getattr(import_module(f"pegsolitaire.{_LAZY[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_LAZY])
