"""Tests that the README and the comparison contain only figures that were measured.

The figures are of time and memory, and come from the file that the script writes.
"""

import json
import re
import sys
from pathlib import Path

import programs
import pytest
from marks import each

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT))
from benchmarks import timings  # noqa: E402

KEPT = json.loads(timings.KEPT.read_bytes())
NUMBER = r"\d|\b(?:an?|one|two|three|four|five|six|ten|half|few|several)\b"
UNIT = (
    r"s|ms|us|µs|ns|sec(?:ond)?s?|min(?:ute)?s?|h(?:ours?)?|days?|milliseconds?|microseconds?"
    r"|[kKMGT]i?B|bytes?|(?:kilo|mega|giga|tera)bytes?"
)
#: Matches a number, in digits or as a word, with a unit of time or memory.
FIGURE = re.compile(rf"(?:{NUMBER})(?: (?:a|an|few|or so))?[\s-]?(?:{UNIT})\b", re.IGNORECASE)
BARE = [ROOT / "README.md", ROOT / "docs" / "comparison.md"]


def outside(page):
    """Return the text of a page without marked figures, code and addresses."""
    page = timings.FIGURE.sub("", page)
    page = re.sub(r"```.*?```|`[^`\n]*`", "", page, flags=re.DOTALL)
    return re.sub(r"\]\([^)]*\)|!\[[^]]*\]", "", page)


@pytest.mark.parametrize("page", timings.PAGES, ids=lambda page: page.name)
def test_pages_say_what_was_measured(page):
    """Run `python -m benchmarks.timings write` to update the pages."""
    text = page.read_text()
    assert timings.written(text, KEPT) == text
    assert text.count("<!---->") == len(timings.FIGURE.findall(text)) > 0


@pytest.mark.parametrize("page", BARE, ids=lambda page: page.name)
def test_no_figure_comes_from_anywhere_else(page):
    assert FIGURE.findall(outside(page.read_text())) == []


@each(("text", "is_figure"), [
    ("0.2 s", True), ("about 455 MB", True), ("1.2GB", True), ("24 GiB", True),
    ("half a minute", True), ("two hours", True), ("12 min", True), ("5 ms", True),
    ("18 moves", False), ("37 million games", False), ("two screens", False),
    ("`pegs --time 5 s`", False), ("<!--levels-->3 s<!---->", False),
])  # fmt: skip
def test_figures_are_told_from_other_numbers(text, is_figure):
    assert bool(FIGURE.search(outside(f"There are {text}, at most."))) is is_figure


def test_all_that_is_kept_is_shown():
    """All recorded figures are shown, and those of other programs name a source."""
    kept = {name: found["command"] for name, found in KEPT["figures"].items()}
    assert kept == timings.COMMANDS
    others = json.loads(timings.OTHERS.read_bytes())
    assert all(set(one) == {"figure", "program", "task", "source"} for one in others.values())
    pages = "".join(page.read_text() for page in timings.PAGES)
    shown = {name.removesuffix(".time") for name, _ in timings.FIGURE.findall(pages)}
    assert shown == {*kept, *others, "measured"}


def test_commands_stand_beside_their_figures():
    """In the comparison, each row names the command that it measures."""
    for line in (ROOT / "docs" / "comparison.md").read_text().splitlines():
        names = [name for name, _ in timings.FIGURE.findall(line) if name in timings.COMMANDS]
        for name in names:
            assert f"`{timings.COMMANDS[name]}`" in line


def test_a_command_is_measured_whole():
    # A new process is needed, because a command inherits the peak memory of its parent.
    code = "from benchmarks import timings; print(*timings.run('pegs show known triangle5'))"
    done = programs.run([sys.executable, "-c", code], cwd=ROOT)
    seconds, size = map(float, done.stdout.split())
    assert seconds > 0
    assert 10e6 < size < 1e9
    with pytest.raises(SystemExit, match="ended with exit code 2"):
        timings.run("pegs show known nowhere")


def test_every_benchmark_can_be_imported():
    from benchmarks.cases import CASES

    assert len(CASES) > 30
