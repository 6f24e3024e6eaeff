"""`pegs replay`: a game that was written down, checked and shown board by board."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.text import Text

from pegsolitaire.board import Board, read_board_and_start, read_text
from pegsolitaire.cli.explored import review_lines
from pegsolitaire.cli.options import BOARD, FINISH, Limits, argument, limits_need, option, rules
from pegsolitaire.cli.output import (
    WRONG,
    complain,
    counted,
    draws_unicode,
    end,
    out,
    report,
)
from pegsolitaire.cli.pictures import check_pictures, names_asked_for, picture_option
from pegsolitaire.cli.working import kept_sets, working
from pegsolitaire.draw import solution_animation, solution_svg, solution_text, write_picture
from pegsolitaire.errors import NotationError
from pegsolitaire.files import check_target, write_text
from pegsolitaire.game import (
    Position,
    Replay,
    Solution,
    is_game,
    read_start,
    split_start,
    start_name,
)
from pegsolitaire.game import replay as replay_moves
from pegsolitaire.reasons import Guide, Review, opening, review
from pegsolitaire.theory import read_problem
from pegsolitaire.work import Work

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
        _print(found, only_moves)
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
    begin, played = split_start(_text(start))
    if played and moves is not None:
        raise NotationError(f"{start} has moves already: leave out these or MOVES")
    if moves is not None:
        played = _text(moves)
    elif not played and is_game(begin):  # moves alone, from the usual start
        position = opening(board).start if shown is None else Position(board, shown)
        return replay_moves(position, begin)
    if not played:
        raise NotationError(
            f'give the moves: pegs replay {board.name} {start} "d2-d4, d5-d3", or - for '
            "standard input"
        )
    return replay_moves(read_start(board, begin), played)


def _text(word: str) -> str:
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


def _print(found: Replay, only_moves: bool) -> None:
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
