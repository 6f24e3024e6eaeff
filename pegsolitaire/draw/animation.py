"""A game as a picture that moves: an SVG document that plays it again and again.

Each peg is one circle with key frames of a style sheet, so that it needs no script, plays in a
page, in a README and in a slide, and stands still for readers who want less motion.
"""

from __future__ import annotations

from hashlib import sha256

from pegsolitaire.board.lattice import Hole
from pegsolitaire.draw import shapes
from pegsolitaire.draw.sheet import PEG_RADIUS, sheet
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game.solution import Solution

#: Pegs of an animation, times its jumps, past which browsers crawl.
MAX_WORK = 200_000

_FLIGHT = 0.55  # the part of a jump's time in which the peg moves
_END = 3  # jumps' times that the end is shown
_CAPTION = 130  # units below the board


def solution_animation(solution: Solution, *, seconds: float = 0.9, size: int = 40) -> str:
    """A game as an animated SVG document.

    Parameters
    ----------
    solution : Solution
        What to show; its jumps are named below the board.
    seconds : float, optional
        How long a jump takes.
    size : int, optional
        Pixels from a hole to the next.

    Raises
    ------
    BoardTooLargeError
        If there is more to move than a browser can.
    ValueError
        If the time or the size is not positive.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> start = triangle(4).vacancy("a2")
    >>> solution = Solution.from_moves(start, "a4-a2, a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2")
    >>> solution_animation(solution).count("@keyframes")
    19
    """
    if not 0 < seconds < 3600:
        raise ValueError(f"{seconds} seconds a jump: it takes some time, and less than an hour")
    if len(solution) * len(solution.start) > MAX_WORK:
        raise BoardTooLargeError(
            f"{len(solution)} jumps of {len(solution.start)} pegs are too much to animate: "
            "draw them with --svg"
        )
    return _Film(solution, seconds).drawn(size)


class _Film:
    """The key frames of a game: one list for each peg that moves or goes, one for each caption."""

    def __init__(self, solution: Solution, seconds: float) -> None:
        self._solution = solution
        self._board = solution.start.board
        self._jumps = len(solution)
        self._length = (self._jumps + 1 + _END) * seconds
        # Key frames have no scope of their own in a page: their names must not be another's.
        self._name = "f" + sha256(repr((solution, seconds)).encode()).hexdigest()[:10]
        self._rules: list[str] = []
        self._parts: list[str] = []

    def drawn(self, size: int) -> str:
        """The whole document."""
        for hole, frames in self._flights().items():
            self._peg(shapes.place(self._board, hole), frames)
        left, top, width, height = shapes.frame(self._board)
        self._captions(left + width / 2, top + height + _CAPTION / 2)
        body = "\n".join([shapes.ground(self._board), shapes.holes(self._board), *self._parts])
        still = "@media (prefers-reduced-motion:reduce){.film{animation:none!important}}"
        rules = "".join([*self._rules, still, "\n"])
        title = f"{self._board.name}: {self._jumps} jumps: {self._solution}"
        return sheet(title, size, (left, top, width, height + _CAPTION), body, rules)

    def _flights(self) -> dict[Hole, list[str]]:
        """For each peg, by the hole it begins in, its key frames."""
        begun = {hole: hole for hole in self._solution.start}  # where the peg of a hole began
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
        """The share of the whole time at which a jump is made, in per cent."""
        return f"{100 * number / (self._jumps + 1 + _END):.4g}%"

    def _at(self, peg: Hole, hole: Hole) -> str:
        """Where a peg is moved to from its first hole."""
        (x0, y0), (x, y) = (shapes.place(self._board, at) for at in (peg, hole))
        return f"transform:translate({x - x0:g}px,{y - y0:g}px)"

    def _peg(self, centre: shapes.Point, frames: list[str]) -> None:
        style = self._animation("ease-in-out", frames) if frames else ""
        kind = "peg film" if frames else "peg"
        x, y = centre
        self._parts.append(
            f'<circle class="{kind}" cx="{x:g}" cy="{y:g}" r="{PEG_RADIUS}"{style}/>'
        )

    def _captions(self, middle: float, line: float) -> None:
        """The jump that is being made, and at the start and the end how many pegs there are."""
        words = [f"{len(self._solution.start)} pegs"]
        words += [f"{n}. {jump}" for n, jump in enumerate(self._solution.jumps, 1)]
        pegs = len(self._solution.finish)
        words.append(f"{pegs} peg{'s' * (pegs != 1)} left")
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
            self._parts.append(shapes.text(text, (middle, line), 68, attributes))

    def _animation(self, timing: str, frames: list[str]) -> str:
        """The attribute that plays some key frames, which are added to the rules."""
        name = f"{self._name}-{len(self._rules)}"
        self._rules.append(f"@keyframes {name}{{{''.join(frames)}}}\n")
        return f' style="animation:{name} {self._length:g}s {timing} infinite"'
