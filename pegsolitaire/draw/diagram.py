"""A diagram: one board, and whatever is to be shown on it.

What pictures of this game are made of can be put together freely: a position, moves as paths,
labels, integers, shaded and marked holes, regions, letters along the edges, a caption. Pictures of
positions, of weights and of regions are diagrams; :func:`~pegsolitaire.draw.panel.panel_svg`
puts several side by side.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap

from pegsolitaire.board.board import Board
from pegsolitaire.board.lattice import Hole
from pegsolitaire.board.notation import hole_name
from pegsolitaire.draw import blots, shapes
from pegsolitaire.draw.labels import check_weights, label_texts, number_texts
from pegsolitaire.draw.sheet import PEG_RADIUS, STEP, Colours, readable, sheet
from pegsolitaire.game.jump import Jump, Move
from pegsolitaire.game.position import Position, find_jump

#: Left, top, width and height, in units.
Box = tuple[float, float, float, float]

_VERDICTS = {True: ("win", " wins"), False: ("dead", " is dead"), None: ("open", "")}
_SHADED, _MARKED = 36, 42  # radii
_CAPTION = 14  # pixels; a caption is not as large as the board is drawn
_LETTER = 0.58  # of the height of letters, their usual width
_FEWEST = 12  # letters of a caption in a line, however small the board

_RULES = """\
.mark{fill:none;stroke-width:9}
.step{font-size:26px;font-weight:700}
"""
_COLOURS: Colours = (
    (".shaded", "fill", "#f2c14e", "#c7902b"),
    (".on-shade", "fill", "#37322a", "#14161a"),
    (".mark", "stroke", "#c2185b", "#ff6fa5"),
    (".step", "fill", "#ffffff", "#14161a"),
)
#: What diagrams need of a style sheet beside what every picture has.
RULES = blots.RULES + _RULES
COLOURS: Colours = (*blots.COLOURS, *_COLOURS)


@dataclass(frozen=True)
class Diagram:
    """A board with a position, and with anything else that is to be shown on it.

    Holes are given as names, ``"d4"``, or as coordinates.

    Attributes
    ----------
    board : Board
        The board.
    code : int or None, optional
        The position; None draws the holes alone.
    moves : sequence of (Jump, Move or str, bool or None), optional
        Jumps and moves as arrows along their paths: True (winning) solid blue, False (dead) dashed
        orange, None grey.
    numbered : bool, optional
        Whether the moves are numbered, where they begin.
    labels : mapping of holes to str, optional
        What is written in holes, or on the pegs there.
    bold : bool, optional
        Whether the labels are large and bold, as single letters can be.
    numbers : sequence of int, optional
        An integer for every hole, row by row, instead of labels.
    shaded : collection of holes, optional
        Holes with a coloured ground.
    marked : collection of holes, optional
        Holes, or pegs, with a ring around them.
    regions : sequence of int, optional
        Sets of holes, as codes, each drawn as one blot.
    edges : bool, optional
        Whether letters and numbers stand along the edges.
    caption : str, optional
        What is written below.
    title : str, optional
        What a screen reader says; made from the rest when left out.

    Raises
    ------
    NotationError
        If the code does not fit the board.
    NotOnBoardError
        If a hole or a jump is not one of the board.
    ResourceCountError
        If the numbers are not one a hole.

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
    regions: Sequence[int] = ()
    edges: bool = True
    caption: str = ""
    title: str | None = None

    def __post_init__(self) -> None:
        Position(self.board, self.code or 0)
        for path, _ in self._paths():
            for jump in Move(path).jumps:
                find_jump(self.board, jump)
        self.board.code([*self.shaded, *self.marked, *self.labels])
        if self.numbers:
            check_weights(self.board, self.numbers)

    @property
    def position(self) -> Position:
        """The position, without a peg where there is none."""
        return Position(self.board, self.code or 0)

    def svg(self, size: int = 40) -> str:
        """The diagram as an SVG document.

        Parameters
        ----------
        size : int, optional
            Pixels from a hole to the next.

        Raises
        ------
        ValueError
            If the size is not positive.
        """
        body, (left, top, width, height) = self.drawing()
        text, deep = caption_texts(self.caption, (left + width / 2, top + height), width, size)
        box = (left, top, width, height + deep)
        is_plain = not (self.regions or self.shaded or self.marked or self.numbered)
        rules, colours = ("", ()) if is_plain else (RULES, COLOURS)
        return sheet(self.words, size, box, "\n".join([*body, *text]), rules, colours)

    def _repr_svg_(self) -> str:
        return self.svg()

    @property
    def words(self) -> str:
        """What a screen reader says."""
        if self.title is not None:
            return self.title
        said = described(self.board, None if self.code is None else self.position)
        return f"{said}; {self.caption}" if self.caption else said

    def drawing(self) -> tuple[list[str], Box]:
        """What is drawn without the caption, with plain classes, and the frame around it."""
        position, margin = self.position, self._margin
        parts = [shapes.ground(self.board), *blots.blots(self.board, self.regions)]
        parts += [shapes.holes(self.board), *self._shades(), shapes.pegs(position)]
        parts += self._rings()
        if self.numbers:
            parts += number_texts(position, self.numbers)
        labels = {self._hole(hole): words for hole, words in self.labels.items()}
        shaded = {self._hole(hole) for hole in self.shaded}
        parts += label_texts(position, labels, self.bold, shaded)
        parts += [shapes.text(*label, 30, 'class="margin"') for label in margin]
        parts += self._arrows()
        return [part for part in parts if part], shapes.frame(self.board, margin)

    @property
    def _margin(self) -> list[shapes.Label]:
        return shapes.margin_labels(self.board) if self.edges else []

    def _hole(self, hole: Hole | str) -> Hole:
        return self.board.hole(hole) if isinstance(hole, str) else hole

    def _disc(self, hole: Hole | str, kind: str, radius: int) -> str:
        x, y = shapes.place(self.board, self._hole(hole))
        return f'<circle class="{kind}" cx="{round(x)}" cy="{round(y)}" r="{radius}"/>'

    def _shades(self) -> list[str]:
        """Discs over holes, or around the pegs there."""
        pegs = self.position
        return [
            self._disc(hole, "shaded", PEG_RADIUS + 3 if self._hole(hole) in pegs else _SHADED)
            for hole in self.shaded
        ]

    def _rings(self) -> list[str]:
        return [self._disc(hole, "mark", _MARKED) for hole in self.marked]

    def _paths(self) -> list[tuple[tuple[Hole, ...], bool | None]]:
        """The holes along every move, with its verdict."""
        return [(_path(self.board, move), verdict) for move, verdict in self.moves]

    def _arrows(self) -> list[str]:
        drawn = []
        for number, (path, verdict) in enumerate(self._paths(), 1):
            kind, meaning = _VERDICTS[verdict]
            points = [shapes.place(self.board, hole) for hole in path]
            count = f"{number}. " if self.numbered else ""
            drawn.append(shapes.arrow(points, kind, f"{count}{Move(path)}{meaning}"))
            if self.numbered:
                drawn.append(self._disc(path[0], f"tail {kind}", 19))
                drawn.append(shapes.text(str(number), points[0], 26, 'class="step"'))
        return drawn


def _path(board: Board, move: Jump | Move | str) -> tuple[Hole, ...]:
    if isinstance(move, str):
        move = Move.from_text(move, board)
    return move.path if isinstance(move, Move) else (move.start, move.end)


def caption_texts(
    caption: str, below: shapes.Point, width: float, size: int
) -> tuple[list[str], float]:
    """The lines of a caption, broken where they are too long, and how deep they reach.

    Parameters
    ----------
    caption : str
        The words; they may have line ends.
    below : (float, float)
        The middle of what it stands under, in units.
    width : float
        How much room there is from left to right.
    size : int
        Pixels from a hole to the next: letters have one height, however large boards are drawn.
    """
    height = _CAPTION * STEP / max(size, 1)
    room = max(_FEWEST, int(width / (_LETTER * height)))
    lines = [line for part in caption.split("\n") for line in wrap(part, room)]
    x, y = below
    style = f'class="caption" style="font-size:{round(height)}px"'
    texts = [
        shapes.text(readable(line), (x, y + (1.35 * i + 0.7) * height), height, style)
        for i, line in enumerate(lines)
    ]
    return texts, (1.35 * len(lines) + 0.3) * height if lines else 0.0


def described(board: Board, position: Position | None) -> str:
    """What there is to see, in few words.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> described(triangle(3), triangle(3).single("a1"))
    'triangle3, 1 peg: a1'
    """
    if position is None:
        return f"{board.name}, {len(board)} holes"
    pegs, empty = list(position), list(position.complement)
    if len(empty) < len(pegs):
        return f"{board.name}, {counted_pegs(position)}, empty{_listed(empty)}"
    return f"{board.name}, {counted_pegs(position)}{_listed(pegs)}"


def counted_pegs(position: Position) -> str:
    """How many pegs there are, in words."""
    return "1 peg" if len(position) == 1 else f"{len(position)} pegs"


def _listed(where: Sequence[Hole], most: int = 40) -> str:
    if not 0 < len(where) <= most:
        return ": none" if not where else ""
    return ": " + " ".join(map(hole_name, where))
