"""`pegs play`: the browser game, the game in a terminal, and the page as files for any host."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from pegsolitaire import stopping
from pegsolitaire.amounts import bytes_text
from pegsolitaire.analysis import Guide, opening, problem_on
from pegsolitaire.board import read_board_and_start
from pegsolitaire.cli.arguments import Finish, kept_sets
from pegsolitaire.cli.output import draws_unicode, out
from pegsolitaire.cli.terminal import play_in_terminal
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.files import home
from pegsolitaire.game import Problem, is_any, start_in
from pegsolitaire.progress_bar import Bar, err
from pegsolitaire.work import Work

_HOST = "127.0.0.1"


def play(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="BOARD",
            help="A board by name, or @FILE; by default the English board.",
            show_default=False,
        ),
    ] = None,
    start: Annotated[
        str | None,
        typer.Argument(
            metavar="START",
            help="A hole (its vacancy), code:8455, a picture, @FILE or a puzzle; by default the "
            "middle of the board, or the nearest hole to it that can be won.",
            show_default=False,
        ),
    ] = None,
    finish: Finish = None,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Play in the terminal, not in the browser.")
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65535,
            help="The port; 0 for any free one. By default 8033, or the next that is free.",
            show_default=False,
        ),
    ] = None,
    host: Annotated[
        str | None,
        typer.Option(
            help="The address to listen on. By default 127.0.0.1, for this machine alone; "
            "0.0.0.0 is for others in the network too, and says what to type there.",
            show_default=False,
        ),
    ] = None,
    browser: Annotated[
        bool | None,
        typer.Option(
            "--browser/--no-browser",
            help="Open the page in the browser, as it does by default.",
            show_default=False,
        ),
    ] = None,
    puzzles: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="PATH",
            help="A puzzle set of your own for the gallery, FILE.toml, or a folder of them; more "
            "than one may be given. The folder puzzles among the stored sets is always looked at.",
            show_default=False,
        ),
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Write the page as files for any web host, with packed winning sets, and do not "
            "serve it.",
            show_default=False,
        ),
    ] = None,
    link: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="With --export: where the page will be. The sheets that it prints have QR codes "
            "that lead to the puzzles there.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Play peg solitaire, and see which jumps lose before you make them.

    Serves the game to the browser of this machine and opens it; Ctrl-C ends it. Jump a peg over
    its neighbour into an empty hole: the jumped peg is removed. End with one peg.

    Examples: pegs play; pegs play triangle5 a1; pegs play english c3 --finish any; pegs play
    --terminal; pegs play --export site
    """
    folders = puzzles or []
    opening_it = "--browser" if browser else "--no-browser"
    served: dict[str, object] = {"--port": port, "--host": host, opening_it: browser}
    if export is not None:
        others = {"BOARD": name, "--finish": finish, "--terminal": terminal or None, **served}
        _refuse("--export writes the whole page: it goes with --puzzles and --link alone", others)
        _export(export, folders, link)
        return
    if link is not None:
        raise ProblemError("--link goes with --export: a page that is served knows its address")
    if terminal:
        others = {**served, "--puzzles": puzzles or None}
        _refuse("--terminal serves no page: it goes with BOARD, START and --finish alone", others)
        _play_here(_problem(name, start, finish))
    else:
        _serve(
            _problem(name, start, finish),
            _HOST if host is None else host,
            port,
            browser is not False,
            folders,
        )


def _refuse(why: str, options: Mapping[str, object]) -> None:
    """Refuse the options that were given: nothing is ignored in silence."""
    given = [option for option, value in options.items() if value is not None]
    if given:
        raise ProblemError(f"{why}, not with {', '.join(given)}")


def _problem(name: str | None, start: str | None, finish: str | None) -> Problem | None:
    """The problem that was asked for, if one was."""
    if start is not None and is_any(start):
        raise ProblemError("a game begins at one position: give a hole, or leave START out")
    if start is None and finish is not None:
        raise ProblemError("--finish goes with a START: say where the game begins too")
    if name is None:
        return None
    board, shown, words = read_board_and_start(name)
    start = start_in(words) if start is None else start
    if start is None and shown is not None:
        start = f"code:{shown:#x}"
    if start is not None:
        return problem_on(board, start, finish)
    with Bar(what=f"which hole of {board.name} to begin with"):
        found = opening(board)
    if found.standing == "never":
        left = "" if found.fewest is None else f": at best {found.fewest} pegs are left"
        err.print(f"no vacancy of {board.name} can be won{left}")
    return found.problem


def _play_here(problem: Problem | None) -> None:
    chosen = problem or problem_on("english")
    with Bar(f"which jumps win: {chosen}", kept=kept_sets(chosen)) as progress:
        if not chosen.board.fits_word:
            raise BoardTooLargeError(
                f"{chosen.board.name} has {len(chosen.board)} holes: in the terminal boards of up "
                "to 64 holes are played, larger ones in the browser"
            )
        guide = Guide.make(chosen, work=Work(progress=progress))
    play_in_terminal(chosen, guide)


def _serve(
    problem: Problem | None, host: str, port: int | None, browser: bool, folders: list[Path]
) -> None:
    from pegsolitaire.web.network import addresses_for_others
    from pegsolitaire.web.server import address_of, listen, serve
    from pegsolitaire.web.words import link_of

    folders = _with_default(folders)
    found = listen(host, port)
    link = link_of(problem) if problem else ""
    address = address_of(found, host, link)
    others = addresses_for_others(found, host, link)
    if others:
        err.print("[dim]others can reach this game: it has no passwords[/dim]")

    def told() -> None:
        out.print(f"Peg solitaire is at {address} (Ctrl-C ends it)")
        _invite(others)
        out.file.flush()

    try:
        serve(found, host, folders=folders, opened=address if browser else None, told=told)
    except KeyboardInterrupt:
        stopping.take()
        out.print("ended")


def _invite(addresses: list[str]) -> None:
    """Say what to type on other machines; on a terminal there is a QR code for a phone too."""
    if not addresses:
        return
    out.print(f"On other machines: {' or '.join(addresses)}")
    if out.is_terminal and draws_unicode():
        from pegsolitaire.web.network import qr_text

        # Both colours are said, so that the code is no negative on a light terminal.
        out.print(qr_text(addresses[0]), style="bright_white on black")


def _export(folder: Path, folders: list[Path], link: str | None) -> None:
    from pegsolitaire.web.codes import check_address
    from pegsolitaire.web.export import check_folder, export_page, plan_export

    folders = _with_default(folders)
    if link is not None:
        check_address(link)
    check_folder(folder)
    kept = f"what is in {folder} is not whole, and the same command writes it again"
    with Bar("the page, and the winning positions of its packs", kept=kept) as progress:
        progress.announce_plan(plan_export())
        written = export_page(folder, folders, address=link, work=Work(progress=progress))
    out.print(f"{folder}: {written.files} files, {bytes_text(written.bytes)}, for any web host")


def _with_default(folders: list[Path]) -> list[Path]:
    """The folders, and files, with that among the stored sets, which need not be there.

    A file that is named has to be right. Of a folder what is wrong is told, and left out.
    """
    from pegsolitaire.web.gallery import Gallery, read_own

    for folder in folders:
        if folder.is_file():
            read_own(folder)
        elif not folder.is_dir():
            raise ProblemError(
                f"{folder} is not a folder or a puzzle set: --puzzles takes one or the other"
            )
    found = [*folders, home() / "puzzles"]
    for complaint in Gallery(found).complaints:
        err.print(f"left out: {complaint}", markup=False, emoji=False)
    return found
