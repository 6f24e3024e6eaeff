"""Graphs of positions for other programs and for the eye: GraphML, DOT and SVG."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pegsolitaire.errors import MissingExtraError, ProblemError
from pegsolitaire.files import write_text
from pegsolitaire.game import Position, Problem

if TYPE_CHECKING:
    import networkx


_TEXTS = (".graphml", ".dot")
_PICTURES = (".svg", ".png", ".pdf")


class GraphFiles(ABC):
    """What graphs of positions in rows have in common: how they are written and drawn.

    Attributes
    ----------
    problem : Problem
        What the graph is about.
    """

    problem: Problem

    @property
    @abstractmethod
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The codes, row by row."""

    @abstractmethod
    def arrows(self) -> Iterator[tuple[int, str, int]]:
        """The links from a row to the next: a code, what is played there, and the code after."""

    @abstractmethod
    def number(self, code: int) -> int:
        """What is written below a position."""

    @abstractmethod
    def facts(self, code: int) -> dict[str, Any]:
        """What GraphML says of a position."""

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
        for code in sorted(code for row in self.rows for code in row):
            graph.add_node(code, **self.facts(code))
        for before, words, after in self.arrows():
            if graph.has_edge(before, after):  # moves that lead to images of one position
                words = f"{graph.edges[before, after]['jump']}, {words}"
            graph.add_edge(before, after, jump=words)
        return graph

    def dot(self) -> str:
        """The graph in the DOT language of Graphviz: rows as ranks, the number of each node."""
        name = str(self.problem).replace("\\", r"\\").replace('"', r"\"")
        lines = [f'digraph "{name}" {{', '  node [shape=box, fontname="monospace"];']
        for row in self.rows:
            lines.append("  { rank=same; " + " ".join(f"n{code};" for code in row) + " }")
            for code in row:
                picture = Position(self.problem.board, code).text.replace("/", r"\n")
                lines.append(rf'  n{code} [label="{picture}\n{self.number(code)}"];')
        lines += [f'  n{a} -> n{b} [label="{words}"];' for a, words, b in self.arrows()]
        return "\n".join([*lines, "}"])

    def svg(self) -> str:
        """The graph drawn: positions in rows, each with its number."""
        from pegsolitaire.draw import graph_svg

        levels = [[(code, self.number(code)) for code in row] for row in self.rows]
        edges = [(before, after) for before, _, after in self.arrows()]
        return graph_svg(self.problem.board, levels, edges)

    def _repr_svg_(self) -> str:
        return self.svg()

    def save(self, path: Path) -> None:
        """Write the graph to a file by the ending of its name: GraphML, DOT, or drawn.

        It is drawn as SVG, PNG or PDF.

        Raises
        ------
        ProblemError
            If the name ends otherwise.
        MissingExtraError
            If what writes GraphML, PNG or PDF is not installed.
        BoardTooLargeError
            If there is more to draw than anyone can look at.
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
    """See that a graph can be written to a file of that name.

    Raises
    ------
    ProblemError
        If its ending says no format.
    """
    if path.suffix not in (*_TEXTS, *_PICTURES):
        raise ProblemError(
            f"{path.name} says no format: end it in .graphml, .dot, .svg, .png or .pdf"
        )
