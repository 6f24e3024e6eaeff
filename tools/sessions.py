"""Run the sessions in the documentation and update their output.

python tools/sessions.py docs/tutorials/players.md ...

Each page is one long session that starts in an empty folder with an empty store. Its console
blocks contain commands and their output. Commands that start with ``$ pegs`` run in this process
and others run in the shell. A line of three dots in the output stands for any number of lines. A
block whose caption names a file is written to that file, and Python blocks with prompts run too.
"""

from __future__ import annotations

import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from pegsolitaire.cli.main import run

#: The name of the store on the pages, wherever it really is.
STORE = "~/.local/share/pegsolitaire"
ELLIPSIS = "..."

_BLOCK = re.compile(
    r"^```(?:(?P<kind>console|python)|\{code-block\} \w+\n:caption: (?P<file>\S+))\n"
    r"(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Step:
    """A command with its output, a file or a Python session."""

    kind: str
    name: str
    text: str


def steps(page: str) -> Iterator[Step]:
    """Yield the steps of a page in order."""
    for block in _BLOCK.finditer(page):
        if block["file"]:
            yield Step("file", block["file"], block["text"])
        elif block["kind"] == "console":
            for part in re.split(r"^\$ ", block["text"], flags=re.MULTILINE)[1:]:
                command, _, printed = part.partition("\n")
                yield Step("console", command, printed)
        elif ">>> " in block["text"]:
            yield Step("python", "", block["text"])


class Reader:
    """Runs the steps of a page one by one.

    Parameters
    ----------
    folder : Path
        An empty folder for the files of the page and for the store.
    """

    def __init__(self, folder: Path) -> None:
        self.work = folder / "work"
        self.home = folder / "home"
        self.work.mkdir()
        self.names: dict[str, Any] = {}

    def does(self, step: Step) -> str:
        """Run a step and return its output."""
        store = patch.dict(os.environ, {"PEGSOLITAIRE_HOME": str(self.home), "COLUMNS": "88"})
        patience = patch("pegsolitaire.progress_bar.PATIENCE", 1e6)
        with chdir(self.work), store, patience:
            if step.kind == "file":
                Path(step.name).write_text(step.text, encoding="utf-8")
                return ""
            if step.kind == "python":
                return self._python(step.text)
            return self._command(step.name).replace(str(self.home), STORE)

    def _command(self, command: str) -> str:
        program, *arguments = shlex.split(command)
        if program != "pegs":
            return subprocess.run(
                command, shell=True, text=True, capture_output=True, timeout=60, check=True
            ).stdout
        printed = io.StringIO()
        with redirect_stdout(printed), redirect_stderr(printed):
            run(arguments)
        return printed.getvalue()

    def _python(self, text: str) -> str:
        """Run a Python session and return its mismatches, keeping names for the whole page."""
        test = doctest.DocTestParser().get_doctest(text, {}, "page", None, 0)
        test.globs = self.names
        said: list[str] = []
        flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
        doctest.DocTestRunner(optionflags=flags).run(test, out=said.append, clear_globs=False)
        return "".join(said)


def agrees(printed: str, found: str) -> bool:
    r"""Return whether printed output matches a command's, ignoring times and omitted lines.

    Examples
    --------
    >>> agrees("a\n...\nd", "a \nb\nc\nd\n"), agrees("a\nd", "a\nb\nd")
    (True, False)
    """
    printed, found = (re.sub(r" +\d+\.\d s\b", " some s", text) for text in (printed, found))
    parts = [re.escape(line) for line in lines_of(printed)]
    pattern = "\n".join(r"(?:.*\n)*?.*" if part == re.escape(ELLIPSIS) else part for part in parts)
    return re.fullmatch(pattern, "\n".join(lines_of(found))) is not None


def lines_of(text: str) -> list[str]:
    """Return the lines of a text without trailing blanks."""
    return [line.rstrip() for line in text.strip("\n").split("\n")]


def printed_anew(page: str, folder: Path) -> str:
    """Return a page with the current output of its commands."""
    reader = Reader(folder)
    for step in steps(page):
        found = reader.does(step)
        if step.kind == "console" and not agrees(step.text, found):
            old = f"$ {step.name}\n{step.text}"
            end = "\n" if step.text.endswith("\n\n") else ""
            new = "".join(f"{line}\n" for line in lines_of(found) if found.strip())
            page = page.replace(old, f"$ {step.name}\n{new}{end}", 1)
        elif step.kind == "python" and found:
            print(found)
    return page


def main(paths: list[str]) -> None:
    """Update the output on the pages."""
    for path in map(Path, paths):
        with TemporaryDirectory() as folder:
            page = path.read_text(encoding="utf-8")
            path.write_text(printed_anew(page, Path(folder)), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
