"""What is played one after another, and rows that wait for their moment between.

Rows that are to be cleared wait for the first jump that leaves their catalyst, some holes beside
them, neither full nor empty; they are cleared then, before anything else is played, and all other
holes are as they were. That moment always comes, or is there at first, where the vacancy is in
the catalyst: it is full at first and empty in the end, and a jump takes two pegs at most, of three
or more. Rows that are due at the same moment are cleared one after another, each restoring what
they share.
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
    catalyst : sequence of (int, int)
        Holes as the strip has them.
    clear : callable
        The strip, given which of these are full.
    move : callable
        Where on the board a hole of the strip is.
    """

    catalyst: Sequence[Hole]
    clear: Clear
    move: Map


class Plan:
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
        #: For each hole the rows that wait for a jump there.
        self._waiting: dict[Hole, list[_Rows]] = {}

    def play(self, strip: Strip, move: Map) -> None:
        """Play the jumps of a strip after those so far; ``move`` says where its holes are."""
        self._main += self._put(strip, move)

    def wait(self, catalyst: Sequence[Hole], clear: Clear, move: Map) -> None:
        """Have rows cleared as soon as some, not all, of their catalyst is full."""
        rows = _Rows(catalyst, clear, move)
        for hole in catalyst:
            self._waiting.setdefault(move(hole), []).append(rows)

    def steps(self) -> Iterator[Step]:
        """All jumps in their order, each with the number of its block."""
        empty = {self._vacancy}
        stack = [iter(self._main)]
        stack += [iter(steps) for steps in self._due([self._vacancy], empty)]
        while stack:
            step = next(stack[-1], None)
            if step is None:
                stack.pop()
                continue
            touched = step[0].start, step[0].over, step[0].end
            empty.discard(touched[2])
            empty.update(touched[:2])
            yield step
            stack += [iter(steps) for steps in self._due(touched, empty)]
        assert not any(self._waiting.values()), "rows wait for ever"

    def _due(self, touched: Iterable[Hole], empty: set[Hole]) -> Iterator[list[Step]]:
        """The jumps of rows whose moment has come, now that some holes have changed."""
        for hole in touched:
            for rows in self._waiting.get(hole, ())[:]:
                full = frozenset(part for part in rows.catalyst if rows.move(part) not in empty)
                if 0 < len(full) < len(rows.catalyst):
                    for part in rows.catalyst:
                        self._waiting[rows.move(part)].remove(rows)
                    yield self._put(rows.clear(full), rows.move)

    def _put(self, strip: Strip, move: Map) -> list[Step]:
        """The jumps of a strip on the board; its blocks are added."""
        first = len(self.blocks)
        self.blocks += [
            Block(block.kind, frozenset(map(move, block.holes))) for block in strip.blocks
        ]
        return [(moved(jump, move), first + number) for jump, number in strip.steps]
