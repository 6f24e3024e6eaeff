"""SVG pictures are converted to PNG and PDF."""

import sys
from collections import Counter

import pytest
from drawn import parsed
from private import set_private

from pegsolitaire.board import named_board, triangle
from pegsolitaire.cli.main import run
from pegsolitaire.draw import Diagram, write_picture
from pegsolitaire.draw.convert import check_picture
from pegsolitaire.errors import MissingExtraError, ProblemError

T4, ENGLISH = triangle(4), named_board("english")


HEADS = {".svg": b"<svg", ".png": b"\x89PNG", ".pdf": b"%PDF"}


@pytest.mark.parametrize("ending", HEADS)
def test_pictures_are_written_by_their_ending(ending, tmp_path, cairo):
    file = tmp_path / f"board{ending}"
    check_picture(file)
    write_picture(Diagram(T4, 5).svg(), file)
    assert file.read_bytes().startswith(HEADS[ending])
    assert list(tmp_path.iterdir()) == [file]


def test_png_shows_pegs_text_and_arrows(tmp_path, cairo):
    image = pytest.importorskip("PIL.Image")
    file = tmp_path / "board.png"
    plain = Diagram(ENGLISH, ENGLISH.vacancy("d4").code, edges=False)
    write_picture(plain.svg(20), file)
    with image.open(file) as bare:
        pixels, size = bare.convert("RGB").tobytes(), bare.size
    for more in ({"labels": {"d4": "d4"}}, {"moves": [("d2-d4", True)]}, {"shaded": ["a4"]}):
        write_picture(Diagram(ENGLISH, plain.code, edges=False, **more).svg(20), file)
        with image.open(file) as other:
            assert other.size == size
            assert other.convert("RGB").tobytes() != pixels


def test_large_pictures_are_converted_smaller(tmp_path, monkeypatch, cairo):
    image = pytest.importorskip("PIL.Image")
    set_private(monkeypatch, "pegsolitaire.draw.convert", _MAX_PNG_PIXELS=10_000)
    write_picture(Diagram(T4, 5).svg(), tmp_path / "small.png")
    with image.open(tmp_path / "small.png") as made:
        assert 9_000 < made.size[0] * made.size[1] <= 10_500


def test_other_endings_are_refused(tmp_path, capsys):
    for write in (check_picture, lambda file: write_picture("<svg/>", file)):
        with pytest.raises(
            ProblemError, match=r"x\.jpg is not the name of a picture: use the extension \.svg"
        ):
            write(tmp_path / "x.jpg")
    assert run(["show", "english", "--svg", str(tmp_path / "x.jpg")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_what_to_install_is_said_in_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'pegsolitaire\[pictures\]'"):
        write_picture("<svg/>", tmp_path / "x.png")
    assert run(["solve", "triangle5", "a1", "--svg", str(tmp_path / "x.pdf")]) == 2
    said = capsys.readouterr()
    assert "CairoSVG" in said.err
    assert said.err.count("\n") == 1
    assert said.out == ""
    write_picture("<svg/>", tmp_path / "x.svg")


def texts(svg):
    """Return the classes and words of all texts."""
    found = [e for e in parsed(svg).iter() if e.tag.endswith("text")]
    return [(e.get("class"), "".join(e.itertext())) for e in found]


def test_pictures_have_the_names_that_were_asked_for(tmp_path, pegs):
    file = tmp_path / "picture.svg"
    pegs("show", "english", "d4", "--svg", file, "--numbers")
    found = texts(file.read_text())
    names = Counter(words for kind, words in found if {"name", "on-peg"} & set(kind.split()))
    assert names == {str(number): 1 for number in range(1, 34)}
    pegs("replay", "triangle4", "a2", "a4-a2", "--svg", file, "--numbers")
    assert ("caption", "1 7-2") in texts(file.read_text())
