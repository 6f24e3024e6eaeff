"""`pegs check`: whether a position can still be won, and which jumps keep it so."""

from __future__ import annotations

from pegsolitaire.board import Hole, hole_name
from pegsolitaire.board.notation import either
from pegsolitaire.cli.explored import exploration_lines
from pegsolitaire.cli.options import BOARD, FINISH, TYPE, Limits, argument, option
from pegsolitaire.cli.output import (
    EXIT,
    counted,
    draws_unicode,
    out,
    picture,
    report,
)
from pegsolitaire.cli.working import kept_sets, working
from pegsolitaire.draw import jump_lines
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Position, is_any, read_game, read_position, split_start, start_name
from pegsolitaire.reasons import Check, Exploration, Guide, explore, problem_on
from pegsolitaire.reasons import check as check_position
from pegsolitaire.sets import IndexedSets
from pegsolitaire.solving import finishes, starts
from pegsolitaire.theory import is_anywhere, type_named

MAX_NAMED_PEGS = 4  # of a finish whose holes are named; more are called by the code


def check(
    name: str = BOARD,
    start: str | None = argument(
        "[POSITION]",
        "The board in front of you: a picture, @FILE, code:8455, the holes with pegs, "
        "d4:d2-d4,d5-d3 (the start and the jumps made), or a hole: only that hole is empty. "
        "With --position: where the game began.",
    ),
    at: str | None = option(
        "The position to check, where the argument says how the game began.",
        "--position",
        metavar="POSITION",
    ),
    finish: str | None = FINISH,
    letter: str | None = TYPE,
    numbers: bool = option(
        "For each jump also the ways to win after it, their share, the fewest moves, and "
        "the chance of a random player; the best first.",
        "--explore",
    ),
    *,
    limits: Limits,
) -> None:
    """Check whether a position, and each jump from it, can still be won.

    The first line answers the question: whether one peg can be left, in which hole, and in how few
    moves where that is known; --finish sets another goal. The second line says whether a game can
    lead to the position at all: one that began with a single hole empty, or, with --position, the
    game that you name.

    The exit code is 0 when the position can be won, 1 when it is lost, and 3 when that is not
    known: on boards too large for winning sets, known solutions and a quick search decide.
    `pegs explain` says why a position is lost.

    With any instead of a position, --position is looked up in the game of all vacancies: which of
    them lead to it, where it can end, and in which complement problems it occurs (its index).

    With --explore the numbers of all winning positions are computed first, which takes some
    seconds, and kept.

    Examples: pegs check triangle5 a1,a2,b4;
    pegs check english d4:d2-d4,d5-d3,b4-d4; pegs check triangle5 a4 --position code:50;
    pegs check triangle5 any --position code:2183; pegs check english d4 --explore
    """
    if numbers and is_any(start):
        raise ProblemError("--explore tells of one game: give a START, not any")
    if at is None and start is not None and split_start(start)[1]:
        start, at = split_start(start)[0], start
    problem = problem_on(name, start, finish, letter)
    position, game = Position(problem.board, problem.starts[0]), None
    if at is not None and split_start(at)[1]:
        game = read_game(problem.board, at)
        position = game.finish
    elif at is not None:
        position = read_position(problem.board, at)
    document: dict[str, object] = {}
    explored: Exploration | None = None
    with working(
        f"which jumps win from {position.text()}", limits, kept=kept_sets(problem)
    ) as work:
        if is_any(start):
            indexed = IndexedSets.make(type_named(problem.board, letter), stored=True, work=work)
            guide = Guide(problem, indexed.superset)
            found = check_position(position, problem, guide=guide, work=work)
            # Ways to and from a lost position leave the sets.
            within = indexed.superset if position in indexed.superset else None
            document = {
                "starts": _names(starts(position, within, work=work)),
                "finishes": _names(finishes(position, within, work=work)),
                "index": indexed.index(position),
            }
        else:
            found = check_position(position, problem, game=game, sets=numbers, work=work)
            if numbers:
                explored = explore(found.guide, position, found.guide.values(work=work))

    def show() -> None:
        _print(found, "any" if at is None else problem.start_text, explored)
        for key, value in document.items():
            words = " ".join(value) if isinstance(value, list) else str(value)
            out.print(f"{key}: {words if value or value == 0 else 'none'}")

    more = document if explored is None else {"explore": explored.to_json()}
    report(lambda: found.to_json() | more, show, EXIT[found.winning])


def _names(holes: tuple[Hole, ...]) -> list[str]:
    return [hole_name(hole) for hole in holes]


def _print(found: Check, began: str, explored: Exploration | None) -> None:
    out.print(_answer(found))
    out.print(f"{_origin(found, began)}\n", style="dim")
    out.print(picture(found.position, found.jumps))
    out.print(f"\n{counted(len(found.position), 'peg')}")
    lines = jump_lines(found.jumps, unicode=draws_unicode(), called=out.called)
    for line in lines if explored is None else exploration_lines(explored):
        out.print(line)


def _origin(found: Check, began: str) -> str:
    """Whether a game can lead to the position."""
    missing = found.position.complement
    if len(missing) == 1:
        return f"a game begins here, with {hole_name(next(iter(missing)))} empty"
    game = "game that begins with one empty hole" if began == "any" else f"game from {began}"
    return {
        True: f"a {game} can lead here",
        False: f"no {game} leads here",
        None: f"not known: whether a {game} can lead here",
    }[found.reachable]


def _answer(found: Check) -> str:
    """Whether the position can be won, and how; or where to ask why not."""
    goal = found.goal
    pegs = Position(goal.board, goal.finishes[0])
    if len(goal.finishes) > 1:
        ends = "with one peg"
    elif len(pegs) <= MAX_NAMED_PEGS:
        many = "one peg" if len(pegs) == 1 else f"{len(pegs)} pegs"
        ends = f"with {many} at {' and '.join(_names(tuple(pegs)))}"
    else:
        ends = f"at {goal.finish_text}"
    if found.winning is None:
        return f"not known: whether a game from here can end {ends}"
    if not found.winning:
        why = f"pegs explain {goal.board.name} {start_name(found.position)}"
        finish = "" if is_anywhere(goal) else f" --finish {goal.finish_text}"
        return f"lost: no game from here can end {ends}. Why: {why}{finish}"
    if found.position.code in goal.finishes:
        return f"won: the game is at its end, {ends}"
    few = "as few as " if found.moves != 1 else ""
    moves = "" if found.moves is None else f", in {few}{counted(found.moves, 'move')}"
    if found.holes is not None:
        ends = f"with one peg at {either(_names(found.holes))}"
    elif found.solution is not None and len(found.solution.finish) == 1:
        [hole] = found.solution.finish
        ends = f"with one peg (at {hole_name(hole)}, for instance)"
    return f"can be won: a game from here can end {ends}{moves}"
