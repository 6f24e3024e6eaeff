"""Reproducing the papers: each table and numbered result as a row, computed and compared.

``published`` has what they print, a module a paper; the modules of the same names here have the
rows, ``ours`` those that the papers lack. ``run`` chooses and runs rows, ``page`` writes what came
out as one page of HTML.
"""

from pegsolitaire.lazy import hand_out

hand_out(__name__)
