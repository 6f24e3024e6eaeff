"""Tests that a typical program that uses the library passes mypy in strict mode."""

import sys

import programs
import pytest

PROGRAM = """
import pegsolitaire as ps

answer = ps.solve("english", "d4", "any")
if answer.solvable:
    print(answer.solution.moves)
elif answer.solvable is None:
    print(answer.reason)
board = ps.Board("english")
position = board.vacancy("d4").play("d2-d4") | {"d4"}
print(ps.solve(ps.Problem(board, (3, 3))), ps.solve(position), ps.solve(position - {17}, "any"))
count: int = ps.count("triangle5", "a1")
print(ps.count_unordered("triangle4 a2").undirected + count)
wins = ps.WinningSets.load("triangle5", "a1")
print(sorted(wins[:3]), wins.verdicts(ps.Game("triangle5", "a1")), ps.Move(["a1", "a3"]))
print(ps.explain("triangle5", "b3", ["b3", "c3"]).text(), ps.Guide(wins.problem, wins=wins))
print(1 / ps.random_play("triangle5", "a1", player="sax").win_probability)
print(ps.simulate("triangle5", "a1", games=10).interval)
"""


@pytest.mark.slow
def test_a_program_is_well_typed(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    words = ["--strict", "--cache-dir", str(tmp_path / "cache"), "program.py"]
    done = programs.run([sys.executable, "-m", "mypy", *words], cwd=tmp_path)
    assert done.returncode == 0, done.stdout


def test_the_program_runs(capsys):
    exec(compile(PROGRAM, "program.py", "exec"), {})
    assert len(capsys.readouterr().out.splitlines()) >= PROGRAM.count("print(")
