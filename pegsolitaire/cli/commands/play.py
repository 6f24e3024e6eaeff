"""`pegs play`: the browser game, the game in a terminal, and the page as files for any host."""

from __future__ import annotations

from pathlib import Path

from pegsolitaire import stopping
from pegsolitaire.amounts import bytes_text
from pegsolitaire.board import read_board_and_start
from pegsolitaire.cli.options import FINISH, argument, option, rules
from pegsolitaire.cli.output import draws_unicode, out
from pegsolitaire.cli.terminal import play_in_terminal
from pegsolitaire.cli.working import kept_sets, working
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.files import home
from pegsolitaire.game import Problem, is_any, start_in
from pegsolitaire.progress_bar import err
from pegsolitaire.reasons import Guide, opening, problem_on

_HOST = "127.0.0.1"


_SERVED = "--port --host --browser --no-browser"


@rules(
    f"--export excludes BOARD --finish --terminal {_SERVED}: it writes the whole page",
    "--link needs --export: a page that is served knows its address",
    f"--terminal excludes {_SERVED} --puzzles: it serves no page",
    "--finish needs START: say where the game begins too",
)
def play(
    name: str | None = argument(
        "BOARD", "A board by name, or @FILE; by default the English board."
    ),
    start: str | None = argument(
        "START",
        "A hole (its vacancy), code:8455, a picture, @FILE or a puzzle; by default the "
        "middle of the board, or the nearest hole to it that can be won.",
    ),
    finish: str | None = FINISH,
    terminal: bool = option("Play in the terminal, not in the browser."),
    port: int | None = option(
        "The port; 0 for any free one. By default 8033, or the next that is free.",
        min=0,
        max=65535,
    ),
    host: str | None = option(
        "The address to listen on. By default 127.0.0.1, for this machine alone; "
        "0.0.0.0 is for others in the network too, and says what to type there."
    ),
    browser: bool | None = option(
        "Open the page in the browser, as it does by default.", "--browser/--no-browser"
    ),
    puzzles: list[Path] | None = option(
        "A puzzle set of your own for the gallery, FILE.toml, or a folder of them; more "
        "than one may be given. The folder puzzles among the stored sets is always looked at.",
        metavar="PATH",
    ),
    export: Path | None = option(
        "Write the page as files for any web host, with packed winning sets, and do not serve it.",
        metavar="DIR",
    ),
    link: str | None = option(
        "With --export: where the page will be. The sheets that it prints have QR codes "
        "that lead to the puzzles there.",
        metavar="ADDRESS",
    ),
) -> None:
    """Play peg solitaire, and see which jumps lose before you make them.

    Serves the game to the browser of this machine and opens it; Ctrl-C ends it. Jump a peg over
    its neighbour into an empty hole: the jumped peg is removed. End with one peg.

    Examples: pegs play; pegs play triangle5 a1; pegs play english c3 --finish any; pegs play
    --terminal; pegs play --export site
    """
    folders = list(puzzles or ())
    if export is not None:
        _export(export, folders, link)
    elif terminal:
        _play_here(_problem(name, start, finish))
    else:
        host = _HOST if host is None else host
        _serve(_problem(name, start, finish), host, port, browser is not False, folders)


def _problem(name: str | None, start: str | None, finish: str | None) -> Problem | None:
    """The problem that was asked for, if one was."""
    if start is not None and is_any(start):
        raise ProblemError("a game begins at one position: give a hole, or leave START out")
    if name is None:
        return None
    board, shown, words = read_board_and_start(name)
    start = start_in(words) if start is None else start
    if start is None and shown is not None:
        start = f"code:{shown:#x}"
    if start is not None:
        return problem_on(board, start, finish)
    with working(f"which hole of {board.name} to begin with"):
        found = opening(board)
    if found.standing == "never":
        left = "" if found.fewest is None else f": at best {found.fewest} pegs are left"
        err.print(f"no vacancy of {board.name} can be won{left}")
    return found.problem


def _play_here(problem: Problem | None) -> None:
    chosen = problem or problem_on("english")
    with working(f"which jumps win: {chosen}", kept=kept_sets(chosen)) as work:
        if not chosen.board.fits_word:
            raise BoardTooLargeError(
                f"{chosen.board.name} has {len(chosen.board)} holes: in the terminal boards of up "
                "to 64 holes are played, larger ones in the browser"
            )
        guide = Guide.make(chosen, work=work)
    play_in_terminal(chosen, guide)


def _serve(
    problem: Problem | None, host: str, port: int | None, browser: bool, folders: list[Path]
) -> None:
    from pegsolitaire.web.server import address_of, addresses_for_others, listen, serve
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
        from pegsolitaire.web.server import qr_text

        # Both colours are said, so that the code is no negative on a light terminal.
        out.print(qr_text(addresses[0]), style="bright_white on black")


def _export(folder: Path, folders: list[Path], link: str | None) -> None:
    from pegsolitaire.web.export import check_folder, export_page, plan_export
    from pegsolitaire.web.server import check_address

    folders = _with_default(folders)
    if link is not None:
        check_address(link)
    check_folder(folder)
    kept = f"what is in {folder} is not whole, and the same command writes it again"
    title = "the page, and the winning positions of its packs"
    with working(title, plan=lambda **_: plan_export(), kept=kept) as work:
        written = export_page(folder, folders, address=link, work=work)
    out.print(f"{folder}: {written.files} files, {bytes_text(written.bytes)}, for any web host")


def _with_default(folders: list[Path]) -> list[Path]:
    """The folders, and files, with that among the stored sets, which need not be there.

    A file that is named has to be right. Of a folder what is wrong is told, and left out.
    """
    from pegsolitaire.web.content import Gallery, read_own

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
