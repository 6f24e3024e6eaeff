"""The figures of the papers, drawn again: a module a paper, each with its list of figures.

Where the text of a paper says what a figure shows, it is drawn from that; what it does not say is
drawn from what the library knows, and the figure says so.
"""

from __future__ import annotations

from pegsolitaire.figures.all import all_figures, choose_figures, figure_names
from pegsolitaire.figures.figure import Figure
from pegsolitaire.figures.page import figures_page

__all__ = ["Figure", "all_figures", "choose_figures", "figure_names", "figures_page"]
