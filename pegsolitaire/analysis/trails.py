"""Walks through a graph of jumps that use no link twice: what one peg can do in one move.

A peg that jumps stays on a quarter of the holes, those two apart; the pegs that it takes lie
between them. So a sweep is a walk in a graph whose nodes are the holes where the peg may stand and
whose links are the holes in between, none used twice (with diagonal jumps a hole is two links, of
which one may be used). Links are those of a walk when at most two nodes have an odd number of
them and they hang together. The first is an integer program, solved by HiGHS; what does not hang
together is forbidden, until it does.
"""

from __future__ import annotations

from collections.abc import Iterator

from pegsolitaire.board import Link
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.theory.program import add_column, add_row, new_model

Links = list[Link]

_MOST = 20_000  # links of a quarter of the holes: those of the square board of side 200
_SECONDS = 20.0  # of one integer program: half a second with the 3,675 links of a side of 100


def longest_trail(links: Links) -> Links:
    """A longest walk, its jumps one after the other; none without links.

    Raises
    ------
    BoardTooLargeError
        If it is not found in the time that an integer program may take.
    """
    return next(_walks(links, None), [])


def trails(links: Links, length: int) -> Iterator[Links]:
    """A walk for every set of ``length`` links that are those of one; raises the same."""
    return _walks(links, length)


def _walks(links: Links, length: int | None) -> Iterator[Links]:
    program = _Program(links, length)
    while chosen := program.solve():
        parts = _parts(chosen)
        if len(parts) == 1:
            yield _walk(chosen)
            program.exclude(chosen)
        else:
            for part in parts:
                program.forbid(part)


def _parts(links: Links) -> list[Links]:
    """The links as parts that hang together."""
    at = _by_node(links)
    part_of: dict[int, int] = {}
    for first in list(at):
        edge = [first] if first not in part_of else []
        while edge:
            node = edge.pop()
            if part_of.setdefault(node, first) == first:
                edge += [end for link in at.pop(node, ()) for end in (link.start, link.end)]
    parts: dict[int, Links] = {}
    for link in links:
        parts.setdefault(part_of[link.start], []).append(link)
    return list(parts.values())


def _by_node(links: Links) -> dict[int, Links]:
    """The links of each node, in their order."""
    at: dict[int, Links] = {}
    for link in links:
        at.setdefault(link.start, []).append(link)
        at.setdefault(link.end, []).append(link)
    return at


def _walk(links: Links) -> Links:
    """The links in the order of a walk (Hierholzer's method)."""
    at = _by_node(links)
    odd = [node for node, ends in at.items() if len(ends) % 2]
    used: set[Link] = set()
    stack: list[tuple[int, Link | None]] = [(min(odd or at), None)]
    walk: Links = []
    while stack:
        node, came = stack[-1]
        while at[node] and at[node][-1] in used:
            at[node].pop()
        if at[node]:
            link = at[node].pop()
            used.add(link)
            stack.append((link.end if node == link.start else link.start, link))
        else:
            stack.pop()
            if came is not None:
                walk.append(came._replace(start=node, end=stack[-1][0]))
    return walk


class _Program:
    """The integer program: a column a link, and for each node its links are even but for two."""

    def __init__(self, links: Links, length: int | None) -> None:
        if len(links) > _MOST:
            raise BoardTooLargeError(
                f"{len(links):,} jumps on a quarter of the holes: the longest move is looked for "
                f"among {_MOST:,} at most; take a smaller board"
            )
        self._links, self._model = links, new_model(time_limit=_SECONDS)
        self._column = {link: i for i, link in enumerate(links)}
        at = _by_node(links)
        nodes = sorted({end for link in links for end in (link.start, link.end)})
        # Whether a link is used; whether a node has an odd number of them; and how many pairs.
        for cost, top, things in ((-1, 1, links), (0, 1, nodes), (0, 4, nodes)):
            for _ in things:
                add_column(self._model, cost, top)
        for i, node in enumerate(nodes):
            row = {self._column[link]: 1 for link in at[node]}
            add_row(self._model, 0, 0, row | {len(links) + i: -1, len(links) + len(nodes) + i: -2})
        add_row(self._model, 0, 2, {len(links) + i: 1 for i in range(len(nodes))})
        by_over: dict[int, dict[int, float]] = {}
        for j, link in enumerate(links):
            by_over.setdefault(link.over, {})[j] = 1
        for over in set(by_over):
            add_row(self._model, 0, 1, by_over[over])
        if length is not None:
            add_row(self._model, length, length, dict.fromkeys(range(len(links)), 1))

    def solve(self) -> Links:
        """The most links, which need not hang together; none where there are none left."""
        import highspy

        if not self._links:
            return []
        self._model.run()
        status = self._model.getModelStatus()
        if status == highspy.HighsModelStatus.kInfeasible:
            return []
        if status == highspy.HighsModelStatus.kTimeLimit:
            raise BoardTooLargeError(
                f"the longest move among {len(self._links):,} jumps was not found in "
                f"{_SECONDS:.0f} seconds: the board is too large"
            )
        if status != highspy.HighsModelStatus.kOptimal:
            raise RuntimeError(f"HiGHS could not solve an integer program: {status}")
        values = self._model.getSolution().col_value[: len(self._links)]
        return [link for link, value in zip(self._links, values, strict=True) if value > 0.5]

    def exclude(self, chosen: Links) -> None:
        """Ask for other links than these, or more."""
        row = {self._column[link]: 1 for link in chosen}
        add_row(self._model, 0, len(chosen) - 1, row)

    def forbid(self, part: Links) -> None:
        """Ask a part for a link to the rest, or else for all links outside it to go.

        A walk that has all of the part and a link elsewhere has one that leads out of it.
        """
        inside = {end for link in part for end in (link.start, link.end)}
        chosen = {self._column[link]: 1 for link in part}
        out = {
            j: -len(self._links)
            for j, link in enumerate(self._links)
            if (link.start in inside) != (link.end in inside)
        }
        others = [
            j
            for j, link in enumerate(self._links)
            if link.start not in inside and link.end not in inside
        ]
        for j in others:
            add_row(self._model, -(len(self._links) ** 2), len(part), chosen | out | {j: 1})
