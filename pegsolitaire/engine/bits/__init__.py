"""Words of 64 bits for positions, and what all rooms need to work with them.

In comes a board and a group of its symmetries, out come words in which turning the board is a
shift (``layout``), their canonical forms, and codes for the outside.

Reading order: ``layout``, ``canonical_kernels``, ``legal_kernels``, ``hashing``,
``code_kernels`` and who calls them (``words``, ``probe``, ``images``); ``wide``, positions of
several words; apart from these ``arrays``, ``compiled`` (the decorators of all kernels),
``machine`` (cores and memory) and ``workers`` (threads).

The main trick is the order of the bits, by sector of the board: the canonical form is then a few
shifts, bound by arithmetic.
"""
