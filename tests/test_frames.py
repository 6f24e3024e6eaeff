"""Parquet and Arrow are exports of the extra `frames`: all else runs without pyarrow."""

import ast
import json
import os
import sys
from pathlib import Path

import programs
import pytest

import pegsolitaire

LIBRARIES = ("pyarrow", "pandas", "polars")
#: A program without pyarrow and pandas runs commands, one after the other in a folder of its own.
WITHOUT = """
import json, os, sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
for library in ("pyarrow", "pandas", "polars"):
    sys.modules[library] = None
from pegsolitaire.cli.main import run
found = []
for folder, words in json.load(sys.stdin):
    Path(folder).mkdir(exist_ok=True)
    os.chdir(folder)
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()) as said:
        code = run(words.split())
    found.append([code, said.getvalue(), os.listdir()])
print(json.dumps(found))
"""

COMMANDS = [
    "sets winning triangle5 a1",
    "sets winning triangle5 a1 --export text",
    "check triangle5 a1 --explore",
    "count triangle5 a1",
    "solve triangle5 a1 --shortest",
    "sets levels triangle5 a1 --by moves --store",
    "sets tablebase triangle4",
    "sets verify triangle5 a1",
    "solve triangle5 a1 --all 2",
    "play --help",
    "sets",
]
NEED_IT = [
    "sets winning triangle5 a1 --export parquet",
    "sets levels triangle5 a1 --export parquet",
    "export labels triangle4",
    "export tables",
    "patterns boards square --to boards.parquet",
]


@pytest.fixture(scope="module")
def ended(tmp_path_factory):
    """Of each command its code, what it said, and the files that it left."""
    root = tmp_path_factory.mktemp("without")
    given = [(str(root / "all"), words) for words in COMMANDS]
    given += [(str(root / str(i)), words) for i, words in enumerate(NEED_IT)]
    env = os.environ | {"PEGSOLITAIRE_HOME": str(root / "home")}
    done = programs.run([sys.executable, "-c", WITHOUT], given=json.dumps(given), env=env)
    assert done.returncode == 0, done.stderr
    return dict(zip([*COMMANDS, *NEED_IT], json.loads(done.stdout), strict=True))


def test_commands_that_run_without_it(ended):
    for words in COMMANDS:
        code, said, _ = ended[words]
        assert code == 0, (words, said)


def test_commands_that_say_that_they_need_it(ended):
    for words in NEED_IT:
        code, said, left = ended[words]
        assert code == 2, words
        (line,) = said.splitlines()
        assert "pyarrow is not installed" in line
        assert "pip install 'pegsolitaire[frames]'" in line
        assert left == [], words


def test_one_place_imports_it():
    """All others ask there, so that whoever lacks it is told which extra it is."""
    folder = Path(pegsolitaire.__file__).parent
    for path in folder.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if not any(library in text for library in LIBRARIES):
            continue
        tree = ast.parse(text)
        typing = {
            node
            for block in ast.walk(tree)
            if isinstance(block, ast.If) and "TYPE_CHECKING" in ast.dump(block.test)
            for node in ast.walk(block)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Import) and node not in typing:
                names = {alias.name.partition(".")[0] for alias in node.names}
                assert names.isdisjoint(LIBRARIES), path
