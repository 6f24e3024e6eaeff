"""The backward pass of a game for two players, by a second route and at the limits."""

import numpy as np
import pytest
from marks import slow

from pegsolitaire.board import english, french, square, triangle, wiegleb
from pegsolitaire.engine import LevelEngine, Remoteness, make_layout, play_levels
from pegsolitaire.engine.remoteness import scores_before
from pegsolitaire.errors import BoardTooLargeError, BudgetSpentError
from pegsolitaire.work import Work


def played(board, code, work=None):
    engine = LevelEngine(make_layout(board, board.symmetries), work=work)
    return engine, dict(play_levels(engine, [code], away=True, work=work))


def won_by_pegs(engine, levels, **options):
    """Return the number of won positions in each level."""
    with Remoteness(engine.layout, levels, **options) as remoteness:
        misere = options.get("misere", False)
        return {
            pegs: int(np.count_nonzero(level.remoteness % 2 != misere))
            for pegs, level in remoteness.scored()
        }


def won_by_undoing(engine, levels, misere):
    """Undo jumps from the lost positions of each level: what they lead to is won.

    In misère play, the positions without a jump are won, too: no position of the level below
    comes from them.
    """
    won, lost = {}, engine.level([])
    for pegs in sorted(levels):
        level = levels[pegs]
        wins = np.isin(level.words, engine.select(lost, engine.unjumps, level).words)
        if misere:
            below = levels.get(pegs - 1, lost)
            wins |= ~np.isin(level.words, engine.select(below, engine.unjumps, level).words)
        won[pegs], lost = int(wins.sum()), level.subset(~wins)
    return {pegs: number for pegs, number in won.items() if len(levels[pegs])}


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    ("board", "hole"),
    [(triangle(5), "b3"), (triangle(6), "a2"), slow(square(5), "c3"), slow(english(), "d4")],
    ids=str,
)
def test_by_undoing_jumps_from_lost_positions(board, hole, misere):
    engine, levels = played(board, board.vacancy(hole).code)
    expected = won_by_undoing(engine, levels, misere)
    assert won_by_pegs(engine, levels, misere=misere) == expected
    if len(board) == 33:
        assert sum(map(len, levels.values())) == 23_475_688


def test_scores():
    """The best turn leads to a position that is lost soon, or else to one that is won late."""
    for misere in (False, True):
        before = scores_before(misere=misere).tolist()
        for largest in range(1, 254):
            is_lost = largest < 128
            left = 256 - largest if not is_lost else largest
            assert before[largest] == (255 - left if is_lost else left + 1)
        assert before[0] == (1 if misere else 255)


@pytest.mark.parametrize("moves", [False, True])
@pytest.mark.parametrize("board", [french(), wiegleb(), square(8)], ids=str)
def test_threads_and_sizes_of_slots(board, moves):
    """Slots of four or eight bytes, and one or several threads, give the same numbers."""
    rng = np.random.default_rng(len(board))
    middle = np.argsort([abs(2 * x - 7) + abs(2 * y - 7) for x, y in board.holes])[:20]
    code = sum(1 << int(i) for i in rng.choice(middle, 13, replace=False))
    engine, levels = played(board, code)
    one = won_by_pegs(engine, dict(levels), moves=moves, work=Work(threads=1))
    assert one == won_by_pegs(engine, dict(levels), moves=moves, work=Work(threads=3))
    if not moves:
        assert one == won_by_undoing(engine, levels, misere=False)


def test_levels_on_disk(tmp_path):
    board = triangle(6)
    code = board.vacancy("a1").code
    engine, levels = played(board, code)
    expected = won_by_pegs(engine, levels)
    small = Work(memory="1MiB", scratch=tmp_path)
    engine, levels = played(board, code, small.begin())
    assert any(level.files for level in levels.values())
    assert won_by_pegs(engine, levels) == expected
    assert not list(tmp_path.iterdir())


def test_limits():
    board = triangle(6)
    engine, levels = played(board, board.vacancy("a1").code)
    with pytest.raises(BoardTooLargeError, match="may be used"):
        Remoteness(engine.layout, dict(levels), work=Work(memory="100KiB").begin())
    with pytest.raises(BoardTooLargeError, match="positions need"):
        Remoteness(engine.layout, dict(levels), kept=1000, work=Work(memory="20MiB").begin())
    with pytest.raises(BudgetSpentError, match="cancelled"):
        won_by_pegs(engine, levels, work=Work(cancelled=lambda: True).begin())
