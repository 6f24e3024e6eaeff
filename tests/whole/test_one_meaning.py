"""Tests that all commands read their arguments in the same way, and that text and JSON agree.

Hole numbers start at 1 everywhere. Indices that start at 0 are called bits.
"""

import json
import re

import pytest
from command_calls import CALLS
from marks import slow

import pegsolitaire as ps
from pegsolitaire import construct
from pegsolitaire.cli.main import run

#: Commands that take a start, on boards where they are fast.
COMMANDS = [
    "solve", "solve --all 2", "solve --shortest", "solve --short --time 1", "solve --unbounded",
    "check", "check --explore", "count", "count --games", "explain", "random",
    "random --games 10 --seed 1", "graph", "graph --shortest", "extremes dead-ends",
    "sets levels", "sets levels --by moves", "sets winning",
]  # fmt: skip
#: Commands that are also fast on larger boards.
QUICK = ["solve", "solve --unbounded", "explain"]
PROBLEMS = {"triangle5 a1": "a1", "triangle4 a2": "any"}
LARGE = {"english d4": "d4", "french d3": "any"}
FUNCTIONS = {
    "random_play": lambda words: ps.random_play(words).problem,
    "simulate": lambda words: ps.simulate(words, games=1).problem,
    "shortest": lambda words: ps.shortest(words).problem,
    "Guide": lambda words: ps.Guide.make(words).problem,
    "WinningSets.build": lambda words: ps.WinningSets.build(words).problem,
    "SolutionGraph.of": lambda words: ps.SolutionGraph.of(words).problem,
    "level_table": lambda words: ps.level_table(words).problem,
}


@pytest.fixture(scope="module", autouse=True)
def home(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PEGSOLITAIRE_HOME", str(tmp_path_factory.mktemp("home")))
        patch.setenv("COLUMNS", "400")
        patch.chdir(tmp_path_factory.mktemp("here"))
        assert run(["sets", "winning", "triangle4", "a2"]) == 0
        yield


# -- the same arguments give the same problem -----------------------------------------------------


def command_on(command, words):
    name, *options = re.split(r" (?=--)", command)
    return [*name.split(), *words.split(), *" ".join(options).split()]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (command, words) if words == "triangle4 a2" else slow(command, words)
        for command in COMMANDS
        for words in PROBLEMS
    ]
    + [(command, words) for command in QUICK for words in LARGE],
)
def test_a_command_takes_the_problem_that_the_words_mean(command, words, capsys):
    assert run([*command_on(command, words), "--json"]) in (0, 1)
    document = json.loads(capsys.readouterr().out)
    said = document.get("problem", document)  # results about a position have no nested problem
    assert (said["board"], said["finish"]) == (words.split()[0], (PROBLEMS | LARGE)[words])
    assert run([*command_on(command, words), "--finish", "any", "--json"]) in (0, 1)
    document = json.loads(capsys.readouterr().out)
    assert document.get("problem", document)["finish"] == "any"


@pytest.mark.parametrize("words", PROBLEMS)
def test_a_triangle_is_solved_to_the_same_finish_without_a_search(words, document):
    board, hole = words.split()
    side, wanted = int(board.removeprefix("triangle")), PROBLEMS[words]
    finish = document("triangle", side, hole)["finish"]
    assert finish == wanted if wanted != "any" else finish != hole
    start = ps.Board(board).hole(hole)
    assert construct.solve(side, start).finish == ps.Board(board).hole(finish)
    assert construct.solve(side, start, "any").solvable


def test_a_review_looks_at_the_same_goal(document):
    for words, goal in (("triangle5 a1", "a1"), ("triangle4 a2", "any")):
        jump = ps.Game(words).start.legal_jumps[0]
        shown = document("replay", *words.split(), str(jump), "--review")
        assert shown["review"]["problem"]["finish"] == goal


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("words", PROBLEMS)
def test_a_function_takes_the_problem_that_the_words_mean(name, words):
    board, hole = words.split()
    for source in (words, ps.Board(board).vacancy(hole)):
        problem = FUNCTIONS[name](source)
        assert problem == ps.Problem(board, hole)
        assert problem.finish == PROBLEMS[words]


# -- text and JSON agree --------------------------------------------------------------------------

CASES = [f"{name} {words}" for name, words in CALLS.items() if name != "random"] + [
    "solve triangle4 a2 --shortest",
    "solve triangle4 a2 --short --time 1",
    "solve triangle4 a2 --all 2",
    "solve triangle4 a2 --unbounded",
    "solve triangle5 a1 --reach c3",
    "solve triangle5 a1 --survivor a5,c5",
    "solve triangle5 b3",
    "solve wiegleb e5 --shortest --time 0",
    "check triangle5 a1 --position code:50",
    "check triangle4 a2 --explore",
    "count triangle4 a2 --games --unordered",
    "count wiegleb e5",
    "explain triangle4 a2 --finish c4",
    "replay triangle4 a2 a4-a2 --review",
    "random triangle5 a1",
    "random triangle4 a2 --finish any --winning",
    "random triangle5 a1 --games 100 --seed 1",
    "random triangle4 --all",
    "graph triangle4 a2 --shortest",
    "sets levels triangle4 a2 --by moves",
    "show triangle4 --problems",
    "show triangle4 --problems --shortest",
    "extremes triangle4 --class A",
    "sets winning triangle4 any --by index",
    "triangle 5",
]
#: Keys that only the JSON has: coordinates, codes and explanatory fields.
ONLY_JSON = {
    "board", "position", "code", "codes", "start_code", "lattice", "shift", "margin",
    "coordinates", "pattern", "side", "kind", "shows", "title", "region", "text", "rings",
    "lines", "before", "after", "pegs", "positions", "bytes", "levels", "deepest", "farthest",
    "best", "move", "jump", "hint", "astray", "wrong", "start", "finishes", "theme", "source",
    "solutions", "removals", "svss_problems", "slack", "name", "reply", "undecided",
    "smallest_some", "chance", "moves", "jumps", "finish", "reason", "step", "move_count",
    "winners", "note", "difficulty", "picture", "canonical", "claim", "holes",
}  # fmt: skip
#: Keys at the top level of a document that only the JSON has.
ONLY_JSON_ON_TOP = {
    "board", "position", "code", "side", "lattice", "margin", "name", "svss_problems", "undecided",
    "picture", "canonical",
}  # fmt: skip
#: Keys that the text leaves out with these options, because it lists several results.
UNSAID = {
    "solve triangle4 a2 --all 2": {"finish", "move_count"},
    "solve triangle5 a1 --reach c3": {"start", "finish", "move_count"},
    "check triangle4 a2 --explore": {"finish"},
    "triangle 5 a1": {"reason"},
    "replay triangle4 a2 a4-a2": {"start"},
    "duotaire triangle4 a2": {"start"},
    "replay triangle4 a2 a4-a2 --review": {"start"},
}


def values_of(document, key=""):
    if isinstance(document, dict):
        for name, value in document.items():
            if name != "claim":  # the text has a sentence in its place
                yield from values_of(value, name)
    elif isinstance(document, list):
        for value in document:
            yield from values_of(value, key)
    elif document is not None and not isinstance(document, bool | float):
        yield key, document


def is_said(value, text):
    if isinstance(value, int) or value.isdigit():  # large counts are strings in JSON
        return re.search(rf"(?<![\w.]){value}(?![\w.]\w)", text.replace(",", "")) is not None
    return value in text


@pytest.mark.every(4)
@pytest.mark.parametrize("words", CASES)
def test_text_and_json_say_the_same(words, capsys):
    code = run(words.split())
    text = capsys.readouterr().out
    assert run([*words.split(), "--json"]) == code
    document = json.loads(capsys.readouterr().out)
    unsaid = {key for key, value in values_of(document) if not is_said(value, text)}
    assert unsaid <= ONLY_JSON
    plain = {key: value for key, value in document.items() if not isinstance(value, dict | list)}
    unsaid = {key for key, value in values_of(plain) if not is_said(value, text)}
    assert unsaid <= ONLY_JSON_ON_TOP | UNSAID.get(words, set())
    assert ("basis" in document) == ("basis: " in text)
    if document.get("proven") is not None and document.get("solvable") and "graph" not in words:
        is_proven = any(one in text for one in ("fewest possible", "proven", "already"))
        assert document["proven"] == (is_proven and "not proven" not in text)
    solution = document.get("solution")
    if document.get("solvable") and solution and solution["moves"]:
        assert ", ".join(solution["moves"]) in text.replace("\n", ", ")
    after_one = set(re.findall(r"(?<![\d,./-])\b1 (\w+s)\b", text))
    assert after_one <= {"has", "leaves", "is", "wins", "counts"}  # verbs


def test_a_proof_that_is_built_in_says_so(document, pegs):
    """The time limit stops the search for all solutions, but not the answer."""
    words = "solve", "wiegleb", "e5", "--shortest", "--time", "0"
    shown, printed = document(*words), pegs(*words)
    assert (shown["proven"], shown["basis"]) == (True, "stored")
    assert shown["solution"]["move_count"] == 22
    assert shown["reason"].startswith("a built-in proof; the shortest solutions were not counted:")
    assert f"basis: stored, {shown['reason']}" in printed
    again = ps.shortest("wiegleb e5", facts=False, work=ps.Work(seconds=0))
    assert (again.proven, again.basis) == (False, "computed")
    assert ps.shortest("triangle5 a1").basis == "computed"
    assert ps.solve("triangle5 a1").basis == "stored"
    assert ps.solve("triangle5 a1", facts=False).basis == "computed"


def test_both_odds_of_random_play(document, pegs):
    shown = document("random", "triangle5", "a1")
    anywhere = document("random", "triangle5", "a1", "--finish", "any")
    assert shown["win_probability"] == pytest.approx(anywhere["win_at"]["a1"])
    assert shown["one_peg_probability"] == pytest.approx(anywhere["win_probability"])
    assert "\nwon: 0.0002545, 1 in 3,929" in pegs("random", "triangle5", "a1")
    assert "\none peg in any hole: 0.0068618, 1 in 146\n" in pegs("random", "triangle5", "a1")
    assert "one peg in any hole" not in pegs("random", "triangle5", "a1", "--finish", "any")
    games = document("random", "triangle5", "a1", "--games", "1000", "--seed", "1")
    assert games["one_peg_rate"] == games["pegs"]["1"] / 1000


# -- hole numbers start at 1, bits at 0 -----------------------------------------------------------


@pytest.mark.parametrize("name", ["english", "triangle5"])
def test_a_hole_by_its_number_counts_from_one(name):
    board = ps.Board(name)
    for number, hole in enumerate(board, 1):
        assert board.hole(number) == hole
        assert board.hole_text(hole, "numbers") == str(number)
        assert number in board
        assert board.vacancy(number) == board.vacancy(hole)
        assert board.single(number) == board.single(hole)
        assert board.position([number]) == board.single(hole)
        assert board.code([number]) == 1 << board.bit(hole) == 1 << number - 1
        assert board.bit(number) == board.bit(hole) == number - 1
        assert (number in board.single(hole), number in board.vacancy(hole)) == (True, False)
        assert ps.Problem(board, number, number) == ps.Problem(board, hole, hole)
        assert ps.explain(board.single(hole), number).solution is not None
    assert 0 not in board
    assert len(board) + 1 not in board
    with pytest.raises(ps.errors.NotOnBoardError, match="no hole number 0"):
        board.vacancy(0)
    assert board.position(8455).code == 8455  # a code
