"""Built-in knowledge of boards: vacancies, published solutions, and solutions with few moves."""

from collections import Counter, deque

import known
import naive
import pytest
from marks import each

from pegsolitaire.board import (
    CATALOGUE,
    Board,
    apply_permutation,
    english,
    french,
    named_board,
    square,
    triangle,
)
from pegsolitaire.data import (
    KnownSolution,
    Pair,
    knowledge_of,
    published_solutions,
    puzzle_set,
    vacancy_puzzles,
)
from pegsolitaire.data.knowledge import FEWEST, Knowledge, known_boards, read_knowledge
from pegsolitaire.data.toml_files import FOLDER
from pegsolitaire.errors import (
    IllegalJumpError,
    NotationError,
    NotOnBoardError,
    ProblemError,
    UnknownBoardError,
)
from pegsolitaire.game import Problem, Solution
from pegsolitaire.solving import fewest_pegs, shortest, solve
from pegsolitaire.solving.search import class_reason
from pegsolitaire.theory import default_problem, feasible_finishes, read_problem
from pegsolitaire.work import Work

FILE = """format = 1
board = "triangle4"

[[vacancy]]
hole = "a2"
finish = "any"
best = 5
rating = 5.2
note = "The only one."

[[vacancy]]
hole = "a1"
finish = "none"
fewest = 2

[[solution]]
vacancy = "a2"
finish = "b2"
proven = true
moves = "a4-a2, a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2"

[[solution]]
vacancy = "a2"
name = "to b2"
source = "somewhere"
note = "Why not?"
moves = "a4-a2 a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2"

[[bound]]
start = "a2"
finish = "b2"
source = "counting"
moves = 5

[[bound]]
start = "any"
finish = "any"
source = "counting"
moves = 4

[[impossible]]
start = "a2"
finish = "a3"
source = "trying"

[[count]]
start = "a2"
finish = "b2"
source = "somebody"
solutions = 123456789012345678901234567890

[[problem]]
vacancy = "a2"
finish = "b2"
moves = 5
solutions = 2
up_to_symmetry = 2
unordered = 1

[[problem.class]]
kind = [3, 2, 1]
solutions = 1
moves = "a4-a2, a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2"

[[problem]]
vacancy = "a2"
finish = "c4"
solutions = 0

[[extreme]]
kind = "stuck"
start = "a2"
moves = "a4-a2, a1-a3, c4-a2, a3-a1"
routes = 2

[[extreme]]
kind = "dead"
start = "code:1006"
class = "A"
count = 12
"""


@pytest.fixture
def read(tmp_path):
    def read_text(text):
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        found = read_knowledge(path)
        found.check()
        return found

    return read_text


def test_everything_is_read(read):
    found = read(FILE)
    assert found.board == triangle(4)
    assert [(p.name, p.finish, p.best, p.note) for p in found.vacancies.puzzles] == [
        ("Vacancy a2", "any", 5, "The only one.")
    ]
    assert (found.vacancies.lost, found.vacancies.fewest) == (("a1",), {"a1": 2})
    [shortest], [printed] = found.shortest, found.published
    assert (shortest.moves, shortest.finish, shortest.proven) == (5, "b2", True)
    assert printed == KnownSolution(shortest.solution, "somewhere", name="to b2", note="Why not?")
    assert [one.source for one in found.solutions] == [FEWEST]
    assert [(one.pair, one.moves) for one in found.bounds] == [
        *[(Pair("a2", "b2"), 5)] * 3,
        (Pair("any", "any"), 4),
    ]
    assert [str(one.pair) for one in found.impossible] == ["a2 to a3", "a2 to c4"]
    assert [one.solutions for one in found.counts] == [123456789012345678901234567890]
    [row, none] = found.catalogue
    assert (row.moves, row.solutions, row.up_to_symmetry, row.unordered) == (5, 2, 2, 1)
    assert [(one.kind, one.solutions) for one in row.classes] == [((3, 2, 1), 1)]
    assert none.moves is None
    assert [(one.kind, one.routes, one.count) for one in found.extremes] == [
        ("stuck", 2, None),
        ("dead", None, 12),
    ]


def test_holes_are_written_in_any_way(read):
    text = FILE.replace('hole = "a2"', 'hole = "(0,1)"').replace('finish = "a3"', 'finish = "A3"')
    found = read(text)
    assert [puzzle.name for puzzle in found.vacancies.puzzles] == ["Vacancy a2"]
    assert found.impossible[0].pair == Pair("a2", "a3")


@each(
    ("old", "new", "error", "words"),
    [
        ("format = 1", "format = 2", NotationError, "format 2 is newer .* update pegsolitaire"),
        ("format = 1", "", NotationError, "has no format: write format = 1"),
        ("format = 1", "format = true", NotationError, "has no format: write format = 1"),
        ("format = 1", "format = 1\na = " + "[" * 5000, NotationError, "not a TOML file"),
        ('board = "triangle4"', "", NotationError, 'it has no board: write board = "..."'),
        ('"triangle4"', '"nowhere"', UnknownBoardError, "nowhere"),
        ("[[bound]]", "[[bounds]]", NotationError, "unknown key 'bounds': the keys are board"),
        ("[[impossible]]", "[impossible]", NotationError, r"impossibles: begin each of .*\[\[imp"),
        # vacancies
        ('hole = "a2"', 'hole = "f1"', NotOnBoardError, "vacancy 'f1': triangle4 has no hole f1"),

        ('hole = "a1"', 'hole = "A2"', NotationError, "two vacancies are named 'Vacancy a2'"),
        ("best = 5", "best = 0", NotationError,
         "vacancy 'a2': best = 0 is not a number of moves: write best = 18"),
        ("best = 5", "best = true", NotationError, "best = True is not a number of moves"),
        ("best = 5", "most = 5", NotationError, "vacancy 'a2': unknown key 'most'"),
        ("rating = 5.2", "rating = -1", NotationError, "rating = -1 is not a number of bits"),
        ("rating = 5.2", "rating = nan", NotationError, "rating = nan is not a number of bits"),
        ("fewest = 2", "fewest = 1", NotationError, "fewest = 1 is not a number of pegs"),
        ("fewest = 2", "best = 2", NotationError, "only allows the key fewest"),
        ('finish = "none"', 'finish = "any"', NotationError, 'needs finish = "none"'),
        ('finish = "any"\nbest', 'finish = "z9"\nbest', NotOnBoardError, "'a2': .*z9"),
        ('finish = "any"\nbest', "best", NotationError, "'a2': it has no finish: write finish"),
        # solutions
        (", d4-b2", "", ProblemError, "solution 1: it ends with 2 pegs: add the missing moves"),
        ("a4-a2 a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2", "a4-a2 a1-a3, c4-a4-a2, c3-a3-a1-c3",
         ProblemError, "solution 'to b2': it ends with 2 pegs: add the missing moves"),
        ("a4-a2, a1", "a1", IllegalJumpError, "solution 1: jump 1 of 7: a1-a3 is not possible"),
        ("a4-a2", "a4-b4", NotationError, "solution 1: .*a4-b4"),
        ('finish = "b2"', 'finish = "a1"', ProblemError, "solution 1: it does not end at a1"),
        ('finish = "b2"', "", NotationError, "solution 1: it has no source: write source"),
        ("proven = true", 'proven = "yes"', NotationError,
         "proven = 'yes' is not true or false: write proven = true"),
        ('source = "somewhere"', "source = 3", NotationError, "'to b2': it has no source"),
        ('name = "to b2"', "proven = true", NotationError, "proven needs a finish"),
        # bounds, impossible problems, counts
        ("moves = 5", 'moves = "5"', NotationError, "bound 1: moves = '5' is not a number of mov"),
        ("moves = 5", "", NotationError, "bound 1: it has no moves: write moves = 18"),
        ('start = "any"', 'start = "z9"', NotOnBoardError, "bound 2: .*z9"),

        ("solutions = 1234", "solutions = -1234", NotationError, "count 1: .* is not a number"),
        # the catalogue
        ("moves = 5\nsol", "moves = 4\nsol", ProblemError,
         "problem 1: class 1: its solution has 5 moves, and not 4"),
        ("moves = 5\nsol", "sol", NotationError, "problem 1: it has no moves: write moves = 18"),
        ("solutions = 2", "solutions = 0", ProblemError, "it has no solution: leave out its mov"),
        ("solutions = 0", "solutions = 0\nup_to_symmetry = 1", ProblemError,
         "it has no solution: leave out its mov"),

        ("up_to_symmetry = 2", "up_to_symmetry = 3", ProblemError, "must not increase"),
        ("unordered = 1", "unordered = 2", ProblemError, "do not add up"),

        ("[3, 2, 1]", "[3, 3, 1]", ProblemError, r"class 1: .* not of class \(3, 3, 1\)"),
        ("[3, 2, 1]", "[3, 2, 4]", ProblemError, r"not of class \(3, 2, 4\)"),
        ("[3, 2, 1]", "[3, 2]", NotationError, r"is not a class: write kind = \[5, 4, 1\]"),

        ('finish = "b2"\nmoves', 'finish = "c4"\nmoves', ProblemError, "does not end at c4"),
        # extremes
        ('"stuck"', '"full"', NotationError, "extreme 1: kind = 'full' is not a kind: stuck"),
        (", a3-a1", "", ProblemError, "extreme 1: a jump is still possible after its last move"),
        ("routes = 2", "", NotationError, "extreme 1: it has no routes"),
        ("count = 12", "", NotationError, "extreme 2: it has no class or no count"),

    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_one_line(read, old, new, error, words):
    assert old in FILE
    with pytest.raises(error, match=words) as caught:
        read(FILE.replace(old, new, 1))
    assert "mine.toml: " in str(caught.value)
    assert "\n" not in str(caught.value)


def test_names_are_told_apart(read):
    again = FILE[FILE.index('[[solution]]\nvacancy = "a2"\nname') : FILE.index("[[bound]]")]
    with pytest.raises(NotationError, match="two solutions are named 'TO B2': rename one"):
        read(FILE + again.replace("to b2", "TO B2"))


# -- built-in results -----------------------------------------------------------------------------


@each("name", known_boards())
def test_files_that_come_along(name):
    found = read_knowledge(FOLDER / "boards" / f"{name}.toml")
    found.check()
    assert found.board.name == name
    assert found.board is knowledge_of(named_board(name)).board or found.board == named_board(name)


def test_nothing_is_known_of_other_boards():
    board = named_board("square9")
    found = knowledge_of(board)
    assert (found.solutions, found.catalogue, found.vacancies) == ((), (), None)
    assert Knowledge(english()).bounds == ()


def test_a_board_of_the_same_name_is_another():
    own = type(english())(triangle(4).holes, name="english")
    assert knowledge_of(own).vacancies is None
    assert knowledge_of(type(english())(english().holes, name="../english")).vacancies


def test_a_board_of_the_same_name_and_holes_is_another():
    own = english().without(["d2-d4"], "english")
    found = knowledge_of(own)
    assert (found.board, found.solutions, found.bounds, found.vacancies) == (own, (), (), None)


# -- published solutions -----------------------------------------------------------------------

T5 = triangle(5)
ALL = published_solutions()
GRAMIGNA = [found for found in ALL if found.source.startswith("Gramigna")]


def vacancy_of(found):
    [hole] = found.solution.start.complement
    return found.board.hole_text(hole)


@each("found", ALL)
def test_published_solutions_lead_to_one_peg(found):
    solution = found.solution
    assert len(solution) == len(found.board) - 2
    assert solution.solves(Problem.to_any(solution.start))
    [finish] = solution.finish
    finish = found.board.hole_text(finish)
    says = f"{vacancy_of(found)} to {finish} in {len(solution.moves)} moves"
    assert found.name in (says, f"{says} (Gramigna)")


def test_published_solutions_of_a_board():
    assert published_solutions(english()) == tuple(f for f in ALL if f.board == english())
    assert len(set(ALL)) == len({(found.board, found.name) for found in ALL}) == len(ALL)
    assert published_solutions(square(3)) == ()


def test_appendix_a_of_gramigna_has_one_solution_of_each_vacancy_it_lists():
    assert [(found.board.name, vacancy_of(found)) for found in GRAMIGNA] == [
        *(("english", hole) for hole in ("c1", "c2", "c3", "d1", "d2", "d3", "d4")),
        *(("french", hole) for hole in ("c1", "d2", "d3")),
        *(("triangle5", hole) for hole in ("a1", "a2", "a3", "b3")),
    ]


def jumps_regardless_of_order(solution, image):
    """Count each jump of a solution after a symmetry of the board."""
    bit = T5.bit
    return Counter((image[bit(jump.start)], image[bit(jump.end)]) for jump in solution)


def test_the_two_solutions_of_the_triangle_corner_differ_by_more_than_order():
    names = ("a1 to a1 in 10 moves", "a1 to a1 in 12 moves")
    one, other = (found.solution for found in published_solutions(T5) if found.name in names)
    keeping = [symmetry.image for symmetry in T5.symmetries if symmetry.image[0] == 0]
    assert len(keeping) == 2
    as_it_is, *_ = (jumps_regardless_of_order(other, image) for image in keeping)
    assert as_it_is not in [jumps_regardless_of_order(one, image) for image in keeping]


# -- fewest known moves -------------------------------------------------------------------------

EVERY = [one for name in known_boards() for one in knowledge_of(named_board(name)).shortest]


def name(one):
    [hole] = one.solution.start.complement
    board = one.solution.start.board
    return f"{board.name}-{board.hole_text(hole)}-{one.finish}"


@pytest.mark.every(3)
@pytest.mark.parametrize("one", EVERY, ids=name)
def test_each_agrees_with_the_vacancies(one):
    """Proven numbers of moves agree with the puzzles and, on small boards, with a search."""
    board = one.solution.start.board
    puzzles = {puzzle.position: puzzle for puzzle in vacancy_puzzles(board) or ()}
    puzzle = puzzles.get(one.solution.start)
    if puzzle is not None and puzzle.finish == one.finish and puzzle.best is not None:
        assert one.moves == puzzle.best
    if one.proven and len(board) <= 21:
        problem = read_problem(board, f"code:{one.solution.start.code}", one.finish)
        assert shortest(problem, facts=False).lower_bound == one.moves


@each("name", CATALOGUE)
def test_every_proven_vacancy_has_one(name):
    board = named_board(name)
    for puzzle in vacancy_puzzles(board) or ():
        found = knowledge_of(board).fewest(read_problem(board, puzzle.start, puzzle.finish))
        if puzzle.best is not None:
            assert (found.moves, found.proven) == (puzzle.best, True), puzzle.name


def test_images_are_known_too():
    board = english()
    d1, d7 = (knowledge_of(board).fewest(Problem.complement(board, hole)) for hole in ("d1", "d7"))
    assert d1.moves == d7.moves == 18
    assert d7.solution.solves(Problem.complement(board, "d7"))
    for symmetry in board.symmetries:
        image = apply_permutation(symmetry.image, board.vacancy("c1").code)
        [hole] = board.position(f"code:{image}").complement
        problem = Problem.complement(board, hole)
        assert knowledge_of(problem.board).fewest(problem).solution.solves(problem)


def test_what_holds_for_any_finish_holds_for_each():
    problem = Problem.to_any(triangle(7).vacancy("a2"))
    found = knowledge_of(problem.board).fewest(problem)
    assert (found.moves, found.proven) == (12, True)
    [end] = found.solution.finish
    there = knowledge_of(problem.board).fewest(Problem(triangle(7), "a2", end))
    assert (there.moves, there.proven) == (12, True)


def test_what_has_a_lower_bound_is_not_proven():
    problem = Problem.complement(triangle(9), "a1")
    known = knowledge_of(problem.board)
    found, bound = known.fewest(problem), known.bound(problem)
    assert (found.moves > bound.moves, found.proven) == (True, False)


def test_what_is_not_known():
    diagonal = named_board("square7+diagonal")
    assert knowledge_of(diagonal).fewest(Problem.complement(diagonal, "a1")) is None
    cross = english().position(".../.*./..***../...*.../...*.../.../...")
    assert knowledge_of(english()).fewest(Problem.to_any(cross)) is None
    both = Problem.of_codes(
        triangle(5), (triangle(5).full_code ^ 1, triangle(5).full_code ^ 2), (1,)
    )
    found = knowledge_of(triangle(5)).fewest(both)
    assert (found.moves, found.proven) == (10, False)


@each(
    ("vacancy", "text", "last"),
    [("e7", known.T12_IN_28, 42), ("c5", known.T12_WITH_44, 44)],
)
def test_side_12_ends_with_long_sweeps(vacancy, text, last):
    """The paper has 29 moves and 42 jumps; 45 are impossible (theory/test_linear_programs.py)."""
    line = Solution.from_moves(triangle(12).vacancy(vacancy), text.split(", "))
    assert (len(line.moves), len(line.moves[-1]), len(line.finish)) == (28, last, 1)


def test_the_same_moves_end_in_two_ways():
    """Bell shows this for class (5, 5, 3) of the French board."""
    start = named_board("french").vacancy("d3")
    lines = [Solution.from_moves(start, text.split(", ")) for text in known.FRENCH_TWO_ENDINGS]
    assert all(line.solves(Problem(start.board, "d3", "d2")) for line in lines)
    long, short = lines
    assert sorted(map(str, long.moves)) == sorted(map(str, short.moves))
    assert sorted(map(len, long.moves))[-2:] == [5, 5]
    assert (len(long.moves[-1]), len(short.moves[-1])) == (3, 1)
    assert len(long.moves) == 21


# -- vacancies ---------------------------------------------------------------------------------

BOARDS = [Board(name) for name in CATALOGUE]
PUZZLES = [puzzle for board in BOARDS for puzzle in vacancy_puzzles(board) or ()]
CLASSICS = list(puzzle_set("english-classics"))
UNDECIDED_COMPLEMENTS = {("wiegleb", "e1")}


def label(puzzle):
    return f"{puzzle.board.name}-{puzzle.name}"


def marked(puzzles, quick):
    """Return the puzzles as parameters; those that are not quick are marked slow."""
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


# -- which vacancies are listed -----------------------------------------------------------------


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
    """The file lists every unsolvable vacancy that the position class allows."""
    known = knowledge_of(board).vacancies
    for first, *_ in board.orbits:
        name = board.hole_text(board.holes[first])
        start = board.vacancy(name)
        if first in listed(board) or name in known.undecided or not start.legal_jumps:
            continue
        assert name in known.lost or not feasible_finishes(start)
        by_sets = (board.name, name) in DECIDED_BY_SETS
        assert solve(Problem.to_any(start), facts=by_sets).solvable is False


#: Only winning sets of hundreds of millions of positions decide these vacancies, not a search
#: (docs/results-in-full.md).
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
    """Return the least number of moves from a code to one of the finishes (codes).

    The search is breadth first over positions and the peg that jumped last, whose next jump is
    free.
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
    """Return whether this is the only puzzle that is not slow; most take seconds."""
    return label(puzzle) == "rectangle5x6-Vacancy c2"


@pytest.mark.parametrize("puzzle", marked(LARGE, is_first))
def test_best_is_proven_from_both_ends(puzzle):
    found = shortest(problem_of(puzzle), facts=False)
    assert found.proven
    assert found.lower_bound == puzzle.best


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
    # Triangular paper, table 4: S(n) over all vacancies and finishes; not all are known from 8 on.
    for side, least in [(4, 5), (5, 9), (6, 9), (7, 12)]:
        assert min(puzzle.best for puzzle in vacancy_puzzles(triangle(side))) == least
    assert vacancy_puzzles(triangle(8)).puzzle("vacancy a2").best == 13
    assert vacancy_puzzles(triangle(10)).puzzle("vacancy a3").best == 18
