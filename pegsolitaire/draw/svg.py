"""Draw positions, jumps and solutions as self-contained, accessible SVG in light and dark colours.

Each picture contains its own style sheet and gradients. Their names are unique, so a page can
contain any number of pictures. Winning jumps are solid blue arrows, and losing jumps are dashed
orange arrows with an open head, so the difference is visible without colours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import zip_longest

from pegsolitaire.board import BoardLike, as_board
from pegsolitaire.board.lattice import Hole
from pegsolitaire.board.notation import hole_name
from pegsolitaire.draw import scene
from pegsolitaire.draw.diagram import Box, Diagram, caption_texts
from pegsolitaire.draw.scene import PEG_RADIUS, sheet, styles
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game.position import Jump, Move, Position
from pegsolitaire.game.problem import Problem
from pegsolitaire.game.solution import Solution
from pegsolitaire.units import counted

#: The maximum number of circles in one picture. More circles make browsers very slow.
MAX_CIRCLES = 400_000


def position_svg(
    board: BoardLike,
    code: int | None,
    *,
    jumps: Sequence[tuple[Jump, bool | None]] = (),
    labels: bool = True,
    size: int = 40,
    title: str | None = None,
    names: Callable[[Hole], str] | None = None,
) -> str:
    """Draw a board, or a position on it, as an SVG document.

    Parameters
    ----------
    board : Board, or what makes one
        The board.
    code : int or None
        The code of the position; None draws only the holes and their names.
    jumps : sequence of (Jump, bool or None), optional
        Jumps to draw as arrows: True (winning) is solid blue, False (losing) is dashed orange,
        None is grey.
    labels : bool, optional
        Whether to write the names of empty holes, and letters and numbers along the edges.
    size : int, optional
        The distance between neighbouring holes in pixels.
    title : str, optional
        The text for screen readers; by default a description of the position.
    names : callable, optional
        A function that names holes. If it is given, names are written in all holes. By default,
        the names of holes are letters and numbers.

    Raises
    ------
    NotationError
        If the code does not fit the board.
    NotOnBoardError
        If a jump is not on the board.
    ValueError
        If the size is not positive.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> picture = position_svg(triangle(5), 8455, jumps=[(Jump((3, 4), (1, 2)), None)])
    >>> picture.count('-hole" cx='), picture.count('-peg" cx=')
    (15, 5)
    """
    board = as_board(board)
    position = Position(board, code or 0)
    margin = labels and code is not None and names is None and bool(scene.margin_labels(board))
    where = (board if not margin else position.complement) if labels else ()
    called = {hole: (names or hole_name)(hole) for hole in where}
    return Diagram(board, code, moves=jumps, labels=called, edges=margin, title=title).svg(size)


# -- solutions ----------------------------------------------------------------------------------


def solution_svg(
    solution: Solution,
    *,
    columns: int = 6,
    size: int = 16,
    names: Callable[[Hole], str] | None = None,
) -> str:
    """Draw a solution as a grid of small boards, one for each move and one for the final position.

    Each cell shows the position before a move. An arrow follows the peg from hole to hole, and the
    move is written below.

    Parameters
    ----------
    solution : Solution
        The solution to draw.
    columns : int, optional
        The number of positions in a row.
    size : int, optional
        The distance between neighbouring holes in pixels.
    names : callable, optional
        A function that names holes. By default, the names are letters and numbers.

    Raises
    ------
    BoardTooLargeError
        If the picture would have more than ``MAX_CIRCLES`` holes.
    ValueError
        If ``columns`` is less than 1, or the size is not positive.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> start = triangle(4).vacancy("a2")
    >>> solution = Solution.from_moves(start, "a4-a2, a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2")
    >>> picture = solution_svg(solution)
    >>> picture.count("-arrow "), picture.count("<use ")
    (5, 6)
    """
    board = solution.start.board
    if columns < 1:
        raise ValueError(f"a picture cannot have {columns} columns: give at least one")
    if (len(solution.moves) + 1) * len(board) > MAX_CIRCLES:
        raise BoardTooLargeError(
            f"{len(solution.moves)} moves on a board of {len(board)} holes are too many for one "
            "picture: draw its positions one by one with position_svg"
        )
    return _Grid(solution, columns, names or hole_name).drawn(size)


# The line height of captions, the usual width of a letter, and the gap between cells, in units.
_LINE = 88
_LETTER = 39
_GAP = 40


class _Grid:
    """The layout of a solution: cells of equal width, in rows high enough for the texts."""

    def __init__(self, solution: Solution, columns: int, names: Callable[[Hole], str]) -> None:
        self.solution = solution
        self.names = names
        self.board = solution.start.board
        self.columns = min(columns, len(solution.moves) + 1)
        self.left, self.top, width, self.height = scene.frame(self.board)
        self.shift = max(0.0, (14 * _LETTER - width) / 2)
        self.width = width + 2 * self.shift
        moves = f"{counted(len(solution.moves), 'move')}: {solution}"
        self.title = f"{self.board.name}, solution in {moves}"

    def drawn(self, size: int) -> str:
        """The whole document."""
        parts = [scene.copied(self.board)]
        down = 0.0
        cells = self._cells()
        for first in range(0, len(cells), self.columns):
            row = cells[first : first + self.columns]
            parts += [
                f'<g transform="translate({round(i * (self.width + _GAP))} {round(down)})">\n'
                f"{drawing}\n{self._caption(lines)}\n</g>"
                for i, (drawing, lines) in enumerate(row)
            ]
            down += self.height + _LINE * max(len(lines) for _, lines in row) + 2 * _GAP
        across = self.columns * (self.width + _GAP) - _GAP
        box = (self.left - self.shift, self.top, across, down - _GAP)
        return sheet(self.title, size, box, "\n".join(parts))

    def _cells(self) -> list[tuple[str, list[str]]]:
        """Draw each cell, and return the drawings with the lines of text below them."""
        cells, played = [], 0
        for number, move in enumerate(self.solution.moves, 1):
            position = self.solution.positions[played]
            played += len(move)
            path = [scene.place_of(self.board.lattice, hole) for hole in move.path]
            arrow = scene.arrow(path, "win", f"{number}. {move}")
            cells.append((f"{self._drawing(position)}\n{arrow}", self._lines(number, move)))
        last = self.solution.finish
        where = f" in {self.names(next(iter(last)))}" if len(last) == 1 else ""
        return [*cells, (self._drawing(last), [counted(len(last), "peg") + where])]

    def _drawing(self, position: Position) -> str:
        return f'<use href="#board"/>\n{scene.pegs(position)}'

    def _lines(self, number: int, move: Move) -> list[str]:
        """Return the text of a move, broken after a dash if it is too long for its cell."""
        first, *others = map(self.names, move.path)
        lines = [f'<tspan class="number">{number}</tspan> {first}']
        room = self.width / _LETTER - len(f"{number} {first}")
        for name in others:
            lines[-1] += "-"
            room -= len(name) + 1
            if room < 0:
                lines.append("")
                room = self.width / _LETTER - len(name) - 1
            lines[-1] += name
        return lines

    def _caption(self, lines: list[str]) -> str:
        middle = self.left - self.shift + self.width / 2
        below = self.top + self.height + _LINE / 2
        return "\n".join(
            scene.text(line, (middle, below + i * _LINE), 68, 'class="caption"')
            for i, line in enumerate(lines)
        )


# --
# Problems as SVG: the start of a game, and the required finish beside the start.


def problem_svg(problem: Problem) -> str:
    """Draw a problem as two boards: the start and the finish.

    If there are several starts or several finishes, their board has no pegs, and only the text
    below it describes them.

    Parameters
    ----------
    problem : Problem
        The problem.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> picture = problem_svg(Problem.complement(triangle(4), "a2"))
    >>> picture.count('-peg" cx='), ">from a2</text>" in picture, ">to a2</text>" in picture
    (10, True, True)
    """
    board = problem.board
    ends = (
        (problem.starts, f"from {problem.start}"),
        (problem.finishes, f"to {problem.finish}"),
    )
    diagrams = [
        Diagram(board, codes[0] if len(codes) == 1 else None, edges=False, caption=words)
        for codes, words in ends
    ]
    return panel_svg(diagrams, size=24, caption=board.name)


# --
# Diagrams side by side, such as the figures of a paper, the moves of a game, or the puzzles of a
# set.
#
# The diagrams may show different boards. Each column is as wide as its widest diagram, and each
# row is as high as its highest diagram. The captions of a row have a common baseline.


_PANEL_GAP = 40  # units between two diagrams
_NARROWEST = 100  # pixels: space for a short caption


def panel_svg(
    diagrams: Sequence[Diagram | None],
    *,
    columns: int = 4,
    size: int = 28,
    caption: str = "",
) -> str:
    """Draw diagrams in rows, as one SVG document.

    Parameters
    ----------
    diagrams : sequence of Diagram or None
        The diagrams, row by row; None leaves a cell empty.
    columns : int, optional
        The maximum number of diagrams in a row.
    size : int, optional
        The distance between neighbouring holes in pixels.
    caption : str, optional
        A caption below all diagrams.

    Raises
    ------
    ProblemError
        If there are no diagrams.
    BoardTooLargeError
        If there are more holes than a picture may contain.
    ValueError
        If ``columns`` is less than 1, or the size is not positive.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> starts = [Diagram(triangle(side), 6, caption=f"side {side}") for side in (3, 4, 5)]
    >>> panel_svg(starts).count('-hole" cx=')
    31
    """
    shown = [diagram for diagram in diagrams if diagram is not None]
    if not shown:
        raise ProblemError("the panel has no diagrams: give at least one")
    if columns < 1:
        raise ValueError(f"a picture cannot have {columns} columns: give at least one")
    if sum(len(diagram.board) for diagram in shown) > MAX_CIRCLES:
        raise BoardTooLargeError(
            f"{len(shown)} diagrams are too many for one picture: draw them in several"
        )
    cells = [None if diagram is None else (diagram, *diagram.drawing()) for diagram in diagrams]
    rows = [cells[first : first + columns] for first in range(0, len(cells), columns)]
    body, (width, height) = _laid_out(rows, size)
    text, deep = caption_texts(caption, (width / 2, height), width, size)
    captions = filter(None, [caption, *(diagram.caption for diagram in shown)])
    label = "; ".join(captions) or f"{len(shown)} diagrams"
    box = (0.0, 0.0, width, height + deep)
    return sheet(
        label.replace("\n", ", "),
        size,
        box,
        "\n".join([*body, *text]),
        *styles("regions", "diagram"),
    )


#: Rows of diagrams, each with its drawing and its frame; None for an empty cell.
_Rows = list[list[tuple[Diagram, list[str], Box] | None]]


def _laid_out(rows: _Rows, size: int) -> tuple[list[str], tuple[float, float]]:
    """Draw all diagrams in rows, and return the drawing and its size."""
    least = _NARROWEST * 100 / max(size, 1)
    widths = [
        max([least, *(cell[2][2] for cell in column if cell is not None)])
        for column in zip_longest(*rows)
    ]
    body, down = list[str](), _PANEL_GAP / 2
    for row in rows:
        high = max((cell[2][3] for cell in row if cell is not None), default=0.0)
        across, depth = _PANEL_GAP / 2, 0.0
        for cell, wide in zip(row, widths, strict=False):
            if cell is not None:
                diagram, parts, (left, top, width, height) = cell
                x, y = across + (wide - width) / 2 - left, down + high - height - top
                place = f"translate({round(x)} {round(y)})"
                body += [f'<g transform="{place}">', *parts, "</g>"]
                middle = (across + wide / 2, down + high)
                text, deep = caption_texts(diagram.caption, middle, wide + _PANEL_GAP / 2, size)
                body += text
                depth = max(depth, deep)
            across += wide + _PANEL_GAP
        down += high + depth + _PANEL_GAP
    return body, (sum(widths) + _PANEL_GAP * len(widths), down - _PANEL_GAP / 2)


def move_diagrams(solution: Solution) -> list[Diagram]:
    """Return a diagram for each move, on the position before the move, and for the final position.

    Parameters
    ----------
    solution : Solution
        The game.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> game = Solution.from_moves(triangle(4).vacancy("a2"), "a4-a2, a1-a3")
    >>> [one.caption for one in move_diagrams(game)]
    ['1 a4-a2', '2 a1-a3', '7 pegs']
    """
    board, diagrams, played = solution.start.board, list[Diagram](), 0
    for number, move in enumerate(solution.moves, 1):
        code = solution.positions[played].code
        words = f"{number} {move}"
        diagrams.append(Diagram(board, code, moves=[(move, True)], edges=False, caption=words))
        played += len(move)
    end = solution.finish
    return [*diagrams, Diagram(board, end.code, edges=False, caption=counted(len(end), "peg"))]


# --
# An animation of a game: an SVG document that repeats the game endlessly.
#
# Each peg is one circle that is moved by key frames in a style sheet. The animation therefore
# needs no script, and works on web pages, in a README and on slides. It does not move for readers
# who prefer reduced motion.


# The maximum product of pegs and jumps. Larger animations make browsers very slow.
_MAX_WORK = 200_000

_FLIGHT = 0.55  # the fraction of a jump's duration in which the peg moves
_END = 3  # how long the final position is shown, in durations of a jump
_CAPTION = 130  # units below the board


def solution_animation(solution: Solution, *, seconds: float = 0.9, size: int = 40) -> str:
    """Draw a game as an animated SVG document.

    Parameters
    ----------
    solution : Solution
        The game to show. The current jump is written below the board.
    seconds : float, optional
        The duration of a jump.
    size : int, optional
        The distance between neighbouring holes in pixels.

    Raises
    ------
    BoardTooLargeError
        If there are too many moving pegs for a browser.
    ValueError
        If the duration or the size is not positive.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> start = triangle(4).vacancy("a2")
    >>> solution = Solution.from_moves(start, "a4-a2, a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2")
    >>> solution_animation(solution).count("@keyframes")
    19
    """
    if not 0 < seconds < 3600:
        raise ValueError(
            f"{seconds} seconds for each jump is out of range: give more than 0 and less than 3600"
        )
    if len(solution) * len(solution.start) > _MAX_WORK:
        raise BoardTooLargeError(
            f"{len(solution)} jumps of {len(solution.start)} pegs are too many to animate: "
            "draw a shorter game"
        )
    return _Film(solution, seconds).drawn(size)


class _Film:
    """The key frames of a game. Each caption and each peg that changes has a list."""

    def __init__(self, solution: Solution, seconds: float) -> None:
        self._solution = solution
        self._board = solution.start.board
        self._jumps = len(solution)
        self._length = (self._jumps + 1 + _END) * seconds
        # Key frames are global on a page, so their names must be unique.
        self._name = "f" + sha256(repr((solution, seconds)).encode()).hexdigest()[:10]
        self._rules: list[str] = []
        self._parts: list[str] = []

    def drawn(self, size: int) -> str:
        """The whole document."""
        for hole, frames in self._flights().items():
            self._peg(scene.place_of(self._board.lattice, hole), frames)
        left, top, width, height = scene.frame(self._board)
        self._captions(left + width / 2, top + height + _CAPTION / 2)
        body = "\n".join([scene.ground(self._board), scene.holes(self._board), *self._parts])
        still = "@media (prefers-reduced-motion:reduce){.film{animation:none!important}}"
        rules = "".join([*self._rules, still, "\n"])
        title = f"{self._board.name}: {counted(self._jumps, 'jump')}: {self._solution}"
        return sheet(title, size, (left, top, width, height + _CAPTION), body, rules)

    def _flights(self) -> dict[Hole, list[str]]:
        """Return the key frames of each peg, by the hole in which the peg starts."""
        begun = {hole: hole for hole in self._solution.start}  # where the peg in each hole started
        frames: dict[Hole, list[str]] = {hole: [] for hole in self._solution.start}
        for number, jump in enumerate(self._solution.jumps, 1):
            peg, gone = begun.pop(jump.start), begun.pop(jump.over)
            off, landed = self._share(number), self._share(number + _FLIGHT)
            middle = self._share(number + _FLIGHT / 2)
            frames[peg] += [
                f"{off}{{{self._at(peg, jump.start)}}}",
                f"{landed}{{{self._at(peg, jump.end)}}}",
            ]
            place = self._at(gone, jump.over)
            frames[gone] += [
                f"{middle}{{{place};opacity:1}}",
                f"{landed},to{{{place};opacity:0}}",
            ]
            begun[jump.end] = peg
        for hole, peg in begun.items():
            if frames[peg]:
                frames[peg].append(f"to{{{self._at(peg, hole)}}}")
        return frames

    def _share(self, number: float) -> str:
        """Return when a jump is made, as a percentage of the total time."""
        return f"{100 * number / (self._jumps + 1 + _END):.4g}%"

    def _at(self, peg: Hole, hole: Hole) -> str:
        """Return the CSS translation that moves a peg from its first hole to a given hole."""
        (x0, y0), (x, y) = (scene.place_of(self._board.lattice, at) for at in (peg, hole))
        return f"transform:translate({x - x0:g}px,{y - y0:g}px)"

    def _peg(self, centre: scene.Point, frames: list[str]) -> None:
        style = self._animation("ease-in-out", frames) if frames else ""
        kind = "peg film" if frames else "peg"
        x, y = centre
        self._parts.append(
            f'<circle class="{kind}" cx="{x:g}" cy="{y:g}" r="{PEG_RADIUS}"{style}/>'
        )

    def _captions(self, middle: float, line: float) -> None:
        """Add the captions: each jump, and the number of pegs at the start and at the end."""
        words = [counted(len(self._solution.start), "peg")]
        words += [f"{n}. {jump}" for n, jump in enumerate(self._solution.jumps, 1)]
        words.append(f"{counted(len(self._solution.finish), 'peg')} left")
        for number, text in enumerate(words):
            begin = self._share(number)
            frames = [] if number == 0 else ["from{opacity:0}"]
            if number > 0:
                frames.append(f"{begin}{{opacity:1}}")
            if number <= self._jumps:
                frames.append(f"{self._share(number + 1)},to{{opacity:0}}")
            style = self._animation("step-end", frames)
            shown = "" if number == 0 else ' opacity="0"'
            attributes = f'class="caption film"{shown}{style}'
            self._parts.append(scene.text(text, (middle, line), 68, attributes))

    def _animation(self, timing: str, frames: list[str]) -> str:
        """Add key frames to the style rules, and return the attribute that plays them."""
        name = f"{self._name}-{len(self._rules)}"
        self._rules.append(f"@keyframes {name}{{{''.join(frames)}}}\n")
        return f' style="animation:{name} {self._length:g}s {timing} infinite"'
