"""Levels with path counts: against the slow twin, Python integers, and run in other ways."""

import random
from dataclasses import replace
from itertools import pairwise

import known
import naive
import numpy as np
import pytest
import small_engine
from hypothesis import given, strategies as st

from pegsolitaire.board import Board, named_board, rectangle
from pegsolitaire.engine import (
    PathCounter,
    Paths,
    machine,
    make_layout,
)
from pegsolitaire.engine.row_codes import permute
from pegsolitaire.engine.step import LevelStep
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Problem
from pegsolitaire.theory import type_named
from pegsolitaire.work import Work

T5, ENGLISH = named_board("triangle5"), named_board("english")
CORNER = Problem.complement(T5, "a1")
CENTRAL = Problem.complement(ENGLISH, "d4")
#: What counts are multiplied with: one, two, three and more limbs, and the edges between them.
FACTORS = [
    1, 3, 2**32 - 1, 2**32, 2**56, 2**63, 2**64 - 1, 2**64, 2**64 + 1, 2**96 - 1, 2**127,
    2**128 - 1, 2**128, 3**90, 2**192 - 1, 2**192, 7**100,
]  # fmt: skip


def under(problem, group):
    """The problem with another group than its own."""
    other = Problem.of_codes(problem.board, problem.starts, problem.finishes)
    other.__dict__["group"] = group
    return other


def subgroups(problem):
    """The group, its rotations, and what each of its symmetries generates."""
    found = {tuple(s.image for s in problem.group if s.is_rotation)}
    for symmetry in problem.group:
        images, image = [], tuple(range(len(problem.board)))
        while image not in images:
            images.append(image)
            image = tuple(symmetry.image[i] for i in image)
        found.add(tuple(s.image for s in problem.group if s.image in images))
    groups = [tuple(s for s in problem.group if s.image in images) for images in sorted(found)]
    return [problem.group, *groups]


def levels_of(counter, codes, most=99):
    """The levels that a counter plays from some positions, until one is empty."""
    played = [counter.level(codes)]
    while len(played) <= most and len(played[-1]):
        played.append(counter.step(played[-1], counter.jumps))
    return played


def complements(problem):
    return [problem.board.full_code ^ code for code in problem.finishes]


def numbers(made):
    """The counts of a level as Python integers."""
    return [int.from_bytes(row.astype("<u8").tobytes(), "little") for row in made.counts]


def by_code(problem, made):
    """The counts of a level by the least code of each orbit."""
    layout = make_layout(problem.board, problem.group)
    words = made.level.words
    codes = np.empty_like(words)
    permute(words, layout.to_code, layout.bits, codes, 0, len(words))
    found = dict(zip(map(problem.mincode, codes.tolist()), numbers(made), strict=True))
    assert len(found) == len(made)
    return found


def with_counts(made, counts, spare=0):
    """A level with other counts, in as many limbs as they need and some to spare."""
    total = sum(counts)
    limbs = total.bit_length() // 64 + 1 + spare
    rows = [np.frombuffer(count.to_bytes(8 * limbs, "little"), "<u8") for count in counts]
    level = replace(made.level, rows=np.array(rows, np.uint64).reshape(len(counts), limbs))
    return Paths(level, total)


def times(made, factor, spare=0):
    return with_counts(made, [factor * count for count in numbers(made)], spare)


def well_formed(made):
    """Every word in the partition that its hash says, once; counts in order, and their total."""
    words, offsets = made.level.words, made.level.offsets
    assert (offsets[0], offsets[-1]) == (0, len(words))
    logp = (len(offsets) - 1).bit_length() - 1
    keys = (words << np.uint64(64 - made.level.holes)) * np.uint64(0x9E3779B97F4A7C15)
    parts = keys >> np.uint64(64 - logp)
    assert parts.tolist() == np.repeat(np.arange(1 << logp), np.diff(offsets)).tolist()
    assert len(np.unique(words)) == len(words) == len(made) == len(made.counts)
    assert 0 not in words
    assert made.total == sum(numbers(made))
    assert all(numbers(made))


# -- against the slow twin ----------------------------------------------------------------------


def expected_levels(problem):
    """The twin's path counts, added up over the orbits, by pegs."""
    levels = {}
    for code, ways in naive.count_paths(problem.board, problem.starts).items():
        level, least = levels.setdefault(code.bit_count(), {}), problem.mincode(code)
        level[least] = level.get(least, 0) + ways
    return levels


PROBLEMS = [
    Problem.complement(named_board("triangle4"), "a2"),
    CORNER,
    Problem.complement(T5, "a4"),
    Problem.complement(T5, "b3"),
    type_named(T5).problem,
    Problem(named_board("truncated12"), "a2", "c3"),
    Problem.complement(named_board("rectangle3x4"), "b2"),
    Problem.complement(named_board("square3"), "b2"),
    Problem.complement(named_board("star13"), named_board("star13").holes[6]),
    Problem.of_codes(T5, (T5.full_code ^ 0b111, T5.full_code ^ 0b100110), (1, 2)),
    Problem.of_codes(Board([(0, 0), (1, 0)]), (1, 2), (1, 2)),
]


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_paths_agree_with_the_twin(problem):
    expected = expected_levels(problem)
    with PathCounter(problem) as counter:
        *played, last = levels_of(counter, problem.starts)
    assert (len(last), last.total) == (0, 0)
    found = {problem.start_pegs - i: by_code(problem, made) for i, made in enumerate(played)}
    assert found == expected
    for made in played:
        well_formed(made)


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_sides_may_meet_anywhere(problem):
    """At a position or at a jump, near the start or near the finish."""
    ways = naive.count_paths(problem.board, problem.starts)
    expected = sum(ways.get(code, 0) for code in problem.finishes)
    jumps = problem.start_pegs - problem.finish_pegs
    with PathCounter(problem) as counter:
        forward = levels_of(counter, problem.starts)
        backward = levels_of(counter, complements(problem))
        for i, one in enumerate(forward[: jumps + 1]):
            for between in (0, 1):
                if 0 <= jumps - between - i < len(backward):
                    other = backward[jumps - between - i]
                    assert counter.meet(one, other, between) == expected, (i, between)


@pytest.mark.parametrize("vacancy", known.TRIANGLE5_GAMES)
def test_dead_ends_of_triangle5(vacancy):
    """Each game ends in one position without jumps: a program of others played them all."""
    total, *with_few = known.TRIANGLE5_GAMES[vacancy]
    problem = Problem.complement(T5, vacancy)
    with PathCounter(problem) as counter:
        ends = [counter.stuck(made) for made in levels_of(counter, problem.starts)]
    assert sum(ends) == total
    assert ends[13:10:-1] == with_few


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_stuck_and_split(problem):
    board, codes = problem.board, problem.finishes
    ways = naive.count_paths(board, problem.starts)
    with PathCounter(problem) as counter:
        for i, made in enumerate(levels_of(counter, problem.starts)[:-1]):
            pegs = problem.start_pegs - i
            level = {code: n for code, n in ways.items() if code.bit_count() == pegs}
            dead = [code for code in level if not board.position(f"code:{code}").legal_jumps]
            assert counter.stuck(made) == sum(level[code] for code in dead)
            if pegs != problem.finish_pegs:
                continue
            among, rest = counter.split(made, codes)
            assert among.total == sum(level.get(code, 0) for code in codes)
            assert among.total + rest.total == made.total
            assert by_code(problem, among) | by_code(problem, rest) == by_code(problem, made)
            well_formed(among)
            well_formed(rest)
            assert (
                counter.step(among, counter.jumps).total + counter.step(rest, counter.jumps).total
                == counter.step(made, counter.jumps).total
            )


def test_levels_are_those_of_the_papers():
    """Table 2 of the Notes: F of the central game."""
    with PathCounter(CENTRAL) as counter:
        for pegs, made in zip(
            range(32, 21, -1), levels_of(counter, CENTRAL.starts, 10), strict=True
        ):
            assert len(made) == known.TABLE_2_ENGLISH[pegs][0]
            well_formed(made)


# -- groups -------------------------------------------------------------------------------------

GROUPED = [
    CORNER,
    Problem.complement(named_board("square4+diagonal"), "a1"),
    type_named(T5).problem,
    type_named(named_board("truncated12")).problem,
    Problem.of_codes(
        named_board("square4"), (named_board("square4").full_code ^ 0b11 << 5,), (1 << 5, 1 << 6)
    ),
]  # fmt: skip


@pytest.mark.parametrize("problem", GROUPED, ids=str)
def test_any_group_gives_the_same_sums(problem):
    found = []
    for group in subgroups(problem):
        with PathCounter(under(problem, group)) as counter:
            forward = levels_of(counter, problem.starts)
            backward = levels_of(counter, complements(problem))
            jumps = problem.start_pegs - problem.finish_pegs
            middle = min(jumps // 2, len(forward) - 1)
            found.append(
                (
                    [made.total for made in forward],
                    [counter.stuck(made) for made in forward],
                    counter.meet(forward[middle], backward[jumps - middle - 1], 1),
                    counter.split(forward[-2], complements(problem))[0].total,
                )
            )
    assert len(found) > len(problem.group) // 2
    assert all(one == found[0] for one in found)


@pytest.mark.parametrize("depth", [9])
def test_groups_of_the_english_board(depth):
    totals = []
    for group in subgroups(CENTRAL):
        with PathCounter(under(CENTRAL, group)) as counter:
            forward = levels_of(counter, CENTRAL.starts, depth)
            totals.append([(made.total, counter.stuck(made)) for made in forward])
    assert len(totals) >= 7
    assert all(one == totals[0] for one in totals)


# -- limbs --------------------------------------------------------------------------------------


@pytest.mark.every(5)
@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("problem", [CORNER, Problem.complement(T5, "b3")], ids=str)
def test_large_counts_scale(problem, factor):
    with PathCounter(problem) as counter:
        forward = levels_of(counter, problem.starts)
        backward = levels_of(counter, complements(problem))
        made = times(forward[0], factor)
        for i, plain in enumerate(forward):
            well_formed(made)
            assert numbers(made) == [factor * count for count in numbers(plain)]
            assert made.level.words.tolist() == plain.level.words.tolist()
            assert counter.stuck(made) == factor * counter.stuck(plain)
            for j, other in enumerate(backward):
                for between in (0, 1):
                    met = counter.meet(plain, other, between)
                    assert counter.meet(made, other, between) == factor * met
                    if i + j + between == 13:
                        assert counter.meet(plain, times(other, factor), between) == factor * met
                        square = counter.meet(made, times(other, factor, 1), between)
                        assert square == factor**2 * met
            codes = [min(by_code(problem, plain), default=1)]
            parts = counter.split(made, codes)
            assert [p.total for p in parts] == [
                factor * p.total for p in counter.split(plain, codes)
            ]
            if len(plain):
                made = counter.step(made, counter.jumps)


def mixed(rng):
    """A number near a power of two, such as makes carries run through whole limbs."""
    near = 1 << rng.choice([0, 1, 31, 32, 33, 63, 64, 65, 95, 96, 127, 128, 129, 191, 192])
    return max(1, near + rng.choice([-2, -1, 0, 0, 1, rng.randrange(1000)]))


@pytest.mark.every(2)
@pytest.mark.parametrize("seed", range(6))
def test_counts_of_every_size_add_up(seed):
    """Any counts on a level, against Python's integers."""
    rng = random.Random(seed)
    problem = PROBLEMS[seed % 4 + 1]
    board = problem.board
    with PathCounter(problem) as counter:
        played = levels_of(counter, problem.starts)
        for plain in played[2:-1]:
            made = with_counts(plain, [mixed(rng) for _ in range(len(plain))], spare=seed % 2)
            expected, dead = {}, 0
            for code, count in by_code(problem, made).items():
                jumps = list(board.masks_from(code))
                dead += 0 if jumps else count
                for jump in jumps:
                    least = problem.mincode(code ^ jump.mask)
                    expected[least] = expected.get(least, 0) + count
            stepped = counter.step(made, counter.jumps)
            assert by_code(problem, stepped) == expected
            well_formed(stepped)
            assert counter.stuck(made) == dead
        middle = played[len(played) // 2]
        for other in played:
            # Counts that are the same for all positions of an orbit, as those of a start are.
            one = with_counts(middle, [mixed(rng) * orbit for orbit in orbits(problem, middle)])
            two = with_counts(other, [mixed(rng) * orbit for orbit in orbits(problem, other)])
            sizes = dict(zip(by_code(problem, middle), orbits(problem, middle), strict=True))
            right = by_code(problem, two)
            expected = sum(
                count * right.get(problem.mincode(board.full_code ^ code), 0) // sizes[code]
                for code, count in by_code(problem, one).items()
            )
            assert counter.meet(one, two, 0) == expected


def orbits(problem, made):
    """The sizes of the orbits of a level."""
    board = problem.board
    group = naive.problem_group(board, problem.starts, problem.finishes)
    return [
        len({naive.image_of(symmetry, naive.pegs(board, code)) for symmetry in group})
        for code in by_code(problem, made)
    ]


def test_limbs_come_and_go():
    """As many as the largest possible sum needs, and no more once the counts are small again."""
    with PathCounter(CORNER) as counter:
        made, width = times(counter.level(CORNER.starts), 2**64 - 1), []
        for _ in range(14):
            width.append(made.counts.shape[1])
            made = counter.step(made, counter.jumps)
        assert width[0] == 1 + (2**64 - 1).bit_length() // 64
        assert all(b <= a + 1 for a, b in pairwise(width))
        spare = times(counter.level(CORNER.starts), 1, spare=4)
        assert spare.counts.shape[1] == 5
        assert counter.step(spare, counter.jumps).counts.shape[1] == 1
        assert counter.step(spare, counter.jumps).total == 2
        assert counter.meet(spare, counter.level(complements(CORNER)), 0) == 0


@given(st.lists(st.integers(1, 2**200), min_size=1, max_size=9))
def test_totals_of_any_counts(counts):
    with PathCounter(CORNER) as counter:
        level = levels_of(counter, CORNER.starts, 5)[5]
        counts = (counts * len(level))[: len(level)]
        made = with_counts(level, counts)
        parts = counter.split(made, [code for code in by_code(CORNER, made) if code % 3])
        assert sum(part.total for part in parts) == made.total == sum(counts)
        for part in parts:
            assert part.total == sum(numbers(part))


# -- growth, threads, buffers, memory -----------------------------------------------------------


def everything(problem, depth, threads=None):
    """What a counter says of the first levels, as plain values."""
    with PathCounter(problem, work=Work(threads=threads)) as counter:
        played = levels_of(counter, problem.starts, depth)
        for made in played:
            well_formed(made)
        return [
            [
                sorted(zip(made.level.words.tolist(), numbers(made), strict=True))
                for made in played
            ],
            [counter.stuck(made) for made in played],
            [counter.meet(made, played[-1], k) for made in played for k in (0, 1)],
            [counter.meet(made, made, k) for made in played for k in (0, 1)],
        ]


@pytest.mark.every(3)
@pytest.mark.parametrize(
    ("name", "depth", "factor"),
    [
        ("triangle5", 13, 1),
        ("triangle5", 13, 2**100),
        ("square4", 14, 1),
        ("square4", 14, 2**100),
        ("english", 6, 2**100),
        pytest.param("english", 8, 2**100, marks=pytest.mark.slow),
        pytest.param("english", 9, 2**100, marks=pytest.mark.slow),
        pytest.param("english", 9, 1, marks=pytest.mark.slow),
    ],
)
def test_threads_buffers_and_tables_change_nothing(name, depth, factor, monkeypatch):
    board = named_board(name)
    problem = Problem.complement(board, board.holes[1])
    start = PathCounter.level
    monkeypatch.setattr(PathCounter, "level", lambda *given: times(start(*given), factor))
    expected = everything(problem, depth, threads=1)
    monkeypatch.setattr(machine, "SMALL", 1)
    assert everything(problem, depth, threads=2) == expected
    small_engine.buffers(monkeypatch)
    for threads in (1, 2, 5):
        assert everything(problem, depth, threads) == expected
    small_engine.plan(monkeypatch, 1, 4, 2)
    for threads in (1, 2):
        assert everything(problem, depth, threads) == expected


@pytest.mark.parametrize("logp", [1, 3, 6])
def test_tables_grow(logp, monkeypatch):
    """Tables that were planned too small are made wider, as often as it takes."""
    expected = everything(CENTRAL, 8)
    wider, grown = LevelStep._wider, []

    def spy(self, old):
        grown.append(int(old.sizes.sum()))
        return wider(self, old)

    monkeypatch.setattr(LevelStep, "_wider", spy)
    small_engine.plan(monkeypatch, logp, 4, 1 << logp)
    assert everything(CENTRAL, 8) == expected
    assert len(grown) >= 3
    assert max(grown) > 2000 >> (3 if logp == 6 else 0)


def test_too_little_memory(monkeypatch):
    with PathCounter(CENTRAL) as counter:
        played = levels_of(counter, CENTRAL.starts, 10)
        expected = counter.meet(played[10], played[9], 1)
        small_engine.free_memory(monkeypatch, 1 << 16)
        with pytest.raises(BoardTooLargeError, match="the next level needs"):
            levels_of(counter, CENTRAL.starts)
        assert counter.meet(played[10], played[9], 1) == expected  # in several passes
        assert counter.meet(played[3], played[2], 1) == 0
        small_engine.plan(monkeypatch, 1, 4, 2)
        with pytest.raises(BoardTooLargeError, match="larger than expected"):
            levels_of(counter, CENTRAL.starts)


def test_more_limbs_need_more_memory(monkeypatch):
    with PathCounter(CENTRAL) as counter:
        made = levels_of(counter, CENTRAL.starts, 8)[8]
        small_engine.free_memory(monkeypatch, 16 << 20)
        assert (
            counter.step(made, counter.jumps).total
            == counter.step(times(made, 2**64), counter.jumps).total >> 64
        )
        with pytest.raises(BoardTooLargeError, match="MB"):
            counter.step(times(made, 2 ** (64 * 40)), counter.jumps)


@pytest.mark.parametrize("board", [named_board("star73"), rectangle(65, 1)], ids=str)
def test_boards_of_more_than_64_holes(board):
    with pytest.raises(BoardTooLargeError, match="64"):
        PathCounter(Problem.complement(board, board.holes[0]))


def test_boards_of_64_holes():
    """No bit of a word is to spare."""
    board = named_board("square8")
    for problem in (
        Problem.complement(board, "a1"),
        Problem.of_codes(board, (board.full_code ^ 1 << 27,), (1 << 27 | 1 << 36,)),
    ):
        level = dict.fromkeys(problem.starts, 1)
        with PathCounter(problem) as counter:
            for made in levels_of(counter, problem.starts, 4):
                merged = {}
                for code, ways in level.items():
                    merged[problem.mincode(code)] = merged.get(problem.mincode(code), 0) + ways
                assert by_code(problem, made) == merged
                after = {}
                for code, ways in level.items():
                    for jump in board.masks_from(code):
                        led = code ^ jump.mask
                        after[led] = after.get(led, 0) + ways
                level = after


def test_boards_without_jumps():
    board = Board([(0, 0), (1, 0)])
    with PathCounter(Problem.of_codes(board, (1,), (1,))) as counter:
        made = counter.level([1])
        assert (len(made), made.total, counter.stuck(made)) == (1, 1, 1)
        nothing = counter.step(made, counter.jumps)
        assert (len(nothing), nothing.total, counter.stuck(nothing)) == (0, 0, 0)
        assert counter.meet(made, nothing, 1) == counter.meet(nothing, made, 0) == 0
        assert counter.meet(made, counter.level([2]), 0) == 1
        assert [len(part) for part in counter.split(made, [])] == [0, 1]
        assert [len(part) for part in counter.split(nothing, [1])] == [0, 0]
