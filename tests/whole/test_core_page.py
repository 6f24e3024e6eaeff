"""Tests that the code on the core's documentation page matches the source and its example runs."""

import doctest
import re
from pathlib import Path

from marks import each

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "core.md"
QUOTES = re.findall(r"<!-- (\S+) -->\n```python\n(.*?)```", PAGE.read_text(), re.DOTALL)


@each(("path", "code"), QUOTES)
def test_quoted_code_is_that_of_the_source(path, code):
    assert code in (ROOT / path).read_text()


def test_its_example_runs():
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


def test_the_sizes_it_says():
    from pegsolitaire.game import Problem
    from pegsolitaire.sets import level_table

    table = level_table(Problem("triangle5", "a1"))
    forward = [row.F for row in table.rows if row.pegs >= 7]
    assert ", ".join(map(str, forward)) in PAGE.read_text()
    winning = {row.pegs: row.W for row in table.rows}
    assert f"268 positions with 8 pegs, {winning[8]} win" in PAGE.read_text()
    assert f"{sum(winning.values())} winning positions" in PAGE.read_text()
