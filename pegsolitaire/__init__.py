"""A peg solitaire laboratory: every winning position of a board, and what follows from it.

>>> import pegsolitaire as ps
>>> board = ps.english()
>>> solution = ps.solve(ps.Problem.complement(board, "d4")).solution
>>> len(solution), len(solution.finish), (3, 3) in solution.finish
(31, 1, True)

Where to look (``help(ps.solve)`` and so on say more)::

    a board             english, triangle, CATALOGUE, read_board: a picture of your own
    a game              Game, Position, Jump, Move, Solution, replay
    a problem           Problem, read_problem: from words; any_finish, problem_types
    a solution          solve, shortest_solution, fewest_moves, longest_sweep
    all solutions       count_solutions, count_unordered, SolutionGraph
    what still wins     WinningSets, IndexedSets, LevelTable, Tablebase, Guide
    why a game is lost  explain, dead_ends, fewest_pegs, ResourceCount
    random play         exact_play, simulate, PLAYERS
    puzzles             design, rate, puzzle_set, symmetric_positions, unique_jumps
    pictures            position_svg, solution_svg, solution_animation, graph_svg

The rest is in ``ps.analysis``, ``ps.board``, ``ps.chance``, ``ps.data``, ``ps.draw``, ``ps.game``,
``ps.sets``, ``ps.theory`` and ``ps.triangular``: triangles of any side. Importing does no work:
what needs arrays, kernels or the disk is imported when it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pegsolitaire.lazy import hand_out

if TYPE_CHECKING:
    from pegsolitaire import errors
    from pegsolitaire.analysis import (
        Answer,
        DeadEnd,
        Explanation,
        Games,
        Guide,
        Shortest,
        SolutionGraph,
        SymmetricPositions,
        UniqueJumps,
        Unordered,
        count_games,
        count_solutions,
        count_unordered,
        dead_ends,
        design,
        explain,
        fewest_moves,
        fewest_pegs,
        longest_sweep,
        rate,
        shortest_solution,
        solve,
        survey,
        symmetric_positions,
        unique_jumps,
    )
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
    from pegsolitaire.chance import (
        PLAYERS,
        Odds,
        Simulation,
        exact_play,
        simulate,
    )
    from pegsolitaire.data import puzzle_set, puzzle_sets
    from pegsolitaire.draw import (
        graph_svg,
        position_svg,
        position_text,
        solution_animation,
        solution_svg,
    )
    from pegsolitaire.errors import PegSolitaireError
    from pegsolitaire.game import Game, Jump, Move, Outcome, Position, Problem, Solution, replay
    from pegsolitaire.sets import (
        IndexedSets,
        LevelTable,
        Tablebase,
        WinningSets,
        level_table,
    )
    from pegsolitaire.theory import (
        ResourceCount,
        any_finish,
        problem_types,
        read_problem,
        svss_problems,
        type_named,
    )

__version__ = "0.1.0"

__all__ = [
    "CATALOGUE",
    "PLAYERS",
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
    "Shortest",
    "Simulation",
    "Solution",
    "SolutionGraph",
    "SymmetricPositions",
    "Tablebase",
    "UniqueJumps",
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
    "design",
    "diamond",
    "english",
    "errors",
    "exact_play",
    "explain",
    "fewest_moves",
    "fewest_pegs",
    "french",
    "graph_svg",
    "hexagon",
    "level_table",
    "longest_sweep",
    "position_svg",
    "position_text",
    "problem_types",
    "puzzle_set",
    "puzzle_sets",
    "rate",
    "read_board",
    "read_problem",
    "rectangle",
    "replay",
    "rhombus",
    "semi_wiegleb",
    "shortest_solution",
    "simulate",
    "solution_animation",
    "solution_svg",
    "solve",
    "square",
    "star",
    "survey",
    "svss_problems",
    "symmetric_positions",
    "triangle",
    "truncated_triangle",
    "type_named",
    "unique_jumps",
    "wiegleb",
]

hand_out(
    __name__,
    {
        "board": "CATALOGUE SQUARE SQUARE_DIAGONAL TRIANGULAR Board Lattice cross cube cuboid "
        "diamond english french hexagon read_board rectangle rhombus semi_wiegleb "
        "square star triangle truncated_triangle wiegleb",
        "budget": "Budget",
        "errors": "PegSolitaireError",
        "data": "puzzle_set puzzle_sets",
        "game": "Game Jump Move Outcome Position Problem Solution replay",
        "theory": "ResourceCount any_finish problem_types read_problem svss_problems type_named",
        "analysis": "Answer DeadEnd Explanation Games Guide Shortest SolutionGraph "
        "SymmetricPositions UniqueJumps Unordered count_games count_solutions "
        "count_unordered dead_ends design explain fewest_moves fewest_pegs "
        "longest_sweep rate shortest_solution solve survey symmetric_positions "
        "unique_jumps",
        "chance": "PLAYERS Odds Simulation exact_play simulate",
        "draw": "graph_svg position_svg position_text solution_animation solution_svg",
        "sets": "IndexedSets LevelTable Tablebase WinningSets level_table",
    },
    rooms=(
        "analysis",
        "board",
        "chance",
        "cluster",
        "data",
        "documents",
        "draw",
        "errors",
        "game",
        "papers",
        "sets",
        "theory",
        "triangular",
    ),
)
