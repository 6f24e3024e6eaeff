"""Tables of levels and the positions in them, compared with the papers."""

import json
import re
from types import SimpleNamespace

import duckdb
import known
import pytest
from winning_checks import naive_columns

from pegsolitaire.board import named_board
from pegsolitaire.cli.main import run
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Problem
from pegsolitaire.sets import WinningSets, level_codes, level_table
from pegsolitaire.theory import as_type

T4, T5, ENGLISH = map(named_board, ("triangle4", "triangle5", "english"))
PROBLEMS = [
    Problem.complement(T5, "a1"),
    Problem.to_any(T5.vacancy("a2")),
    Problem(T5.vacancy("b3"), [T5.single("a1")]),
    Problem.to_any(T5.position("code:8455")),
]


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_the_codes_are_those_of_the_slow_twin(problem):
    rows = range(problem.finish_pegs, problem.start_pegs + 1)
    for name, column in zip("FBWL", naive_columns(problem, raw=False), strict=True):
        found = {one.pegs: one.codes.tolist() for one in level_codes(problem, names=name)}
        assert found == {pegs: sorted(column.get(pegs, ())) for pegs in rows}


@pytest.mark.parametrize("names", ["", "FX"])
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


def test_table_4():
    sets = WinningSets.build(as_type(T4).problem)
    assert {n: codes.tolist() for n, codes in sets.levels.items()} == known.TABLE_4_TRIANGLE4
