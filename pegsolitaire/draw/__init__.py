"""Pictures: SVG for pages and notebooks, text for terminals."""

from typing import TYPE_CHECKING

from pegsolitaire.lazy import hand_out

if TYPE_CHECKING:
    from pegsolitaire.draw.animation import solution_animation
    from pegsolitaire.draw.convert import check_pages, check_picture, write_pages, write_picture
    from pegsolitaire.draw.diagram import Diagram
    from pegsolitaire.draw.graph import graph_svg
    from pegsolitaire.draw.panel import move_diagrams, panel_svg
    from pegsolitaire.draw.puzzle_sheet import SheetItem, puzzle_pages, puzzle_sheet
    from pegsolitaire.draw.regions import region_names, regions_svg
    from pegsolitaire.draw.strip import solution_text
    from pegsolitaire.draw.svg import position_svg, solution_svg
    from pegsolitaire.draw.terminal import jump_lines, position_text, weights_text
    from pegsolitaire.draw.venn import venn_svg
    from pegsolitaire.draw.weights import weights_svg

__all__ = [
    "Diagram",
    "SheetItem",
    "check_pages",
    "check_picture",
    "graph_svg",
    "jump_lines",
    "move_diagrams",
    "panel_svg",
    "position_svg",
    "position_text",
    "puzzle_pages",
    "puzzle_sheet",
    "region_names",
    "regions_svg",
    "solution_animation",
    "solution_svg",
    "solution_text",
    "venn_svg",
    "weights_svg",
    "weights_text",
    "write_pages",
    "write_picture",
]

hand_out(
    __name__,
    {
        "animation": "solution_animation",
        "convert": "check_pages check_picture write_pages write_picture",
        "diagram": "Diagram",
        "graph": "graph_svg",
        "panel": "move_diagrams panel_svg",
        "puzzle_sheet": "SheetItem puzzle_pages puzzle_sheet",
        "regions": "region_names regions_svg",
        "strip": "solution_text",
        "svg": "position_svg solution_svg",
        "terminal": "jump_lines position_text weights_text",
        "venn": "venn_svg",
        "weights": "weights_svg",
    },
)
