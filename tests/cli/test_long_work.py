"""Commands ask before they start long work."""

import io
import re

import pytest
from private import set_private

from pegsolitaire.cli.main import run

#: Commands that are treated as large work here.
COMMANDS = [
    ["sets", "winning", "triangle5", "a1"],
    ["count", "triangle5", "a1"],
    ["count", "triangle5", "a1", "--games"],
    ["sets", "levels", "triangle5", "a1"],
    ["random", "triangle5", "a1"],
    ["extremes", "dead-ends", "triangle5", "a1"],
    ["sets", "tablebase", "triangle5"],
    ["design", "symmetric", "triangle5"],
    ["solve", "triangle5", "a1", "--all", "3"],
    ["random", "triangle5", "--all"],
    ["random", "triangle5", "a1", "--games", "5", "--exact"],
    ["design", "triangle5"],
    ["graph", "triangle4", "a2"],
    ["design", "unique", "triangle5"],
    ["check", "triangle5", "a1", "--explore"],
    ["check", "triangle5", "any", "--position", "code:2183"],
    ["replay", "triangle5", "a1", "a3-a1", "--review"],
]


@pytest.fixture
def strict(tmp_path, monkeypatch):
    """Treat all work as large."""
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    set_private(monkeypatch, "pegsolitaire.cli.long_work", _LONG=1e-12)


@pytest.mark.every(7)
@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_large_work_needs_yes(words, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))  # not a terminal
    assert run(words) == 2
    printed, said = capsys.readouterr()
    assert printed == ""
    assert re.fullmatch(r"pegs: about .* of memory: .*\. Add --yes to start it.*\n", said)
    assert words[0] != "random" or said.endswith("gives each chance to within 0.001\n")
    assert not any(tmp_path.iterdir())
    assert run([*words, "--yes"]) == 0
    assert capsys.readouterr().out


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize(
    "words",
    [
        "check english d4",  # decided without winning sets
        "check french d3 --explore",  # too large to be attempted
        "replay triangle5 a1 a3-a1",
        "replay french d4 d2-d4 --review",  # lost by its position class
    ],
)
def test_what_begins_no_large_work_needs_no_yes(words, capsys):
    assert run(words.split()) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.slow
@pytest.mark.usefixtures("strict")
def test_what_is_stored_needs_no_yes(capsys):
    game = ["english", "d4", "d2-d4", "--review"]
    assert run(["replay", *game, "--yes"]) == 0
    assert run(["replay", *game]) == 0
    assert "40,861,647,040,079,968 ways to win" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize(
    "words", ["check english d4 --explore", "replay english d4 d2-d4 --review"]
)
def test_one_answer_is_for_the_sets_and_their_values(words, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    for stream in ("stdin", "stderr"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True)
    assert run(words.split()) == 0
    assert capsys.readouterr().err.count("Start it? [y/N]") == 1


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize(("answer", "code"), [("y", 0), ("n", 2), ("", 2)])
def test_a_terminal_is_asked(monkeypatch, capsys, answer, code):
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{answer}\n" * bool(answer)))
    for stream in ("stdin", "stderr"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True)
    assert run(["random", "triangle5", "a1"]) == code
    printed, said = capsys.readouterr()
    assert bool(printed) == (code == 0)
    assert "the exact odds of triangle5: a1 to a1; --games 1M simulates" in said
    assert "Start it? [y/N]" in said
    assert ("pegs: not started: add --yes" in said) == (code == 2)
