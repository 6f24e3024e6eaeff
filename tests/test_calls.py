"""What people write first works, or is refused with a word on what to pass instead."""

import inspect
import re
from contextlib import suppress
from copy import copy

import numpy as np
import pytest
from marks import each
from pegsolitaire.theory.inputs import as_board, as_position, as_problem

import pegsolitaire as ps
from pegsolitaire.arguments import whole_number
from pegsolitaire.sets import FewestMoves, PositionValues

# -- natural calls --------------------------------------------------------------------------------

# What works, as text: what `board`, `t5`, `start`, `problem` and so on are stands in `around`.
WORKS = [
    "",
    "ps.solve(start)",
    'ps.solve("english d4")',
    "ps.solve(board)",
    "ps.count(start)",
    "ps.count(problem)",
    "ps.count(problem, ordered=False)",
    "ps.count_games(problem)",
    "ps.random_play(start).win_probability",
    'ps.random_play(problem, player="sax").win_probability',
    "ps.dead_ends(start)",
    "ps.explain(problem)",
    "ps.explain(position).text()",
    "ps.shortest(problem).move_count",
    "ps.shortest(problem).proven",
    'ps.design(t5, "symmetric", 1)',
    "ps.design(t5, number=1)",
    'ps.design("triangle5", kind="unique", number=1)',
    "ps.design(ps.problem_types(t5)[0], number=1)",
    "ps.unique_jumps(t5)",
    "ps.rate(start)",
    'ps.Tablebase.build("triangle5", "A")',
    'ps.tablebase("triangle5", "A").unique_jumps().rows',
    'ps.Problem("english", "d4")',
    'ps.Game("english")',
    'ps.Board("french")',
    'ps.Problem(start, "a1")',
    "ps.Problem.between(start, position)",
    "ps.Problem.to_any(start)",
    "t5.position(8455)",
    'board.position({"d4", "c3"})',
    "board.position(array)",
    "board.position(array.tolist())",
    "board.vacancy([3, 3])",
    "board.vacancy(16)",
    "board.hole((3, 3))",
    "board.empty",
    "board.full.legal_jumps",
    'ps.Jump("d2", "d4")',
    'ps.Board("triangle5").text()',
    "game.is_won",
    "game.is_over",
    "position.pegs",
    "position.is_stuck",
    "position.legal_jumps[0]",
    "position.svg()",
    "position.text()",
    "str(position)",
    "str(answer)",
    "len(answer.solution)",
    "answer.solution.moves",
    "answer.solution.svg()",
    "answer.solution.animation()",
    "wins[0]",
    "wins[-1]",
    "wins.values(start).solutions",
    "wins.values(start).moves",
    "wins.values(start).chance",
    "start in wins",
    "ps.Guide(problem).verdicts(position)",
    "ps.SolutionGraph.of(problem)",
    'ps.level_table("triangle5 a1")',
    'ps.fewest_pegs("triangle5 a1")',
    'ps.Work(memory="1GB")',
    "ps.boards()",
    'ps.replay("triangle5 a1", "a3-a1").game',
    "",
][1:-1]

# What is refused, each with words of the message.
TEACHES = {
    'ps.solve("english", "d4")': "'english d4'",
    "ps.solve(None)": "pass words such as 'english d4'",
    "ps.solve(3)": "pass words such as 'english d4'",
    'ps.simulate("nowhere5", 10)': "unknown board 'nowhere5'",
    "ps.count_solutions(start)": r"use count\(problem\)",
    "ps.exact_play(start)": "use random_play",
    "ps.position_svg(start)": r"use position.svg\(\)",
    'ps.triangle("5")': r"use Board\('english'\), Board\('triangle5'\)",
    "ps.fewest_moves(position)": r"use shortest\(problem\).move_count",
    "game.push(5)": "pass a text such as 'd2-d4'",
    "position.moves": "write position.legal_jumps",
    "answer.moves": r"write answer.solution.moves",
    "ps.WinningSets(problem)": r"WinningSets.load\(problem\)",
    "ps.SolutionGraph(problem)": r"SolutionGraph.of\(problem\)",
    "ps.solve(problem, colour=3)": r"call it as solve\(problem",
    "ps.Problem.between(board, 3)": "is not a position of english",
    'ps.design("french", kind="hard")': "pass one of unique, symmetric",
    'ps.simulate("triangle5 a1", 2.5)': "pass a whole number",
}


@pytest.fixture(scope="module")
def around():
    board, t5 = ps.Board("english"), ps.Board("triangle5")
    start = t5.vacancy("a1")
    problem = ps.Problem(start)
    return {
        "ps": ps,
        "board": board,
        "t5": t5,
        "start": start,
        "problem": problem,
        "position": start.play("a3-a1"),
        "answer": ps.solve(problem),
        "game": ps.Game(start),
        "wins": ps.WinningSets.build(problem),
        "array": np.array([[int((x, y) in board) for x in range(7)] for y in range(7)]),
    }


@each("call", WORKS)
def test_natural_calls_work(call, around):
    eval(call, around)


@each("call", TEACHES)
def test_natural_calls_that_are_refused_teach(call, around):
    with pytest.raises(ps.PegSolitaireError, match=TEACHES[call]):
        eval(call, around)


# -- misuses --------------------------------------------------------------------------------------

# Every function at the top, and the classes that people build themselves.
BUILT = ["Board", "Game", "Guide", "Jump", "Problem", "SolutionGraph", "WinningSets"]
MORE = {
    "Tablebase.build": lambda wrong: ps.Tablebase.build("triangle5", wrong),
    "WinningSets.build": ps.WinningSets.build,
    "SolutionGraph.of": ps.SolutionGraph.of,
    "Position": lambda wrong: ps.Position(wrong, 3),
    "Solution": lambda wrong: ps.Solution(wrong, []),
    "Position.play": lambda wrong: ps.Board("triangle5").vacancy("a1").play(wrong),
    "Game.push": lambda wrong: ps.Game("triangle5 a1").push(wrong),
    "Board.position": lambda wrong: ps.Board("triangle5").position(wrong),
    "Board.vacancy": lambda wrong: ps.Board("triangle5").vacancy(wrong),
    "Problem start": lambda wrong: ps.Problem("triangle5", wrong),
    "Problem finish": lambda wrong: ps.Problem("triangle5", "a1", wrong),
    "Problem.to_any": ps.Problem.to_any,
    "as_board": as_board,
    "as_problem": as_problem,
    "as_position": as_position,
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
WRONG = {
    "None": None,
    "a number": 3,
    "a fraction": 3.5,
    "an object": object(),
    "nothing": [],
    "nonsense": "nonsense",
    "bytes": b"x",
    "a board": ps.Board.from_rows("oo/oo", "square"),
    "a dictionary": {},
    "an array": np.zeros((2, 2)),
    "a type": int,
}
REMEDY = re.compile(
    r"\b(pass|write|give|say|draw|name the|call it as|choose|see|did you mean|are|run|call|ends"
    r"|use)\b",
    re.IGNORECASE,
)
MISUSES = {name: getattr(ps, name) for name in [*FUNCTIONS, *BUILT]} | MORE


def test_there_are_many_misuses():
    assert len(MISUSES) * len(WRONG) > 200


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


# Every parameter of all these, and of the sets, beside a good value for what must be given.
GOOD = {
    "answer": lambda _: None,
    "board": "triangle4",
    "finishes": ["a1"],
    "games": 10,
    "name": "classics",
    "path": "of-nothing.npz",
}
SETS = [ps.WinningSets, ps.Tablebase, ps.SolutionGraph, FewestMoves, PositionValues]
CALLS = {name: getattr(ps, name) for name in [*FUNCTIONS, "simulate", "survey", "replay"]} | {
    f"{kind.__name__}.{name}": getattr(kind, name)
    for kind in SETS
    for name in ("build", "find", "load", "of", "open")
    if hasattr(kind, name) and (kind, name) != (ps.Tablebase, "of")
}


@pytest.mark.parametrize("name", CALLS)
def test_each_parameter_is_read_or_the_call_teaches(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # what is stored under a text that is no path
    parameters = [
        one
        for one in inspect.signature(CALLS[name]).parameters.values()
        if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
    ]
    needed = {
        one.name: GOOD.get(one.name, "triangle5 a1")
        for one in parameters
        if one.default is one.empty
    }
    for one in parameters:
        for wrong in WRONG.values():
            if wrong is int and one.name in ("answer", "player"):
                continue  # it can be called: what it says of a position is its author's matter
            with suppress(ps.PegSolitaireError):
                CALLS[name](**needed | {one.name: wrong})


@pytest.mark.parametrize("kind", [ps.WinningSets, PositionValues])
def test_a_start_beside_the_board_is_no_other_option(kind):
    with pytest.raises(
        ps.PegSolitaireError, match="takes one problem: pass one text, 'english d4'"
    ):
        kind.load("english", "d4")


def test_a_game_is_copied_and_words_of_other_libraries_teach():
    game = ps.Game("triangle5 a1")
    for other in (game.copy(), copy(game)):
        other.push("a3-a1")
        assert (len(game), len(other)) == (0, 1)
    for call, message in [
        (
            lambda: ps.Work(time_limit=1),
            r"Work\(\) got an unexpected .* call it as Work\(seconds=.*",
        ),
        (lambda: ps.Game("english", "c3"), "pass one text, 'english c3'"),
        (lambda: ps.solve(ps.Board("triangle5"), "a1"), "pass one text, 'triangle5 a1'"),
        (lambda: ps.Position("english"), r"write Board\('english'\).vacancy"),
        (lambda: game.undo(), r"write game.pop\(\)"),
    ]:
        with pytest.raises(ps.PegSolitaireError, match=message):
            call()


def test_what_other_libraries_call_it_leads_to_its_name():
    board = ps.Board("triangle5")
    start, wins = board.vacancy("a1"), ps.WinningSets.build("triangle5 a1")
    assert start.images == (start, board.vacancy("a5"), board.vacancy("e5"))
    assert len(board.vacancy("b3").images) == 3
    assert ps.Position.of("triangle5", "a1 b2") == ps.Position.from_text("triangle5", "a1 b2")
    assert wins.verdicts("triangle5 a1") == wins.verdicts(start)
    for call, message in [
        (lambda: start.to_svg(), r"write svg\(\)"),
        (lambda: board.draw(), r"write svg\(\)"),
        (lambda: wins.to_dataframe(), r"write to_pandas\(\)"),
        (lambda: start.symmetries, "write position.images"),
        (lambda: start.num_pegs, r"write len\(position\)"),
        (lambda: wins.contains_code(start), "position.code"),
        (lambda: start.play(" "), "no jump in an empty text"),
        (lambda: ps.Tablebase("triangle5"), r"write tablebase\('triangle5'\)"),
        (lambda: wins.verdicts([start]), "is not a position"),
    ]:
        with pytest.raises(ps.PegSolitaireError, match=message):
            call()
