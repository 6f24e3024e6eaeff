"""The vacancies that come along: complete, solvable, and in no more moves than needed."""

from collections import deque

import naive
import pytest
from marks import each

from pegsolitaire.board import CATALOGUE, Board, english, french, triangle
from pegsolitaire.data import (
    knowledge_of,
    published_solutions,
    puzzle_set,
    vacancy_puzzles,
)
from pegsolitaire.game import Problem
from pegsolitaire.solving import fewest_pegs, shortest, solve
from pegsolitaire.solving.search import class_reason
from pegsolitaire.theory import default_problem, feasible_finishes, read_problem
from pegsolitaire.work import Work

BOARDS = [Board(name) for name in CATALOGUE]
PUZZLES = [puzzle for board in BOARDS for puzzle in vacancy_puzzles(board) or ()]
CLASSICS = list(puzzle_set("english-classics"))
UNDECIDED_COMPLEMENTS = {("wiegleb", "e1")}


def label(puzzle):
    return f"{puzzle.board.name}-{puzzle.name}"


def marked(puzzles, quick):
    """The puzzles as parameters; those that are not quick are slow."""
    return [
        pytest.param(puzzle, id=label(puzzle), marks=() if quick(puzzle) else pytest.mark.slow)
        for puzzle in puzzles
    ]


def hole_of(puzzle):
    [hole] = puzzle.position.complement
    return puzzle.board.bit(hole)


def problem_of(puzzle):
    return read_problem(puzzle.board, puzzle.start, puzzle.finish)


def listed(board):
    return {hole_of(puzzle): puzzle for puzzle in vacancy_puzzles(board) or ()}


# -- which there are ----------------------------------------------------------------------------


def test_vacancies_of_the_english_board():
    puzzles = vacancy_puzzles(english())
    assert puzzles.name == "english-vacancies"
    assert [puzzle.name[-2:] for puzzle in puzzles] == ["d4", "c1", "c2", "c3", "d1", "d2", "d3"]
    assert [puzzle.finish for puzzle in puzzles] == [puzzle.name[-2:] for puzzle in puzzles]
    assert puzzles.puzzle("vacancy D4").best == 18
    assert puzzles.puzzle("vacancy-d4").position == english().vacancy("d4")


def test_boards_of_another_name_and_boards_without():
    assert vacancy_puzzles(english(9)) is vacancy_puzzles(Board("wiegleb"))
    assert [p.finish for p in vacancy_puzzles(french())] == ["any", "any", "any"]
    for name in ("square3", "hexagon19", "english5", "diamond7", "triangle12"):
        assert vacancy_puzzles(Board(name)) is None


@each("board", BOARDS)
def test_a_vacancy_stands_for_those_that_symmetries_map_it_to(board):
    firsts = {orbit[0] for orbit in board.orbits}
    assert listed(board).keys() <= firsts
    assert len(vacancy_puzzles(board) or ()) == len(listed(board))


@each("board", BOARDS)
def test_what_is_lost_is_not_solvable(board):
    """All but what the class forbids is in the file, and what it calls lost has no solution."""
    known = knowledge_of(board).vacancies
    for first, *_ in board.orbits:
        name = board.hole_text(board.holes[first])
        start = board.vacancy(name)
        if first in listed(board) or name in known.undecided or not start.legal_jumps:
            continue
        assert name in known.lost or not feasible_finishes(start)
        by_sets = (board.name, name) in DECIDED_BY_SETS
        assert solve(Problem.to_any(start), facts=by_sets).solvable is False


#: By winning sets of hundreds of millions of positions (docs/results-in-full.md): no search
#: decides them.
DECIDED_BY_SETS = {("diamond", "e1"), ("diamond", "e4")}


LOST = [board for board in BOARDS if vacancy_puzzles(board) is None]


@each("board", LOST)
def test_where_nothing_can_be_won_it_says_how_few_pegs_can_be_left(board):
    names = [board.hole_text(board.holes[first]) for first, *_ in board.orbits]
    found = {name: board.vacancy(name) for name in names if board.vacancy(name).legal_jumps}
    assert knowledge_of(board).vacancies.fewest == {
        name: fewest_pegs(start) for name, start in found.items()
    }


def test_what_is_not_decided():
    undecided = {board.name: knowledge_of(board).vacancies.undecided for board in BOARDS}
    assert not any(undecided.values())


@pytest.mark.every(3)
@pytest.mark.parametrize("puzzle", PUZZLES, ids=label)
def test_the_finish_is_the_vacancy_unless_that_is_impossible(puzzle):
    assert class_reason(problem_of(puzzle)) is None
    name = puzzle.name.removeprefix("Vacancy ")
    assert puzzle.position == puzzle.board.vacancy(name)
    if puzzle.finish != "any":
        assert puzzle.finish == name
    elif (puzzle.board.name, name) not in UNDECIDED_COMPLEMENTS:
        complement = default_problem(puzzle.position)
        assert (
            complement == Problem.to_any(puzzle.position)
            or solve(complement, facts=False).solvable is False
        )


@pytest.mark.every(4)
@pytest.mark.parametrize("puzzle", marked(PUZZLES, lambda puzzle: len(puzzle.board) <= 33))
def test_every_vacancy_is_solvable(puzzle):
    answer = solve(problem_of(puzzle), facts=False, work=Work(1200))
    assert answer.solvable
    assert len(answer.solution) == len(puzzle.board) - 2
    if puzzle.best:
        assert len(answer.solution.moves) >= puzzle.best


# -- the least number of moves ------------------------------------------------------------------


def least_moves(board, start, finishes):
    """The least number of moves from a code to one of the finishes (codes).

    Breadth first over the position and the peg that jumped last: its next jump costs nothing.
    """
    holes, jumps = naive.in_rows(board), {}
    for first, over, last in naive.jumps(board):
        a, b, c = (holes.index(hole) for hole in (first, over, last))
        jumps.setdefault(a, []).append((2**a + 2**b, 2**a + 2**b + 2**c, c))
    queue, seen = deque([(0, start, -1)]), set()
    while queue:
        moves, code, last = queue.popleft()
        if code in finishes:
            return moves
        if (code, last) in seen:
            continue
        seen.add((code, last))
        for hole, ways in jumps.items():
            for pegs, mask, end in ways:
                if code & mask == pegs and (code ^ mask, end) not in seen:
                    if hole == last:
                        queue.appendleft((moves, code ^ mask, end))
                    else:
                        queue.append((moves + 1, code ^ mask, end))
    return None


def is_quick(puzzle):
    return len(puzzle.board) <= 16 or (len(puzzle.board) > 30 and len(puzzle.position) <= 11)


SMALL = [p for p in [*PUZZLES, *CLASSICS] if len(p.board) <= 21 or len(p.position) <= 20]


@pytest.mark.parametrize("puzzle", marked(SMALL, is_quick))
def test_best_is_the_least_number_of_moves(puzzle):
    problem = problem_of(puzzle)
    assert puzzle.best == least_moves(puzzle.board, problem.starts[0], set(problem.finishes))


LARGE = [p for p in PUZZLES if p.best and 30 <= len(p.board) <= 36]


def is_first(puzzle):
    """One: most take seconds."""
    return label(puzzle) == "rectangle5x6-Vacancy c2"


@pytest.mark.parametrize("puzzle", marked(LARGE, is_first))
def test_best_is_proven_from_both_ends(puzzle):
    found = shortest(problem_of(puzzle), facts=False)
    assert found.proven
    assert found.lower_bound == puzzle.best


def test_least_number_of_moves_where_there_is_no_solution():
    board = triangle(4)
    assert least_moves(board, board.vacancy("a1").code, {1 << i for i in range(10)}) is None


def test_no_published_solution_has_fewer_moves():
    seen = 0
    for found in published_solutions():
        [hole], [finish] = found.solution.start.complement, found.solution.finish
        orbit = next(o for o in found.board.orbits if found.board.bit(hole) in o)
        puzzle = listed(found.board)[orbit[0]]
        if puzzle.best and (puzzle.finish == "any" or hole == finish):
            assert len(found.solution.moves) >= puzzle.best
            seen += 1
    assert seen > 12


def test_least_numbers_of_moves_in_print():
    # Triangular, table 4: S(n), over all vacancies and finishes; from 8 on not all are known here.
    for side, least in [(4, 5), (5, 9), (6, 9), (7, 12)]:
        assert min(puzzle.best for puzzle in vacancy_puzzles(triangle(side))) == least
    assert vacancy_puzzles(triangle(8)).puzzle("vacancy a2").best == 13
    assert vacancy_puzzles(triangle(10)).puzzle("vacancy a3").best == 18
