"""Pictures: SVG for pages and notebooks, text for terminals."""

from pegsolitaire.draw.svg import position_svg, solution_svg
from pegsolitaire.draw.terminal import jump_lines, position_text

__all__ = ["jump_lines", "position_svg", "position_text", "solution_svg"]
