"""Rows: what the text and the figures of Bell's Notes say beside its tables."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pegsolitaire.analysis import count_solutions, dead_ends, finishes, solve, starts
from pegsolitaire.board import Board, Hole, named_board
from pegsolitaire.game import Position, Problem
from pegsolitaire.progress import Progress
from pegsolitaire.reproduce.published import notes as printed
from pegsolitaire.reproduce.row import Cost, Row
from pegsolitaire.sets import IndexedSets, WinningSets
from pegsolitaire.theory import (
    any_finish,
    feasible_finishes,
    problem_types,
    standard_vacancies,
    svss_problems,
    type_named,
)

#: The boards that section 3 draws, and some of ours on a square lattice.
_SQUARE_BOARDS = (
    "english", "wiegleb", "square6", "french", "diamond", "square4", "rectangle4x5",
    "semi-wiegleb", "rectangle3x4",
)  # fmt: skip
_TYPES_HERE = (3, 3, 3, 1, 1, 1, 2, 4, 4)

#: Section 7.1 and figure 10: jumps to the fastest dead position from a vacancy.
_FASTEST = {"d4": 4, "d1": 4, "c3": 6, "c2": 5, "d3": 6, "d2": 6, "c1": 6}


def rows() -> Iterator[Row]:
    """All of them."""
    yield from _codes()
    yield from _types()
    yield from _problems()
    yield from _degeneracy()
    yield from _by_index()
    yield from _dead_positions()
    yield Row(
        name="notes-figure-11",
        source="Notes, figure 11 and section 7.2",
        title="solutions on 10 holes from (0,1) to (1,1)",
        published=printed.TRIANGLE4_SOLUTIONS,
        compute=lambda progress: count_solutions(
            Problem.single(named_board("triangle4"), "a2", "b2"), progress
        ),
        command="pegs count triangle4 a2 --finish b2",
    )


def _codes() -> Iterator[Row]:
    yield Row(
        name="notes-figure-1",
        source="Notes, section 2 and figure 1",
        title="codes: of the central game's start; of figure 1d, its images and complement",
        published={
            "start": 2**33 - 2**16 - 1,
            "images": printed.FIGURE_1D_ORBIT,
            "mincode": printed.FIGURE_1D_MINCODE,
            "of the complement": printed.FIGURE_1D_COMPLEMENT_MINCODE,
        },
        compute=_figure_1,
        command="pegs reproduce --only notes-figure-1",
    )


def _figure_1(progress: Progress) -> object:
    board = named_board("triangle5")
    position = Position(board, printed.FIGURE_1D_CODE)
    return {
        "start": named_board("english").vacancy("d4").code,
        "images": sorted(board.images(position.code)),
        "mincode": position.mincode,
        "of the complement": position.complement.mincode,
    }


# -- problems and their types -------------------------------------------------------------------


def _types() -> Iterator[Row]:
    yield Row(
        name="notes-figure-3",
        source="Notes, figures 3 and 9",
        title="the problem types of the 33-hole board: how many, the holes of type A",
        published={"types": 3, "A": ["a4", "d1", "d4", "d7", "g4"]},
        compute=_english_types,
        command="pegs show english --problems",
    )
    for number, name in ((4, "wiegleb"), (5, "square6")):
        yield Row(
            name=f"notes-figure-{number}",
            source=f"Notes, figure {number}",
            title=f"problem types of {name}",
            published=3,
            compute=partial(_count_types, name),
            command="pegs boards",
        )
    yield Row(
        name="notes-figure-6",
        source="Notes, figure 6",
        title="triangles of 10, 15 and 21 holes: types, and vacancies that can be solved to one "
        "peg, up to symmetry",
        published={"triangle4": (1, 1), "triangle5": (1, 4), "triangle6": (1, 5)},
        compute=_triangle_types,
        command="pegs show triangle4 --problems; pegs show triangle5 --problems; "
        "pegs show triangle6 --problems",
    )
    yield Row(
        name="notes-section-3-types",
        source="Notes, section 3",
        title="problem types of boards on a square lattice",
        published=dict.fromkeys(_SQUARE_BOARDS, 3),
        compute=lambda _: {name: len(problem_types(named_board(name))) for name in _SQUARE_BOARDS},
        command="pegs boards",
        ours=dict(zip(_SQUARE_BOARDS, _TYPES_HERE, strict=True)),
        right="ours",
        why="The paper says three of any square-lattice board; three need a null-class board with "
        "all eight symmetries.",
    )


def _english_types(progress: Progress) -> object:
    types = problem_types(named_board("english"))
    return {"types": len(types), "A": sorted(types[0].names)}


def _count_types(name: str, progress: Progress) -> object:
    return len(problem_types(named_board(name)))


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
    return [
        (start, finish)
        for start, finish in svss_problems(board)
        if solve(Problem.single(board, start, finish), facts=False, progress=progress).solvable
    ]


def _problems() -> Iterator[Row]:
    yield Row(
        name="notes-section-3-wiegleb",
        source="Notes, section 3",
        title="single vacancy to single survivor problems of Wiegleb's board, up to symmetry",
        published=printed.SVSS_WIEGLEB,
        compute=lambda _: len(list(svss_problems(named_board("wiegleb")))),
        command="pegs show wiegleb --problems",
    )
    yield Row(
        name="notes-section-3-triangle4",
        source="Notes, section 3",
        title="the only problem on 10 holes that has a solution",
        published=[("a2", "b2")],
        compute=partial(_solvable_problems, "triangle4"),
        command="pegs show triangle4 --problems",
    )
    yield Row(
        name="notes-section-3-truncated12",
        source="Notes, section 3",
        title="problems without a solution on the 12-hole truncated triangle",
        published=0,
        compute=_unsolved_of_12_holes,
        command="pegs show truncated12 --problems",
    )
    as_printed = {"cross": True, "complement": False, "from one vacancy": False}
    yield Row(
        name="notes-section-3-cross",
        source="Notes, sections 3 and 9, figure 1b",
        title="whether a cross and its complement can be solved to one peg, and whether the cross "
        "comes up in a game from one vacancy to one peg",
        published={"Latin cross, figure 1b": as_printed, "Greek cross": as_printed},
        compute=_crosses,
        command=f"pegs solve english code:{printed.LATIN_CROSS_COMPLEMENT} --finish g4",
        ours={
            "Latin cross, figure 1b": dict.fromkeys(as_printed, True),
            "Greek cross": as_printed,
        },
        right="ours",
        why="The complement of the Latin cross, which figure 1b shows, comes down to one peg at "
        "g4 in 26 jumps, so that the cross comes up in games from g4 to d4. What the paper says "
        "of it holds for the Greek cross.",
    )


def _solvable_problems(name: str, progress: Progress) -> object:
    board = named_board(name)
    solved = solved_problems(board, progress)
    return [(board.hole_text(start), board.hole_text(finish)) for start, finish in solved]


def _unsolved_of_12_holes(progress: Progress) -> object:
    board = named_board("truncated12")
    return len(list(svss_problems(board))) - len(solved_problems(board, progress))


def _crosses(progress: Progress) -> object:
    """A solution of the complement, played backward, leads from a vacancy to the cross."""
    board = named_board("english")
    found = {}
    for key, picture in printed.CROSSES.items():
        cross = board.position(picture)
        ahead, back = (
            solve(any_finish(one), facts=False, progress=progress)
            for one in (cross, cross.complement)
        )
        found[key] = {
            "cross": ahead.solvable,
            "complement": back.solvable,
            "from one vacancy": back.solution is not None
            and back.solution.reversed().finish == cross,
        }
    return found


# -- one complement problem and another ---------------------------------------------------------


def _degeneracy() -> Iterator[Row]:
    yield Row(
        name="notes-figure-7",
        source="Notes, section 4.1 and figure 7",
        title="whether (0,3) can be the finish from codes 28 and 50; the finishes of (0,3)",
        published={
            "28": False,
            "50": True,
            "finishes": ["a1", "a4", "b3", "c5", "d4"],
        },
        compute=_figure_7,
        command="pegs check triangle5 a4 --position code:28; "
        "pegs check triangle5 a4 --position code:50; pegs show triangle5 a4",
    )
    yield Row(
        name="notes-section-5",
        source="Notes, section 5",
        title="positions in solutions on 10 holes that are different, complements too",
        published=10,
        compute=_different,
        command="pegs reproduce --only notes-section-5",
    )
    yield Row(
        name="notes-section-6-first-jump",
        source="Notes, section 6",
        title="W of two pegs of the (0,0) complement",
        published=[10],
        compute=lambda progress: WinningSets.build(
            Problem.complement(named_board("triangle5"), "a1"), progress
        ).level(2).tolist(),
        command="pegs winning triangle5 a1 --export text",
    )  # fmt: skip


def _figure_7(progress: Progress) -> object:
    board = named_board("triangle5")
    sets = WinningSets.build(Problem.complement(board, "a4"), progress)
    dead, winning = printed.SECTION_4_1_CODES
    holes = [board.hole_text(board.holes[i]) for i in feasible_finishes(board.vacancy("a4"))]
    return {
        str(dead): Position(board, dead) in sets,
        str(winning): Position(board, winning) in sets,
        "finishes": sorted(holes),
    }


def _different(progress: Progress) -> object:
    board = named_board("triangle4")
    sets = WinningSets.build(type_named(board).problem, progress)
    codes = [code for level in sets.levels.values() for code in level.tolist()]
    pairs = {frozenset({code, Position(board, code).complement.mincode}) for code in codes}
    return len(pairs)


# -- section 6 ----------------------------------------------------------------------------------


def _by_index() -> Iterator[Row]:
    yield Row(
        name="notes-section-6-vacancies",
        source="Notes, section 6",
        title="the vacancies of 15 holes by their numbers, and reflections that are both stored",
        published={
            "vacancies": printed.TRIANGLE5_VACANCIES,
            "degenerate": printed.TRIANGLE5_DEGENERATE,
            "reflections": dict.fromkeys(
                printed.SECTION_6_REFLECTIONS, printed.SECTION_6_REFLECTIONS_INDEX
            ),
            "more than any finish": 10,
        },
        compute=_indexed,
        command="pegs reproduce --only notes-section-6-vacancies",
    )
    for code, (least, ends, begins, index) in printed.SECTION_6_EXAMPLES.items():
        published = {"mincode": least, "finishes": sorted(ends), "starts": sorted(begins)}
        yield Row(
            name=f"notes-figure-8-{code}",
            source="Notes, section 6 and figure 8",
            title=f"code {code}: where it finishes, what vacancies reach it, its index",
            published={**published, "index": index},
            compute=partial(_example, code),
            command=f"pegs check triangle5 any --position code:{code} --coordinates xy; "
            f"pegs show triangle5 code:{code}",
            ours={**published, "starts": sorted([*begins, (3, 3)]), "index": index}
            if code == 115
            else None,
            right="ours" if code == 115 else None,
            why="All games backward and forward: it is reached from (3,3) too; its index, 6, is "
            "as printed."
            if code == 115
            else "",
        )


def _indexed(progress: Progress) -> object:
    board = named_board("triangle5")
    problem_type = type_named(board)
    sets = IndexedSets.make(problem_type, progress=progress)
    vacancies = standard_vacancies(problem_type)
    return {
        "vacancies": vacancies,
        "degenerate": sum(_is_degenerate(hole) for hole in vacancies),
        "reflections": {
            code: sets.index(Position(board, code)) for code in printed.SECTION_6_REFLECTIONS
        },
        "more than any finish": len(sets) - len(sets.superset),
    }


def _is_degenerate(hole: tuple[int, int]) -> bool:
    """An image of the hole, other than it, is of its own class."""
    board = named_board("triangle5")
    images = {code.bit_length() - 1 for code in board.images(1 << board.index(hole))}
    return len(images & set(feasible_finishes(board.vacancy(hole)))) > 1


def _example(code: int, progress: Progress) -> object:
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


# -- section 7.1 --------------------------------------------------------------------------------


def _dead_positions() -> Iterator[Row]:
    for hole, jumps in _FASTEST.items():
        cost: Cost = "quick" if hole == "d4" else "whole"
        yield Row(
            name=f"notes-figure-10-{hole}",
            source="Notes, section 7.1 and figure 10",
            title=f"the fewest jumps from {hole} to where no one-peg finish is left",
            published=jumps,
            compute=partial(_fastest, "english", hole),
            command=f"pegs dead-ends english {hole} --finish any",
            cost=cost,
        )
    yield Row(
        name="notes-section-7-1-triangle5",
        source="Notes, section 7.1, footnote 6",
        title="the jump that loses the 15-hole board at once, from (0,1)",
        published=["c4-a2"],
        compute=_first_jump,
        command="pegs dead-ends triangle5 a2 --finish any",
    )
    yield Row(
        name="notes-section-7-1-wiegleb",
        source="Notes, section 7.1",
        title="the fewest jumps after which Wiegleb's central game is lost",
        published=3,
        compute=_wiegleb,
        command="pegs dead-ends wiegleb e5",
        cost="large",
    )


def _fastest(name: str, hole: str, progress: Progress) -> object:
    found = dead_ends(any_finish(named_board(name).vacancy(hole)), progress=progress)
    return len(found[0].jumps)


def _first_jump(progress: Progress) -> object:
    found = dead_ends(any_finish(named_board("triangle5").vacancy((0, 1))), progress=progress)
    return [str(jump) for end in found for jump in end.jumps]


def _wiegleb(progress: Progress) -> object:
    """Out of the stored winning sets, or as they are built."""
    problem = Problem.complement(named_board("wiegleb"), "e5")
    wins = WinningSets.load(problem, progress=progress)
    return len(dead_ends(problem, wins=wins, progress=progress)[0].jumps)
