"""Tests of position classes stored as bitmaps.

Indices, closures and scans are compared with the slow reference version and with level sets.
"""

import random
import tracemalloc

import naive
import numpy as np
import pytest
import small_engine
from class_codes import BOARDS, Interrupt, boards_and_codes, classes, codes_of, cut_small
from hypothesis import given, strategies as st
from marks import examples

from pegsolitaire.board import Board, named_board
from pegsolitaire.engine import Bitmap, Coset, close
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Problem
from pegsolitaire.sets import level_table
from pegsolitaire.theory import class_of, rank
from pegsolitaire.work import Work

DIRECTIONS = pytest.mark.parametrize("direction", ["forward", "backward"])
STEPS = {"forward": naive.descendants, "backward": naive.ancestors}
ENGLISH = named_board("english")


# -- indices --------------------------------------------------------------------------------------


@BOARDS
def test_index_and_code_are_inverses(board):
    for codes in classes(board, 4):
        coset = Coset(board, codes[0])
        assert coset.bits == rank(board)
        assert len(coset) == 1 << rank(board)
        check_indices(coset, range(0, len(coset), 1 if len(coset) <= 4096 else 17))


def check_indices(coset, indices):
    made = [coset.code(index) for index in indices]
    assert [coset.index(code) for code in made] == list(indices)
    assert all(code in coset for code in made)
    assert coset.codes(np.array(indices)).tolist() == made
    assert [index_by_bytes(coset, code) for code in made] == list(indices)


def index_by_bytes(coset, code):
    """Return the index of a position from the tables for the bytes of its code."""
    return sum(int(table[code >> 8 * n & 255]) for n, table in enumerate(coset.index_tables))


@BOARDS
def test_a_coset_is_a_position_class(board):
    rng = random.Random(1)
    every = range(board.full_code + 1) if len(board) <= 12 else None
    for codes in classes(board, 4):
        coset, label = Coset(board, codes[0]), class_of(board, codes[0])
        for code in every or [rng.getrandbits(len(board)) for _ in range(4000)]:
            assert (code in coset) is (class_of(board, code) == label)


@pytest.mark.parametrize("name", ["english", "french", "hexagon37", "square8", "wiegleb"])
def test_indices_of_large_boards(name):
    board, rng = named_board(name), random.Random(2)
    coset = Coset(board, rng.getrandbits(len(board)))
    check_indices(coset, [0, len(coset) - 1, *(rng.randrange(len(coset)) for _ in range(200))])


def test_cosets_of_more_than_64_holes():
    board, rng = named_board("square9"), random.Random(3)
    coset = Coset(board, board.full_code)
    for _ in range(50):
        index = rng.randrange(1 << coset.bits)
        assert coset.index(coset.code(index)) == index
        assert class_of(board, coset.code(index)) == class_of(board, board.full_code)


@given(boards_and_codes())
def test_cosets_are_equal_where_the_classes_are(case):
    board, codes = case
    first = Coset(board, codes[0])
    for code in range(min(board.full_code, 40)):
        other = Coset(board, code)
        assert (other == first) is (class_of(board, code) == class_of(board, codes[0]))
    assert first != Coset(ENGLISH, 1)
    assert first != 1


# -- closures against the reference version -------------------------------------------------------


@pytest.mark.every(2)
@BOARDS
@DIRECTIONS
def test_closures_agree_with_the_twin(board, direction):
    for codes in classes(board, 3):
        if len(board) > 15 and direction == "backward":
            codes = [code for code in codes if code.bit_count() > 6] or codes[:1]
        found = close(board, codes, direction)
        expected = naive.reached(board, codes, STEPS[direction])
        assert codes_of(found) == expected
        assert len(found) == len(expected)
        assert all(code in found for code in expected)


@pytest.mark.slow
@examples(60)
@given(boards_and_codes(), st.sampled_from(["forward", "backward"]), st.integers(6, 9))
def test_small_blocks_agree_with_the_twin(case, direction, bits):
    board, codes = case
    expected = naive.reached(board, codes, STEPS[direction])
    with pytest.MonkeyPatch.context() as patch:
        cut_small(patch, bits, rounds=bits - 5)
        for threads in (1, 2):
            found = close(board, codes, direction, work=Work(threads=threads))
            assert codes_of(found) == expected
        counts = np.bincount([code.bit_count() for code in expected]).tolist()
        assert found.by_pegs() == {pegs: n for pegs, n in enumerate(counts) if n}


@examples(40)
@given(boards_and_codes())
def test_membership_is_the_bits(case):
    board, codes = case
    found = close(board, codes, "backward")
    expected = naive.reached(board, codes, naive.ancestors)
    assert {code for code in range(board.full_code + 1) if code in found} == expected
    of_class = [found.coset.code(index) for index in range(len(found.coset))]
    contained = found.contains_codes(np.array(of_class, np.uint64)).tolist()
    assert contained == [code in expected for code in of_class]


def test_boards_of_many_parities():
    """A board of forty holes without jumps has forty parities."""
    board = Board([(2 * i, 0) for i in range(40)])
    found = close(board, [5], "forward")
    assert 5 in found
    assert found.by_pegs() == {2: 1}


# -- closures against the levels ------------------------------------------------------------------


@pytest.mark.parametrize("hole", ["a1", "a3", "b4"])
def test_levels_of_triangle6(hole):
    """Level set F is the closure of the starts, and B is the closure of the finishes."""
    problem = Problem.complement(named_board("triangle6"), hole)
    rows = level_table(problem, raw=True).rows
    reached = close(problem.board, problem.starts, "forward").by_pegs()
    assert reached == {row.pegs: row.F for row in rows if row.F}
    led = close(problem.board, problem.finishes, "backward").by_pegs()
    led = {pegs: n for pegs, n in led.items() if pegs <= problem.start_pegs}
    assert led == {row.pegs: row.B for row in rows if row.B}


# -- interruptions, threads and limits ------------------------------------------------------------


@pytest.mark.parametrize("name", ["triangle5", "square4", "rectangle3x4+diagonal"])
@DIRECTIONS
def test_a_closure_goes_on_from_any_part_of_the_answer(name, direction, monkeypatch):
    board, rng = named_board(name), np.random.default_rng(4)
    seeds = [board.vacancy(board.holes[0]).code if direction == "forward" else 1]
    expected = close(board, seeds, direction).words
    cut_small(monkeypatch)
    for share in (0, 0.02, 0.3, 0.9, 1):
        bits = np.unpackbits(expected.view(np.uint8)) & (rng.random(expected.size * 64) < share)
        part = Bitmap(Coset(board, seeds[0]), np.packbits(bits).view(np.uint64))
        found = close(board, seeds, direction, known=part)
        assert found is part
        assert found.words.tolist() == expected.tolist()


@pytest.mark.parametrize("name", ["triangle6", "square5"])
@DIRECTIONS
def test_threads_change_nothing(name, direction, monkeypatch):
    board = named_board(name)
    seeds = [board.vacancy("b2").code if direction == "forward" else board.single("b2").code]
    expected = close(board, seeds, direction, work=Work(threads=1)).words
    cut_small(monkeypatch, 13)
    for threads in (1, 2, 3, 7):
        assert np.array_equal(
            close(board, seeds, direction, work=Work(threads=threads)).words, expected
        )


def test_what_there_is_is_kept_after_every_sweep():
    board, kept = named_board("triangle6"), []

    def keep(found, ending):
        kept.append((len(found), ending))

    found = close(board, [1], "backward", keep=keep)
    sizes = [size for size, _ in kept]
    assert sizes == sorted(sizes)
    assert sizes[-1] == len(found)
    assert not any(ending for _, ending in kept)


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupted_closure_keeps_and_goes_on(threads, monkeypatch):
    board, kept = named_board("triangle6"), []
    expected = close(board, [1], "backward").words
    cut_small(monkeypatch, 9, rounds=1)
    for at in (1, 2, 3):
        with pytest.raises(KeyboardInterrupt):
            close(
                board,
                [1],
                "backward",
                keep=lambda found, ending: kept.append((found.words.copy(), ending)),
                work=Work(progress=Interrupt(at), threads=threads),
            )
        words, ending = kept[-1]
        assert ending
        assert not (words & ~expected).any()
        assert not np.array_equal(words, expected)
        again = close(board, [1], "backward", known=Bitmap(Coset(board, 1), words))
        assert np.array_equal(again.words, expected)
    assert [ending for _, ending in kept] == [True, False, True, False, False, True]


def test_an_interrupted_closure_that_nobody_keeps():
    with pytest.raises(KeyboardInterrupt):
        close(named_board("triangle5"), [1], "backward", work=Work(progress=Interrupt(1)))


def test_classes_that_do_not_fit_are_refused_before_anything_is_allocated(monkeypatch):
    small_engine.free_memory(monkeypatch, 64 << 20)
    tracemalloc.start()
    with pytest.raises(
        BoardTooLargeError, match=r"^a position class of english takes 224 MB, .* MB are free$"
    ):
        close(ENGLISH, [1], "backward")
    assert tracemalloc.get_traced_memory()[1] < 8 << 20
    tracemalloc.stop()


def test_seeds_of_one_class():
    board = named_board("triangle5")
    with pytest.raises(ProblemError, match="at least one"):
        close(board, [], "forward")
    with pytest.raises(ProblemError, match="code:2 is not in the position class"):
        close(board, [1, 2], "forward")
    with pytest.raises(ProblemError, match="the known positions"):
        close(board, [1], "forward", known=close(board, [2], "forward"))
