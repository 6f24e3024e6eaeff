"""`pegs check`: whether a position can still be won, and which jumps keep it so."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from rich.text import Text

from pegsolitaire.board import Board, Hole, hole_name, read_board, read_board_and_start, read_text
from pegsolitaire.board.notation import either
from pegsolitaire.cli.options import (
    BOARD,
    FINISH,
    TYPE,
    Limits,
    argument,
    limits_need,
    option,
    rules,
)
from pegsolitaire.cli.output import (
    EXIT,
    WRONG,
    complain,
    counted,
    draws_unicode,
    end,
    out,
    picture,
    report,
)
from pegsolitaire.cli.pictures import check_pictures, names_asked_for, picture_option
from pegsolitaire.cli.working import kept_sets, working
from pegsolitaire.draw import (
    jump_lines,
    solution_animation,
    solution_svg,
    solution_text,
    weights_svg,
    weights_text,
    write_picture,
)
from pegsolitaire.errors import NotationError, ProblemError
from pegsolitaire.files import check_target, write_text
from pegsolitaire.game import (
    Jump,
    Position,
    Replay,
    Solution,
    finish_name,
    is_any,
    is_game,
    read_finish,
    read_game,
    read_position,
    read_start,
    split_start,
    start_name,
)
from pegsolitaire.game import replay as replay_moves
from pegsolitaire.reasons import (
    Check,
    Explanation,
    Exploration,
    ExploredJump,
    Guide,
    Review,
    explore,
    opening,
    problem_on,
    review,
)
from pegsolitaire.reasons import check as check_position
from pegsolitaire.reasons import explain as explain_position
from pegsolitaire.results import to_json
from pegsolitaire.sets import IndexedSets
from pegsolitaire.solving import BestEnd, best_end, finishes, starts
from pegsolitaire.theory import (
    BalanceSheet,
    Demand,
    Limit,
    Reason,
    ResourceCount,
    case_text,
    is_anywhere,
    read_problem,
    rounded,
    type_named,
)
from pegsolitaire.work import Work

# --
# What each jump leads to, and games looked back on, in lines.


def exploration_lines(found: Exploration) -> Iterator[str]:
    """A line for each jump, the best first."""
    rows = [_cells(row) for row in found.jumps]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)] if rows else []
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()
    if found.solutions:
        yield "each with: ways to win after it, their share of all, fewest moves, random play"
        yield (
            f"from here: {counted(found.solutions, 'way')} to win, fewest moves {found.moves}, "
            f"a random player wins {_odds(found.chance)}"
        )


def _cells(row: ExploredJump) -> list[str]:
    name = ", ".join(map(str, (row.jump, *row.twins)))
    if not row.winning:
        return [name, {False: "dead", None: "not known"}[row.winning], "", "", "", ""]
    if row.solutions is None:
        return [name, "wins", "", "", "", ""]
    return [
        name,
        "wins",
        f"{row.solutions:,}" + (" each" if row.twins else ""),
        f"{row.share:.1%}" + (" together" if row.twins else ""),
        counted(row.moves or 0, "move"),
        _odds(row.chance),
    ]


def _odds(chance: float | None) -> str:
    """A chance, as 1 in so many."""
    if not chance:
        return "never"
    return f"1 in {rounded(round(1 / chance))}" if chance < 0.5 else f"{chance:.0%}"


def review_lines(found: Review) -> Iterator[str]:
    """What was left after each jump, and what is to be said of it."""
    for number, step in enumerate(found.steps):
        name = "start" if step.jump is None else str(step.jump)
        left = "?" if step.solutions is None else f"{step.solutions:,}"
        pegs = "?" if step.fewest_pegs is None else str(step.fewest_pegs)
        moves = "" if step.moves is None else f", {counted(step.moves, 'move')} in all"
        most = "" if step.exact or step.fewest_pegs is None else " or fewer"
        ways = "way" if step.solutions == 1 else "ways"
        yield f"{number:3}  {name:7}  {left} {ways} to win{moves}; can end with {pegs}{most}"
    yield from _sentences(found)


def _sentences(found: Review) -> Iterator[str]:
    if found.lost_by == 0:
        yield "it could not be won from the start"
    elif found.lost_by is not None:
        others = ", ".join(map(str, found.others))
        jump = found.steps[found.lost_by].jump
        yield (
            f"jump {found.lost_by} ({jump}) lost it, {counted(found.jumps_left or 0, 'jump')} "
            f"from a solution: {others} would still have won"
        )
    if found.longer_by is not None:
        jump = found.steps[found.longer_by].jump
        yield f"jump {found.longer_by} ({jump}) left the way with the fewest moves"


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
        _print_check(found, "any" if at is None else problem.start_text, explored)
        for key, value in document.items():
            words = " ".join(value) if isinstance(value, list) else str(value)
            out.print(f"{key}: {words if value or value == 0 else 'none'}")

    more = document if explored is None else {"explore": explored.to_json()}
    report(lambda: found.to_json() | more, show, EXIT[found.winning])


def _names(holes: tuple[Hole, ...]) -> list[str]:
    return [hole_name(hole) for hole in holes]


def _print_check(found: Check, began: str, explored: Exploration | None) -> None:
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


# --
# `pegs replay`: a game that was written down, checked and shown board by board.


_MOST = 1 << 20  # characters of standard input
_SECONDS = 60.0  # after which no search for the fewest pegs is begun


@rules("--finish needs --review", *limits_need("--review"))
def replay(
    name: str = BOARD,
    start: str = argument(
        "START",
        "Where the game starts, as for `pegs solve`; with the moves after a colon, "
        "d4:d2-d4,d5-d3, they need not be given again. @FILE with both; - for standard input.",
        is_required=True,
    ),
    moves: str | None = argument(
        "MOVES", "The jumps or moves: d2-d4, d5-d3-b3; @FILE; - for standard input."
    ),
    only_moves: bool = option("Print the moves alone, not every board.", "--moves"),
    svg: Path | None = picture_option("Draw a strip of boards, one a move."),
    animate: Path | None = option("Draw an SVG that plays the game.", metavar="FILE"),
    look_back: bool = option(
        "Say what was left after each jump: ways to win, fewest pegs, fewest moves; and "
        "which jump lost it.",
        "--review",
    ),
    finish: str | None = FINISH,
    *,
    limits: Limits,
) -> None:
    """Replay a game: check a list of moves, and show it board by board.

    Moves are written as in the papers, with commas, blanks or new lines between them; they may be
    numbered, be broken after a dash, and have remarks after #. Other forms are understood too:
    d2->d4, d2 to d4, d2xd4, d2d4, "Peg 4 jumps Peg 2 to Hole 1.", (3,4) to (1,4), hole numbers,
    the actions of a planner, JSON. Where row and column, or 0 and 1, leave a choice, it is the one
    under which every jump is legal. START alone may be a list of moves from the usual start. The
    first jump that cannot be made is named, with the reason, after the boards before
    it; the exit code is then 2. What `pegs solve` prints can be piped in.

    Examples: pegs replay triangle4 "a2: a4-a2, a1-a3, c4-a4-a2"; pegs replay english d4 "d2-d4
    d5-d3" --moves; pegs replay triangle4 a2 "a4-a2, a1-a3" --animate game.svg; pegs
    replay english d4 "d2-d4, d5-d3, b4-d4, d3-d5" --review
    """
    board, shown, _ = read_board_and_start(name)
    check_pictures([svg])
    if animate is not None:
        check_target(animate)
    found = _read(board, shown, start, moves)
    if svg is not None:
        write_picture(solution_svg(found.game, names=names_asked_for()), svg)
    if animate is not None:
        write_text([solution_animation(found.game)], animate)
    looked_back = _review(found.game, finish, limits) if look_back else None

    def show() -> None:
        _print_replay(found, only_moves)
        for line in () if looked_back is None else review_lines(looked_back):
            out.print(line)
        for target in (svg, animate):
            if target is not None:
                out.print(f"drawn in {target}")

    more = {} if looked_back is None else {"review": looked_back.to_json()}
    report(lambda: found.to_json() | more, show)
    if found.fault is not None:
        complain(found.fault)
        end(WRONG)


def _review(game: Solution, finish: str | None, limits: Limits) -> Review:
    """What was left after each jump, with winning sets where they fit the machine."""
    problem = read_problem(game.start.board, start_name(game.start), finish)
    with working("what was left after each jump", limits, kept=kept_sets(problem)) as work:
        guide = Guide.make(problem, work=work)
        return review(guide, game, guide.values(work=work), work=Work(_SECONDS))


def _read(board: Board, shown: int | None, start: str, moves: str | None) -> Replay:
    """The game, played as far as it can be."""
    begin, played = split_start(_replay_text(start))
    if played and moves is not None:
        raise NotationError(f"{start} has moves already: leave out these or MOVES")
    if moves is not None:
        played = _replay_text(moves)
    elif not played and is_game(begin):  # moves alone, from the usual start
        position = opening(board).start if shown is None else Position(board, shown)
        return replay_moves(position, begin)
    if not played:
        raise NotationError(
            f'give the moves: pegs replay {board.name} {start} "d2-d4, d5-d3", or - for '
            "standard input"
        )
    return replay_moves(read_start(board, begin), played)


def _replay_text(word: str) -> str:
    """What is given: itself, what stands in a file, or on standard input."""
    if word == "-":
        return out.heard(_stdin())
    return out.heard(read_text(word[1:])) if word[:1] == "@" else word


def _stdin() -> str:
    text = sys.stdin.read(_MOST + 1)
    if len(text) > _MOST:
        raise NotationError("standard input is larger than a megabyte")
    return text


def _strip(game: Solution) -> Text:
    return solution_text(game, width=out.width, unicode=draws_unicode(), called=out.called)


def _print_replay(found: Replay, only_moves: bool) -> None:
    game = found.game
    if only_moves:
        out.print(str(game))
    else:
        out.print(_strip(game))
        out.print()
    out.print(
        f"{counted(len(game), 'jump')}, {counted(len(game.moves), 'move')}, "
        f"{counted(len(game.finish), 'peg')} left: "
        f"{game.start.board.name}: {start_name(game.start)}",
        style="dim",
    )


# --
# Why a position is dead and what is left of it, in words, for the commands that say so.


_LEGEND = "[n] a peg on a hole of weight n, n an empty hole, a dot an empty hole of weight 0"


def print_best(best: BestEnd) -> None:
    """The best that is left, and its jumps as moves."""
    line = f": {best.solution}" if best.solution.jumps else ""
    out.print(f"\n{best.text}{line}")


def print_reasons(position: Position, reasons: Iterable[Reason]) -> None:
    """Reasons in words, with the weights of those that have them."""
    for reason in reasons:
        out.print(f"\n{reason.text}")
        if reason.cases:
            for number, (_, sheet) in enumerate(reason.cases.cases):
                out.print(f"\ncase {number + 1}: {case_text(reason.cases, number)}")
                _print_sheet(position, sheet)
        elif reason.sheet:
            _print_sheet(position, reason.sheet)


def _print_sheet(position: Position, sheet: BalanceSheet) -> None:
    out.print(weights_text(position, sheet.count.weights, unicode=draws_unicode()))
    out.print(_LEGEND, style="dim")
    for demand, price in sheet.prices:
        out.print(_demand_text(sheet, demand, price))
    for limit in sheet.limits:
        out.print(_limit_text(sheet, limit))


def _limit_text(sheet: BalanceSheet, limit: Limit) -> str:
    jump, due = Jump.of(sheet.board, limit.jump), sheet.due(limit)
    if limit.most == 0:
        return f"  {jump} would gain {-sheet.spare(limit.jump)}, but is {limit.words}"
    change = f"loses {due} more" if due >= 0 else f"gains {-due} at most"
    return f"  {jump}, {limit.words}, {change}"


def _demand_text(sheet: BalanceSheet, demand: Demand, price: int) -> str:
    holes = " ".join(map(hole_name, Position(sheet.board, demand.region)))
    if demand.kind == "exits":
        what = f"takes a peg from {{{holes}}} and ends outside"
    else:
        what = f"changes the parity of {{{holes}}}"
    needed = {code: demand.needed(sheet.start, code) for code in sheet.finishes}
    times = [
        f"{('', 'once', 'twice')[count]} on the way to {finish_name(sheet.board, code)} "
        f"({demand.reason(sheet.start, code)})"
        for code, count in needed.items()
        if count
    ]
    return f"  a jump that {what} loses {price} or more, and is needed {', '.join(times)}"


# --
# `pegs explain`: why a position is dead.


def explain(
    name: str = BOARD,
    at: str = argument(
        "POSITION",
        "code:8455; a picture, rows of * and . joined by /; @FILE with a picture; a "
        "puzzle by name; a hole: that hole vacant, the rest full; or jumps, d4:d2-d4,d5-d3.",
        is_required=True,
    ),
    finish: str | None = option(
        "Where the game was to end: a hole, a position, or any, one peg anywhere, which "
        "is the default.",
        metavar="FINISH",
    ),
    weights: str | None = option(
        "Try a resource count of your own, and nothing else: its rows of integers joined "
        "by /, or @FILE with them.",
        metavar="WEIGHTS",
    ),
    svg: Path | None = picture_option("Draw the first weights over the board."),
    *,
    limits: Limits,
) -> None:
    """Say why a position is dead: the shortest convincing reason, checked before it is given.

    The position class; a resource count, which is weights on the holes whose sum no jump can
    raise, and of which the finish has more; the SAX count on triangle5; a balance sheet of what
    can be lost against the exits from regions that it needs; cases, by how often some jumps are
    made, with a balance sheet for each; or else a search, on boards of up to 128 holes. Then the
    best that is left, with its jumps: one peg in another hole, or the fewest pegs. Without
    --finish, one peg anywhere is the goal. The exit code is 1 when the position is not dead, and 3
    when that was not found out.

    Examples: pegs explain french d4; pegs explain triangle5 b3 --finish b3; pegs explain triangle4
    a2 --finish c4; pegs explain english code:4307720192 --finish d4
    """
    board = read_board(name)
    position = read_start(board, at)
    goals = None if finish is None or is_any(finish) else [read_finish(board, finish)]
    count = None if weights is None else ResourceCount.read(board, _text(weights))
    check_pictures([svg])
    with working(f"why {position.text()} is dead", limits, is_open=True) as work:
        found = explain_position(position, goals, count=count, work=work)
        best = _best(found, work=work.unlimited)
    drawn = svg if svg is not None and _draw(found, svg) else None
    if svg is not None and drawn is None:
        complain(f"{svg} is not drawn: no reason has weights")

    def show() -> None:
        _print_explanation(found, best)
        if count is not None and found.open:
            names = ", ".join(finish_name(board, code) for code in found.open)
            out.print(f"\nthis count, {count.of(position)} here, does not forbid {names}")
        if drawn is not None:
            out.print(f"\ndrawn in {drawn}")

    last = {"best": to_json(best), "svg": None if drawn is None else str(drawn)}
    report(lambda: {**found.to_json(), **last}, show, EXIT[found.dead])


def _text(words: str) -> str:
    return read_text(words[1:]) if words.startswith("@") else words


def _best(found: Explanation, *, work: Work) -> BestEnd | None:
    """What is left of a dead position, where one peg was the goal."""
    ruled_out = {code for reason in found.reasons for code in reason.finishes}
    single = all(code.bit_count() == 1 for code in ruled_out)
    if not found.dead or not single or not found.position.board.fits_word:
        return None
    return best_end(found.position, ruled_out, work=work)


def _draw(found: Explanation, svg: Path) -> bool:
    """Draw the first weights over the board, if a reason has some."""
    weights = next((reason.sheet.count.weights for reason in found.reasons if reason.sheet), None)
    if weights is None:
        return False
    position = found.position
    drawn = weights_svg(position.board, position.code, weights, labels=out.spell is None)
    write_picture(drawn, svg)
    return True


def _print_explanation(found: Explanation, best: BestEnd | None) -> None:
    position = found.position
    if not any(reason.sheet for reason in found.reasons):
        out.print(picture(position))
    out.print(f"\n{ {True: 'dead', False: 'not dead', None: 'undecided'}[found.dead] }")
    if found.solution is not None:
        out.print(str(found.solution))
    print_reasons(position, found.reasons)
    if best is not None and best.text not in {reason.text for reason in found.reasons}:
        print_best(best)
