"""Tests of scans over class bitmaps for unique winning jumps and images.

The results are compared with the slow reference version.
"""

import random

import naive
import numpy as np
import pytest
from class_codes import BOARDS, Interrupt, boards_and_codes, classes, codes_of, cut_small
from hypothesis import given, strategies as st
from marks import examples
from private import set_private

from pegsolitaire.board import apply_permutation, named_board
from pegsolitaire.engine import (
    Bitmap,
    Coset,
    Probe,
    class_scans,
    close,
    codes_with_one_jump,
    fixed_codes,
    images,
)
from pegsolitaire.work import Work

# -- unique winning jumps -------------------------------------------------------------------------


@BOARDS
def test_unique_winning_jumps_agree_with_the_twin(board):
    for codes in classes(board, 2, seed=5):
        finishes = [code for code in codes if code.bit_count() < 4] or codes[:1]
        solvable = close(board, finishes, "backward")
        winning = codes_of(solvable)
        found = codes_with_one_jump(solvable).tolist()
        assert len(found) == len(set(found))
        assert set(found) == {
            code for code in winning if naive.count_winning_jumps(board, code, winning) == 1
        }


@examples(40)
@given(boards_and_codes(), st.integers(6, 9), st.integers(1, 2))
def test_unique_winning_jumps_in_small_blocks(case, bits, threads):
    board, codes = case
    solvable = close(board, codes, "backward")
    expected = sorted(codes_with_one_jump(solvable).tolist())
    winning = codes_of(solvable)
    assert expected == sorted(
        code for code in winning if naive.count_winning_jumps(board, code, winning) == 1
    )
    with pytest.MonkeyPatch.context() as patch:
        cut_small(patch, bits)
        assert (
            sorted(codes_with_one_jump(solvable, work=Work(threads=threads)).tolist()) == expected
        )


def test_unique_winning_jumps_of_any_set():
    """In any set, even one that is not a closure, winning jumps are those that stay in it."""
    board, rng = named_board("rectangle3x4"), np.random.default_rng(6)
    coset = Coset(board, 1)
    some = Bitmap(coset, rng.integers(0, 1 << 63, len(coset) // 64, np.uint64))
    there = codes_of(some)
    assert set(codes_with_one_jump(some).tolist()) == {
        code for code in there if naive.count_winning_jumps(board, code, there) == 1
    }


def test_a_scan_can_be_interrupted():
    solvable = close(named_board("triangle5"), [1], "backward")
    with pytest.raises(KeyboardInterrupt):
        codes_with_one_jump(solvable, work=Work(progress=Interrupt(1)))


# -- images ---------------------------------------------------------------------------------------


@given(st.sampled_from(["triangle5", "square4", "english", "hexagon37", "square8"]), st.data())
def test_images_of_many_codes(name, data):
    board = named_board(name)
    codes = data.draw(st.lists(st.integers(0, board.full_code), max_size=20))
    array = np.array(codes, np.uint64)
    for image in (symmetry.image for symmetry in board.symmetries):
        assert images(array, image).tolist() == [apply_permutation(image, c) for c in codes]
    assert Probe(board.symmetries).least(array).tolist() == [
        min(board.images(code)) for code in codes
    ]


@BOARDS
def test_fixed_codes_are_those_that_stay(board, monkeypatch):
    rng = random.Random(7)
    for chunk in (20, 2):
        set_private(monkeypatch, class_scans, _CHUNK_BITS=chunk)
        for codes in classes(board, 2):
            symmetries = [symmetry.image for symmetry in board.symmetries]
            some = rng.sample(symmetries, min(len(symmetries), rng.randint(1, 2)))
            coset = Coset(board, codes[0])
            found = np.concatenate(list(fixed_codes(coset, some))).tolist()
            assert len(found) == len(set(found))
            every = coset.codes(np.arange(len(coset)))
            stay = np.all([images(every, image) == every for image in some], axis=0)
            assert sorted(found) == sorted(every[stay].tolist())
