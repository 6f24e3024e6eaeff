"""Do the tests bite? Plant faults, one at a time, and see whether the tests notice each.

    python tools/faults.py --count 40 --seed 1

Works in a copy of the repository, so that nothing is left behind. Each fault is a small change at
a random place of a random layer: a flipped comparison, an off-by-one, a swapped sign or
connective, a wrong mask, a skipped check, a key of a document, a rule of the page. What is not
noticed is listed at the end: some of these are not faults (a size of a buffer), the others ask for
a test.
"""

from __future__ import annotations

import argparse
import ast
import io
import random
import re
import shutil
import subprocess
import sys
import tempfile
import tokenize
from collections.abc import Iterator
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
_LIKELY = 4  # test files
PAGE_SWAPS = {"===": "!==", "!==": "===", "&&": "||", "||": "&&", " < ": " <= ", " + ": " - "}


@dataclass(frozen=True)
class Fault:
    """A change at a place of a file: ``length`` characters from ``offset`` become ``text``."""

    path: Path
    line: int
    offset: int
    length: int
    text: str

    def planted(self, source: str) -> str:
        """The source with the fault in it."""
        return source[: self.offset] + self.text + source[self.offset + self.length :]

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: becomes {self.text or 'nothing'!r}"


def python_faults(path: Path, source: str) -> Iterator[Fault]:
    """All places of a Python file where a fault can be planted, but for imports and types."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        line = token.line.strip()
        if line.startswith(("from ", "import ", "def ", "class ", "@", "if TYPE_CHECKING")):
            continue
        if "| None" in line or "->" in line or "for " in line or re.match(r"\w+: \w", line):
            continue  # a type, or the `in` of a loop
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
    """The same for a file of the page."""
    for found, other in PAGE_SWAPS.items():
        for match in re.finditer(re.escape(found), source):
            line = source.count("\n", 0, match.start()) + 1
            if not source.splitlines()[line - 1].strip().startswith(("//", "*", "/*")):
                yield Fault(path, line, match.start(), len(found), other)


def choose(count: int, seed: int) -> list[Fault]:
    """Faults at random places, each layer as likely."""
    rng = random.Random(seed)
    layers: dict[str, list[Path]] = {}
    for path in sorted([*(ROOT / PACKAGE).rglob("*.py"), *(ROOT / PACKAGE).rglob("*.js")]):
        if path.name != "__init__.py":
            parts = path.relative_to(ROOT / PACKAGE).parts
            is_page = parts[:2] == ("web", "static")
            layer = "/".join(parts[:2]) if is_page else parts[0] if len(parts) > 1 else ""
            layers.setdefault(layer, []).append(path.relative_to(ROOT))
    faults: list[Fault] = []
    while len(faults) < count:
        path = rng.choice(layers[rng.choice(sorted(layers))])
        source = (ROOT / path).read_text()
        found = list((python_faults if path.suffix == ".py" else page_faults)(path, source))
        if found and (fault := rng.choice(found)) not in faults:
            faults.append(fault)
    return faults


def likely_tests(path: Path) -> list[str]:
    """The test file of a module, and those that use most of what it defines: they run first."""
    source = (ROOT / path).read_text()
    folder = ROOT / "tests"
    if path.suffix == ".py":
        tree = ast.parse(source)
        kinds = ast.FunctionDef | ast.ClassDef
        names = {node.name for node in tree.body if isinstance(node, kinds)}
        parts = [part for part in path.relative_to(PACKAGE).parts[:-1] if part != "commands"]
        own = Path("tests", *parts, f"test_{path.name}")
        first = [str(own)] if (ROOT / own).is_file() else []
    else:
        names = set(re.findall(r"export (?:async )?(?:function|class|const) (\w+)", source))
        folder /= "browser"
        first = ["tests/whole/test_page_modules.py"]
    names |= {path.stem, *re.split("[-_]", path.stem), path.stem.replace("_", "-")}
    said = {
        test: len(names & set(re.findall(r"[\w-]+", test.read_text())))
        + len({path.parent.name, path.stem} & set(re.findall(r"[a-z]+", test.stem)))
        for test in sorted(folder.rglob("test_*.py"))
    }
    most = sorted((test for test in said if said[test]), key=lambda test: -said[test])
    others = (str(test.relative_to(ROOT)) for test in most)
    return [*first, *[name for name in others if name not in first][: _LIKELY - len(first)]]


def is_noticed(fault: Fault, copy: Path, command: str, seconds: float) -> bool:
    """Whether a command fails, or hangs, with the fault in the copy; likely tests come first."""
    target = copy / fault.path
    source = target.read_text()
    target.write_text(fault.planted(source))
    commands = [f"{command} {' '.join(likely_tests(fault.path))}", command]
    try:
        return any(
            subprocess.run(
                each, shell=True, cwd=copy, capture_output=True, timeout=seconds, check=False
            ).returncode
            for each in commands
        )
    except subprocess.TimeoutExpired:
        return True
    finally:
        target.write_text(source)


def main() -> None:
    """Plant, run, and say what was not noticed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--count", type=int, default=40)
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
