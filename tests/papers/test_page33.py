"""Rows of Bell's page on the 33-hole board: ratios, expected trials and times."""

import re
from itertools import pairwise
from types import SimpleNamespace

import known
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


# -- columns of the 33-hole page ----------------------------------------------------------------


def printed_ratios(sizes):
    return [round(after / before, 2 if after < 10 * before else 1)
            for before, after in pairwise(sizes)]  # fmt: skip


def test_ratios_of_the_page_are_those_of_its_columns():
    """Recompute the ratios from the printed columns; one ratio and one percentage differ."""
    table = ROWS["page33-table-1"].published
    forward = printed_ratios([size for size, _ in known.FORWARD_BY_MOVES])
    assert forward == list(table["ratios forward"].values())
    backward = printed_ratios([size for size, _ in known.BACKWARD_BY_MOVES])
    printed = list(table["ratios backward"].values())
    wrong = [n for n, pair in enumerate(zip(backward, printed, strict=True), 1)
             if len(set(pair)) > 1]  # fmt: skip
    assert (wrong, backward[12]) == ([13], 0.47)
    table = ROWS["page33-table-2"].published
    levels = [known.TABLE_2_ENGLISH[pegs] for pegs in range(32, 0, -1)]
    assert printed_ratios([size for size, _ in levels]) == list(table["ratios"].values())
    percent = [round(100 * won / size, 1) for size, won in levels[1:]]
    printed = list(table["% winning"].values())
    wrong = [n for n, pair in enumerate(zip(percent, printed, strict=True), 1)
             if len(set(pair)) > 1]  # fmt: skip
    assert (wrong, percent[15]) == ([16], 7.0)
    assert ROWS["page33-table-2"].ours["% winning"]["16"] == 7.0


def test_rows_of_the_page_name_the_cells_that_differ():
    assert places(ROWS["page33-table-1"]) == ["backward 19 1 0", "ratios backward 13"]
    row = ROWS["page33-table-2"]
    assert places(row) == ["% winning 16"]
    assert "6.95 %" in row.why
    cells = {"pegs", "ratios", "% winning", "totals"}
    assert set(plain(row.published)) == cells


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


# -- Gramigna -----------------------------------------------------------------------------------


def test_expected_trials_are_rounded():
    result = run_row(ROWS["gramigna-expected-trials"])
    assert result.status == "differs"
    assert [one.place for one in result.differences] == ["how"]
    trials = result.row.published["trials"]
    floors = [known.GRAMIGNA_GAMES // wins for wins in known.GRAMIGNA_FRENCH.values()]
    assert floors[0] == trials["table 1"]["c1"] - 1


@pytest.mark.parametrize(
    ("name", "places"),
    [("gramigna-section-2-spaces", ["triangle5"]), ("notes-section-5-losing", ["triangle6"])],
)
def test_what_is_said_in_passing(name, places):
    result = run_row(ROWS[name])
    assert result.status == "differs"
    assert [one.place for one in result.differences] == places


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gramigna-section-3-2-times", "gramigna-section-3-4-times"])
def test_how_many_times_easier(name):
    assert run_row(ROWS[name]).status == "differs"


def test_times_are_those_of_the_expected_wins():
    """The times are the expected wins of Table 2 from c1 and c3, divided by 2.7 from d1."""
    assert ROWS["gramigna-table-2-c3"].ours == 6739.7
    for name, wins, digits in (("2", 614.0, -1), ("4", 6739.7, -2)):
        row = ROWS[f"gramigna-section-3-{name}-times"]
        assert row.ours == round(wins / 2.7, digits)
        assert row.ours < row.published
