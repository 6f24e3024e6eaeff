"""`pegs duotaire` says who wins a game for two players."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import click

from pegsolitaire import sets
from pegsolitaire.board import Board, hole_name, read_board
from pegsolitaire.cli.command import command
from pegsolitaire.cli.long_work import going_on, working
from pegsolitaire.cli.options import (
    Limits,
    board_argument,
    level_limit_options,
    needs,
    start_argument,
)
from pegsolitaire.cli.output import Column, out, report
from pegsolitaire.game import as_position
from pegsolitaire.progress_bar import NOTHING_KEPT
from pegsolitaire.sets.plans import plan_duotaire
from pegsolitaire.sets.two_players import Turn
from pegsolitaire.units import counted

_MAX_PRINTED_TURNS = 20


@command()
@board_argument
@start_argument
@click.option("--misere", is_flag=True, help="A player who cannot jump wins instead of losing.")
@click.option(
    "--turns",
    type=click.Choice(["jump", "move"]),
    default="jump",
    show_default=True,
    help="What a turn is: a jump, or a move of one or more jumps of one peg.",
)
@click.option(
    "--store", is_flag=True, help="Store the values of all positions, or use the stored ones."
)
@level_limit_options
def duotaire(
    name: str, start: str | None, misere: bool, turns: Turn, store: bool, limits: Limits
) -> None:
    """Find out who wins if two players take turns on one board (duotaire).

    A player who cannot jump loses or, with --misere, wins. A turn is one jump or, with --turns
    move, one or more jumps of one peg. The command prints who wins if both play well, and how many
    turns the game lasts if the winner hurries and the loser delays. It also prints the first turns
    that win, up to symmetry, and how many of the positions that START leads to are won and lost by
    the player to move. Positions are counted up to the symmetries of the board.

    If START is any or left out, the command prints who wins from each vacancy, up to symmetry.

    Examples: pegs duotaire triangle5 a1; pegs duotaire triangle5 a1 --turns move; pegs duotaire
    square4 --misere
    """
    board = read_board(name)
    kind = f"a turn is a {turns}{', misère' * misere}"
    if start is None or start == "any":
        needs("--store", "START")
        _all_vacancies(board, misere, turns, kind, limits)
        return
    position = as_position(board, start)
    title = f"{board.name} {position.short_name}, {kind}"
    kept: str | Callable[[], str] = NOTHING_KEPT
    if store:
        kept = going_on(whole=sets.DuotaireTable.file(position, misere=misere, turns=turns).path)
    planned = partial(plan_duotaire, [position])
    with working(f"who wins {title}", limits, plan=planned, kept=kept) as work:
        if store:
            table = sets.DuotaireTable.load(position, misere=misere, turns=turns, work=work)
            game = table.result
        else:
            game = sets.duotaire(position, misere=misere, turns=turns, work=work)

    def show() -> None:
        left = counted(game.remoteness, "turn")
        out.print(f"the {game.winner} player wins in {left}: {title}")
        if game.winning_turns:
            printed = list(map(str, game.winning_turns[:_MAX_PRINTED_TURNS]))
            more = len(game.winning_turns) - len(printed)
            out.print(f"by {', '.join(printed)}{f' and {more} more' if more else ''}")
        out.table(
            [Column.number("pegs"), Column.number("won"), Column.number("lost")],
            ((row.pegs, row.won, row.lost) for row in game.levels),
            title=(
                f"{counted(game.positions, 'position')} that the player to move wins and loses, "
                "up to symmetry"
            ),
            sums=[("all", game.won, game.lost)],
        )

    report(game.to_json, show)


def _all_vacancies(board: Board, misere: bool, turns: Turn, kind: str, limits: Limits) -> None:
    starts = [board.vacancy(board.holes[orbit[0]]) for orbit in board.orbits]
    title = f"{board.name}, {kind}"
    planned = partial(plan_duotaire, starts)
    with working(f"who wins from each vacancy of {title}", limits, plan=planned) as work:
        rows = sets.duotaire_vacancies(board, misere=misere, turns=turns, work=work)

    def show() -> None:
        out.table(
            [
                Column("vacancy", is_left=True),
                Column("winner", is_left=True),
                Column.number("turns"),
            ],
            ((hole_name(row.vacancy), row.winner, row.remoteness) for row in rows),
            title=title,
        )

    report({"board": board.name, "turns": turns, "misere": misere, "rows": rows}, show)
