"""The puzzles of the day: rated as the week goes, and never in need of a wait."""

from itertools import pairwise
from zlib import crc32

import pytest

from pegsolitaire.board import Board
from pegsolitaire.data import daily_lists, puzzles
from pegsolitaire.data.puzzles import daily_name
from pegsolitaire.errors import NotationError
from pegsolitaire.sets import WinningSets
from pegsolitaire.solving import solve
from pegsolitaire.theory import read_problem
from pegsolitaire.web import exporting, queries
from pegsolitaire.work import Work

FIRST_LIST = 3849016474  # what the days up to now are made of
DAYS = daily_lists()[-1].days
ALL = [puzzle for day in DAYS for _, puzzle in day]


def problem_of(puzzle):
    return read_problem(puzzle.board, puzzle.start, puzzle.finish)


def test_harder_through_the_week():
    assert [{puzzle.difficulty for _, puzzle in day} for day in DAYS] == (
        [{"easy"}] * 2 + [{"medium"}] * 3 + [{"hard"}] * 2
    )
    bits = [[puzzle.rating for _, puzzle in day] for day in DAYS]
    assert all(max(one) < min(next_one) for one, next_one in pairwise(bits))


def test_there_are_enough():
    assert all(len(day) >= 10 for day in DAYS)
    assert len({puzzle.board for _, puzzle in DAYS[0]}) > 3
    assert len(ALL) == len({problem_of(puzzle) for puzzle in ALL})


def built_on_the_spot(puzzle):
    sets = WinningSets.build(problem_of(puzzle), work=Work(memory=queries._SMALL))
    return puzzle.position in sets


def test_their_verdicts_are_built_on_the_spot():
    assert all(built_on_the_spot(max((p for _, p in day), key=lambda p: len(p.position)))
               for day in DAYS)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", ALL, ids=lambda one: f"{one.board.name}-{one.name}")
def test_verdicts_of_all_are_built_on_the_spot(puzzle):
    assert built_on_the_spot(puzzle)
    assert solve(problem_of(puzzle)).solvable


def test_the_page_without_a_server_has_packs_for_all():
    """But for the English board, all of whose positions it judges without them."""
    packed = {problem for _, problem in exporting._problems()}
    for puzzle in ALL:
        judged = len(puzzle.board) in exporting.WHOLE or puzzle.board.name == exporting.BOARD
        assert judged or problem_of(puzzle) in packed
    assert Board("triangle5") in {puzzle.board for puzzle in ALL}


def test_days_that_were_played_keep_their_puzzles():
    """A list is told by its problems, whatever the sets call them; a new one begins later."""
    lists = daily_lists()
    assert [one.since.weekday() for one in lists] == [0] * len(lists)
    assert all(one.since < later.since for one, later in pairwise(lists))
    told = "".join(daily_name(puzzle) + "\n" for day in lists[0].days for _, puzzle in day)
    assert crc32(told.encode()) == FIRST_LIST


def test_a_list_may_not_name_a_puzzle_that_is_gone(monkeypatch, tmp_path):
    text = (puzzles.FOLDER / "daily.toml").read_text()
    text = text.replace("triangle5 code:20305", "x code:1")
    (tmp_path / "daily.toml").write_text(text)
    monkeypatch.setattr(puzzles, "FOLDER", tmp_path)
    monkeypatch.setattr(puzzles, "puzzle_sets", lambda: ("english-classics",))
    kept = puzzles.puzzle_set("english-classics")
    monkeypatch.setattr(puzzles, "puzzle_set", lambda _: kept)
    with pytest.raises(NotationError, match="no puzzle set has 'x code:1 any'"):
        puzzles.daily_lists.__wrapped__()
