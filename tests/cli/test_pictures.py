"""Every option that draws a picture creates one."""

import pytest

from pegsolitaire.cli.main import run


@pytest.mark.every(3)
@pytest.mark.parametrize(
    "command",
    [
        "show english d4",
        "show triangle6 --regions",
        "solve triangle4 a2 --finish b2",
        "solve triangle4 a2 --finish b2 --shortest",
        "solve triangle4 a2 --finish b2 --short --time 1",
        "solve square3 **./.../... --unbounded",
        "extremes sweep triangle4",
        "replay triangle4 a2 a4-a2,a1-a3",
        "explain english code:4307720192 --finish d4",
        "graph triangle4 a2 --finish b2",
        "graph triangle4 a2 --finish b2 --shortest",
        "triangle 9 a1",
        "random triangle4 a2",
    ],
)
def test_every_picture_option_draws(command, tmp_path, monkeypatch, cairo):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "home"))
    file = tmp_path / "picture.png"
    assert run([*command.split(), "--svg", str(file)]) in (None, 0)
    assert file.read_bytes().startswith(b"\x89PNG")
