"""Packs: the code for gaps and ranks, their content, and damaged files."""

import json
import random
from functools import cache
from hashlib import sha256
from itertools import combinations
from pathlib import Path

import naive
import numpy as np
import pytest
from hypothesis import given, strategies as st
from marks import each
from private import private

from pegsolitaire.board import Board, apply_permutation, hexagon, named_board
from pegsolitaire.errors import (
    BoardTooLargeError,
    NotOnBoardError,
    ProblemError,
    StoreDamagedError,
    StoreError,
    StoreMissingError,
)
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
    assert rice.decode(data, len(gaps), order).tolist() == gaps.tolist()


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


@given(st.binary(max_size=12), st.integers(0, 60), st.integers(0, 51))
def test_any_bytes_are_gaps_or_refused(data, count, order):
    try:
        gaps = rice.decode(data, count, order)
    except ValueError:
        return
    assert len(gaps) == count
    assert rice.encode(gaps, order) == data


def test_streams_that_are_no_gaps():
    good = rice.encode(np.array([3, 70, 5]), 2)
    for data, count in ((good, 4), (good, 2), (good[:-1], 3), (good + b"\0", 3), (b"", 1),
                        (good[:-1] + bytes([good[-1] | 1]), 3)):  # fmt: skip
        with pytest.raises(ValueError, match=r"gap|stream"):
            rice.decode(data, count, 2)
    with pytest.raises(ValueError, match="too large"):
        rice.decode(bytes(8) + b"\1" + bytes(9), 1, 0)


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


@each("board", BOARDS.values())
def test_winning_packs_hold_the_winning_sets(board):
    for problem in problems_of(board):
        wins = WinningSets.build(problem)
        pack = Pack.from_bytes(Pack.of(wins).to_bytes())
        assert (pack, len(pack)) == (Pack.of(wins), len(wins))
        assert {n: level.tolist() for n, level in pack.levels.items()} == {
            n: level.tolist() for n, level in wins.levels.items() if len(level)
        }
        every = np.arange(board.full_code + 1, dtype=np.uint64)
        held = [code in pack for code in range(board.full_code + 1)]
        assert held == wins.contains_codes(every).tolist()


@pytest.mark.parametrize("name", ["triangle4", "triangle5", "diagonal", "rectangle5x1"])
def test_reach_packs_against_the_twin(name):
    board = BOARDS[name]
    for orbit in board.orbits:
        pack = Pack.from_bytes(Pack.reach(board, board.holes[orbit[0]]).to_bytes())
        wanted = set().union(*naive.backward_levels(board, [1 << orbit[0]]).values())
        assert {code for code in range(board.full_code + 1) if code in pack} == wanted


def test_several_finishes_of_one_class():
    board = named_board("english5")
    pack = Pack.reach(board, ["b1", "e4"])
    assert Pack.from_bytes(pack.to_bytes()) == pack
    alone = [Pack.reach(board, hole) for hole in ("b1", (4, 3))]
    rng = random.Random(5)
    for level in (level for one in alone for level in one.levels.values()):
        for code in rng.sample(level.tolist(), min(len(level), 20)):
            assert code in pack
    asked = [rng.randrange(board.full_code) for _ in range(2000)]
    assert [c in pack for c in asked] == [any(c in one for one in alone) for c in asked]


def test_finishes_that_are_refused():
    with pytest.raises(ProblemError, match="one position class"):
        Pack.reach(T5, ["a1", "a2"])
    with pytest.raises(ProblemError, match="one position class"):
        Pack.reach(T5, [])
    with pytest.raises(NotOnBoardError, match="no hole"):
        Pack.reach(T5, "d1")


def test_positions_and_codes_of_other_boards():
    pack = Pack.reach(T5, "a1")
    assert T5.single("a1") in pack
    assert named_board("triangle6").single("a1") not in pack
    for other in (-1, 0, 1 << 15, 1 << 70, "a1", None, T5):
        assert other not in pack


def test_equality():
    pack = Pack.reach(T5, "a1")
    assert pack == Pack.reach(T5, (0, 0))
    assert pack != Pack.reach(T5, "a5")
    assert pack != Pack.of(WinningSets.build(Problem.complement(T5, "a1")))
    assert pack != "pack"
    less = Pack("reach", T5, (), pack.finishes, {**pack.levels, 3: pack.levels[3][1:]})
    assert pack != less


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
    assert Pack.from_bytes(pack.to_bytes()) == pack


# -- the central game -----------------------------------------------------------------------------


@pytest.mark.slow
def test_the_central_game():
    board = named_board("english")
    wins = WinningSets.build(Problem.complement(board, "d4"))
    data = Pack.of(wins).to_bytes()
    assert len(data) < 660_000
    pack = Pack.from_bytes(data)
    assert (pack, len(pack)) == (Pack.of(wins), 839_536)
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


def parts(data):
    length = int.from_bytes(data[8:12], "little")
    return json.loads(data[12 : 12 + length]), data[12 + length : -32]


def whole(header, body, magic=b"PEGSPACK"):
    """Return a pack of these parts with a valid checksum."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    text += b" " * (-len(text) % 4)
    data = magic + len(text).to_bytes(4, "little") + text + body
    return data + sha256(data).digest()


@cache
def good():
    return Pack.reach(T5, "a1").to_bytes()


def test_the_header():
    data = good()
    header, body = parts(data)
    assert int.from_bytes(data[8:12], "little") % 4 == 0
    assert whole(header, body) != data  # the blanks differ
    assert Pack.from_bytes(whole(header, body)) == Pack.from_bytes(data)
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
    wins = Pack.of(WinningSets.build(Problem.complement(T5, "a1")))
    header, _ = parts(wins.to_bytes())
    assert (header["starts"], header["halved"]) == ([str(T5.full_code - 1)], True)
    assert max(entry["pegs"] for entry in header["levels"]) == 7


def test_the_example_of_the_documentation():
    pack = Pack.reach(named_board("triangle4"), "a1")
    header, body = parts(pack.to_bytes())
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
    assert Pack.open(str(path)) == pack
    assert [one.name for one in tmp_path.iterdir()] == ["a1.pack"]
    with pytest.raises(StoreMissingError, match=r"no pack at .*b1\.pack"):
        Pack.open(tmp_path / "b1.pack")
    with pytest.raises(StoreError, match="cannot read"):
        Pack.open(tmp_path)
    with pytest.raises(StoreError, match="cannot write"):
        pack.save(path / "a1.pack")


# -- damage ---------------------------------------------------------------------------------------


def complaint(data):
    with pytest.raises(StoreDamagedError) as caught:
        Pack.from_bytes(data)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_cut_short_at_any_byte():
    data = good()
    for end in range(len(data)):
        complaint(data[:end])
    assert "cut short" in complaint(data[:100])
    assert "checksum" in complaint(data + b"\0")


@given(st.binary(max_size=60))
def test_any_bytes_are_no_pack(data):
    complaint(data)
    complaint(b"PEGSPACK" + data)
    complaint(whole(data, b""))


@each(
    ("keys", "value", "says"),
    [
        (["kind"], "losing", "kind 'losing'"),
        (["kind"], "winning", "with 0 starts"),
        (["starts"], ["32766"], "with 1 starts"),
        (["finishes"], [], "needs"),
        (["finishes"], ["x"], "is invalid"),
        (["finishes"], ["2"], "group"),
        (["finishes"], ["99999999"], "does not have"),
        (["board", "lattice"], "round", "is invalid"),
        (["board", "holes"], [[0, 0], [0, 0]], "not in order"),
        (["board", "holes"], [[i, 0] for i in range(70)], "more than 64"),
        (["board", "holes", 14], [7, 7], "group"),
        (["halved"], True, "'halved'"),
        (["group", 1], [*range(15)], "group"),
        (["group"], [], "group"),
        (["classes"], [1], "classes"),
        (["classes", 3], 4000, "classes"),
        (["classes", 3], "1", "cannot be read"),
        (["classes", 3], 0, "changed by a jump"),
        (["class"], 2, "class"),
        (["levels"], None, "levels"),
        (["levels"], [], "take 0 bytes"),
        (["levels", 0, "pegs"], 0, "damaged"),
        (["levels", 3, "pegs"], 3, "damaged"),
        (["levels", 3, "pegs"], True, "five integers"),
        (["levels", 13, "pegs"], 16, "has more positions than the board"),
        (["levels", 3, "count"], 0, "damaged"),
        (["levels", 3, "count"], 1 << 60, "has more positions than the board"),
        (["levels", 3, "order"], -1, "damaged"),
        (["levels", 3, "order"], 52, "cannot be read"),
        (["levels", 3, "offset"], 0, "damaged"),
        (["levels", 3, "bytes"], -1, "damaged"),
    ],
)
def test_headers_that_lie(keys, value, says):
    header, body = parts(good())
    place = header
    for key in keys[:-1]:
        place = place[key]
    place[keys[-1]] = value
    assert says in complaint(whole(header, body))


def test_keys_that_are_missing():
    header, body = parts(good())
    for key in header:
        complaint(whole({k: v for k, v in header.items() if k != key}, body))
    for header in (b"", b"[]", b"{", b"\xff", b"[" * 10_000, b"3"):
        complaint(whole(header, body))


def test_bodies_that_lie():
    header, body = parts(good())
    assert "take" in complaint(whole(header, body + b"\0"))
    assert "take" in complaint(whole(header, body[:-1]))
    assert "does not begin with PEGSPACK" in complaint(whole(header, body, b"PEGSPICK"))
    rng = random.Random(9)
    pack, refused = Pack.from_bytes(good()), 0
    for _ in range(150):
        damaged = bytearray(body)
        damaged[rng.randrange(len(body))] ^= 1 << rng.randrange(8)
        try:
            assert Pack.from_bytes(whole(header, bytes(damaged))) != pack
        except StoreDamagedError:
            refused += 1
    assert refused > 50
