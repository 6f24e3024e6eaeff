"""The papers: each table and numbered result as a row, computed and compared; figures redrawn.

What they print and what rows say is data, ``data/*.toml``; the modules of the same names compute
rows and draw figures, ``new`` what the papers lack. ``rows`` joins both, ``compare`` runs and
compares a row, ``run`` chooses rows and figures, ``pages`` writes pages of HTML with them.
"""

from pegsolitaire.lazy import lazy_package

lazy_package(__name__)
