"""Tests of slices, which hold the dead positions with some number of pegs."""

import random
from itertools import combinations

import naive
import numpy as np
import pytest
from marks import slow_but_for
from packs import ReadPack

from pegsolitaire.board import Board, named_board
from pegsolitaire.sets import Pack, Tablebase
from pegsolitaire.sets.pack import dead_codes
from pegsolitaire.theory import class_of
from pegsolitaire.web import offline
from pegsolitaire.web.gallery import Gallery
from pegsolitaire.web.offline import BOARD, PEGS, copy_slices, data_folder, slice_name

E = Board(BOARD)
HOLES = [orbit[0] for orbit in E.orbits]


@pytest.mark.every(3)
@pytest.mark.parametrize("name", ["triangle4", "triangle5", "rectangle3x4"])
def test_slices_against_the_twin(name):
    board = named_board(name)
    for orbit in board.orbits:
        finish = 1 << orbit[0]
        table = Tablebase.build(board, [finish])
        live = set().union(*naive.backward_levels(board, [finish]).values())
        for pegs in range(1, len(board) - 1):
            pack = ReadPack(Pack.dead(table, pegs).to_bytes())
            every = (
                sum(1 << i for i in chosen) for chosen in combinations(range(len(board)), pegs)
            )
            own = [code for code in every if class_of(board, code) == class_of(board, finish)]
            assert [code in pack for code in own] == [code not in live for code in own]


def test_slices_are_copied_with_what_the_page_has_to_know(tmp_path):
    (tmp_path / "packs").mkdir()
    found = copy_slices(tmp_path / "packs")
    assert [one["finishes"] for one in found] == [[str(1 << orbit[0])] for orbit in E.orbits]
    for one in found:
        path = tmp_path / one["file"]
        assert (one["kind"], one["bytes"]) == ("dead", path.stat().st_size)


def test_only_boards_with_packs_have_what_reads_packs(monkeypatch):
    """The page needs symmetries and resource counts of a board to ask its packs."""
    monkeypatch.setattr(offline, "CATALOGUE", ["triangle5", "triangle4"])
    data = offline.documents([{"board": "triangle4"}], Gallery())["data.json"]
    one, other = data["boards"]
    assert other.keys() - one.keys() == {"symmetries", "counts"}
    assert one.keys() - other.keys() == set()
    assert len(other["symmetries"]) == 6


@pytest.mark.parametrize("hole", slow_but_for([E.bit("d4")], HOLES))
def test_what_random_games_reach_is_not_dead_when_turned_about(hole):
    """The complement of a position reached from a vacancy can be reduced to one peg there."""
    with data_folder() as folder:
        pack = ReadPack((folder / slice_name(E.hole_text(E.holes[hole]))).read_bytes())
    assert (pack.header["kind"], pack.header["finishes"]) == ("dead", [str(1 << hole)])
    assert list(pack.levels) == [PEGS]
    chance = random.Random(hole)
    reached = 0
    while reached < 40:
        code = E.full_code ^ 1 << hole
        while code.bit_count() > len(E) - PEGS and (jumps := E.masks_from(code)):
            code ^= chance.choice(jumps).mask
        if code.bit_count() == len(E) - PEGS:
            assert code ^ E.full_code not in pack
            reached += 1


@pytest.mark.slow
@pytest.mark.parametrize("hole", HOLES)
def test_slices_that_come_along_are_those_of_the_tablebases(hole):
    with data_folder() as folder:
        pack = ReadPack((folder / slice_name(E.hole_text(E.holes[hole]))).read_bytes())
    made = dead_codes(Tablebase.build(E, [1 << hole]), PEGS)
    assert np.array_equal(pack.levels[PEGS], made)
