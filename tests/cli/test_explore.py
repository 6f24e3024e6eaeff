"""`pegs check --explore` and `pegs replay --review`."""

from sets.test_values import made

from pegsolitaire.advice import Guide, explore, review
from pegsolitaire.board import triangle
from pegsolitaire.game import Problem, Solution

T5 = triangle(5)
PROBLEM = Problem.complement(T5, "a1")
GAME = "a3-a1 c4-a2 a5-a3"


def test_numbers_of_each_jump(pegs, document):
    wins, known = made(PROBLEM)
    position = T5.vacancy("a1").play("a3-a1")
    words = ("check", "triangle5", "a1", "--position", "a1:a3-a1", "--explore")
    found = document(*words)
    assert found["explore"] == explore(Guide(PROBLEM, wins=wins), position, known).to_json()
    assert list(found["jumps"]) == [str(jump) for jump in position.legal_jumps]
    lines = pegs(*words).splitlines()
    assert "c3-a3  wins  1,848  54.2%  9 moves  1 in about 1,900" in lines
    assert "a5-a3  dead" in lines
    assert "from here: 3,408 ways to win, fewest moves 9, a random player wins 1 in" in lines[-1]


def test_numbers_of_a_dead_position(pegs):
    printed = pegs("check", "triangle5", "a1", "--position", "a1:a3-a1,c4-a2", "--explore", code=1)
    assert "ways to win" not in printed


def test_numbers_belong_to_one_game(complaint):
    assert "--explore needs one start" in complaint("check", "triangle5", "any", "--explore")


def test_boards_without_numbers(pegs):
    printed = pegs("check", "triangle12", "a1", "--explore")
    assert "wins\n" in printed or "not known" in printed


def test_a_game_looked_back_on(pegs, document):
    wins, known = made(PROBLEM)
    game = Solution.from_moves(T5.vacancy("a1"), GAME)
    found = document("replay", "triangle5", "a1", GAME, "--review")
    assert found["review"] == review(Guide(PROBLEM, wins=wins), game, known).to_json()
    assert "review" not in document("replay", "triangle5", "a1", GAME)
    lines = pegs("replay", "triangle5", "a1", GAME, "--review", "--moves").splitlines()
    assert "  0  start    6,816 ways to win, 10 moves in all; can end with 1 peg" in lines
    assert (
        "jump 2 (c4-a2) lost it, 12 jumps from a solution: c3-a3, c5-a3 would still have won"
        in lines
    )


def test_a_game_that_was_lost_from_the_start(pegs):
    printed = pegs("replay", "triangle5", "b3", "b5-b3", "--review", "--finish", "b3")
    assert "it could not be won from the start" in printed
    longer = pegs("replay", "english", "fireplace", "d3-f3", "--review")
    assert "moves in all" in longer
