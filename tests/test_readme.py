"""The README's sessions run as printed."""

import doctest
import re
import shlex
from functools import partial
from pathlib import Path
from runpy import run_path

import pytest
from marks import quick_then
from test_public_names import LAYERS

import pegsolitaire
from pegsolitaire.cli.main import run
from pegsolitaire.sets import WinningSets
from pegsolitaire.solving import count_solutions

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
CONSOLE = "".join(re.findall(r"```console\n(.*?)```", README, re.DOTALL))
SESSIONS = [tuple(part.split("\n", 1)) for part in CONSOLE.split("$ ")[1:]]


@pytest.mark.parametrize("stored", quick_then(True, False))
def test_python_session(stored, central_sets, monkeypatch):
    """With the sets of the central game, which take seconds, from the store, or built anew.

    Its solutions are counted along these sets, or without them.
    """
    if stored:
        count = partial(count_solutions, wins=central_sets)
        monkeypatch.setattr(pegsolitaire, "count_solutions", count, raising=False)
        monkeypatch.setattr(WinningSets, "build", {central_sets.problem: central_sets}.get)
    code = "\n".join(re.findall(r"```python\n(.*?)```", README, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(code, {}, "README.md", "README.md", 0)
    assert doctest.DocTestRunner().run(test).failed == 0


#: The count of the central game is that of the session of Python, too.
LONG = {"pegs count english d4"}


@pytest.mark.parametrize(
    ("command", "printed"),
    [
        pytest.param(*session, id=session[0], marks=[pytest.mark.slow] * (session[0] in LONG))
        for session in SESSIONS
    ],
)
def test_terminal_session(command, printed, capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    program, *arguments = shlex.split(command)
    assert program == "pegs"
    run(arguments)
    assert _lines(capsys.readouterr().out) == _lines(printed)


def _lines(text):
    return [line.rstrip() for line in text.strip("\n").split("\n")]


def test_sessions_were_found():
    assert len(SESSIONS) == 6


def test_links_lead_somewhere():
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    for page in pages:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            made = target.startswith(
                "generated/"
            )  # with the site: tools/check_site.py looks there
            assert made or (page.parent / target).exists(), f"{page.name}: {target}"


def test_pictures_are_as_they_are_drawn_today(tmp_path):
    makers = run_path(str(ROOT / "docs" / "pictures.py"))["PICTURES"]
    assert {path.name for path in (ROOT / "docs" / "images").iterdir()} == makers.keys()
    for name in ("triangle5-solution.svg", "triangle4-graph.svg", "triangle20-purges.svg"):
        makers[name](tmp_path / name)
        shown = (ROOT / "docs" / "images" / name).read_text()
        assert (tmp_path / name).read_text() == shown, (
            f"draw it anew: python docs/pictures.py {name}"
        )


def test_folders_of_the_package_are_all_in_the_map():
    folders = {p.name for p in (ROOT / "pegsolitaire").iterdir() if (p / "__init__.py").exists()}
    assert folders <= set(re.findall(r"^\| `(\w+)/`", README, re.MULTILINE))


def test_the_map_is_in_the_order_of_the_layers():
    rows = re.findall(r"^\| `(\w+)/`", README, re.MULTILINE)
    assert [row for row in rows if row in LAYERS] == list(LAYERS)
    for i, (layer, allowed) in enumerate(LAYERS.items()):
        assert allowed <= set(list(LAYERS)[:i]), layer
