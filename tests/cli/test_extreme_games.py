"""The command `pegs extremes dead-ends`."""

import pytest

from pegsolitaire.board import hole_name, named_board
from pegsolitaire.game import Jump, Problem, Solution
from pegsolitaire.reasons import dead_ends

T5 = named_board("triangle5")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Each test's own store, which these commands leave empty."""
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    yield
    assert not (tmp_path / "home").exists()


def test_dead_ends(document):
    shown = document("extremes", "dead-ends", "triangle5", "a1")
    found = dead_ends(Problem.complement(T5, "a1"))
    assert shown.keys() == {
        "problem", "jumps", "sequences", "can_finish_at", "dead_ends",
    }  # fmt: skip
    assert shown["problem"] == {"board": "triangle5", "start": "a1", "finish": "a1"}
    assert shown["jumps"] == len(found[0].jumps) == 2
    assert shown["sequences"] == [list(map(str, end.jumps)) for end in found]
    assert shown["can_finish_at"] == ["c5"]
    assert shown["dead_ends"] == [
        {
            "jumps": list(map(str, end.jumps)),
            "position": f"code:{end.position.code}",
            "can_finish_at": list(map(hole_name, end.can_finish_at)),
            "unknown": [],
        }
        for end in found
    ]
    for one in shown["dead_ends"]:
        line = Solution(T5.vacancy("a1"), map(Jump.from_text, one["jumps"]))
        assert line.finish == T5.position(one["position"])


def test_dead_ends_in_words(pegs):
    text = pegs("extremes", "dead-ends", "triangle5", "a2", "--finish", "any")
    assert text.splitlines() == [
        "triangle5: a2 to any: lost after 1 jump at the earliest, in one way",
        "c4-a2; one peg is no longer possible",
    ]
    head, *rest = pegs("extremes", "dead-ends", "triangle5", "a1").splitlines()
    assert head == "triangle5: a1 to a1: lost after 2 jumps at the earliest, in 2 ways"
    assert [line.partition("; ")[2] for line in rest] == ["one peg is still possible at: c5"] * 2


def test_dead_ends_of_a_lost_start(document, pegs):
    shown = document("extremes", "dead-ends", "triangle5", "b3", code=1)
    assert (shown["jumps"], shown["sequences"], shown["can_finish_at"]) == (0, [[]], ["c5"])
    assert pegs("extremes", "dead-ends", "triangle5", "b3", code=1) == (
        "triangle5: b3 to b3: lost from the start; one peg is still possible at: c5\n"
    )


def test_dead_ends_where_nothing_can_be_lost(document, pegs):
    words = ("extremes", "dead-ends", "triangle5", "code:3", "--finish", "a3")
    shown = document(*words)
    assert (shown["jumps"], shown["sequences"], shown["dead_ends"]) == (None, [], [])
    assert pegs(*words) == "no game of triangle5: code:3 to a3 can be lost\n"
