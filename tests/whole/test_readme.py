"""Tests of the README: its length, its sessions and its list of folders."""

import doctest
import re
import sys
from pathlib import Path
from runpy import run_path

import pytest
from layers import LAYERS
from marks import quick_then

from pegsolitaire.sets import WinningSets

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "tools"))
from sessions import Reader, agrees, steps  # noqa: E402

README = (ROOT / "README.md").read_text()
MAP = (ROOT / "docs" / "extending.md").read_text()
SESSIONS = [step for step in steps(README) if step.kind == "console"]


def test_two_screens():
    assert README.count("\n") <= 130
    assert len(README.split()) <= 900


@pytest.mark.parametrize("stored", quick_then(True, False))
def test_python_session(stored, central_sets, monkeypatch, tmp_path):
    """The example works with the sets of the central game stored or built from scratch."""
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    if stored:
        central_sets.save()
    code = "\n".join(re.findall(r"```python\n(.*?)```", README, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(code, {}, "README.md", "README.md", 0)
    assert 8 <= len(test.examples) <= 12
    assert doctest.DocTestRunner().run(test).failed == 0
    assert WinningSets.load("english d4") == central_sets


@pytest.mark.parametrize("session", SESSIONS, ids=lambda step: step.name)
def test_terminal_session(session, tmp_path):
    found = Reader(tmp_path).does(session)
    assert agrees(session.text, found), found


def test_pictures_are_as_they_are_drawn_today(tmp_path):
    makers = run_path(str(ROOT / "docs" / "pictures.py"))["PICTURES"]
    assert {path.name for path in (ROOT / "docs" / "images").iterdir()} == makers.keys()
    for name in ("triangle5-solution.svg", "triangle4-graph.svg", "triangle20-purges.svg"):
        makers[name](tmp_path / name)
        shown = (ROOT / "docs" / "images" / name).read_text()
        assert (tmp_path / name).read_text() == shown, (
            f"draw it again: python docs/pictures.py {name}"
        )


def test_the_map_is_in_the_order_of_the_layers():
    rows = re.findall(r"^\| `(\w+)/`", MAP, re.MULTILINE)
    assert [row for row in rows if row in LAYERS] == list(LAYERS)
    for i, (layer, allowed) in enumerate(LAYERS.items()):
        assert allowed <= set(list(LAYERS)[:i]), layer
