"""Layouts and level sets against the slow twin, and against themselves run in other ways."""

import random

import known
import naive
import numpy as np
import pytest
import small_engine
from hypothesis import given, strategies as st
from marks import each, slow_but_for

from pegsolitaire.board import CATALOGUE, Board, apply_permutation, named_board, rectangle
from pegsolitaire.engine import (
    LevelEngine,
    LevelSet,
    Probe,
    make_layout,
)
from pegsolitaire.engine.row_codes import permute
from pegsolitaire.engine.step import LevelStep
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Problem
from pegsolitaire.sets.building import winning_levels
from pegsolitaire.units import size_text
from pegsolitaire.work import Work

ODD = [
    "rectangle2x1", "rectangle3x1", "rectangle5x1", "rectangle1x8", "rectangle2x5", "square1",
    "square2", "triangle2", "rectangle64x1", "rectangle16x4", "square4+diagonal",
    "square8+diagonal",
]  # fmt: skip
SMALL_ENOUGH = [name for name in [*CATALOGUE, *ODD] if len(named_board(name)) <= 64]
#: Name, and how many levels the slow twin plays.
TWINS = [
    ("triangle4", 20), ("triangle5", 20), ("truncated12", 20), ("square4", 6),
    ("square4+diagonal", 5), ("rhombus4", 6), ("star13", 20), ("rectangle3x4", 20),
    ("english5", 7), ("hexagon19", 6), ("rectangle5x1", 20), ("square3", 20),
]  # fmt: skip
BIG, ENGLISH = named_board("hexagon37"), named_board("english")


def groups(board):
    """The whole group, and that of the symmetries that leave a hole alone, for every hole."""
    stabilisers = [
        tuple(s for s in board.symmetries if s.image[i] == i) for i in range(len(board))
    ]
    return list({tuple(s.image for s in g): g for g in [board.symmetries, *stabilisers]}.values())


LAYOUTS = [(name, i) for name in SMALL_ENOUGH for i in range(len(groups(named_board(name))))]


def engine_of(name, which=0, **options):
    board = named_board(name)
    return LevelEngine(make_layout(board, groups(board)[which]), **options)


def engine_for(problem, **options):
    return LevelEngine(make_layout(problem.board, problem.group), **options)


def partitions(level):
    return len(level.offsets) - 1


def permuted(code, layout, tables):
    """One code or word through the tables of a layout."""
    bits = np.uint64(tables.shape[1].bit_length() - 1)
    target = np.empty(1, np.uint64)
    permute(np.array([code], np.uint64), tables, bits, target, 0, 1)
    return int(target[0])


def random_codes(board, number, seed=0):
    rng = random.Random(seed)
    codes = {rng.getrandbits(len(board)) for _ in range(number)} | {1, board.full_code}
    return sorted(codes - {0})


def orbit(group, code):
    return {apply_permutation(s.image, code) for s in group}


# -- layouts ------------------------------------------------------------------------------------


@pytest.mark.every(4)
@pytest.mark.parametrize(("name", "which"), LAYOUTS)
def test_words_and_codes_are_inverses(name, which):
    layout = engine_of(name, which).layout
    for code in random_codes(layout.board, 5):
        word = permuted(code, layout, layout.to_word)
        assert permuted(word, layout, layout.to_code) == code
        assert word.bit_count() == code.bit_count()
    assert layout.turns * layout.width <= len(layout.board)


@pytest.mark.every(4)
@pytest.mark.parametrize(("name", "which"), LAYOUTS)
def test_turning_is_a_cyclic_shift(name, which):
    layout = engine_of(name, which).layout
    ring = layout.turns * layout.width
    for code in random_codes(layout.board, 5):
        turned = {permuted(image, layout, layout.to_word) for image in orbit(layout.group, code)}
        word = permuted(code, layout, layout.to_word)
        low, rest = word & ((1 << ring) - 1), word >> ring << ring
        for _ in range(layout.turns):
            low = (low << layout.width | low >> max(ring - layout.width, 0)) & ((1 << ring) - 1)
            assert low | rest in turned
        assert low | rest == word


@pytest.mark.every(4)
@pytest.mark.parametrize(("name", "which"), LAYOUTS)
def test_canonical_words_are_the_least_of_the_orbit(name, which):
    engine = engine_of(name, which)
    layout = engine.layout
    for code in random_codes(layout.board, 5):
        images = orbit(layout.group, code)
        level = engine.level(sorted(images))
        assert len(level) == 1
        assert int(level.words[0]) == min(permuted(i, layout, layout.to_word) for i in images)
        assert engine.codes(level).tolist() == [min(images)]
        assert engine.raw_size(level) == len(images)


@given(st.data())
def test_canonical_form(data):
    name = data.draw(st.sampled_from(SMALL_ENOUGH))
    board = named_board(name)
    engine = engine_of(name, data.draw(st.integers(0, len(groups(board)) - 1)))
    group = engine.layout.group
    codes = data.draw(st.lists(st.integers(1, board.full_code), min_size=1, max_size=8))
    level = engine.level(codes)
    orbits = {min(orbit(group, code)): len(orbit(group, code)) for code in codes}
    assert engine.codes(level).tolist() == sorted(orbits)
    assert engine.raw_size(level) == sum(orbits.values())
    flipped = {min(orbit(group, board.full_code ^ code)) for code in codes}
    assert engine.codes(level, flip=True).tolist() == sorted(flipped)
    probe = Probe(group)
    array = np.array(codes, np.uint64)
    assert probe.least(array).tolist() == [min(orbit(group, code)) for code in codes]


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


# -- levels against the slow twin ---------------------------------------------------------------


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
    """The first levels of the slow twin, which would play to the end by itself."""
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
    """Every word in the partition that its hash says, once."""
    assert level.offsets[0] == 0
    assert level.offsets[-1] == len(level)
    assert (np.diff(level.offsets) >= 0).all()
    hashes = (level.words << np.uint64(64 - level.holes)) * np.uint64(0x9E3779B97F4A7C15)
    parts = hashes >> np.uint64(64 - (partitions(level).bit_length() - 1))
    places = np.repeat(np.arange(partitions(level)), np.diff(level.offsets))
    assert parts.tolist() == places.tolist()
    assert len(np.unique(level.words)) == len(level)


@pytest.mark.parametrize("name", ["triangle5", "square4"])
def test_levels_are_well_formed(name):
    board = named_board(name)
    problem = Problem.complement(board, board.holes[1])
    engine = LevelEngine.of(problem)
    for level in play(engine, problem, 8).values():
        well_formed(level)


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
    """An engine, and a level of more than ten thousand positions."""
    problem = Problem.complement(BIG, "d1")
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
    engine = engine_for(Problem.complement(board, board.holes[1]), **options)
    played = play(engine, Problem.complement(board, board.holes[1]), depth)
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


@pytest.mark.parametrize(
    "name",
    slow_but_for(["square4", "english"], ["triangle5", "square4", "triangle6", "english"]),
)
def test_threads_and_small_buffers_change_nothing(name, monkeypatch):
    depth = 8 if name == "english" else 9
    expected = all_levels(name, depth, work=Work(threads=1))
    for capacity, block, chunk in ((8192, 2048, 8192), (8, 128, 16), (1, 96, 1)):
        small_engine.buffers(monkeypatch, capacity, block, chunk)
        if name in ("triangle6", "english") and capacity == 1:
            continue  # a round a candidate: minutes
        for threads in (1, 2, 5):
            assert all_levels(name, depth, work=Work(threads=threads)) == expected


def test_tables_grow(monkeypatch):
    """Tables begin at twice the source; where more comes out they are made wider."""
    wider, widened = LevelStep._wider, []

    def spy(self, old):
        widened.append(int(old.sizes.sum()))
        return wider(self, old)

    monkeypatch.setattr(LevelStep, "_wider", spy)
    problem = Problem.complement(ENGLISH, "d4")
    engine = engine_for(problem)
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
    # Levels of different numbers of partitions meet.
    assert len(engine.select(spread, engine.stay, plain)) == len(plain)
    assert len(engine.select(plain, engine.stay, spread)) == len(plain)
    engine.close()


def test_too_little_memory():
    problem = Problem.complement(ENGLISH, "d4")
    engine = engine_for(problem, work=Work(memory="64KiB"))
    with pytest.raises(BoardTooLargeError, match=" kB of memory and "):
        play(engine, problem, 12)
    engine.close()


def test_a_level_given_at_once_costs_no_more_than_its_size():
    """Many finishes are no reason to expect as many ancestors of each."""
    board = named_board("triangle6")
    finishes = [code for code in range(1, 1 << 14) if code.bit_count() == 6]
    problem = Problem.of_codes(board, (board.vacancy("a1").code,), tuple(finishes))
    engine = engine_for(problem, work=Work(memory="16MiB"))
    wins = winning_levels(engine, problem)
    assert set(engine.codes(wins[6]).tolist()) <= set(finishes)
    engine.close()


def test_board_without_jumps():
    board = Board([(0, 0), (1, 0)])
    engine = LevelEngine(make_layout(board, board.symmetries))
    assert len(engine.step(engine.level([1, 2]), engine.jumps)) == 0


@pytest.mark.parametrize("memory", [pytest.param(1 << 15, marks=pytest.mark.slow), 1 << 17])
def test_levels_that_outgrow_the_memory(tmp_path, memory):
    for name in ("triangle5", "english"):
        expected = all_levels(name, 11, work=Work(threads=2))
        work = Work(threads=2, memory=size_text(memory), scratch=tmp_path)
        assert all_levels(name, 11, work=work) == expected
