"""What a position is worth as a puzzle: whether it can be solved, where it can end, how hard.

A puzzle that one has made is looked at so before it is handed on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pegsolitaire.analysis.counting import Games, count_games
from pegsolitaire.analysis.solving import solve
from pegsolitaire.board import Hole, apply_permutation
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Jump, Position, Problem, Solution
from pegsolitaire.results import Result
from pegsolitaire.theory import feasible_finishes
from pegsolitaire.work import Work

_NODES = 3_000_000  # positions looked at for one finish: some tenths of a second
_SECONDS = 5.0  # for all searches together; the one that is under way then is finished
_MOST_PEGS = 22  # of a position whose games are counted
_LEVEL = "16MiB"  # of a level of these games: a second or two


@dataclass(frozen=True)
class Assessment(Result):
    """A position as a puzzle.

    Attributes
    ----------
    position : Position
    finishes : dict of Hole to (bool or None)
        For each hole that its class allows a single peg in, whether it can end there; None where
        a quick search did not find out.
    jumps : dict of Jump to (bool or None)
        Each legal jump, and whether one peg, anywhere, can be reached after it.
    solution : Solution or None
        A way to one peg.
    games : Games or None
        How many games there are, and how many end with one peg; None where they are too many.
    """

    position: Position
    finishes: dict[Hole, bool | None]
    jumps: dict[Jump, bool | None]
    solution: Solution | None
    games: Games | None

    json_keys = "solvable finishes jumps|jump,winning games solution|solution"

    @property
    def solvable(self) -> bool | None:
        """Whether it can be brought to one peg."""
        if self.solution is not None or True in self.jumps.values():
            return True
        certain = None not in self.finishes.values() or None not in self.jumps.values()
        return False if certain else None


def games_from(position: Position, problem: Problem) -> Games | None:
    """How many games go on from a position, and how many reach a finish, where that is cheap.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(5)
    >>> games_from(board.vacancy("a1"), Problem.complement(board, "a1")).won
    6816
    """
    if not position.board.fits_word or not len(position):
        return None
    game = Problem.of_codes(position.board, (position.code,), problem.finishes)
    return count_games(game) if _is_cheap(game) else None


def _is_cheap(game: Problem) -> bool:
    """Whether all games are soon counted: their positions are looked at first, which is faster."""
    from pegsolitaire.engine import LevelEngine

    if len(game.board) <= 16:
        return True
    if game.start_pegs > min(_MOST_PEGS, 1 + len(game.board) * 2 // 3):
        return False
    try:
        with LevelEngine.of(game, work=Work(memory=_LEVEL)) as engine:
            level = engine.level(game.starts)
            while len(level):
                level = engine.step(level, engine.jumps)
    except BoardTooLargeError:
        return False
    return True


def assess(position: Position) -> Assessment:
    """Look at a position as a puzzle to be brought to one peg.

    Raises
    ------
    ProblemError
        If it allows no jump.
    BoardTooLargeError
        If the board has more than 128 holes.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> found = assess(english().position(".../.*./..***../...*.../...*.../.../..."))
    >>> found.solvable, [english().hole_text(h) for h, ends in found.finishes.items() if ends]
    (True, ['d1', 'd4'])
    >>> len(found.jumps), found.games.won, found.games.total
    (4, 4, 21)
    """
    if not position.legal_jumps:
        raise ProblemError(f"no jump is possible from {position.text()}: move a peg")
    look = _Look(position)
    finishes = look.finishes()
    return Assessment(
        position,
        finishes,
        look.jumps(),
        look.solution,
        games_from(position, Problem.to_any(position)),
    )


class _Look:
    """Searches from a position and from those after its jumps, within a time.

    What symmetries of the position map to one another is searched for once.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.solution: Solution | None = None
        self._board = position.board
        self._goal = Problem.to_any(position).finishes
        self._keeping = Problem.between(position, [position]).group
        self._clock = Work(_SECONDS).begin()
        self._known: dict[tuple[int, tuple[int, ...]], bool | None] = {}

    def finishes(self) -> dict[Hole, bool | None]:
        """For each hole that the class allows, whether a game can end there."""
        code = self.position.code
        return {
            self._board.holes[i]: self._solvable(code, (1 << i,))
            for i in feasible_finishes(self.position)
        }

    def jumps(self) -> dict[Jump, bool | None]:
        """For each jump, whether one peg can be reached after it."""
        return {
            jump: self._solvable(self.position.play(jump).code, self._goal)
            for jump in self.position.legal_jumps
        }

    def _solvable(self, code: int, finishes: tuple[int, ...]) -> bool | None:
        image = min(self._images(code, finishes))
        if image not in self._known:
            self._known[image] = self._search(code, finishes)
        return self._known[image]

    def _images(
        self, code: int, finishes: tuple[int, ...]
    ) -> Iterator[tuple[int, tuple[int, ...]]]:
        for symmetry in self._keeping:
            turned = (apply_permutation(symmetry.image, finish) for finish in finishes)
            yield apply_permutation(symmetry.image, code), tuple(sorted(turned))

    def _search(self, code: int, finishes: tuple[int, ...]) -> bool | None:
        if code in finishes:
            return True
        if self._clock.spent:
            return None
        answer = solve(
            Problem.of_codes(self._board, (code,), finishes), work=Work(positions=_NODES)
        )
        if code == self.position.code and answer.solution is not None:
            self.solution = answer.solution
        return answer.solvable
