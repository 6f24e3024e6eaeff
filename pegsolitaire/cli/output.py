"""What commands print, and how they end."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.text import Text

from pegsolitaire.board import Hole, hole_name, respelled
from pegsolitaire.progress_bar import err

if TYPE_CHECKING:
    from pegsolitaire.draw.terminal import Verdicts
    from pegsolitaire.game import Position

#: Exit codes: the answer is no, wrong usage or bad input, undecided within the budget, Ctrl-C.
NO, WRONG, UNDECIDED, INTERRUPTED = 1, 2, 3, 130

#: The exit code of an answer.
EXIT = {True: 0, False: NO, None: UNDECIDED}

#: What is printed for a solution without a jump.
SOLVED_ALREADY = "solved already: no jump is needed"


class Output(Console):
    """Standard output, on which holes can be called by other names than letters and numbers."""

    spell: Callable[[Hole], str | None] | None = None
    #: What any hole is called, off the board too.
    named: Callable[[Hole], str] = staticmethod(hole_name)
    #: What is typed or read, with letters and numbers for coordinates that are counted otherwise.
    heard: Callable[[str], str] = staticmethod(str)

    #: Whether a JSON document is printed, and nothing else.
    as_json = False

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


def end(code: int) -> None:
    """End the command with an exit code."""
    if code:
        raise click.exceptions.Exit(code)


def report(
    document: Mapping[str, object] | Callable[[], Mapping[str, object]],
    text: Callable[[], object],
    code: int = 0,
    *,
    drawn: Mapping[str, str | None] | None = None,
) -> None:
    """Print what was found, and end the command.

    Parameters
    ----------
    document : mapping or callable
        Its JSON, or what makes it, for `--json`.
    text : callable
        Prints it for people.
    code : int, optional
        The exit code.
    drawn : mapping, optional
        Where its picture is, as the document has it.
    """
    if out.as_json:
        print_json({**(document() if callable(document) else document), **(drawn or {})})
    else:
        text()
        if drawn and drawn["svg"]:
            out.print(f"drawn in {drawn['svg']}")
    end(code)
