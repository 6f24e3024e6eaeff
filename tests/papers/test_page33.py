"""Rows of Bell's page on the 33-hole board, and where rows differ from their papers."""

import re
from types import SimpleNamespace

import pytest

from pegsolitaire.board import named_board
from pegsolitaire.papers import all_figures, choose, page33, paper_rows, plain, run_row
from pegsolitaire.papers.rows import differences
from pegsolitaire.work import SILENT

ENGLISH = named_board("english")
ROWS = {row.name: row for row in paper_rows()}


def places(row):
    """Return the places where the published values differ from ours."""
    return [one.place for one in differences(plain(row.published), plain(row.ours))]


def test_rows_of_the_page_name_the_cells_that_differ():
    assert places(ROWS["page33-table-1"]) == ["backward 19 1 0", "ratios backward 13"]
    row = ROWS["page33-table-2"]
    assert places(row) == ["% winning 16"]
    assert "6.95 %" in row.why


def test_ends_of_random_play_are_drawn_as_on_the_page(monkeypatch):
    """The page has no letters along the edges of these boards."""
    ends = [
        SimpleNamespace(position=ENGLISH.position(code), probability=1 / number)
        for code, number in ((7, 4), (1, 70))
    ]
    odds = SimpleNamespace(most_likely=ends[0], least_likely=ends[1])
    monkeypatch.setattr(page33, "random_play", lambda *_, **__: odds)
    [figure] = choose(all_figures(), ["page33-random-ends"]).entries
    texts = re.findall(r"<text[^>]*>([^<]*)<", figure.draw(SILENT))
    assert texts == ["most likely: 1 in 4", "least likely: 1 in 70"]


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("gramigna-expected-trials", ["how"]),
        ("gramigna-section-2-spaces", ["triangle5"]),
        ("notes-section-5-losing", ["triangle6"]),
    ],
)
def test_rows_differ_where_they_say(name, places):
    result = run_row(ROWS[name])
    assert result.status == "differs"
    assert [one.place for one in result.differences] == places
