"""Figures of the papers on triangles, replayed."""

import pytest
from msgspec.structs import replace

from pegsolitaire.board import named_board
from pegsolitaire.data import find_puzzle
from pegsolitaire.game import Solution, read_start
from pegsolitaire.papers import all_figures, choose, paper_rows, run_row
from pegsolitaire.papers.rows import entry
from pegsolitaire.papers.triangular import purges_of_figure_7, swept_from_complement

ROWS = {row.name: row for row in paper_rows()}


# -- the cross ----------------------------------------------------------------------------------


def test_the_cross_of_figure_1b():
    """The claim is false for the Latin cross of the figure, but true for the Greek cross."""
    result = run_row(ROWS["notes-section-3-cross"])
    assert result.status == "differs"
    assert [one.place for one in result.differences] == [
        "Latin cross, figure 1b complement", "Latin cross, figure 1b from one vacancy",
    ]  # fmt: skip
    board = named_board("english")
    code = read_start(board, "latin cross").complement.code
    assert f"code:{code} " in result.row.command
    for name, words in (("latin cross", "from g4 to d4"), ("greek cross", "so it never comes up")):
        assert words in find_puzzle(board, name).note
    [figure] = choose(all_figures(), ["notes-figure-1"]).entries
    assert "to g4 in 26 jumps" in figure.differs


# -- figures 7 and 10 of the paper on triangles --------------------------------------------------


def test_figure_7_is_replayed():
    row = ROWS["triangular-figure-7"]
    assert run_row(row).status == "equal"
    # The game is impossible if two jumps of the left 6-purge are swapped.
    table = entry("triangular-figure-7")
    swapped = table["moves"].split(", ")
    swapped[11], swapped[3] = swapped[3], swapped[11]
    for moves in (swapped, swapped[:-1]):
        compute = lambda _, moves=moves: purges_of_figure_7(", ".join(moves), table["purges"])  # noqa: E731
        assert "not" in run_row(replace(row, compute=compute)).error


@pytest.mark.slow
def test_figure_10_is_replayed():
    """The complement is reduced to one peg, and its reverse leads to the start of the sweep."""
    row = ROWS["triangular-figure-10"]
    assert run_row(row).status == "equal"
    sweep, reduction = swept_from_complement(12)
    board = reduction.start.board
    start = board.full_code ^ reduction.finish.code
    forward = Solution(board.position(f"code:{start}"), reduction.reversed().jumps)
    assert forward.finish == reduction.start.complement
    assert Solution(forward.finish, sweep.jumps).finish == board.single("a3")
