"""Tests of the page exported as files for a static web host."""

import json
import re
from types import SimpleNamespace

import pytest
from private import private, set_private
from puzzle_file import GOOD

from pegsolitaire.files import home
from pegsolitaire.sets.plans import Plan
from pegsolitaire.web import exporting
from pegsolitaire.work import Progress, Work


@pytest.fixture(autouse=True)
def at_home(tmp_path, monkeypatch):
    """Give each test its own store and working folder."""
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def quickly(monkeypatch):
    """Skip the packs of an export, which take a while."""
    set_private(monkeypatch, "pegsolitaire.web.exporting", _write_packs=lambda *_, **__: [])
    monkeypatch.setattr("pegsolitaire.web.exporting.plan_export", lambda: Plan(0, 0, 0.0))


class Told(Progress):
    """Records the progress that it is told about."""

    def __init__(self):
        self.total, self.done = None, []

    def stage(self, what, total=None):
        self.total = total

    def update(self, done, note=""):
        self.done.append(done)


def test_progress_of_an_export_counts_boards_and_problems(monkeypatch, tmp_path):
    nothing = SimpleNamespace(reach=lambda *_: None, of=lambda *_: None)
    monkeypatch.setattr(exporting, "Pack", nothing)
    monkeypatch.setattr(exporting, "WinningSets", SimpleNamespace(build=lambda *_, **__: None))
    set_private(monkeypatch, exporting, _save=lambda *_: {})
    told = Told()
    private(exporting, "_write_packs")(tmp_path, work=Work(progress=told).begin())
    assert told.done == [*range(1, told.total + 1)]


def test_an_export_packs_few_problems():
    """An export packs the daily puzzles, except on boards that need no packs."""
    names, problems = zip(*private(exporting, "_problems")(), strict=True)
    assert len(names) == len(set(names)) == len(set(problems)) <= 100
    assert {problem.board.name for problem in problems} == {"french", "hexagon37", "square6"}
    assert all(problem.start_pegs <= 16 for problem in problems)
    assert exporting.plan_export().seconds < 120


@pytest.mark.slow
def test_all_packs_of_an_export(tmp_path):
    """The browser tests use only some of the packs."""
    written, _ = exporting.export_page(tmp_path / "site")
    packs = json.loads((tmp_path / "site" / "data.json").read_text())["packs"]
    files = {pack["file"] for pack in packs}
    assert {f"packs/{name}.pack" for name, _ in private(exporting, "_problems")()} <= files
    assert all((tmp_path / "site" / file).is_file() for file in files)
    assert written > len(files)
    assert sum(pack["bytes"] for pack in packs) < 6_000_000


@pytest.mark.slow
@pytest.mark.usefixtures("quickly")
def test_exports(pegs, tmp_path):
    (home() / "puzzles").mkdir(parents=True)
    (home() / "puzzles" / "good.toml").write_text(GOOD)
    printed = pegs("play", "--export", "site/below")
    assert re.fullmatch(r"site/below: \d+ files, [\d.]+ MB, for any web host\n", printed)
    site = tmp_path / "site" / "below"
    before = {path: path.read_bytes() for path in site.rglob("*") if path.is_file()}
    assert 'content="packs"' in (site / "index.html").read_text("utf-8")
    assert json.loads((site / "data.json").read_text())["puzzles"]["sets"][0]["name"] == "mine"
    (site / "data.json").unlink()
    assert pegs("play", "--export", "site/below") == printed
    assert {path: path.read_bytes() for path in site.rglob("*") if path.is_file()} == before


@pytest.mark.usefixtures("quickly")
def test_exports_that_are_refused(complaint, tmp_path):
    (tmp_path / "file").write_text("mine")
    assert "it is a file; name a folder" in complaint("play", "--export", "file")
    assert "cannot write file/below" in complaint("play", "--export", "file/below")
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("<h1>My site</h1>")
    assert "it holds other files; name a new folder" in complaint("play", "--export", "site")
    assert [path.read_text() for path in site.iterdir()] == ["<h1>My site</h1>"]
    assert (tmp_path / "file").read_text() == "mine"
    (tmp_path / "dark").mkdir()
    (tmp_path / "dark" / ".hidden").write_text("")
    assert "it holds other files" in complaint("play", "--export", "dark")
