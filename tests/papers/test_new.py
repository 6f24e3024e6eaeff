"""The values of rows that are in no paper are labelled as recorded."""

from pegsolitaire.papers import all_rows, run_row
from pegsolitaire.papers.pages import details_of

ROWS = {row.name: row for row in all_rows()}


def test_what_no_paper_prints_is_called_recorded():
    [line] = (
        line for line in details_of(run_row(ROWS["new-triangle12-44"])) if "and comp" in line
    )
    assert line.startswith("recorded and computed: ")
