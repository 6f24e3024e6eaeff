"""Rows: Bell's Solving triangular peg solitaire, section 3 and the appendices."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pegsolitaire import triangular
from pegsolitaire.analysis import search_core, solve
from pegsolitaire.board import TRIANGULAR, Board, Hole, named_board, triangle
from pegsolitaire.data import published_solutions
from pegsolitaire.game import Problem, Solution
from pegsolitaire.progress import Progress
from pegsolitaire.reproduce.published import ours
from pegsolitaire.reproduce.published import triangular as printed
from pegsolitaire.reproduce.row import Row
from pegsolitaire.theory import Removal

_SEARCHED = 7  # the side up to which each pair of Table 3 is searched; side 8 takes half a minute
_TRAPEZOID = "a4 b4 c4 a5 b5 c5 d5 a6 b6 c6 d6 e6"


def rows() -> Iterator[Row]:
    """All of them."""
    yield from _purges()
    yield from _table_3()
    yield from _appendices()


# -- sections 3.1 to 3.3 ------------------------------------------------------------------------


def _purges() -> Iterator[Row]:
    yield Row(
        name="triangular-figure-5",
        source="Triangular, figures 5 and 6, appendix B.1",
        title="the printed trapezoid purges, replayed: jumps, and that they restore the catalyst",
        published=dict.fromkeys(printed.TRAPEZOID_PURGES, 12),
        compute=_trapezoids,
        command="pegs reproduce --only triangular-figure-5",
        replayed="the printed moves",
    )
    yield Row(
        name="triangular-figure-7",
        source="Triangular, figure 7",
        title="the bottom rows of side 10, replayed: jumps, moves, pegs that each purge takes by "
        "the jumps that the text counts, and whether it ends like figure 6 after its first jump",
        published={
            "jumps": 16, "moves": 11, "as figure 6": True,
            **{name: pegs for name, (_, pegs) in printed.FIGURE_7_PURGES.items()},
        },
        compute=_figure_7,
        command="pegs reproduce --only triangular-figure-7",
        replayed="stored purges",
    )  # fmt: skip
    yield Row(
        name="triangular-figure-8",
        source="Triangular, figure 8",
        title="side 20 from g10: jumps, and purges around the core",
        published={"jumps": 208, "purges": 29},
        compute=_figure_8,
        command="pegs triangle 20 g10",
        replayed="stored cores and openings (data/constructions)",
        ours={"jumps": 208, "purges": 24},
        right="both",
        why="Around a core of side 8 there are 24; around one of side 5, as in the figure, 29.",
    )


def _trapezoids(progress: Progress) -> object:
    """A removal is replayed when it is made, and what does not restore the catalyst is refused."""
    found = {}
    for empty, moves in printed.TRAPEZOID_PURGES.items():
        pegs = " ".join(hole for hole in printed.TRAPEZOID_PURGES if hole != empty)
        purge = Removal.from_text("trapezoid", _TRAPEZOID, pegs, empty, moves, "triangular")
        found[empty] = len(purge.jumps)
    return found


def _figure_7(progress: Progress) -> object:
    """What a purge takes is what its jumps, wherever they are made, change together."""
    game = Solution.from_moves(
        bottom_rows(side=10, rows=4).vacancy("c7"), ours.FIGURE_7.split(", ")
    )
    changed = {}
    for name, (numbers, _) in printed.FIGURE_7_PURGES.items():
        holes: frozenset[Hole] = frozenset()
        for number in numbers:
            jump = game.jumps[number - 1]
            holes ^= {jump.start, jump.over, jump.end}
        changed[name] = holes
    taken = frozenset[Hole]().union(*changed.values())
    trapezoid = set(game.start.after(game.jumps[0])) - taken
    return {
        "jumps": len(game.jumps),
        "moves": len(game.moves),
        "as figure 6": set(game.finish) == trapezoid,
        **{name: len(holes) for name, holes in changed.items()},
    }


def bottom_rows(*, side: int, rows: int) -> Board:
    """The last rows of a triangle as a board of their own."""
    holes = [(x, y) for y in range(side - rows, side) for x in range(y + 1)]
    return Board(holes, TRIANGULAR, name=f"last {rows} rows of triangle{side}")


def _figure_8(progress: Progress) -> object:
    found = triangular.solve(20, (6, 9))
    return {"jumps": len(found.jumps), "purges": len(found.purges)}


def _table_3() -> Iterator[Row]:
    for side, feasible in printed.TABLE_3_FEASIBLE.items():
        yield Row(
            name=f"triangular-table-3-side-{side}",
            source="Triangular, Table 3 and its formulas (A130515, A130516)",
            title=f"feasible pairs of side {side}, by list and by formula; the solvable ones, "
            f"{'searched one by one' if side <= _SEARCHED else 'solved one by one and replayed'}",
            published={
                "distinct": feasible,
                "formula": feasible,
                "solvable": printed.TABLE_3_SOLVABLE.get(side, feasible),
            },
            compute=partial(_pairs, side),
            command=f"pegs show triangle{side} --problems"
            if side != 3  # whose own class allows fewer pairs than the list and the formula say
            else f"pegs reproduce --only triangular-table-3-side-{side}",
            replayed="" if side <= _SEARCHED else "stored cores and openings (data/constructions)",
        )


def _pairs(side: int, progress: Progress) -> object:
    pairs = triangular.feasible_pairs(side)
    return {
        "distinct": len(pairs),
        "formula": triangular.count_feasible_pairs(side),
        "solvable": sum(_is_solved(side, *pair) for pair in pairs),
    }


def _is_solved(side: int, start: Hole, finish: Hole) -> bool:
    """By a search of its own up to side 8; by construction, replayed, past that."""
    if side > _SEARCHED:
        return bool(triangular.solve(side, start, finish, search_core))
    return bool(solve(Problem.single(triangle(side), start, finish), facts=False))


# -- appendices ---------------------------------------------------------------------------------


def _appendices() -> Iterator[Row]:
    yield Row(
        name="triangular-appendix-a",
        source="Triangular, appendix A",
        title="the images of the pair (a2, b4) on 15 holes",
        published=printed.APPENDIX_A_PAIRS,
        compute=_images,
        command="pegs reproduce --only triangular-appendix-a",
    )
    for side, vacancy, finish, moves in printed.APPENDIX_B2_COUNTS:
        yield Row(
            name=f"triangular-appendix-b2-side-{side}-{vacancy}",
            source="Triangular, appendix B.2, figures 12 to 14",
            title=f"the printed solution of side {side} from {vacancy}, replayed: finish, moves",
            published={"finish": finish} | ({} if moves is None else {"moves": moves}),
            compute=partial(_replayed, side, vacancy, moves is not None),
            command=f"pegs facts triangle{side} --moves",
            replayed="the printed moves (data/boards)",
        )
    yield Row(
        name="triangular-appendix-b2-a120422",
        source="Triangular, appendix B.2 (A120422)",
        title="the first solution on 15 holes as numbers of holes",
        published=printed.A120422,
        compute=lambda _: _printed_solution(5, "a1").hole_numbers,
        command="pegs facts triangle5 --moves --coordinates numbers",
        replayed="the printed moves (data/boards)",
    )


def _images(progress: Progress) -> object:
    board = named_board("triangle5")

    def turned(image: tuple[int, ...], name: str) -> str:
        return board.hole_text(board.holes[image[board.index(name)]])

    return {(turned(s.image, "a2"), turned(s.image, "b4")) for s in board.symmetries}


def _printed_solution(side: int, vacancy: str) -> Solution:
    board = triangle(side)
    return next(
        one.solution
        for one in published_solutions(board)
        if one.source.endswith("appendix B.2") and one.solution.start == board.vacancy(vacancy)
    )


def _replayed(side: int, vacancy: str, is_counted: bool, progress: Progress) -> object:
    """Its moves where the paper counts them: of T5 from a4 it does not."""
    line = _printed_solution(side, vacancy)
    [finish] = line.finish
    ends: dict[str, object] = {"finish": line.start.board.hole_text(finish)}
    return ends | ({"moves": len(line.moves)} if is_counted else {})
