"""Long sweeps: the most jumps that one peg can make in one move.

A peg that jumps stays on a quarter of the holes, those two apart; the pegs that it takes lie
between them. So a sweep is a walk in a graph whose nodes are the holes where the peg may stand and
whose links are the holes in between, none used twice (with diagonal jumps a hole is two links, of
which one may be used). The longest one leaves out as few links as it must for at most two nodes to
have an odd number of them, and for the rest to hang together. That is an integer program, solved
by HiGHS; what does not hang together is forbidden, until it does.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from pegsolitaire.analysis.solve import solve
from pegsolitaire.board import Board, JumpMask
from pegsolitaire.game import Move, Position, Problem, Solution
from pegsolitaire.progress import SILENT, Progress
from pegsolitaire.theory import feasible_finishes
from pegsolitaire.theory.program import add_column, add_row, new_model


@dataclass(frozen=True)
class Sweep:
    """A long move, from a position with the pegs that it takes and no others.

    Attributes
    ----------
    start : Position
    move : Move
    """

    start: Position
    move: Move

    @property
    def solution(self) -> Solution:
        """The sweep as a solution, replayed: it ends with one peg."""
        return Solution(self.start, self.move.jumps)

    def __len__(self) -> int:
        return len(self.move)


def longest_sweep(board: Board, seed: int | None = None) -> Sweep | None:
    """A longest sweep of a board; None where no jump is possible.

    Parameters
    ----------
    board : Board
        The board, of any size.
    seed : int, optional
        Of a random choice among those that are as long.

    Examples
    --------
    >>> from pegsolitaire.board import english, triangle
    >>> len(longest_sweep(triangle(6))), len(longest_sweep(english()))
    (9, 16)
    """
    chance = None if seed is None else random.Random(seed)
    best: list[JumpMask] = []
    for group in _groups(board):
        if len(group) > len(best):
            trail = _longest_trail(group, chance)
            best = max(best, trail, key=len)
    if not best:
        return None
    pegs = 1 << best[0].start
    for jump in best:
        pegs |= 1 << jump.over
    path = (board.holes[best[0].start], *(board.holes[jump.end] for jump in best))
    sweep = Sweep(Position(board, pegs), Move(path))
    assert len(sweep.solution.finish) == 1
    return sweep


def _groups(board: Board) -> Iterator[list[JumpMask]]:
    """The jumps of each quarter of the holes, one of each pair back and forth."""
    parities = {(x & 1, y & 1) for x, y in board.holes}
    for parity in sorted(parities):
        yield [
            jump
            for jump in board.jumps
            if jump.start < jump.end
            and (board.holes[jump.start][0] & 1, board.holes[jump.start][1] & 1) == parity
        ]


def sweep_at_the_end(
    board: Board, tries: int = 20, seconds: float = 2.0, progress: Progress = SILENT
) -> Solution | None:
    """A solution from one vacancy whose last move is a longest sweep, if one is found.

    Parameters
    ----------
    board : Board
        A board of up to 64 holes.
    tries : int, optional
        How many longest sweeps are tried.
    seconds : float, optional
        How long each may take.
    progress : Progress, optional
        Told of every sweep.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> solution = sweep_at_the_end(triangle(6))
    >>> len(solution.moves[-1])
    9
    """
    seen: set[int] = set()
    progress.stage("trying longest sweeps", tries)
    for seed in range(tries):
        sweep = longest_sweep(board, seed)
        if sweep is None:
            return None
        if sweep.start.code in seen:
            continue
        seen.add(sweep.start.code)
        starts = tuple(
            board.full ^ 1 << hole for hole in feasible_finishes(sweep.start.complement)
        )
        if starts:
            answer = solve(Problem(board, starts, (sweep.start.code,)), seconds=seconds)
            if answer.solution is not None:
                jumps = (*answer.solution.jumps, *sweep.move.jumps)
                return Solution(answer.solution.start, jumps)
        progress.update(seed + 1)
    return None


def _longest_trail(links: list[JumpMask], chance: random.Random | None) -> list[JumpMask]:
    """The longest walk that uses no link twice."""
    program = _Program(links)
    if chance is not None:
        program.prefer([chance.random() for _ in links])
    while True:
        chosen = program.solve()
        parts = _parts(chosen)
        if len(parts) <= 1:
            return _walk(chosen)
        for part in parts:
            program.forbid(part)


def _parts(links: list[JumpMask]) -> list[list[JumpMask]]:
    """The links as parts that hang together."""
    parts: list[list[JumpMask]] = []
    for link in links:
        ends = {link.start, link.end}
        touching = [p for p in parts if any(ends & {one.start, one.end} for one in p)]
        parts = [p for p in parts if p not in touching]
        parts.append([link, *(one for p in touching for one in p)])
    return parts


def _walk(links: list[JumpMask]) -> list[JumpMask]:
    """The links in the order of a walk (Hierholzer's method)."""
    at: dict[int, list[JumpMask]] = {}
    for link in links:
        at.setdefault(link.start, []).append(link)
        at.setdefault(link.end, []).append(link)
    odd = [node for node, ends in at.items() if len(ends) % 2]
    used: set[JumpMask] = set()
    stack: list[tuple[int, JumpMask | None]] = [(min(odd or at), None)]
    walk: list[JumpMask] = []
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

    def __init__(self, links: list[JumpMask]) -> None:
        self._links, self._model = links, new_model()
        nodes = sorted({end for link in links for end in (link.start, link.end)})
        # Whether a link is used; whether a node has an odd number of them; and how many pairs.
        for cost, top, things in ((-1, 1, links), (0, 1, nodes), (0, 4, nodes)):
            for _ in things:
                add_column(self._model, cost, top)
        for i, node in enumerate(nodes):
            row = {j: 1 for j, link in enumerate(links) if node in (link.start, link.end)}
            add_row(self._model, 0, 0, row | {len(links) + i: -1, len(links) + len(nodes) + i: -2})
        add_row(self._model, 0, 2, {len(links) + i: 1 for i in range(len(nodes))})
        for over in {link.over for link in links}:
            add_row(self._model, 0, 1, {j: 1 for j, link in enumerate(links) if link.over == over})

    def solve(self) -> list[JumpMask]:
        """The most links, which need not hang together."""
        self._model.run()
        values = self._model.getSolution().col_value[: len(self._links)]
        return [link for link, value in zip(self._links, values, strict=True) if value > 0.5]

    def prefer(self, worth: list[float]) -> None:
        """Choose among the longest by what links are worth, from 0 to 1, together."""
        for column, value in enumerate(worth):
            self._model.changeColCost(column, -1 - value / (2 * len(worth)))

    def forbid(self, part: list[JumpMask]) -> None:
        """Ask a part for a link to the rest, or else for all links outside it to go.

        A walk that has all of the part and a link elsewhere has one that leads out of it.
        """
        inside = {end for link in part for end in (link.start, link.end)}
        chosen = {self._links.index(link): 1 for link in part}
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
