"""Unusual arguments work or raise an error that says what to pass instead."""

import inspect
import re

import pytest
from marks import each
from wrong_values import WRONG, values_of_names

import pegsolitaire as ps
from pegsolitaire.arguments import whole_number

# Calls that are rejected, each with a part of the error message.
TEACHES = {
    "ps.solve(None)": "pass words such as 'english d4'",
    'ps.solve("english d4", "any", "d4")': "has a start already: pass only a finish",
    'ps.solve("english", "d4", "d9")': "has no hole d9",
    'ps.solve("nowhere", "d4")': "unknown board 'nowhere'",
    'ps.Game("english d4", "d4")': "has a start already: pass it alone",
    'ps.random_play("english d4", "sax")': "'sax' is not a finish",
    "game.push(5)": "pass a text such as 'd2-d4'",
    "ps.Problem(board, board.full | t5.full)": "this is a position of triangle5",
    "ps.Problem(board, 'd4', start)": "the finish is a position of triangle5",
    "position | board.full": "this is a position of english, not triangle5",
    'position - {"z9"}': "has no hole z9",
    "ps.Move(3)": "pass a text such as 'd2-d4-f4'",
    'ps.Move("d2-d5")': "is not a jump",
    "start.play(' ')": "no jump in an empty text",
    "wins.verdicts([start])": "is not a position",
    "ps.tablebase('triangle5', 3)": "pass a letter such as 'A'",
}


@pytest.fixture(scope="module")
def around():
    return values_of_names()


@each("call", TEACHES)
def test_natural_calls_that_are_refused_teach(call, around):
    with pytest.raises(ps.PegSolitaireError, match=TEACHES[call]):
        eval(call, around)


# -- misuses --------------------------------------------------------------------------------------

# All public functions and the classes that users create directly.
BUILT = ["Board", "Game", "Guide", "Jump", "Move", "Problem"]
MORE = {
    "Tablebase.build": lambda wrong: ps.Tablebase.build("triangle5", wrong),
    "Position": lambda wrong: ps.Position(wrong, 3),
    "Solution": lambda wrong: ps.Solution(wrong, []),
    "Position.play": lambda wrong: ps.Board("triangle5").vacancy("a1").play(wrong),
    "Game.push": lambda wrong: ps.Game("triangle5 a1").push(wrong),
    "Board.position": lambda wrong: ps.Board("triangle5").position(wrong),
    "Board.vacancy": lambda wrong: ps.Board("triangle5").vacancy(wrong),
    "Problem start": lambda wrong: ps.Problem("triangle5", wrong),
    "Problem finish": lambda wrong: ps.Problem("triangle5", "a1", wrong),
    "Problem.to_any": ps.Problem.to_any,
    "whole_number": lambda wrong: whole_number(wrong, "games", 1),
    "simulate": lambda wrong: ps.simulate(wrong, games=10),
    "survey": lambda wrong: ps.survey(wrong, lambda _: None),
    "replay": lambda wrong: ps.replay(wrong, "a3-a1"),
    "replay source": lambda wrong: ps.replay("triangle5 a1", wrong),
}
NO_ARGUMENTS = {"boards", "puzzle_sets"}
FUNCTIONS = [
    name
    for name in ps.__all__
    if inspect.isfunction(getattr(ps, name)) and name not in {*MORE, *NO_ARGUMENTS}
]
REMEDY = re.compile(
    r"\b(pass|write|give|say|draw|name the|call it as|choose|see|did you mean|are|run|call|ends"
    r"|use)\b",
    re.IGNORECASE,
)
MISUSES = {name: getattr(ps, name) for name in [*FUNCTIONS, *BUILT]} | MORE


@each("wrong", WRONG)
@each("name", MISUSES)
def test_misuses_work_or_teach(name, wrong):
    try:
        MISUSES[name](WRONG[wrong])
    except ps.PegSolitaireError as error:
        message = str(error)
        assert REMEDY.search(message), message
        assert "\n" not in message
        assert "object has no attribute" not in message
