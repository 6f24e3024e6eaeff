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
    a solution          solve, shortest_solution, longest_sweep
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

from pegsolitaire.lazy import lazy_package

__version__ = "0.1.0"

lazy_package(
    __name__,
    modules=(
        "analysis",
        "board",
        "chance",
        "cluster",
        "data",
        "draw",
        "errors",
        "game",
        "papers",
        "sets",
        "theory",
        "triangular",
    ),
)
