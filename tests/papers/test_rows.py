"""Rows of the papers: their commands, and which of them need stored knowledge."""

import json
import os
import re
import shutil
import sys
import tomllib
from pathlib import Path

import pytest
from marks import slow_but_for
from programs import run as run_program
from typed import command_of, words_of

import pegsolitaire
from pegsolitaire.cli.main import run
from pegsolitaire.data import toml_files
from pegsolitaire.papers import all_rows, plain

PACKAGE = Path(pegsolitaire.__file__).parent
KEPT = json.loads((PACKAGE.parent / "docs" / "reproduction.json").read_text())["rows"]
ROWS = {row.name: row for row in all_rows()}
MOST = 60  # look for this many numbers of a value, evenly spread

# The exit codes of commands whose answer may be no.
CODES = {"notes-figure-7": [1, 0, 0], "new-unique-english-a": [0, 1]}

# Values that commands show in other words.
SAID = {
    "page33-random-play": {"less than 1 %": "0.870%"},
    "page33-least-likely": {70_400_000_000_000: "1 in 70.39 trillion"},
}

# What commands print for values that are only zero, yes or no.
SAID_OF_ALL = {
    "gramigna-figure-10-six": "block removals",
    "notes-section-3-cross": "26 jumps",
    "notes-section-3-truncated12": "solvable",
    "notes-section-5-losing": "68,954",
    "puzzles-central-vacancy": "it has to be odd for one peg in any of 24 holes",
    "puzzles-theorem-1-english": "all",
    "triangular-section-2-2": "a2 to b2",
}

# Rows whose commands take a second at most.
FAST = [
    "notes-figure-3", "notes-section-3-wiegleb", "notes-section-3-triangle4",
    "notes-figure-11", "notes-table-1-triangle5", "notes-section-4",
    "triangular-section-2-3-second", "triangular-appendix-b2-side-4-a2",
    "triangular-appendix-b2-a120422", "triangular-footnote-12", "triangular-figure-10",
    "triangular-table-4-side-12", "puzzles-figure-3", "puzzles-figure-12",
    "gramigna-figure-6", "gramigna-figure-10-l", "gramigna-table-3-triangle5-a1",
]  # fmt: skip


def expected(name):
    """Return the value that a row was last computed to have."""
    return KEPT[name]["computed"] if name in KEPT else plain(ROWS[name].published)


def test_commands_can_be_typed():
    """Parse each command with its options, but do not run it."""
    for row in all_rows():
        for words in words_of(row.command):
            command, arguments = command_of(words)
            command.make_context(command.name, arguments)


def leaves(value):
    """Yield the numbers and words of a value, without its keys."""
    if isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from leaves(one)
    else:
        yield value


def lacking(row, value, text):
    """Yield the parts of a value that the output of a command lacks.

    Integers must appear exactly or as a number that rounds to them, and other numbers to within a
    thousandth. Words must appear unchanged. Zero, yes and no are ignored, because commands often
    express them in other words. A number of simulated wins may appear as a chance, and a chance in
    the form "one game in 146".
    """
    texts = {one.replace(",", "") for one in re.findall(r"\d[\d,]*\d|\d", text)}
    numbers = [
        float(one.replace(",", "")) for one in re.findall(r"\d[\d,]*\.?\d*(?:[eE][-+]\d+)?", text)
    ]
    numbers += [float(one) / 100 for one in re.findall(r"(\d*\.?\d+) ?%", text)]
    numbers += [1 / one for one in numbers if one]  # a chance may be shown as one game in 146
    wanted = [one for one in leaves(value) if one and not isinstance(one, bool)]
    for one in wanted[:: len(wanted) // MOST + 1]:
        number = as_number(one)
        if number is None:
            is_there = all(word in text for word in str(one).split())
        elif isinstance(one, int):
            is_there = str(one) in texts or any(
                here % 1 and round(here) == one for here in numbers
            )
        else:
            share = number / row.games if row.games else number
            is_there = any(abs(here - share) <= 1e-3 * share for here in numbers)
        if not is_there:
            yield one


def as_number(value):
    try:
        return float(value)
    except ValueError:
        return None


@pytest.mark.parametrize(
    "name",
    slow_but_for(
        FAST,
        [
            row.name
            for row in all_rows()
            if row.cost == "quick" and row.command != f"pegs reproduce --only {row.name}"
        ],
    ),
)
def test_commands_show_what_their_rows_say(name, capsys, tmp_path, monkeypatch):
    """The output includes what a command prints and what it writes to the current folder."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "store"))
    monkeypatch.chdir(tmp_path)
    row = ROWS[name]
    value = expected(name)
    codes = [run(words) for words in words_of(row.command)]
    is_no = isinstance(value, dict) and value.get("ends a solution") is False
    assert codes == CODES.get(name, [int(is_no)] * len(codes))
    written = [path.read_text() for path in sorted(tmp_path.glob("*.txt"))]
    text = "\n".join([capsys.readouterr().out, *written])
    said = SAID.get(name, {})
    is_compared = any(one and not isinstance(one, bool) for one in leaves(value))
    assert is_compared or SAID_OF_ALL[name] in text
    assert [one for one in lacking(row, value, text) if said.get(one, "?") not in text] == []


def test_what_a_command_lacks_is_found():
    row = ROWS["gramigna-table-3-triangle5-a1"]
    assert list(lacking(row, 686_175.6, "won: 0.0068618, 1 in 146")) == []
    assert list(lacking(row, 686_175.6, "won: 0.0068718, 1 in 146")) == [686_175.6]
    row = ROWS["notes-figure-11"]
    assert list(lacking(row, {"a": [14, 1_000, "d4"], "b": True}, "14: 1,000 to d4")) == []
    assert list(lacking(row, {"a": [14, 1_000, "d4"]}, "114: 1,0002 to c4")) == [14, 1_000, "d4"]


# -- stored knowledge --------------------------------------------------------------------------

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
    """Return a function that computes rows in a copy of the package without stored entries."""
    folder = tmp_path_factory.mktemp("without-knowledge")
    copy = folder / "pegsolitaire"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("static"))
    for path in copy.rglob("data/**/*.toml"):
        if path.is_relative_to(copy / "papers"):  # the published values, which are no knowledge
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


@pytest.mark.slow
def test_all_quick_rows_are_computed_without_knowledge(without_knowledge):
    names = [name for name, row in ROWS.items() if row.cost == "quick" and not row.replayed]
    assert without_knowledge(names) == {name: expected(name) for name in names}


@pytest.mark.slow
def test_rows_that_replay_stored_moves_have_none(without_knowledge):
    """Their failure shows that the copy really lacks the stored knowledge."""
    names = [
        "triangular-figure-8", "triangular-appendix-b2-side-10-a3", "triangular-table-4-side-11",
        "triangular-table-3-side-9", "gramigna-appendix-a",
    ]  # fmt: skip
    assert all(ROWS[name].replayed for name in names)
    found = without_knowledge(names)
    assert all(found[name] != expected(name) for name in names)
