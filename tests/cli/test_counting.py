"""The command `pegs count`: its output, its documents, its exit codes and its error messages."""

from functools import partial

import known
import pytest
import small_engine

from pegsolitaire import solving
from pegsolitaire.board import named_board
from pegsolitaire.data import knowledge_of
from pegsolitaire.game import Problem
from pegsolitaire.solving import Games, count

T5 = named_board("triangle5")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Each test's own store, which counting leaves empty."""
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    yield
    assert not (tmp_path / "home").exists()


@pytest.fixture
def pegs(pegs):
    """Run `pegs count`."""
    return partial(pegs, "count")


def test_words(pegs):
    assert pegs("triangle5", "a1") == ("6,816 solutions: triangle5: a1 to a1\nbasis: computed\n")
    assert pegs("triangle4", "a2", "--finish", "b2") == (
        "14 solutions: triangle4: a2 to b2\nbasis: computed\n"
    )
    assert pegs("triangle5", "code:3", "--finish", "a3").startswith("1 solution: ")
    assert pegs("triangle5", "code:3", "--finish", "a1", code=1).startswith("0 solutions: ")


def test_document(document):
    assert document("triangle5", "a1") == {
        "problem": {"board": "triangle5", "start": "a1", "finish": "a1"}, "solutions": 6816,
        "basis": "computed",
    }  # fmt: skip


def test_by_finish(pegs, document):
    """Each number equals the number of solutions of the problem with that finish alone."""
    shown = document("triangle5", "a3", "--finish", "any", "--by-finish")
    assert shown["by_finish"] == {
        name: count(Problem(T5, "a3", name)) for name in ("b2", "a3", "c4", "b5", "e5")
    }
    assert shown["solutions"] == sum(shown["by_finish"].values())
    words = pegs("triangle5", "a3", "--finish", "any", "--by-finish").splitlines()
    assert len(words) == 2 + len(shown["by_finish"])
    assert words[1].split(" end at ") == [" 8,064", "b2"]


def test_integers_of_more_than_64_bits(pegs, monkeypatch):
    """The numbers are those of the central game, which is not counted here."""
    total, won = known.ENGLISH_CENTRAL_GAMES, known.TABLE_7_ENGLISH_SOLUTIONS["d4"]
    games = Games(won, {1: won, 2: total - won})
    monkeypatch.setattr(solving, "count_games", lambda *_, **__: games)
    text = pegs("english", "d4", "--games", "--json")
    assert f'"total": "{total}"' in text
    assert f'"lost": "{total - won}"' in text
    words = pegs("english", "d4", "--games")
    assert "577,116,156,815,309,849,672 games" in words


def test_games(pegs, document):
    total, won, *_ = known.TRIANGLE5_GAMES["a3"]
    shown = document("triangle5", "a3", "--finish", "any", "--games")
    assert shown == {
        "problem": {"board": "triangle5", "start": "a3", "finish": "any"},
        "solutions": won,
        "games": {
            "won": won, "total": total, "lost": total - won,
            "by_pegs": {
                "1": 85258, "2": 290954, "3": 510556, "4": 233060, "5": 27878, "6": 1458, "7": 404
            },
        },
        "basis": "computed",
    }  # fmt: skip
    assert pegs("triangle5", "a3", "--finish", "any", "--games").splitlines() == [
        "85,258 solutions: triangle5: a3 to any",
        "1,149,568 games, 1,064,310 of them lost: 7.417% won",
        " 85,258 leave 1 peg (7.42%)",
        "290,954 leave 2 pegs (25.31%)",
        "510,556 leave 3 pegs (44.41%)",
        "233,060 leave 4 pegs (20.27%)",
        " 27,878 leave 5 pegs (2.43%)",
        "  1,458 leave 6 pegs (0.13%)",
        "    404 leave 7 pegs (0.04%)",
        "basis: computed",
    ]


def test_unordered(pegs, document):
    shown = document("triangle5", "a1", "--unordered")
    assert shown == {
        "problem": {"board": "triangle5", "start": "a1", "finish": "a1"}, "solutions": 6816,
        "unordered": 8, "without_direction": 4, "up_to_symmetry": 2,
        "basis": "computed",
    }  # fmt: skip
    assert pegs("triangle5", "a1", "--unordered").splitlines() == [
        "6,816 solutions: triangle5: a1 to a1",
        "8 apart from the order of jumps",
        "4 if jumps along the same three holes count as one",
        "2 of those up to symmetry",
        "basis: computed",
    ]


def test_no_solution_without_order(pegs, document):
    words = ("triangle5", "b3", "--finish", "b3", "--games", "--unordered")
    total = known.TRIANGLE5_GAMES["b3"][0]
    shown = document(*words, code=1)
    assert shown["games"]["total"] == shown["games"]["lost"] == total
    assert shown["unordered"] == shown["up_to_symmetry"] == 0
    assert "137,846 games, 137,846 of them lost: 0.000% won" in pegs(*words, code=1)


@pytest.mark.slow
def test_too_little_memory(complaint, monkeypatch):
    small_engine.free_memory(monkeypatch, 1 << 6)
    for words in (["--again"], ["--games"]):
        assert " may be used" in complaint("count", "english", "d4", *words)


def test_a_number_that_is_stored_is_given_at_once(pegs, document, monkeypatch):
    """This includes reversed and rotated problems. The output says where the number comes from."""
    monkeypatch.setattr(solving, "count", None)
    lines = pegs("wiegleb", "e5").splitlines()
    assert lines == [
        "15,014,273,904,165,227,353,965,857,200 solutions: wiegleb: e5 to e5",
        "basis: stored, counted by this program; --again counts the solutions again",
    ]
    there = document("english", "d4", "--finish", "d1")
    back = document("english", "g4", "--finish", "d4")
    assert there["solutions"] == back["solutions"] == "10215411760019992"
    assert (there["basis"], there["source"]) == ("stored", "counted by this program")


def test_stored_numbers_are_those_that_are_published():
    """Each number is stored for only one problem up to symmetry and reversal."""
    published = {
        "english": {(h, h): n for h, n in known.TABLE_7_ENGLISH_SOLUTIONS.items()}
        | {("d4", "d1"): known.ENGLISH_D4_TO_D1_SOLUTIONS},
        "french": known.FRENCH_SOLUTIONS,
        "square6": known.SQUARE6_SOLUTIONS,
        "wiegleb": {("e5", "e5"): known.value("new-solutions-wiegleb")},
    }
    for name, table in published.items():
        board = named_board(name)
        for pair, number in table.items():
            assert knowledge_of(board).count(Problem(board, *pair)).solutions == number
        stored = [(one.pair.start, one.pair.finish) for one in knowledge_of(board).counts]
        assert set(stored) <= table.keys()
        seen = set()
        for pair in stored:  # one of each orbit, which includes reversed problems
            ends = [board.bit(hole) for hole in pair]
            orbit = {tuple(one.image[i] for i in ends) for one in board.symmetries}
            assert tuple(ends) not in seen
            seen |= orbit | {(end, start) for start, end in orbit}
