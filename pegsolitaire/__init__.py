"""A laboratory for peg solitaire: solve and count games, explain losses, and design puzzles.

>>> import pegsolitaire as ps
>>> answer = ps.solve("english d4")
>>> len(answer.solution), answer.solution.finish.pegs
(31, ((3, 3),))

Where to look (see ``help(ps.solve)`` and so on for details)::

    a board             Board("english"), boards
    a game              Position: board.vacancy("d4"); Game, Jump, Move, replay
    a problem           Problem("english", "d4"), problem_types
    a solution          solve, shortest, longest_sweep: Solution, Solved, Unsolvable, Undecided
    all solutions       count, count_games, count_unordered, SolutionGraph
    what still wins     WinningSets, IndexedSets, Tablebase, tablebase, level_table, Guide
    why a game is lost  explain, dead_ends, fewest_pegs, ResourceCount
    two players         duotaire, DuotaireTable
    random play         random_play, simulate, PLAYERS
    puzzles             design, rate, puzzle_set, symmetric_positions, unique_jumps
    pictures            .svg() and .text() of each, solution.animation()
    long computations   work=Work("5m", memory="2GB", progress=True), or with Work(...):

Wherever a function takes a problem, you can pass a position, a board, words such as ``"english d4
to any"``, or a board with a start and a finish: ``ps.solve("english", "d4", "any")``. See
``help(ps.Problem)``. Everything else is in ``ps.board``, ``ps.game``, ``ps.theory``, ``ps.data``,
``ps.construct`` (triangles of any size), ``ps.sets``, ``ps.solving``, ``ps.reasons``,
``ps.advice`` (what a player can still win), ``ps.surveys``, ``ps.chance`` and ``ps.draw``.
Importing the package is fast, because a module that needs arrays, kernels or the disk is imported
only when you first use it.
"""

import lazy_loader

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
