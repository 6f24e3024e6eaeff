"""What a position is worth as a puzzle: whether it can be solved, where it can end, how hard.

A puzzle that one has made is looked at so before it is handed on.
"""

from __future__ import annotations

from dataclasses import dataclass

from pegsolitaire.analysis.budget import Budget
from pegsolitaire.analysis.counting import Games, count_games
from pegsolitaire.analysis.solve import Answer, solve
from pegsolitaire.board import Hole
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Jump, Position, Problem, Solution
from pegsolitaire.theory import any_finish, feasible_finishes

_NODES = 300_000  # positions looked at for one finish: some hundredths of a second
_SECONDS = 5.0  # for all searches together; the one that is under way then is finished
_MOST_PEGS = 22  # of a position whose games are counted
_LEVEL = 16 << 20  # bytes of a level of these games: a second or two


@dataclass(frozen=True)
class Assessment:
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

    @property
    def solvable(self) -> bool | None:
        """Whether it can be brought to one peg."""
        if self.solution is not None:
            return True
        return None if None in self.finishes.values() else False


def games_from(position: Position, problem: Problem) -> Games | None:
    """How many games go on from a position, and how many reach a finish, where that is cheap.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> board = triangle(5)
    >>> games_from(board.vacancy("a1"), Problem.complement(board, "a1")).won
    6816
    """
    if len(position.board) > 64 or not len(position):
        return None
    game = Problem(position.board, (position.code,), problem.finishes)
    return count_games(game) if _is_cheap(game) else None


def _is_cheap(game: Problem) -> bool:
    """Whether all games are soon counted: their positions are looked at first, which is faster."""
    from pegsolitaire.engine import LevelEngine

    if len(game.board) <= 16:
        return True
    if game.start_pegs > min(_MOST_PEGS, 1 + len(game.board) * 2 // 3):
        return False
    try:
        with LevelEngine.of(game, _LEVEL) as engine:
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
        If the board has more than 64 holes.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> found = assess(english().position(".../.*./..***../...*.../...*.../.../..."))
    >>> found.solvable, [english().hole_text(h) for h, ends in found.finishes.items() if ends]
    (True, ['d1', 'd4'])
    >>> len(found.jumps), found.games.won, found.games.total
    (4, 4, 21)
    """
    if not position.jumps:
        raise ProblemError(f"no jump is possible from {position.text}: move a peg")
    goal = any_finish(position)
    holes = feasible_finishes(position)
    clock = Budget(_SECONDS)
    answers = {i: _answer(position, (1 << i,), clock) for i in holes}
    return Assessment(
        position,
        {position.board.holes[i]: answer.solvable for i, answer in answers.items()},
        {jump: _wins(position.after(jump), goal.finishes, clock) for jump in position.jumps},
        next((a.solution for a in answers.values() if a.solution is not None), None),
        games_from(position, goal),
    )


def _answer(position: Position, finishes: tuple[int, ...], clock: Budget) -> Answer:
    if clock.spent:
        return Answer(None, "there was no time to search")
    return solve(Problem(position.board, (position.code,), finishes), nodes=_NODES)


def _wins(position: Position, finishes: tuple[int, ...], clock: Budget) -> bool | None:
    return position.code in finishes or _answer(position, finishes, clock).solvable
