"""The game in a terminal, every jump marked winning or dead: `pegs play --terminal`."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

import typer
from rich.text import Text

from pegsolitaire.analysis import Guide, class_reason
from pegsolitaire.cli.output import counted, draws_unicode, out
from pegsolitaire.draw import jump_lines, position_text
from pegsolitaire.draw.terminal import ASCII, UNICODE
from pegsolitaire.errors import NotationError, PegSolitaireError
from pegsolitaire.game import Game, Position, Problem, Solution

_HELP = """\
d2-d4, a1-a3-c3   make a jump, or all jumps of a move; several moves go on one line
3                 make the jump of that number
undo, u           take the last jump back (undo 3: three of them)
hint, h           a jump that wins
solve, s          a way to win from here
restart, r        begin again
help, ?           this
quit, q           leave

A peg drawn as {0} has a jump that wins, one drawn as {1} has only jumps that lose. On boards too
large for winning sets (Wiegleb's, say) jumps are judged by a quick search, which may not know."""


def play_in_terminal(problem: Problem, guide: Guide) -> None:
    """Play a game of a problem until the player leaves."""
    _Session(problem, guide).run()


class _Session:
    """Reads a line, asks the library, prints."""

    def __init__(self, problem: Problem, guide: Guide) -> None:
        self.problem = problem
        self.guide = guide
        self.game = Game(Position(problem.board, problem.starts[0]))
        self.unicode = draws_unicode()

    def run(self) -> None:
        """Play until the player leaves."""
        goal = self.problem.finish_text
        where = "anywhere" if goal == "any" else f"in {goal}"
        task = f"end with one peg, {where}" if self.problem.finish_pegs == 1 else f"reach {goal}"
        out.print(f"{self.problem.board.name}: {task}. help lists the commands.")
        if reason := class_reason(self.problem):
            out.print(f"It cannot be done: {reason}.")
        with suppress(ImportError):
            import readline  # noqa: F401 - with it, the prompt has line editing and a history
        self._show()
        while True:
            try:
                line = typer.prompt("", prompt_suffix="> ", default="", show_default=False)
            except typer.Abort:
                out.print()
                return
            try:
                if not self._obey(line.strip().lower()):
                    return
            except PegSolitaireError as error:
                out.print(str(error), style="dark_orange")

    def _obey(self, line: str) -> bool:
        """Do what a line says; False when the player leaves."""
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "": lambda: None,
            "undo": lambda: self._undo(rest),
            "u": lambda: self._undo(rest),
            "hint": self._hint,
            "h": self._hint,
            "solve": self._solve,
            "s": self._solve,
            "restart": self._restart,
            "r": self._restart,
            "help": self._help,
            "?": self._help,
        }
        if word in ("quit", "q", "exit"):
            return False
        if word in commands:
            commands[word]()
        else:
            self._jump(line)
        return True

    def _jump(self, text: str) -> None:
        if _is_number(text):
            jumps = list(self.game.jumps)
            if not 1 <= int(text) <= len(jumps):
                numbers = f"they are numbered 1 to {len(jumps)}" if jumps else "none is left"
                raise NotationError(f"there is no jump {text}: {numbers}")
            self.game.push(jumps[int(text) - 1])
        elif "-" not in text:
            raise NotationError(f"{text!r} is not a jump, as d2-d4 is: help lists the commands")
        else:
            self._push_all(re.split(r"[,;]?\s+", text))
        self._show()

    def _push_all(self, moves: list[str]) -> None:
        """Make several moves, or none of them if one is not legal."""
        before = len(self.game)
        try:
            for move in moves:
                self.game.push(move)
        except PegSolitaireError:
            while len(self.game) > before:
                self.game.pop()
            raise

    def _undo(self, count: str) -> None:
        if count and not _is_number(count):
            raise NotationError(f"{count!r} is not a number of jumps: say undo, or undo 3")
        for _ in range(min(int(count or 1), len(self.game))):
            self.game.pop()
        self._show()

    def _help(self) -> None:
        glyphs = UNICODE if self.unicode else ASCII
        out.print(_HELP.format(glyphs.winning_peg, glyphs.dead_peg))

    def _restart(self) -> None:
        self.game.restart()
        self._show()

    def _hint(self) -> None:
        self._advise(lambda solution: f"{solution.jumps[0]} wins")

    def _solve(self) -> None:
        self._advise(str)

    def _advise(self, words: Callable[[Solution], str]) -> None:
        solution = self.guide.solution(self.game.position)
        if solution:
            out.print(words(solution))
        elif solution is not None:
            out.print("it is solved already")
        elif self.guide.winning(self.game.position) is None:
            out.print("no way to win was found from here, and there may be one")
        else:
            out.print("it cannot be won from here: undo goes back")

    def _show(self) -> None:
        position = self.game.position
        verdicts = self.guide.verdicts(position)
        out.print()
        out.print(position_text(position, verdicts=verdicts, unicode=self.unicode))
        out.print(self._status(position, list(verdicts.values())))
        for line in jump_lines(verdicts, unicode=self.unicode):
            out.print(line)

    def _status(self, position: Position, verdicts: list[bool | None]) -> Text:
        dot = "·" if self.unicode else "-"
        pegs = f"\n{counted(len(position), 'peg')} {dot}"
        if position.code in self.problem.finishes:
            moves = counted(len(self.game.moves), "move")
            return Text(f"{pegs} solved in {moves}", "bold bright_blue")
        if not verdicts:
            return Text(f"{pegs} no jump is left: undo or restart", "dark_orange")
        if None in verdicts:
            return Text(f"{pegs} {counted(len(verdicts), 'jump')}")
        wins = sum(map(bool, verdicts))
        if wins == 0:
            died = self._died_at()
            since = f"since jump {died}: undo goes back" if died else "from the start on"
            return Text(f"{pegs} dead {since}", "dark_orange")
        if len(verdicts) == 1:
            return Text(f"{pegs} the only jump still wins")
        word = f"all {wins}" if wins == len(verdicts) else f"{wins} of {len(verdicts)}"
        return Text(f"{pegs} {word} jumps still win")

    def _died_at(self) -> int:
        """The number of the jump that lost the game; 0 where there was nothing to lose."""
        position = self.game.start
        died = 0
        for number, jump in enumerate(self.game.played, 1):
            if self.guide.winning(position) is False:
                break
            position, died = position.after(jump), number
        return died


def _is_number(text: str) -> bool:
    """Whether a text is a plain number, of no more digits than a game has jumps."""
    return text.isascii() and text.isdigit() and len(text) <= 6
