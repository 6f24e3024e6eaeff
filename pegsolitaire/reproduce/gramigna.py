"""Rows: Gramigna's Peg solitaire: a study on board difficulty.

His tables count wins of simulated games, so a count is the same as ours when it lies within four
standard deviations of what the exact chance lets one expect of as many games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from math import floor
from typing import Any

from pegsolitaire.board import named_board
from pegsolitaire.chance import exact_play, player_named
from pegsolitaire.data import published_solutions
from pegsolitaire.errors import NotationError, ProblemError
from pegsolitaire.game import Position
from pegsolitaire.progress import Progress
from pegsolitaire.reproduce.published import gramigna as printed
from pegsolitaire.reproduce.row import Cost, Row
from pegsolitaire.theory import (
    Removal,
    ResourceCount,
    any_finish,
    feasible_finishes,
    removals,
    sax_count,
)

_ENGLISH_HERE = {"c3": 6739.7, "d2": 133.6}
_ENGLISH_WHY = {
    "c3": "The exact chance is 10.5 standard errors off; our own 100 million games won 6,610.",
    "d2": "The exact chance is 6.3 standard errors off; our own 100 million games won 148.",
}
_SIX = ("c1 c2 d1 d2 e1 e2", "d3", "b3 c3", "c1-c3 d3-b3 e1-c1 e2-c2 c1-c3 b3-d3")
_L = ("e4 e5 e6 e7 d7 c7", "d5", "f5")
_L_JUMPS = "d5-f5 e7-e5 e4-e6 {} e7-e5 f5-d5"


def rows() -> Iterator[Row]:
    """All of them."""
    yield from _french_and_english()
    yield from _triangles()
    yield from _sax()
    yield from _trials()
    yield from _comparisons()
    yield from _removals()
    yield from _solutions()


def _french_and_english() -> Iterator[Row]:
    for hole, wins in printed.GRAMIGNA_FRENCH.items():
        yield Row(
            name=f"gramigna-table-1-{hole}",
            source="Gramigna, Table 1",
            title=f"French from {hole}: wins of 100 million games; expected",
            published=wins,
            compute=partial(_expected, "french", hole, "any"),
            command=f"pegs random french {hole}",
            cost="large",
            games=printed.GRAMIGNA_GAMES,
        )
    yield Row(
        name="gramigna-figure-6",
        source="Gramigna, figures 6 and 7",
        title="vacancies up to symmetry that the class allows, French and English",
        published={"french": 3, "english": 7},
        compute=_vacancies,
        command="pegs show french --problems; pegs show english --problems",
    )
    for hole, wins in printed.GRAMIGNA_ENGLISH.items():
        yield Row(
            name=f"gramigna-table-2-{hole}",
            source="Gramigna, Table 2",
            title=f"English from {hole}: wins of 100 million games; expected",
            published=wins,
            compute=partial(_expected, "english", hole, "any"),
            command=f"pegs random english {hole} --finish any",
            cost="quick" if hole == "d4" else "whole",
            ours=_ENGLISH_HERE.get(hole),
            right="ours" if hole in _ENGLISH_WHY else None,
            why=_ENGLISH_WHY.get(hole, ""),
            games=printed.GRAMIGNA_GAMES,
        )


def _expected(name: str, hole: str, player: str, progress: Progress) -> object:
    """Wins to be expected of 100 million games, from the exact chance."""
    problem = any_finish(named_board(name).vacancy(hole))
    who = player_named(player, problem)
    odds = exact_play(problem, who, by_hole=False, progress=progress)
    return round(float(odds.win_probability) * printed.GRAMIGNA_GAMES, 1)


def _vacancies(progress: Progress) -> object:
    found = {}
    for name in ("french", "english"):
        board = named_board(name)
        first = [board.vacancy(board.holes[orbit[0]]) for orbit in board.orbits]
        found[name] = sum(bool(feasible_finishes(start)) for start in first)
    return found


def _triangles() -> Iterator[Row]:
    costs: dict[str, Cost] = {"triangle7": "whole", "triangle8": "large"}
    for (name, hole), wins in printed.GRAMIGNA_TRIANGLES.items():
        yield Row(
            name=f"gramigna-table-3-{name}-{hole}",
            source="Gramigna, Table 3",
            title=f"{name} from {hole}: wins of 100 million games; expected",
            published=wins,
            compute=partial(_expected, name, hole, "any"),
            command=f"pegs random {name} {hole} --finish any",
            cost=costs.get(name, "quick"),
            games=printed.GRAMIGNA_GAMES,
        )


def _sax() -> Iterator[Row]:
    for hole, wins in printed.GRAMIGNA_SAX.items():
        yield Row(
            name=f"gramigna-table-4-{hole}",
            source="Gramigna, Table 4",
            title=f"triangle5 from {hole}, keeping the SAX count: wins; expected",
            published=wins,
            compute=partial(_expected, "triangle5", hole, "sax-steady"),
            command=f"pegs random triangle5 {hole} --finish any --player sax-steady",
            games=printed.GRAMIGNA_GAMES,
        )
    yield Row(
        name="gramigna-corollary",
        source="Gramigna, section 4 and its corollary",
        title="SAX counts: the least of a lone peg, the most of a vacancy that can be solved, "
        "vacancies with that",
        published={"least": -1, "most": 1, "with the most": ["a1", "a3"]},
        compute=_sax_counts,
        command="pegs reproduce --only gramigna-corollary",
    )


def _sax_counts(progress: Progress) -> object:
    """Up to symmetry; a3 and c5 are images of one another."""
    board = named_board("triangle5")
    vacancies = {hole: sax_count(board.vacancy(hole)) for hole in ("a1", "a2", "a3", "b3")}
    most = max(vacancies.values())
    return {
        "least": min(sax_count(board.single(hole)) for hole in board.holes),
        "most": most,
        "with the most": [hole for hole, count in vacancies.items() if count == most],
    }


def _trials() -> Iterator[Row]:
    yield Row(
        name="gramigna-expected-trials",
        source="Gramigna, Tables 1 to 4, Expected Trials until Win",
        title="100 million games divided by the wins that are printed; and what gives all cells",
        published={"how": "floor", "trials": printed.GRAMIGNA_TRIALS},
        compute=_expected_trials,
        command="pegs reproduce --only gramigna-expected-trials",
        ours={"how": "rounding", "trials": printed.GRAMIGNA_TRIALS},
        right="ours",
        why="Below Table 1 the column is said to be the floor. Every cell is the quotient rounded "
        "to the nearest number: 100 million games with 13 wins are 7,692,307.7, printed as "
        "7,692,308.",
    )


def _expected_trials(progress: Progress) -> object:
    """By both ways to come to a whole number; the one that is printed, or the rounded one."""
    wins: dict[str, Mapping[Any, int]] = {
        "table 1": printed.GRAMIGNA_FRENCH,
        "table 2": printed.GRAMIGNA_ENGLISH,
        "table 3": printed.GRAMIGNA_TRIANGLES,
        "table 4": printed.GRAMIGNA_SAX,
    }
    ways = {
        how: {
            table: {key: whole(Fraction(printed.GRAMIGNA_GAMES, won)) for key, won in row.items()}
            for table, row in wins.items()
        }
        for how, whole in (("floor", floor), ("rounding", round))
    }
    how = next((how for how in ways if ways[how] == printed.GRAMIGNA_TRIALS), "rounding")
    return {"how": how, "trials": ways[how]}


def _comparisons() -> Iterator[Row]:
    yield Row(
        name="gramigna-section-2-spaces",
        source="Gramigna, section 2",
        title="spaces of the English, French and triangular board of 7, 7 and 5 rows",
        published={"english": 33, "french": 37, "triangle5": 21},
        compute=lambda _: {
            name: len(named_board(name)) for name in ("english", "french", "triangle5")
        },
        command="pegs boards",
        ours={"english": 33, "french": 37, "triangle5": 15},
        right="ours",
        why="A triangle of 5 rows has 15 spaces; 21 are those of 6 rows.",
    )
    yield Row(
        name="gramigna-section-3-2-times",
        source="Gramigna, section 3.2",
        title="how many times likelier an English game from c1 is won than one from d1",
        published=500,
        compute=partial(_times, "c1", -1),
        command="pegs random english --all --finish any",
        cost="whole",
        ours=230,
        right="ours",
        why="614 wins by 1 were counted; of 100 million games 614.0 and 2.70 wins are to be "
        "expected, by the exact chances, which are about 230 times as many.",
    )
    yield Row(
        name="gramigna-section-3-4-times",
        source="Gramigna, section 3.4",
        title="how many times likelier the easiest English game is won than the hardest, from c3 "
        "and from d1",
        published=5_000,
        compute=partial(_times, "c3", -2),
        command="pegs random english --all --finish any",
        cost="whole",
        ours=2_500,
        right="ours",
        why="5,875 wins by 1 were counted; of 100 million games 6,739.7 and 2.70 wins are to be "
        "expected, by the exact chances, which are about 2,500 times as many.",
    )


def _times(easier: str, digits: int, progress: Progress) -> float:
    """How many times likelier a game is won from a vacancy than from d1, rounded."""
    board = named_board("english")
    easy, hard = (
        exact_play(any_finish(board.vacancy(hole)), by_hole=False, progress=progress)
        for hole in (easier, "d1")
    )
    return round(float(easy.win_probability / hard.win_probability), digits)


def removal_positions() -> tuple[Position, Position]:
    """The left and the right board of figure 10: before both removals, and after."""
    board = named_board("english")
    start = Position(board, board.full ^ board.code(["b3", "c3", "f5"]))
    after = start
    for jump in f"{_SIX[3]} {_L_JUMPS.format('c7-e7')}".split():
        after = after.after(jump)
    return start, after


def figure_11_count() -> ResourceCount:
    """The count of figure 11: the one that gives the number which the paper prints."""
    board = named_board("english")
    weights = tuple(int(y % 2 == 0) for _, y in board.holes)
    return ResourceCount(board, weights, "rows", "Gramigna, figure 11")


def _removals() -> Iterator[Row]:
    yield Row(
        name="gramigna-figure-11",
        source="Gramigna, figure 11",
        title="the left board of figure 10 by the resource count that has 1 on rows 1, 3, 5 and 7",
        published=17,
        compute=lambda _: figure_11_count().of(removal_positions()[0]),
        command="pegs reproduce --only gramigna-figure-11",
    )
    yield Row(
        name="gramigna-figure-10-six",
        source="Gramigna, section 5.1 and figure 10",
        title="the six-removal, replayed: whether it is one of those known",
        published=True,
        compute=lambda _: _is_known(Removal.from_text("6-removal", *_SIX)),
        command="pegs show english c1,c2,d1,d2,e1,e2,d3",
        replayed="stored removals (theory/removals)",
    )
    yield Row(
        name="gramigna-figure-10-l",
        source="Gramigna, section 5.1 and figure 10",
        title="the L-removal: its fourth jump, with which it can be played",
        published="e7-e7",
        compute=_l_removal,
        command="pegs show english e4,e5,e6,e7,d7,c7,d5",
        replayed="stored removals (theory/removals)",
        ours="c7-e7",
        right="ours",
        why="The only jump that can stand there: e7-e7 is none.",
    )


def _is_known(removal: Removal) -> bool:
    return any(
        (one.block, one.pegs, one.holes) == (removal.block, removal.pegs, removal.holes)
        for one in removals(named_board("english"))
    )


def _l_removal(progress: Progress) -> object:
    """The printed jump, if the removal can be played with it, else the one that fits."""
    board = named_board("english")
    jumps = (f"{board.hole_text(a)}-{board.hole_text(b)}" for a, b in _far_pairs())
    for jump in ("e7-e7", *jumps):
        try:
            removal = Removal.from_text("L-removal", *_L, _L_JUMPS.format(jump))
        except (NotationError, ProblemError):
            continue
        if _is_known(removal):
            return jump
    return None


def _far_pairs() -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    board = named_board("english")
    for x, y in board.holes:
        for end in ((x + 2, y), (x - 2, y), (x, y + 2), (x, y - 2)):
            if end in board:
                yield (x, y), end


def _solutions() -> Iterator[Row]:
    yield Row(
        name="gramigna-appendix-a",
        source="Gramigna, appendix A",
        title="the printed solutions, replayed: vacancies by board, each to one peg",
        published={
            "french": ["c1", "d2", "d3"],
            "english": ["c1", "c2", "c3", "d1", "d2", "d3", "d4"],
            "triangle5": ["a1", "a2", "a3", "b3"],
        },
        compute=_appendix_a,
        command="pegs facts french --moves; pegs facts english --moves; "
        "pegs facts triangle5 --moves",
        replayed="the printed moves (data/boards)",
    )


def _appendix_a(progress: Progress) -> object:
    found: dict[str, list[str]] = {"french": [], "english": [], "triangle5": []}
    for one in published_solutions():
        [vacancy] = one.solution.start.complement
        if one.source.startswith("Gramigna") and len(one.solution.finish) == 1:
            found[one.board.name].append(one.board.hole_text(vacancy))
    return {name: sorted(holes) for name, holes in found.items()}
