"""The commands that examine a position or a game: `pegs check`, `pegs explain`, `pegs replay`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from shlex import quote

import click

from pegsolitaire import advice, draw, reasons, sets, solving, theory
from pegsolitaire.board import Board, hole_name, read_board, read_board_and_start, read_text
from pegsolitaire.board.links import words_of
from pegsolitaire.cli.command import command
from pegsolitaire.cli.long_work import kept_sets, working
from pegsolitaire.cli.options import (
    FILE,
    Limits,
    board_argument,
    disk_limit_options,
    finish_option,
    limit_options,
    limits_need,
    names_of,
    needs,
    notation_of,
    numbers_option,
    problem_on,
    type_option,
)
from pegsolitaire.cli.output import WRONG, complain, out, print_basis, report
from pegsolitaire.cli.pictures import drawn_in, picture_option
from pegsolitaire.draw.terminal import ASCII, UNICODE
from pegsolitaire.errors import BudgetSpentError, NotationError, ProblemError
from pegsolitaire.files import check_target, write_text
from pegsolitaire.game import (
    Position,
    Replay,
    finish_name,
    is_any,
    is_game,
    read_game,
    read_position,
    read_start,
    replay as replay_moves,
    split_start,
)
from pegsolitaire.game.problem_words import check_board_of
from pegsolitaire.units import counted
from pegsolitaire.work import Work

_QUICK = "--time 1m --disk 1GB prints what is known by then"


@command()
@board_argument
@click.argument(
    "start",
    metavar="[POSITION]",
    required=False,
    help="The position on your board: a picture, @FILE, code:8455, the holes with pegs, the "
    "start and the jumps so far (d4:d2-d4,d5-d3), or one hole if only that hole is empty. "
    "With --position: the start of the game.",
)
@click.option(
    "--position",
    "at",
    metavar="POSITION",
    help="The position to check, if the argument is the start of the game.",
)
@finish_option
@type_option
@click.option(
    "--explore",
    "numbers",
    is_flag=True,
    help="Also show for each jump the number and share of ways to win, the fewest moves, and the "
    "chance that a random player wins. The best jump comes first.",
)
@disk_limit_options
def check(
    name: str,
    start: str | None,
    at: str | None,
    finish: str | None,
    letter: str | None,
    numbers: bool,
    limits: Limits,
) -> None:
    """Check whether a position, and each jump from it, can still be won.

    The first line of the output says whether the game can end with one peg, and in which hole. It
    also gives the fewest moves, if they are known. --finish sets another goal. The second line
    says whether this position can arise in a game that began with one empty hole. With --position
    or jumps, it says whether the position can arise in a game from your start.

    The exit code is 0 if the position can be won, 1 if it is lost, and 3 if that is unknown. On
    boards too large for winning sets, the answer comes from known solutions and a quick search.
    Use `pegs explain` to learn why a position is lost.

    Examples: pegs check triangle5 a1,a2,b4;
    pegs check english d4:d2-d4,d5-d3,b4-d4; pegs check triangle5 a4 --position code:50;
    pegs check triangle5 any --position code:2183; pegs check english d4 --explore
    """
    if numbers and is_any(start):
        raise ProblemError("--explore needs one start: give a hole or a position instead of any")
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
    explored: advice.Exploration | None = None
    of_type = theory.as_type(problem.board, letter) if is_any(start) else None
    with working(
        f"which jumps win from {position.text()}",
        limits,
        plan=None if of_type is None else partial(sets.IndexedSets.plan, of_type),
        kept=kept_sets(problem),
        instead="" if of_type is not None or numbers else _QUICK,
    ) as work:
        if of_type is not None:
            indexed = sets.IndexedSets.make(of_type, stored=True, work=work)
            guide = advice.Guide(problem, wins=indexed.superset)
            checked = advice.check(position, problem, guide=guide, work=work)
            # From a lost position, games stay outside the winning sets.
            within = indexed.superset if position in indexed.superset else None
            document = {
                "starts": list(map(hole_name, solving.starts(position, wins=within, work=work))),
                "finishes": list(
                    map(hole_name, solving.finishes(position, wins=within, work=work))
                ),
                "index": indexed.index(position),
            }
        else:
            checked = advice.check(position, problem, game=game, sets=numbers, work=work)
            if numbers:
                explored = advice.explore(checked.guide, position, checked.guide.values(work=work))

    def show() -> None:
        goal = checked.goal
        if checked.winning is False:
            out.doubt(goal.board)
        why = "`pegs explain` with the same board and position"
        if goal.board.is_named:
            option = theory.goal_option(checked.position, goal)
            why = f"`pegs explain {goal.board.name} {checked.position.short_name}{option}`"
        out.print(f"{checked.text()}{f'. Why: {why}' if checked.winning is False else ''}")
        out.dim(checked.origin_text("any" if at is None else problem.start))
        print_basis(checked.basis)
        out.print()
        out.picture(checked.position, checked.jumps)
        if legend := draw.verdicts_legend(checked.jumps, unicode=out.draws_unicode):
            out.dim(legend)
        out.print(f"\n{counted(len(checked.position), 'peg')}")
        if explored is not None:
            out.print(explored.text())
        else:
            lines = draw.jump_lines(checked.jumps, unicode=out.draws_unicode)
            for line in lines:
                out.print(line)
        for key, value in document.items():
            words = " ".join(value) if isinstance(value, list) else str(value)
            out.print(f"{key}: {words if value or value == 0 else 'none'}")

    more = document if explored is None else {"explore": explored}
    report(lambda: checked.to_json() | more, show, checked.winning)


_MAX_INPUT_CHARACTERS = 1 << 20  # the largest number of characters read from standard input
_SECONDS = 60.0  # after this time no new search for the fewest pegs begins


@command()
@board_argument
@click.argument(
    "start",
    metavar="START",
    help="The start of the game, as for `pegs solve`. You can add the moves after a colon "
    "(d4:d2-d4,d5-d3) instead of passing MOVES. @FILE reads both from a file, and - reads "
    "them from standard input.",
)
@click.argument(
    "moves",
    metavar="[MOVES]",
    required=False,
    help="The jumps or moves: d2-d4, d5-d3-b3; or @FILE, or - for standard input.",
)
@click.option("--moves", "only_moves", is_flag=True, help="Print only the moves, not every board.")
@picture_option("Draw a strip of boards, one for each move.")
@click.option(
    "--animate", type=FILE, metavar="FILE", help="Draw an animated SVG that plays the game."
)
@click.option(
    "--review",
    "look_back",
    is_flag=True,
    help="Print the ways to win, the fewest pegs and the fewest moves after each jump, and name "
    "the jump that lost the game.",
)
@finish_option
@numbers_option
@disk_limit_options
def replay(
    name: str,
    start: str,
    moves: str | None,
    only_moves: bool,
    svg: Path | None,
    animate: Path | None,
    look_back: bool,
    finish: str | None,
    numbers: bool,
    limits: Limits,
) -> None:
    """Replay a game: check its moves and show each board.

    Write moves as in the papers, separated by commas, spaces or line breaks; moves pasted from
    other programs are understood too. Without MOVES, START may be a list of moves from the
    usual start. If a jump is illegal, the command prints the boards before it and the reason,
    and the exit code is 2.

    Examples: pegs replay triangle4 "a2: a4-a2, a1-a3, c4-a4-a2"; pegs replay english d4 "d2-d4
    d5-d3" --moves; pegs replay triangle4 a2 "a4-a2, a1-a3" --animate game.svg; pegs
    replay english d4 "d2-d4, d5-d3, b4-d4, d3-d5" --review
    """
    needs("--finish", "--review")
    needs("--disk", "--review")
    needs("--yes", "--review")
    limits_need("--review")
    board, shown, *_ = read_board_and_start(name)
    if animate is not None:
        check_target(animate)
        if animate.suffix.lower() != ".svg":
            raise ProblemError(f"--animate draws an SVG: write {animate.with_suffix('.svg')}")
    replayed = _read(board, shown, start, moves)
    if svg is not None:
        draw.write_picture(draw.solution_svg(replayed.game, names=names_of(board, numbers)), svg)
    if animate is not None:
        write_text([draw.solution_animation(replayed.game)], animate)
    looked_back = None
    if look_back:
        problem = theory.read_problem(board, replayed.game.start.short_name, finish)
        with working("what was left after each jump", limits, kept=kept_sets(problem)) as work:
            guide = advice.Guide.make(problem, work=work)
            values, search = guide.values(work=work), work.part(seconds=_SECONDS)
            looked_back = advice.review(guide, replayed.game, values, work=search)

    def show() -> None:
        game = replayed.game
        if only_moves:
            out.print(game.text(notation_of(numbers)))
        else:
            width, unicode = out.width, out.draws_unicode
            out.print(
                draw.solution_text(
                    game, width=width, unicode=unicode, notation=notation_of(numbers)
                )
            )
            out.print()
            if len(game):
                glyphs = UNICODE if unicode else ASCII
                out.dim(f"{glyphs.moved_peg} the peg that has just jumped")
        out.dim(
            f"{counted(len(game), 'jump')}, {counted(len(game.moves), 'move')}, "
            f"{counted(len(game.finish), 'peg')} left: {board.name}: {game.start.short_name}"
        )
        if looked_back is not None:
            out.print(looked_back.text())
        for target in filter(None, (svg, animate)):
            out.print(f"drawn in {target}")

    more = {} if looked_back is None else {"review": looked_back}
    report(lambda: replayed.to_json() | more, show)
    if replayed.fault is not None:
        complain(replayed.fault)
        raise click.exceptions.Exit(WRONG)


def _read(board: Board, shown: int | None, start: str, moves: str | None) -> Replay:
    """Read a game, up to the first illegal jump."""
    begin, played = split_start(_replay_text(start), board)
    if played and moves is not None:
        raise NotationError(f"{start} already contains moves: leave them out, or leave out MOVES")
    if moves is not None:
        played = _replay_text(moves)
        check_board_of(words_of(played), board)
    elif not played and is_game(begin):  # only moves, from the usual start
        code = advice.opening(board).problem.starts[0] if shown is None else shown
        position = Position(board, code)
        return replay_moves(position, begin)
    position = read_start(board, begin)
    if not played:
        first = next(iter(position.legal_jumps), "MOVES")
        named = board.name if board.is_named else "BOARD"
        raise NotationError(
            f"give the moves, as in `pegs replay {named} {quote(start)} {first}`, or - to read "
            "them from standard input"
        )
    return replay_moves(position, played)


def _replay_text(word: str) -> str:
    """Return the text of an argument, of the file that it names, or of standard input."""
    if word != "-":
        return read_text(word[1:]) if word[:1] == "@" else word
    text = sys.stdin.read(_MAX_INPUT_CHARACTERS + 1)
    if len(text) > _MAX_INPUT_CHARACTERS:
        raise NotationError("standard input is larger than a megabyte: pass a single game")
    return text


#: What to print below a proof that is not printed in full.
_MORE = {
    "trap": "To see the whole proof, add --proof.",
    "exits": "To see the whole proof, add --proof.",
    "cases": "To see the numbers and check each case, add --proof.",
}
_LEGEND = "[n] a peg on a hole of weight n, n an empty hole, a dot an empty hole of weight 0"


def print_best(best: solving.BestEnd) -> None:
    """Print the best possible ending and the moves that lead to it."""
    line = f", by {best.solution}" if best.solution.jumps else ""
    out.print(f"\n{best.text}{line}")


def print_reasons(
    position: Position,
    found: Iterable[theory.Reason],
    claim: reasons.Claim | None = None,
    *,
    proof: bool = False,
) -> None:
    """Print a claim with a picture, and then each reason.

    A reason is a sentence with a picture, the numbers and, on request, the proof. A claim that is
    the same sentence as a reason is only printed as that.
    """
    told = reasons.tell(position, found)
    if claim is not None and claim.sentence not in [telling.sentence for telling in told]:
        out.print(f"\n{claim.sentence}")
        out.print(draw.rings_text(claim.shown, claim.rings, unicode=out.draws_unicode))
    for telling in told:
        out.print(f"\n{telling.sentence}")
        if telling.ring_codes:
            out.print(draw.rings_text(position, telling.ring_codes, unicode=out.draws_unicode))
            marks = "( )" if len(telling.ring_codes) == 1 else "( ) and [ ]"
            out.dim(f"{marks} {telling.legend}")
        for line in telling.numbers:
            out.print(line)
        if not proof:
            _print_weights(position, telling.weights)
            continue
        for part in telling.proof:
            out.print(f"\n{part.title}" if part.title else "")
            _print_weights(position, part.weights)
            for line in part.lines:
                out.print(line)


def _print_weights(position: Position, weights: Sequence[int] | None) -> None:
    if weights is not None:
        out.print(draw.weights_text(position, weights, unicode=out.draws_unicode))
        out.dim(_LEGEND)


@command()
@board_argument
@click.argument(
    "at",
    metavar="POSITION",
    help="The position: code:8455; a picture, rows of * and . joined by /; @FILE with a picture; "
    "the name of a puzzle; one hole if only that hole is vacant; or a start with jumps, "
    "d4:d2-d4,d5-d3.",
)
@finish_option
@click.option(
    "--weights",
    metavar="WEIGHTS",
    help="Test only your own resource count, given as rows of integers joined by / or as @FILE.",
)
@click.option("--proof", is_flag=True, help="Print the whole proof, with all of its cases.")
@picture_option("Draw the first reason: its rings, and its weights if it has any.")
@limit_options
def explain(
    name: str,
    at: str,
    finish: str | None,
    weights: str | None,
    proof: bool,
    svg: Path | None,
    limits: Limits,
) -> None:
    """Explain why a position is lost, with the shortest proof that can be verified.

    The explanation is a short sentence and a picture in which the relevant holes are ringed, and
    then a reason with its numbers and, with --proof, the complete proof.

    Lost positions are called dead in the papers. These are the kinds of reasons, shortest first:
    the position class; pegs that can never get out; a resource count (weights on the holes whose
    sum no jump can raise, and which is larger at the finish); the SAX count on triangle5; a
    balance sheet that compares what may be lost with the exits that regions need; a division into
    cases by how often some jumps are made, with a balance sheet for each case; and otherwise a
    search, on boards of up to 128 holes. The output ends with the best possible ending and its
    jumps, if the limits allow that: one peg in another hole, or the fewest pegs. The exit code is
    1 if the position is not dead, and 3 if that is undecided.

    Examples: pegs explain french d4; pegs explain triangle5 b3 --finish b3; pegs explain triangle4
    a2 --finish c4; pegs explain english code:4307720192 --finish d4
    """
    board = read_board(name)
    position = read_start(board, at)
    problem = theory.read_problem(board, at, finish)
    goals = [Position(board, code) for code in problem.finishes]
    count = None if weights is None else theory.ResourceCount.read(board, _text(weights))
    with working(f"why {position.text()} is dead", limits, is_open=True) as work:
        explanation = reasons.explain(position, finish=goals, count=count, work=work)
        best = _best(explanation, work=work)
    told = explanation.told
    drawn = drawn_in(svg if told else None, lambda: told[0].svg(numbers=True))
    if svg is not None and not told:
        complain(f"{svg} was not drawn: no reason was found")

    def show() -> None:
        if explanation.dead:
            out.doubt(board)
        claim = explanation.claim
        is_drawn = claim.ending is None if claim else any(telling.ring_codes for telling in told)
        if not is_drawn:
            out.picture(position)
        out.print(f"\n{ {True: 'dead', False: 'not dead', None: 'undecided'}[explanation.dead] }")
        if explanation.solution is not None:
            out.print(str(explanation.solution))
        print_reasons(position, explanation.reasons, claim, proof=proof)
        if (
            more := []
            if proof
            else [_MORE[reason.kind] for reason in told if reason.kind in _MORE]
        ):
            out.dim(more[0])
        if best is not None and best.text not in {reason.text for reason in explanation.reasons}:
            print_best(best)
        if count is not None and explanation.open:
            names = ", ".join(finish_name(board, code) for code in explanation.open)
            out.print(f"\nthis count is {count.of(position)} here and does not exclude {names}")
        print_basis(explanation.basis)

    last = {"finish": problem.finish, "best": best}
    report(lambda: explanation.to_json() | last, show, explanation.dead, drawn=drawn)


def _text(words: str) -> str:
    return read_text(words[1:]) if words.startswith("@") else words


def _best(found: reasons.Explanation, *, work: Work) -> solving.BestEnd | None:
    """Find the best ending of a dead position within the limits, if the goal was one peg."""
    ruled_out = {code for reason in found.reasons for code in reason.finishes}
    single = all(code.bit_count() == 1 for code in ruled_out)
    if not found.dead or not single or not found.position.board.fits_word:
        return None
    with suppress(BudgetSpentError):
        return solving.best_end(found.position, ruled_out=ruled_out, work=work)
    return None
