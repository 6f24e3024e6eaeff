"""The rows and figures of Bell's "Notes on solving and playing peg solitaire on a computer"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from pegsolitaire.board import TRIANGULAR, Board, Hole, named_board
from pegsolitaire.draw import Diagram, panel_svg, venn_svg
from pegsolitaire.game import Jump, Position, Problem
from pegsolitaire.papers.parts import coordinates, labelled, lettered, third_turns
from pegsolitaire.papers.rows import entry, figure, printed, row
from pegsolitaire.reasons import dead_ends
from pegsolitaire.sets import IndexedSets, WinningSets, level_table
from pegsolitaire.sets.store import scratch_folder
from pegsolitaire.solving import SolutionGraph, count, finishes, solve, starts
from pegsolitaire.surveys import census, survey
from pegsolitaire.theory import (
    ResourceCount,
    as_type,
    feasible_finishes,
    is_degenerate,
    problem_types,
    standard_vacancies,
    svss_problems,
)
from pegsolitaire.units import counted
from pegsolitaire.work import Work


@row("notes-figure-1")
def _codes(code: int) -> object:
    board = named_board("triangle5")
    position = Position(board, code)
    return {
        "start": named_board("english").vacancy("d4").code,
        "images": sorted(board.images(position.code)),
        "mincode": position.mincode,
        "of the complement": position.complement.mincode,
    }


@row("notes-figure-3")
def _english_types() -> object:
    types = problem_types(named_board("english"))
    return {"types": len(types), "A": sorted(types[0].names)}


@row("notes-figure-4", "notes-figure-5")
def _count_types(board: str) -> object:
    return len(problem_types(named_board(board)))


@row("notes-section-3-types")
def _square_boards() -> object:
    return {name: _count_types(name) for name in printed("notes-section-3-types")}


@row("notes-figure-6")
def _triangle_types(*, work: Work) -> object:
    """Count the problem types and, up to symmetry, the solvable vacancies of three triangles."""
    types = {}
    for name in ("triangle4", "triangle5", "triangle6"):
        board = named_board(name)
        solved = {start for start, _ in _solved_problems(board, work=work)}
        orbits = {min(board.images(board.vacancy(hole).code)) for hole in solved}
        types[name] = (len(problem_types(board)), len(orbits))
    return types


def _solved_problems(board: Board, *, work: Work) -> list[tuple[Hole, Hole]]:
    """Find the solvable problems from one vacancy to one peg, without using known results."""
    surveyed = survey(board, partial(solve, facts=False), work=work)
    return [(pair.start, pair.finish) for pair in surveyed if pair.answer.solvable]


@row("notes-section-3-wiegleb", "new-english-problems")
def _count_problems(board: str) -> object:
    """Count the problems from one vacancy to one peg, up to symmetry."""
    return len(svss_problems(named_board(board)))


@row("notes-section-3-triangle4")
def _solvable_problems(*, work: Work) -> object:
    board = named_board("triangle4")
    solved = _solved_problems(board, work=work)
    return [(board.hole_text(start), board.hole_text(finish)) for start, finish in solved]


@row("notes-section-3-truncated12")
def _unsolved_of_12_holes(*, work: Work) -> object:
    board = named_board("truncated12")
    return len(svss_problems(board)) - len(_solved_problems(board, work=work))


@row("notes-section-3-cross")
def _crosses(crosses: dict[str, str], *, work: Work) -> object:
    """Check whether each cross can be solved, and whether a game can lead to it."""
    board = named_board("english")
    solvable = {}
    for key, picture in crosses.items():
        cross = board.position(picture)
        ahead, back = (
            solve(Problem.to_any(start), facts=False, work=work)
            for start in (cross, cross.complement)
        )
        solvable[key] = {
            "cross": ahead.solvable,
            "complement": back.solvable,
            "from one vacancy": back.solution is not None
            and back.solution.reversed().finish == cross,
        }
    return solvable


@row("notes-figure-7")
def _degeneracy(codes: list[int], *, work: Work) -> object:
    board = named_board("triangle5")
    sets = WinningSets.build(Problem.complement(board, "a4"), work=work)
    holes = [board.hole_text(board.holes[i]) for i in feasible_finishes(board.vacancy("a4"))]
    contained: dict[str, object] = {str(code): Position(board, code) in sets for code in codes}
    return contained | {"finishes": sorted(holes)}


@row("notes-section-5")
def _different(*, work: Work) -> object:
    board = named_board("triangle4")
    sets = WinningSets.build(as_type(board).problem, work=work)
    codes = [code for level in sets.levels.values() for code in level.tolist()]
    pairs = {frozenset({code, Position(board, code).complement.mincode}) for code in codes}
    return len(pairs)


@row("notes-section-6-first-jump")
def _two_pegs(*, work: Work) -> object:
    sets = WinningSets.build(Problem.complement("triangle5", "a1"), work=work)
    return sets.level(2).tolist()


@row("notes-section-6-vacancies")
def _indexed(reflections: list[int], *, work: Work) -> object:
    board = named_board("triangle5")
    problem_type = as_type(board)
    sets = IndexedSets.make(problem_type, work=work)
    vacancies = standard_vacancies(problem_type)
    return {
        "vacancies": vacancies,
        "degenerate": sum(is_degenerate(board, hole) for hole in vacancies),
        "reflections": {code: sets.index(Position(board, code)) for code in reflections},
        "more than any finish": len(sets) - len(sets.superset),
    }


@row("notes-figure-8")
def _example(code: int, *, work: Work) -> object:
    board = named_board("triangle5")
    position = Position(board, code)
    sets = IndexedSets.make(as_type(board), work=work)
    reached = set(starts(position))
    class_of_a1 = {board.holes[i] for i in feasible_finishes(board.vacancy("a1"))}
    return {
        "mincode": position.mincode,
        "finishes": sorted(finishes(position)),
        "starts": sorted(reached & class_of_a1),
        "index": sets.index(position),
    }


@row("notes-figure-10")
def _fastest(hole: str, *, work: Work) -> object:
    dead_end = dead_ends(Problem.to_any(named_board("english").vacancy(hole)), work=work)
    return len(dead_end[0].jumps)


@row("notes-section-7-1-triangle5")
def _first_jump(*, work: Work) -> object:
    dead_end = dead_ends(Problem.to_any(named_board("triangle5").vacancy((0, 1))), work=work)
    return [str(jump) for end in dead_end for jump in end.jumps]


@row("notes-section-7-1-wiegleb")
def _wiegleb(*, work: Work) -> object:
    """Find the length of a shortest losing sequence of jumps on Wiegleb's board."""
    problem = Problem.complement("wiegleb", "e5")
    wins = WinningSets.load(problem, work=work)
    return len(dead_ends(problem, wins=wins, work=work)[0].jumps)


@row("notes-section-3-smallest")
def _numbers_of_holes(holes: int, *, work: Work) -> object:
    return [
        boards.holes
        for boards in census(TRIANGULAR, holes, work=work)
        if any(
            len(third_turns(board)) > 1
            and len(_solved_problems(board, work=work)) == len(svss_problems(board))
            for board, _ in boards.solvable(everywhere=True)
        )
    ]


@row("notes-section-5-losing")
def _losing_by_winning(*, work: Work) -> object:
    tables = {
        name: level_table(Problem.complement(name, "a1"), work=work)
        for name in ("triangle5", "triangle6")
    }
    return {name: table.totals()["L"] > 4 * table.half["W"] for name, table in tables.items()}


@row("notes-table-1-triangle6", "notes-table-2")
def _levels(
    board: str,
    start: str,
    columns: str,
    *,
    work: Work,
) -> dict[str, Any]:
    table = level_table(Problem.complement(board, start), work=work)
    totals = table.totals() | {"W": table.half["W"]}
    return {
        "pegs": {row.pegs: [getattr(row, column) for column in columns] for row in table.rows},
        "total": [totals[column] for column in columns],
    }


@row("notes-table-1-triangle5")
def _levels_with_raw(
    board: str,
    start: str,
    columns: str,
    *,
    work: Work,
) -> object:
    levels = _levels(board=board, start=start, columns=columns, work=work)
    raw = level_table(Problem.complement(board, start), raw=True, work=work).rows
    return {
        "pegs": {row.pegs: [row.F, *levels["pegs"][row.pegs]] for row in raw},
        "total": [sum(row.F for row in raw), *levels["total"]],
    }


@row("notes-table-3-w")
def _table_3_wins(*, work: Work) -> object:
    """Count winning positions in stored winning sets, whose build can be resumed."""
    problem = Problem.complement("wiegleb", "e5")
    sets = WinningSets.load(problem, work=work)
    return {
        "pegs": {pegs: len(sets.level(pegs)) for pegs in range(43, 21, -1)},
        "total": len(sets),
    }


@row("notes-footnote-2")
def _footnote_2(least: int, more_than: int, *, work: Work) -> object:
    count = entry("notes-table-3-f")["count"]
    positions = _table_3_forward(least=least, count=count, work=work)[least]
    return {
        "F": positions,
        "more than 2 billion": positions > more_than,
    }


@row("notes-table-3-f")
def _table_3_forward(least: int, count: str, *, work: Work) -> dict[int, int]:
    """Count the reachable positions that a resource count does not exclude, by number of pegs."""
    from pegsolitaire.engine import LevelEngine, play_levels

    problem = Problem.complement("wiegleb", "e5")
    resource = ResourceCount(problem.board, tuple(map(int, count.split())))
    finish = resource.of(problem.finishes[0])
    with scratch_folder() as aside, LevelEngine.of(problem, work=Work(scratch=aside)) as engine:
        jumps = engine.jumps_above(resource, finish)
        levels = play_levels(engine, problem.starts, least, jumps=jumps, work=work)
        return {pegs: len(level) for pegs, level in levels if pegs < problem.start_pegs}


@row("notes-table-4")
def _any_game(*, work: Work) -> object:
    sets = WinningSets.build(as_type(named_board("triangle4")).problem, work=work)
    return {pegs: codes.tolist() for pegs, codes in sets.levels.items()}


@row("notes-table-5")
def _table_5(indices: list[int], *, work: Work) -> object:
    sets = IndexedSets.make(as_type(named_board("triangle5")), work=work)
    table = {pegs: [sets.counts(pegs).get(index, 0) for index in indices] for pegs in range(1, 8)}
    return {
        "pegs": table,
        "by pegs": {pegs: sum(sets.counts(pegs).values()) for pegs in table},
        "by index": [sum(column) for column in zip(*table.values(), strict=True)],
        "total": len(sets),
    }


@row("notes-table-6-sum")
def _half_of_wins(hole: str, *, work: Work) -> object:
    return len(WinningSets.build(Problem.complement("english", hole), work=work))


@row("notes-table-6-dead-end")
def _dead_end(hole: str, jumps: str, *, work: Work) -> object:
    """Compare a dead end with the printed jumps, up to the symmetries of the problem."""
    board = named_board("english")
    problem = Problem.complement(board, hole)
    dead_end = dead_ends(problem, work=work)
    number = {Jump.of(board, jump): i for i, jump in enumerate(board.jumps)}
    wanted = sorted(number[Jump.from_text(jump, board)] for jump in jumps.split())
    ends = (
        [board.holes[symmetry.image[board.bit(hole)]] for hole in end.can_finish_at]
        for end in dead_end
        for symmetry in problem.group
        if sorted(board.jump_images(symmetry)[number[jump]] for jump in end.jumps) == wanted
    )
    printed_end = next(ends, None)
    return {
        "jumps": len(dead_end[0].jumps),
        "printed is one": printed_end is not None,
        "can finish at": sorted(map(board.hole_text, printed_end or [])),
        "unique": len(dead_end) == 1,
    }


@row("notes-table-7", "notes-figure-11", "puzzles-figure-12")
def _solutions(
    board: str,
    hole: str,
    finish: str | None = None,
    *,
    work: Work,
) -> object:
    return count(Problem(board, hole, finish or hole), work=work)


@row("notes-table-8")
def _codes_enough(board: str, *, work: Work) -> object:
    sets = IndexedSets.make(as_type(named_board(board)), work=work)
    return len(sets.superset), len(sets) if any(map(len, sets.complements)) else 0


@row("notes-section-4")
def _corner_sets(*, work: Work) -> object:
    board = named_board("triangle5")
    sets = WinningSets.build(Problem.complement(board, "a1"), work=work)
    return {
        pegs: sorted(Position(board, code).mincode for code in codes.tolist())
        for pegs, codes in sets.levels.items()
    }


@row("notes-section-8")
def _central_sets(*, work: Work) -> object:
    sets = WinningSets.build(Problem.complement("english", "d4"), work=work)
    ends = {}
    for pegs in (5, 14, 15, 16):
        codes = sets.level(pegs).tolist()
        ends[pegs] = (codes[:3], codes[-3:])
    return {
        "whole": {pegs: sets.level(pegs).tolist() for pegs in range(1, 5)},
        "ends": ends,
    }


# -- figures -------------------------------------------------------------------------------------


def _numbers(board: Board, vacancies: Sequence[Hole]) -> dict[Hole, str]:
    """Label each vacancy and its images with the number of the problem."""
    numbers: dict[Hole, str] = {}
    for number, vacancy in enumerate(vacancies, 1):
        orbit = next(orbit for orbit in board.orbits if board.bit(vacancy) in orbit)
        numbers |= {board.holes[i]: str(number) for i in orbit}
    return numbers


@figure("notes-figure-3", "notes-figure-4", "notes-figure-5")
def _by_type(board: str) -> str:
    """Draw one board for each problem type, numbered on the English board as in table 6."""
    at, kinds = named_board(board), problem_types(named_board(board))
    vacancies = [hole for kind in kinds for hole in standard_vacancies(kind)]
    if board == "english":
        vacancies = list(map(at.hole, printed("notes-table-6-sum", "hole")))
    numbers = _numbers(at, vacancies)
    shown = [
        labelled(
            at,
            {hole: numbers[hole] for i, hole in enumerate(at) if i in kind.bits},
            f"Type {kind.letter}",
        )
        for kind in kinds
    ]
    return panel_svg(lettered(shown), columns=3)


@figure("notes-figure-6")
def _figure_6() -> str:
    shown = []
    for name in ("triangle4", "triangle5", "triangle6", "truncated12"):
        board = named_board(name)
        # No complement problem of T4 can be solved, so its start (0,1) is drawn instead.
        vacancies = standard_vacancies(as_type(board)) or (board.hole("a2"),)
        shown.append(
            replace(
                labelled(board, _numbers(board, vacancies), counted(len(board), "hole")),
                shaded=vacancies,
            )
        )
    return panel_svg(lettered(shown))


@figure("notes-table-4")
def _table_4() -> str:
    board, table = named_board("triangle4"), printed("notes-table-4")
    most = max(map(len, table.values()))
    cells: list[Diagram | None] = []
    for codes in table.values():
        cells += [Diagram(board, code, edges=False, caption=f"code = {code}") for code in codes]
        cells += [None] * (most - len(codes))
    return panel_svg(cells, columns=most, size=22)


@figure("notes-figure-8")
def _figure_8(*, work: Work) -> str:
    board = named_board("triangle5")
    sets = IndexedSets.make(as_type(board), work=work)
    codes, indices = sets.levels[5], sets.indices[5]
    of_text = {figure["index"]: code for code, figure in printed("notes-figure-8", "code").items()}
    parts = {}
    for index, number in sets.counts(5).items():
        first = next(int(c) for c, i in zip(codes, indices, strict=True) if i == index)
        code = of_text.get(index, first)
        words = f"code {code}\nindex {index}: {number}"
        parts[index] = Diagram(board, code, edges=False, caption=words)
    # The fourth problem has no solution, so three circles are enough.
    names = [f"{i}: {coordinates(hole)}" for i, hole in enumerate(sets.vacancies[:3], 1)]
    title = "Winning positions of triangle5 with 5 pegs, by the complement problems they occur in"
    return venn_svg(names, parts, title=title)


@figure("notes-figure-11")
def _figure_11(*, work: Work) -> str:
    return SolutionGraph.of(Problem("triangle4", "a2", "b2"), work=work).svg()
