"""Rows of `pegs reproduce` that do not say "replayed" need no stored knowledge.

They are run from a copy of the package whose data files are empty: no solutions, facts, bounds,
impossible pairs, cores, openings or puzzles.
"""

import json
import os
import shutil
import sys
import tomllib
from pathlib import Path

import pytest
from programs import run as run_program

import pegsolitaire
from papers.test_run import AT_ONCE, ROWS
from pegsolitaire.data import toml_files
from pegsolitaire.papers import plain

PACKAGE = Path(pegsolitaire.__file__).parent
KEPT = json.loads((PACKAGE.parent / "docs" / "reproduction.json").read_text())["rows"]

SCRIPT = """
import json, sys
from pegsolitaire.data import puzzles, toml_files

# A file without entries is refused elsewhere: here it has none, and that is all.
class AnySet(toml_files.Entry):
    name: str
    board: str
    description: str
    puzzle: toml_files.Rows

puzzles.PuzzleSetEntry = AnySet

from pegsolitaire.papers import all_rows, run_row

found = {}
for row in all_rows():
    if row.name in sys.argv[1:]:
        try:
            result = run_row(row)
            found[row.name] = result.error or result.computed
        except Exception as error:
            found[row.name] = repr(error)
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def without_knowledge(tmp_path_factory):
    """Compute rows in a copy of the package without entries in its data; kernels come along."""
    folder = tmp_path_factory.mktemp("without-knowledge")
    copy = folder / "pegsolitaire"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("static"))
    for path in copy.rglob("data/**/*.toml"):
        if path.is_relative_to(copy / "papers"):  # what they print, and no knowledge
            continue
        entries = tomllib.loads(path.read_text())
        path.write_text(
            toml_files.toml_text({k: [] if isinstance(v, list) else v for k, v in entries.items()})
        )

    def compute(names):
        environment = {"PYTHONPATH": str(folder), "PEGSOLITAIRE_HOME": str(folder / "home")}
        done = run_program(
            [sys.executable, "-c", SCRIPT, *names],
            limit=1_800,
            env={**os.environ, **environment},
            cwd=folder,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return compute


def expected(name):
    """What the row gives with all data."""
    if name in KEPT:
        return KEPT[name]["computed"]
    return json.loads(json.dumps(plain(ROWS[name].published)))


def check(found, names):
    assert found == {name: expected(name) for name in names}


def computed(names):
    return [name for name in names if not ROWS[name].replayed]


def test_quick_rows_are_computed_without_knowledge(without_knowledge):
    names = computed([*AT_ONCE, "triangular-table-4-side-5", "gramigna-table-4-a1"])
    check(without_knowledge(names), names)


@pytest.mark.slow
def test_all_quick_rows_are_computed_without_knowledge(without_knowledge):
    names = computed(name for name, row in ROWS.items() if row.cost == "quick")
    check(without_knowledge(names), names)


def test_rows_that_replay_stored_moves_have_none(without_knowledge):
    """So the copy is as empty as it should be."""
    names = [
        "triangular-figure-8", "triangular-appendix-b2-side-10-a3", "triangular-table-4-side-11",
        "triangular-table-3-side-9", "gramigna-appendix-a",
    ]  # fmt: skip
    assert all(ROWS[name].replayed for name in names)
    found = without_knowledge(names)
    assert all(found[name] != expected(name) for name in names)
