"""Exact random play in a plain loop, without symmetries: in fractions, or by a function."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from pegsolitaire.board import least_image
from pegsolitaire.budget import Budget
from pegsolitaire.chance.exact_run import Run
from pegsolitaire.chance.odds import Number, Odds, add
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Position
from pegsolitaire.theory import class_of

#: Positions that the loop takes: with one number of pegs, and of fractions in all.
MOST_IN_LOOP = 1 << 20
_BETWEEN = 256  # positions between two looks at the clock


def play_in_loop(run: Run, number: Callable[[Fraction], Number], budget: Budget) -> Odds:
    """Play from every position, with numbers of that kind, as long as the budget allows."""
    top, starts = run.problem.start_pegs, run.problem.starts
    levels: dict[int, dict[int, Number]] = {pegs: {} for pegs in range(top + 1)}
    levels[top] = {code: number(Fraction(1, len(starts))) for code in starts}
    finishes = set() if run.anywhere else set(run.problem.finishes)
    ends: dict[int, Number] = {}
    for pegs in range(top, 0, -1):
        level = levels.pop(pegs)
        _count(run, level, pegs, number)
        for done, (code, chance) in enumerate(level.items()):
            if done % _BETWEEN == 0:
                budget.check()
            choices = {} if code in finishes else run.player.choices(code)
            if not choices:
                least = least_image(run.group, code)
                ends[least] = ends.get(least, 0) + chance
            for after, part in choices.items():
                below = levels[after.bit_count()]
                below[after] = below.get(after, 0) + chance * number(part)
    run.finals = list(ends.items())
    if number is Fraction:
        return run.odds(0)
    return run.odds(2 * len(run.problem.board.jumps) + len(run.group) + 4)


def _count(
    run: Run, level: dict[int, Number], pegs: int, number: Callable[[Fraction], Number]
) -> None:
    """Count the positions of a level, and add up the chances of those that can be won."""
    if len(level) > MOST_IN_LOOP:
        raise BoardTooLargeError(
            f"more than {MOST_IN_LOOP:,} positions have one number of pegs: too many for a "
            "player who is a function; simulate instead"
        )
    run.count(len({least_image(run.group, code) for code in level}))
    if run.winning and pegs >= run.problem.finish_pegs:
        run.still.append(_winning_in(run, level, number))


def _winning_in(
    run: Run, level: dict[int, Number], number: Callable[[Fraction], Number]
) -> Number:
    """The chance of those positions of a level that can still be won."""
    board, tables = run.problem.board, run.tables
    found = []
    for code, chance in level.items():
        table = tables.get(class_of(board, code))
        if table is not None and Position(board, code) in table:
            found.append(chance)
    return add(found, exactly=number is Fraction)
