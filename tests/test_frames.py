"""Results as tables in notebooks, and as data frames with the extra `frames`."""

import json
import os
import sys
from collections import Counter

import numpy as np
import programs
import pyarrow as pa
import pytest
from marks import each

from pegsolitaire.board import apply_permutation, english, triangle
from pegsolitaire.chance import random_play, simulate
from pegsolitaire.errors import MissingExtraError
from pegsolitaire.frames import Framed, html_table
from pegsolitaire.game import Problem
from pegsolitaire.reasons import explain
from pegsolitaire.sets import IndexedSets, Tablebase, WinningSets, level_table
from pegsolitaire.solving import shortest, solve
from pegsolitaire.surveys import move_table, symmetric_positions, unique_jumps
from pegsolitaire.theory import as_class, as_type

#: A program that runs commands in different folders, without pyarrow, pandas and polars.
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
    "solve triangle5 a1 --shortest",
    "sets levels triangle5 a1 --by moves --store",
    "sets tablebase triangle4",
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


@pytest.mark.slow
def test_commands_without_the_libraries(tmp_path):
    """Most commands run, and the others name what they need before they create a file."""
    given = [(str(tmp_path / "all"), words) for words in COMMANDS]
    given += [(str(tmp_path / str(i)), words) for i, words in enumerate(NEED_IT)]
    env = os.environ | {"PEGSOLITAIRE_HOME": str(tmp_path / "home")}
    done = programs.run([sys.executable, "-c", WITHOUT], given=json.dumps(given), env=env)
    assert done.returncode == 0, done.stderr
    ended = dict(zip([*COMMANDS, *NEED_IT], json.loads(done.stdout), strict=True))
    for words in COMMANDS:
        code, said, _ = ended[words]
        assert code == 0, (words, said)
    for words in NEED_IT:
        code, said, left = ended[words]
        assert code == 2, words
        (line,) = said.splitlines()
        assert "pyarrow is not installed" in line
        assert "pip install 'pegsolitaire[frames]'" in line
        assert left == [], words


# -- tables ------------------------------------------------------------------------------------

T5 = triangle(5)
PROBLEM = Problem.complement(T5, "a1")
LOST = Problem.complement(T5, "b3")

MAKERS = {
    "winning": lambda: WinningSets.build(PROBLEM),
    "whole": lambda: WinningSets.build(Problem.to_any(T5.vacancy("a2"))),
    "index": lambda: IndexedSets.make(as_type(T5)),
    "tablebase": lambda: Tablebase.build(T5, ["a1"]),
    "unique": lambda: unique_jumps(as_class(T5, "A")),
    "symmetric": lambda: symmetric_positions(T5)[0],
    "levels": lambda: level_table(PROBLEM),
    "moves": lambda: move_table(PROBLEM),
    "odds": lambda: random_play(Problem.to_any(T5.vacancy("a1"))),
    "simulation": lambda: simulate(Problem.to_any(T5.vacancy("a1")), games=100, seed=1),
}
SETS = ("winning", "whole", "index", "tablebase", "unique", "symmetric")


@pytest.fixture(scope="module")
def made():
    return {name: make() for name, make in MAKERS.items()}


@each("name", SETS)
def test_sets_are_gone_through(made, name):
    sets = made[name]
    positions = list(sets)
    assert len(positions) == len(sets) == len(set(positions))
    assert all(position.board == T5 for position in positions)
    assert all(position in sets for position in positions[::7])
    counted = Counter(len(one) for one in positions)
    assert {pegs: n for pegs, n in sets.sizes().items() if n} == counted


INDEXED = [name for name in SETS if name != "tablebase"]


@each("name", INDEXED)
def test_an_index_counts_as_one_goes_through(made, name):
    sets, positions = made[name], list(made[name])
    assert [sets[i] for i in range(0, len(sets), 7)] == positions[::7]
    assert sets[-1] == positions[-1]


@each("name", INDEXED)
def test_levels_are_codes_by_pegs(made, name):
    sets = made[name]
    for pegs, codes in sets.levels.items():
        assert codes.dtype == np.uint64
        assert len(codes) == sets.sizes()[pegs]
        assert set(np.bitwise_count(codes).tolist()) <= {pegs}


@each("name", MAKERS)
def test_frames(made, name):
    pytest.importorskip("pandas")
    pytest.importorskip("polars")
    thing = made[name]
    assert isinstance(thing, Framed)
    table = thing.to_arrow()
    assert isinstance(table, pa.Table)
    assert table.column_names == list(thing.column_types)
    assert thing.to_polars().to_arrow().to_pylist() == table.to_pylist()
    frame = thing.to_pandas()
    assert list(frame.columns) == table.column_names
    assert len(frame) == table.num_rows
    if name in SETS:
        by_code = {(len(position), position.code) for position in thing}
        assert by_code == {(row["pegs"], row["code"]) for row in table.to_pylist()}


def test_columns_of_sets_say_what_the_sets_say(made):
    index = made["index"]
    rows = index.to_arrow().to_pylist()
    for row in rows[::20]:
        assert index.index(T5.position(f"code:{row['code']}")) == row["index"]
    unique = made["unique"]
    for row in unique.to_arrow().to_pylist()[::20]:
        assert len(T5.position(f"code:{row['code']}").legal_jumps) == row["jumps"]


def test_sets_without_a_position():
    sets = WinningSets.build(LOST)
    assert list(sets) == []
    assert sets.to_arrow().schema.names == ["pegs", "code"]
    assert sets.to_arrow().num_rows == 0


def test_images_are_among_unique_jumps(made):
    unique = made["unique"]
    position = next(iter(unique))
    for symmetry in unique.found_in.group:
        image = apply_permutation(symmetry.image, position.code)
        assert T5.position(f"code:{image}") in unique
    assert T5.vacancy("a1") not in WinningSets.build(LOST)
    assert english().vacancy("d4") not in unique
    assert 10 not in unique


@each("name", MAKERS)
def test_tables_in_notebooks(made, name):
    html = made[name]._repr_html_()
    assert html.count("<table>") == html.count("</table>") == 1
    assert html.count("<tr>") >= 4
    assert "triangle5" in html


def test_cells_are_escaped():
    html = html_table(["<a>", "b & c"], [("<script>", None), (True, 0.1)], "1 < 2")
    assert "<th>&lt;a&gt;</th><th>b &amp; c</th>" in html
    assert "<td>&lt;script&gt;</td><td></td>" in html
    assert "<td>yes</td><td>0.1</td>" in html
    assert "<caption>1 &lt; 2</caption>" in html


def test_long_tables_are_cut():
    html = html_table(["n"], [(n,) for n in range(1000)])
    assert html.count("<tr>") == 62
    assert "and 940 more" in html
    assert "more" not in html_table(["n"], [(n,) for n in range(60)])


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_missing_libraries_are_named(made, monkeypatch, library):
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(
        MissingExtraError, match=rf"{library} .* pip install 'pegsolitaire\[frames"
    ):
        getattr(made["levels"], f"to_{library}")()


# -- pictures -----------------------------------------------------------------------------------


def holes(picture):
    return picture.count('-hole" cx=')


def pegs(picture):
    return picture.count('-peg" cx=')


def test_problems_are_two_boards():
    picture = PROBLEM._repr_svg_()
    assert (holes(picture), pegs(picture)) == (30, 15)
    picture = as_type(T5).problem._repr_svg_()
    assert (holes(picture), pegs(picture)) == (30, 0)
    assert ">from any</text>" in picture
    assert ">to any</text>" in picture
    assert WinningSets.build(PROBLEM)._repr_svg_() == PROBLEM._repr_svg_()


def test_answers_show_their_solution():
    answer = solve(PROBLEM)
    assert answer._repr_svg_() == answer.solution._repr_svg_()
    assert solve(LOST)._repr_svg_() is None
    found = shortest(PROBLEM)
    assert found._repr_svg_() == found.solution._repr_svg_()


def test_explanations_show_why():
    assert "-arrow " in explain(T5.position("code:8455"))._repr_svg_()
    by_class = explain(english().vacancy("d4"), english().single("d3"))._repr_svg_()
    assert pegs(by_class) == 32
    by_count = explain(T5.position("code:15"))
    assert any(reason.sheet for reason in by_count.reasons)
    assert "weight" in by_count._repr_svg_()
