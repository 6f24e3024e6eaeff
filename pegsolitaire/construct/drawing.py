"""Draw constructions, either their blocks or their jumps stage by stage.

Each kind of block has a colour and a letter, so that no information depends on colour alone.
"""

from __future__ import annotations

from functools import partial

from pegsolitaire.board import TRIANGULAR, Hole
from pegsolitaire.construct.cores import holes_of
from pegsolitaire.construct.solvable_triangles import size_of
from pegsolitaire.construct.strips import Block
from pegsolitaire.construct.triangles import Construction
from pegsolitaire.draw.scene import STEP, circle, pair, place_of, readable, sheet, styles
from pegsolitaire.draw.svg import MAX_CIRCLES
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Move, moves_of

KINDS = {  # the letter and the colour of each kind
    "core": ("", "#b9b2a3"),
    "trapezoid": ("T", "#5b9bd5"),
    "6-removal": ("6", "#6fb98f"),
    "9-removal": ("9", "#e0a458"),
    "opening": ("O", "#b48ead"),
}
_place = partial(place_of, TRIANGULAR)
_REACH = 0.75  # distance from the outermost holes to the edge
_LINE = 70
_SIZE, _STAGE_SIZE = 24, 12  # pixels between neighbouring holes
_COLUMNS = 4  # stages in a row


def construction_svg(found: Construction) -> str:
    """Draw the blocks of a construction as SVG, as in figure 8 of Bell 2008.

    The vacancy is a ring, and the finish is a dot.

    Parameters
    ----------
    found : Construction
        A construction with a solution.

    Raises
    ------
    ProblemError
        If the construction has no solution.
    BoardTooLargeError
        If the board has more than ``MAX_CIRCLES`` holes.

    Examples
    --------
    >>> from pegsolitaire.construct import solve
    >>> construction_svg(solve(20, (6, 9), "any")).count('-block" stroke=')
    25
    """
    _check(found, 1)
    around = f"{len(found.removals)} removals around a core"
    title = f"Triangle of side {found.side}, {found.ends}: {around}"
    body = [*map(_block, found.blocks), *_ends(found), *map(_letter, found.blocks)]
    left, top, width, height = _frame(found.side)
    present = [kind for kind in KINDS if any(block.kind == kind for block in found.blocks)]
    for number, kind in enumerate(present):
        body.append(_legend(kind, left + 40, top + height + _LINE * (number + 0.5)))
    box = (left, top, max(width, 700), height + _LINE * (len(present) + 0.5))
    return sheet(title, _SIZE, box, "\n".join(body), *styles("construction"))


def stages_svg(found: Construction) -> str:
    """Draw the stages of a construction as SVG, with the position before each stage.

    Parameters
    ----------
    found : Construction
        A construction with a solution.

    Raises
    ------
    ProblemError
        If the construction has no solution.
    BoardTooLargeError
        If the picture would have more than ``MAX_CIRCLES`` holes.

    Examples
    --------
    >>> from pegsolitaire.construct import solve
    >>> found = solve(9, (0, 0))
    >>> stages_svg(found).count('-stage" ') == len(found.stages) + 1
    True
    """
    stages = found.stages
    _check(found, len(stages) + 1)
    left, top, width, height = _frame(found.side)
    width = max(width, 900)
    pegs = set(holes_of(found.side)) - {found.start}
    cells, seen = list[list[str]](), set[int]()
    for number, jumps in stages:
        block = found.blocks[number]
        words = f"{len(cells) + 1}. {block.kind}{', on' if number in seen else ''}"
        seen.add(number)
        cells.append([_block(block), *_pegs(found.side, pegs), *map(_hop, moves_of(jumps)), words])
        for jump in jumps:
            pegs ^= {jump.start, jump.over, jump.end}
    cells.append([*_pegs(found.side, pegs), "one peg"])
    body = list[str]()
    for place, (*parts, words) in enumerate(cells):
        across, down = place % _COLUMNS * width, place // _COLUMNS * (height + _LINE)
        caption = _text(words, left + 40, top + 60, "legend caption")
        body.append(f'<g class="stage" transform="translate({across:g} {down:g})">')
        body += [*parts, caption, "</g>"]
    rows = -(-(len(stages) + 1) // _COLUMNS)
    box = (left, top, min(_COLUMNS, len(stages) + 1) * width, rows * (height + _LINE))
    title = f"Triangle of side {found.side}, {len(stages)} stages of a solution"
    return sheet(title, _STAGE_SIZE, box, "\n".join(body), *styles("construction"))


def _check(found: Construction, times: int) -> None:
    if not found:
        raise ProblemError(f"there is nothing to draw: {found.reason}")
    circles = times * size_of(found.side)
    if circles > MAX_CIRCLES:
        raise BoardTooLargeError(
            f"{circles:,} holes are too many for one picture: draw at most {MAX_CIRCLES:,}"
        )


def _frame(side: int) -> tuple[float, float, float, float]:
    (left, bottom), (right, _) = _place((0, side - 1)), _place((side - 1, side - 1))
    reach = _REACH * STEP
    top = _place((0, 0))[1]
    return left - reach, top - reach, right - left + 2 * reach, bottom - top + 2 * reach


def _block(block: Block) -> str:
    """Draw a block as thick lines from each hole to its neighbours in the block."""
    strokes = []
    for x, y in sorted(block.holes):
        ahead = [h for h in ((x + 1, y), (x, y + 1), (x + 1, y + 1)) if h in block.holes]
        strokes += [f"M{pair(_place((x, y)))}L{pair(_place(h))}" for h in ahead]
    colour = KINDS[block.kind][1]
    return f'<path class="block" stroke="{colour}" d="{"".join(strokes)}"/>'


def _ends(found: Construction) -> list[str]:
    spots = [_spot(hole, 12, "dot") for hole in holes_of(found.side)]
    spots.append(_spot(found.start, 34, "spot"))
    if found.finish is not None:
        spots.append(_spot(found.finish, 22, "end"))
    return spots


def _letter(block: Block) -> str:
    places = [_place(hole) for hole in block.holes]
    x = sum(place[0] for place in places) / len(places)
    y = sum(place[1] for place in places) / len(places)
    # The text is drawn twice, because not all SVG viewers can paint the stroke before the fill.
    letter = KINDS[block.kind][0]
    return "".join(_text(letter, x, y + 20, f"letter {kind}") for kind in ("around", "ink"))


def _legend(kind: str, x: float, y: float) -> str:
    letter, colour = KINDS[kind]
    patch = f'<circle cx="{round(x)}" cy="{round(y - 18)}" r="28" fill="{colour}"/>'
    words = f"{letter} {kind}".strip() if letter != kind[0] else kind
    return patch + _text(words, x + 50, y, "legend caption")


def _pegs(side: int, pegs: set[Hole]) -> list[str]:
    """Draw the holes as circles. Circles with pegs are larger."""
    return [_spot(hole, 26 if hole in pegs else 9, "dot") for hole in holes_of(side)]


def _hop(move: Move) -> str:
    line = "L".join(pair(_place(hole)) for hole in move.path)
    return f'<path class="hop" d="M{line}"/>{_spot(move.path[-1], 16, "tip")}'


def _spot(hole: Hole, radius: int, kind: str) -> str:
    return circle(kind, _place(hole), radius)


def _text(words: str, x: float, y: float, kind: str) -> str:
    return f'<text class="{kind}" x="{round(x)}" y="{round(y)}">{readable(words)}</text>'
