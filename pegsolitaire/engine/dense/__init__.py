"""Whole position classes as arrays: one bit a position, or level by level a number for each.

In comes a board and positions of one class, out comes a bitmap of all that jumps reach, or the
chances of a random player.

Reading order: ``coset`` (positions as indices), ``bitmap``, ``closure`` (all that is reached) and
``closure_kernels``, ``jump_tables`` (what a jump is to the bits); then ``unique_jump`` with its
kernels, and ``fixed``, the positions that symmetries leave alone. By levels: ``split`` (a place
for each position), ``shares`` and ``share_kernels`` (random play). Apart from these,
``census`` with ``census_kernels`` solves small boards by the thousand.

The main trick: a position class is a coset of a linear code, so that fewer bits than holes index
it, and a jump is a masked and shifted OR between words. Blocks stay in the first-level cache; two
thirds of the time are arithmetic, the rest is memory traffic between blocks.
"""
