"""Tests of the depth-first search, compared with the slow reference version.

The search may be split into slices, pruned, or limited to a small table.
"""

import random

import naive
import pytest
from hypothesis import given, strategies as st
from marks import examples
from private import private, set_private

from pegsolitaire.board import named_board
from pegsolitaire.engine import DepthFirst, depth_first, wide
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Position, Problem, Solution
from pegsolitaire.theory import classic_counts, resource_finder

T4, T5, SQUARE4, ENGLISH, TRUNCATED, DIAGONAL = (
    named_board(name)
    for name in (
        "triangle4", "triangle5", "square4", "english", "truncated12", "rectangle3x4+diagonal"
    )
)  # fmt: skip
ALL = 1 << 40


@st.composite
def problems(draw, boards=(T4, T5, SQUARE4, TRUNCATED, DIAGONAL), most=10):
    """Draw problems whose goals all have the same number of pegs and are often within reach."""
    board = draw(st.sampled_from(boards))
    hole = st.integers(0, len(board) - 1)
    start = sum(1 << i for i in draw(st.lists(hole, min_size=1, max_size=most, unique=True)))
    reached = sorted(naive.within_reach(board, start))
    goal = draw(st.one_of(hole.map(lambda i: 1 << i), st.sampled_from(reached)))
    size = goal.bit_count()
    more = [code for code in reached if code.bit_count() == size]
    goals = draw(st.lists(st.sampled_from(more), max_size=3)) if more else []
    turned = draw(st.booleans())  # goals closed under symmetry give a larger group
    finishes = {goal, *(goals if draw(st.booleans()) else []), *(board.images(goal) * turned)}
    return Problem.of_codes(board, (start,), tuple(finishes))


def counts_for(problem, number=6):
    """Return resource counts that rule out positions similar to those of a problem."""
    rng, finder, found = random.Random(1), resource_finder(problem.board), []
    while len(found) < number:
        code = rng.randint(1, problem.board.full_code)
        sheet = finder.find(code, [1 << rng.randrange(len(problem.board))])
        if sheet is not None:
            found.append(sheet.count.weights)
    return found


def solvable(problem):
    goals = set(problem.finishes)
    return any(goals & naive.within_reach(problem.board, start) for start in problem.starts)


def check(problem, found):
    """Check the answer of a complete search and return the number of positions it visited."""
    truth = solvable(problem)
    assert found.run(ALL) is truth
    if truth:
        assert found.start in problem.starts
        start = Position(problem.board, found.start)
        assert Solution(start, found.jumps).solves(problem)
    return found.nodes


@examples(150)
@given(problems())
def test_searches_are_right(problem):
    nodes = check(problem, DepthFirst(problem))
    assert nodes >= 1
    assert check(problem, DepthFirst(problem)) == nodes


@examples(60)
@given(problems())
def test_weights_prune_and_change_no_answer(problem):
    weights = counts_for(problem)
    pruned = check(problem, DepthFirst(problem, weights))
    whole = check(problem, DepthFirst(problem))
    if not solvable(problem):
        assert pruned <= whole
    ones = [[1] * len(problem.board)]
    assert check(problem, DepthFirst(problem, ones)) == whole
    assert check(problem, DepthFirst(problem, [])) == whole


def test_weights_prune():
    """The complement of a Greek cross has no solution, and weights show this much sooner."""
    cross = ENGLISH.position(".../.*./...*.../.*****./...*.../.*./...")
    problem = Problem(cross.complement, [ENGLISH.single("d4")])
    images = [image.weights for count in classic_counts(ENGLISH) for image in count.images]
    whole, pruned = DepthFirst(problem, large=True), DepthFirst(problem, images, large=True)
    assert whole.run(ALL) is pruned.run(ALL) is False
    assert pruned.nodes < whole.nodes / 2


@examples(60)
@given(problems(), st.lists(st.integers(0, 9), max_size=8), st.booleans())
def test_slices_are_the_same_as_one_run(problem, slices, pruned):
    weights = counts_for(problem, 2) if pruned else []
    whole, cut = DepthFirst(problem, weights), DepthFirst(problem, weights)
    result = whole.run(ALL)
    answers = []
    for nodes in [*slices, *[7] * 10_000]:
        before = cut.nodes
        answers.append(cut.run(nodes))
        if answers[-1] is not None:
            break
        assert cut.nodes == before + nodes
    assert answers[-1] is result
    assert set(answers[:-1]) <= {None}
    assert (cut.nodes, cut.jumps) == (whole.nodes, whole.jumps)


@pytest.mark.parametrize("vacancy", ["a1", "b3"])
def test_after_the_end_it_stays_ended(vacancy):
    problem = Problem.complement(T5, vacancy)
    found = DepthFirst(problem)
    result, jumps = found.run(ALL), found.jumps
    assert result is (vacancy == "a1")
    for _ in range(3):
        assert found.run(ALL) is result
        assert found.jumps == jumps
    assert len(jumps) == (13 if result else 0)


@examples(60)
@given(problems(), st.integers(1, 5), st.booleans())
def test_a_table_that_forgets_costs_no_answer(problem, bits, large):
    with pytest.MonkeyPatch.context() as patch:
        set_private(patch, depth_first, _LARGE=bits, _SMALL=bits)
        starved = check(problem, DepthFirst(problem, large=large))
    if not solvable(problem):
        assert starved >= check(problem, DepthFirst(problem))


@pytest.mark.parametrize(("word", "bits"), [(64, 3), (64, 8), (8, 3)])
def test_a_table_that_forgets_on_a_long_search(word, bits, monkeypatch):
    """A table that forgets almost all failures leads to more work but the same answer."""
    monkeypatch.setattr(wide, "WORD", word)
    problem = Problem(T5, "b3", "a1")
    whole = DepthFirst(problem)
    assert whole.run(ALL) is False
    set_private(monkeypatch, depth_first, _SMALL=bits)
    starved = DepthFirst(problem)
    assert starved.run(ALL) is False
    assert starved.nodes > whole.nodes


# -- starts and finishes ------------------------------------------------------------------------


@examples(80)
@given(problems(most=7), st.data())
def test_several_starts(problem, data):
    """The search tries one start after another and reuses the failures it has stored."""
    size, board = problem.start_pegs, problem.board
    hole = st.integers(0, len(board) - 1)
    pegs = st.lists(hole, min_size=size, max_size=size, unique=True)
    more = data.draw(st.lists(pegs.map(lambda some: sum(1 << i for i in some)), max_size=4))
    several = Problem.of_codes(board, (*problem.starts, *more), problem.finishes)
    whole = DepthFirst(several)
    nodes = check(several, whole)
    check(several, DepthFirst(several, counts_for(several, 2)))
    cut = DepthFirst(several)
    while (answer := cut.run(3)) is None:
        pass
    assert answer is solvable(several)
    assert (cut.nodes, cut.start, cut.jumps) == (nodes, whole.start, whole.jumps)


def test_a_start_that_is_a_finish():
    position = T5.position("code:8455")
    found = DepthFirst(Problem(position, [position]))
    assert found.run(10) is True
    assert (found.jumps, found.nodes) == ([], 1)
    others = [Position(T5, code) for code in T5.images(8455) if code != 8455]
    found = DepthFirst(Problem(position, others))
    assert found.run(10) is False


# -- 64 holes -----------------------------------------------------------------------------------


@examples(30)
@given(st.lists(st.integers(0, 63), min_size=2, max_size=8, unique=True))
def test_positions_of_64_holes(pegs):
    board = named_board("square8")
    dense = [(i % 3) + 8 * (i // 3 % 3) + 45 * (i % 2) for i in pegs]
    for code in {sum(1 << i for i in set(some)) for some in (pegs, dense)}:
        finishes = tuple(1 << i for i in range(64))
        problem = Problem.of_codes(board, (code,), finishes)
        check(problem, DepthFirst(problem))


# -- more than 64 holes ---------------------------------------------------------------------------


@pytest.fixture(params=[8, 16], scope="module")
def short_words(request):
    """Use words of a few bits, so that small boards are searched like large ones."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wide, "WORD", request.param)
        yield request.param


def test_several_words_are_searched_as_one(short_words):
    """Searches with one or several words visit the same nodes and find the same jumps.

    Only canonical forms differ. Slices and pruning do not matter.
    """

    @examples(60)
    @given(problems(), st.booleans(), st.integers(1, 50))
    def same(problem, pruned, nodes):
        weights = counts_for(problem, 2) if pruned else []
        several = DepthFirst(problem, weights)
        assert len(private(several, "_path").columns) == -(-len(problem.board) // short_words)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(wide, "WORD", 64)
            one = DepthFirst(problem, weights)
        assert len(private(one, "_path").columns) == 1
        while (answer := one.run(nodes)) is None:
            assert several.run(nodes) is None
            assert several.jumps == one.jumps
        assert several.run(nodes) is answer is solvable(problem)
        assert (several.jumps, several.nodes) == (one.jumps, one.nodes)

    same()


def test_least_images_of_several_words(short_words):
    """The image that is least by its last word first also has the least code."""
    rng = random.Random(5)
    for board in (T5, ENGLISH, named_board("star13"), named_board("rectangle3x4")):
        words = wide.words_of(board)
        codes = [rng.randint(1, board.full_code) for _ in range(50)]
        columns = wide.to_columns(codes, words)
        leasts = columns * 0
        canon = wide.wide_canon(board, board.symmetries)
        for i, code in enumerate(codes):
            wide.least_image(columns, *canon, i, leasts)
            found = sum(int(word) << short_words * w for w, word in enumerate(leasts[:, i]))
            assert found == min(board.images(code))


@pytest.mark.parametrize("name", ["square9", "triangle11", "triangle12", "hexagon91", "square11"])
def test_small_positions_of_large_boards(name):
    """Search from a few pegs in the last rows, which are stored in the second word."""
    board, rng = named_board(name), random.Random(len(name))
    answers = set()
    for _ in range(40):
        holes = rng.sample(range(len(board) - 22, len(board)), 5)
        code = sum(1 << i for i in holes)
        reached = naive.within_reach(board, code)
        least = min(one.bit_count() for one in reached)
        goals = [one for one in reached if one.bit_count() == least]
        other = board.images(goals[0])[-1]
        for goal in (goals[0], other):
            problem = Problem.of_codes(board, (code,), (goal,))
            check(problem, DepthFirst(problem))
            answers.add(goal in reached)
    assert answers == {True, False}


def test_boards_that_are_too_large():
    board = named_board("square12")
    with pytest.raises(BoardTooLargeError, match=r"square12 has 144 holes.*up to 128 holes"):
        DepthFirst(Problem.complement(board, board.holes[0]))
