"""`pegs explain`: why a position is dead."""

from __future__ import annotations

from pathlib import Path

from pegsolitaire.board import read_board, read_text
from pegsolitaire.cli.options import BOARD, Limits, argument, option
from pegsolitaire.cli.output import (
    EXIT,
    complain,
    out,
    picture,
    report,
)
from pegsolitaire.cli.pictures import check_pictures, picture_option
from pegsolitaire.cli.reasons import print_best, print_reasons
from pegsolitaire.cli.working import working
from pegsolitaire.draw import weights_svg, write_picture
from pegsolitaire.game import finish_name, is_any, read_finish, read_start
from pegsolitaire.reasons import Explanation
from pegsolitaire.reasons import explain as explain_position
from pegsolitaire.results import to_json
from pegsolitaire.solving import BestEnd, best_end
from pegsolitaire.theory import ResourceCount
from pegsolitaire.work import Work


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
        _print(found, best)
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


def _print(found: Explanation, best: BestEnd | None) -> None:
    position = found.position
    if not any(reason.sheet for reason in found.reasons):
        out.print(picture(position))
    out.print(f"\n{ {True: 'dead', False: 'not dead', None: 'undecided'}[found.dead] }")
    if found.solution is not None:
        out.print(str(found.solution))
    print_reasons(position, found.reasons)
    if best is not None and best.text not in {reason.text for reason in found.reasons}:
        print_best(best)
