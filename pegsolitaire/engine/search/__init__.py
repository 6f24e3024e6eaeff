"""Depth-first search for one solution, with a table of positions that have failed.

In comes a problem, out comes a solution or that there is none. ``depth_first`` is what callers
use, ``depth_first_kernels`` the loop. The main trick is that failures are remembered by canonical
form; it is bound by the cache misses of that table.
"""
