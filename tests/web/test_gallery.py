"""Tests of the puzzle gallery: it is up to date and small, and it reloads changed files."""

import gzip
import json

import pytest
from web_client import served

from pegsolitaire.web import gallery
from pegsolitaire.web.compression import Content
from pegsolitaire.web.gallery import Gallery


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    with served(tmp_path_factory.mktemp("home")) as asker:
        yield asker


def test_the_gallery_is_a_tenth_of_its_size(web):
    answer = web.answer("GET", "/api/puzzles", headers={"accept-encoding": "gzip"})
    assert answer.num_bytes_downloaded < len(answer.content) / 10


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("daily?day=2026-11-29", ["Pinwheel"]),
        ("daily?day=1969-12-31", []),
        (
            "posing?day=2026-11-29&board=english&start=d4&finish=d4",
            ["Central game", "Pinwheel", "Vacancy d4"],
        ),
        ("posing?day=1969-12-31&board=triangle5&start=a1&finish=c3", []),
    ],
)
def test_a_game_asks_for_a_small_part_of_the_gallery(web, path, names):
    answer = web.answer("GET", f"/api/puzzles/{path}", headers={"accept-encoding": "gzip"})
    found = answer.json()["sets"]
    assert [puzzle["name"] for one in found for puzzle in one["puzzles"]] == names
    assert answer.num_bytes_downloaded < 4_000


def test_the_built_in_gallery_is_up_to_date():
    """The built-in gallery matches the puzzle files and the known results."""
    text = gzip.decompress(gallery.built_in_file().read_bytes())
    made = Content.of_document(gallery.built_in_gallery())
    assert text == made.body, "run python tools/make_data.py gallery"


def test_files_of_ones_own_are_read_when_they_have_changed(tmp_path, monkeypatch):
    text = (
        'format = 1\nname = "{}"\nboard = "triangle5"\ndescription = "x"\n[[puzzle]]\n'
        'name = "First"\nposition = "code:32766"\nfinish = "a1"\nsource = "me"\n'
    )
    read, seen = gallery.read_puzzles, []
    monkeypatch.setattr(gallery, "read_puzzles", lambda file: (seen.append(file), read(file))[1])
    files = [tmp_path / f"{name}.toml" for name in "abc"]
    for file in files:
        file.write_text(text.format(file.stem))
    files[1].write_text("broken")
    shown = Gallery([tmp_path])
    first = shown.content()
    assert shown.content() is first
    assert len(seen) == 3
    assert [one["name"] for one in shown.document()["sets"][:2]] == ["a", "c"]
    assert [str(files[1]) in one for one in shown.complaints] == [True]
    files[1].write_text(text.format("b"))
    second = shown.content()
    assert second is not first
    assert seen[3:] == [files[1]]
    assert [one["name"] for one in json.loads(second.body)["sets"][:3]] == ["a", "b", "c"]
    files[0].unlink()
    assert json.loads(shown.content().body)["sets"][0]["name"] == "b"
    assert len(seen) == 4
