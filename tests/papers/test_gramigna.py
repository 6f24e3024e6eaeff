"""Figure 11 of Gramigna, recounted."""

from pegsolitaire.board import named_board
from pegsolitaire.papers import all_figures, choose, paper_rows, run_row
from pegsolitaire.papers.gramigna import figure_11_count
from pegsolitaire.papers.parts import diagram
from pegsolitaire.papers.rows import entry
from pegsolitaire.theory import classic_counts
from pegsolitaire.work import SILENT

ROWS = {row.name: row for row in paper_rows()}


def test_figure_11_counts_17():
    """The count of rows 1, 3, 5 and 7 gives the printed 17, but no built-in count does."""
    assert run_row(ROWS["gramigna-figure-11"]).status == "equal"
    before = diagram(**entry("gramigna-figure-10", "figures")["boards"][0]).position
    count = figure_11_count()
    assert (count.of(before), len(before)) == (17, 30)
    assert str(count).split("\n")[2:4] == ["1 1 1 1 1 1 1", "0 0 0 0 0 0 0"]
    assert 17 not in [one.of(before) for one in classic_counts(named_board("english"))]
    [figure] = choose(all_figures(), ["gramigna-figure-11"]).entries
    assert figure.draw(SILENT).count(">1</text>") >= sum(count.weights) == 20
