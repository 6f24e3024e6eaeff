"""Parquet and Arrow are exports of the extra `frames`: all else runs without pyarrow."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import pegsolitaire

#: The program, where pyarrow and pandas cannot be imported.
WITHOUT = """
import sys
for library in ("pyarrow", "pandas", "polars"):
    sys.modules[library] = None
from pegsolitaire.__main__ import main
main()
"""

COMMANDS = [
    "winning triangle5 a1",
    "winning triangle5 a1 --export text",
    "check triangle5 a1 --explore",
    "count triangle5 a1",
    "solve triangle5 a1 --shortest",
    "levels triangle5 a1 --by moves --store",
    "tablebase triangle4",
    "verify triangle5 a1",
    "solve triangle5 a1 --all 2",
    "play --help",
    "stored",
]
NEED_IT = [
    "winning triangle5 a1 --export parquet",
    "levels triangle5 a1 --export parquet",
    "data labels triangle4",
    "data tables",
    "census square --to boards.parquet",
]


def ended(words, folder, monkeypatch):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(folder / "home"))
    command = [sys.executable, "-c", WITHOUT, *words.split()]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)


def test_commands_that_run_without_it(tmp_path, monkeypatch):
    for words in COMMANDS:
        done = ended(words, tmp_path, monkeypatch)
        assert done.returncode == 0, (words, done.stderr)


@pytest.mark.parametrize("words", NEED_IT)
def test_commands_that_say_that_they_need_it(tmp_path, monkeypatch, words):
    done = ended(words, tmp_path, monkeypatch)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "pyarrow is not installed" in line
    assert "pip install 'pegsolitaire[frames]'" in line
    assert [path.name for path in tmp_path.iterdir()] in ([], ["home"])


def test_one_place_imports_it():
    """All others ask there, so that whoever lacks it is told which extra it is."""
    folder = Path(pegsolitaire.__file__).parent
    for path in folder.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        typing = {
            node
            for block in ast.walk(tree)
            if isinstance(block, ast.If) and "TYPE_CHECKING" in ast.dump(block.test)
            for node in ast.walk(block)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Import) and node not in typing:
                names = {alias.name.partition(".")[0] for alias in node.names}
                assert names.isdisjoint({"pyarrow", "pandas", "polars"}), path
