"""Bell's Notes on solving and playing peg solitaire on a computer: rows and figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from pegsolitaire.analysis import (
    SolutionGraph,
    census,
    count_solutions,
    dead_ends,
    finishes,
    solve,
    starts,
    survey,
)
from pegsolitaire.board import TRIANGULAR, Board, Hole, apply_permutation, hole_name, named_board
from pegsolitaire.budget import Budget
from pegsolitaire.data import puzzle_set
from pegsolitaire.draw import Diagram, panel_svg, venn_svg
from pegsolitaire.game import Jump, Position, Problem
from pegsolitaire.papers.parts import coordinates, labelled, lettered, named, vacant
from pegsolitaire.papers.rows import entry, figure, printed, row
from pegsolitaire.progress import Progress
from pegsolitaire.sets import IndexedSets, WinningSets, level_table
from pegsolitaire.sets.store import scratch_folder
from pegsolitaire.theory import (
    ResourceCount,
    feasible_finishes,
    problem_types,
    standard_vacancies,
    svss_problems,
    type_named,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pegsolitaire.engine import Words


@row("notes-figure-1")
def _codes(progress: Progress, code: int) -> object:
    board = named_board("triangle5")
    position = Position(board, code)
    return {
        "start": named_board("english").vacancy("d4").code,
        "images": sorted(board.images(position.code)),
        "mincode": position.mincode,
        "of the complement": position.complement.mincode,
    }


@row("notes-figure-3")
def _english_types(progress: Progress) -> object:
    types = problem_types(named_board("english"))
    return {"types": len(types), "A": sorted(types[0].names)}


@row("notes-figure-4", "notes-figure-5")
def _count_types(progress: Progress, board: str) -> object:
    return len(problem_types(named_board(board)))


@row("notes-section-3-types")
def _square_boards(progress: Progress) -> object:
    return {name: _count_types(progress, name) for name in printed("notes-section-3-types")}


@row("notes-figure-6")
def _triangle_types(progress: Progress) -> object:
    """Vacancies up to the symmetries of the board."""
    found = {}
    for name in ("triangle4", "triangle5", "triangle6"):
        board = named_board(name)
        solved = {start for start, _ in solved_problems(board, progress)}
        orbits = {min(board.images(board.vacancy(hole).code)) for hole in solved}
        found[name] = (len(problem_types(board)), len(orbits))
    return found


def solved_problems(board: Board, progress: Progress) -> list[tuple[Hole, Hole]]:
    """The problems from one vacancy to one peg that have a solution, without what is known."""
    found = survey(board, partial(solve, facts=False), progress=progress)
    return [(one.start, one.finish) for one in found if one.answer.solvable]


@row("notes-section-3-wiegleb")
def _problems_of_wiegleb(progress: Progress) -> object:
    return len(list(svss_problems(named_board("wiegleb"))))


@row("notes-section-3-triangle4")
def _solvable_problems(progress: Progress) -> object:
    board = named_board("triangle4")
    solved = solved_problems(board, progress)
    return [(board.hole_text(start), board.hole_text(finish)) for start, finish in solved]


@row("notes-section-3-truncated12")
def _unsolved_of_12_holes(progress: Progress) -> object:
    board = named_board("truncated12")
    return len(list(svss_problems(board))) - len(solved_problems(board, progress))


@row("notes-section-3-cross")
def _crosses(progress: Progress, crosses: dict[str, str]) -> object:
    """A solution of the complement, played backward, leads from a vacancy to the cross."""
    board = named_board("english")
    found = {}
    for key, picture in crosses.items():
        cross = board.position(picture)
        ahead, back = (
            solve(Problem.to_any(one), facts=False, progress=progress)
            for one in (cross, cross.complement)
        )
        found[key] = {
            "cross": ahead.solvable,
            "complement": back.solvable,
            "from one vacancy": back.solution is not None
            and back.solution.reversed().finish == cross,
        }
    return found


@row("notes-figure-7")
def _degeneracy(progress: Progress, codes: list[int]) -> object:
    board = named_board("triangle5")
    sets = WinningSets.build(Problem.complement(board, "a4"), progress)
    holes = [board.hole_text(board.holes[i]) for i in feasible_finishes(board.vacancy("a4"))]
    found: dict[str, object] = {str(code): Position(board, code) in sets for code in codes}
    return found | {"finishes": sorted(holes)}


@row("notes-section-5")
def _different(progress: Progress) -> object:
    board = named_board("triangle4")
    sets = WinningSets.build(type_named(board).problem, progress)
    codes = [code for level in sets.levels.values() for code in level.tolist()]
    pairs = {frozenset({code, Position(board, code).complement.mincode}) for code in codes}
    return len(pairs)


@row("notes-section-6-first-jump")
def _two_pegs(progress: Progress) -> object:
    sets = WinningSets.build(Problem.complement(named_board("triangle5"), "a1"), progress)
    return sets.level(2).tolist()


@row("notes-section-6-vacancies")
def _indexed(progress: Progress, reflections: list[int]) -> object:
    board = named_board("triangle5")
    problem_type = type_named(board)
    sets = IndexedSets.make(problem_type, progress=progress)
    vacancies = standard_vacancies(problem_type)
    return {
        "vacancies": vacancies,
        "degenerate": sum(_is_degenerate(hole) for hole in vacancies),
        "reflections": {code: sets.index(Position(board, code)) for code in reflections},
        "more than any finish": len(sets) - len(sets.superset),
    }


def _is_degenerate(hole: tuple[int, int]) -> bool:
    """An image of the hole, other than it, is of its own class."""
    board = named_board("triangle5")
    images = {code.bit_length() - 1 for code in board.images(1 << board.index(hole))}
    return len(images & set(feasible_finishes(board.vacancy(hole)))) > 1


@row("notes-figure-8")
def _example(progress: Progress, code: int) -> object:
    board = named_board("triangle5")
    position = Position(board, code)
    sets = IndexedSets.make(type_named(board), progress=progress)
    reached = set(starts(position))
    class_of_a1 = {board.holes[i] for i in feasible_finishes(board.vacancy("a1"))}
    return {
        "mincode": position.mincode,
        "finishes": sorted(finishes(position)),
        "starts": sorted(reached & class_of_a1),
        "index": sets.index(position),
    }


@row("notes-figure-10")
def _fastest(progress: Progress, hole: str) -> object:
    found = dead_ends(Problem.to_any(named_board("english").vacancy(hole)), progress=progress)
    return len(found[0].jumps)


@row("notes-section-7-1-triangle5")
def _first_jump(progress: Progress) -> object:
    found = dead_ends(Problem.to_any(named_board("triangle5").vacancy((0, 1))), progress=progress)
    return [str(jump) for end in found for jump in end.jumps]


@row("notes-section-7-1-wiegleb")
def _wiegleb(progress: Progress) -> object:
    """Out of the stored winning sets, or as they are built."""
    problem = Problem.complement(named_board("wiegleb"), "e5")
    wins = WinningSets.load(problem, progress=progress)
    return len(dead_ends(problem, wins=wins, progress=progress)[0].jumps)


@row("notes-section-3-smallest")
def _numbers_of_holes(progress: Progress, holes: int) -> object:
    return [
        found.holes
        for found in census(TRIANGULAR, holes, progress)
        if any(
            turns_by_a_third(board) and solves_everything(board, progress)
            for board, _ in found.solvable(everywhere=True)
        )
    ]


def turns_by_a_third(board: Board) -> bool:
    """Whether turning a board by 120 degrees leaves it alone."""
    holes = range(len(board))
    turns = [symmetry.image for symmetry in board.symmetries if symmetry.is_rotation]
    return any(
        turn != tuple(holes) and all(turn[turn[turn[i]]] == i for i in holes) for turn in turns
    )


def solves_everything(board: Board, progress: Progress) -> bool:
    """Whether all problems from one vacancy to one peg can be solved that the class allows."""
    return len(solved_problems(board, progress)) == len(list(svss_problems(board)))


#: The resource count with which the paper has thinned F of Table 3 (docs/results.md draws it).
_WIEGLEB_COUNT = """
             -1  0 -1
              1  0  1
              0  0  0
    -1  1  0  1  0  1  0  1 -1
     0  0  0  0  0  0  0  0  0
    -1  1  0  1  0  1  0  1 -1
              0  0  0
              1  0  1
             -1  0 -1
"""


@row("notes-section-5-losing")
def _losing_by_winning(progress: Progress) -> object:
    found = {}
    for name in ("triangle5", "triangle6"):
        table = level_table(Problem.complement(named_board(name), "a1"), progress=progress)
        found[name] = table.totals()["L"] > 4 * table.half["W"]
    return found


@row("notes-table-1-triangle5")
def _table_1_left(progress: Progress) -> object:
    problem = Problem.complement(named_board("triangle5"), "a1")
    raw = level_table(problem, raw=True, progress=progress).rows
    table = level_table(problem, progress=progress)
    rows = {
        row.pegs: (one.F, row.F, row.W, row.L) for one, row in zip(raw, table.rows, strict=True)
    }
    totals = table.totals()
    return {
        "pegs": rows,
        "total": (sum(row.F for row in raw), totals["F"], table.half["W"], totals["L"]),
    }


@row("notes-table-1-triangle6")
def _table_1_right(progress: Progress) -> object:
    table = level_table(Problem.complement(named_board("triangle6"), "a1"), progress=progress)
    totals = table.totals()
    return {
        "pegs": {row.pegs: (row.F, row.W, row.L) for row in table.rows},
        "total": (totals["F"], table.half["W"], totals["L"]),
    }


@row("notes-table-2")
def _table_2(progress: Progress) -> object:
    table = level_table(Problem.complement(named_board("english"), "d4"), progress=progress)
    return {
        "pegs": {row.pegs: (row.F, row.W) for row in table.rows},
        "total": (table.totals()["F"], table.half["W"]),
    }


@row("notes-table-3-w")
def _table_3_wins(progress: Progress) -> object:
    """Through the store: a build that was interrupted goes on where it was."""
    problem = Problem.complement(named_board("wiegleb"), "e5")
    sets = WinningSets.load(problem, progress=progress)
    return {
        "pegs": {pegs: len(sets.level(pegs)) for pegs in range(43, 21, -1)},
        "total": len(sets),
    }


@row("notes-footnote-2")
def _footnote_2(progress: Progress, least: int, more_than: int) -> object:
    positions = _table_3_forward(progress, least)[least]
    return {
        "F": positions,
        "more than 2 billion": positions > more_than,
    }


@row("notes-table-3-f")
def _table_3_forward(progress: Progress, least: int) -> dict[int, int]:
    """All that can be reached, and of these what has something left to lose."""
    from pegsolitaire.engine import LevelEngine

    problem = Problem.complement(named_board("wiegleb"), "e5")
    count = ResourceCount(problem.board, tuple(map(int, _WIEGLEB_COUNT.split())))
    finish = count.of(problem.finishes[0])
    found = {}
    with scratch_folder() as aside, LevelEngine.of(problem, Budget(scratch=aside)) as engine:
        level = engine.level(problem.starts)
        for pegs in range(43, least - 1, -1):
            progress.stage(f"F of {pegs} pegs")
            level = engine.step(level, engine.jumps)
            found[pegs] = sum(
                int(np.count_nonzero(_left(count, codes) > finish))
                for codes in engine.code_batches(level)
            )
    return found


def _left(count: ResourceCount, codes: Words) -> NDArray[np.int64]:
    """What positions have of a resource count."""
    left = np.zeros(len(codes), np.int64)
    for i, weight in enumerate(count.weights):
        left += weight * ((codes >> np.uint64(i)) & np.uint64(1)).astype(np.int64)
    return left


@row("notes-table-4")
def _any_game(progress: Progress) -> object:
    sets = WinningSets.build(type_named(named_board("triangle4")).problem, progress)
    return {pegs: codes.tolist() for pegs, codes in sets.levels.items()}


@row("notes-table-5")
def _table_5(progress: Progress, indices: list[int]) -> object:
    sets = IndexedSets.make(type_named(named_board("triangle5")), progress=progress)
    table = {pegs: [sets.counts(pegs).get(index, 0) for index in indices] for pegs in range(1, 8)}
    return {
        "pegs": table,
        "by pegs": {pegs: sum(sets.counts(pegs).values()) for pegs in table},
        "by index": [sum(column) for column in zip(*table.values(), strict=True)],
        "total": len(sets),
    }


@row("notes-table-6-sum")
def _half_of_wins(progress: Progress, hole: str) -> object:
    return len(WinningSets.build(Problem.complement(named_board("english"), hole), progress))


@row("notes-table-6-dead-end")
def _dead_end(progress: Progress, hole: str, jumps: str) -> object:
    """The printed jumps may be an image of ours: then the finishes are turned as they are."""
    board = named_board("english")
    problem = Problem.complement(board, hole)
    found = dead_ends(problem, progress=progress)
    wanted = sorted(_triple(Jump.from_text(jump, board)) for jump in jumps.split())
    ends: list[str] = []
    is_one = False
    for end in found:
        for symmetry in problem.group:
            turned = sorted(
                tuple(_turned(board, symmetry.image, place) for place in _triple(jump))
                for jump in end.jumps
            )
            if turned == wanted and not is_one:
                is_one = True
                ends = sorted(
                    board.hole_text(_turned(board, symmetry.image, place))
                    for place in end.can_finish_at
                )
    return {
        "jumps": len(found[0].jumps),
        "printed is one": is_one,
        "can finish at": ends,
        "unique": len(found) == 1,
    }


def _triple(jump: Jump) -> tuple[tuple[int, int], ...]:
    return jump.start, jump.over, jump.end


def _turned(board: Board, image: tuple[int, ...], hole: tuple[int, int]) -> tuple[int, int]:
    code = apply_permutation(image, 1 << board.index(hole))
    return board.holes[code.bit_length() - 1]


@row("notes-table-7")
def _solutions(progress: Progress, hole: str) -> object:
    return count_solutions(Problem.complement(named_board("english"), hole), progress)


@row("notes-figure-11")
def _solutions_on_10_holes(progress: Progress) -> object:
    return count_solutions(_on_10_holes(), progress)


def _on_10_holes() -> Problem:
    return Problem(named_board("triangle4"), "a2", "b2")


@row("notes-table-8")
def _codes_enough(progress: Progress, board: str) -> object:
    sets = IndexedSets.make(type_named(named_board(board)), progress=progress)
    return len(sets.superset), len(sets) if any(map(len, sets.complements)) else 0


@row("notes-section-4")
def _corner_sets(progress: Progress) -> object:
    board = named_board("triangle5")
    sets = WinningSets.build(Problem.complement(board, "a1"), progress)
    return {
        pegs: sorted(Position(board, code).mincode for code in codes.tolist())
        for pegs, codes in sets.levels.items()
    }


@row("notes-section-8")
def _central_sets(progress: Progress) -> object:
    sets = WinningSets.build(Problem.complement(named_board("english"), "d4"), progress)
    ends = {}
    for pegs in (5, 14, 15, 16):
        codes = sets.level(pegs).tolist()
        ends[pegs] = (codes[:3], codes[-3:])
    return {
        "whole": {pegs: sets.level(pegs).tolist() for pegs in range(1, 5)},
        "ends": ends,
    }


# -- figures -------------------------------------------------------------------------------------


_POWERS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
# The fastest dead positions: jumps after which one peg cannot be the end, anywhere. Of the many
# of type C one that three vacancies lead to.
DEAD = (
    ("type A: d4, after 4 jumps", "d4", "d2-d4 d5-d3 b4-d4 d3-d5"),
    ("type B: c2, after 5 jumps", "c2", "e2-c2 d4-d2 b4-d4 d5-d3 f4-d4"),
    ("type C: c1, after 6 jumps", "c1", "c3-c1 e2-c2 d4-d2 d1-d3 e3-c3 f4-d4"),
)


@figure("notes-figure-1")
def _figure_1(progress: Progress) -> str:
    english, triangle = named_board("english"), named_board("triangle5")
    cross = puzzle_set("english-classics").puzzle("Latin cross").position
    shown = [
        vacant(english, "d4", "the central game"),
        Diagram(english, cross.code, edges=False, caption="cross"),
        vacant(triangle, "a1", "the corner vacancy"),
        Diagram(triangle, entry("notes-figure-1")["code"], edges=False, caption="code 8455"),
    ]
    return panel_svg(lettered(shown))


def _power(hole: int) -> str:
    return f"2{str(hole).translate(_POWERS)}"


@figure("notes-figure-2")
def _figure_2(progress: Progress) -> str:
    english, triangle = named_board("english"), named_board("triangle5")
    powers = {hole: _power(i) for i, hole in enumerate(english)}
    shown = [
        named(english, coordinates, "coordinates"),
        named(triangle, coordinates, "skew coordinates"),
        Diagram(english, labels=powers, edges=False, caption="the weight of each hole"),
    ]
    return panel_svg(lettered(shown), columns=3, size=48)


@figure("notes-figure-9")
def _figure_9(progress: Progress) -> str:
    english = named_board("english")
    types = {english.holes[i]: t.letter for t in problem_types(english) for i in t.holes}
    shown = [
        named(english, coordinates, "coordinates"),
        named(english, hole_name, "Beasley's notation"),
        labelled(english, types, "types of problem"),
    ]
    return panel_svg(shown, columns=3, size=48)


def _numbers(board: Board, vacancies: Sequence[Hole]) -> dict[Hole, str]:
    """The number of a problem at its vacancy and at the images of it."""
    numbers: dict[Hole, str] = {}
    for number, vacancy in enumerate(vacancies, 1):
        orbit = next(one for one in board.orbits if board.index(vacancy) in one)
        numbers |= {board.holes[i]: str(number) for i in orbit}
    return numbers


@figure("notes-figure-3", "notes-figure-4", "notes-figure-5")
def _by_type(progress: Progress, board: str) -> str:
    """A board a type; of the English board numbered as in table 6."""
    at, kinds = named_board(board), problem_types(named_board(board))
    vacancies = [hole for kind in kinds for hole in standard_vacancies(kind)]
    if board == "english":
        vacancies = list(map(at.hole, printed("notes-table-6-sum")))
    numbers = _numbers(at, vacancies)
    shown = [
        labelled(
            at,
            {hole: numbers[hole] for i, hole in enumerate(at) if i in kind.holes},
            f"Type {kind.letter}",
        )
        for kind in kinds
    ]
    return panel_svg(lettered(shown), columns=3)


@figure("notes-figure-6")
def _figure_6(progress: Progress) -> str:
    shown = []
    for name in ("triangle4", "triangle5", "triangle6", "truncated12"):
        board = named_board(name)
        # No complement problem of T4 can be solved: its start (0,1) is drawn instead.
        vacancies = standard_vacancies(type_named(board)) or (board.hole("a2"),)
        shown.append(
            replace(
                labelled(board, _numbers(board, vacancies), f"{len(board)} holes"),
                shaded=vacancies,
            )
        )
    return panel_svg(lettered(shown))


@figure("notes-figure-7")
def _figure_7(progress: Progress) -> str:
    board = named_board("triangle5")
    finishes = [board.holes[i] for i in feasible_finishes(board.vacancy("a4"))]
    shown = [
        replace(
            labelled(board, dict.fromkeys(finishes, "×"), "finishes from (0,3)"), shaded=["a4"]
        ),
        *(
            Diagram(board, code, shaded=["a4"], edges=False, caption=f"code {code}")
            for code in entry("notes-figure-7")["codes"]
        ),
    ]
    return panel_svg(lettered(shown), columns=3, size=34)


@figure("notes-table-4")
def _table_4(progress: Progress) -> str:
    board, table = named_board("triangle4"), printed("notes-table-4")
    most = max(map(len, table.values()))
    cells: list[Diagram | None] = []
    for codes in table.values():
        cells += [Diagram(board, code, edges=False, caption=f"code = {code}") for code in codes]
        cells += [None] * (most - len(codes))
    return panel_svg(cells, columns=most, size=22)


@figure("notes-figure-8")
def _figure_8(progress: Progress) -> str:
    board = named_board("triangle5")
    sets = IndexedSets.make(type_named(board), progress=progress)
    codes, indices = sets.levels[5], sets.indices[5]
    of_text = {one["index"]: int(code) for code, one in printed("notes-figure-8").items()}
    parts = {}
    for index, count in sets.counts(5).items():
        first = next(int(c) for c, i in zip(codes, indices, strict=True) if i == index)
        code = of_text.get(index, first)
        words = f"code {code}\nindex {index}: {count}"
        parts[index] = Diagram(board, code, edges=False, caption=words)
    # The fourth problem has no solution, so that three circles are enough.
    names = [f"{i}: {coordinates(hole)}" for i, hole in enumerate(sets.vacancies[:3], 1)]
    title = "Winning positions of triangle5 with 5 pegs, by the complement problems they occur in"
    return venn_svg(names, parts, title=title)


@figure("notes-figure-10")
def _figure_10(progress: Progress) -> str:
    shown = [
        Diagram(position.board, position.code, edges=False, caption=words)
        for (words, *_), position in zip(DEAD, dead_positions(), strict=True)
    ]
    return panel_svg(lettered(shown), columns=3)


def dead_positions() -> list[Position]:
    """The positions of figure 10."""
    found = []
    for _, vacancy, jumps in DEAD:
        position = named_board("english").vacancy(vacancy)
        for jump in jumps.split():
            position = position.play(jump)
        found.append(position)
    return found


@figure("notes-figure-11")
def _figure_11(progress: Progress) -> str:
    return SolutionGraph.of(_on_10_holes(), progress=progress).svg()
