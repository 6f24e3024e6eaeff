"""Graphs of solutions: export them, draw them, and count their paths.

The nodes of the solution graph are the winning positions of a problem, and its links are the jumps
between them. Positions are not reduced by symmetry, so each path through the graph is a solution
and the number of paths is the number of solutions (Bell's Notes, section 7.2 and figure 11). The
graph is therefore practical only for small boards: a graph with too many positions is refused.
:func:`pegsolitaire.solving.count` does not need a graph.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pegsolitaire.board import Board, JumpMask, apply_permutation
from pegsolitaire.errors import BoardTooLargeError, MissingExtraError, ProblemError
from pegsolitaire.files import write_text
from pegsolitaire.game import (
    FinishLike,
    Jump,
    Position,
    Problem,
    ProblemLike,
    StartLike,
    as_problem,
    moves_of,
)
from pegsolitaire.sets.winning import WinningSets
from pegsolitaire.solving.shortest_solutions import MinimalSolutions
from pegsolitaire.units import counted
from pegsolitaire.work import Work

if TYPE_CHECKING:
    import networkx


_TEXTS = (".graphml", ".dot")
_PICTURES = (".svg", ".png", ".pdf")


class _GraphFiles(ABC):
    """A graph with levels of positions, which can be drawn and written to files.

    Attributes
    ----------
    problem : Problem
        The problem of the graph.
    levels : tuple of tuple of int
        The codes, level by level.
    """

    problem: Problem
    levels: tuple[tuple[int, ...], ...]

    @abstractmethod
    def arrows(self) -> Iterator[tuple[int, str, int]]:
        """Yield the links between levels, each as a code, jumps as text, and a code."""

    @abstractmethod
    def number(self, code: int) -> int:
        """Return the number to show below a position."""

    @abstractmethod
    def facts(self, code: int) -> dict[str, Any]:
        """Return the attributes of a position in GraphML."""

    def to_networkx(self) -> networkx.DiGraph[int]:
        """Convert the graph to NetworkX; codes are nodes with ``pegs``, ``picture`` and counts.

        Counts are strings if they do not fit in GraphML's 64-bit integers.

        Raises
        ------
        MissingExtraError
            If NetworkX is not installed.
        """
        try:
            import networkx
        except ImportError as error:
            raise MissingExtraError(
                "NetworkX is not installed: pip install 'pegsolitaire[graphs]'"
            ) from error
        graph = networkx.DiGraph(problem=str(self.problem))
        for code in sorted(code for level in self.levels for code in level):
            graph.add_node(code, **self.facts(code))
        for before, words, after in self.arrows():
            if graph.has_edge(before, after):  # moves that lead to images of the same position
                words = f"{graph.edges[before, after]['jump']}, {words}"
            graph.add_edge(before, after, jump=words)
        return graph

    def dot(self) -> str:
        """Write the graph in Graphviz's DOT language, with one rank for each level."""
        name = str(self.problem).replace("\\", r"\\").replace('"', r"\"")
        lines = [f'digraph "{name}" {{', '  node [shape=box, fontname="monospace"];']
        for level in self.levels:
            lines.append("  { rank=same; " + " ".join(f"n{code};" for code in level) + " }")
            for code in level:
                picture = Position(self.problem.board, code).text().replace("/", r"\n")
                lines.append(rf'  n{code} [label="{picture}\n{self.number(code)}"];')
        lines += [f'  n{a} -> n{b} [label="{words}"];' for a, words, b in self.arrows()]
        return "\n".join([*lines, "}"])

    def svg(self) -> str:
        """Draw the graph as SVG: the positions in rows, with a number below each."""
        from pegsolitaire.draw import graph_svg

        levels = [[(code, self.number(code)) for code in level] for level in self.levels]
        edges = [(before, after) for before, _, after in self.arrows()]
        return graph_svg(self.problem.board, levels, edges)

    def _repr_svg_(self) -> str:
        return self.svg()

    def save(self, path: Path) -> None:
        """Write the graph to a file as GraphML, DOT, SVG, PNG or PDF, depending on its extension.

        Raises
        ------
        ProblemError
            If the file has another extension.
        MissingExtraError
            If the library that writes GraphML, PNG or PDF is not installed.
        BoardTooLargeError
            If the graph is too large to draw.
        StoreError
            If the file cannot be written.
        """
        from pegsolitaire.draw import write_picture

        check_ending(path)
        if path.suffix in _TEXTS:
            write_text([self.dot() if path.suffix == ".dot" else self._graphml()], path)
        else:
            write_picture(self.svg(), path)

    def _graphml(self) -> str:
        graph = self.to_networkx()
        import networkx

        return "\n".join(networkx.generate_graphml(graph))


def check_ending(path: Path) -> None:
    """Check that the extension of a file belongs to a format for graphs.

    Raises
    ------
    ProblemError
        If no format has this extension.
    """
    if path.suffix not in (*_TEXTS, *_PICTURES):
        raise ProblemError(
            f"{path.name} has no known format: use the extension .graphml, .dot, .svg, .png or "
            ".pdf"
        )


_MAX_GRAPH_POSITIONS = 500_000  # positions, about 500 bytes each


@dataclass(frozen=True, eq=False)
class SolutionGraph(_GraphFiles):
    """All positions of the solutions of a problem, level by level, with the numbers of paths.

    Attributes
    ----------
    problem : Problem
    levels : tuple of tuple of int
        Sorted codes: first the starts, then levels that each have one peg fewer than the level
        before. There are no levels if the problem has no solution.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> graph = SolutionGraph.of(Problem(triangle(4), "a2", "b2"))
    >>> len(graph), len(list(graph.edges())), graph.solutions
    (20, 28, 14)
    """

    problem: Problem
    levels: tuple[tuple[int, ...], ...]

    @classmethod
    def of(
        cls,
        problem: ProblemLike,
        start: StartLike = None,
        finish: FinishLike = None,
        *,
        work: Work | None = None,
    ) -> SolutionGraph:
        """Build the solution graph of a problem.

        Parameters
        ----------
        problem, start, finish : Problem, or what makes one
            The problem: see :class:`~pegsolitaire.game.Problem`.
        work : Work, optional
            Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

        Raises
        ------
        BoardTooLargeError
            If the graph would have too many positions, or the board has more than 64 holes.
        """
        work = Work.of(work)
        problem = as_problem(problem, start, finish)
        wins = WinningSets.build(problem, work=work)
        starts = tuple(code for code in problem.starts if code in wins)
        if not starts:
            return cls(problem, ())
        too_large = BoardTooLargeError(
            f"the solution graph of {problem} has more than {_MAX_GRAPH_POSITIONS:,} positions: "
            "choose a smaller board, or use counts and winning sets"
        )
        if len(wins) > _MAX_GRAPH_POSITIONS:  # the same positions, up to symmetry
            raise too_large
        levels, size = [starts], len(starts)
        jumps = problem.start_pegs - problem.finish_pegs
        work.progress.stage("collecting the positions of solutions", jumps)
        while len(levels) <= jumps:
            after = {
                code ^ jump.mask for code in levels[-1] for jump in problem.board.masks_from(code)
            }
            reached = np.array(sorted(after), np.uint64)
            levels.append(tuple(reached[wins.contains_codes(reached)].tolist()))
            size += len(levels[-1])
            work.progress.update(len(levels) - 1)
            work.spend(len(levels[-1]))
            work.check()
            if size > _MAX_GRAPH_POSITIONS:
                raise too_large
        return cls(problem, tuple(levels))

    def __len__(self) -> int:
        return sum(map(len, self.levels))

    def __contains__(self, code: object) -> bool:
        return code in self._codes

    def __repr__(self) -> str:
        return f"<SolutionGraph of {self.problem}, {counted(len(self), 'position')}>"

    @property
    def jump_count(self) -> int:
        """The number of jumps in the graph."""
        return self._counts[1]

    def steps(self, code: int) -> Iterator[tuple[JumpMask, int]]:
        """Yield the winning jumps from a winning position, each with the code after the jump."""
        for jump in self.problem.board.masks_from(code):
            if code ^ jump.mask in self._codes:
                yield jump, code ^ jump.mask

    def edges(self) -> Iterator[tuple[int, Jump, int]]:
        """Yield every winning jump: the code before it, the jump, and the code after it."""
        for level in self.levels:
            for code in level:
                for jump, after in self.steps(code):
                    yield code, Jump.of(self.problem.board, jump), after

    @cached_property
    def _codes(self) -> frozenset[int]:
        return frozenset(code for level in self.levels for code in level)

    @cached_property
    def paths_to(self) -> dict[int, int]:
        """For each code, the number of paths from the starts to this position."""
        return self._counts[0]

    @cached_property
    def _counts(self) -> tuple[dict[int, int], int]:
        """The numbers of paths from the starts, and of jumps, which one pass finds."""
        counts, jumps = dict.fromkeys(self._codes, 0), 0
        counts.update(dict.fromkeys(self.levels[0] if self.levels else (), 1))
        for level in self.levels:
            for code in level:
                for _, after in self.steps(code):
                    counts[after] += counts[code]
                    jumps += 1
        return counts, jumps

    @cached_property
    def paths_from(self) -> dict[int, int]:
        """For each code, the number of paths from this position to the finishes."""
        counts = dict.fromkeys(self.levels[-1] if self.levels else (), 1)
        for level in reversed(self.levels[:-1]):
            for code in level:
                counts[code] = sum(counts[after] for _, after in self.steps(code))
        return counts

    @property
    def solutions(self) -> int:
        """The number of solutions."""
        return sum(self.paths_to[code] for code in self.levels[-1]) if self.levels else 0

    def arrows(self) -> Iterator[tuple[int, str, int]]:
        """Yield every jump as text, with the codes before and after it."""
        return ((before, str(jump), after) for before, jump, after in self.edges())

    def number(self, code: int) -> int:
        """Return the number of paths to a position, to show below the position."""
        return self.paths_to[code]

    def facts(self, code: int) -> dict[str, Any]:
        """Return the attributes of a position in GraphML."""
        # All nodes have the same type, because no count exceeds the number of solutions.
        number = int if self.solutions < 1 << 63 else str
        return {
            "pegs": code.bit_count(),
            "picture": Position(self.problem.board, code).text(),
            "paths_to": number(self.paths_to[code]),
            "paths_from": number(self.paths_from[code]),
        }


# -- solutions apart from the order of their jumps ---------------------------------------------
#
# Here two solutions count as one if they contain the same jumps equally often. The sets of jumps
# that lead to each winning position are carried from level to level (Bell 2007, "Two Ways to Count
# Solutions"). With a single start, the jumps determine the position, so nothing else is kept. The
# number of sets grows fast: the corner game has 8 at the end on the 15-hole triangle, 6,030 on 21
# holes, and too many to count on 33.
#
# Bell (2008, section 2.3) counts fewer solutions of the corner game on 15 holes: two instead of
# eight, because he ignores the direction of jumps and reflections of the board. A peg that jumps
# round a loop (a1-c3-a3-a1) can also go the other way round and remove the same pegs. So there are
# eight solutions with directed jumps, four with undirected jumps, and two up to reflection.

_MAX_JUMP_SETS = 5_000_000  # sets of jumps at a time: about a gigabyte
_BITS = 6  # bits of a set for each jump of the board: no jump is made 64 times on 64 holes
_DIGIT = (1 << _BITS) - 1


@dataclass(frozen=True)
class Unordered:
    """The number of solutions of a problem, apart from the order of jumps, by three measures.

    Attributes
    ----------
    directed : int
        The number of different multisets of jumps.
    undirected : int
        The same number if a jump and the opposite jump over the same hole count as one jump.
    up_to_symmetry : int
        The same number as ``undirected``, but up to the symmetries of the problem.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> count_unordered(Problem.complement(triangle(5), "a1"))
    Unordered(directed=8, undirected=4, up_to_symmetry=2)
    """

    directed: int
    undirected: int
    up_to_symmetry: int


def count_unordered(
    problem: ProblemLike,
    start: StartLike = None,
    finish: FinishLike = None,
    *,
    work: Work | None = None,
) -> Unordered:
    """Count the solutions apart from the order of their jumps.

    Parameters
    ----------
    problem, start, finish : Problem, or what makes one
        The problem: see :class:`~pegsolitaire.game.Problem`.
    work : Work, optional
        Limits on time and memory, a progress bar, and more: see :class:`pegsolitaire.Work`.

    Raises
    ------
    BoardTooLargeError
        If there are too many sets of jumps to keep in memory, or the solution graph is too large.
    ProblemError
        If the problem has several starts.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> count_unordered(Problem.complement(triangle(5), "a1"))
    Unordered(directed=8, undirected=4, up_to_symmetry=2)
    """
    work = Work.of(work)
    problem = as_problem(problem, start, finish)
    if len(problem.starts) > 1:
        raise ProblemError(
            "to count apart from the order of jumps, give one start: a hole instead of any"
        )
    directed = _jump_sets(SolutionGraph.of(problem, work=work), work=work)
    line = _without_direction(problem.board)
    undirected = {_moved(jumps_of, line) for jumps_of in directed}
    turned = (problem.board.jump_images(symmetry) for symmetry in problem.group)
    images = [[line[i] for i in image] for image in turned]
    least = {min(_moved(jumps_of, image) for image in images) for jumps_of in undirected}
    return Unordered(len(directed), len(undirected), len(least))


def _jump_sets(graph: SolutionGraph, *, work: Work) -> set[int]:
    """Return the jumps of each solution as a number whose ``i``-th digit counts jump ``i``."""
    if not graph.levels:
        return set()
    unit = {jump: 1 << _BITS * i for i, jump in enumerate(graph.problem.board.jumps)}
    level: dict[int, set[int]] = {code: {0} for code in graph.levels[0]}
    work.progress.stage("counting apart from the order", len(graph.levels) - 1)
    for done in range(1, len(graph.levels)):
        reached: dict[int, set[int]] = {}
        held = 0
        for code, jumps_made in level.items():
            for jump, after in graph.steps(code):
                known = reached.setdefault(after, set())
                before, unit_of_jump = len(known), unit[jump]
                known.update(jumps_of + unit_of_jump for jumps_of in jumps_made)
                held += len(known) - before
                if held > _MAX_JUMP_SETS:
                    raise BoardTooLargeError(
                        f"{graph.problem} has more than {_MAX_JUMP_SETS:,} different sets of "
                        f"jumps {done} jumps into its solutions: too many to count apart from the "
                        "order of jumps"
                    )
        level = reached
        work.spend(held)
        work.update(done, f"{counted(held, 'set')} of jumps")
    return set().union(*level.values())


def _moved(jumps_of: int, image: Iterable[int]) -> int:
    """Replace each jump ``i`` of a multiset by the jump with the index ``image[i]``."""
    return sum((jumps_of >> _BITS * i & _DIGIT) << _BITS * j for i, j in enumerate(image))


def _without_direction(board: Board) -> list[int]:
    """Return, for each jump, the index of the first jump with the same three holes."""
    first: dict[int, int] = {}
    return [first.setdefault(jump.mask, i) for i, jump in enumerate(board.jumps)]


# -- the solutions with the fewest moves ----------------------------------------------------------
#
# Sidney Cadot's figure on Bell's page on the 33-hole board ("Finding and Counting Minimal Length
# Solutions") shows the positions between the moves of these solutions, one from each set of
# images. Each row has the positions after one number of moves, and moves lead from one row to the
# next. The number below a position counts the paths to it; below the finish it is the number of
# solutions.

_MAX_SHORTEST_POSITIONS = 50_000  # positions


@dataclass(frozen=True, eq=False)
class MinimalGraph(_GraphFiles):
    """The graph of the solutions with the fewest moves.

    Parameters
    ----------
    minimal : MinimalSolutions
        The solutions.

    Raises
    ------
    BoardTooLargeError
        If the graph has too many positions.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> graph = MinimalGraph(MinimalSolutions.of(Problem(triangle(4), "a2", "b2")))
    >>> len(graph), len(list(graph.arrows())), graph.number(graph.levels[-1][0])
    (6, 5, 2)
    """

    minimal: MinimalSolutions

    def __post_init__(self) -> None:
        if len(self) > _MAX_SHORTEST_POSITIONS:
            raise BoardTooLargeError(
                f"the shortest solutions of {self.problem} pass through {len(self):,} positions: "
                f"a graph can have at most {_MAX_SHORTEST_POSITIONS:,}"
            )

    @property
    def problem(self) -> Problem:  # type: ignore[override]
        """The problem of the solutions."""
        return self.minimal.problem

    @cached_property
    def levels(self) -> tuple[tuple[int, ...], ...]:  # type: ignore[override]
        """The positions up to symmetry; each level has the positions after a number of moves."""
        levels = [self.minimal.levels[0]]
        for moves_made in range(self.minimal.moves):
            column_of: dict[int, int] = {}
            for code in levels[-1]:
                for link in self.minimal.links(moves_made, code):
                    column_of.setdefault(self.minimal.least(link.after), link.after)
            levels.append(tuple(column_of.values()))
        return tuple(levels)

    def __len__(self) -> int:
        return sum(map(len, self.minimal.levels))

    def arrows(self) -> Iterator[tuple[int, str, int]]:
        """Yield the moves up to symmetry, each with its jumps in one possible order.

        The number of possible orders of a loop is written after it, as in ``a1-a3-c3-a1 x2``.
        """
        board, least = self.problem.board, self.minimal.least
        for made, level in enumerate(self.levels[:-1]):
            drawn = {least(code): code for code in self.levels[made + 1]}
            for code in level:
                for link in self.minimal.links(made, code):
                    if self._is_image(code, link.key):
                        continue
                    jumps = (Jump.of(board, jump) for jump in next(link.sweeps(board)))
                    words = " ".join(map(str, moves_of(jumps)))
                    words += f" x{link.orders}" if link.orders > 1 else ""
                    yield code, words, drawn[least(link.after)]

    def _is_image(self, code: int, key: tuple[int, int, int]) -> bool:
        """Return whether a symmetry of the position maps the move to a smaller move."""
        start, end, mask = key
        return any(
            (g.image[start], g.image[end], apply_permutation(g.image, mask)) < key
            for g in self.problem.group
            if apply_permutation(g.image, code) == code
        )

    def number(self, code: int) -> int:
        """Return the number of paths to a position, up to symmetry, to show below the position."""
        return self._ways[self.minimal.least(code)]

    @cached_property
    def _ways(self) -> dict[int, int]:
        return {code: ways for level in self.minimal.ways_to for code, ways in level.items()}

    @cached_property
    def _made(self) -> dict[int, int]:
        return {code: made for made, level in enumerate(self.levels) for code in level}

    def facts(self, code: int) -> dict[str, Any]:
        """Return the attributes of a position in GraphML."""
        return {
            "moves": self._made[code],
            "pegs": code.bit_count(),
            "picture": Position(self.problem.board, code).text(),
            "ways": self.number(code),
        }
