"""The longest sweeps, compared with all sweeps of small boards and with the papers."""

import importlib

import known
import naive
import pytest
from marks import each, slow, slow_but_for
from private import set_private

from pegsolitaire.board import (
    CATALOGUE,
    Board,
    apply_permutation,
    named_board,
    rectangle,
    triangle,
)
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.solving import final_sweep, longest_sweep, shortest_final_sweep, swept_triangle
from pegsolitaire.solving.sweeps import sweeps_of_length

SWEEPS = importlib.import_module("pegsolitaire.solving.sweeps")
SMALL = [
    "triangle4", "triangle5", "truncated12", "truncated18", "square3", "square4", "rectangle3x5",
    "rectangle4x5", "diamond5", "hexagon19", "star13", "rhombus3", "rhombus4",
    "square3+diagonal", "square4+diagonal",
]  # fmt: skip


def all_sweeps(board):
    """Return the most jumps of a peg when a peg stands in every hole that it may jump over."""
    most = 0
    for x, y in board.holes:
        others = {hole for hole in board.holes if (hole[0] - x) % 2 or (hole[1] - y) % 2}
        for made, _ in naive.moves(board, frozenset(others | {(x, y)})):
            if made[0][0] == (x, y):
                most = max(most, len(made))
    return most


@each("name", SMALL)
def test_against_all_sweeps(name):
    board = named_board(name)
    assert len(longest_sweep(board)) == all_sweeps(board)


@each("name", [*CATALOGUE, "triangle12", "hexagon91"])
def test_sweeps_can_be_made(name):
    sweep = longest_sweep(named_board(name))
    assert len(sweep.solution) == len(sweep)
    assert len(sweep.solution.moves) == 1
    assert len(sweep.solution.finish) == 1


def test_loops_that_no_jump_joins():
    """One peg cannot make both loops, although their jumps need no odd hole."""
    loops = Board([(x + 4 * part, y) for part in range(2) for x in range(3) for y in range(3)])
    assert len(longest_sweep(loops)) == all_sweeps(loops) == 4
    codes = {sweep.start.mincode for sweep in sweeps_of_length(loops, 4)}
    assert codes == naive_sweeps(loops, 4)


def test_at_least_those_of_the_papers():
    assert len(longest_sweep(triangle(6))) == 9  # figure 13
    assert len(longest_sweep(triangle(12))) >= 42  # figure 10


def test_jumps_one_way_only():
    for jump in ("a1-c1", "c1-a1"):
        with pytest.raises(ProblemError, match="one direction only"):
            longest_sweep(rectangle(5, 1).without([jump]))


def test_no_jump():
    board = Board([(0, 0), (1, 0)])
    assert longest_sweep(board) is None
    found = final_sweep(board)
    assert (found.length, found.possible, found.tried) == (0, False, 0)


# -- all longest sweeps, and solutions that end with one ------------------------------------------


def naive_sweeps(board, length):
    """Return the least codes of the positions that a sweep of this length reduces to one peg."""
    level = {(frozenset({hole}), hole) for hole in board.holes}
    for _ in range(length):
        level = {
            (naive.before(position, jump), jump[0])
            for position, hole in level
            for jump in naive.jumps(board)
            if jump[2] == hole and naive.before(position, jump) is not None
        }
    return naive.reduced(board, {position for position, _ in level}, naive.symmetries(board))


@pytest.mark.parametrize(
    "name", ["triangle4", "square4", "truncated12", "rhombus3", slow("triangle5")]
)
def test_all_sweeps_of_a_length(name):
    board = named_board(name)
    for length in range(1, len(longest_sweep(board)) + 2):
        codes = {
            min(apply_permutation(s.image, sweep.start.code) for s in board.symmetries)
            for sweep in sweeps_of_length(board, length)
        }
        assert codes == naive_sweeps(board, length)


@pytest.mark.parametrize(
    "name", ["triangle4", "square4", "diamond5", *map(slow, ("triangle5", "rectangle3x4"))]
)
def test_last_moves_against_all_games(name):
    board = named_board(name)
    starts = [board.vacancy(hole).code for hole in board.holes]
    reached = naive.reached(board, starts, naive.descendants)
    for length in range(1, len(longest_sweep(board)) + 1):
        goals = {sweep.start.code for sweep in sweeps_of_length(board, length)}
        assert final_sweep(board, length).possible is bool(goals & reached)


@pytest.mark.parametrize("name", slow_but_for(list(known.FINAL_SWEEPS)[::3], known.FINAL_SWEEPS))
def test_the_longest_of_the_catalogue(name):
    length, possible = known.FINAL_SWEEPS[name]
    found = final_sweep(named_board(name))
    assert (found.length, found.possible) == (length, possible)
    if possible:
        start, last = found.solution.start, found.solution.moves[-1]
        assert len(start.complement) == len(found.solution.finish) == 1
        assert len(last) == length
    else:
        assert found.whole
        assert not found.undecided


def test_fewer_moves_to_a_sweep():
    found = final_sweep(rectangle(4, 5))
    short = shortest_final_sweep(found)
    assert len(short.solution.moves) < len(found.solution.moves)
    assert short.solution.start == found.solution.start
    assert short.solution.moves[-1] == found.solution.moves[-1]
    assert shortest_final_sweep(final_sweep(triangle(5))).solution is None


def test_what_is_too_large_stays_undecided(monkeypatch):
    """No limit changes an answer, except to one that says it is unknown."""
    board = rectangle(4, 5)
    found = final_sweep(board)
    with pytest.raises(ProblemError, match="a sweep cannot have 0 jumps"):
        final_sweep(board, 0)
    with monkeypatch.context() as patch:
        set_private(patch, SWEEPS, _SEARCHED_AT_ONCE=0)
        for name in ("triangle5", "square4"):
            assert final_sweep(named_board(name)).possible is known.FINAL_SWEEPS[name][1]
    with monkeypatch.context() as patch:
        set_private(patch, SWEEPS, _ENOUGH=0)
        assert shortest_final_sweep(found) is found
        large = final_sweep(board)
        assert large.possible is large.start is None
        assert large.undecided
    set_private(monkeypatch, SWEEPS, _PROGRAM_SECONDS=0.0)
    with pytest.raises(BoardTooLargeError, match="not found in 0 seconds"):
        longest_sweep(board)


def test_triangles_that_are_not_worked_out():
    for side in (2, 10, 13, 22):
        with pytest.raises(ProblemError, match="even sides from 12 to 20"):
            swept_triangle(side)


def test_undecided(monkeypatch):
    set_private(monkeypatch, SWEEPS, _SIDES=(), _MAX_TRIED_POSITIONS=20, _GAME_SECONDS=0)
    found = final_sweep(triangle(12), 41)
    assert found.possible is None
    assert found.undecided == found.tried
    assert not found.whole
