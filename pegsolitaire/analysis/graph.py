"""The solution graph: every winning position of a problem, the jumps between them, and the paths.

Positions are as they are, not reduced by symmetry, so that a path of the graph is a solution and
the number of paths is the number of solutions (Bell's Notes, section 7.2 and figure 11). That
makes it an object for small boards: a graph of more positions than a limit is refused.
:func:`pegsolitaire.analysis.count_solutions` counts without a graph.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pegsolitaire.board import JumpMask
from pegsolitaire.errors import BoardTooLargeError, MissingExtraError, ProblemError
from pegsolitaire.files import write_text
from pegsolitaire.game import Jump, Position, Problem
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.sets.winning import WinningSets

if TYPE_CHECKING:
    import networkx

_MOST = 500_000  # positions: some 500 bytes each


@dataclass(frozen=True, eq=False)
class SolutionGraph:
    """The positions through which solutions lead, level by level, with all paths counted.

    Attributes
    ----------
    problem : Problem
    levels : tuple of tuple of int
        Codes, sorted: the starts first, each level one peg fewer than the last. No levels where
        the problem has no solution.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> graph = SolutionGraph.of(Problem.single(triangle(4), "a2", "b2"))
    >>> len(graph), len(list(graph.edges())), graph.solutions
    (20, 28, 14)
    """

    problem: Problem
    levels: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, problem: Problem, most: int = _MOST, progress: Progress = SILENT) -> SolutionGraph:
        """The solution graph of a problem.

        Parameters
        ----------
        problem : Problem
            The problem.
        most : int, optional
            The most positions that the graph may have.
        progress : Progress, optional
            Told of every level.

        Raises
        ------
        BoardTooLargeError
            If there are more, or the board has more than 64 holes.
        """
        wins = WinningSets.build(problem, progress)
        starts = tuple(code for code in problem.starts if code in wins)
        if not starts:
            return cls(problem, ())
        levels, size = [starts], len(starts)
        while levels[-1][0].bit_count() > problem.finish_pegs:
            reached = {
                code ^ jump.mask for code in levels[-1] for jump in problem.board.jumps_from(code)
            }
            levels.append(tuple(sorted(code for code in reached if code in wins)))
            size += len(levels[-1])
            if size > most:
                raise BoardTooLargeError(
                    f"the solution graph of {problem} has more than {most:,} positions: graphs "
                    "are for smaller boards, counts and winning sets for this one"
                )
        return cls(problem, tuple(levels))

    def __len__(self) -> int:
        return sum(map(len, self.levels))

    def __contains__(self, code: object) -> bool:
        return code in self._codes

    def __repr__(self) -> str:
        return f"<SolutionGraph of {self.problem}, {len(self):,} positions>"

    def steps(self, code: int) -> Iterator[tuple[JumpMask, int]]:
        """The winning jumps from a winning position, each with the code that it leads to."""
        for jump in self.problem.board.jumps_from(code):
            if code ^ jump.mask in self._codes:
                yield jump, code ^ jump.mask

    def edges(self) -> Iterator[tuple[int, Jump, int]]:
        """Every winning jump: the code before it, the jump, and the code after it."""
        for level in self.levels:
            for code in level:
                for jump, after in self.steps(code):
                    yield code, Jump.of(self.problem.board, jump), after

    @cached_property
    def _codes(self) -> frozenset[int]:
        return frozenset(code for level in self.levels for code in level)

    @cached_property
    def paths_to(self) -> dict[int, int]:
        """For each code, the number of ways to it from the starts."""
        counts = dict.fromkeys(self._codes, 0)
        counts.update(dict.fromkeys(self.levels[0] if self.levels else (), 1))
        for level in self.levels:
            for code in level:
                for _, after in self.steps(code):
                    counts[after] += counts[code]
        return counts

    @cached_property
    def paths_from(self) -> dict[int, int]:
        """For each code, the number of ways from it to the finishes."""
        counts = dict.fromkeys(self.levels[-1] if self.levels else (), 1)
        for level in reversed(self.levels[:-1]):
            for code in level:
                counts[code] = sum(counts[after] for _, after in self.steps(code))
        return counts

    @property
    def solutions(self) -> int:
        """The number of solutions."""
        return sum(self.paths_to[code] for code in self.levels[-1]) if self.levels else 0

    # -- for other programs -----------------------------------------------------------------------

    def to_networkx(self) -> networkx.DiGraph[int]:
        """The graph for NetworkX: nodes are codes, with ``pegs``, ``picture`` and path counts.

        Counts are strings where GraphML's 64-bit integers would not hold them.

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
        for code in sorted(self._codes):
            graph.add_node(code, **self._facts(code))
        for before, jump, after in self.edges():
            graph.add_edge(before, after, jump=str(jump))
        return graph

    def _facts(self, code: int) -> dict[str, Any]:
        # One type for all nodes: no count is larger than the number of solutions.
        number = int if self.solutions < 1 << 63 else str
        return {
            "pegs": code.bit_count(),
            "picture": Position(self.problem.board, code).text,
            "paths_to": number(self.paths_to[code]),
            "paths_from": number(self.paths_from[code]),
        }

    def dot(self) -> str:
        """The graph in the DOT language of Graphviz: levels as ranks, the paths to each node."""
        name = str(self.problem).replace("\\", r"\\").replace('"', r"\"")
        lines = [f'digraph "{name}" {{', '  node [shape=box, fontname="monospace"];']
        for level in self.levels:
            lines.append("  { rank=same; " + " ".join(f"n{code};" for code in level) + " }")
            for code in level:
                picture = Position(self.problem.board, code).text.replace("/", r"\n")
                lines.append(rf'  n{code} [label="{picture}\n{self.paths_to[code]}"];')
        lines += [f'  n{a} -> n{b} [label="{jump}"];' for a, jump, b in self.edges()]
        return "\n".join([*lines, "}"])

    def svg(self) -> str:
        """The graph drawn: positions in rows by pegs, each with the paths to it."""
        from pegsolitaire.draw import graph_svg

        levels = [[(code, self.paths_to[code]) for code in level] for level in self.levels]
        edges = [(before, after) for before, _, after in self.edges()]
        return graph_svg(self.problem.board, levels, edges)

    def _repr_svg_(self) -> str:
        return self.svg()

    def save(self, path: Path) -> None:
        """Write the graph to a file, as GraphML, DOT or SVG by the ending of its name.

        Raises
        ------
        ProblemError
            If the name ends otherwise.
        MissingExtraError
            If GraphML is wanted and NetworkX is not installed.
        BoardTooLargeError
            If there is more to draw than anyone can look at.
        StoreError
            If the file cannot be written.
        """
        ways = {".graphml": self._graphml, ".dot": self.dot, ".svg": self.svg}
        check_ending(path)
        write_text([ways[path.suffix]()], path)

    def _graphml(self) -> str:
        graph = self.to_networkx()
        import networkx

        return "\n".join(networkx.generate_graphml(graph))


def check_ending(path: Path) -> None:
    """See that a graph can be written to a file of that name.

    Raises
    ------
    ProblemError
        If its ending says no format.
    """
    if path.suffix not in (".graphml", ".dot", ".svg"):
        raise ProblemError(f"{path.name} says no format: end it in .graphml, .dot or .svg")
