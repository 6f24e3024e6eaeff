"""Packs: the code for gaps and ranks, their content, and their format."""

import random
from itertools import combinations
from pathlib import Path

import naive
import numpy as np
import pytest
from hypothesis import given, strategies as st
from marks import each
from packs import ReadPack, gaps_of
from private import private

from pegsolitaire.board import Board, apply_permutation, hexagon, named_board
from pegsolitaire.errors import BoardTooLargeError, NotOnBoardError, ProblemError, StoreError
from pegsolitaire.game import Problem
from pegsolitaire.sets import Pack, WinningSets, pack as rice

DIAGONAL = Board.from_rows("ooo/oooo/ooo", "square-diagonal")
NO_JUMPS = Board.from_rows("oo oo/oo oo/  o/ooo", "square")
BOARDS = {name: named_board(name) for name in ("triangle4", "triangle5", "truncated12",
          "rectangle3x4", "star13", "rectangle5x1")}  # fmt: skip
BOARDS |= {"diagonal": DIAGONAL, "few jumps": NO_JUMPS}
T5 = BOARDS["triangle5"]
DOCS = Path(__file__).parents[2] / "docs" / "formats.md"


def codes(*numbers):
    return np.array(numbers, np.uint64)


# -- gaps and ranks -------------------------------------------------------------------------------


@given(st.lists(st.one_of(st.integers(0, 40), st.integers(0, rice.LIMIT))), st.integers(0, 51))
def test_gaps_come_back(gaps, order):
    gaps = np.array(gaps, np.int64)
    data = rice.encode(gaps, order)
    assert gaps_of(data, len(gaps), order).tolist() == gaps.tolist()


def slow_bits(gaps, order):
    """Return the encoded bits as text, following docs/formats.md literally."""
    numbers = [f"{gap + 2**order:b}" for gap in gaps]
    return "".join("0" * (len(bits) - order - 1) + bits for bits in numbers)


@given(st.lists(st.integers(0, 300), min_size=1), st.integers(0, 9))
def test_bits_of_gaps(gaps, order):
    bits = slow_bits(gaps, order)
    data = rice.encode(np.array(gaps), order)
    assert "".join(f"{byte:08b}" for byte in data) == bits + "0" * (-len(bits) % 8)
    best = rice.best_order(np.array(gaps))
    assert len(slow_bits(gaps, best)) == min(len(slow_bits(gaps, k)) for k in range(20))


@given(st.lists(st.integers(0, 7), min_size=1, max_size=9), st.data())
def test_ranks_number_the_positions_of_a_class(labels, data):
    label = 0
    for one in data.draw(st.sets(st.sampled_from(range(len(labels))))):
        label ^= labels[one]
    ranking = rice.Ranking(labels, label)
    for pegs in range(len(labels) + 1):
        wanted = sorted(
            sum(1 << i for i in holes)
            for holes in combinations(range(len(labels)), pegs)
            if np.bitwise_xor.reduce([0, *(labels[i] for i in holes)]) == label
        )
        assert ranking.size(pegs) == len(wanted)
        assert ranking.ranks(codes(*wanted), pegs).tolist() == [*range(len(wanted))]
        assert ranking.codes(np.arange(len(wanted)), pegs).tolist() == wanted


def test_codes_that_have_no_rank():
    ranking = rice.Ranking([1, 2, 3, 1], 3)
    for wrong in (0b0101, 0b0111, 0b10001):
        with pytest.raises(ValueError, match="a code"):
            ranking.ranks(codes(3, wrong), 2)


# -- content --------------------------------------------------------------------------------------


def problems_of(board):
    first, last = board.holes[board.orbits[0][0]], board.holes[-1]
    yield Problem.complement(board, first)
    yield Problem(board, first, last)
    yield Problem.to_any(board.vacancy(first))
    # A problem of several classes, so that the class of a position decides nothing.
    everywhere = range(len(board))
    yield Problem.of_codes(
        board,
        tuple(board.full_code ^ 1 << i for i in everywhere),
        tuple(1 << i for i in everywhere),
    )


def written(pack):
    return ReadPack(pack.to_bytes())


def lists(levels):
    return {pegs: level.tolist() for pegs, level in levels.items() if len(level)}


@each("board", BOARDS.values())
def test_winning_packs_hold_the_winning_sets(board):
    for problem in problems_of(board):
        wins = WinningSets.build(problem)
        pack = written(Pack.of(wins))
        assert len(Pack.of(wins)) == len(wins)
        assert lists(pack.levels) == lists(wins.levels)
        every = np.arange(board.full_code + 1, dtype=np.uint64)
        held = [code in pack for code in range(board.full_code + 1)]
        assert held == wins.contains_codes(every).tolist()


@pytest.mark.parametrize("name", ["triangle4", "triangle5", "diagonal", "rectangle5x1"])
def test_reach_packs_against_the_twin(name):
    board = BOARDS[name]
    for orbit in board.orbits:
        pack = written(Pack.reach(board, board.holes[orbit[0]]))
        wanted = set().union(*naive.backward_levels(board, [1 << orbit[0]]).values())
        assert {code for code in range(board.full_code + 1) if code in pack} == wanted


def test_a_finish_that_is_refused():
    with pytest.raises(NotOnBoardError, match="no hole"):
        Pack.reach(T5, "d1")


def test_boards_that_are_too_large_and_levels_that_are_none():
    large = hexagon(5)
    with pytest.raises(BoardTooLargeError, match=r"hexagon61.*2\^52"):
        Pack("reach", large, (), (1,), {30: codes((1 << 30) - 1)}).to_bytes()
    with pytest.raises(BoardTooLargeError, match="64"):
        Pack("reach", named_board("star73"), (), (1,), {}).to_bytes()
    with pytest.raises(BoardTooLargeError, match="64"):
        Pack.reach(named_board("star73"), (6, 6))
    for level in (codes(10, 10), codes(12, 10), codes(3), codes(7), codes(1 << 20 | 1)):
        with pytest.raises(ProblemError, match=r"are not levels of"):
            Pack("reach", T5, (), (1,), {2: level}).to_bytes()


def test_the_largest_ranks():
    board = named_board("wiegleb")
    labels, label = private(Pack("reach", board, (), (1,), {}), "_classes")()
    ranking = rice.Ranking(labels, label)
    size = ranking.size(22)
    assert size > 2**37
    level = ranking.codes(np.array([0, 5, size // 3, size - 1]), 22)
    pack = Pack("reach", board, (), (1,), {22: level})
    assert lists(written(pack).levels) == lists(pack.levels)


# -- the central game -----------------------------------------------------------------------------


@pytest.mark.slow
def test_the_central_game():
    board = named_board("english")
    wins = WinningSets.build(Problem.complement(board, "d4"))
    data = Pack.of(wins).to_bytes()
    assert len(data) < 660_000
    pack = ReadPack(data)
    assert lists(pack.levels) == lists(wins.levels)
    assert sum(map(len, pack.levels.values())) == 839_536
    rng = random.Random(33)
    for level in wins.levels.values():
        for code in rng.sample(level.tolist(), min(len(level), 30)):
            turned = apply_permutation(rng.choice(board.symmetries).image, code)
            jump = rng.choice(board.jumps)
            for asked in (turned, turned ^ board.full_code, turned ^ jump.mask, turned ^ 1):
                assert (asked in pack) == (asked in wins)
            assert turned in pack
            assert turned ^ board.full_code in pack


# -- the format -----------------------------------------------------------------------------------


def test_the_header():
    header = written(Pack.reach(T5, "a1")).header
    assert {key: header[key] for key in ("format", "version", "kind", "starts", "finishes")} == {
        "format": "pegsolitaire pack",
        "version": 1,
        "kind": "reach",
        "starts": [],
        "finishes": ["1"],
    }
    assert header["halved"] is False
    assert header["board"]["holes"] == list(map(list, T5.holes))
    assert len(header["group"]) == 2
    header = written(Pack.of(WinningSets.build(Problem.complement(T5, "a1")))).header
    assert (header["starts"], header["halved"]) == ([str(T5.full_code - 1)], True)
    assert max(entry["pegs"] for entry in header["levels"]) == 7


def test_the_example_of_the_documentation():
    pack = written(Pack.reach(named_board("triangle4"), "a1"))
    header, body = pack.header, pack.body
    assert (header["classes"], header["class"]) == ([1, 2, 3, 3, 1, 2, 1, 2, 3, 1], 1)
    entry = next(entry for entry in header["levels"] if entry["pegs"] == 3)
    assert entry == {"pegs": 3, "count": 2, "order": 1, "offset": 2, "bytes": 1}
    assert body[2:3].hex() == "ca"
    assert slow_bits([1, 8], 1) == "11001010" == f"{body[2]:08b}"
    assert pack.levels[3].tolist() == [28, 176]
    assert "`ca`, which is `11001010`" in DOCS.read_text()


def test_files(tmp_path):
    pack = Pack.reach(T5, "a1")
    path = tmp_path / "a1.pack"
    assert pack.save(path) == path
    assert path.read_bytes() == pack.to_bytes()
    assert [one.name for one in tmp_path.iterdir()] == ["a1.pack"]
    with pytest.raises(StoreError, match="cannot write"):
        pack.save(path / "a1.pack")
