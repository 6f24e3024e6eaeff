"""Level sets: positions with the same number of pegs, each once, from level to level.

In come codes of positions, out come sizes, sorted codes, numbers of paths; levels themselves are
opaque to everyone else.

Reading order: ``levels`` and ``paths`` (what callers use), ``step`` (the level step: rounds,
passes, growth), ``expansion``, ``expand_kernels`` and ``steps`` (its first half, bound by
arithmetic), ``tables`` and ``table_kernels`` (its second half, bound by memory traffic),
``level_set``, ``scratch`` (levels on disk), ``path_kernels``; apart from these ``wide_levels`` and
``wide_kernels``, small levels of positions of several words.

The main trick: candidates are sorted by hash into partitions, and each partition's table fits the
cache of the core that fills it. The hash can be undone, so that tables and levels hold what the
partition does not say already, mostly 32 bits. What outgrows the memory is made partition by
partition, in several passes over the source.
"""
