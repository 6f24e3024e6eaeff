"""Pictures: SVG for pages and notebooks, text for terminals."""

from typing import TYPE_CHECKING

from pegsolitaire.lazy import hand_out

if TYPE_CHECKING:
    from pegsolitaire.draw.animation import solution_animation
    from pegsolitaire.draw.graph import graph_svg
    from pegsolitaire.draw.puzzle_sheet import SheetItem, puzzle_sheet
    from pegsolitaire.draw.regions import region_names, regions_svg
    from pegsolitaire.draw.strip import solution_text
    from pegsolitaire.draw.svg import position_svg, solution_svg
    from pegsolitaire.draw.terminal import jump_lines, position_text, weights_text
    from pegsolitaire.draw.weights import weights_svg

__all__ = [
    "SheetItem",
    "graph_svg",
    "jump_lines",
    "position_svg",
    "position_text",
    "puzzle_sheet",
    "region_names",
    "regions_svg",
    "solution_animation",
    "solution_svg",
    "solution_text",
    "weights_svg",
    "weights_text",
]

hand_out(
    __name__,
    {
        "animation": "solution_animation",
        "graph": "graph_svg",
        "puzzle_sheet": "SheetItem puzzle_sheet",
        "regions": "region_names regions_svg",
        "strip": "solution_text",
        "svg": "position_svg solution_svg",
        "terminal": "jump_lines position_text weights_text",
        "weights": "weights_svg",
    },
)
