"""Create the data files of the package.

    python tools/make_data.py WHAT [WORDS]    each function below describes its words

Each result is written as soon as it is found, so you can stop a run at any time. Existing results
are kept unless you name them or a better one is found. Without board names, a command uses the
boards of the catalogue.
"""

import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache, partial
from importlib.resources import as_file
from itertools import (
    combinations,
    combinations_with_replacement,
    islice,
    pairwise,
    product,
)
from math import inf
from pathlib import Path
from zlib import crc32

import numpy as np
import numpy.typing as npt
from msgspec import to_builtins

from pegsolitaire import solving
from pegsolitaire.board import (
    CATALOGUE,
    LATTICES,
    SQUARE,
    Board,
    Hole,
    hole_name,
    named_board,
    parse_hole,
    triangle,
)
from pegsolitaire.board.notation import either
from pegsolitaire.construct import cores as stored, feasible_pairs, rectangles
from pegsolitaire.construct.solvable_triangles import label
from pegsolitaire.construct.strips import BESIDE, OPENINGS, REMOVALS, BlockRemovalEntry
from pegsolitaire.data import (
    CatalogueRow,
    Puzzle,
    PuzzleSet,
    SolutionClass,
    StormPosition,
    glossary,
    puzzle_set,
    puzzle_sets,
    puzzles_text,
    storm_positions,
    vacancy_puzzles,
)
from pegsolitaire.data.knowledge import (
    SEARCHED,
    ExtremeEntry,
    Impossible,
    Knowledge,
    SolutionEntry,
    read_knowledge,
)
from pegsolitaire.data.puzzles import PICTURES, THEMES, DailyEntry, StormEntry, daily_name
from pegsolitaire.data.toml_files import FOLDER, Entry, parse, write_entries
from pegsolitaire.errors import BudgetSpentError, PegSolitaireError
from pegsolitaire.files import write_text
from pegsolitaire.game import Jump, Position, Problem, Solution, jumps_of, moves_of, pattern_of
from pegsolitaire.game.position import code_text
from pegsolitaire.sets import Pack, Tablebase, WinningSets, stored_moves, tablebase
from pegsolitaire.solving import Shortest, finishes, known_answer, reorder, short_solution, solve
from pegsolitaire.surveys import (
    Rating,
    Surveyed,
    fools_solitaire,
    fullest_dead,
    fullest_with_unique_solution,
    longest_forced,
    rate,
    rate_all,
    unique_jumps,
)
from pegsolitaire.surveys.symmetric import symmetric_in_class
from pegsolitaire.theory import (
    PositionClass,
    feasible_finishes,
    invariants,
    position_classes,
    read_problem,
    svss_problems,
)
from pegsolitaire.theory.linear_programs import add_column, add_row, new_model
from pegsolitaire.web.app import STATIC
from pegsolitaire.web.compression import Content
from pegsolitaire.web.gallery import built_in_file, built_in_gallery
from pegsolitaire.web.offline import BOARD, PEGS, data_folder, slice_name
from pegsolitaire.work import Work

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT))  # for the other tools, when this file is run as a program

from tools.picture_names import choose  # noqa: E402
from tools.storm_rules import balanced, gains, image_of, in_turn, spread_places  # noqa: E402

COMMANDS: dict[str, Callable[[list[str]], None]] = {}


def command(make: Callable[[list[str]], None]) -> Callable[[list[str]], None]:
    """Register a function as a command that can be called by its name."""
    COMMANDS[make.__name__] = make
    return make


class Entries:
    """The editable file of known results of a board."""

    def __init__(self, name: str) -> None:
        self.path = FOLDER / "boards" / f"{name}.toml"
        text = self.path.read_text(encoding="utf-8") if self.path.exists() else "format = 1"
        self._tables = {"board": name} | parse(text)

    def rows(self, what: str) -> list[dict[str, object]]:
        """Return the entries of a kind."""
        return self._tables.setdefault(what, [])

    def put(self, what: str, entry: Entry, *same: str) -> None:
        """Add an entry, replacing an entry with the same values of the keys ``same``."""
        row, rows = to_builtins(entry), self.rows(what)
        at = [n for n, one in enumerate(rows) if all(one.get(k) == row.get(k) for k in same)]
        if same and at:
            rows[at[0]] = row
        else:
            rows.append(row)

    def write(self) -> None:
        """Write the file and check its contents."""
        write_entries(self.path, {key: one for key, one in self._tables.items() if one})
        read_knowledge(self.path).check()

    def read(self) -> Knowledge:
        """Read the current contents of the file."""
        return read_knowledge(self.path) if self.path.exists() else Knowledge(self.board)

    @property
    def board(self) -> Board:
        """The board of the file."""
        return Board(self.path.stem)


def moves_text(solution: Solution) -> str:
    """Return the moves of a solution after reordering its jumps into few moves."""
    return ", ".join(map(str, reorder(solution).moves))


def write_set(puzzles: PuzzleSet, pictures: bool = True) -> None:
    """Write a puzzle set. Puzzles of other sets keep their names, themes and ratings."""
    puzzles = replace(puzzles, puzzles=tuple(map(_as_known, puzzles)))
    path = FOLDER / "puzzles" / f"{puzzles.name}.toml"
    write_text([puzzles_text(puzzles, pictures=pictures).rstrip("\n")], path)
    print(puzzles.name, len(puzzles), "puzzles", flush=True)


def _as_known(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with the name, theme and rating that it has in other sets."""
    alike = _all_alike().get(_alike(puzzle), [])
    named = [one for one in alike if not LABEL.fullmatch(one.name)]
    ratings = [one.rating for one in alike if one.rating is not None]
    if named:
        puzzle = replace(puzzle, name=named[0].name, theme=named[0].theme)
    return replace(puzzle, rating=next(iter(ratings), None)) if puzzle.rating is None else puzzle


@lru_cache(maxsize=1)
def _all_alike() -> dict[str, list[Puzzle]]:
    """Return the puzzles of all sets; those that are equal up to symmetry have the same key."""
    found: dict[str, list[Puzzle]] = {}
    for puzzle in (one for name in puzzle_sets() for one in puzzle_set(name)):
        found.setdefault(_alike(puzzle), []).append(puzzle)
    return found


def _alike(puzzle: Puzzle) -> str:
    """Return a key that is the same for puzzles that are equal up to symmetry."""
    if puzzle.finish != "any":
        return daily_name(puzzle)
    board = puzzle.board
    return daily_name(
        replace(puzzle, position=Position(board, board.mincode(puzzle.position.code)))
    )


#: The labels of puzzles that have no name yet.
LABEL = re.compile(r"Type \d number \d+|Table 4 \w+ \d+ pegs.*|(Unique jump|Symmetric) \d+")
LONG_SWEEP = 5  # the fewest jumps of a long move
BIG_BOARD = 37  # the fewest holes of a big board


@command
def names(words: list[str]) -> None:
    """Name the unnamed puzzles after what they look like, by the rule in `picture_names.py`.

    Existing names stay the same when puzzles are added. A name edited by hand in one file is
    copied to the other sets that contain the puzzle, and so is a rating.
    """
    known = [_as_known(one[0]) for one in _all_alike().values()]
    new = {_alike(one): one.position for one in known if LABEL.fullmatch(one.name)}
    pictures = {one.name: one.position for one in known if one.theme == PICTURES}
    chosen = choose(new, pictures, [one.name for one in known])

    def named(puzzle: Puzzle) -> Puzzle:
        puzzle, key = _as_known(puzzle), _alike(puzzle)
        if key not in chosen:
            return puzzle
        theme = min(map(_theme_of, _all_alike()[key]))
        return replace(puzzle, name=chosen[key], theme=theme)

    for name in puzzle_sets():
        changed(name, named)


def _theme_of(puzzle: Puzzle) -> str:
    """Return the theme of an unnamed puzzle."""
    symmetrical, one_jump, sweep, of_triangles, big = THEMES
    if puzzle.board.name.startswith("triangle"):
        return of_triangles
    if puzzle.solution and any(len(move) >= LONG_SWEEP for move in puzzle.solution.moves):
        return sweep
    if puzzle.note.startswith("One winning jump"):
        return one_jump
    return big if len(puzzle.board) >= BIG_BOARD else symmetrical


def changed(name: str, change: Callable[[Puzzle], Puzzle]) -> None:
    """Apply a function to each puzzle of a set and write the set if any puzzle changed."""
    puzzles = puzzle_set(name)
    others = tuple(map(change, puzzles))
    if others != puzzles.puzzles:
        text = (FOLDER / "puzzles" / f"{name}.toml").read_text(encoding="utf-8")
        write_set(replace(puzzles, puzzles=others), pictures='position = "code:' not in text)


# -- known results --------------------------------------------------------------------------------


@command
def facts(words: list[str]) -> None:
    """Solve the slow problems of BOARDS and store the answers; all boards take an hour or more.

    The command solves every problem from one vacancy to one peg that the position class allows, up
    to symmetry. It uses stored winning sets where they exist (`pegs sets winning` builds them for
    problems that a search cannot settle) and a search elsewhere. Answers that took more than a few
    tenths of a second are stored: either a solution, with its jumps reordered into few moves, or
    the fact that the problem has none.
    """
    largest, quick = 64, 1_000_000  # the most holes of a board; positions of a quick search
    for name in words or CATALOGUE:
        entries = Entries(name)
        board, known = entries.board, entries.read()
        for start, finish in svss_problems(board) if len(board) <= largest else ():
            problem = Problem(board, start, finish)
            if known.solution(problem) is not None or known_answer(problem) is not None:
                continue
            wins = WinningSets.find(problem) if board.fits_word else None
            answer = solve(problem, wins=wins, facts=False)
            print(problem, answer.solvable, f"{answer.searched:,} positions", flush=True)
            if wins is None and answer.solvable is not None and answer.searched <= quick:
                continue
            ends = hole_name(start), hole_name(finish)
            if answer.solution is not None:
                moves = moves_text(answer.solution)
                one = SolutionEntry(vacancy=ends[0], source=SEARCHED, moves=moves)
                entries.put("solution", one)
            elif answer.solvable is False:
                how = "exhausted" if wins is None else "winning sets"
                entries.put("impossible", Impossible(start=ends[0], finish=ends[1], source=how))
            else:
                continue
            entries.write()
            known = entries.read()


@command
def shortest(words: list[str]) -> None:
    """Search for solutions with few moves: BOARD or BOARD:VACANCY[:FINISH]; all take an hour.

    Without a vacancy, every vacancy of the board is tried; without a finish, any finish is
    allowed. An existing solution is replaced only by one with fewer moves or by one newly proven
    shortest.
    """
    for word in words or CATALOGUE:
        name, _, asked = word.partition(":")
        entries = Entries(name)
        board, vacancy = entries.board, asked.partition(":")[0]
        listed = vacancy_puzzles(board) or () if not asked else ()
        wanted = [(hole_name(*one.position.complement), one.finish) for one in listed]
        for start, finish in wanted or [(vacancy, asked.partition(":")[2] or "any")]:
            problem = read_problem(board, start, finish)
            found = _few_moves(problem)
            if found is None:
                print(problem, "none found", flush=True)
                continue
            solution, proven = found
            moves = len(solution.moves)
            before = next(
                (
                    one
                    for one in entries.read().shortest
                    if (one.solution.start.code, one.finish) == (problem.starts[0], finish)
                ),
                None,
            )
            if before is not None and before.proven and moves < before.moves:
                sys.exit(f"{problem}: {before.moves} moves were proven, {moves} found")
            if before is None or (before.moves, not before.proven) > (moves, not proven):
                one = SolutionEntry(
                    vacancy=start, finish=finish, proven=proven, moves=str(solution)
                )
                entries.put("solution", one, "vacancy", "finish")
                entries.write()
            print(problem, moves, "proven" if proven else "", flush=True)


def _few_moves(problem: Problem) -> tuple[Solution, bool] | None:
    """Find a solution with few moves, and tell whether it is proven shortest (on small boards)."""
    if len(problem.board) <= 37:
        found = solving.shortest(problem, facts=False, work=Work(memory="6GiB"))
    else:
        found = short_solution(problem, work=Work(40.0))
    return None if found.solution is None else (found.solution, found.proven)


@command
def catalogue(words: list[str]) -> None:
    """List the shortest solutions by class: BOARD or BOARD:VACANCY:FINISH.

    All boards take hours. There is a limit for each problem, and problems not proven within it are
    skipped; a problem that you name has no limit. Stored winning sets are used: for example, run
    `pegs sets winning wiegleb e5` and then this command with `wiegleb:e5:e5`.
    """
    largest, limits = 37, Work(200.0, memory="2GiB")
    for word in words or CATALOGUE:
        name, *asked = word.split(":")
        entries = Entries(name)
        board = entries.board
        if len(board) > largest and not asked:
            continue
        pairs = {(hole_name(a), hole_name(b)): (a, b) for a, b in svss_problems(board)}
        if asked and tuple(asked) not in pairs:
            sys.exit(f"{word}: pegs show {name} --problems lists the problems of {name}")
        known = {(row["vacancy"], row["finish"]) for row in entries.rows("problem")}
        for names in [tuple(asked)] if asked else [one for one in pairs if one not in known]:
            start, finish = pairs[names]
            budget = Work() if asked else limits
            try:
                problem = Problem(board, start, finish)
                table = stored_moves(problem, work=budget)
                found = solving.shortest(problem, table=table, work=budget)
            except PegSolitaireError as error:
                print(name, *names, error, flush=True)
                continue
            row = catalogue_row(Surveyed(start, finish, found))
            if row is None:
                print(name, *names, "not proven:", found.reason, flush=True)
                continue
            entries.put("problem", row, "vacancy", "finish")
            order = list(pairs)
            entries.rows("problem").sort(key=lambda r: order.index((r["vacancy"], r["finish"])))
            entries.write()
            print(name, *names, row.moves, row.unordered, len(row.classes), flush=True)


@command
def extremes(words: list[str]) -> None:
    """Find the extremes of boards: BOARD, or stuck:BOARD[:VACANCY] for fool's solitaire alone.

    An existing result is replaced unless it was found by more methods.
    """
    for word in words:
        _, only, rest = word.rpartition("stuck:")
        name, _, hole = rest.partition(":")
        entries = Entries(name)
        board = entries.board
        routes = {
            one["start"]: one["routes"] for one in entries.rows("extreme") if "routes" in one
        }
        holes = [hole] if hole else [hole_name(board.holes[orbit[0]]) for orbit in board.orbits]
        for vacancy in holes:
            start = board.vacancy(vacancy)
            found = _stuck(start) if start.legal_jumps else None
            if found is not None and routes.get(vacancy, 0) <= (found[1]):
                one = ExtremeEntry("stuck", vacancy, str(found[0]), routes=found[1])
                entries.put("extreme", one, "kind", "start")
                entries.write()
                print(name, vacancy, len(found[0].finish), *found[1:], flush=True)
        if len(board) <= 36 and not only and not hole:
            for found_in in position_classes(board):
                for one in _of_class(board, found_in):
                    entries.put("extreme", one, "kind", "class")
                    entries.write()
                    print(name, one.kind, one.letter, one.count, flush=True)


def _stuck(start: Position) -> tuple[Solution, int] | None:
    """Return the shortest game that ends stuck and the number of methods that found it."""
    seconds = 100.0  # for each method
    found = fools_solitaire(start, work=Work(seconds, 30_000_000))
    other = fools_by_program(start, 300, work=Work(seconds))
    both = [one for one in (found, other) if one is not None]
    assert len({len(one.finish) for one in both}) <= 1, f"{start.text()}: the routes differ"
    return (both[0], len(both)) if both else None


def _of_class(board: Board, found_in: PositionClass) -> Iterator[ExtremeEntry]:
    """Yield the extremes of a position class."""
    letter = found_in.letter
    table = Tablebase.build(board, found_in.finishes)
    if dead := fullest_dead(table):
        start = code_text(dead[0].code)
        yield ExtremeEntry("dead", start, letter=letter, count=len(dead))
    unique = unique_jumps(found_in, table=table)
    if single := fullest_with_unique_solution(unique):
        start = code_text(single[0].code)
        solution = solve(Problem.of_codes(board, (single[0].code,), found_in.finishes)).solution
        assert solution is not None, f"{start} is solvable"
        yield ExtremeEntry("unique", start, str(solution), letter, len(single))
    forced = longest_forced(unique, table)
    if forced.starts:
        start = code_text(forced.starts[0].code)
        line = str(Solution(forced.starts[0], forced.jumps))
        yield ExtremeEntry("forced", start, line, letter, len(forced.starts))


# -- puzzles --------------------------------------------------------------------------------------


@command
def ratings(words: list[str]) -> None:
    """Rate the classic puzzles and the vacancies, which takes some minutes.

    A rating visits every winning position that can be reached from the puzzle. The vacancies of
    boards with more than 25 holes can reach millions of them, so their ratings are not recomputed.
    """
    changed("english-classics", lambda one: replace(one, rating=_bits_of(one) or one.rating))
    for name in words or CATALOGUE:
        entries = Entries(name)
        if len(entries.board) > 25:
            continue
        rows = {row["hole"]: row for row in entries.rows("vacancy")}
        for puzzle in vacancy_puzzles(entries.board) or ():
            if (bits := _bits_of(puzzle)) is not None:
                rows[puzzle.start]["rating"] = bits
        if rows:
            entries.write()


@lru_cache(maxsize=1)
def _table_of(board: Board, finishes: tuple[int, ...]) -> Tablebase:
    return Tablebase.build(board, finishes)


def _bits_of(puzzle: Puzzle) -> float | None:
    """Return the rounded rating of a puzzle, or None if rating it takes too long."""
    problem = read_problem(puzzle.board, puzzle.start, puzzle.finish)
    found = rate(puzzle.position, table=_table_of(puzzle.board, problem.finishes))
    bits = None if found is None else round(found.bits, 1)
    print(puzzle.board.name, puzzle.name, bits, flush=True)
    return bits


@command
def solutions(words: list[str]) -> None:
    """Find a shortest solution of each puzzle in SETS whose fewest moves are known.

    It takes some minutes; existing solutions are kept. The solutions appear on puzzle sheets and
    on the page.
    """
    for name in words or puzzle_sets():
        changed(name, _with_solution)


def _with_solution(puzzle: Puzzle) -> Puzzle:
    if puzzle.best is None or puzzle.solution:
        return puzzle
    problem = read_problem(puzzle.board, puzzle.start, puzzle.finish)
    found = solving.shortest(problem, work=Work(600, memory="4GiB")).solution
    print(puzzle.board.name, puzzle.name, found, flush=True)
    return replace(puzzle, solution=found if found and len(found.moves) == puzzle.best else None)


UNIQUE_BOARDS = ("triangle5", "triangle6", "english", "square6", "french", "hexagon37")
UNIQUE_LEAST_PEGS = 4  # positions with fewer pegs are too easy
UNIQUE_EACH = 2  # puzzles for each number of pegs
UNIQUE_MOST_RATED = 1 << 22  # the most positions of a level; larger puzzles are not rated
UNIQUE_SAYS = (
    "Positions with exactly one winning jump: for every number of pegs, those with the most "
    "jumps, wherever the last peg ends. Found by computer among all positions, the easiest first."
)


@command
def unique(words: list[str]) -> None:
    """Write the puzzle sets of positions with a unique winning jump: BOARDS.

    All boards take a quarter of an hour and 5 GB. For every number of pegs, the set has the
    positions with the most jumps of which exactly one wins, over all classes. `pegs design unique
    BOARD --class LETTER` lists the same positions. If there are more than two, the first two by
    class and code are kept. Positions that are too large to rate are kept as well.
    """
    for name in words or UNIQUE_BOARDS:
        write_set(_unique_set(Board(name)))


@dataclass(frozen=True)
class _Found:
    """A position with its number of jumps and its rating."""

    position: Position
    jumps: int
    rating: Rating | None

    @property
    def bits(self) -> float:
        """The rating in bits, or infinity if there is none, so that unrated puzzles sort last."""
        return float("inf") if self.rating is None else self.rating.bits

    def puzzle(self, number: int) -> Puzzle:
        """Return the position as a puzzle with this number."""
        note = f"One winning jump of {self.jumps}. {ending_text(self.position)}"
        if self.rating is not None:
            note += f" {self.rating.text[0].upper()}{self.rating.text[1:]}."
        return Puzzle(
            f"Unique jump {number}",
            self.position,
            "any",
            "found by computer",
            note,
            self.rating and self.rating.moves,
            self.rating and round(self.rating.bits, 1),
        )


def _unique_in_class(ends: PositionClass, most: dict[int, int]) -> list[_Found]:
    """Return the positions of a class that have at least as many jumps as those found before."""
    table = tablebase(ends)
    unique = unique_jumps(ends, table=table)
    found = []
    for row in unique.rows:
        if row.pegs < UNIQUE_LEAST_PEGS or row.max_jumps < max(2, most.get(row.pegs, 0)):
            continue
        most[row.pegs] = row.max_jumps
        for position in unique.hardest(row.pegs)[:UNIQUE_EACH]:
            rating = rate(position, table=table, most=UNIQUE_MOST_RATED)
            found.append(_Found(position, row.max_jumps, rating))
            bits = "not rated" if rating is None else f"{rating.bits:.1f} bits"
            print(ends.board.name, ends.letter, row.pegs, row.max_jumps, bits, flush=True)
    return found


def _unique_set(board: Board) -> PuzzleSet:
    """Return the puzzle set of a board."""
    most: dict[int, int] = {}
    found = [one for ends in position_classes(board) for one in _unique_in_class(ends, most)]
    kept = []
    for pegs in most:
        mine = [one for one in found if (len(one.position), one.jumps) == (pegs, most[pegs])]
        kept += mine[:UNIQUE_EACH]
    kept.sort(key=lambda one: (one.bits, len(one.position), one.position.code))
    puzzles = tuple(one.puzzle(number) for number, one in enumerate(kept, 1))
    return PuzzleSet(f"{board.name}-unique-jump", board, UNIQUE_SAYS, puzzles)


WHOLE_BOARDS = ("english", "square6", "french", "hexagon37")
WHOLE_TYPES = range(1, 5)
WHOLE_FEW = 4  # rows with more positions than this keep only the first
WHOLE_LEAST_PEGS = 3
WHOLE_MOST_RATED = 1 << 22  # the most positions of a level
WHOLE_SOURCE = "found by computer"
#: For each board, the number of the figure in the paper with its unique-jump puzzles. Each letter
#: of the figure has the number of pegs and the number of positions of a marked row of table 4. The
#: numbers of pegs under the diagrams increase from letter to letter.
FIGURES = {
    "english": (10, {"a": (6, 2), "b": (12, 4), "c": (17, 1), "d": (24, 1)}),
    "french": (11, {"a": (10, 1), "b": (12, 1), "c": (17, 2), "d": (22, 1)}),
    "hexagon37": (12, {"a": (7, 10), "b": (11, 3), "c": (16, 2), "d": (24, 1)}),
}


@command
def whole_ratings(words: list[str]) -> None:
    """Rate the complete puzzle sets: BOARDS; all four take a quarter of an hour and a few GB.

    All puzzles of a class are rated in one pass over the winning positions that they can reach, in
    order of their number of pegs. When a level has too many positions to store, the remaining
    puzzles of that class are not rated.
    """
    for name in words or WHOLE_BOARDS:
        sets = [one for one in puzzle_sets() if one.startswith(f"{name}-") and not _rated(one)]
        positions = {puzzle.position for one in sets for puzzle in puzzle_set(one)}
        bits: dict[Position, float] = {}
        for ends in position_classes(named_board(name)):
            bits |= _bits_of_class(positions, tablebase(ends))
            print(name, ends.letter, len(bits), "of", len(positions), flush=True)
        for one in sets:
            changed(one, partial(_rerated, bits))


def _rerated(bits: Mapping[Position, float], puzzle: Puzzle) -> Puzzle:
    return replace(puzzle, rating=bits.get(puzzle.position))


def _rated(name: str) -> bool:
    """Return whether the puzzles of a set were rated when they were chosen."""
    return not name.endswith(("-all", "-table-4")) and "-figure-" not in name


def _bits_of_class(positions: Collection[Position], table: Tablebase) -> dict[Position, float]:
    """Return the ratings of the positions of a class, up to the largest that can be rated."""
    mine = [one for one in positions if one in table]
    found: dict[Position, float] = {}
    for most in range(6, len(table.board), 3):
        chosen = [one for one in mine if len(one) <= most and one not in found]
        rated = rate_all(chosen, table, most=WHOLE_MOST_RATED) if chosen else []
        if rated is None:
            break
        found |= {one: round(rating.bits, 1) for one, rating in zip(chosen, rated, strict=True)}
    return found


#: The paper says that figure 12c has only one solution, which holds for one of its two candidates.
ONE_SOLUTION = {"Figure 12c": "Table 4 A 16 pegs (1)"}


@command
def puzzles(words: list[str]) -> None:
    """Write the complete puzzle sets: BOARDS; all four take ten minutes and 5 GB.

    The sets follow Bell's *Designing peg solitaire puzzles*. One has the symmetric positions of
    types 1 to 4, counted as in the paper (the French set leaves out those of the English set). One
    has the positions of each class with a unique winning jump and the most jumps for their number
    of pegs; if there are many, only the first is kept. One has the candidates for figures 10 to
    12. The puzzles are not rated; `unique` and `pegs design` choose and rate puzzles.
    """
    for name in words or WHOLE_BOARDS:
        for found in _whole_sets(named_board(name)):
            write_set(found, pictures=False)


def _symmetric(ends: PositionClass, table: Tablebase) -> Iterator[tuple[int, str, Position]]:
    """Yield the symmetric positions of a class with their type number and symmetry."""
    for found in symmetric_in_class(ends, table):
        if found.kind.number in WHOLE_TYPES:
            for position in sorted(found, key=lambda one: (len(one), one.code)):
                if position.legal_jumps:
                    yield found.kind.number, found.kind.description, position


def _table_4(ends: PositionClass, table: Tablebase) -> Iterator[tuple[str, int, Position]]:
    """Yield the positions of a class in table 4 with a name and their number of jumps."""
    found = unique_jumps(ends, table=table)
    for row in found.rows:
        hardest = found.hardest(row.pegs) if row.pegs >= WHOLE_LEAST_PEGS else []
        kept = hardest if len(hardest) <= WHOLE_FEW else hardest[:1]
        for number, position in enumerate(kept, 1):
            name = f"{ends.letter} {row.pegs} pegs" + f" ({number})" * (len(kept) > 1)
            yield name, row.max_jumps, position


def _whole_sets(board: Board) -> Iterator[PuzzleSet]:
    """Yield the puzzle sets of a board."""
    even: list[tuple[int, str, Position]] = []
    once: list[tuple[str, int, Position]] = []
    for ends in position_classes(board):
        table = tablebase(ends)
        even += _symmetric(ends, table)
        once += _table_4(ends, table)
        print(board.name, ends.letter, len(even), len(once), flush=True)
        del table
    known = set()
    if board == named_board("french"):
        known = {pattern_of(one.position) for one in puzzle_set("english-symmetric-all")}
    even = [one for one in even if pattern_of(one[2]) not in known]
    even.sort(key=lambda one: one[0])
    numbers = dict.fromkeys(WHOLE_TYPES, 0)
    puzzles = []
    for kind, words, position in even:
        numbers[kind] += 1
        name = f"Type {kind} number {numbers[kind]}"
        note = f"{words[0].upper()}{words[1:]}. {name}."
        puzzles.append(Puzzle(name, position, "any", WHOLE_SOURCE, note))
    yield PuzzleSet(
        f"{board.name}-symmetric-all",
        board,
        "All solvable positions of symmetry types 1 to 4 (Bell 2017, tables 2 and 3)"
        f"{', except those of the English board' if known else ''}.",
        tuple(puzzles),
    )
    puzzles = []
    for name, jumps, position in once:
        note = f"One winning jump of {jumps}. {ending_text(position)} Table 4 {name}."
        puzzles.append(Puzzle(f"Table 4 {name}", position, "any", WHOLE_SOURCE, note))
    table_4 = PuzzleSet(
        f"{board.name}-table-4",
        board,
        "Positions with exactly one winning jump: for every class and number of pegs, those with "
        "the most jumps (Bell 2017, table 4, and classes that it lacks).",
        tuple(puzzles),
    )
    yield table_4
    if board.name in FIGURES:
        yield _figures(table_4)


def _figures(table: PuzzleSet) -> PuzzleSet:
    """Return the puzzles of a board's figure, with all candidates where several positions fit."""
    figure, rows = FIGURES[table.board.name]
    puzzles = []
    for letter, (pegs, count) in rows.items():
        name = f"Figure {figure}{letter}"
        row = [one for one in table if one.name.startswith(f"Table 4 A {pegs} pegs")]
        fit = [one for one in row if one.name == ONE_SOLUTION.get(name, one.name)]
        for number, one in enumerate(fit, 1):
            told = one.note.partition(" Table 4 ")[0]
            source, called = f"Bell 2017, figure {figure}{letter}", name
            note = f"{told} The one position that fits, up to symmetry."
            if count > 1 and name in ONE_SOLUTION:
                note = f"{told} Of the {count} positions of its row the one with one solution."
            elif count > 1:
                called = f"{name} number {number}"
                source = f"Bell 2017, table 4: figure {figure}{letter} is one of {count}"
                note = told
            puzzles.append(Puzzle(called, one.position, "any", source, note, theme=THEMES[1]))
    return PuzzleSet(
        f"{table.board.name}-figure-{figure}",
        table.board,
        f"The unique-jump puzzles of figure {figure} of Bell 2017: the marked rows of table 4, by "
        "number of pegs. Where a row has several positions, we do not know which one the figure "
        "shows.",
        tuple(puzzles),
    )


# -- the storm ------------------------------------------------------------------------------------

#: The boards, with the number of positions kept for each. The star of 13 holes has too few
#: positions with four jumps to choose some that no rule guesses.
STORM_BOARDS = {
    "triangle5": 60,
    "triangle6": 90,
    "triangle7": 70,
    "rhombus4": 40,
    "hexagon19": 72,
    "hexagon37": 60,
    "english5": 40,
    "square5": 40,
    "square6": 40,
    "english": 130,
    "french": 80,
}
STORM_LEAST_PEGS = 3
STORM_LEAST_JUMPS = 4  # of which one wins
STORM_MOST_PEGS = 14  # the most pegs that a player can take in at a glance
STORM_MOST_FOUND = 1 << 20  # positions with one number of pegs; larger levels are left out
STORM_DRAWN = 300  # positions of a class that are drawn for each number of pegs
STORM_RATED = 40  # of those, the number that are rated
STORM_HARDEST = 26.0  # in bits
STORM_SEED = 2026

Codes = npt.NDArray[np.uint64]


class _Few:
    """The positions with few pegs that can be reduced to a finish of a class.

    This class has the parts of a tablebase that a rating needs. It does not know positions with
    more pegs.
    """

    def __init__(self, ends: PositionClass) -> None:
        self.board = ends.board
        self.problem = Problem.of_codes(ends.board, ends.finishes, ends.finishes)
        self.levels = [np.zeros(0, np.uint64), np.array(sorted(ends.finishes), np.uint64)]
        while len(self.levels) <= STORM_MOST_PEGS:
            level = np.unique(np.concatenate(list(self._before(self.levels[-1]))))
            if len(level) > STORM_MOST_FOUND:
                break
            self.levels.append(level)

    @property
    def solvable(self) -> "_Few":
        """Return this object, which answers `contains_codes` like the set of a tablebase."""
        return self

    def _before(self, codes: Codes) -> Iterator[Codes]:
        for jump in self.board.jumps:
            mask, pegs = np.uint64(jump.mask), np.uint64(jump.pegs)
            yield codes[codes & mask == mask ^ pegs] ^ mask

    def contains_codes(self, codes: Codes) -> npt.NDArray[np.bool_]:
        """Return for each of many codes whether its position is in the set."""
        found = np.zeros(len(codes), np.bool_)
        all_pegs = np.bitwise_count(codes)
        for pegs in np.unique(all_pegs).tolist():
            level = self.levels[pegs] if pegs < len(self.levels) else self.levels[0]
            mine = np.flatnonzero(all_pegs == pegs)
            at = np.searchsorted(level, codes[mine])
            near = at < len(level)
            found[mine[near]] = level[at[near]] == codes[mine[near]]
        return found

    def __contains__(self, position: Position) -> bool:
        return bool(self.contains_codes(np.array([position.code], np.uint64))[0])

    def with_one_winning_jump(self, pegs: int) -> Codes:
        """Return the positions with enough jumps of which exactly one wins."""
        codes = self.levels[pegs]
        legal, winning = np.zeros((2, len(codes)), np.int64)
        for jump in self.board.jumps:
            mask = np.uint64(jump.mask)
            here = np.flatnonzero(codes & mask == np.uint64(jump.pegs))
            legal[here] += 1
            winning[here] += self.contains_codes(codes[here] ^ mask)
        return codes[(legal >= STORM_LEAST_JUMPS) & (winning == 1)]


def _storm_in_class(ends: PositionClass, chance: random.Random) -> Iterator[StormPosition]:
    """Yield positions of a class, drawn at random for each number of pegs and then balanced."""
    table = _Few(ends)
    for pegs in range(STORM_LEAST_PEGS, len(table.levels)):
        codes = table.with_one_winning_jump(pegs)
        drawn = chance.sample(range(len(codes)), min(STORM_DRAWN, len(codes)))
        if not drawn:
            continue
        found = []
        for code in codes[sorted(drawn)].tolist():
            position = Position(ends.board, code)
            (jump,) = (one for one in position.legal_jumps if position.play(one) in table)
            found.append((position, _turned(StormPosition(position, jump, 0.0), chance)))
        pool = np.array([gains(one.position, one.jump) for _, one in found])
        chosen = [found[row] for row in in_turn(pool, [0] * len(pool), STORM_RATED)]
        ratings = rate_all([position for position, _ in chosen], table)  # type: ignore[arg-type]
        assert ratings is not None, f"{ends}: too many positions with {pegs} pegs"
        for (_, one), rating in zip(chosen, ratings, strict=True):
            if rating.bits <= STORM_HARDEST:
                yield replace(one, rating=round(rating.bits, 1))


def _turned(one: StormPosition, chance: random.Random) -> StormPosition:
    """Return the image of a position under a random symmetry of its board."""
    symmetry = chance.choice(one.position.board.symmetries)
    position, jump = image_of(symmetry, one.position, one.jump)
    return replace(one, position=position, jump=jump)


def _storm_of(name: str) -> list[StormPosition]:
    """Choose the positions of a board, spread evenly over the ratings as far as possible.

    No guessing rule finds more of their winning jumps than a player who picks jumps at random.
    """
    board, chance = Board(name), random.Random(f"{STORM_SEED} {name}")
    positions = {  # one for each position, up to symmetry
        board.mincode(one.position.code): one
        for ends in position_classes(board)
        for one in _storm_in_class(ends, chance)
    }
    found = list(positions.values())
    pool = np.array([gains(one.position, one.jump) for one in found])
    rows = balanced(pool, [int(one.rating) for one in found], STORM_BOARDS[name])
    kept = sorted((found[row] for row in rows), key=lambda one: (one.rating, one.position.code))
    turned = spread_places([(one.position, one.jump) for one in kept])
    kept = [
        StormPosition(position, jump, one.rating)
        for (position, jump), one in zip(turned, kept, strict=True)
    ]
    spread = [sum(int(one.rating) // 4 == i for one in kept) for i in range(7)]
    print(name, len(found), "found,", len(kept), "kept; of 4 bits each:", spread, flush=True)
    print(f"the best rule finds {pool[rows].sum(axis=0).max():+.1f} more than chance", flush=True)
    return kept


@command
def storm(words: list[str]) -> None:
    """Write the positions of the storm for BOARDS, keeping those of other boards (some minutes).

    The positions that can be reduced to one peg are found backward from the last peg, one level at
    a time, until a level has too many. Among those with at least four jumps of which exactly one
    wins, some are drawn at random and rated. The ones that are kept are spread evenly over the
    ratings, and none of the rules in `storm_rules.py`, such as "towards the centre", finds more of
    their winning jumps than chance. A symmetry is applied to each of them, so that no place in the
    list of jumps is preferred. The file stores the winning jump with each position. The goal is
    one peg anywhere.
    """
    found: dict[str, list[StormPosition]] = {name: [] for name in STORM_BOARDS}
    if words:
        for one in storm_positions():
            found.setdefault(one.position.board.name, []).append(one)
    for name in words or STORM_BOARDS:
        found[name] = _storm_of(name)
        rows = [
            StormEntry(name, code_text(one.position.code), str(one.jump), one.rating)
            for name, positions in found.items()
            for one in positions
        ]
        write_entries(FOLDER / "storm.toml", {"position": rows})


# -- puzzles of the day ------------------------------------------------------------------------

#: The limits, in bits, between the ratings of Monday's puzzles, Tuesday's and so on. Puzzles above
#: the last limit are too hard for a puzzle of the day.
_DAYS = (4.0, 8.0, 10.0, 13.0, 16.5, 20.0, 24.0, 30.0)
_LEAST_DAILY_PEGS = 5
_SMALL_BOARD = 21  # the most holes of a board where every start has few winning positions
_MOST_DAILY_PEGS = 16  # of a start on larger boards, for some thousand winning positions


@command
def daily(words: list[str]) -> None:
    """Begin a new list of puzzles of the day: SINCE, a Monday in the future (2027-01-04).

    Earlier days keep their puzzles. Each day of the week has the puzzles with its range of ratings
    and few winning positions, in an order that does not depend on their difficulty.
    """
    [since] = map(date.fromisoformat, words)
    if since.weekday() or since <= date.today():
        sys.exit(f"{since} is not a Monday to come: days that were played keep their puzzles")
    found = [one for name in puzzle_sets() for one in puzzle_set(name) if _is_daily(one)]
    found.sort(key=lambda one: crc32(f"{one.board.name} {one.position.code}".encode()))
    days = tuple(
        tuple(daily_name(one) for one in found if least <= (one.rating or 0) < most)
        for least, most in pairwise(_DAYS)
    )
    path = FOLDER / "daily.toml"
    rows = parse(path.read_text(encoding="utf-8"))["list"]
    write_entries(path, {"list": [*rows, to_builtins(DailyEntry(since, days))]})


def _is_daily(puzzle: Puzzle) -> bool:
    """Return whether a puzzle has few winning positions but is not too small."""
    if len(puzzle.position) < _LEAST_DAILY_PEGS:
        return False
    return len(puzzle.board) <= _SMALL_BOARD or len(puzzle.position) <= _MOST_DAILY_PEGS


# -- constructions --------------------------------------------------------------------------------


@command
def cores(words: list[str]) -> None:
    """Solve the small boards from which larger ones are built: triangles, rectangles or both."""
    for word in words or ("triangles", "rectangles"):
        {"triangles": _triangles, "rectangles": _rectangles}[word]()


def _triangles() -> None:
    """Solve every feasible pair of the triangles of sides 4 to 8."""
    entries = []
    for side in stored.SIDES:
        pairs = feasible_pairs(side)
        for start, finish in pairs:
            answer = solve(Problem(triangle(side), hole_name(start), hole_name(finish)))
            assert answer.solvable is not None, (side, start, finish)
            if answer.solution is not None:
                moves = moves_text(answer.solution)
                entries.append(stored.CoreEntry(side, hole_name(start), hole_name(finish), moves))
        print(f"side {side}: {len(pairs)} feasible pairs; {len(entries)} solved", flush=True)
    write_entries(stored.TRIANGLES, {"core": entries})


def _rectangles() -> None:
    """Solve the rectangles of sides 4 to 6, and longer ones that do not reduce to shorter ones."""
    stored.rectangle_cores().clear()
    entries = []
    long = [(width, height) for width in (4, 5) for height in (7, 8, 9)]
    shapes = [*combinations_with_replacement(stored.RECTANGLE_SIDES, 2), *long]
    for lattice, (width, height) in product(("square", "triangular"), shapes):
        board = Board([(x, y) for y in range(height) for x in range(width)], LATTICES[lattice])
        known = stored.rectangle_cores().setdefault((lattice, width, height), {})
        pairs = [
            (start, board.holes[end])
            for start in board.holes
            for end in feasible_finishes(board.vacancy(start))
        ]
        for start, finish in pairs:
            if rectangles.solve_rectangle(board, start, finish):
                continue
            # This core is missing, but the cores of shorter rectangles are known.
            answer = solve(Problem(board, start, finish), facts=False)
            assert answer.solution is not None, (lattice, width, height, start, finish)
            known[start, finish] = jumps_of(reorder(answer.solution).moves)
            ends = hole_name(start), hole_name(finish)
            moves = moves_text(answer.solution)
            entries.append(stored.RectangleEntry(lattice, width, height, *ends, moves))
        print(f"{lattice} {width}x{height}: {len(known)} for {len(pairs)} pairs", flush=True)
    write_entries(stored.RECTANGLES, {"core": entries})


#: The vacancies for each width and number of rows, up to reflection. The row of a vacancy is
#: counted from the first full row. A search shows that three rows of four or five columns cannot
#: take any other vacancies.
OPENINGS_WANTED = {
    (4, 3): [(1, 1), (0, 2), (0, 3), (1, 3)],
    (5, 3): [(0, 1), (2, 1), (0, 2), (0, 3), (1, 3), (2, 3)],
    (6, 3): [(0, 1), (1, 2)],
    (7, 3): [(1, 1), (1, 2), (2, 2), (3, 2)],
    (4, 6): [(0, 4), (1, 5)],
    (5, 6): [(1, 4), (1, 5), (2, 5)],
}


def _opening(width: int, rows: int, vacancy: Hole) -> Solution:
    """Find the jumps that leave a vacancy as near to the same column as possible."""
    board = Board([(x, y) for y in range(BESIDE + 1 + rows) for x in range(width)], SQUARE)
    start = board.vacancy(vacancy)
    beside = [hole for hole in board.holes if hole[1] <= BESIDE]
    row = vacancy[1] % 3
    targets = sorted(
        (hole for hole in beside if hole[1] == row and (hole[0] - vacancy[0]) % 3 == 0),
        key=lambda hole: abs(hole[0] - vacancy[0]),
    )
    for target in targets:
        left = sum(1 << board.bit(hole) for hole in beside if hole != target)
        problem = Problem(start, [Position(board, left)])
        if (width, rows) == (5, 6):
            found = short_solution(problem, work=Work(60.0)).solution
        else:
            found = solve(problem, facts=False).solution
        if found is not None:
            return found
    raise AssertionError(f"no opening of {width} x {rows} takes {vacancy}")


@command
def openings(_: list[str]) -> None:
    """Find the openings of rectangles, which takes some minutes.

    A search finds openings of three rows and four or five columns for the vacancies that allow
    them. The other vacancies need six or seven columns, or six rows on boards with only four or
    five columns. Those with five columns and six rows use a beam search of up to a minute each.
    """
    entries = []
    for (width, rows), vacancies in OPENINGS_WANTED.items():
        for column, row in vacancies:
            vacancy = column, row + BESIDE
            found = _opening(width, rows, vacancy)
            pegs = (found.start, found.start.complement, found.finish)
            holes = (_names(list(position)) for position in pegs)
            entries.append(
                BlockRemovalEntry("upright opening", "square", *holes, moves_text(found))
            )
            print(width, rows, hole_name(vacancy), flush=True)
    write_entries(OPENINGS, {"removal": entries})


TRAPEZOID = "a4 b4 c4 a5 b5 c5 d5 a6 b6 c6 d6 e6"
TOP = "a3 b3 c3"
SIX = "d4 e5 f6 e4 f5 g6"
NINE = "d4 e5 f6 e4 f5 g6 f4 g5 h6"
FOUR = "a4 b4 c4 d4 a5 b5 c5 d5 a6 b6 c6 d6"
FIVE = f"{FOUR} e4 e5 e6"
INVERTED_9 = "b4 c4 d4 e4 c5 d5 e5 d6 e6"
INVERTED_12 = "b4 c4 d4 e4 f4 c5 d5 e5 f5 d6 e6 f6"
INVERTED = {INVERTED_9: "a3 b3 c3 d3 e3", INVERTED_12: "a3 b3 c3 d3 e3 f3"}  # and the row above
PURGE_KINDS = {  # name: the lattice, the block and the possible holes of its catalyst
    "trapezoid": ("triangular", TRAPEZOID, ("a3 b3", "b3 c3")),
    "6-removal": ("triangular", SIX, ("c4 b4", "e6 d6")),
    "9-removal": ("triangular", NINE, ("c4 e6",)),
    "four columns": ("square", FOUR, ("a3 b3", "b3 c3")),
    "five columns": ("square", FIVE, ("a3 b3 c3",)),
    "upright 6-removal": ("square", "e4 f4 e5 f5 e6 f6", ("d4 c4", "d6 c6")),
    "inverted 9": ("triangular", INVERTED_9, ("a3 b3 c3",)),
    "inverted 12": ("triangular", INVERTED_12, ("a3 b3 c3 d3",)),
}


def _holes(text: str) -> list[Hole]:
    """Parse a list of hole names."""
    return [parse_hole(name) for name in text.split()]


def _removal_jumps(
    lattice: str, region: list[Hole], before: set[Hole], after: set[Hole]
) -> list[Jump]:
    """Find jumps from one set of pegs to another within a region, breadth first."""
    bit = {hole: 1 << number for number, hole in enumerate(region)}
    jumps = []
    for x, y in region:
        for dx, dy in LATTICES[lattice].directions:
            jump = Jump((x, y), (x + 2 * dx, y + 2 * dy))
            if jump.over in bit and jump.end in bit:
                jumps.append((bit[jump.start] | bit[jump.over], bit[jump.end], jump))
    first, last = (sum(bit[hole] for hole in pegs) for pegs in (before, after))
    came: dict[int, tuple[int, Jump] | None] = {first: None}
    queue = [first]
    for pegs in queue:
        if pegs == last:
            break
        for taken, end, jump in jumps:
            if pegs & taken == taken and not pegs & end:
                made = pegs ^ taken ^ end
                if made not in came:
                    came[made] = pegs, jump
                    queue.append(made)
    found = []
    while (step := came[last]) is not None:
        last, jump = step
        found.append(jump)
    return found[::-1]


def _removals() -> Iterator[BlockRemovalEntry]:
    """Yield every removal in the form of the file."""
    for name, (lattice, block, catalysts) in PURGE_KINDS.items():
        for catalyst in map(_holes, catalysts):
            for number in range(1, len(catalyst)):
                for full in combinations(catalyst, number):
                    empty = [hole for hole in catalyst if hole not in full]
                    yield _removal(name, lattice, [*_holes(block), *full], empty, list(full))
    for vacancy in _holes(TRAPEZOID):
        [left] = [hole for hole in _holes(TOP) if label(hole) == label(vacancy)]
        pegs = [hole for hole in _holes(f"{TRAPEZOID} {TOP}") if hole != vacancy]
        yield _removal(
            "opening", "triangular", pegs, [vacancy], [h for h in _holes(TOP) if h != left]
        )
    for block, within in INVERTED.items():
        for vacancy in _holes(block):
            yield _inverted_opening(vacancy, block, _holes(within))


def _inverted_opening(vacancy: Hole, block: str, within: list[Hole]) -> BlockRemovalEntry:
    """Find the opening that leaves the nearest possible hole vacant."""
    pegs = [hole for hole in [*_holes(block), *within] if hole != vacancy]
    targets = [hole for hole in within if label(hole) == label(vacancy)]
    for target in sorted(targets, key=lambda hole: abs(hole[0] - vacancy[0])):
        try:
            leaves = [hole for hole in within if hole != target]
            return _removal("inverted opening", "triangular", pegs, [vacancy], leaves)
        except KeyError:  # this hole cannot be left vacant
            continue
    raise AssertionError(f"no inverted opening takes {hole_name(vacancy)}")


def _removal(
    name: str, lattice: str, pegs: list[Hole], empty: list[Hole], leaves: list[Hole]
) -> BlockRemovalEntry:
    """Return the entry of one removal."""
    found = _removal_jumps(lattice, [*pegs, *empty], set(pegs), set(leaves))
    moves = " ".join(map(str, moves_of(found)))
    return BlockRemovalEntry(name, lattice, *map(_names, (pegs, empty, leaves)), moves)


def _names(found: list[Hole]) -> str:
    """Return the names of holes in row order."""
    return " ".join(hole_name(hole) for hole in sorted(found, key=lambda h: (h[1], h[0])))


@command
def removals(_: list[str]) -> None:
    """Find the removals that clear three rows of a board.

    Each removal is the first one found by a breadth-first search through the positions of its few
    holes, from the pegs before it to the pegs after it.
    """
    write_entries(REMOVALS, {"removal": list(_removals())})


# -- data of the page and a page of the documentation ---------------------------------------------


@command
def slices(_: list[str]) -> None:
    """Write the slices that let an exported page judge all positions of the English board.

    They are made from the tablebases of one hole of each orbit. Tablebases that are not stored are
    built, which takes a minute or two in all.
    """
    board = Board(BOARD)
    with data_folder() as folder:
        for orbit in board.orbits:
            hole = hole_name(board.holes[orbit[0]])
            pack = Pack.dead(Tablebase.load(board, [hole]), PEGS)
            path = pack.save(folder / slice_name(hole))
            print(f"{path.name}: {len(pack):,} positions, {path.stat().st_size:,} bytes")


@command
def gallery(_: list[str]) -> None:
    """Write the gallery of the page; run this after changing puzzles or known results."""
    content = Content.of_document(built_in_gallery())
    Path(str(built_in_file())).write_bytes(content.packed or b"")


LATTICES_OF_PAGE = ROOT / "pegsolitaire" / "web" / "static" / "js" / "lattices.js"
GLOSSARY = ROOT / "docs" / "glossary.md"


@command
def lattices(_: list[str]) -> None:
    """Write the lattices for the page; run this after changing them."""
    write_text([lattices_text().rstrip("\n")], LATTICES_OF_PAGE)


def lattices_text() -> str:
    """Return the expected contents of the JavaScript file."""
    lines = [
        f'  "{one.name}": {json.dumps({"directions": one.directions, "down": one.down})},'
        for one in LATTICES.values()
    ]
    return (
        "// The lattices of pegsolitaire/board/lattice.py, written by tools/make_data.py: in\n"
        "// which directions pegs jump, and where the step to the next row leads in a drawing.\n"
        "\nexport const LATTICES = {\n" + "\n".join(lines) + "\n};\n"
    )


@command
def words(_: list[str]) -> None:
    """Write docs/glossary.md, the glossary of the page."""
    write_text([glossary_text()], GLOSSARY)


def glossary_text() -> str:
    """Return the glossary in Markdown."""
    rows = [f"**{term.name}**: {term.text}" for term in glossary()]
    return "\n\n".join(
        ["# The words\n\nThe page of the game explains these words where they appear.", *rows]
    )


@command
def icons(_: list[str]) -> None:
    """Write the icons of the installed page: squares without a margin, drawn from its favicon."""
    from tools.chromium import opened

    with as_file(STATIC) as folder, opened() as browser:
        drawing = (folder / "favicon.svg").read_text(encoding="utf-8")
        for side in (180, 192, 512):
            page = browser.new_page(viewport={"width": side, "height": side})
            style = "margin:0;display:grid;place-items:center;height:100vh;background:#8a6844"
            page.set_content(
                f'<body style="{style}"><div style="width:78%">{drawing}</div></body>'
            )
            page.screenshot(path=folder / "icons" / f"{side}.png")
            page.close()


def main() -> None:
    """Run the command that the first argument names, passing it the other arguments."""
    what, *of = sys.argv[1:] or [""]
    if what not in COMMANDS:
        listed = (f"  {name:10} {make.__doc__.splitlines()[0]}" for name, make in COMMANDS.items())
        sys.exit("\n".join(["python tools/make_data.py WHAT [WORDS]", *listed]))
    COMMANDS[what](of)


_ENDS = "The last peg can end at {}, and nowhere else."
_MAY_END = "Its position class allows the last peg only at {}."


def ending_text(position: Position) -> str:
    """Return a sentence about the holes where games from a position can end with one peg.

    It is exact if few positions can be reached. Otherwise it is about the holes that the position
    class allows.

    Examples
    --------
    >>> from pegsolitaire.board import english, triangle
    >>> ending_text(triangle(5).position("code:1480"))
    'The last peg can end at a1 or a4, and nowhere else.'
    >>> ending_text(english().vacancy("c1"))
    'Its position class allows the last peg only at c1, c4, f4 or c7.'
    """
    board = position.board
    try:
        holes, says = finishes(position, work=Work(positions=200_000)), _ENDS
    except BudgetSpentError:
        holes, says = tuple(board.holes[i] for i in feasible_finishes(position)), _MAY_END
    if not holes:
        return "No game from here ends with one peg."
    return says.format(either([board.hole_text(hole) for hole in holes]))


def catalogue_row(row: Surveyed[Shortest]) -> CatalogueRow | None:
    """Return a catalogue row with one solution of each class, or None if it is not proven.

    Examples
    --------
    >>> from pegsolitaire.solving import shortest
    >>> from pegsolitaire.board import triangle
    >>> rows = map(catalogue_row, survey(triangle(4), shortest))
    >>> [(row.moves, [(one.kind, one.solutions) for one in row.classes])
    ...  for row in rows if row and row.moves]
    [(5, [((3, 2, 1), 1)])]
    """
    found, names = row.answer, (hole_name(row.start), hole_name(row.finish))
    if found.solvable is False:
        return CatalogueRow(*names, solutions=0)
    if not found.proven:
        return None
    sets, every = found.sets, found.all
    members = {one.kind: one.solution for one in reversed(sets or ())}
    counts = Counter(one.kind for one in sets or ())
    return CatalogueRow(
        *names,
        found.lower_bound,
        None if every is None else every.raw,
        None if every is None else every.up_to_symmetry,
        None if sets is None else len(sets),
        tuple(
            SolutionClass(kind, counts[kind], str(members[kind]))
            for kind in sorted(counts, reverse=True)
        ),
    )


def fools_by_program(
    start: Position, most: int = 1_000, *, work: Work | None = None
) -> Solution | None:
    """Solve fool's solitaire by an integer program, trying stuck positions with most pegs first.

    Parameters
    ----------
    start : Position
        The position, which must have a legal jump.
    most : int, optional
        The largest number of stuck positions to try.

    Returns
    -------
    Solution or None
        The replayed game, or None if the limits were too small or a position stayed undecided.

    Notes
    -----
    HiGHS, which computes in floating point, guarantees that no larger stuck position is missed.
    """
    work = Work.of(work)
    board = start.board
    for code in islice(_without_jumps(start), most):
        if work.spent:
            return None
        backward = Problem.of_codes(
            board, (board.full_code ^ code,), (board.full_code ^ start.code,)
        )
        answer = solve(backward, work=work.part(positions=50_000_000))
        if answer.solvable is None:
            return None
        if answer.solution is not None:
            return Solution(start, answer.solution.jumps[::-1])
    return None


def _without_jumps(start: Position) -> Iterator[int]:
    """Yield the stuck positions in the class of the start with fewer pegs, most pegs first."""
    import highspy

    board, holes = start.board, range(len(start.board))
    model = new_model()
    for _ in holes:
        add_column(model, -1.0, 1)
    for jump in board.jumps:
        add_row(model, -inf, 1.0, {jump.start: 1, jump.over: 1, jump.end: -1})
    for number, mask in enumerate(invariants(board)):
        add_column(model, 0.0, len(board))
        odd = (start.code & mask).bit_count() & 1
        row = {i: 1.0 for i in holes if mask >> i & 1}
        add_row(model, odd, odd, row | {len(board) + number: -2.0})
    add_row(model, 1.0, len(start) - 1.0, dict.fromkeys(holes, 1.0))
    while True:
        model.run()
        if model.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return
        numbers = model.getSolution().col_value
        code = sum(1 << i for i in holes if numbers[i] > 0.5)
        yield code
        others = {i: 1.0 if code >> i & 1 else -1.0 for i in holes}
        add_row(model, -inf, code.bit_count() - 1.0, others)


if __name__ == "__main__":
    main()
