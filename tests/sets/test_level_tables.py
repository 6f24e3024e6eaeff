"""Tables of levels and the positions in them, compared with the papers."""

import json
import re
from types import SimpleNamespace

import duckdb
import known
import numpy as np
import pytest

from pegsolitaire.board import named_board
from pegsolitaire.cli.main import run
from pegsolitaire.engine import LevelEngine
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Problem
from pegsolitaire.sets import WinningSets, level_codes, level_table
from pegsolitaire.theory import type_named

T5 = named_board("triangle5")
PROBLEMS = [
    Problem.complement(T5, "a1"),
    Problem.to_any(T5.vacancy("a2")),
    Problem.between(T5.vacancy("b3"), [T5.single("a1")]),
    Problem.to_any(T5.position("code:8455")),
]


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_the_codes_are_those_that_the_table_counts(problem):
    counts = {
        (row.pegs, name): getattr(row, name)
        for row in level_table(problem).rows
        for name in "FBWL"
    }
    found = {(one.pegs, one.name): one.codes for one in level_codes(problem)}
    assert {key: len(codes) for key, codes in found.items()} == counts
    for (pegs, _), codes in found.items():
        assert np.all(np.bitwise_count(codes) == pegs)
        assert np.all(codes[1:] > codes[:-1])


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_the_codes_are_those_of_the_slow_twin(problem):
    forward = _reached(problem.starts, T5, forward=True)
    backward = _reached(problem.finishes, T5, forward=False)
    wins = forward & backward
    after = {code ^ j.mask for code in wins for j in T5.jumps if code & j.mask == j.pegs}
    expected = {"F": forward, "B": backward, "W": wins, "L": after - backward}
    for name, codes in expected.items():
        least = sorted({problem.mincode(code) for code in codes})
        low = problem.finish_pegs, problem.start_pegs
        least = [code for code in least if low[0] <= code.bit_count() <= low[1]]
        found = [one.codes for one in level_codes(problem, names=name)]
        assert sorted(np.concatenate(found).tolist()) == least


def _reached(codes, board, forward):
    """Return all codes reached by jumps, or by jumps played backward, using plain sets."""
    found, edge = set(codes), set(codes)
    while edge:
        edge = {
            code ^ jump.mask
            for code in edge
            for jump in board.jumps
            if code & jump.mask == (jump.pegs if forward else jump.mask ^ jump.pegs)
        } - found
        found |= edge
    return found


@pytest.mark.parametrize("names", ["", "X", "FX"])
def test_letters_that_name_no_sets(names):
    with pytest.raises(ProblemError, match="names no sets"):
        list(level_codes(PROBLEMS[0], names=names))


def test_levels_are_exported(capsys, tmp_path):
    words = ["sets", "levels", "triangle5", "a1", "--to", str(tmp_path), "--json", "--export"]
    for form in ("parquet", "text"):
        assert run([*words, form]) == 0
        path = json.loads(capsys.readouterr().out)["path"]
        assert path == str(tmp_path / f"triangle5-a1-levels.{form.replace('text', 'txt')}")
    rows = duckdb.sql(
        f"select set, pegs, code from '{tmp_path / 'triangle5-a1-levels.parquet'}'"
    ).fetchall()
    lines = (tmp_path / "triangle5-a1-levels.txt").read_text().splitlines()
    found = [
        (name, int(pegs), int(code))
        for name, pegs, codes in re.findall(
            r"^([FBWL])\[(\d+)\] = \{(.*)\}$", "\n".join(lines), re.M
        )
        for code in codes.split(", ")
        if code
    ]
    assert sorted(rows) == sorted(found)
    assert len(rows) == sum(level_table(PROBLEMS[0]).totals().values())


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--sets", "FX", "--export", "text"], "names no sets"),
        (["--sets", "F"], "--sets needs --export"),
        (["--to", "x"], "--to needs --export"),
        (["--export", "text", "--raw"], "--export cannot be combined with --raw"),
        (["--export", "text", "--by", "moves"], "needs --by pegs"),
    ],
)
def test_mistakes(capsys, options, words):
    assert run(["sets", "levels", "triangle4", "a2", *options]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.slow
def test_data_files_of_the_notes(capsys, tmp_path, central_sets, monkeypatch):
    build = WinningSets.build

    def stored(problem, **given):
        return central_sets if problem == central_sets.problem else build(problem, **given)

    monkeypatch.setattr("pegsolitaire.sets.export.WinningSets", SimpleNamespace(build=stored))
    assert run(["export", "notes", "--to", str(tmp_path), "--json"]) == 0
    files = json.loads(capsys.readouterr().out)["files"]
    found = {one["path"].removeprefix(f"{tmp_path}/"): one["codes"] for one in files}
    expected = {"english-d4.txt": known.TABLE_6_ENGLISH["d4"][1]}
    for board, (finish, complement) in known.TABLE_8.items():
        expected[f"{board}-any.txt"] = finish
        if complement:
            expected[f"{board}-any-by-index.txt"] = complement
    assert found == expected
    assert {path.name for path in tmp_path.iterdir()} == expected.keys()


# -- winning -----------------------------------------------------------------------------------

T4, ENGLISH = named_board("triangle4"), named_board("english")


# -- the papers' tables -------------------------------------------------------------------------


def test_table_1_triangle5():
    problem = Problem.complement(T5, "a1")
    raw = level_table(problem, raw=True).rows
    reduced = level_table(problem)
    rows = {r.pegs: (raw[i].F, r.F, r.W, r.L) for i, r in enumerate(reduced.rows)}
    assert rows == known.TABLE_1_TRIANGLE5
    totals = reduced.totals()
    found = (sum(r.F for r in raw), totals["F"], reduced.half["W"], totals["L"])
    assert found == known.TABLE_1_TRIANGLE5_TOTALS


def test_table_1_triangle6():
    table = level_table(Problem.complement(named_board("triangle6"), "a1"))
    assert {r.pegs: (r.F, r.W, r.L) for r in table.rows} == known.TABLE_1_TRIANGLE6


@pytest.mark.slow
def test_table_2():
    table = level_table(Problem.complement(ENGLISH, "d4"))
    assert {r.pegs: (r.F, r.W) for r in table.rows} == known.TABLE_2_ENGLISH
    assert (table.totals()["F"], table.half["W"]) == known.TABLE_2_ENGLISH_TOTALS
    backward = [r.B for r in reversed(table.rows)]
    assert backward == [r.F for r in table.rows]


@pytest.mark.slow
def test_all_positions_of_the_central_game():
    engine = LevelEngine.of(Problem.complement(ENGLISH, "d4"))
    level, total = engine.level([ENGLISH.vacancy("d4").code]), 0
    while len(level):
        total += engine.raw_size(level)
        level = engine.step(level, engine.jumps, 2 * len(level))
    engine.close()
    assert total == known.ENGLISH_CENTRAL_REACHABLE_RAW


def test_table_4():
    sets = WinningSets.build(type_named(T4).problem)
    assert {n: codes.tolist() for n, codes in sets.levels.items()} == known.TABLE_4_TRIANGLE4


@pytest.mark.parametrize("name", known.TABLE_8)
def test_table_8_any_finish(name):
    sets = WinningSets.build(type_named(named_board(name)).problem)
    assert len(sets) == known.TABLE_8[name][0]
