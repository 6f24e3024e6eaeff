"""Stored files are listed by their kind and removed completely."""

import io
import json
import os
import re
import shutil
import time
from pathlib import Path

import pytest

import pegsolitaire
from pegsolitaire.board import Board, triangle
from pegsolitaire.cli.commands import stored_sets
from pegsolitaire.cli.main import run
from pegsolitaire.cli.output import out
from pegsolitaire.files import work_folder
from pegsolitaire.game import Problem
from pegsolitaire.papers import KeptResults, Row, RowResult
from pegsolitaire.sets import (
    Checkpoint,
    DuotaireTable,
    FewestMoves,
    PositionValues,
    Tablebase,
    WinningSets,
    list_stored,
)
from pegsolitaire.sets.tablebases import ClosureKeeper
from pegsolitaire.solving import shortest
from pegsolitaire.surveys import move_table
from pegsolitaire.work import Work

T4 = triangle(4)
PROBLEM = Problem(T4, "a2", "b2")
OWN = Problem.complement(Board.from_rows("oooo/ oo/oooo", "square"), "b1")


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A store with an entry of each kind."""
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    wins = WinningSets.build(PROBLEM)
    wins.save(tmp_path)
    PositionValues.load(wins.problem, wins=wins, work=Work(store=tmp_path))
    DuotaireTable.load("triangle4 a2", turns="move", work=Work(store=tmp_path))
    FewestMoves.load(T4, ["b2"], work=Work(store=tmp_path))
    Tablebase.build(T4, ["b2"]).save(tmp_path / "triangle4" / "to_b2.tablebase.npz")
    WinningSets.build(OWN).save(tmp_path)
    Checkpoint(PROBLEM, tmp_path, seconds=0, ending="moves.building").prove(3)
    (tmp_path / "triangle4" / "a1_a1.building").mkdir()
    keeper = ClosureKeeper(T4, (1 << 4,), tmp_path / "triangle4" / "to_a1.tablebase.npz")
    Tablebase.build(T4, ["b2"]).save(keeper.path)
    for name in ("french", "scratch.new-0123456789ab", "puzzles", "cluster/triangle4/a2_b2-paths"):
        (tmp_path / name).mkdir(parents=True)
    KeptResults("1").add(RowResult(ROW, 12345, 1.0))
    for name in FOREIGN:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}")
    (tmp_path / "triangle4" / "to_b2.moves.npz.damaged-2").write_text("{}")
    return tmp_path


#: Files that the program did not create, whatever their names.
FOREIGN = {
    "puzzles/mine.toml": "puzzle set",
    "triangle4/notes.txt": "other file",
    "triangle4/photos.npz": "other file",
    "triangle4/photos/summer.building/thesis.pdf": None,
    "triangle4/a1_a1.building/notes.npz": None,
    "triangle4/to_b2.arrow": "other file",
}
ROW = Row(
    name="notes-one", source="Notes", title="a number", published=1, compute=int,
    command="pegs", cost="quick",
)  # fmt: skip


KINDS = {
    "cluster/triangle4/a2_b2-paths": "unfinished work of a cluster",
    "french": "empty folder",
    "reproduce.json": "finished rows of pegs reproduce",
    "scratch.new-0123456789ab": "left by a killed run",
    "triangle4/a1_a1.building": "unfinished winning sets",
    "triangle4/a2_b2.moves.building": "unfinished search for few moves",
    "triangle4/a2_b2.npz": "winning sets",
    "triangle4/a2_b2.values.npz": "numbers of winning positions",
    "triangle4/a2.move.duotaire.npz": "values for two players",
    "triangle4/to_a1.tablebase.npz.building": "unfinished tablebase",
    "triangle4/to_b2.moves.npz": "levels by moves",
    "triangle4/to_b2.moves.npz.damaged-2": "levels by moves, damaged and set aside",
    "triangle4/to_b2.tablebase.npz": "tablebase",
    **{name: kind for name, kind in FOREIGN.items() if kind},
    "triangle4/photos": "other file",
}


def test_everything_is_listed_by_what_it_is(home):
    found = {one.name: one for one in list_stored()}
    (own,) = found.keys() - KINDS.keys()
    assert {name: one.kind for name, one in found.items() if name != own} == KINDS
    assert (found[own].kind, found[own].board) == ("winning sets", OWN.board.name)
    for name, one in found.items():
        files = [path for path in [one.path, *one.path.rglob("*")] if path.is_file()]
        assert one.path == home / name
        assert one.bytes == sum(path.stat().st_size for path in files)
        assert time.time() - 60 < one.modified < time.time() + 60
        assert one.board in ("", T4.name, OWN.board.name, "french")


def test_the_command_lists_them(home, pegs, document, monkeypatch):
    monkeypatch.setattr(out, "width", 120)
    monkeypatch.setenv("COLUMNS", "120")
    printed = pegs("sets")
    for name, kind in KINDS.items():
        assert any(name in line and kind in line for line in printed.splitlines())
    assert OWN.board.name in printed
    assert str(home) in printed
    listed = document("sets", "triangle4", "puzzles")
    names = {row["name"] for row in listed["entries"]}
    for name in ("a2_b2", "to_b2.tablebase"):  # names without extensions
        found = {row["name"] for row in document("sets", name)["entries"]}
        assert f"triangle4/{name}.npz" in found
    assert names == {n for n in KINDS if n.startswith(("triangle4", "puzzles", "cluster"))}


def test_the_command_removes_what_is_named(home, pegs, complaint):
    pegs("sets", "triangle4/a2_b2", "*.building", "--remove", "--yes")
    left = {one.name for one in list_stored()}
    assert left.isdisjoint({"triangle4/a2_b2.npz", "triangle4/a2_b2.moves.building"})
    assert {"triangle4/a2_b2.values.npz", "triangle4/to_b2.tablebase.npz"} <= left
    assert "'*.moves.building': `pegs sets` lists all" in complaint("sets", "*.moves.building")
    assert run(["sets", "triangle4", "cluster", "--remove", "--yes"]) == 0
    assert sorted(os.listdir(home))[1:] == [
        "cluster", "french", "puzzles", "reproduce.json", "scratch.new-0123456789ab", "triangle4",
    ]  # fmt: skip


def test_only_what_the_program_made_is_removed(home, capsys):
    """Other files, folders, links and the targets of links are kept."""
    away = home.parent / f"{home.name}-away"
    shutil.copytree(home / "triangle4", away)
    (home / "triangle4" / "b1_b1.npz").symlink_to(away / "a2_b2.npz")
    (home / "triangle4" / "b1_b1.building").symlink_to(away)
    (home / "triangle4" / "a2_b2.moves.building" / "F-7.npz").symlink_to(away / "a2_b2.npz")
    before = sorted(away.rglob("*"))
    assert run(["sets", "*", "--remove", "--yes"]) == 0
    said = capsys.readouterr().err.splitlines()
    foreign = [*(name for name, kind in FOREIGN.items() if kind), "triangle4/photos"]
    there = [*foreign, "triangle4/b1_b1.npz", "triangle4/b1_b1.building"]
    assert sorted(said) == sorted(f"left: {n}, as pegs did not make it" for n in there)
    files = {path.relative_to(home).as_posix() for path in home.rglob("*") if not path.is_dir()}
    assert files == {
        *FOREIGN, "triangle4/b1_b1.npz",
        "triangle4/a2_b2.moves.building/F-7.npz",
    }  # fmt: skip
    assert (home / "triangle4" / "b1_b1.building").is_symlink()
    assert sorted(away.rglob("*")) == before


def test_unfinished_work_is_removed_with_its_levels(tmp_path, monkeypatch):
    """The files of levels are removed whatever their names."""
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    problem = Problem.complement(triangle(5), "a1")

    def stop(stage, done, total):
        if done == 5:
            raise KeyboardInterrupt

    def interrupted(search, checkpoint):
        with pytest.raises(KeyboardInterrupt):
            search(problem, checkpoint=checkpoint, work=Work(progress=stop))
        assert list(checkpoint.folder.glob("*.npz"))

    interrupted(shortest, Checkpoint(problem, seconds=0, ending="moves.building"))
    interrupted(move_table, Checkpoint(problem, seconds=0, ending="levels.building"))
    kinds = sorted(one.kind for one in list_stored())
    assert kinds == ["unfinished levels by moves", "unfinished search for few moves"]
    assert run(["sets", "*", "--remove", "--yes"]) == 0
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_removed_that_was_not_named_or_is_being_written(home, pegs, complaint):
    assert "pegs sets english/d4_d4 --remove" in complaint("sets", "--remove")
    assert "--yes needs --remove" in complaint("sets", "french", "--yes")
    assert "add --yes" in complaint("sets", "french", "--remove", "--json")
    assert "nothing is stored under 'chess'" in complaint("sets", "chess", "--remove")
    with work_folder(home / "triangle4" / "b1_b1") as folder:
        (one,) = [one for one in list_stored() if one.path == folder]
        assert one.kind == "being written"
        pegs("sets", "b1_b1.new-*", "--remove", "--yes")
        assert folder.is_dir()
    assert set(KINDS) <= {one.name for one in list_stored()}


@pytest.mark.parametrize(
    ("seconds", "age"),
    [(59, "just now"), (60, "1 minute"), (3_599, "59 minutes"), (3_600, "1 hour"),
     (86_400, "1 day"), (200_000, "2 days")],
)  # fmt: skip
def test_how_old_it_is(home, monkeypatch, pegs, seconds, age):
    (found,) = list_stored(names=["french"])
    monkeypatch.setattr(stored_sets, "time", lambda: found.modified + seconds)
    assert age in pegs("sets", "french")


@pytest.mark.parametrize(("answer", "code", "left"), [("y", 0, 0), ("n", 0, 1), ("", 2, 1)])
def test_it_asks_first(home, monkeypatch, capsys, answer, code, left):
    monkeypatch.setattr("sys.stdin", io.StringIO(answer))
    assert run(["sets", "french", "--remove"]) == code
    assert len(list_stored(names=["french"])) == left
    assert code == 0 or "add --yes" in capsys.readouterr().err


def test_an_empty_store(tmp_path, monkeypatch, pegs):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "none"))
    assert pegs("sets") == f"nothing is stored in {tmp_path / 'none'}\n"
    assert json.loads(pegs("sets", "--json"))["entries"] == []
    assert os.listdir(tmp_path) == []


def test_one_module_writes_and_reads_the_files_of_sets():
    """A second way to store arrays would need its own checks of sizes, types and checksums."""
    folder = Path(pegsolitaire.__file__).parent
    ways = re.compile(r"ZipFile|np\.(savez|save|load)\b")
    found = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.py")
        if ways.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"sets/npz_files.py", "engine/level_set.py"}
