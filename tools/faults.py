"""Test the tests: plant faults one at a time and check whether the tests notice each one.

    python tools/faults.py --count 60 --seed 1

The faults are planted in a copy of the repository, so your files stay unchanged. Each fault is a
small change at a random place: a flipped comparison, an off-by-one error, a swapped sign or
connective, a wrong mask, a skipped check, a renamed key of a document or a changed rule of the
page. Half of the faults are in Python code, a quarter in kernels and a quarter in JavaScript. For
each fault, the quick tests of its module run first, then the examples of its docstrings, and then
the quick tests of its folder. Faults that no test notices are listed at the end. Some of them are
harmless (a different buffer size); each of the others shows that a test is missing.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import tokenize
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = Path("pegsolitaire")
SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+",
    "&": "|", "|": "&", "<<": ">>", ">>": "<<", "and": "or", "or": "and", "True": "False",
    "False": "True", "min": "max", "max": "min", "any": "all", "all": "any", "in": "not in",
    "not": "",
}  # fmt: skip
PAGE_SWAPS = {"===": "!==", "!==": "===", "&&": "||", "||": "&&", " < ": " <= ", " + ": " - "}


@dataclass(frozen=True)
class Fault:
    """A change in a file: ``length`` characters from ``offset`` on are replaced by ``text``."""

    path: Path
    line: int
    offset: int
    length: int
    text: str

    def planted(self, source: str) -> str:
        """Return the source with the fault in it."""
        return source[: self.offset] + self.text + source[self.offset + self.length :]

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: becomes {self.text or 'nothing'!r}"


def python_faults(path: Path, source: str) -> Iterator[Fault]:
    """Yield all faults that can be planted in a Python file, except in imports and types."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        line = token.line.strip()
        if line.startswith(("from ", "import ", "def ", "class ", "@", "if TYPE_CHECKING")):
            continue
        if re.search(r"Literal\[|\| None|->|for |^\w+: \w", line):
            continue  # a type, which mypy checks, or the `in` of a loop
        offset = starts[token.start[0] - 1] + token.start[1]
        text = None
        if token.type in (tokenize.OP, tokenize.NAME):
            text = SWAPS.get(token.string)
        elif token.type == tokenize.NUMBER and token.string.isdigit():
            text = str(int(token.string) + 1)
        elif re.fullmatch(r'"\w+"', token.string) and "web" in path.parts:
            text = token.string[:-1] + 'x"'
        if text is not None:
            yield Fault(path, token.start[0], offset, len(token.string), text)


def page_faults(path: Path, source: str) -> Iterator[Fault]:
    """Yield all faults that can be planted in a JavaScript file."""
    for found, other in PAGE_SWAPS.items():
        for match in re.finditer(re.escape(found), source):
            line = source.count("\n", 0, match.start()) + 1
            if not source.splitlines()[line - 1].strip().startswith(("//", "*", "/*")):
                yield Fault(path, line, match.start(), len(found), other)


def choose(count: int, seed: int) -> list[Fault]:
    """Choose random faults: half in Python, a quarter in kernels, a quarter in JavaScript."""
    rng = random.Random(seed)
    files = [path.relative_to(ROOT) for path in sorted((ROOT / PACKAGE).rglob("*.[pj][ys]"))]
    python = [path for path in files if path.suffix == ".py" and path.name != "__init__.py"]
    kernels = [path for path in python if "@compiled" in (ROOT / path).read_text()]
    logic = [path for path in python if path not in kernels]
    page = [path for path in files if path.suffix == ".js" and "static" in path.parts]
    faults: list[Fault] = []
    while len(faults) < count:
        path = rng.choice((logic, kernels, logic, page)[len(faults) % 4])
        source = (ROOT / path).read_text()
        places = list((python_faults if path.suffix == ".py" else page_faults)(path, source))
        if places and (fault := rng.choice(places)) not in faults:
            faults.append(fault)
    return faults


def tests_of(path: Path) -> list[list[str]]:
    """Return the test file of a module, its examples, and the folder of its tests."""
    if path.suffix == ".js":
        return [["tests/whole/test_page_modules.py"], ["tests/browser"]]
    parts = [part for part in path.relative_to(PACKAGE).parts[:-1] if part != "commands"]
    folder = Path("tests", *parts)
    own = folder / f"test_{path.name}"
    inside = [str(folder)] if parts else ["tests/test_*.py"]
    name = ".".join(path.with_suffix("").parts)
    examples = ["tests/whole/test_doctests.py", "-k", f"'[{name}]'"]
    has_examples = ">>>" in (ROOT / path).read_text("utf-8")
    return [[str(own)]] * (ROOT / own).is_file() + [examples] * has_examples + [inside]


def is_failing(command: str, folder: Path, seconds: float) -> bool:
    """Return whether a command fails or hangs; all processes that it started are ended."""
    with subprocess.Popen(
        command,
        shell=True,
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        try:
            return process.wait(seconds) != 0
        except subprocess.TimeoutExpired:
            return True
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def is_noticed(fault: Fault, copy: Path, command: str, seconds: float) -> bool:
    """Return whether the tests fail or hang when the copy contains the fault."""
    target = copy / fault.path
    source = target.read_text()
    target.write_text(fault.planted(source))
    commands = [f"{command} {' '.join(tests)}" for tests in tests_of(fault.path)]
    try:
        return any(is_failing(each, copy, seconds) for each in commands)
    finally:
        target.write_text(source)


def main() -> None:
    """Plant the faults, run the tests and list the faults that no test noticed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3600, help="of a run that hangs")
    parser.add_argument("--list", action="store_true", help="only say which faults these are")
    parser.add_argument(
        "--command",
        default=f"{sys.executable} -m pytest -x -q -m 'not slow' -n auto --maxprocesses 4 "
        "--dist worksteal",
        help="what runs the tests; the names of files are added to it",
    )
    given = parser.parse_args()
    faults = choose(given.count, given.seed)
    if given.list:
        print(*faults, sep="\n")
        return
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".venv", ".git"))
        command = f"PYTHONPATH={copy} {given.command}"
        for number, fault in enumerate(faults, 1):
            noticed = is_noticed(fault, copy, command, given.seconds)
            print(f"{number:3} {'noticed' if noticed else 'NOT NOTICED'} {fault}", flush=True)
            missed += [] if noticed else [fault]
    print(f"{len(faults) - len(missed)} of {len(faults)} faults noticed")
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
