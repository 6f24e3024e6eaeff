"""The commands `pegs check`, `pegs explain` and `pegs replay --review`."""

import json
import re
from importlib import import_module
from xml.etree import ElementTree

import pytest
from marks import each
from value_tables import made

from pegsolitaire.advice import Guide, explore, review
from pegsolitaire.board import named_board
from pegsolitaire.cli.main import run
from pegsolitaire.game import Jump, Problem, Solution
from pegsolitaire.reasons import explain
from pegsolitaire.theory import BalanceSheet, ResourceCount, classic_counts
from pegsolitaire.theory.balance import Demand

T4, T5, ENGLISH = (named_board(name) for name in ("triangle4", "triangle5", "english"))
POOR = "d4:d2-d4,b3-d3,c1-c3,d4-d2,e2-c2,d6-d4"  # a resource count proves it dead
DEAD = "..*/.../*.*..../......*/*.*..../.../..."  # no jump is left
LONG = ".*./.*./..*****/**.*..*/......*/**./*.."  # a search of 7,000 positions proves it dead


@pytest.fixture
def numbers_are_stored():
    """A mark for tests whose commands store numbers of winning positions."""


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch, request):
    """Each test's own store, which commands leave empty unless they compute numbers."""
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    yield
    if "numbers_are_stored" not in request.fixturenames:
        assert not (tmp_path / "home").exists()


# -- explain ------------------------------------------------------------------------------------

KEYS = {
    "finish", "kind", "text", "searched", "weights", "value", "bound", "demands", "cases",
}  # fmt: skip


def sheet_of(board, shown, reason):
    """Rebuild the proof of a document as a balance sheet, which checks it."""
    prices = tuple(
        (Demand(demand["kind"], board.code(demand["region"])), demand["price"])
        for demand in reason["demands"]
    )
    finish = board.single(reason["finish"]).code
    count = ResourceCount(board, tuple(reason["weights"]))
    code = board.position(shown["position"]).code
    sheet = BalanceSheet(code, (finish,), count, prices)
    assert (sheet.value, sheet.bound(finish)) == (reason["value"], reason["bound"])
    for (demand, _), told in zip(prices, reason["demands"], strict=True):
        assert demand.needed(code, finish) == told["needed"]
    return sheet


def test_exits(document):
    shown = document("explain", "triangle4", "a2", "--finish", "c4")
    assert shown.keys() == {
        "board", "position", "dead", "basis", "claim", "rows", "told", "solution", "finish",
        "best", "svg",
    }  # fmt: skip
    assert shown.items() >= {
        "board": "triangle4", "position": f"code:{T4.vacancy('a2').code}",
        "dead": True, "solution": None,
    }.items()  # fmt: skip
    (reason,) = shown["rows"]
    assert reason.keys() == KEYS
    assert (reason["finish"], reason["kind"]) == ("c4", "exits")
    (known,) = explain(T4.vacancy("a2"), [T4.single("c4")]).reasons
    assert reason["text"] == known.text
    assert sheet_of(T4, shown, reason) == known.sheet
    for demand in reason["demands"]:
        assert demand.keys() == {"kind", "region", "price", "needed"}


def test_exits_in_words(pegs):
    short = pegs("explain", "triangle4", "a2", "--finish", "c4")
    whole = pegs("explain", "triangle4", "a2", "--finish", "c4", "--proof")
    for text in (short, whole):
        assert text.startswith("\ndead\n\nA peg in c4 is never alone: some ringed hole has one.\n")
        assert "\nThe ringed pegs make a sum that can only fall, and the way to " in text
        assert "\nsum of the pegs: 3\n" in text
        assert "\nit can still end with one peg in b2, by " in text
        assert text.endswith("\nbasis: computed\n")
    assert "A jump that takes a peg " not in short
    assert "\nbalance sheet: a game to c4 has to lose 3 of this count" in whole
    assert re.search(r"\nA jump that takes a peg .*\{a1 b2 c3 d4\}.*twice", whole)
    assert re.search(r"\nA jump that changes the parity of \{b2 b3 c3\} loses 1 .*once", whole)


@pytest.mark.slow
def test_a_short_game_is_found_before_any_theory(document, monkeypatch):
    """On a row of 64 holes, the linear programs for 21 finishes used to take 12 s."""

    def refuse(*_, **__):
        raise AssertionError("theory is asked")

    module = import_module("pegsolitaire.reasons.explaining")  # the function has the same name
    monkeypatch.setattr(module, "reasons_without_search", refuse)
    shown = document("explain", "rectangle64x1", "a1,b1,d1", code=1)
    assert (shown["dead"], shown["solution"]["jumps"]) == (False, ["a1-c1", "c1-e1"])
    assert document("explain", "rectangle64x1", "a1,b1,e1,f1,i1")["dead"] is True


def test_the_best_that_is_left(document, pegs):
    """The reason says how many positions were tried, and the best game leaves the fewest pegs."""
    words = ("explain", "english", LONG, "--finish", "d4")
    shown = document(*words)
    (reason,) = shown["rows"]
    assert reason["searched"] > 5000
    assert reason["text"] == (
        f"every way to go on was tried, {reason['searched']:,} positions: "
        "none ends with one peg in d4"
    )
    best = shown["best"]
    line = Solution(ENGLISH.position(LONG), map(Jump.from_text, best["solution"]["jumps"]))
    assert (best["pegs"], best["finish"], best["exact"]) == (2, None, True)
    assert len(line.finish) == 2
    assert pegs(*words).endswith(f"\nbest possible: 2 pegs left, by {line}\nbasis: computed\n")


def test_the_best_is_found_within_the_limits(document):
    """The reason needs no search, but the best ending needs more positions than the limit."""
    words = "explain", "french", "d4"
    assert document(*words)["best"]["pegs"] == 2
    shown = document(*words, "--positions", "100")
    assert (shown["dead"], shown["best"]) == (True, None)


@each(
    "words",
    [
        "triangle4 a2 --finish code:3",  # the goal has more than one peg
        "triangle11 a1 --finish a2",  # too large
    ],
)
def test_where_there_is_no_best(document, words):
    assert document("explain", *words.split())["best"] is None


def test_where_no_jump_is_left(document, pegs):
    """The claim is the same sentence as the reason, and is printed once."""
    best = document("explain", "triangle5", "code:1025")["best"]
    assert (best["pegs"], best["text"], best["solution"]["jumps"]) == (2, "no jump is left", [])
    stuck = pegs("explain", "english", DEAD, "--finish", "d4")
    assert stuck.count("No peg can jump any more.") == 1


def test_reasons_without_weights(document, pegs):
    for words, kind, begin in [
        (("triangle5", "b3", "--finish", "b3"), "sax", "SAX count"),
        (("english", LONG, "--finish", "d4"), "search", "every way to go on was tried, "),
        (("english", "d4", "--finish", "d3"), "class", "position class: one peg can only be left"),
    ]:
        shown = document("explain", *words)
        (reason,) = shown["rows"]
        assert reason.items() >= {
            "kind": kind, "weights": None, "value": None, "bound": None, "demands": [],
        }.items()  # fmt: skip
        assert reason.keys() == KEYS
        assert reason["text"].startswith(begin)
        text = pegs("explain", *words)
        sentence, *_ = (one["sentence"] for one in shown["told"])
        assert f"\ndead\n\n{explain(*words[:2], words[-1]).claim}\n" in text
        assert f"\n\n{sentence}\n" in text
        assert "●" in text or "*" in text
        assert reason["text"] in pegs("explain", *words, "--proof")


@pytest.mark.every(5)
@pytest.mark.parametrize(
    ("words", "goal"),
    [
        ("triangle5 b3", "b3"),
        ("triangle5 a1:a3-a1,c3-a3,c5-c3", "a1"),
        ("triangle4 a1", "any"),
        ("triangle5 code:1025", "any"),
    ],
)
def test_the_goal_is_that_of_check_and_solve(document, pegs, words, goal):
    """The default goal is one peg in the vacancy of the start if its position class allows it."""
    shown = document("explain", *words.split())
    assert shown == document("explain", *words.split(), "--finish", goal)
    assert document("check", *words.split(), code=1)["winning"] is False
    assert document("solve", *words.split(), code=1)["problem"]["finish"] == goal
    board, _, start = words.partition(" ")
    assert explain(words).reasons == explain(words, None if goal == "any" else goal).reasons
    why = (
        pegs("check", board, start, code=1)
        .splitlines()[0]
        .partition(". Why: `pegs ")[2]
        .rstrip("`")
    )
    assert document(*why.split()) == shown


def test_a_goal_that_is_not_the_default_is_named(pegs):
    """The command in the output of check and solve includes a goal that is not the default."""
    text = pegs("check", "triangle5", "b3", "--finish", "a1", code=1)
    assert "Why: `pegs explain triangle5 b3 --finish a1`\n" in text
    assert "\n`pegs explain triangle5 b3` says why" in pegs("solve", "triangle5", "b3", code=1)


@pytest.mark.slow
def test_what_rings_mean_and_where_more_is(pegs):
    for words, legend, more in [
        (("triangle5", "a1:a3-a1,c3-a3,c5-c3"), "( ) the pegs that are subtracted", ""),
        (("english", "code:4307720192", "--finish", "d4"), "( ) the goal", ""),
        (("english", DEAD, "--finish", "d4"), "( ) the pegs, none of which can jump", ""),
        (("english", "d4", "--finish", "d3"), "( ) the holes that are counted", ""),
        (("english", POOR), "( ) holes that can never all be emptied", ""),
        (("triangle4", "a2", "--finish", "a3"), "( ) the pegs that count", "the whole proof"),
        (
            ("english", "d4:d2-d4,d5-d3,b4-d4,d3-d5"), "( ) the holes of these jumps",
            "the numbers and check each case",
        ),
    ]:  # fmt: skip
        text = pegs("explain", *words)
        assert f"\n{legend}\n" in text
        assert (f"\nTo see {more}, add --proof.\n" in text) is bool(more)
        assert "--proof" not in pegs("explain", *words, "--proof")


def test_not_dead(document, pegs):
    shown = document("explain", "triangle4", "a2", "--finish", "b2", code=1)
    assert (shown["dead"], shown["rows"]) == (False, [])
    start = T4.vacancy("a2")
    solution = Solution(start, map(Jump.from_text, shown["solution"]["jumps"]))
    assert solution.solves(Problem(T4, "a2", "b2"))
    text = pegs("explain", "triangle4", "a2", "--finish", "b2", code=1)
    assert text.endswith(f"\nnot dead\n{solution}\nbasis: stored\n")


# -- drawings -----------------------------------------------------------------------------------


def test_nothing_to_draw(capsys, tmp_path):
    """The message goes to standard error, also with --json."""
    path = tmp_path / "why.svg"
    words = ["triangle4", "a2", "--finish", "b2"]  # it can be won
    for form in ((), ("--json",)):
        assert run(["explain", *words, "--svg", str(path), *form]) == 1
        printed = capsys.readouterr()
        assert printed.err == f"pegs: {path} was not drawn: no reason was found\n"
    assert json.loads(printed.out)["svg"] is None
    assert not path.exists()


def test_reasons_are_drawn(document, tmp_path):
    path, drawn = tmp_path / "why.svg", set()
    for words in ("french d4", "triangle5 b3 --finish b3", "triangle4 a2 --finish c4"):
        assert document("explain", *words.split(), "--svg", path)["svg"] == str(path)
        assert ElementTree.parse(path).getroot().tag.endswith("svg")
        assert re.search(r'-(mark|weight)[" ]', path.read_text())
        drawn.add(path.read_text())
    assert len(drawn) == 3


# -- weights and limits given by the user -------------------------------------------------------


def test_weights(document, pegs, tmp_path):
    count = classic_counts(ENGLISH)[5]
    path = tmp_path / "weights.txt"
    path.write_text(str(count))
    for weights in ("/".join(str(count).split("\n")), f"@{path}"):
        words = ("explain", "english", DEAD, "--finish", "d4", "--weights", weights)
        shown = document(*words)
        (reason,) = shown["rows"]
        assert (shown["dead"], reason["kind"]) == (True, "resource")
        assert sheet_of(ENGLISH, shown, reason).count == count
        assert "does not exclude" not in pegs(*words)


def test_weights_that_forbid_nothing(document, pegs):
    weights = "0/1 0/0 0 0/1 0 1 0"
    words = ("explain", "triangle4", "a2", "--finish", "b2", "--weights", weights)
    shown = document(*words, code=3)
    assert (shown["dead"], shown["rows"], shown["solution"]) == (None, [], None)
    assert pegs(*words, code=3).endswith(
        "\nundecided\n\nthis count is 2 here and does not exclude b2\nbasis: computed\n"
    )


def test_weights_that_are_none(complaint):
    words = ("explain", "triangle4", "a2", "--weights")
    assert "a1-a3 raises the count by 1" in complaint(*words, "0/0 0/1 0 0/0 0 0 0")
    assert "no-such-file" in complaint(*words, "@no-such-file")


@each("budget", [("--positions", 0), ("--time", 0)])
def test_explain_within_a_budget(document, pegs, budget):
    words = ("explain", "english", LONG, "--finish", "d4", *budget)
    shown = document(*words, code=3)
    assert (shown["dead"], shown["rows"], shown["solution"]) == (None, [], None)
    assert pegs(*words, code=3).endswith("\nundecided\nbasis: computed\n")


def test_what_cannot_be_explained(complaint):
    assert "the starts contain the empty board" in complaint("explain", "triangle5", "code:0")
    assert "has no pegs" in complaint("explain", "triangle5", "a1", "--finish", "code:0")
    assert "up to 128 holes" in complaint("explain", "square12", "code:3", "--finish", "c1")


# -- explore -----------------------------------------------------------------------------------

PROBLEM = Problem.complement(T5, "a1")
GAME = "a3-a1 c4-a2 a5-a3"


@pytest.mark.usefixtures("numbers_are_stored")
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


@pytest.mark.usefixtures("numbers_are_stored")
def test_numbers_of_a_dead_position(pegs):
    printed = pegs("check", "triangle5", "a1", "--position", "a1:a3-a1,c4-a2", "--explore", code=1)
    assert "ways to win" not in printed


def test_numbers_belong_to_one_game(complaint):
    assert "--explore needs one start" in complaint("check", "triangle5", "any", "--explore")


@pytest.mark.usefixtures("numbers_are_stored")
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


@pytest.mark.usefixtures("numbers_are_stored")
def test_a_game_that_was_lost_from_the_start(pegs):
    printed = pegs("replay", "triangle5", "b3", "b5-b3", "--review", "--finish", "b3")
    assert "it could not be won from the start" in printed


@each("name", ["game.png", "game.html", "game"])
def test_an_animation_is_an_svg(complaint, name):
    given = complaint("replay", "triangle5", "a1", GAME, "--animate", name)
    assert given == "--animate draws an SVG: write game.svg"
    assert "the name of a file" in complaint("replay", "triangle5", "a1", GAME, "--animate", "")
