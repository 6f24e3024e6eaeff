"""Tests of levels by moves, compared with the slow reference version."""

import naive
import numpy as np
import pytest
import small_engine
from marks import each, slow
from move_problems import SMALL, T5, codes, naive_group, names
from private import private, set_private

from pegsolitaire.board import rectangle
from pegsolitaire.engine import LevelSet, MoveLevels, make_layout
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Problem
from pegsolitaire.work import Work


def all_levels(problem, *, backward):
    layout = make_layout(problem.board, problem.group)
    with MoveLevels(
        layout, problem.finishes if backward else problem.starts, backward=backward
    ) as ends:
        while ends.advance():
            pass
        return [codes(ends, level) for level in ends.levels[:-1]]


def test_memory_counts_all_levels():
    problem = Problem.complement(T5, "a1")
    with MoveLevels(make_layout(T5, problem.group), problem.starts) as ends:
        while ends.advance():
            held = private(ends, "_seen").nbytes
            assert ends.used >= held > sum(level.nbytes for level in ends.levels) > 0


@pytest.mark.every(6)
@pytest.mark.parametrize("problem", SMALL, ids=names)
def test_levels_against_the_slow_twin(problem):
    group = naive_group(problem)
    forward = naive.levels_by_moves(problem.board, problem.starts, group)
    backward = naive.levels_by_moves_left(problem.board, problem.finishes, group)
    assert all_levels(problem, backward=False) == [sorted(level) for level in forward]
    assert all_levels(problem, backward=True) == [sorted(level) for level in backward]


@pytest.mark.every(2)
@pytest.mark.parametrize("sides", [(5, 5), (5, 9), slow((7, 7))])
def test_a_peg_that_can_sweep_everywhere(sides, monkeypatch):
    """A move with hundreds of results fills the hash table in which they are looked up."""
    set_private(monkeypatch, "pegsolitaire.engine.moves", _BLOCK=1 << 13)
    board = rectangle(*sides)
    position = frozenset([(0, 0), *((x, y) for x, y in board.holes if (x + y) % 2)])
    after = {board.code(following) for _, following in naive.moves(board, position)}
    assert len(after) > 100
    layout = make_layout(board, board.symmetries[:1])
    with MoveLevels(layout, [board.code(position)]) as ends:
        ends.advance()
        assert set(codes(ends, ends.levels[1])) == after


def test_what_a_level_holds_is_found_again():
    problem = SMALL[1]
    layout = make_layout(T5, problem.group)
    with MoveLevels(layout, problem.starts) as ends:
        while ends.advance():
            pass
        assert all(held.all() for held in ends.holds(*ends.levels))
        every = np.concatenate([level.words for level in ends.levels])
        assert len(np.unique(every)) == len(every) == len(ends)
        [held] = ends.holds(LevelSet.of(np.array([(1 << 15) - 1], np.uint64)))
        assert not held.any()


@each("memory", ["2kB", "5kB"])
def test_levels_in_files(memory, tmp_path, monkeypatch):
    """Levels whose tables outgrow the memory are stored in files, and read in several passes."""
    small_engine.buffers(monkeypatch)
    set_private(
        monkeypatch, "pegsolitaire.engine.moves",
        _LOGP=3, _PARTITIONS=8, _SLOTS=2, _LOG_BUCKETS=1, _BUCKETS=2, _MAX_PASSES=2,
        _FIRST_WORDS=4, _READ=8, _BLOCK=1 << 10,
    )  # fmt: skip
    problem = Problem.complement(T5, "a1")
    layout, scratch = make_layout(T5, problem.group), tmp_path / memory
    work = Work(memory=memory, scratch=scratch).begin()
    with (
        MoveLevels(layout, problem.starts, work=work) as small,
        MoveLevels(layout, problem.starts) as large,
        MoveLevels(layout, problem.finishes, backward=True) as back,
    ):
        for _ in range(5):
            assert small.advance() == large.advance()
            back.advance()
        assert work.looked_at == len(small) - 1, "what is made again counts once"
        in_files = {file for level in small.levels for file in level.files}
        assert len(in_files) == len(small.levels)
        assert set(scratch.iterdir()) == in_files, "lists of results are gone"
        for few, level in zip(small.levels, large.levels, strict=True):
            assert codes(small, few) == codes(large, level)
            for held in small.holds(few, level):
                assert held.all()
            assert codes(back, back.reached(few, level)) == codes(back, back.reached(level, level))
            assert len(small.common(level)) == len(level)
        [held], [expected] = small.holds(back.levels[-1]), large.holds(back.levels[-1])
        assert held.tolist() == expected.tolist()
        with MoveLevels(layout, problem.starts, work=work) as again:
            for level in small.levels[1:]:
                again.restore(level)
            assert again.reach(back) == large.reach(back)
            assert codes(small, again.levels[-1]) == codes(large, large.levels[-1])
    with (
        MoveLevels(layout, problem.starts, work=Work(memory=memory)) as refused,
        pytest.raises(BoardTooLargeError, match="more than the memory limit"),
    ):
        list(iter(refused.advance, 0))


def test_a_position_of_too_many_moves(monkeypatch):
    set_private(monkeypatch, "pegsolitaire.engine.moves", _BLOCK=3)
    with (
        MoveLevels(make_layout(T5, T5.symmetries[:1]), [T5.vacancy("c5").code]) as ends,
        pytest.raises(BoardTooLargeError, match="triangle5 has more than 3 moves"),
    ):
        ends.advance()
