"""`pegs play`: the browser game, the game in a terminal, and the page as files for any host."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import click
from rich.text import Text

from pegsolitaire import data, draw, signals, solving, theory
from pegsolitaire.advice import Guide, opening, problem_on
from pegsolitaire.board import CATALOGUE, Board, named_board, read_board_and_start, slip_in
from pegsolitaire.cli.command import command
from pegsolitaire.cli.commands.checking import print_best, print_reasons
from pegsolitaire.cli.long_work import kept_sets, working
from pegsolitaire.cli.options import (
    FILE,
    WholeNumber,
    excludes,
    finish_option,
    needs,
)
from pegsolitaire.cli.output import Column, out, report
from pegsolitaire.draw.terminal import ASCII, UNICODE
from pegsolitaire.errors import (
    BoardTooLargeError,
    NotationError,
    PegSolitaireError,
    ProblemError,
    quoted,
)
from pegsolitaire.files import home
from pegsolitaire.game import Game, Position, Problem, Solution, is_any, is_game, start_in
from pegsolitaire.progress_bar import err
from pegsolitaire.results import Document, to_json
from pegsolitaire.units import bytes_text, counted
from pegsolitaire.web.documents import Lessons

# --
# `pegs play --terminal`: the game in a terminal, with every jump marked as winning or dead.


_HELP = """\
d2-d4, a1-a3-c3   make a jump, or all jumps of a move; one line can contain several moves
3                 make the jump with that number
undo, u           take back the last jump (undo 3: the last three)
hint, h           show a jump that wins
solve, s          show a solution from here
why, w            explain why the game is lost, and show the best possible ending
best, b           play the jumps that leave the fewest pegs
restart, r        begin again
help, ?           show this list
quit, q           leave

A peg drawn as {0} has a jump that wins. A peg drawn as {1} has only jumps that lose. On boards too
large for winning sets, such as Wiegleb's, a quick search judges the jumps, and may not know."""


#: The short forms of the commands.
_SHORT = {
    **{"u": "undo", "h": "hint", "s": "solve", "w": "why", "b": "best", "r": "restart"},
    **{"?": "help", "q": "quit", "exit": "quit"},
}


class _Session:
    """The loop that reads a command, calls the library, and prints the result."""

    def __init__(self, problem: Problem, guide: Guide) -> None:
        self.problem = problem
        self.guide = guide
        self.game = Game(Position(problem.board, problem.starts[0]))
        self.unicode = out.draws_unicode

    def run(self) -> None:
        """Play until the player quits."""
        goal = self.problem.finish
        where = "anywhere" if goal == "any" else f"in {goal}"
        task = f"end with one peg, {where}" if self.problem.finish_pegs == 1 else f"reach {goal}"
        out.print(
            f"{self.problem.board.name}: {self._task_text(task)} Type help for the list of "
            "commands."
        )
        with suppress(ImportError):
            import readline  # noqa: F401 - with it, the prompt has line editing and a history
        self._show()
        while True:
            try:
                line = click.prompt("", prompt_suffix="> ", default="", show_default=False)
            except click.Abort:
                out.print()
                return
            try:
                if not self._obey(line.strip().lower()):
                    return
            except PegSolitaireError as error:
                out.print(str(error), style="dark_orange")

    def _task_text(self, task: str) -> str:
        """Describe the task, or for a lost start, what the player can do instead."""
        reason = solving.class_reason(self.problem)
        if reason is None and self.guide.winning(self.game.start) is not False:
            return f"{task}."
        why = f": {reason}" if reason else ""
        best = ", or best to play to the fewest pegs" if self.problem.finish_pegs == 1 else ""
        return f"this start cannot be won (goal: {task}){why}. Type why for the reason{best}."

    def _obey(self, line: str) -> bool:
        """Execute one line. Return False when the player quits."""
        word, _, rest = line.partition(" ")
        word = _SHORT.get(word, word)
        commands: dict[str, Callable[[], None]] = {
            "": lambda: None,
            "undo": lambda: self._undo(rest),
            "hint": lambda: self._advise(lambda solution: f"{solution.jumps[0]} wins"),
            "solve": lambda: self._advise(str),
            "why": self._why,
            "best": self._best,
            "restart": self._restart,
            "help": self._help,
        }
        if word == "quit":
            return False
        if word in commands:
            commands[word]()
        else:
            self._jump(line)
        return True

    def _jump(self, text: str) -> None:
        if _is_number(text):
            jumps = list(self.game.legal_jumps)
            if not 1 <= int(text) <= len(jumps):
                numbers = f"choose 1 to {len(jumps)}" if jumps else "no jump is left"
                raise NotationError(f"no jump has the number {text}: {numbers}")
            self.game.push(jumps[int(text) - 1])
        elif is_game(text):
            self.game.push(text)
        else:
            raise NotationError(
                f"{quoted(text)} is not a jump such as d2-d4: type help for the list of commands"
            )
        self._show()

    def _undo(self, count: str) -> None:
        if count and not _is_number(count):
            raise NotationError(f"{quoted(count)} is not a number of jumps: type undo, or undo 3")
        for _ in range(min(int(count or 1), len(self.game))):
            self.game.pop()
        self._show()

    def _help(self) -> None:
        glyphs = UNICODE if self.unicode else ASCII
        out.print(_HELP.format(glyphs.winning_peg, glyphs.dead_peg))

    def _restart(self) -> None:
        self.game.restart()
        self._show()

    def _advise(self, words: Callable[[Solution], str]) -> None:
        solution = self.guide.solution(self.game.position)
        if solution:
            out.print(words(solution))
        elif solution is not None:
            out.print("it is already solved")
        elif self.guide.winning(self.game.position) is None:
            out.print("no solution was found from here, but there may be one")
        else:
            out.print("it cannot be won from here: type why for the reason")

    def _why(self) -> None:
        position = self.game.position
        reasons = self.guide.reasons(position)
        if not reasons:
            known = self.guide.winning(position)
            unknown = "it is unknown whether it can be won from here"
            out.print(unknown if known is None else "it can be won from here")
            return
        best = self.guide.best_end(position, reasons)
        out.print("it cannot be won from here")
        if best is not None and best.text != reasons[-1].text:
            print_best(best)
        if best is not None and best.solution.jumps:
            out.print("best plays these jumps")
        print_reasons(position, reasons, self.guide.claim(position))

    def _best(self) -> None:
        """Make winning jumps, or if there are none, the jumps that leave the fewest pegs."""
        position = self.game.position
        solution = self.guide.solution(position)
        if solution is None:
            best = self.guide.best_end(position, self.guide.reasons(position))
            if best is None:
                raise ProblemError(
                    "best plays to the fewest pegs, but the goal here is not a single peg"
                )
            solution = best.solution
        if not solution.jumps:
            out.print("it is already solved" if self._is_solved else "no jump is left")
            return
        out.print(str(solution))
        for jump in solution.jumps:
            self.game.push(jump)
        self._show()

    def _show(self) -> None:
        position = self.game.position
        verdicts = self.guide.verdicts(position)
        out.print()
        out.print(draw.position_text(position, verdicts=verdicts, unicode=self.unicode))
        out.print(self._status(position, list(verdicts.values())))
        for line in draw.jump_lines(verdicts, unicode=self.unicode):
            out.print(line)

    def _status(self, position: Position, verdicts: list[bool | None]) -> Text:
        dot = "·" if self.unicode else "-"
        pegs = f"\n{counted(len(position), 'peg')} {dot}"
        if self._is_solved:
            moves = counted(len(self.game.moves), "move")
            return Text(f"{pegs} solved in {moves}", "bold bright_blue")
        if not verdicts:
            return Text(f"{pegs} no jump is left, {self._lost()}", "dark_orange")
        if None in verdicts:
            return Text(f"{pegs} {counted(len(verdicts), 'jump')}")
        wins = sum(map(bool, verdicts))
        if wins == 0:
            return Text(f"{pegs} {self._lost()}", "dark_orange")
        if len(verdicts) == 1:
            return Text(f"{pegs} the only jump still wins")
        if wins == len(verdicts):
            word = "both" if wins == 2 else f"all {wins}"
        else:
            word = f"{wins} of {len(verdicts)}"
        return Text(f"{pegs} {word} jumps still {'wins' if wins == 1 else 'win'}")

    @property
    def _is_solved(self) -> bool:
        return self.game.position.code in self.problem.finishes

    def _lost(self) -> str:
        """Explain at which move the game was lost, and how to go back."""
        died, played = self._died_at(), self.game.played
        if not died:
            return "cannot be won from the start"
        move = len(Solution(self.game.start, played[:died]).moves)
        back = len(played) - died + 1
        undo = "undo" if back == 1 else f"undo {back}"
        return f"lost at move {move} ({played[died - 1]}): {undo} goes back to before it"

    def _died_at(self) -> int:
        """Return the number of the jump that lost the game, or 0 if the start was already lost."""
        position = self.game.start
        died = 0
        for number, jump in enumerate(self.game.played, 1):
            if self.guide.winning(position) is False:
                break
            position, died = position.play(jump), number
        return died


def _is_number(text: str) -> bool:
    """Return whether a text is a whole number of at most six digits."""
    return text.isascii() and text.isdigit() and len(text) <= 6


@command(has_json=False)
@click.argument(
    "name",
    metavar="[BOARD]",
    required=False,
    help="A board by name, or @FILE. By default the English board.",
)
@click.argument(
    "start",
    metavar="[START]",
    required=False,
    help="The vacancy (a hole), code:8455, a picture, @FILE or a puzzle. The default is the "
    "middle of the board, or the nearest vacancy that can be won.",
)
@finish_option
@click.option("--terminal", is_flag=True, help="Play in the terminal instead of the browser.")
@click.option(
    "--port",
    type=WholeNumber(0, 65535),
    help="The port, or 0 for any free port. The default is 8033, or the next free port.",
)
@click.option(
    "--host",
    help="The address to listen on. The default is 127.0.0.1, which only this machine can reach. "
    "With 0.0.0.0 other machines on the network can play too, and the command prints the "
    "address for them.",
)
@click.option(
    "--browser/--no-browser", default=None, help="Open the page in the browser (the default)."
)
@click.option(
    "--puzzles",
    type=FILE,
    multiple=True,
    metavar="PATH",
    help="A puzzle set of your own for the gallery: FILE.toml, or a folder of such files. Can be "
    "repeated. Puzzle sets in the folder puzzles, among the stored sets, are always included.",
)
@click.option(
    "--export",
    type=FILE,
    metavar="DIR",
    help="Write the page and its winning sets as files for any web host, instead of serving the "
    "page.",
)
@click.option(
    "--link",
    metavar="ADDRESS",
    help="With --export: the web address where the page will be. Links and QR codes then lead "
    "there, also from a copy at another address.",
)
def play(
    name: str | None,
    start: str | None,
    finish: str | None,
    terminal: bool,
    port: int | None,
    host: str | None,
    browser: bool | None,
    puzzles: tuple[Path, ...],
    export: Path | None,
    link: str | None,
) -> None:
    """Play peg solitaire, and see which jumps lose before you make them.

    The command opens the game in your browser. Only your own machine can reach the game. Press
    Ctrl-C to end it. Jump a peg over its neighbour into an empty hole: the jumped peg is removed.
    Try to end with one peg.

    Examples: pegs play; pegs play triangle5 a1; pegs play english c3 --finish any; pegs play
    --terminal; pegs play --export site
    """
    excludes(
        "--export",
        "BOARD",
        "--finish",
        "--terminal",
        "--port",
        "--host",
        "--browser",
        "--no-browser",
        why="it writes the whole page as files",
    )
    needs("--link", "--export", why="a served page knows its own address")
    excludes(
        "--terminal",
        "--port",
        "--host",
        "--browser",
        "--no-browser",
        "--puzzles",
        why="it does not serve a page",
    )
    needs("--finish", "START", why="give the start of the game too")
    folders = list(puzzles or ())
    if export is not None:
        _export(export, folders, link)
    elif terminal:
        _play_here(_problem(name, start, finish))
    else:
        host = "127.0.0.1" if host is None else host
        _serve(_problem(name, start, finish), host, port, browser is not False, folders)


def _problem(name: str | None, start: str | None, finish: str | None) -> Problem | None:
    """Read the requested problem, if there is one."""
    if start is not None and is_any(start):
        raise ProblemError(
            "a game needs one start: give a hole instead of any, or leave out START"
        )
    if name is None:
        return None
    board, shown, words, _ = read_board_and_start(name)
    start = start_in(words) if start is None else start
    if start is None and shown is not None:
        start = f"code:{shown:#x}"
    if start is not None:
        return problem_on(board, start, finish)
    with working(f"which vacancy of {board.name} can be won"):
        game = opening(board)
    if game.standing == "never":
        left = "" if game.fewest is None else f": at best {game.fewest} pegs are left"
        if slip := slip_in(board):
            err.print(slip, markup=False)
        err.print(f"no vacancy of {board.name} can be won{left}")
    return game.problem


def _play_here(problem: Problem | None) -> None:
    chosen = problem or problem_on("english")
    with working(f"which jumps win: {chosen}", kept=kept_sets(chosen)) as work:
        if not chosen.board.fits_word:
            raise BoardTooLargeError(
                f"{chosen.board.name} has {len(chosen.board)} holes: the terminal plays boards "
                "of up to 64 holes; play larger ones in the browser (without --terminal)"
            )
        guide = Guide.make(chosen, work=work)
    _Session(chosen, guide).run()


def _serve(
    problem: Problem | None, host: str, port: int | None, browser: bool, folders: list[Path]
) -> None:
    from pegsolitaire.web.parameters import link_of
    from pegsolitaire.web.server import address_of, addresses_for_others, listen, serve

    folders = _with_default(folders)
    listener = listen(host, port)
    link = link_of(problem) if problem else ""
    address = address_of(listener, host, link)
    others = addresses_for_others(listener, host, link)
    if others:
        err.print("[dim]other machines can reach this game without a password[/dim]")

    def told() -> None:
        out.print(f"Peg solitaire is at {address} (Ctrl-C ends it)")
        _invite(others)
        out.file.flush()

    try:
        serve(listener, host, folders=folders, opened=address if browser else None, told=told)
    except KeyboardInterrupt:
        signals.take()
        out.print("ended")


def _invite(addresses: list[str]) -> None:
    """Print the addresses for other machines, and on a terminal a QR code for a phone."""
    if not addresses:
        return
    out.print(f"On other machines: {' or '.join(addresses)}")
    if out.is_terminal and out.draws_unicode:
        from pegsolitaire.web.server import qr_text

        # Both colours are set, so that the code is not inverted on a light terminal.
        out.print(qr_text(addresses[0]), style="bright_white on black")


def _export(folder: Path, folders: list[Path], link: str | None) -> None:
    from pegsolitaire.web.exporting import check_folder, export_page, plan_export
    from pegsolitaire.web.server import check_address

    folders = _with_default(folders)
    if link is not None:
        check_address(link)
    check_folder(folder)
    kept = f"the files in {folder} are incomplete; the same command writes them again"
    title = "the page, and the winning positions of its packs"
    with working(title, plan=lambda **_: plan_export(), kept=kept) as work:
        files, size = export_page(folder, folders, address=link, work=work)
    out.print(f"{folder}: {counted(files, 'file')}, {bytes_text(size)}, for any web host")


def _with_default(folders: list[Path]) -> list[Path]:
    """Return the given folders and files, and the folder `puzzles` in the store.

    An invalid file that the user named is an error. An invalid file in a folder is reported and
    omitted.
    """
    from pegsolitaire.web.gallery import Gallery, read_own

    for folder in folders:
        if folder.is_file():
            read_own(folder)
        elif not folder.is_dir():
            raise ProblemError(
                f"{folder} is neither a folder nor a puzzle set: pass --puzzles a folder or "
                "FILE.toml"
            )
    all_folders = [*folders, home() / "puzzles"]
    for complaint in Gallery(all_folders).complaints:
        err.print(f"left out: {complaint}", markup=False, emoji=False)
    return all_folders


# --
# `pegs learn`: the lessons.


@command()
@click.argument(
    "lesson", metavar="[LESSON]", required=False, help="The name or number of a lesson."
)
def learn(lesson: str | None) -> None:
    """List the lessons, or print one with its positions and solutions.

    To play the lessons, run `pegs play` and choose Learn.

    Examples: pegs learn; pegs learn jumping; pegs learn 3
    """
    if lesson is None:
        rows = ((n, lesson.name, lesson.board.name, len(lesson.steps), lesson.about)
                for n, lesson in enumerate(data.lessons(), 1))  # fmt: skip
        report(
            lambda: Lessons().to_json(),
            lambda: out.table(
                [
                    Column.number(""),
                    Column.name("lesson"),
                    Column.name("board"),
                    Column.number("steps", 2),
                    Column.text("about", 1),
                ],
                rows,
            ),
        )
        return
    chosen = data.lesson_named(lesson)
    report(lambda: to_json(chosen), lambda: _print(chosen))


def _print(lesson: data.Lesson) -> None:
    out.print(f"{lesson.title}: {lesson.about}")
    for number, step in enumerate(lesson.steps, 1):
        out.print(f"\n{number}. {step.text}\n")
        out.picture(step.start)
        for line in _lines(step):
            out.print(line)


def _lines(step: data.Step) -> list[str]:
    """Return the lines with the solution of a step and its closing text."""
    if step.solution is not None:
        return [f"solution: {step.solution}", step.done]
    if step.pick:
        return [f"found: {', '.join(map(step.start.board.hole_text, step.pick))}", step.done]
    if step.paint and step.colours:
        board = step.start.board
        letters = {hole: "ABC"[colour] for hole, colour in zip(board, step.colours, strict=True)}
        painted = (f"{board.hole_text(hole)} {letters[hole]}" for hole in step.paint)
        return [f"painted: {', '.join(painted)}", step.done]
    return [f"{answer.text}: {answer.reply}" for answer in step.answers]


# --
# `pegs boards`: the built-in boards.


@command()
def boards() -> None:
    """List the built-in boards.

    Other sizes have names too: triangle12, square9, rectangle4x7, rhombus9, hexagon91, star73,
    truncated42, english11, french9, diamond11. Levels and winning sets are limited to boards of up
    to 64 holes, and searches to boards of up to 128 holes. Add +diagonal to the name of a square
    board to allow diagonal jumps.
    """
    catalogue = [named_board(name) for name in CATALOGUE]
    rows = ([*_summary(board).values(), len(theory.problem_types(board))] for board in catalogue)
    headings = [
        Column.name("board"),
        Column.number("holes"),
        Column.number("jumps", 3),
        Column.name("lattice", 1),
        Column.number("symmetries", 5),
        Column.number("null-class", 4),
        Column.number("types", 2),
    ]
    report(lambda: {"boards": list(map(_summary, catalogue))}, lambda: out.table(headings, rows))


def _summary(board: Board) -> Document:
    return {
        "name": board.name,
        "holes": len(board),
        "jumps": len(board.jumps),
        "lattice": board.lattice.name,
        "symmetries": len(board.symmetries),
        "null_class": theory.is_null_class(board),
    }
