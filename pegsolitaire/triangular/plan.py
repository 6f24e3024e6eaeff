"""What is played one after another, and rows that wait for their moment between.

Rows that are to be cleared wait for the first jump that leaves their catalyst, some holes beside
them, neither full nor empty; they are cleared then, before anything else is played, and all other
holes are as they were. That moment always comes, or is there at first, where the vacancy is in
the catalyst: it is full at first and empty in the end, and a jump takes two pegs at most, of three
or more. Rows that are due at the same moment are cleared one after another, the outer ones, which
were told first, before those within, which may hold some of their catalyst; each restores what
they share. For the same reason rows within wait until those are cleared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from pegsolitaire.board import Hole
from pegsolitaire.triangular.frame import Map, moved
from pegsolitaire.triangular.strips import Block, Step, Strip

Clear = Callable[[frozenset[Hole]], Strip]


@dataclass(frozen=True, eq=False)
class _Rows:
    """Rows that wait.

    Attributes
    ----------
    number : int
        In the order in which they were told.
    catalyst : sequence of (int, int)
        Holes as the strip has them.
    clear : callable
        The strip, given which of these are full.
    move : callable
        Where on the board a hole of the strip is.
    """

    number: int
    catalyst: Sequence[Hole]
    clear: Clear
    move: Map


class ClearingPlan:
    """Blocks to be cleared on a board that is full but for a vacancy.

    Parameters
    ----------
    vacancy : (int, int)
        The hole that is empty at first.

    Attributes
    ----------
    blocks : list of Block
        What is cleared, as far as it is known: all of it once the steps were asked for.
    """

    def __init__(self, vacancy: Hole) -> None:
        self.blocks: list[Block] = []
        self._vacancy = vacancy
        self._main: list[Step] = []
        self._told = 0
        #: For each hole the rows that wait for a jump there.
        self._waiting: dict[Hole, list[_Rows]] = {}

    def play(self, strip: Strip, move: Map) -> None:
        """Play the jumps of a strip after those so far; ``move`` says where its holes are."""
        self._main += self._put(strip, move)

    def wait(self, catalyst: Sequence[Hole], clear: Clear, move: Map) -> None:
        """Have rows cleared as soon as some, not all, of their catalyst is full."""
        self._told += 1
        rows = _Rows(self._told, catalyst, clear, move)
        for hole in catalyst:
            self._waiting.setdefault(move(hole), []).append(rows)

    def steps(self) -> Iterator[Step]:
        """All jumps in their order, each with the number of its block."""
        empty = {self._vacancy}
        stack = [(self._told + 1, iter(self._main))]
        stack += self._due([self._vacancy], empty, self._told + 1)
        while stack:
            number, steps = stack[-1]
            step = next(steps, None)
            if step is None:
                stack.pop()
                continue
            touched = step[0].start, step[0].over, step[0].end
            empty.discard(touched[2])
            empty.update(touched[:2])
            yield step
            stack += self._due(touched, empty, number)
        assert not any(self._waiting.values()), "rows wait for ever"

    def _due(
        self, touched: Iterable[Hole], empty: set[Hole], before: int
    ) -> list[tuple[int, Iterator[Step]]]:
        """The rows told before those of a number whose moment has come, and their jumps.

        Those that were told first are the last of them.
        """
        found = []
        for hole in touched:
            for rows in self._waiting.get(hole, ())[:]:
                full = frozenset(part for part in rows.catalyst if rows.move(part) not in empty)
                if 0 < len(full) < len(rows.catalyst) and rows.number < before:
                    for part in rows.catalyst:
                        self._waiting[rows.move(part)].remove(rows)
                    found.append((rows, full))
        found.sort(key=lambda one: -one[0].number)
        return [
            (rows.number, iter(self._put(rows.clear(full), rows.move))) for rows, full in found
        ]

    def _put(self, strip: Strip, move: Map) -> list[Step]:
        """The jumps of a strip on the board; its blocks are added."""
        first = len(self.blocks)
        self.blocks += [
            Block(block.kind, frozenset(map(move, block.holes))) for block in strip.blocks
        ]
        return [(moved(jump, move), first + number) for jump, number in strip.steps]
