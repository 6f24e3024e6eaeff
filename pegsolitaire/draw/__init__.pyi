from .convert import (
    check_picture as check_picture,
    write_pages as write_pages,
    write_picture as write_picture,
)
from .diagram import (
    Diagram as Diagram,
    venn_svg as venn_svg,
    why_svg as why_svg,
)
from .graph import graph_svg as graph_svg
from .sheets import (
    SheetItem as SheetItem,
    puzzle_pages as puzzle_pages,
    puzzle_sheet as puzzle_sheet,
)
from .svg import (
    move_diagrams as move_diagrams,
    panel_svg as panel_svg,
    position_svg as position_svg,
    solution_animation as solution_animation,
    solution_svg as solution_svg,
)
from .terminal import (
    jump_lines as jump_lines,
    position_text as position_text,
    rings_text as rings_text,
    solution_text as solution_text,
    verdicts_legend as verdicts_legend,
    weights_text as weights_text,
)
