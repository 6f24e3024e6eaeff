"""Games in the terminal with lines of input."""

import io
import os
import re
import sys

import programs
import pytest

from pegsolitaire.advice import Guide, opening
from pegsolitaire.board import named_board
from pegsolitaire.cli.main import run
from pegsolitaire.errors import quoted
from pegsolitaire.game import Game, Problem, Solution
from pegsolitaire.sets import WinningSets
from pegsolitaire.solving.answers import Undecided

T4 = named_board("triangle4")
GOAL = ("triangle4", "a2", "--finish", "b2")
SOLUTION = ["a4-a2", "a1-a3", "c4-a4-a2", "c3-a3-a1-c3", "d4-b2"]


@pytest.fixture(scope="module", autouse=True)
def home(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PEGSOLITAIRE_HOME", str(tmp_path_factory.mktemp("home")))
        yield


@pytest.fixture
def play(capsys, monkeypatch):
    """Play with some lines of input and return the output, split at each prompt."""

    def session(arguments, *lines, code=0):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert run(["play", *arguments, "--terminal"]) == code
        printed = capsys.readouterr()
        assert all(line.startswith("read as") for line in printed.err.splitlines())
        assert "Traceback" not in printed.out
        return printed.out.split("> ")

    return session


def pegs_in(answer):
    return int(re.search(r"^(\d+) pegs?\b", answer, re.MULTILINE)[1])


# -- whole games --------------------------------------------------------------------------------


def test_greeting_and_end(play):
    first, last = play(GOAL)
    assert first.startswith(
        "triangle4: end with one peg, in b2. Type help for the list of commands.\n"
    )
    assert "9 pegs · 1 of 2 jumps still wins\n  1  a4-a2  ✓ wins\n  2  c4-a2  ✗ dead\n" in first
    assert last == "\n"
    assert "one peg, anywhere" in play(["triangle4", "a2"])[0]
    assert "goal: reach code:112)" in play(["triangle5", "a1", "--finish", "code:112"])[0]


@pytest.mark.parametrize("word", ["quit", "q", "exit", " QUIT "])
def test_leaving(play, word):
    assert len(play(GOAL, word, "1")) == 2


def test_game_by_moves(play):
    answers = play(GOAL, *SOLUTION)
    assert [pegs_in(answer) for answer in answers[:-1]] == [9, 8, 7, 5, 2, 1]
    assert "1 peg · solved in 5 moves\n" in answers[-2]


def test_game_by_hints(play):
    jumps = []
    while "it is already solved" not in (answer := play(GOAL, *jumps, "hint")[-2]):
        jumps.append(re.fullmatch(r"(\S+) wins\n", answer)[1])
    game = Solution.from_moves(T4.vacancy("a2"), jumps)
    assert game.solves(Problem(T4, "a2", "b2"))
    played = play(GOAL, *jumps)
    assert [pegs_in(answer) for answer in played[:-1]] == [*range(9, 0, -1)]
    assert f"1 peg · solved in {len(game.moves)} moves" in played[-2]


def test_game_by_numbers(play):
    lines = []
    while True:
        answer = play(GOAL, *lines)[-2]
        wins = re.search(r"^ *(\d+)  \S+ +✓ wins$", answer, re.MULTILINE)
        if not wins:
            break
        lines.append(wins[1])
    assert len(lines) == 8
    assert "solved in" in answer


def test_solve(play):
    line = play(GOAL, "solve")[1]
    problem = Problem(T4, "a2", "b2")
    assert Solution.from_moves(T4.vacancy("a2"), line.strip().split(", ")).solves(problem)
    line = play(GOAL, "a4-a2", "s")[2]
    after = T4.vacancy("a2").play("a4-a2")
    assert Solution.from_moves(after, line.strip().split(", ")).finish == T4.single("b2")


def test_several_moves_on_one_line(play):
    for line in (", ".join(SOLUTION), ",".join(SOLUTION), " ".join(SOLUTION)):
        assert "solved in 5 moves" in play(GOAL, line)[1]


# -- undo, restart, help ------------------------------------------------------------------------


def test_undo_and_restart(play):
    answers = play(GOAL, *SOLUTION[:4], "undo", "u 3", "undo 99", "undo", "a4-a2", "restart", "r")
    assert [pegs_in(answer) for answer in answers[5:-1]] == [3, 6, 9, 9, 8, 9, 9]
    assert answers[-2] == answers[0].partition("\n")[2]


def test_undo_of_what_is_no_number(play):
    for word in ("x", "-1", "²", "9" * 5000, "1 2"):
        answers = play(GOAL, "a4-a2", f"undo {word}", "undo 1")
        assert answers[2] == f"{quoted(word)} is not a number of jumps: type undo, or undo 3\n"
        assert pegs_in(answers[3]) == 9


@pytest.mark.parametrize("word", ["help", "?", "HELP"])
def test_help(play, word):
    answer = play(GOAL, word)[1]
    for command in ("undo, u", "hint, h", "solve, s", "why, w", "best, b", "restart, r"):
        assert command in answer


def test_empty_lines(play):
    assert play(GOAL, "", "   ")[1:3] == ["", ""]


# -- wrong lines --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("a1-a3", "a1-a3 is not possible: there is no peg in a2 to jump over"),
        ("a4-a2-a4", "is not possible: there is no peg in a3 to jump over"),
        ("a1-a2", "a1-a2 is not a jump: choose a hole two steps away"),
        ("a1-a9", "triangle4 has no hole a9: its holes are a1"),
        ("hlep", "'hlep' is not a jump such as d2-d4: type help for the list of commands"),
        ("[/red]", "'[/red]' is not a jump"),
        ("0", "no jump has the number 0: choose 1 to 2"),
        ("3", "no jump has the number 3: choose 1 to 2"),
        ("²", "'²' is not a jump"),
        ("٣", "'٣' is not a jump"),
        ("9" * 5000, "is not a jump"),
    ],
)
def test_lines_that_are_wrong(play, line, words):
    answers = play(GOAL, line, "1")
    assert words in answers[1]
    assert len(answers[1].splitlines()) == 1
    assert pegs_in(answers[2]) == 8  # the game continues, and part of a move was not made


# -- the end of games ---------------------------------------------------------------------------


def test_dead_game(play):
    answers = play(GOAL, "2", "hint", "solve", "1")
    assert "8 pegs · lost at move 1 (c4-a2): undo goes back to before it\n" in answers[1]
    assert "✓" not in answers[1]
    assert answers[2] == answers[3] == "it cannot be won from here: type why for the reason\n"
    assert "7 pegs · lost at move 1 (c4-a2): undo 2 goes back to before it\n" in answers[4]
    assert "9 pegs · 1 of 2 jumps still wins" in play(GOAL, "2", "1", "undo 2")[3]


def test_dead_end(play):
    game = Game(T4.vacancy("a2"))
    while game.legal_jumps:
        game.push(list(game.legal_jumps)[-1])
    answers = play(GOAL, *map(str, game.played), "1")
    assert "· no jump is left, lost at move 1 (c4-a2): undo 7 goes back to" in answers[-3]
    assert answers[-2] == "no jump has the number 1: no jump is left\n"


def test_game_that_is_dead_from_the_start(play):
    answers = play(["triangle5", "b3"], "1", "hint")
    assert "14 pegs · cannot be won from the start" in answers[0]
    assert "13 pegs · cannot be won from the start" in answers[1]
    assert answers[2] == "it cannot be won from here: type why for the reason\n"


@pytest.mark.slow
def test_why(play):
    """`why` prints the reason and the best possible ending, and `best` plays its jumps."""
    lost = ["c3-a1,c5-c3,e5-c5,b5-d5,d4-b2,a4-c4"]
    answers = play(["triangle5", "a1"], *lost, "why", "best", "w", "b", "undo 7", "why")
    assert answers[2].startswith(
        "it cannot be won from here\n\nit can still end with one peg in c5, by "
    )
    line = answers[2].splitlines()[2].partition(", by ")[2]
    assert (
        f"{line}\nbest plays these jumps\n\nAt best, one peg is left, but never in" in answers[2]
    )
    assert answers[2].endswith(
        "\n\nEvery way to go on was tried, and none leads to one peg in a1.\n"
    )
    assert answers[3].startswith(f"{line}\n")
    assert "1 peg · no jump is left, lost at move 6 (a4-c4): undo 8 goes back" in answers[3]
    assert answers[4].startswith("it cannot be won from here\n\nNo peg can jump any more.\n")
    assert answers[5] == "no jump is left\n"
    assert "8 pegs · lost at move 6 (a4-c4): undo goes back to before it\n" in answers[6]
    assert answers[7] == answers[2]


def test_why_with_weights(play):
    start = ".**/.**/*****.*/*....*./***...*/.../**."
    answer = play(["english", start, "--finish", "d4"], "why")[1]
    assert answer.startswith("it cannot be won from here\n\nbest possible: ")
    best, _, reason = answer.partition("\nbest plays these jumps\n\n")
    assert len(best.splitlines()) == 3
    assert reason.startswith("A peg in d4 is never alone: some ringed hole has one.\n")
    assert "\n\nOne of the ringed holes will always hold a peg, so the last peg " in reason
    assert "sum of the pegs: " in reason


def test_best_where_it_can_be_won(play):
    answers = play(GOAL, "why", "best", "best")
    assert answers[1] == "it can be won from here\n"
    assert "1 peg · solved in" in answers[2]
    assert answers[3] == "it is already solved\n"


def test_a_goal_out_of_reach_is_said_at_once(play):
    """The reason is included if the position class gives it."""
    first = play(["triangle5", "b3"])[0].splitlines()[0]
    assert first.startswith(
        "triangle5: this start cannot be won (goal: end with one peg, in b3). "
    )
    first = play(["english", "d4", "--finish", "d3"])[0].splitlines()[0]
    assert "(goal: end with one peg, in d3): position class: d4 can only finish at " in first


def test_best_where_the_goal_is_a_position(play):
    answers = play(["triangle5", "a1", "--finish", "code:112"], "1", "1", "1", "1", "best")
    assert answers[5] == "best plays to the fewest pegs, but the goal here is not a single peg\n"


def test_solved_game(play):
    answers = play(GOAL, *SOLUTION, "hint", "solve", "undo")
    assert answers[6] == answers[7] == "it is already solved\n"
    assert pegs_in(answers[8]) == 2


# -- boards -------------------------------------------------------------------------------------


def test_opening(play):
    for name in ("triangle4", "square5", "star13"):
        problem = opening(named_board(name)).problem
        first = play([name])[0]
        assert first.startswith(f"{name}: end with one peg")
        assert pegs_in(first) == problem.start_pegs
        assert "still win" in first


@pytest.mark.parametrize("name", ["triangle1", "triangle2"])
def test_boards_without_an_opening(complaint, name):
    said = complaint("play", name, "--terminal")
    assert said == f"no jump is possible on {name}: choose a larger board"


def test_a_board_that_cannot_be_won_is_opened_all_the_same(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert run(["play", "square3", "--terminal"]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith(
        "square3: this start cannot be won (goal: end with one peg, in a1). Type why for the "
        "reason, or best to play to the fewest pegs. Type help for the list of commands.\n"
    )
    assert printed.err == "no vacancy of square3 can be won: at best 4 pegs are left\n"


def test_a_game_has_one_start(complaint):
    assert "a game needs one start" in complaint("play", "triangle5", "ANY")


def test_a_finish_needs_a_start(complaint):
    said = complaint("play", "triangle5", "--finish", "a1")
    assert said == "--finish needs START: give the start of the game too"


# -- without sets -------------------------------------------------------------------------------


def test_game_without_sets(play, monkeypatch):
    monkeypatch.setattr(Guide, "make", lambda problem, **_: Guide(problem))
    monkeypatch.setattr(WinningSets, "build", None)
    answers = play(GOAL, *SOLUTION, "hint", "undo", "hint")
    assert "1 of 2 jumps still wins" in answers[0]
    assert "solved in 5 moves" in answers[5]
    assert answers[6] == "it is already solved\n"
    assert answers[8] == "d4-b2 wins\n"


def test_game_that_is_not_known(play, monkeypatch):
    class Unsure(Guide):
        def _answer(self, position, work=None):
            return Undecided("not known")

    monkeypatch.setattr(Guide, "make", lambda problem, **_: Unsure(problem, None))
    answers = play(GOAL, "hint", "solve", "1")
    assert "9 pegs · 2 jumps\n  1  a4-a2  ? not known\n" in answers[0]
    assert answers[1] == answers[2] == "no solution was found from here, but there may be one\n"
    assert pegs_in(answers[3]) == 8


# -- as a program -------------------------------------------------------------------------------


@pytest.mark.slow
def test_program_fed_with_bytes_on_an_ascii_terminal():
    done = programs.run(
        [sys.executable, "-m", "pegsolitaire", "play", *GOAL, "--terminal"],
        given=b"\xff\xfe\n\xc2\xb2\n" + "\n".join(SOLUTION).encode(),
        text=False,
        env=os.environ | {"PYTHONIOENCODING": "ascii:strict"},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()
    assert b"8 pegs - " in done.stdout
    assert b"solved in 5 moves" in done.stdout
