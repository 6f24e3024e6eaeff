"""Calls that people would try first either work or raise a helpful error.

A wrong value raises one of our own errors, which says what to pass instead. A wrong call raises
Python's own TypeError, and an unknown name its AttributeError.
"""

import inspect
from collections.abc import Mapping
from copy import copy

import pytest
from marks import each
from wrong_values import WRONG, values_of_names

import pegsolitaire as ps
from pegsolitaire import solving, theory
from pegsolitaire.sets import PositionValues
from pegsolitaire.sets.store import SetFile

# -- natural calls --------------------------------------------------------------------------------

# Calls that work, as text; `around` defines `board`, `t5`, `start`, `problem` and so on.
WORKS = [
    "ps.count_unordered(problem)",
    "ps.random_play(start).win_probability",
    'ps.random_play(problem, player="sax").win_probability',
    "ps.explain(position).text()",
    "ps.shortest(problem).move_count",
    "ps.shortest(problem).proven",
    'ps.design(t5, "symmetric", 1)',
    "ps.design(t5, number=1)",
    'ps.design("triangle5", kind="unique", number=1)',
    "ps.design(ps.problem_types(t5)[0], number=1)",
    'ps.Tablebase.build("triangle5", "A")',
    'ps.unique_jumps("triangle5", ps.tablebase("triangle5", "A")).rows',
    "board.vacancy(16)",
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
    'ps.replay("triangle5 a1", "a3-a1").game',
    'ps.solve(board, 17, "centre")',
    'ps.explain("triangle5", "b3", ["b3", 1])',
    'ps.Guide("triangle5", "a1").verdicts("triangle5 a1")',
    'ps.Problem(start, "a1")',
    "ps.Board(array.tolist(), marks='hole=1,outside=0')",
    'ps.Move(["d2", "d4"])',
    "sorted([position, start, board.full])",
    'position | {"a3"}',
    'position - {"d4"}',
    "position <= start",
    "answer.solvable",
    "bool(answer)",
    "wins.probe('triangle5 a1')",
    "ps.Work(progress=lambda stage, done, total: None)",
    "ps.theory.class_of('triangle5', 3)",
    "ps.tablebase('triangle5 A')",
]

# Calls and names that do not exist in the library, for which Python itself raises the error.
PYTHONS_OWN = {
    "ps.solve(problem, colour=3)": TypeError,
    "ps.WinningSets(problem)": TypeError,
    "position | 3": TypeError,
    "position < 3": TypeError,
    "ps.count_solutions": AttributeError,
    "position.moves": AttributeError,
}


@pytest.fixture(scope="module")
def around():
    return values_of_names()


@pytest.mark.slow
@each("call", WORKS)
def test_natural_calls_work(call, around):
    eval(call, around)


@each("call", PYTHONS_OWN)
def test_a_wrong_call_is_pythons_own_error(call, around):
    with pytest.raises(PYTHONS_OWN[call]) as raised:
        eval(call, around)
    assert not isinstance(raised.value, ps.PegSolitaireError)


def test_positions_are_sets_of_pegs_and_sorted():
    board = ps.Board("triangle5")
    start = board.vacancy("a1")
    assert start | {"a1"} == board.full == {"a1"} | start
    assert board.full - start == board.single("a1") == start ^ board.full
    assert start & {"a1", "a2", "(0,2)"} == board.position("a2 a3")
    assert not start & board.single("a1")
    positions = [*board.full.images, ps.Board("english").empty, start, board.empty]
    ordered = sorted(positions)
    assert [len(one.board) for one in ordered] == [15] * (len(positions) - 1) + [33]
    assert [one.code for one in ordered[:-1]] == sorted(one.code for one in ordered[:-1])
    renamed = ps.Board(board.holes, board.lattice, "mine").vacancy("a1")
    assert renamed == start
    assert not renamed < start
    assert not start < renamed


def test_winning_positions_are_sliced_as_a_list():
    wins = ps.WinningSets.build("triangle5 a1")
    listed = list(wins)
    for part in (slice(3), slice(-3, None), slice(None, None, -7), slice(5, 2), slice(40, 90, 9)):
        assert list(wins[part]) == listed[part]


# -- one problem in every form --------------------------------------------------------------------

PACKAGES = ("board", "chance", "construct", "data", "draw", "game", "papers", "reasons", "sets")
PACKAGES += ("solving", "surveys", "theory")
CLASSES = [ps.WinningSets, ps.SolutionGraph, ps.Game, ps.Guide, PositionValues]
CLASSES += [theory.MoveBound, solving.MinimalSolutions]
#: Arguments that are required beside the problem.
NEEDED = {"simulate": {"games": 20}, "simulations": {"games": 20}}
#: A small problem in parts: board, start and finish.
SMALL = ("triangle4", "a2", "b2")


def exported():
    """Yield every exported function and every class with its constructors, by name."""
    for package in PACKAGES:
        module = getattr(ps, package)
        for name in module.__all__:
            function = getattr(module, name)
            if inspect.isfunction(function):
                yield f"{package}.{name}", function
    for kind in CLASSES:
        yield kind.__name__, kind
        for name, method in vars(kind).items():
            if isinstance(method, classmethod | staticmethod) and not name.startswith("_"):
                yield f"{kind.__name__}.{name}", getattr(kind, name)


def positional(function):
    return [
        one
        for one in inspect.signature(function).parameters.values()
        if one.kind is one.POSITIONAL_OR_KEYWORD
    ]


#: Functions that accept only one form.
KEPT = {"game.finishes_from"}  # it takes a converted position
#: Functions that convert to something else, or that take codes or the side of a triangle.
WITHOUT = {"game.ordered", "game.position_and_finishes", "theory.find_cases"}
WITHOUT |= {"construct.is_feasible"}

FUNCTIONS_OF_PROBLEMS = {
    name: function
    for name, function in exported()
    if [one.name for one in positional(function)][1:] in (["start", "finish"], ["start"])
    and name not in WITHOUT
}


def test_every_function_of_one_problem_takes_it_in_parts():
    """No other function may have a problem or a position as its only positional argument."""
    for name, function in exported():
        first, *more = positional(function) or [None]
        kinds = {"ProblemLike", "PositionLike", "Problem", "Position"}
        if first is not None and not more and str(first.annotation) in kinds:
            assert name in KEPT, name
    assert len(FUNCTIONS_OF_PROBLEMS) >= 60


def said(found):
    """Convert an answer to a form that can be compared."""
    if inspect.isgenerator(found):
        return [said(one) for one in found]
    if isinstance(found, tuple | list):
        return [said(one) for one in found]
    if isinstance(found, dict):
        return {str(key): said(one) for key, one in found.items()}
    if hasattr(found, "to_json"):
        return found.to_json()
    if hasattr(found, "levels"):
        levels = found.levels
        return said({at: levels[at] for at in levels} if isinstance(levels, Mapping) else levels)
    if isinstance(found, SetFile):
        return str(found.path)
    if isinstance(found, ps.Guide):
        return said(found.verdicts(found.problem.board.position(found.problem.starts[0])))
    return str(found)


@pytest.mark.parametrize("name", sorted(FUNCTIONS_OF_PROBLEMS))
def test_one_problem_in_every_form_has_one_answer(name, tmp_path, monkeypatch):
    function = FUNCTIONS_OF_PROBLEMS[name]
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    board, hole, finish = SMALL
    start = ps.Board(board).vacancy(hole)
    if [one.name for one in positional(function)][-1] == "finish":
        forms = [(f"{board} {hole} to {finish}",), SMALL, (ps.Problem(*SMALL),), (start, finish)]
        forms += [(f"{board} {hole}", finish), (ps.Board(board), start, finish)]
    else:
        forms = [(f"{board} {hole}",), (board, hole), (ps.Problem(*SMALL),), (start,)]
        forms += [(ps.Board(board), ps.Board(board).hole(hole)), (ps.Game(board, hole),)]
    assert_one_answer(function, forms, **NEEDED.get(name.rpartition(".")[2], {}))


def assert_one_answer(function, forms, **more):
    """Check that a function returns the same, or raises the same error, in every form."""
    answers = []
    for form in forms:
        try:
            answers.append(said(function(*form, **more)))
        except ps.PegSolitaireError as error:
            answers.append(str(error))
    assert all(answer == answers[0] for answer in answers), answers


@pytest.mark.parametrize("name", sorted(FUNCTIONS_OF_PROBLEMS))
@each("wrong", ["None", "a number", "an object", "a type"])
def test_what_is_no_problem_is_refused(name, wrong):
    function, needed = FUNCTIONS_OF_PROBLEMS[name], NEEDED.get(name.rpartition(".")[2], {})
    with pytest.raises(ps.PegSolitaireError, match=r"is not a (problem|position|board)"):
        said(function(WRONG[wrong], **needed))


FUNCTIONS_OF_BOARDS = {
    name: function
    for name, function in exported()
    if positional(function) and str(positional(function)[0].annotation) == "BoardLike"
}


def test_every_function_of_a_board_takes_its_name():
    """Every parameter that is a board, a problem or a position accepts other forms too."""
    for name, function in exported():
        if not inspect.isclass(function) and name not in KEPT:
            for one in inspect.signature(function).parameters.values():
                kinds = {"Board", "Position", "Problem", "PositionClass", "ProblemType"}
                assert str(one.annotation).removesuffix(" | None") not in kinds, (name, one)
    assert len(FUNCTIONS_OF_BOARDS) > 40


ALONE = [
    name
    for name, function in FUNCTIONS_OF_BOARDS.items()
    if len([one for one in positional(function) if one.default is one.empty]) == 1
]


@pytest.mark.parametrize("name", sorted(ALONE))
def test_a_board_by_its_name_or_by_what_is_on_it(name, tmp_path, monkeypatch):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    board = ps.Board("triangle4")
    sources = ("triangle4", board, board.full, ps.Problem(board, "a2"), ps.Game(board))
    assert_one_answer(FUNCTIONS_OF_BOARDS[name], [(source,) for source in sources])


def test_a_game_is_copied():
    game = ps.Game("triangle5 a1")
    for other in (game.copy(), copy(game)):
        other.push("a3-a1")
        assert (len(game), len(other)) == (0, 1)
