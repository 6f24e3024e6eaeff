"""Tests of levels and path counts against the slow reference version, with various settings."""

import random
from dataclasses import replace

import known
import naive
import numpy as np
import pytest
import small_engine
from hypothesis import given, strategies as st
from layouts import SMALL_ENOUGH, engine_of, orbit, random_codes
from marks import each, quick_then
from private import private, set_private
from random_counts import counts_of

from pegsolitaire.board import Board, named_board, rectangle, square
from pegsolitaire.engine import (
    LevelEngine,
    LevelSet,
    PathCounter,
    Paths,
    WideLevels,
    last_level,
    machine,
    make_layout,
    play_levels,
)
from pegsolitaire.engine.row_codes import permute
from pegsolitaire.engine.step import LevelStep
from pegsolitaire.errors import BoardTooLargeError, BudgetSpentError
from pegsolitaire.game import Problem
from pegsolitaire.sets.building import winning_levels
from pegsolitaire.theory import ResourceCount, as_type
from pegsolitaire.units import size_text
from pegsolitaire.work import Work

#: Board names, and how many levels the slow reference version plays on each.
TWINS = [
    ("triangle4", 20), ("triangle5", 20), ("truncated12", 20), ("square4", 6),
    ("square4+diagonal", 5), ("rhombus4", 6), ("star13", 20), ("rectangle3x4", 20),
    ("english5", 7), ("hexagon19", 6), ("rectangle5x1", 20), ("square3", 20),
]  # fmt: skip
ENGLISH = named_board("english")


def partitions(level):
    return len(level.offsets) - 1


@pytest.mark.every(2)
@pytest.mark.parametrize("name", SMALL_ENOUGH)
def test_jumps_of_words_are_those_of_codes(name):
    engine = engine_of(name, -1)
    board = engine.layout.board
    for code in random_codes(board, 5, seed=1):
        made = engine.step(engine.level([code]), engine.jumps)
        after = {code ^ jump.mask for jump in board.masks_from(code)}
        expected = {min(orbit(engine.layout.group, image)) for image in after}
        assert engine.codes(made).tolist() == sorted(expected)


def test_boards_of_more_than_64_holes():
    for board in (named_board("star73"), rectangle(65, 1)):
        with pytest.raises(BoardTooLargeError, match="64"):
            make_layout(board, board.symmetries)


# -- levels against the reference version -------------------------------------------------------


def play(engine, problem, depth, steps="jumps"):
    codes = problem.starts if steps == "jumps" else problem.finishes
    pegs, change = codes[0].bit_count(), -1 if steps == "jumps" else 1
    level, played = engine.level(codes), {}
    for _ in range(depth):
        if not len(level):
            break
        played[pegs] = level
        level = engine.step(level, getattr(engine, steps))
        pegs += change
    return played


def few_levels(board, codes, step, depth):
    """Return the first levels by the slow reference version, which cannot stop by itself."""
    level, found = {naive.pegs(board, code) for code in codes}, {}
    for _ in range(depth):
        if not level:
            break
        found[len(next(iter(level)))] = level
        level = step(board, level)
    return found


@pytest.mark.parametrize(("name", "depth"), TWINS)
def test_levels_agree_with_the_twin(name, depth):
    board = named_board(name)
    for hole in (board.holes[0], board.holes[len(board) // 2]):
        problem = Problem.complement(board, hole)
        engine = LevelEngine.of(problem)
        group = naive.problem_group(board, problem.starts, problem.finishes)
        for steps, codes, step in (
            ("jumps", problem.starts, naive.descendants),
            ("unjumps", problem.finishes, naive.ancestors),
        ):
            played = play(engine, problem, depth, steps)
            levels = few_levels(board, codes, step, depth)
            expected = {
                n: sorted(naive.reduced(board, level, group)) for n, level in levels.items()
            }
            assert {n: engine.codes(level).tolist() for n, level in played.items()} == expected
            raw = {n: len(level) for n, level in levels.items()}
            assert {n: engine.raw_size(level) for n, level in played.items()} == raw
        engine.close()


@each("name", ["triangle5", "truncated12", "star13", "rectangle3x4"])
@each("flip", [False, True])
def test_select_is_step_and_intersection(name, flip):
    board = named_board(name)
    problem = Problem.complement(board, board.holes[1])
    engine = LevelEngine.of(problem)
    played = play(engine, problem, 12)
    codes = {pegs: set(engine.codes(level).tolist()) for pegs, level in played.items()}
    for pegs, level in played.items():
        for steps in (engine.jumps, engine.unjumps, engine.stay):
            flipped = steps.flipped(board.full_code) if flip else steps
            made = set(engine.codes(engine.step(level, flipped)).tolist())
            for other, target in played.items():
                met = engine.select(level, steps, target, flip=flip)
                expected = made & codes[other]
                assert engine.codes(met).tolist() == sorted(expected), (pegs, other)
                well_formed(met)


def well_formed(level):
    """Check that each word occurs once and in the partition given by its hash."""
    assert level.offsets[0] == 0
    assert level.offsets[-1] == len(level)
    assert (np.diff(level.offsets) >= 0).all()
    hashes = (level.words << np.uint64(64 - level.holes)) * np.uint64(0x9E3779B97F4A7C15)
    parts = hashes >> np.uint64(64 - (partitions(level).bit_length() - 1))
    places = np.repeat(np.arange(partitions(level)), np.diff(level.offsets))
    assert parts.tolist() == places.tolist()
    assert len(np.unique(level.words)) == len(level)


@pytest.mark.parametrize(("name", "hole"), quick_then(("triangle5", "a4"), ("english", "d1")))
def test_one_jump_of_each_pair_finds_what_all_jumps_find(name, hole):
    problem = Problem.complement(named_board(name), hole)
    board = problem.board
    counts = [image for count in counts_of(board, 1) for image in count.images]
    with LevelEngine.of(problem, counts) as engine:
        level = last_level(play_levels(engine, problem.starts, (len(board) + 1) // 2))
        few = engine.one_of_each_pair(level)
        found = engine.select(level, few, level, flip=True)
        others = engine.select(found, engine.jumps, level, flip=True)
        both = engine.codes(engine.union([found, others]))
        expected = engine.codes(engine.select(level, engine.jumps, level, flip=True))
        assert both.tolist() == expected.tolist()
        assert 0 < len(found) < len(both)
        less = len(engine.step(level, few)), len(engine.step(level, engine.jumps))
        assert less[0] < less[1] / 2


@pytest.mark.parametrize(("name", "hole"), quick_then(("triangle6", "a1"), ("square5", "c3")))
def test_jumps_above_a_value_reach_all_positions_above_it(name, hole):
    problem = Problem.complement(named_board(name), hole)
    with LevelEngine.of(problem) as engine:
        every = dict(play_levels(engine, problem.starts))
        for one in counts_of(problem.board, 1):
            images = [image.weights for image in one.images]
            count = ResourceCount(problem.board, tuple(map(sum, zip(*images, strict=True))))
            whole = count.of(problem.starts[0])
            for value in range(whole - 4, whole):
                jumps = engine.jumps_above(count, value)
                for pegs, level in play_levels(engine, problem.starts, jumps=jumps):
                    codes = engine.codes(every[pegs]).tolist()
                    above = [code for code in codes if count.of(code) > value]
                    assert engine.codes(level).tolist() == above


def test_subset_first_and_sample():
    problem = Problem.complement(named_board("triangle5"), "a1")
    engine = LevelEngine.of(problem)
    level = play(engine, problem, 8)[8]
    rng = np.random.default_rng(1)
    for share in (0, 0.3, 1):
        chosen = rng.random(len(level)) < share
        part = level.subset(chosen)
        assert part.words.tolist() == level.words[chosen].tolist()
        well_formed(part)
        rows = engine.row_codes(part).tolist()
        assert rows == engine.row_codes(level)[chosen].tolist()
    one = engine.first(level)
    assert one.words.tolist() == [min(level.words)]
    well_formed(one)
    nothing = level.subset(np.zeros(len(level), np.bool_))
    assert len(engine.first(nothing)) == len(engine.sample(nothing, 5, 0)) == 0
    assert len(engine.step(nothing, engine.jumps)) == 0
    assert len(engine.select(nothing, engine.stay, level)) == 0
    assert len(engine.select(level, engine.stay, nothing)) == 0
    assert engine.raw_size(nothing) == len(engine.codes(nothing)) == 0


@pytest.fixture(scope="module")
def large_level():
    """Return an engine and a level of more than ten thousand positions."""
    problem = Problem.complement(named_board("hexagon37"), "d1")
    with LevelEngine.of(problem) as engine:
        yield engine, play(engine, problem, 8)[37 - 8]


@pytest.mark.parametrize("size", [0, 1, 1_000, 5_000])
def test_a_sample_has_about_its_size_and_does_not_depend_on_the_order(size, large_level):
    engine, level = large_level
    assert len(level) > 10_000
    parts = [engine.sample(level, size, seed) for seed in range(3)]
    for part in parts:
        well_formed(part)
        assert abs(len(part) - size) <= 5 * size**0.5 + 2
        assert np.isin(part.words, level.words).all()
    backwards = np.concatenate(
        [level.stored[a:b][::-1] for a, b in zip(level.offsets, level.offsets[1:], strict=False)]
    )
    again = engine.sample(LevelSet(backwards, level.offsets, level.holes), size, 1)
    assert sorted(again.words) == sorted(parts[1].words)
    if size > 100:
        assert sorted(parts[0].words) != sorted(parts[1].words)
    assert len(engine.sample(level, len(level), 0)) == len(level)


# -- growth, threads, buffers -------------------------------------------------------------------


def all_levels(name, depth, **options):
    board = named_board(name)
    problem = Problem.complement(board, board.holes[1])
    engine = LevelEngine.of(problem, **options)
    played = play(engine, problem, depth)
    found = {n: engine.codes(level).tolist() for n, level in played.items()}
    raw = [engine.raw_size(level) for level in played.values()]
    met = [
        engine.codes(engine.select(played[n], engine.jumps, played[n - 1])).tolist()
        for n in played
        if n - 1 in played
    ]
    for level in played.values():
        well_formed(level)
    engine.close()
    return found, raw, met


@pytest.mark.parametrize("name", ["square4", "english"])
def test_threads_and_small_buffers_change_nothing(name, monkeypatch):
    depth = 8 if name == "english" else 9
    expected = all_levels(name, depth, work=Work(threads=1))
    for capacity, block, chunk in ((8192, 2048, 8192), (8, 128, 16), (1, 96, 1)):
        small_engine.buffers(monkeypatch, capacity, block, chunk)
        if name == "english" and capacity == 1:
            continue  # one round per candidate would take minutes
        for threads in (1, 2, 5):
            assert all_levels(name, depth, work=Work(threads=threads)) == expected


def test_tables_grow(monkeypatch):
    """A table starts at twice the size of the source level and is enlarged when it is full."""
    wider, widened = private(LevelStep, "_wider"), []

    def spy(self, old):
        widened.append(int(old.sizes.sum()))
        return wider(self, old)

    set_private(monkeypatch, LevelStep, _wider=spy)
    problem = Problem.complement(ENGLISH, "d4")
    engine = LevelEngine.of(problem)
    level = engine.level(problem.starts)
    for pegs in range(31, 22, -1):
        codes = engine.codes(level).tolist()
        level = engine.step(level, engine.jumps)
        well_formed(level)
        assert len(level) == known.TABLE_2_ENGLISH[pegs][0]
        for expected in (1, 10, 10 * len(level)):
            again = engine.step(engine.level(codes), engine.jumps, expected)
            assert engine.codes(again).tolist() == engine.codes(level).tolist()
    assert len(widened) >= 3
    engine.close()


def test_many_partitions():
    problem = Problem.complement(ENGLISH, "d4")
    engine = LevelEngine.of(problem)
    level = play(engine, problem, 9)[24]
    plain = engine.step(level, engine.jumps)
    spread = engine.step(level, engine.jumps, expected=1 << 22)
    assert partitions(spread) > partitions(plain)
    well_formed(spread)
    assert engine.codes(spread).tolist() == engine.codes(plain).tolist()
    # Levels with different numbers of partitions can be combined.
    assert len(engine.select(spread, engine.stay, plain)) == len(plain)
    assert len(engine.select(plain, engine.stay, spread)) == len(plain)
    engine.close()


def test_too_little_memory():
    problem = Problem.complement(ENGLISH, "d4")
    engine = LevelEngine.of(problem, work=Work(memory="64KiB"))
    with pytest.raises(BoardTooLargeError, match=" kB of memory and "):
        play(engine, problem, 12)
    engine.close()


def test_a_level_given_at_once_costs_no_more_than_its_size():
    """The number of finishes does not inflate the estimate of their ancestors."""
    board = named_board("triangle6")
    finishes = [code for code in range(1, 1 << 14) if code.bit_count() == 6]
    problem = Problem.of_codes(board, (board.vacancy("a1").code,), tuple(finishes))
    engine = LevelEngine.of(problem, work=Work(memory="16MiB"))
    wins = winning_levels(engine, problem)
    assert set(engine.codes(wins[6]).tolist()) <= set(finishes)
    engine.close()


@pytest.mark.parametrize("memory", quick_then(1 << 17, 1 << 15))
def test_levels_that_outgrow_the_memory(tmp_path, memory):
    for name in ("triangle5", "english"):
        expected = all_levels(name, 11, work=Work(threads=2))
        work = Work(threads=2, memory=size_text(memory), scratch=tmp_path)
        assert all_levels(name, 11, work=work) == expected


# -- paths -------------------------------------------------------------------------------------

T5 = named_board("triangle5")
CORNER = Problem.complement(T5, "a1")
CENTRAL = Problem.complement(ENGLISH, "d4")


def under(problem, group):
    """Return the problem with a different symmetry group."""
    other = Problem.of_codes(problem.board, problem.starts, problem.finishes)
    other.__dict__["group"] = group
    return other


def subgroups(problem):
    """Return the symmetry group, its rotations and its cyclic subgroups."""
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
    """Play levels from some positions until one of them is empty."""
    played = [counter.level(codes)]
    while len(played) <= most and len(played[-1]):
        played.append(counter.step(played[-1], counter.jumps))
    return played


def complements(problem):
    return [problem.board.full_code ^ code for code in problem.finishes]


def numbers(made):
    """Return the counts of a level as Python integers."""
    return [int.from_bytes(row.astype("<u8").tobytes(), "little") for row in made.counts]


def by_code(problem, made):
    """Return the counts of a level by the least code of each orbit."""
    layout = make_layout(problem.board, problem.group)
    words = made.level.words
    codes = np.empty_like(words)
    permute(words, layout.to_code, layout.bits, codes, 0, len(words))
    found = dict(zip(map(problem.mincode, codes.tolist()), numbers(made), strict=True))
    assert len(found) == len(made)
    return found


def with_counts(made, counts, spare=0):
    """Return a level with different counts and perhaps some spare limbs."""
    total = sum(counts)
    limbs = total.bit_length() // 64 + 1 + spare
    rows = [np.frombuffer(count.to_bytes(8 * limbs, "little"), "<u8") for count in counts]
    level = replace(made.level, rows=np.array(rows, np.uint64).reshape(len(counts), limbs))
    return Paths(level, total)


def times(made, factor, spare=0):
    return with_counts(made, [factor * count for count in numbers(made)], spare)


def well_formed_paths(made):
    """Check the words, the counts and the total of a level."""
    well_formed(made.level)
    assert len(made) == len(made.counts)
    assert 0 not in made.level.words
    assert made.total == sum(numbers(made))
    assert all(numbers(made))


# -- paths against the reference version --------------------------------------------------------


def expected_levels(problem):
    """Return path counts by the slow reference version, summed over orbits, by pegs."""
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
    as_type(T5).problem,
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
        well_formed_paths(made)


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_sides_may_meet_anywhere(problem):
    """Both sides may meet at a position or between two positions, at any level."""
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
            well_formed_paths(among)
            well_formed_paths(rest)
            assert (
                counter.step(among, counter.jumps).total + counter.step(rest, counter.jumps).total
                == counter.step(made, counter.jumps).total
            )


# -- groups -------------------------------------------------------------------------------------

GROUPED = [
    CORNER,
    Problem.complement(named_board("square4+diagonal"), "a1"),
    as_type(T5).problem,
    as_type(named_board("truncated12")).problem,
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


# -- limbs --------------------------------------------------------------------------------------


@pytest.mark.every(9)
@pytest.mark.parametrize(
    "factor",
    [
        2**64 - 1, 2**32, 2**63, 2**64, 2**64 + 1, 2**127, 2**128 - 1, 3**90, 2**192 - 1, 7**100
    ],
)  # fmt: skip
@pytest.mark.parametrize("problem", [CORNER, Problem.complement(T5, "b3")], ids=str)
def test_large_counts_scale(problem, factor):
    with PathCounter(problem) as counter:
        forward = levels_of(counter, problem.starts)
        backward = levels_of(counter, complements(problem))
        made = times(forward[0], factor)
        for i, plain in enumerate(forward):
            well_formed_paths(made)
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
    """Return a number near a power of two, so that carries run through whole limbs."""
    near = 1 << rng.choice([0, 1, 31, 32, 33, 63, 64, 65, 95, 96, 127, 128, 129, 191, 192])
    return max(1, near + rng.choice([-2, -1, 0, 0, 1, rng.randrange(1000)]))


@pytest.mark.every(2)
@pytest.mark.parametrize("seed", range(6))
def test_counts_of_every_size_add_up(seed):
    """Sums of arbitrary counts agree with Python integers."""
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
            well_formed_paths(stepped)
            assert counter.stuck(made) == dead
        middle = played[len(played) // 2]
        for other in played:
            # Use counts that are equal for all positions of an orbit, like those of a start.
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
    """Return the sizes of the orbits of a level."""
    board = problem.board
    group = naive.problem_group(board, problem.starts, problem.finishes)
    return [
        len({naive.image_of(symmetry, naive.pegs(board, code)) for symmetry in group})
        for code in by_code(problem, made)
    ]


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
    """Return all results of a counter for the first levels as plain values."""
    with PathCounter(problem, work=Work(threads=threads)) as counter:
        played = levels_of(counter, problem.starts, depth)
        for made in played:
            well_formed_paths(made)
        return [
            [
                sorted(zip(made.level.words.tolist(), numbers(made), strict=True))
                for made in played
            ],
            [counter.stuck(made) for made in played],
            [counter.meet(made, played[-1], k) for made in played for k in (0, 1)],
            [counter.meet(made, made, k) for made in played for k in (0, 1)],
        ]


@pytest.mark.parametrize(
    ("name", "depth", "factor"),
    quick_then(("triangle5", 13, 1), ("square4", 14, 2**100), ("english", 9, 2**100)),
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


def test_too_little_memory_for_paths(monkeypatch):
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


def test_boards_of_64_holes():
    """On 64 holes, the word has no spare bit."""
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


# -- playing level by level --------------------------------------------------------------------


def test_a_game_that_ends_has_empty_levels():
    with LevelEngine.of(CORNER) as engine:
        sizes = [len(level) for _, level in play_levels(engine, [0b111])]
        assert sizes == [1, 1, 0]
        assert [pegs for pegs, _ in play_levels(engine, [0])] == [0]
        assert len(last_level(play_levels(engine, [0b111], 3))) == 1


def test_what_is_not_kept_is_not_played_on():
    """If only the least position of each level is kept, a single game remains."""
    with LevelEngine.of(CORNER) as engine:
        given = []

        def keep(pegs, level):
            given.append(pegs)
            return engine.first(level)

        play = play_levels(engine, CORNER.starts, keep=keep)
        sizes = {pegs: len(level) for pegs, level in play}
    assert given == list(sizes) == list(range(14, 0, -1))
    assert set(sizes.values()) <= {0, 1}


@pytest.mark.parametrize(
    ("kind", "problem"),
    [
        (LevelEngine.of, CENTRAL),
        (PathCounter, CENTRAL),
        (WideLevels, Problem.complement(square(9), "e5")),
    ],
)
@each("limit", [1, 50, 700])
def test_a_limit_on_positions_ends_the_loop(kind, problem, limit):
    work, levels = Work(positions=limit).begin(), []
    engine = kind(problem, work=work)
    with pytest.raises(BudgetSpentError, match="position"):
        levels.extend(len(level) for _, level in play_levels(engine, problem.starts, work=work))
    assert sum(levels[1:]) < limit <= work.looked_at


def test_progress_counts_the_levels():
    reports = []
    work = Work(progress=lambda *report: reports.append(report))
    with LevelEngine.of(CORNER) as engine:
        for _ in play_levels(engine, CORNER.starts, 10, work=work):
            pass
        for _ in play_levels(engine, CORNER.finishes, 3, jumps=engine.unjumps, work=work):
            pass
        for _ in play_levels(engine, CORNER.starts, 12, stage="looking", work=work):
            pass
    assert reports == [
        *(("playing forward", done, 4) for done in range(5)),
        *(("playing backward", done, 2) for done in range(3)),
        *(("looking", done, 2) for done in range(3)),
    ]


@pytest.mark.parametrize("away", [False, True])
@pytest.mark.parametrize("halved", [False, True])
def test_files_of_levels_are_removed_unless_you_need_them(tmp_path, away, halved):
    """The levels have up to 42,000 positions, far more than fit in memory."""
    work = Work(memory="64KiB", scratch=tmp_path)
    with LevelEngine.of(CENTRAL, work=work) as engine:

        def keep(pegs, level):
            return engine.sample(level, len(level) // 2, 0) if halved and pegs < 24 else level

        play = play_levels(engine, CENTRAL.starts, 22, keep=keep, away=away, work=work)
        counts = [len(list(tmp_path.iterdir())) for _ in play]
    assert max(counts) > 0
    assert away == (max(counts) > 1)
