"""`pegs duotaire`: who wins a game for two players."""

import pytest

from pegsolitaire.sets import DuotaireTable


def test_one_start(pegs):
    text = pegs("duotaire", "triangle5", "a1", "--turns", "move")
    first, second, title, *table = text.splitlines()
    assert first == "the first player wins in 11 turns: triangle5 a1, a turn is a move"
    assert second == "by a3-a1"
    assert title == "1,544 positions that the player to move wins and loses, up to symmetry"
    assert table[0].split() == ["pegs", "won", "lost"]
    assert table[1].split() == ["14", "1", "0"]
    assert table[-1].split() == ["all", "1,172", "372"]


def test_a_lost_start_has_no_winning_turn(pegs):
    text = pegs("duotaire", "triangle5", "a1", "--misere")
    assert text.startswith("the second player wins in 13 turns: triangle5 a1, a turn is a jump, ")
    assert "\nby " not in text


@pytest.mark.parametrize("misere", ["", " --misere"])
@pytest.mark.parametrize("turns", ["jump", "move"])
def test_a_stored_table_gives_the_same(document, misere, turns):
    computed = document(*f"duotaire triangle5 a2 --turns {turns}{misere}".split())
    assert (computed["board"], computed["turns"]) == ("triangle5", turns)
    assert computed["won"] + computed["lost"] == computed["positions"]
    for _ in range(2):
        assert (
            document(*f"duotaire triangle5 a2 --turns {turns}{misere} --store".split()) == computed
        )
    table = DuotaireTable.file("triangle5 a2", misere=bool(misere), turns=turns).find()
    assert len(table) == computed["positions"]


def test_all_vacancies(pegs, document):
    rows = document("duotaire", "triangle5", "--turns", "move")["rows"]
    assert rows == document("duotaire", "triangle5", "any", "--turns", "move")["rows"]
    assert rows[0] == {"vacancy": "a1", "winner": "first", "remoteness": 11}
    assert [row["vacancy"] for row in rows] == ["a1", "a2", "a3", "b3"]
    assert pegs("duotaire", "triangle5", "--turns", "move").splitlines()[2].split() == [
        "a1",
        "first",
        "11",
    ]


def test_estimates(pegs):
    assert "about 1,500 positions" in pegs("duotaire", "triangle5", "a1", "--estimate")
    assert "positions to go through" in pegs("duotaire", "triangle5", "--estimate")


def test_mistakes(complaint):
    assert "--store needs START" in complaint("duotaire", "triangle5", "--store")
    assert "'jumps' is not one of 'jump', 'move'" in complaint(
        "duotaire", "triangle5", "a1", "--turns", "jumps"
    )
    assert "raise the limit of positions" in complaint(
        "duotaire", "triangle6", "a1", "--positions", "100", code=3
    )
    assert "holes" in complaint("duotaire", "triangle12", "a1")
