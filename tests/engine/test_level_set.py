"""Words as partition and remainder, and back; levels whose remainders take 32 bits or 64."""

from math import isqrt

import numpy as np
from hypothesis import given, strategies as st
from marks import each

from pegsolitaire.board import named_board
from pegsolitaire.engine import LevelEngine, LevelSet
from pegsolitaire.engine.level_set import TablePlan, offsets_of, split_of
from pegsolitaire.engine.words import bytes_of_remainder, split_up
from pegsolitaire.game import Problem


def level_of(words, holes, logp):
    """A level of words, in order of their partitions."""
    parts = np.empty(len(words), np.int64)
    stored = np.empty(len(words), f"u{bytes_of_remainder(holes, logp)}")
    split_up(words, split_of(holes, logp), parts, stored)
    assert (parts >= 0).all()
    assert (parts < 1 << logp).all()
    assert (stored & 1).all()  # 0 is an empty slot
    order = np.argsort(parts, kind="stable")
    sizes = np.bincount(parts, minlength=1 << logp)
    return LevelSet(stored[order], offsets_of(sizes), holes), words[order]


@given(st.integers(1, 64), st.integers(1, 16), st.data())
def test_words_come_back(holes, logp, data):
    numbers = st.integers(0, (1 << holes) - 1)
    words = np.array(data.draw(st.lists(numbers, min_size=1, unique=True)), np.uint64)
    level, expected = level_of(words, holes, logp)
    assert level.words.tolist() == expected.tolist()
    begin = data.draw(st.integers(0, len(words)))
    end = data.draw(st.integers(begin, len(words)))
    assert level.words_between(begin, end).tolist() == expected[begin:end].tolist()


@each(
    ("holes", "expected", "size"),
    [
        (15, 64, 4),
        (33, 64, 4),
        (41, 64, 4),
        (45, 10**6, 8),
        (45, 10**8, 4),
        (48, 10**8, 8),
        (64, 10**9, 8),
    ],
)
def test_how_many_bytes_a_remainder_takes(holes, expected, size):
    plan = TablePlan.for_words(holes, expected, 1 << 40)
    assert plan.size == size == plan.tables(0).slots.itemsize
    assert holes - plan.logp < 8 * size
    by_chance = 8 * isqrt(expected << plan.logp)  # a table may have some more than its share
    assert expected < plan.slots << plan.logp < 2 * expected + by_chance + (64 << plan.logp)


def test_levels_with_small_remainders_are_the_same(monkeypatch):
    """45 holes, in 2**14 partitions of 32 bits and in 2**4 of 64."""
    problem = Problem.complement(named_board("wiegleb"), "e5")
    found = []
    for logp, slots in ((14, 16), (4, 1 << 14)):

        def for_words(cls, holes, expected, memory, width=0, *, logp=logp, slots=slots, **_):
            return cls(holes, logp, slots, 1 << logp, width)

        monkeypatch.setattr(TablePlan, "for_words", classmethod(for_words))
        with LevelEngine.of(problem) as engine:
            level, levels = engine.level(problem.starts), []
            for _ in range(7):
                level = engine.step(level, engine.jumps)
                levels.append(level)
            back = engine.select(levels[-1], engine.unjumps, levels[-2])
            found.append([engine.codes(one).tolist() for one in [*levels, back]])
        assert level.stored.itemsize == (4 if logp == 14 else 8)
    assert found[0] == found[1]
    assert [len(codes) for codes in found[0]] == [1, 3, 11, 60, 297, 1428, 6518, 1428]
