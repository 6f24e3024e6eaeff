"""What commands print, and how they end."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console
from rich.text import Text

from pegsolitaire.board import Hole, hole_name, respelled
from pegsolitaire.progress_bar import GOES_ON, NOTHING_KEPT, err

if TYPE_CHECKING:
    from pathlib import Path

    from pegsolitaire.draw.terminal import Verdicts
    from pegsolitaire.game import Position, Problem
    from pegsolitaire.sets.plans import Plan

#: Exit codes: the answer is no, wrong usage or bad input, undecided within the budget, Ctrl-C.
NO, WRONG, UNDECIDED, INTERRUPTED = 1, 2, 3, 130

#: What is printed for a solution without a jump.
SOLVED_ALREADY = "solved already: no jump is needed"


class Output(Console):
    """Standard output, on which holes can be called by other names than letters and numbers."""

    spell: Callable[[Hole], str | None] | None = None
    #: What any hole is called, off the board too.
    named: Callable[[Hole], str] = staticmethod(hole_name)
    #: What is typed or read, with letters and numbers for coordinates that are counted otherwise.
    heard: Callable[[str], str] = staticmethod(str)

    #: What was guessed of pictures and games, each said once.
    guesses: list[str] | None = None

    @contextmanager
    def guessing(self) -> Iterator[None]:
        """Say what is guessed for a while, on standard error and in JSON."""
        self.guesses = []
        try:
            yield
        finally:
            self.guesses = None

    def guess(self, text: str) -> None:
        """Say what was guessed, once."""
        if self.guesses is not None and text not in self.guesses:
            self.guesses.append(text)
            err.print(self.called(text), style="dim", markup=False)

    def render_str(self, text: str, **how: Any) -> Text:
        """What Rich asks for every text that is printed, those in tables too."""
        return super().render_str(self.called(text), **how)

    def called(self, text: str) -> str:
        """A text with the names of holes that were asked for."""
        return text if self.spell is None else respelled(text, self.spell)

    @contextmanager
    def spelling(
        self,
        spell: Callable[[Hole], str | None],
        named: Callable[[Hole], str] = hole_name,
        heard: Callable[[str], str] = str,
    ) -> Iterator[None]:
        """Call holes by these names for a while."""
        self.spell, self.named, self.heard = spell, named, heard
        try:
            yield
        finally:
            self.spell, self.named, self.heard = None, hole_name, str


# Words of the user are printed too: what looks like markup in them is none.
out = Output(soft_wrap=True, highlight=False, markup=False, emoji=False)


def counted(number: int, thing: str) -> str:
    """A number of things, in words: 1 peg, 2 pegs."""
    return f"{number:,} {thing}{'s' * (number != 1)}"


def titled(problem: Problem, letter: str | None) -> str:
    """A problem in words, with the type that was asked for, if one was."""
    return f"{problem}{f', type {letter.upper()}' if letter else ''}"


def draws_unicode() -> bool:
    """Whether what we print to can show more than ASCII."""
    return out.encoding.startswith("utf")


def picture(position: Position, verdicts: Verdicts | None = None) -> Text:
    """A position for this terminal, with the names of holes that were asked for."""
    from pegsolitaire.draw import position_text

    spell, names = out.spell, None
    if spell is not None:
        names = lambda hole: spell(hole) or ""  # noqa: E731
    return position_text(position, verdicts=verdicts, unicode=draws_unicode(), names=names)


def print_json(document: Mapping[str, object]) -> None:
    """One JSON document on standard output, and nothing else there."""
    if out.guesses:
        document = {**document, "read_as": "; ".join(out.guesses)}
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # integers are JSON integers however long
    try:
        text = json.dumps(document if out.spell is None else _called(document))
    finally:
        sys.set_int_max_str_digits(limit)
    out.file.write(f"{text}\n")


def _called(value: object) -> object:
    """A document with the names of holes that were asked for, in every text and every key."""
    if isinstance(value, str):
        return out.called(value)
    if isinstance(value, Mapping):
        return {_called(key): _called(one) for key, one in value.items()}
    return list(map(_called, value)) if isinstance(value, list | tuple) else value


def complain(message: str) -> None:
    """What is wrong, in one line on standard error."""
    line = " ".join(message.split())
    if len(line) > 1000:  # it quotes what was typed, and the remedy stands at the end
        line = f"{line[:300]} ... {line[-300:]}"
    sys.stderr.write(f"pegs: {line}\n")


def going_on(*unfinished: Path, whole: Path | None = None) -> Callable[[], str]:
    """What is kept of work that goes on from files; they are looked for when it is interrupted.

    Parameters
    ----------
    *unfinished : Path
        Where what is unfinished is kept.
    whole : Path, optional
        Where it is stored in the end: a command may do more with it.
    """

    def kept() -> str:
        if whole is not None and whole.exists():
            return "what is stored is kept, and the same command uses it"
        return GOES_ON if any(path.exists() for path in unfinished) else NOTHING_KEPT

    return kept


def end(code: int) -> None:
    """End the command with an exit code."""
    if code:
        raise typer.Exit(code)


def print_plan(plan: Plan, as_json: bool) -> None:
    """How much work there is, instead of doing it."""
    from pegsolitaire.theory import rounded

    if as_json:
        print_json(asdict(plan))
    else:
        out.print(f"{rounded(plan.positions)} positions to go through: {plan.text}")
