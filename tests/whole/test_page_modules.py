"""Runs the Node tests of the page's modules that draw nothing: rules, addresses and storage."""

import json
import shutil
from datetime import date, timedelta
from pathlib import Path

import playwright
import programs
import pytest
from marks import slow_but_for

from pegsolitaire.web.app import STATIC
from pegsolitaire.web.gallery import Gallery

# Playwright includes a copy of Node.
NODE = Path(playwright.__file__).parent / "driver" / "node"
TESTS = Path(__file__).parents[1] / "page"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Copy the modules, their tests and the gallery to a folder where Node can import them."""
    found = tmp_path_factory.mktemp("page")
    for part in ("js", "words"):
        shutil.copytree(STATIC / part, found / part)
    for page in ("index.html", "sheet.html"):
        shutil.copy(STATIC / page, found)
    shutil.copytree(TESTS, found / "tests")
    (found / "package.json").write_text('{"type": "module"}')
    gallery = Gallery()
    (found / "gallery.json").write_text(json.dumps(gallery.document()))
    days = [date(1970, 1, 1) + timedelta(997 * number) for number in range(40)]
    daily = {str(day): gallery.part(day)["sets"] for day in days}
    (found / "days.json").write_text(json.dumps(daily))
    return found


NAMES = sorted(path.name for path in TESTS.glob("*.test.js"))
SIMULATED = "rating.test.js"  # the games of 1,000 players


@pytest.mark.parametrize(
    "name", slow_but_for([name for name in NAMES if name != SIMULATED], NAMES)
)
def test_modules(folder, name):
    done = programs.run([str(NODE), "--test", f"tests/{name}"], cwd=folder)
    assert done.returncode == 0, done.stdout
