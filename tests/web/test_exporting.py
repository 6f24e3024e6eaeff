"""Tests of the page exported as files for a static web host."""

import json
import re
from types import SimpleNamespace

import pytest
from private import private, set_private
from puzzle_file import GOOD

from pegsolitaire.board import named_board
from pegsolitaire.errors import StoreError
from pegsolitaire.files import home
from pegsolitaire.sets import Pack
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


@pytest.fixture
def small_page(quickly, monkeypatch, tmp_path):
    """Export three small files instead of the page, its packs and its puzzles."""
    source = tmp_path / "static"
    (source / "js").mkdir(parents=True)
    for name in ("index.html", "sheet.html"):
        (source / name).write_text('<meta name="pegs-provider" content="server">')
    (source / "js" / "game.js").write_text("play()")
    monkeypatch.setattr(exporting, "STATIC", source)
    monkeypatch.setattr(exporting, "Gallery", lambda _: None)
    monkeypatch.setattr(exporting, "copy_slices", lambda _: [])
    monkeypatch.setattr(
        exporting,
        "documents",
        lambda packs, _, more: {
            "data.json": {"packs": packs, **more},
            "shortest/english.json": {},
        },
    )
    return source


@pytest.mark.usefixtures("small_page")
def test_what_an_export_writes(pegs, tmp_path):
    site, address = tmp_path / "site", "https://example.org/pegs/"
    printed = pegs("play", "--export", "site", "--link", f"{address}#board=english")
    assert re.fullmatch(r"site: 6 files, [\d.]+ kB, for any web host\n", printed)
    paths = [path for path in site.rglob("*") if path.is_file()]
    written = {path.relative_to(site).as_posix(): path.read_text("utf-8") for path in paths}
    assert sorted(written) == [
        "data.json", "index.html", "js/game.js", "sheet.html", "shortest/english.json", "sw.js",
    ]  # fmt: skip
    size = sum(path.stat().st_size for path in paths)
    for name in ("index.html", "sheet.html"):
        policy, provider = written[name].split("\n")
        assert policy.startswith('<meta http-equiv="Content-Security-Policy" content="')
        assert provider == '<meta name="pegs-provider" content="packs">'
    assert json.loads(written["data.json"]) == {"packs": [], "address": address}
    cached = re.search(r"const FILES = (\{.*?\});", written["sw.js"], re.DOTALL)
    assert json.loads(cached[1]).keys() == written.keys() - {"sw.js"}
    # Another export removes what an earlier one, or one that was killed, left behind.
    (site / "packs" / "old.pack").write_text("")
    (site / "packs" / "a.pack.new-0123456789ab").mkdir()
    assert exporting.export_page(site, address=address) == (6, size)
    assert [*(site / "packs").iterdir()] == []


def test_exports_that_end_early(small_page, monkeypatch, tmp_path):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(exporting, "documents", interrupt)
    with pytest.raises(KeyboardInterrupt):
        exporting.export_page(tmp_path / "site")
    assert {path.name for path in (tmp_path / "site").iterdir()} == {
        "index.html", "js", "sheet.html",
    }  # fmt: skip
    (small_page / "sheet.html").write_text("")
    with pytest.raises(StoreError, match="the page of this installation has no <meta"):
        exporting.export_page(tmp_path / "site")


def test_packs_are_described(tmp_path):
    pack = Pack.reach(named_board("triangle4"), "b2")
    described = private(exporting, "_save")(pack, "triangle4-b2", tmp_path)
    assert described == {
        "file": "packs/triangle4-b2.pack",
        "bytes": (tmp_path / "triangle4-b2.pack").stat().st_size,
        "board": "triangle4",
        "kind": "reach",
        "starts": [],
        "finishes": [str(named_board("triangle4").single("b2").code)],
    }


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
