"""Random play: players as data, exact chances from level to level, and simulated games.

In come a player and a start, out come chances of positions, or games.

Reading order: ``policy`` (a player as numbers) and ``policy_kernels`` (which jumps it may choose,
and how likely), ``chances`` with ``chance_kernels`` (exact, by the level step), ``games`` with
``game_kernels`` (simulated). The chance to win from every position is one of the values that
``sparse/outlook`` finds. Exact play is bound by memory traffic, games by arithmetic.
"""
