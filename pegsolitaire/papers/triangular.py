"""The rows and figures of Bell's "Solving triangular peg solitaire"."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from pegsolitaire import construct
from pegsolitaire.board import (
    TRIANGULAR,
    Board,
    Hole,
    hole_name,
    named_board,
    parse_hole,
    triangle,
)
from pegsolitaire.construct.drawing import construction_svg
from pegsolitaire.data import published_solutions
from pegsolitaire.draw import Diagram, move_diagrams, panel_svg
from pegsolitaire.errors import ProblemError
from pegsolitaire.game import Move, Position, Problem, Solution
from pegsolitaire.papers.parts import (
    EVERY,
    first_vacancies,
    in_rows,
    labelled,
    lettered,
    subscript,
    third_turns,
    win_probability,
)
from pegsolitaire.papers.rows import entry, figure, printed, row
from pegsolitaire.solving import (
    count,
    count_unordered,
    known_problems,
    longest_sweep,
    reorder,
    search_core,
    solve,
    solve_without_edge,
    swept_triangle,
)
from pegsolitaire.surveys import survey
from pegsolitaire.theory import (
    MoveBound,
    Removal,
    effective_slack,
    exit_count,
    feasible_finishes,
    merson_regions,
    packings,
    sax_count,
    svss_problems,
)
from pegsolitaire.theory.classes import sums
from pegsolitaire.work import Work

_TO = 12  # the side up to which theorems are checked, as in Table 3


@row("triangular-theorem-2-1")
def _exceptions_to_2_1() -> object:
    return sum(
        construct.solve(side, (x, y), "any", search_core).solvable
        is not (side % 3 != 1 or (x + y) % 3 != 0)
        for side in range(4, _TO + 1)
        for x, y in triangle(side).holes
    )


@row("triangular-theorem-2-2")
def _exceptions_to_2_2() -> object:
    """Count the exceptions to the condition for solvable pairs on triangles."""
    return sum(
        not construct.solve(side, start, finish, search_core)
        for side in range(6, _TO + 1)
        for start, finish in construct.feasible_pairs(side)
    ) + sum(
        construct.is_feasible(side, one, other) != _condition_2_2(side, one, other)
        for side in range(6, _TO + 1)
        for one, other in itertools.product(triangle(side).holes, repeat=2)
    )


def _condition_2_2(side: int, start: Hole, finish: Hole) -> bool:
    if side % 3 == 1:
        return sum(start) % 3 != 0 and (sum(start) + sum(finish)) % 3 == 0
    return sum(start) % 3 == sum(finish) % 3


@row("triangular-theorem-2-3")
def _turned_in_class() -> object:
    return {side: _turned_positions_in_class(triangle(side)) for side in (5, 6, 8)}


def _turned_positions_in_class(board: Board) -> int:
    """Count the positions that a third of a turn maps to themselves in the class of a peg."""
    turns = {frozenset(p[i] for p in third_turns(board)) for i in range(len(board))}
    codes = sums(sum(1 << i for i in orbit) for orbit in turns)
    return sum(bool(feasible_finishes(Position(board, code))) for code in codes[1:])


@row("triangular-corollary-2-1")
def _feasible_complements() -> object:
    return {
        side: sum(construct.is_feasible(side, hole, hole) for hole in triangle(side).holes)
        for side in (4, 7, 10)
    }


@row("triangular-section-2-2")
def _triangle4_problems(*, work: Work) -> object:
    board = named_board("triangle4")
    problems = {hole: Problem(board, "a2", hole) for hole in ("b2", "a3", "c4")}
    return {
        hole: solve(problem, facts=False, work=work).solvable for hole, problem in problems.items()
    }


@row("triangular-footnote-4")
def _footnote_4() -> object:
    board = named_board("triangle4")
    others = {frozenset(map(board.hole, pair)) for pair in (("a3", "c3"), ("b2", "b4"))}
    level, reached = {board.vacancy("a2")}, set()
    while level:
        reached |= {position.code for position in level}
        level = {
            position.play(jump)
            for position in level
            for jump in position.legal_jumps
            if frozenset((jump.start, jump.end)) not in others
        }
    return len(reached)


@row("triangular-section-2-3")
def _corner_solutions(*, work: Work) -> object:
    problem = Problem.complement("triangle5", "a1")
    unordered = count_unordered(problem, work=work)
    return {
        "all": count(problem, work=work),
        "different": unordered.up_to_symmetry,
    }


@row("triangular-section-2-3-second")
def _second_solution(moves: str) -> object:
    board = named_board("triangle5")
    line = Solution.from_moves(board.vacancy("a1"), moves)
    return {"jumps": len(line), "ends at a1": line.solves(Problem.complement(board, "a1"))}


@row("triangular-figure-4")
def _sax() -> object:
    board = named_board("triangle5")
    counts = [sax_count(Position(board, code)) for code in range(board.full_code + 1)]
    corners = {board.bit(hole) for hole in ("a1", "a5", "e5")}
    inside = {board.bit(hole) for hole in ("b3", "b4", "c4")}
    into, out = set(), set()
    raised = 0
    for code in range(board.full_code + 1):
        for jump in board.masks_from(code):
            loss = counts[code] - counts[code ^ jump.mask]
            raised += loss < 0
            into |= {loss} if jump.end in corners else set()
            out |= {loss} if jump.start in inside else set()
    start = board.vacancy("a1")
    return {
        "full": counts[board.full_code],
        "a1": sax_count(start),
        "b3": sax_count(board.vacancy("b3")),
        "after a3-a1": sax_count(start.play("a3-a1")),
        "into a corner": sorted(into),
        "out of the inside": sorted(out),
        "raised": raised,
        "complements of opposite count": all(
            counts[board.full_code ^ code] == -count for code, count in enumerate(counts)
        ),
    }


@row("triangular-table-1")
def _table_1(*, work: Work) -> object:
    """Solve each printed pair without known results, and compute its effective slack.

    The position class must allow an image of the pair.
    """
    return {
        pair: (
            effective_slack(*pair.split()),
            solve(Problem("triangle5", *pair.split()), facts=False, work=work).solvable,
        )
        for pair in printed("triangular-table-1")
    }


@row("triangular-footnote-7")
def _without_edge(*, work: Work) -> object:
    board = named_board("triangle5")
    solved = sum(
        bool(pair.answer.solvable) for pair in survey(board, solve_without_edge, work=work)
    )
    return len(svss_problems(board)), solved


@row("triangular-addendum")
def _addendum() -> object:
    board = named_board("triangle5")
    positions = [Position(board, code) for code in range(board.full_code + 1)]
    return {
        "differ": sum(sax_count(position) != exit_count(position) for position in positions),
        "b3": exit_count(board.vacancy("b3")),
    }


@row("triangular-table-2")
def _table_2(*, work: Work) -> object:
    return {
        hole: [
            round(1 / win_probability(player, "triangle5", hole, work=work))
            for player in ("any", "thumb", "sax")
        ]
        for hole in printed("triangular-table-2")
    }


_SEARCHED = 7  # the last side of Table 3 that is searched; side 8 takes half a minute
_TAKEN = "a4 b4 c4 a5 b5 c5 d5 a6 b6 c6 d6 e6"


@row("triangular-figure-5")
def _trapezoids(purges: dict[str, str]) -> object:
    """Replay the trapezoid removals, and check that each restores its catalyst."""
    jumps = {}
    for empty, moves in purges.items():
        pegs = " ".join(hole for hole in purges if hole != empty)
        purge = Removal.from_text("trapezoid", _TAKEN, pegs, empty, moves, "triangular")
        jumps[empty] = len(purge.jumps)
    return jumps


@row("triangular-figure-7")
def purges_of_figure_7(moves: str, purges: dict[str, list[int]]) -> object:
    """Find the holes that each purge changes."""
    game = _bottom_rows_cleared(moves)
    changed = {}
    for name, numbers in purges.items():
        holes: frozenset[Hole] = frozenset()
        for number in numbers:
            jump = game.jumps[number - 1]
            holes ^= {jump.start, jump.over, jump.end}
        changed[name] = holes
    taken = frozenset[Hole]().union(*changed.values())
    trapezoid = set(game.start.play(game.jumps[0])) - taken
    return {
        "jumps": len(game.jumps),
        "moves": len(game.moves),
        "as figure 6": set(game.finish) == trapezoid,
        **{name: len(holes) for name, holes in changed.items()},
    }


def _bottom_rows_cleared(moves: str) -> Solution:
    """Return the game in figure 7. Its board consists of the last four rows of side 10."""
    holes = [(x, y) for y in range(6, 10) for x in range(y + 1)]
    board = Board(holes, TRIANGULAR, name="last 4 rows of triangle10")
    return Solution.from_moves(board.vacancy("c7"), moves)


@row("triangular-figure-8")
def _construction(side: int, vacancy: str) -> object:
    construction = construct.solve(side, parse_hole(vacancy), "any")
    return {"jumps": len(construction.jumps), "purges": len(construction.removals)}


@row("triangular-table-3-searched", "triangular-table-3-built")
def _pairs(side: int) -> object:
    pairs = construct.feasible_pairs(side)
    return {
        "distinct": len(pairs),
        "formula": construct.count_feasible_pairs(side),
        "solvable": sum(_is_solved(side, *pair) for pair in pairs),
    }


def _is_solved(side: int, start: Hole, finish: Hole) -> bool:
    """Return whether a pair can be solved, by search up to side 8 and by construction beyond."""
    if side > _SEARCHED:
        return bool(construct.solve(side, start, finish, search_core))
    return bool(solve(Problem(triangle(side), start, finish), facts=False))


@row("triangular-appendix-a")
def _images() -> object:
    board = named_board("triangle5")

    def turned(image: tuple[int, ...], name: str) -> str:
        return board.hole_text(board.holes[image[board.bit(name)]])

    return {(turned(s.image, "a2"), turned(s.image, "b4")) for s in board.symmetries}


@row("triangular-appendix-b2-a120422")
def _hole_numbers() -> object:
    return _printed_solution(5, "a1").hole_numbers


def _printed_solution(side: int, vacancy: str) -> Solution:
    board = triangle(side)
    return next(
        solution.solution
        for solution in published_solutions(board)
        if solution.source.endswith("appendix B.2")
        and solution.solution.start == board.vacancy(vacancy)
    )


@row("triangular-appendix-b2")
def _replayed(side: int, vacancy: str, counted: bool = True) -> object:
    """Replay a printed solution, and count its moves if the paper does.

    The paper does not count the moves for T5 from a4.
    """
    line = _printed_solution(side, vacancy)
    [finish] = line.finish
    ends: dict[str, object] = {"finish": line.start.board.hole_text(finish)}
    return ends | ({"moves": len(line.moves)} if counted else {})


_FROM_PRINTED = {9, 10}  # sides for which a printed solution gives the number of moves


@row("triangular-figure-11")
def _region_counts(sides: list[int]) -> object:
    return {side: len(_regions(side)) for side in sides}


def _regions(side: int) -> Sequence[int]:
    board = triangle(side)
    return packings(board, merson_regions(board), 1)[0]


@row("triangular-formula-2")
def _bounds() -> object:
    return {
        "at least": {side: construct.move_bounds(side).least for side in range(4, 13)},
        "side 12 at most": construct.move_bounds(12).most,
    }


@row("triangular-table-4-at-least")
def _needed(side: int, moves: int, *, work: Work) -> object:
    """Check a lower bound on the moves for each vacancy.

    The bound follows from Merson regions or from an exhaustive search.
    """
    from pegsolitaire.engine import MoveBeam

    board = triangle(side)
    for problem in _to_any_peg(board):
        [start] = problem.starts
        bound = MoveBound.of(problem)
        if bound.moves_from(start) < moves:
            beam = MoveBeam(board, bound.forward, problem.finishes)
            if beam.exhaust(start, moves - 1, work=work) is not None:
                return f"fewer than {moves}"
    return moves


def _to_any_peg(board: Board) -> list[Problem]:
    """Return the problems from one vacancy to one peg in any hole that the class allows."""
    return [Problem.to_any(start) for start in first_vacancies(board) if feasible_finishes(start)]


@row("triangular-appendix-b2-side-8-complements")
def _complements_of_side_8(moves: int, *, work: Work) -> object:
    """Return the vacancies whose complement problem can be solved in the given number of moves."""
    from pegsolitaire.solving.shortest_solutions import TwoEnds

    board = triangle(8)
    holes = [board.hole_text(board.holes[orbit[0]]) for orbit in board.orbits]
    problems = {hole: Problem.complement(board, hole) for hole in holes}
    return [
        hole
        for hole, problem in problems.items()
        if TwoEnds(problem, moves, MoveBound.of(problem), work=work).meet()
    ]


@row("triangular-table-4")
def _fewest_moves(side: int, *, work: Work) -> object:
    """Find the fewest moves with which a triangle can be solved from any vacancy.

    For some sides, the solution is a published one, because finding a solution takes ten times as
    long as proving that no shorter solution exists.
    """
    from pegsolitaire.solving.shortest_solutions import TwoEnds

    board = triangle(side)
    replayed = published_solutions(board) if side in _FROM_PRINTED else ()
    in_print = {len(game.solution.moves) for game in replayed}
    problems = _to_any_peg(board)
    return next(
        moves
        for moves in itertools.count(construct.move_bounds(side).least)
        if moves in in_print
        or any(
            TwoEnds(problem, moves, MoveBound.of(problem), work=work).meet()
            for problem in problems
        )
    )


@row("triangular-table-4-known")
def _best_known(side: int) -> object:
    rows = known_problems(triangle(side))
    return min(
        len(solution.solution.moves)
        for row in rows
        for solution in row.solutions
        if len(solution.solution.finish) == 1
    )


@lru_cache(maxsize=4)
def _swept(side: int) -> Solution:
    """Compute the solution that ends with a long sweep, which takes a few seconds."""
    return swept_triangle(side)


@row("triangular-formula-1")
def _formula_1() -> object:
    return {side: _swept_moves(side) for side in (12, 24)}


def _swept_moves(side: int) -> int | None:
    try:
        return len(_swept(side).moves)
    except ProblemError:
        return None


@lru_cache(maxsize=1)
def swept_from_complement(side: int) -> tuple[Move, Solution]:
    """Return the last move in figure 10 and a game from the complement of the position before.

    The solution consists of the jumps before the last move, which are played backward and
    reordered to make few moves. It ends with one peg.
    """
    game = _swept(side)
    sweep = game.moves[-1]
    before = len(game) - len(sweep)
    start = game.start
    for jump in game.jumps[:before]:
        start = start.play(jump)
    return sweep, reorder(Solution(start.complement, game.reversed().jumps[-before:]))


@row("triangular-figure-10")
def _last_move() -> object:
    sweep, reduction = swept_from_complement(12)
    board = reduction.start.board
    return {
        "last move": len(sweep),
        "from": board.hole_text(sweep.path[0]),
        "to": board.hole_text(sweep.path[-1]),
        "pegs of the complement": len(reduction.start),
        "its jumps": len(reduction),
        "it leaves": len(reduction.finish),
        "with each jump a move": len(reduction) + 1,
        "moves": _swept_moves(12),
    }


@row("triangular-figure-10-fewest")
def _shortest_with_a_sweep(moves: str, *, work: Work) -> object:
    line = Solution.from_moves(triangle(12).vacancy("e7"), moves)
    longest = longest_sweep(triangle(12), work=work)
    return {
        "last move": len(line.moves[-1]),
        "longest is no less": longest is not None and len(longest) >= len(line.moves[-1]),
        "moves": len(line.moves),
    }


@row("triangular-footnote-12")
def _vacancies_of_side_10() -> object:
    first = first_vacancies(named_board("triangle10"))
    feasible = [hole for start in first if feasible_finishes(start) for hole in start.complement]
    return {"all": len(first), "feasible": sorted(map(hole_name, feasible))}


# -- figures -------------------------------------------------------------------------------------


def _holes(text: str) -> list[Hole]:
    return list(map(parse_hole, text.split()))


def _trapezoid_board() -> Board:
    """Return the board of a trapezoid purge, which is T₆ without a1, a2, b2, d4, e5 and f6."""
    return Board(_holes(_TRAPEZOID), TRIANGULAR, name="trapezoid")


_TRAPEZOID = "a3 b3 c3 a4 b4 c4 a5 b5 c5 d5 a6 b6 c6 d6 e6"


@figure("triangular-figure-5")
def _figure_5() -> str:
    shown = [
        _purge(_TRAPEZOID, "a3 b3 c3", "", "trapezoid purge"),
        _purge("d4 e5 f6 c4 e4 d3 d5", "c4 e4", "d3 d5", "3-purge"),
        _purge("b4 c4 d4 e4 e5 f5 f6 g6 d6 e6", "b4 c4", "d6 e6", "6-purge"),
    ]
    return panel_svg(lettered(shown), columns=3)


def _purge(holes: str, unlike: str, instead: str, caption: str) -> Diagram:
    """Draw a purge: the pegs that it removes and the holes of its catalyst."""
    board = Board(_holes(holes), TRIANGULAR, name=caption)
    labels = dict.fromkeys(_holes(unlike), "U") | dict.fromkeys(_holes(instead), "U′")
    code = board.full_code ^ board.code(labels)
    return Diagram(board, code, labels=labels, bold=True, edges=False, caption=caption)


@figure("triangular-figure-6")
def _figure_6() -> str:
    board = _trapezoid_board()
    start = board.vacancy("c3")
    game = Solution.from_moves(start, entry("triangular-figure-5")["purges"]["c3"].split())
    return panel_svg(move_diagrams(game), columns=5)


@figure("triangular-figure-7")
def _figure_7() -> str:
    game = _bottom_rows_cleared(entry("triangular-figure-7")["moves"])
    return panel_svg(move_diagrams(game), columns=4, size=18)


@figure("triangular-figure-8")
def _figure_8(side: int, vacancy: str) -> str:
    return construction_svg(construct.solve(side, parse_hole(vacancy), "any"))


@figure("triangular-figure-9")
def _figure_9() -> str:
    board = _trapezoid_board()
    about = labelled(board, EVERY["x + y mod 3"](board), "class by hole")
    about = replace(about, shaded=[hole for hole in board if hole[1] > 2])
    opening = next(
        removal for removal in construct.removals("opening") if removal.empty == {parse_hole("b5")}
    )
    game = Solution(Position(board, board.code(opening.pegs)), opening.jumps)
    return panel_svg(lettered([about, *move_diagrams(game)]), columns=5)


@figure("triangular-figure-10")
def _figure_10() -> str:
    sweep, reduction = swept_from_complement(12)
    moves = [(move, None) for move in reduction.moves]
    complement = reduction.start
    board = complement.board
    shown = [
        Diagram(board, complement.complement.code, moves=[(sweep, True)], edges=False,
                caption=f"{len(sweep)} jumps"),
        Diagram(board, complement.code, moves=moves, numbered=True, edges=False,
                caption=f"its complement, in {len(moves)} moves"),
    ]  # fmt: skip
    return panel_svg(lettered(shown), columns=2, size=32)


@figure("triangular-figure-11")
def _figure_11(sides: list[int]) -> str:
    shown = []
    for side in sides:
        regions = _regions(side)
        words = f"T{subscript(side)}, r = {len(regions)}"
        shown.append(Diagram(triangle(side), regions=regions, edges=False, caption=words))
    return panel_svg(shown, columns=3)


@figure("triangular-figure-12", "triangular-figure-13", "triangular-figure-14")
def _games(side: int, vacancies: list[str], columns: int) -> str:
    games = [_printed_solution(side, vacancy) for vacancy in vacancies]
    return panel_svg(in_rows(games, columns), columns=columns, size=20)
