"""Solving on a board without an edge: the room that games need, and the problems of T5."""

from itertools import combinations, islice, product

import naive
import pytest
from hypothesis import given, strategies as st
from marks import each

from pegsolitaire.board import SQUARE, SQUARE_DIAGONAL, TRIANGULAR, Board, named_board
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Problem
from pegsolitaire.solving import room_of, solve, solve_without_edge
from pegsolitaire.solving.patterns import play_out
from pegsolitaire.theory import svss_problems
from pegsolitaire.work import Work

T5 = named_board("triangle5")
LATTICES = (SQUARE, TRIANGULAR, SQUARE_DIAGONAL)
pegs_of = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=6)


def played_out(lattice, pegs):
    """Return all sets of pegs that games lead to on an unlimited board."""
    seen, edge = {frozenset(pegs)}, [frozenset(pegs)]
    while edge:
        pegs = edge.pop()
        for (x, y), (dx, dy) in product(pegs, lattice.directions):
            over, end = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            if over in pegs and end not in pegs:
                after = pegs - {(x, y), over} | {end}
                if after not in seen:
                    seen.add(after)
                    edge.append(after)
    return seen


def position_of(lattice, pegs):
    """Return a position on a board whose holes are exactly these pegs."""
    left, top = (min(hole[axis] for hole in pegs) for axis in (0, 1))
    board = Board([(x - left, y - top) for x, y in pegs], lattice, "pegs")
    return board.position(f"code:{board.full_code}")


@given(st.sampled_from(LATTICES), pegs_of)
def test_no_game_leaves_the_room(lattice, pegs):
    reached = frozenset().union(*played_out(lattice, pegs))
    assert reached <= room_of(lattice, pegs)


some_hole = st.tuples(st.integers(-2, 5), st.integers(-2, 5))


@given(st.sampled_from(LATTICES), pegs_of, st.none() | some_hole)
def test_a_game_is_found_where_there_is_one(lattice, pegs, hole):
    left, top = (min(peg[axis] for peg in pegs) for axis in (0, 1))
    ends = {end for end in played_out(lattice, pegs) if len(end) == 1}
    finish = hole and (hole[0] - left, hole[1] - top)
    found = solve_without_edge(position_of(lattice, pegs), finish, margin=2)
    assert found.solvable is (bool(ends) if hole is None else frozenset({hole}) in ends)
    assert found.solvable or found.is_whole
    if found.solvable:
        assert len(found.solution.start) == len(pegs)
        [(x, y)] = found.solution.finish
        assert finish in (None, (x - found.shift[0], y - found.shift[1]))
    if found.jumps:
        assert finish in (None, found.jumps[-1].end)


@given(st.sampled_from(LATTICES), pegs_of, st.data())
def test_playing_out_against_the_twin(lattice, pegs, data):
    reached = played_out(lattice, pegs)
    ends = sorted(hole for end in reached if len(end) == 1 for hole in end)
    finish = data.draw(st.sampled_from([None, *ends, (9, 9)]))
    found = play_out(lattice, pegs, room_of(lattice, pegs), finish)
    wanted = bool(ends) if finish is None else finish in ends
    assert found.outcome.solvable is wanted
    assert found.positions == len(reached)
    held = set(pegs)
    for jump in found.jumps:
        assert jump.start in held
        assert jump.over in held
        assert jump.end not in held
        held = held - {jump.start, jump.over} | {jump.end}
    if wanted:
        assert held == {finish} if finish else len(held) == 1


def grown(lattice, pegs):
    """Return a board of the pegs and all neighbouring holes, shifted to positive coordinates."""
    steps = [(0, 0), *lattice.directions]
    return Board([(x + dx + 1, y + dy + 1) for x, y in pegs for dx, dy in steps], lattice)


@pytest.mark.parametrize("lattice", LATTICES, ids=lambda lattice: lattice.name)
def test_one_step_of_room_against_all_games_on_the_grown_board(lattice):
    """A margin of at most 1 is enough if and only if the grown board has a solution."""
    answers = set()
    for pegs in islice(combinations(product(range(3), repeat=2), 4), 0, None, 6):
        board = grown(lattice, pegs)
        edge = {frozenset((x + 1, y + 1) for x, y in pegs)}
        reached = set(edge)
        while edge:
            edge = naive.descendants(board, edge) - reached
            reached |= edge
        start = position_of(lattice, pegs)
        found = solve_without_edge(start)
        own = bool(start.legal_jumps) and solve(Problem.to_any(start)).solvable
        within = found.solvable and found.margin <= 1
        answers.add(within)
        assert within == (own or any(len(end) == 1 for end in reached))
    assert answers == {True, False}


def test_playing_out_has_its_limits():
    line = [(x, 0) for x in range(21)]
    assert play_out(SQUARE, line, line).outcome.solvable is None
    apart = [(0, 0), (1, 0), (40, 0)]
    assert play_out(SQUARE, apart, room_of(SQUARE, apart)).outcome.solvable is None
    pegs = list(T5.vacancy("b3"))
    room = room_of(TRIANGULAR, pegs)
    assert play_out(TRIANGULAR, pegs, room, work=Work(positions=99)).outcome.solvable is None


def test_all_problems_of_t5_are_solvable_without_an_edge():
    """Footnote 7 of the triangular paper: all 17 are solvable, and 12 on the board itself."""
    problems = svss_problems(T5)
    assert len(problems) == 17
    solved = []
    for start, finish in problems:
        found = solve_without_edge(T5.vacancy(start), finish)
        on_board = solve(Problem(T5, start, finish)).solvable
        assert found.solvable
        assert found.margin == (0 if on_board else 1)
        assert len(found.solution) == 13
        solved.append(on_board)
    assert sum(solved) == 12


def test_the_problems_of_t5_are_printed(pegs, document, complaint):
    asked = ["show", "triangle5", "--problems", "--unbounded"]
    lines = pegs(*asked).splitlines()
    assert len(lines) == 18
    assert lines[-1].startswith("17 problems up to symmetry, from 4 of 4 vacancies")
    assert sum("on the board itself" in line for line in lines) == 12
    assert sum("with 1 step of room" in line for line in lines) == 5
    found = document(*asked)["problems"]
    assert [len(one["solution"]["jumps"]) for one in found] == [13] * 17
    assert "--unbounded needs --problems" in complaint("show", "triangle5", "--unbounded")


def test_the_class_says_no_on_every_board():
    french = named_board("french")
    found = solve_without_edge(french.vacancy("d4"), (3, 3))
    assert found.solvable is False
    assert found.is_whole


def test_soldiers_do_not_get_to_the_fifth_row():
    """Conway proved that no peg can reach the fifth row, even from a full half board."""
    soldiers = [(x, y) for x in range(21) for y in range(8)]
    room = room_of(SQUARE, soldiers)
    assert min(y for _, y in room) == -4


def test_a_board_too_large_to_be_widened():
    wiegleb = named_board("wiegleb")
    assert solve_without_edge(wiegleb.vacancy("e5")).margin == 0  # the built-in solution is enough
    large = named_board("square12")
    found = solve_without_edge(large.vacancy("a1"), (-3, 0))
    assert found.solvable is None
    assert "holes: too many" in found.reason


def test_mistakes():
    with pytest.raises(ProblemError, match="margin of 0"):
        solve_without_edge(T5.vacancy("a1"), margin=0)
    with pytest.raises(ProblemError, match="without pegs"):
        solve_without_edge(T5.position("code:0"))


def test_command(pegs, document):
    asked = ["solve", "triangle5", "b3", "--finish", "a1", "--unbounded"]
    pegs(*asked[:-1], code=1)
    printed = pegs(*asked)
    assert "13 jumps" in printed
    assert "1 step of room" in printed
    assert "a3-a1\n" in printed  # in the hole names of the board that was given
    assert "(-1,0)" in printed
    shown = document(*asked)
    assert (shown["margin"], shown["shift"], shown["is_whole"]) == (1, [1, 1], False)
    assert shown["finish"] == "a1"
    assert shown["coordinates"][-1][1] == [0, 0]
    pair = ["solve", "square3", "**./.../...", "--unbounded", "--finish", "(-1,0)"]
    assert document(*pair)["solution"]["jumps"] == ["b1-(-1,0)"]
    nothing = "no solution on any board"
    assert nothing in pegs("solve", "square3", "*../.../..*", "--unbounded", code=1)
    assert "one peg already" in pegs("solve", "square3", "*../.../...", "--unbounded")
    assert nothing in pegs("solve", "square4", "**../..../..../..*.", "--unbounded", code=1)


@each(
    ("options", "words"),
    [
        (["--margin", "2"], "--margin needs --unbounded"),
        (["--unbounded", "--short"], "--unbounded cannot be combined with --short"),
        (["--unbounded", "--finish", "code:7"], "ends with one peg"),
        (["--unbounded", "--finish", "(1;0)"], "has rows of"),
    ],
)
def test_options_that_do_not_go_together(complaint, options, words):
    assert words in complaint("solve", "triangle5", "a1", *options)
