"""Levels by moves: positions by the fewest moves, and beams that keep the most promising ones.

In come codes of starts or finishes, out come sizes, codes, and short solutions.

Reading order: ``levels`` (exact), ``seen`` (all positions so far, in memory or on disk),
``move_kernels`` (what a peg can do in one go); ``beam`` with ``beam_kernels`` for boards of any
size.

The main trick: what a move can do is listed jump by jump in a block, which is at once the queue
that is worked through. Levels are bound by the look-ups of the results, beams by arithmetic.
"""
