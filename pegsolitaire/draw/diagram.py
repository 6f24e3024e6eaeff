"""Draw diagrams: boards with positions, arrows, labels and other marks.

A diagram can combine a position, moves as arrows, labels, integers, shaded and marked holes,
regions, letters along the edges, and a caption. Pictures of positions, of weights and of regions
are diagrams. To put several diagrams side by side, use :func:`~pegsolitaire.draw.svg.panel_svg`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, pi, sin
from textwrap import wrap

from pegsolitaire.board import BoardLike, as_board
from pegsolitaire.board.bits import indices_of
from pegsolitaire.board.board import Board
from pegsolitaire.board.lattice import Hole
from pegsolitaire.board.notation import hole_name
from pegsolitaire.draw import scene
from pegsolitaire.draw.scene import (
    PEG_RADIUS,
    STEP,
    check_weights,
    label_texts,
    number_texts,
    readable,
    sheet,
    styles,
)
from pegsolitaire.errors import ProblemError
from pegsolitaire.game.position import Jump, Move, Position, find_jump
from pegsolitaire.units import counted

# --
# Regions of a board are drawn below the holes, as thick rounded strokes between neighbours.


_SHADES = 4  # the colours of regions


def _blots(board: Board, regions: Sequence[int]) -> list[str]:
    """Draw each region in a colour. Neighbouring regions differ if four colours are enough."""
    shades = _shades(board, regions)
    return [_blot(board, mask, shade) for mask, shade in zip(regions, shades, strict=True)]


def _blot(board: Board, mask: int, shade: int) -> str:
    """Draw a region as thick lines between neighbouring holes, or as dots if there are none."""
    inside = {board.holes[i] for i in indices_of(mask)}
    strokes = [
        f"M{_point(board, hole)}L{_point(board, other)}"
        for hole in sorted(inside)
        for other in _neighbours(board, hole)
        if other in inside
    ]
    dots = [f"M{_point(board, hole)}l0 0" for hole in sorted(inside)]
    return f'<path class="region shade{shade}" d="{"".join(strokes or dots)}"/>'


def _neighbours(board: Board, hole: Hole) -> list[Hole]:
    x, y = hole
    return [(x + dx, y + dy) for dx, dy in board.lattice.directions]


def _point(board: Board, hole: Hole) -> str:
    return scene.pair(scene.place_of(board.lattice, hole))


def _shades(board: Board, regions: Sequence[int]) -> list[int]:
    """Choose for each region the first colour that no earlier neighbouring region has."""
    owner = {board.holes[i]: n for n, mask in enumerate(regions) for i in indices_of(mask)}
    chosen: list[int] = []
    for number, mask in enumerate(regions):
        taken = {
            chosen[owner[other]]
            for i in indices_of(mask)
            for other in _neighbours(board, board.holes[i])
            if owner.get(other, number) < number
        }
        chosen.append(next((n for n in range(_SHADES) if n not in taken), _SHADES - 1))
    return chosen


#: Left, top, width and height, in units.
Box = tuple[float, float, float, float]

_VERDICTS = {True: ("win", " wins"), False: ("dead", " is dead"), None: ("open", "")}
_SHADED, _MARKED = 36, 42  # radii
_LISTED = 40  # the most holes that a description lists
_CAPTION = 14  # the height of captions in pixels, at every scale of the board
_LETTER = 0.58  # the average width of letters, relative to their height
_MIN_CAPTION_LETTERS = 12  # the minimum width of a caption, in letters, even on small boards


@dataclass(frozen=True)
class Diagram:
    """A board with a position, arrows, labels and other marks.

    Holes are given as names, such as ``"d4"``, or as coordinates.

    Attributes
    ----------
    board : Board
        The board.
    code : int or None, optional
        The code of the position; None draws only the holes.
    moves : sequence of (Jump, Move or str, bool or None), optional
        Jumps and moves to draw as arrows along their paths, each with a verdict: True (winning) is
        solid blue, False (dead) is dashed orange, None is grey.
    numbered : bool, optional
        Whether to number the moves where they begin.
    labels : mapping of holes to str, optional
        Text to write in holes, or on the pegs there.
    bold : bool, optional
        Whether the labels are large and bold, which suits single letters.
    numbers : sequence of int, optional
        An integer for every hole, row by row, instead of labels.
    shaded : collection of holes, optional
        Holes with a coloured background.
    marked : collection of holes, optional
        Holes or pegs with a ring around them.
    dashed : collection of holes, optional
        Holes or pegs with a dashed ring around them.
    dimmed : collection of holes, optional
        Holes whose pegs are darkened.
    regions : sequence of int, optional
        Sets of holes, as codes. Each set is drawn as one coloured region.
    edges : bool, optional
        Whether to write letters and numbers along the edges.
    caption : str, optional
        Text to write below the board.
    title : str, optional
        The text for screen readers; by default a description of the diagram.

    Raises
    ------
    NotationError
        If the code does not fit the board.
    NotOnBoardError
        If a hole or a jump is not on the board.
    ResourceCountError
        If the list ``numbers`` does not have one number for each hole.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(4)
    >>> drawn = Diagram(board, board.vacancy("a2").code, moves=[("c4-a2", True)],
    ...                 labels={"b3": "C"}, shaded=["a2"], caption="The first jump")
    >>> drawn.svg().count('-peg" cx='), drawn.svg().count("-arrow "), "<b>" in drawn.svg()
    (9, 1, False)
    """

    board: Board
    code: int | None = None
    moves: Sequence[tuple[Jump | Move | str, bool | None]] = ()
    numbered: bool = False
    labels: Mapping[Hole, str] | Mapping[str, str] = field(default_factory=dict)
    bold: bool = False
    numbers: Sequence[int] = ()
    shaded: Collection[Hole | str] = ()
    marked: Collection[Hole | str] = ()
    dashed: Collection[Hole | str] = ()
    dimmed: Collection[Hole | str] = ()
    regions: Sequence[int] = ()
    edges: bool = True
    caption: str = ""
    title: str | None = None

    def __post_init__(self) -> None:
        Position(self.board, self.code or 0)
        for path, _ in self._paths():
            for jump in Move(path).jumps:
                find_jump(self.board, jump)
        self.board.code([*self.shaded, *self.marked, *self.dashed, *self.dimmed, *self.labels])
        if self.numbers:
            check_weights(self.board, self.numbers)

    @property
    def position(self) -> Position:
        """The position of the diagram. Without a code, it is the empty position."""
        return Position(self.board, self.code or 0)

    def svg(self, size: int = 40) -> str:
        """Return the diagram as an SVG document.

        Parameters
        ----------
        size : int, optional
            The distance between neighbouring holes in pixels.

        Raises
        ------
        ValueError
            If the size is not positive.
        """
        body, (left, top, width, height) = self.drawing()
        text, deep = caption_texts(self.caption, (left + width / 2, top + height), width, size)
        box = (left, top, width, height + deep)
        extras = (self.regions, self.shaded, self.marked, self.dashed, self.dimmed)
        is_plain = not (any(extras) or self.numbered)
        own = styles() if is_plain else styles("regions", "diagram")
        return sheet(self.words, size, box, "\n".join([*body, *text]), *own)

    def _repr_svg_(self) -> str:
        return self.svg()

    @property
    def words(self) -> str:
        """The text for screen readers."""
        if self.title is not None:
            return self.title
        label = described(self.board, None if self.code is None else self.position)
        return f"{label}; {self.caption}" if self.caption else label

    def drawing(self) -> tuple[list[str], Box]:
        """Draw everything except the caption. Return the elements and their bounding box."""
        position = self.position
        margin = scene.margin_labels(self.board) if self.edges else []
        parts = [scene.ground(self.board), *_blots(self.board, self.regions)]
        parts += [scene.holes(self.board), *self._shades(), scene.pegs(position)]
        parts += [self._disc(hole, "dimmed", PEG_RADIUS) for hole in self.dimmed]
        parts += [self._disc(hole, "mark", _MARKED) for hole in self.marked]
        parts += [self._disc(hole, "mark dashed", _MARKED) for hole in self.dashed]
        if self.numbers:
            parts += number_texts(position, self.numbers)
        labels = {self._hole(hole): words for hole, words in self.labels.items()}
        shaded = {self._hole(hole) for hole in self.shaded}
        parts += label_texts(position, labels, self.bold, shaded)
        parts += [scene.text(*label, 30, 'class="margin"') for label in margin]
        parts += self._arrows()
        return [part for part in parts if part], scene.frame(self.board, margin)

    def _hole(self, hole: Hole | str) -> Hole:
        return self.board.hole(hole) if isinstance(hole, str) else hole

    def _disc(self, hole: Hole | str, kind: str, radius: int) -> str:
        return scene.circle(kind, scene.place_of(self.board.lattice, self._hole(hole)), radius)

    def _shades(self) -> list[str]:
        """Draw discs over the shaded holes, and larger discs behind the pegs in them."""
        pegs = self.position
        return [
            self._disc(hole, "shaded", PEG_RADIUS + 3 if self._hole(hole) in pegs else _SHADED)
            for hole in self.shaded
        ]

    def _paths(self) -> list[tuple[tuple[Hole, ...], bool | None]]:
        """Return, for each move, the holes that it passes through and the verdict on it."""
        return [(_path(self.board, move), verdict) for move, verdict in self.moves]

    def _arrows(self) -> list[str]:
        drawn = []
        for number, (path, verdict) in enumerate(self._paths(), 1):
            kind, meaning = _VERDICTS[verdict]
            points = [scene.place_of(self.board.lattice, hole) for hole in path]
            count = f"{number}. " if self.numbered else ""
            drawn.append(scene.arrow(points, kind, f"{count}{Move(path)}{meaning}"))
            if self.numbered:
                drawn.append(self._disc(path[0], f"tail {kind}", 19))
                drawn.append(scene.text(str(number), points[0], 26, 'class="step"'))
        return drawn


def _path(board: Board, move: Jump | Move | str) -> tuple[Hole, ...]:
    if isinstance(move, str):
        move = Move.from_text(move, board)
    return move.path if isinstance(move, Move) else (move.start, move.end)


def caption_texts(
    caption: str, below: scene.Point, width: float, size: int
) -> tuple[list[str], float]:
    """Wrap a caption. Return its lines as SVG elements, and their total height.

    Parameters
    ----------
    caption : str
        The text, which may contain line breaks.
    below : (float, float)
        The middle of the bottom edge of the picture above the caption, in units.
    width : float
        The width available, in units.
    size : int
        The distance between neighbouring holes in pixels; the letters have the same height in
        pixels at every scale.
    """
    height = _CAPTION * STEP / max(size, 1)
    room = max(_MIN_CAPTION_LETTERS, int(width / (_LETTER * height)))
    lines = [line for part in caption.split("\n") for line in wrap(part, room)]
    x, y = below
    style = f'class="caption" style="font-size:{round(height)}px"'
    texts = [
        scene.text(readable(line), (x, y + (1.35 * i + 0.7) * height), height, style)
        for i, line in enumerate(lines)
    ]
    return texts, (1.35 * len(lines) + 0.3) * height if lines else 0.0


def described(board: Board, position: Position | None) -> str:
    """Describe a board or a position in a short text.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> described(triangle(3), triangle(3).single("a1"))
    'triangle3, 1 peg: a1'
    """
    if position is None:
        return f"{board.name}, {counted(len(board), 'hole')}"
    pegs, empty = list(position), list(position.complement)
    if len(empty) < len(pegs):
        return f"{board.name}, {counted(len(position), 'peg')}, empty{_listed(empty)}"
    return f"{board.name}, {counted(len(position), 'peg')}{_listed(pegs)}"


def _listed(where: Sequence[Hole]) -> str:
    if not 0 < len(where) <= _LISTED:
        return ": none" if not where else ""
    return ": " + " ".join(map(hole_name, where))


# --
# Pictures that show why a position is lost: the pegs that matter are ringed, other pegs are
# darkened.


def why_svg(
    board: BoardLike,
    code: int,
    rings: Sequence[int] = (),
    *,
    jumps: Sequence[Jump] = (),
    weights: Sequence[int] | None = None,
    named: int = 0,
    caption: str = "",
) -> str:
    """Draw a position as SVG, with rings around some holes and all other pegs darkened.

    Parameters
    ----------
    board : Board, or what makes one
        The board.
    code : int
        The code of the position.
    rings : sequence of int, optional
        Groups of holes to ring, as codes. The rings of the first group are solid, and all other
        rings are dashed.
    jumps : sequence of Jump, optional
        Jumps to draw as arrows.
    weights : sequence of int, optional
        A number for every hole.
    named : int, optional
        Holes whose names are written in them, as a code, if there are no numbers.
    caption : str, optional
        Text to write below the board.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> picture = why_svg(triangle(3), 0b001011, [0b000001])
    >>> picture.count('-mark"'), picture.count('-dimmed"')
    (1, 2)
    """
    board = as_board(board)
    first, *others = [*map(indices_of, rings)] or [[]]
    ringed = {*first, *(i for other in others for i in other)}
    dim = [i for i in indices_of(code) if rings and i not in ringed]
    at = board.holes
    drawn = Diagram(
        board,
        code,
        moves=[(jump, None) for jump in jumps],
        numbers=weights or (),
        labels={} if weights else {at[i]: hole_name(at[i]) for i in indices_of(named)},
        marked=[at[i] for i in first],
        dashed=[at[i] for other in others for i in other],
        dimmed=[at[i] for i in dim],
        caption=caption,
    )
    return drawn.svg()


# --
# Venn diagrams: circles for overlapping sets, with a diagram in each part.
#
# Figure 8 of Bell's Notes is a Venn diagram. It shows winning positions by index, where bit ``i``
# of an index is set if the position occurs in complement problem ``i``. Three circles divide the
# picture into eight parts. With more circles, no drawing would be clear.


_APART = 0.68  # the distance of a circle's centre from the centre of the picture, in radii
_DISTANCES = {1: 1.14, 2: 0.72, 3: 0.0}  # distances of parts, by their number of circles
_ANGLES = (-pi / 2, 5 * pi / 6, pi / 6)  # directions of circles: top, lower left, lower right
_ROOM = 2.6  # the radius of a circle, relative to the size of a diagram
_VENN_SIZE = 16  # pixels between neighbouring holes


def venn_svg(names: Sequence[str], parts: Mapping[int, Diagram], *, title: str = "") -> str:
    """Draw a Venn diagram of up to three sets, as an SVG document.

    Parameters
    ----------
    names : sequence of str
        The names of the sets, at most three.
    parts : mapping of int to Diagram
        The diagram in each part. Bit ``i`` of the number of a part is set if the part is inside
        set ``i``, so part 0 is outside all sets. Parts without a diagram remain empty.
    title : str, optional
        The text for screen readers; by default a description of the parts.

    Raises
    ------
    ProblemError
        If there are no sets or more than three, a part belongs to a set that does not exist, or
        there are no parts.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> drawn = Diagram(triangle(3), 3, edges=False)
    >>> venn_svg(["one", "other"], {1: drawn, 3: drawn}).count('-peg" cx=')
    4
    """
    if not parts or not 0 < len(names) <= len(_ANGLES):
        raise ProblemError("a Venn diagram needs one to three sets and at least one part")
    if unknown := [part for part in parts if not 0 <= part < 1 << len(names)]:
        raise ProblemError(f"part {unknown[0]} names more than {len(names)} sets")
    drawn = {part: part_drawn.drawing() for part, part_drawn in parts.items()}
    frames = [box for _, box in drawn.values()]
    radius = _ROOM * max(max(width, height) for _, _, width, height in frames)
    body = _circles(names, radius)
    for part in range(1 << len(names)):
        centre = _centre(part, len(names), radius)
        if part in drawn:
            body += _placed(parts[part], centre)
        elif part:
            height = 1400 / _VENN_SIZE
            style = f'class="caption none" style="font-size:{round(height)}px"'
            body.append(scene.text("none", centre, height, style))
    words = "; ".join(f"{part}: {part_drawn.words}" for part, part_drawn in sorted(parts.items()))
    across = (1 + _APART) * radius + 0.35 * radius
    box = (-across, -across, 2 * across, (1 + _APART / 2 + 0.25) * radius + across)
    label = (title or f"{', '.join(names)}; {words}").replace("\n", ", ")
    return sheet(label, _VENN_SIZE, box, "\n".join(body), *styles("regions", "diagram", "venn"))


def _towards(angle: float, distance: float) -> scene.Point:
    return distance * cos(angle), distance * sin(angle)


def _circles(names: Sequence[str], radius: float) -> list[str]:
    """Draw the circles, with the name of each circle outside it, away from the other circles."""
    body = []
    for number, (name, angle) in enumerate(zip(names, _ANGLES, strict=False)):
        x, y = _towards(angle, _APART * radius)
        body.append(scene.circle(f"circle circle{number}", (x, y), round(radius)))
        height = 1700 / _VENN_SIZE
        end = _towards(angle, (1 + _APART) * radius + height)
        side = 0 if number == 0 else 0.9 * radius * (-1 if number == 1 else 1)
        place = (side or end[0], end[1] if number == 0 else y + radius + 0.9 * height)
        style = f'class="caption number" style="font-size:{round(height)}px"'
        body.append(scene.text(readable(name), place, height, style))
    return body


def _centre(part: int, sets: int, radius: float) -> scene.Point:
    """Return the centre of a part, which lies between its circles. Part 0 is at the upper left."""
    inside = [angle for i, angle in enumerate(_ANGLES[:sets]) if part >> i & 1]
    if not inside:
        return -1.45 * radius, -1.45 * radius
    x, y = (sum(part(angle) for angle in inside) for part in (cos, sin))
    length = (x * x + y * y) ** 0.5
    distance = _DISTANCES[len(inside)] * radius
    return (x / length * distance, y / length * distance) if length > 0.01 else (0.0, 0.0)


def _placed(diagram: Diagram, centre: scene.Point) -> list[str]:
    """Draw a diagram centred at a point, with its caption below."""
    body, (left, top, width, height) = diagram.drawing()
    x, y = centre[0] - left - width / 2, centre[1] - top - height / 2 - 1700 / _VENN_SIZE
    below = (left + width / 2, top + height)
    text, _ = caption_texts(diagram.caption, below, 1.3 * width, _VENN_SIZE)
    return [f'<g transform="translate({round(x)} {round(y)})">', *body, *text, "</g>"]
