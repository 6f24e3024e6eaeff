"""The positions of the storm: one jump of each wins, as a search and tables of their own find."""

import json
from collections import Counter
from functools import cache

import pytest
from marks import slow_but_for

from pegsolitaire.data import storm_positions
from pegsolitaire.data.puzzles import read_storm
from pegsolitaire.errors import PegSolitaireError
from pegsolitaire.sets import Tablebase
from pegsolitaire.surveys import rate
from pegsolitaire.theory import position_classes
from pegsolitaire.web.documents import Storm

ALL = storm_positions()
BOARDS = Counter(one.position.board.name for one in ALL)


def winning_jumps(position):
    """The jumps after which one peg can be reached, in any hole: every game is gone through."""
    jumps = [(jump.pegs, jump.mask) for jump in position.board.jumps]

    @cache
    def wins(code):
        if code.bit_count() == 1:
            return True
        return any(wins(code ^ mask) for pegs, mask in jumps if code & mask == pegs)

    return [jump for jump in position.legal_jumps if wins(position.play(jump).code)]


def check(found):
    for one in found:
        assert winning_jumps(one.position) == [one.jump], one
        assert len(one.position.legal_jumps) > 1


def test_exactly_one_jump_of_a_sample_wins():
    check(ALL[::7])


@pytest.mark.slow
def test_exactly_one_jump_of_each_wins():
    check(ALL)


@pytest.mark.parametrize("name", slow_but_for(["triangle5"], sorted(BOARDS)))
def test_ratings_are_those_of_whole_tables(name):
    """The tool asks tables of positions with few pegs."""
    mine = [one for one in ALL if one.position.board.name == name]
    board = mine[0].position.board
    if len(board) > 33:
        pytest.skip("its tables take gigabytes")
    rated = 0
    for hole_class in position_classes(board):
        table = Tablebase.of(board, hole_class.finishes)
        for one in mine:
            if one.position in table:
                assert round(rate(one.position, table=table).bits, 1) == one.rating
                rated += 1
    assert (
        rated >= len(mine) // 4
    )  # those of classes that symmetries turn into these are not there


def test_there_are_many_on_many_boards_from_easy_to_hard():
    assert len(ALL) >= 500
    assert len(BOARDS) >= 10
    assert {"english", "french", "triangle5", "hexagon19", "hexagon37"} <= set(BOARDS)
    ratings = [one.rating for one in ALL]
    assert ratings == sorted(ratings)
    assert ratings[0] < 3
    assert ratings[-1] > 20
    assert len({one.position for one in ALL}) == len(ALL)
    for first in range(0, len(ALL) - 100, 100):  # no part of a run is on one board
        assert len({one.position.board.name for one in ALL[first : first + 100]}) > 3


def test_the_document():
    found = Storm().to_json()["positions"]
    assert len(found) == len(ALL)
    assert found[0] == {
        "board": ALL[0].position.board.name,
        "position": f"code:{ALL[0].position.code}",
        "jump": str(ALL[0].jump),
        "rating": ALL[0].rating,
    }


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[[position]]", "[position]", "begin each of them with a line [[position]]"),
        ("triangle5", "nowhere", "position 1: unknown board 'nowhere'"),
        ('jump = "a3-a1"', "jump = 3", "position 1: it has no jump"),
        ("rating = 2.0", "", "position 1: it has no rating"),
        ("a3-a1", "a1-a3", "a1-a3"),
        ("rating = 2.0", "rating = 2\nmore = 1", "unknown key 'more'"),
        ("rating = 2.0", "rating = -2", "rating = -2 is not a number of bits"),
        ("code:32766", "code:99999", "99999"),
    ],
)
def test_what_is_wrong_is_said(tmp_path, old, new, said):
    path = tmp_path / "bad.toml"
    entry = {"board": "triangle5", "position": "code:32766", "jump": "a3-a1", "rating": 2.0}
    text = "format = 1\n[[position]]\n"
    text += "".join(f"{key} = {json.dumps(value)}\n" for key, value in entry.items())
    path.write_text(text)
    assert [one.rating for one in read_storm(path)] == [2.0]
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(PegSolitaireError) as caught:
        read_storm(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
