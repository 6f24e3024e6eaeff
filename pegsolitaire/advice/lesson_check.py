"""Check that the wrong turns of a lesson lose and that the claims in its texts are true.

The file of a lesson lists the claims of each step next to its text. The goals are only a few jumps
away, so a guide decides quickly whether a position can still reach them.
"""

from __future__ import annotations

from collections.abc import Callable

from pegsolitaire.advice.guide import Guide
from pegsolitaire.board.bits import indices_of
from pegsolitaire.data import Lesson, Step
from pegsolitaire.errors import ProblemError, quoted, within
from pegsolitaire.game import Jump, Problem, Solution
from pegsolitaire.solving import solve
from pegsolitaire.theory import (
    ResourceCount,
    feasible_finishes,
    removals,
    sax_count,
)


def check_lesson(lesson: Lesson) -> None:
    """Check the claims of a lesson, step by step.

    Raises
    ------
    ProblemError
        If a wrong turn is not wrong, or a claim is not true.

    Examples
    --------
    >>> from pegsolitaire.data import lesson_named
    >>> check_lesson(lesson_named("corners"))
    """
    for number, step in enumerate(lesson.steps, 1):
        with within(f"lesson {lesson.name}, step {number}"):
            _check_wrong_turns(step)
            for claim in step.claims:
                _check_claim(step, claim)


def _guide(step: Step) -> Guide:
    """Return a guide to the goal of a step."""
    return Guide(step.start, finish=list(step.finishes))


def _right_jumps(step: Step) -> list[Jump]:
    """List the jumps from a step's start after which its goal can still be reached."""
    return [jump for jump, wins in _guide(step).verdicts(step.start).items() if wins]


def _check_wrong_turns(step: Step) -> None:
    for turn in step.wrong:
        position = Solution(step.start, (*turn.after, turn.jump)).finish
        if _guide(step).winning(position) is not False:
            raise ProblemError(f"after {turn.jump} the goal can still be reached: it is not wrong")


def _check_claim(step: Step, claim: str) -> None:
    word, _, rest = claim.partition(" ")
    check = _CLAIMS.get(word)
    if check is None:
        raise ProblemError(f"unknown claim {quoted(word)}: use one of {', '.join(_CLAIMS)}")
    if not check(step, rest):
        raise ProblemError(f"the claim {quoted(claim)} does not hold")


# -- claims that a step can make ------------------------------------------------------------------


def _can_be_won(step: Step, goal: str) -> bool | None:
    """Return whether the last peg can end in a hole, or in any hole; None if unknown."""
    board, start = step.start.board, step.start
    problem = Problem.to_any(start) if goal == "any" else Problem(start, [board.single(goal)])
    return solve(problem).solvable


def _is_removal(step: Step, name: str) -> bool:
    return any(
        removal.name == name and removal.block == tuple(sorted(step.marks))
        for removal in removals(step.start.board, step.start)
    )


def _is_count(step: Step, _: str) -> bool:
    return step.weights is not None and bool(ResourceCount(step.start.board, step.weights))


def _has_sum(step: Step, total: str) -> bool:
    weights = step.weights or ()
    return sum(weights[i] for i in indices_of(step.start.code)) == int(total)


def _others_have(step: Step, total: str) -> bool:
    """Return whether all wrong jumps lead to the given SAX count."""
    right = _right_jumps(step)
    wrong = [step.start.play(jump) for jump in step.start.legal_jumps if jump not in right]
    return bool(wrong) and all(sax_count(position) == int(total) for position in wrong)


def _cannot_be_jumped(step: Step, _: str) -> bool:
    """Return whether the holes to find are exactly those that no jump passes over."""
    board = step.start.board
    over = {board.holes[jump.over] for jump in board.jumps}
    return set(step.pick) == set(board.holes) - over


def _are_finishes(step: Step, _: str) -> bool:
    """Return whether the holes to find are those where the position class allows the last peg."""
    board = step.start.board
    return set(step.pick) == {board.holes[i] for i in feasible_finishes(step.start)}


def _is_of_colour(step: Step, letter: str) -> bool:
    """Return whether only this colour's number of pegs differs in parity from the other two."""
    colours = step.colours or ()
    parities = [0, 0, 0]
    for i in indices_of(step.start.code):
        parities[colours[i]] ^= 1
    own = parities.pop("ABC".index(letter))
    return parities[0] == parities[1] != own


_CLAIMS: dict[str, Callable[[Step, str], bool]] = {
    "winning": lambda step, goal: _can_be_won(step, goal) is True,
    "dead": lambda step, goal: _can_be_won(step, goal) is False,
    "only": lambda step, jump: _right_jumps(step) == [Jump.from_text(jump)],
    "removal": _is_removal,
    "count": _is_count,
    "sum": _has_sum,
    "sax": lambda step, total: sax_count(step.start) == int(total),
    "others": _others_have,
    "moves": lambda step, number: (
        step.solution is not None and len(step.solution.moves) == int(number)
    ),
    "unjumpable": _cannot_be_jumped,
    "finishes": _are_finishes,
    "colour": _is_of_colour,
}
