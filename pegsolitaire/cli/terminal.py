"""The game in a terminal, every jump marked winning or dead: `pegs play --terminal`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import click
from rich.text import Text

from pegsolitaire.cli.output import counted, draws_unicode, out
from pegsolitaire.cli.reasons import print_best, print_reasons
from pegsolitaire.draw import jump_lines, position_text
from pegsolitaire.draw.terminal import ASCII, UNICODE
from pegsolitaire.errors import NotationError, PegSolitaireError, ProblemError
from pegsolitaire.game import Game, Position, Problem, Solution, is_game
from pegsolitaire.reasons import Guide
from pegsolitaire.solving import class_reason

_HELP = """\
d2-d4, a1-a3-c3   make a jump, or all jumps of a move; several moves go on one line
3                 make the jump of that number
undo, u           take the last jump back (undo 3: three of them)
hint, h           a jump that wins
solve, s          a way to win from here
why, w            why the game is lost, and the best that is left
best, b           play it: the jumps that leave the fewest pegs
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
        out.print(f"{self.problem.board.name}: {self._task_text(task)} help lists the commands.")
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
        """What to do; or, where the start is lost, that it is, and what can be done instead."""
        reason = class_reason(self.problem)
        if reason is None and self.guide.winning(self.game.start) is not False:
            return f"{task}."
        why = f": {reason}" if reason else ""
        best = ", best leaves the fewest pegs" if self.problem.finish_pegs == 1 else ""
        return f"this start cannot be won (goal: {task}){why}. why says more{best},"

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
            "why": self._why,
            "w": self._why,
            "best": self._best,
            "b": self._best,
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
            jumps = list(self.game.legal_jumps)
            if not 1 <= int(text) <= len(jumps):
                numbers = f"they are numbered 1 to {len(jumps)}" if jumps else "no jump is left"
                raise NotationError(f"there is no jump {text}: {numbers}")
            self.game.push(jumps[int(text) - 1])
        elif is_game(text):
            self.game.push(text)
        else:
            raise NotationError(f"{text!r} is not a jump, as d2-d4 is: help lists the commands")
        self._show()

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
            out.print("no way to win was found from here, but there may be one")
        else:
            out.print("it cannot be won from here: why tells the reason")

    def _why(self) -> None:
        position = self.game.position
        reasons = self.guide.reasons(position)
        if not reasons:
            known = self.guide.winning(position)
            unknown = "it is not known whether it can be won from here"
            out.print(unknown if known is None else "it can be won from here")
            return
        best = self.guide.best_end(position, reasons)
        out.print("it cannot be won from here")
        if best is not None and best.text != reasons[-1].text:
            print_best(best)
        if best is not None and best.solution.jumps:
            out.print("best plays these jumps")
        print_reasons(position, reasons)

    def _best(self) -> None:
        """Make the jumps that win, or else those that leave the fewest pegs."""
        position = self.game.position
        solution = self.guide.solution(position)
        if solution is None:
            best = self.guide.best_end(position, self.guide.reasons(position))
            if best is None:
                raise ProblemError("the goal is not a single peg: best looks for the fewest pegs")
            solution = best.solution
        if not solution.jumps:
            out.print("it is solved already" if self._is_solved else "no jump is left")
            return
        out.print(str(solution))
        for jump in solution.jumps:
            self.game.push(jump)
        self._show()

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
        """At which move the game was lost, and how to go back to before it."""
        died, played = self._died_at(), self.game.played
        if not died:
            return "cannot be won from the start"
        move = len(Solution(self.game.start, played[:died]).moves)
        back = len(played) - died + 1
        undo = "undo" if back == 1 else f"undo {back}"
        return f"lost at move {move} ({played[died - 1]}): {undo} goes back to before it"

    def _died_at(self) -> int:
        """The number of the jump that lost the game; 0 where there was nothing to lose."""
        position = self.game.start
        died = 0
        for number, jump in enumerate(self.game.played, 1):
            if self.guide.winning(position) is False:
                break
            position, died = position.play(jump), number
        return died


def _is_number(text: str) -> bool:
    """Whether a text is a plain number, of no more digits than a game has jumps."""
    return text.isascii() and text.isdigit() and len(text) <= 6
