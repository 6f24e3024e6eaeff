"""Who wins each position of a game for two players, and in how many turns.

Two players take turns on one board. The *remoteness* of a position is the number of turns until
the end if the winner hurries and the loser delays (*Winning Ways*, chapter 9). A position from
which a turn leads to a lost position is won, and its remoteness is one more than the least among
those. Any other position from which there is a turn is lost, and its remoteness is one more than
the largest after any turn. A position without a jump has remoteness 0.

Both rules are one maximum. The *score* of a position states how good it is for the player who has
just moved there: ``255 - r`` if it is lost with remoteness ``r``, and ``r + 1`` if it is won. The
largest score after any turn determines the score of a position (:func:`scores_before`), and normal
and misère play differ only in the score of positions without a jump.

The levels are processed from the fewest pegs up. The results of all turns are generated and
brought to canonical form by the loop of the level step (:mod:`pegsolitaire.engine.expansion`), but
instead of being inserted into tables, they are looked up in tables of all lower positions, and the
largest score is written to the position that they came from. A slot of a table holds the remainder
of a word and its score in four bytes, so a look-up reads one cache line. All tables stay in
memory, because a turn of several jumps passes over levels. They take six to seven bytes for each
position, or twice as much on boards of more than 37 holes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from pegsolitaire.engine.compiled import compiled, inlined, way_of
from pegsolitaire.engine.expansion import BLOCK, CandidateBlock, Steps, expand, jumps_of, put
from pegsolitaire.engine.hash_tables import first_slot
from pegsolitaire.engine.level_set import LevelSet, split_of
from pegsolitaire.engine.machine import Threaded, Workers, usable_memory
from pegsolitaire.engine.moves import MoveLists, Moves, move_jumps, too_many_explained
from pegsolitaire.engine.row_codes import canonical_words, to_words
from pegsolitaire.engine.words import (
    NONE,
    ONE,
    WORD,
    Bytes,
    Counts,
    HashSplit,
    Layout,
    Remainders,
    Words,
    key_of,
    partition_of,
    pegs_of,
)
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.units import bytes_text, counted
from pegsolitaire.work import Work

# The scores of positions with remoteness 0.
_LOST = np.uint8(255)  # each turn subtracts one
_WON = np.uint8(1)  # each turn adds one


def scores_before(*, misere: bool) -> Bytes:
    """Return the score of a position for each possible largest score after its turns.

    Examples
    --------
    >>> normal, misere = scores_before(misere=False), scores_before(misere=True)
    >>> int(normal[0]), int(misere[0])  # without a jump, the game is over
    (255, 1)
    >>> int(normal[255]), int(normal[2])  # won in one turn; lost in two
    (2, 253)
    """
    scores = np.empty(256, np.uint8)
    scores[0] = _WON if misere else _LOST
    largest = np.arange(1, 256)
    is_won = largest >= 128  # a turn leads to a lost position
    scores[1:] = np.where(is_won, 257 - largest, 255 - largest)
    return scores


_SCORE_BITS = np.uint64(8)  # the lowest bits of a slot
_MAX_LOGP = 13  # log2 of the number of partitions up to which slots of four bytes are worth it
_FILLED = 1.5  # slots for each word in the fullest partition of a level
_MIN_SLOTS = 4  # the minimum number of slots in a partition
_GROUP = 512  # the number of words whose first slots are read at a time
_CHUNK = 8192  # the number of words whose turns a thread looks up at a time
_PART = 1 << 18  # the number of words between two checks of the limits
_NUMBERS = np.arange(_CHUNK, dtype=np.int32)[:, None]  # of the words in a chunk
_NO_REGIONS = np.empty((0, 0), np.uint64)


# --
# The lower positions, and the loop that looks up the results of turns.


class _Below(NamedTuple):
    """The tables of all lower positions, and the largest scores of the positions above them.

    A slot contains the remainder of a word in its upper bits and the score in its lowest eight
    bits; an empty slot contains 0. Each partition of each level has its own table.
    """

    tables: Remainders  # (slots of all levels,)
    begins: Counts  # (holes + 1,): where the tables of each level begin
    slots: Words  # (holes + 1,): the number of slots for each partition of a level
    split: HashSplit
    best: Bytes  # (positions of a chunk,): the largest score after any turn


@inlined
def _slot_value(word: np.uint64, split: HashSplit, size: int) -> np.uint64:
    """Return the remainder of a word in the upper bits of a slot, whose lowest bits are 0."""
    rest = (key_of(word, split) << split.logp) >> (WORD - np.uint64(8 * size))
    value: np.uint64 = (rest >> _SCORE_BITS) << _SCORE_BITS
    return value


@way_of(put, _Below)
def _look_up(below: _Below, block: Any, k: int, count: int) -> int:
    tables, begins, slots, split, best = below
    places, differ = np.empty(_GROUP, np.int64), np.empty(_GROUP, np.uint64)
    for begin in range(k, count, _GROUP):
        end = min(begin + _GROUP, count)
        for i in range(begin, end):
            word = block.words[i]
            pegs = pegs_of(word)
            value = _slot_value(word, split, tables.itemsize)
            part = partition_of(key_of(word, split), split)
            home = part * slots[pegs] + first_slot(value, tables.itemsize, slots[pegs])
            places[i - begin] = begins[pegs] + np.int64(home)
            differ[i - begin] = value
        # Without a branch, the processor waits for many slots at the same time.
        for i in range(end - begin):
            differ[i] ^= np.uint64(tables[places[i]])
        for i in range(end - begin):
            difference, place = differ[i], places[i]
            if difference >> _SCORE_BITS != 0:  # every result of a turn is in some slot
                value = ((difference ^ np.uint64(tables[place])) >> _SCORE_BITS) << _SCORE_BITS
                pegs = pegs_of(block.words[begin + i])
                size = np.int64(slots[pegs])
                last = begins[pegs] + ((place - begins[pegs]) // size + 1) * size
                while difference >> _SCORE_BITS != 0:
                    place += 1
                    if place == last:
                        place -= size
                    difference = value ^ np.uint64(tables[place])
            source = block.rows[begin + i, 0]
            best[source] = max(best[source], np.uint8(difference))
    return count


@compiled
def _count_words(words: Words, split: HashSplit, sizes: Counts) -> None:
    """Count the words in each partition."""
    for i in range(words.size):
        sizes[partition_of(key_of(words[i], split), split)] += 1


@compiled
def _insert(words: Words, scores: Bytes, split: HashSplit, tables: Remainders) -> None:
    """Insert words with their scores into the tables of a level, ``(partitions, slots)``."""
    slots = np.uint64(tables.shape[1])
    for i in range(words.size):
        table = tables[partition_of(key_of(words[i], split), split)]
        value = _slot_value(words[i], split, tables.itemsize)
        slot = first_slot(value, tables.itemsize, slots)
        while table[slot] != 0:
            slot += ONE
            if slot == slots:
                slot = NONE
        table[slot] = value | np.uint64(scores[i])


# --
# The pass over all levels.


class ScoredLevel(NamedTuple):
    """The positions with the same number of pegs, with their remoteness in the same order."""

    level: LevelSet
    remoteness: Bytes


class Remoteness(Threaded):
    """Computes the score of every position in levels, from the fewest pegs up.

    Parameters
    ----------
    layout : Layout
        The layout of the levels.
    levels : mapping of int to LevelSet
        All positions that can be reached from the starts, by number of pegs.
    misere : bool, optional
        Whether the player who cannot jump wins.
    moves : bool, optional
        Whether a turn consists of any number of jumps of one peg; by default, it is one jump.
    kept : int, optional
        The number of bytes that the caller needs for each position.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> from pegsolitaire.engine import LevelEngine, make_layout, play_levels
    >>> board = triangle(4)
    >>> engine = LevelEngine(make_layout(board, board.symmetries))
    >>> levels = dict(play_levels(engine, [board.vacancy("a2").code], away=True))
    >>> *_, (pegs, (level, remoteness)) = Remoteness(engine.layout, levels).scored()
    >>> pegs, len(level), remoteness.tolist()
    (9, 1, [7])
    """

    def __init__(
        self,
        layout: Layout,
        levels: Mapping[int, LevelSet],
        *,
        misere: bool = False,
        moves: bool = False,
        kept: int = 0,
        work: Work | None = None,
    ) -> None:
        self._work = Work.of(work)
        self._layout, self._moves = layout, moves
        self._workers = Workers(self._work.threads)
        self._levels = {pegs: levels[pegs] for pegs in sorted(levels) if len(levels[pegs])}
        self._before = scores_before(misere=misere)
        self._rules: list[tuple[Steps | Moves, CandidateBlock]] = []  # one for each thread
        self._steps, self._jumps = jumps_of(layout), move_jumps(layout, False, 0)
        holes = len(layout.board)
        size = _slot_bytes(holes)
        self._logp = logp = max(1, holes - (24 if size == 4 else 56))
        split = split_of(holes, logp)
        slots = [self._slots(self._levels.get(pegs), split) for pegs in range(holes + 1)]
        begins = np.cumsum([0, *(size << logp for size in slots)])
        positions = sum(map(len, self._levels.values()))
        _refuse_large(positions, int(begins[-1]) * size + kept * positions, self._work)
        tables = np.empty(begins[-1], f"u{size}")
        tables.fill(0)
        self._below = _Below(
            tables,
            begins[:-1],
            np.array(slots, np.uint64),
            split,
            np.empty(0, np.uint8),
        )

    def scored(self) -> Iterator[tuple[int, ScoredLevel]]:
        """Yield each level that is not empty, with its number of pegs, the fewest first.

        Raises BudgetSpentError if a limit of the work is reached.
        """
        stage = "who wins if a turn is a move" if self._moves else "who wins if a turn is a jump"
        self._work.progress.stage(stage, len(self._levels))
        for number, pegs in enumerate(sorted(self._levels), 1):
            level = self._levels.pop(pegs)
            best = np.zeros(len(level), np.uint8)
            self._find_best(level, best)
            scores = self._before[best]
            self._insert(pegs, level, scores)
            self._work.update(
                number, f"{counted(len(level), 'position')} with {counted(pegs, 'peg')}"
            )
            yield pegs, ScoredLevel(level, _remoteness_of(scores))
            level.discard()

    def of_codes(self, codes: Words) -> Bytes:
        """Return the remoteness of positions whose levels were yielded, given as codes."""
        words = canonical_words(self._layout, to_words(self._layout, codes))
        scores = np.zeros(len(words), np.uint8)
        _, block = self._rule(moves=False)
        stay = Steps.stay(self._layout.canon)
        self._expand(stay, block, words, scores)
        return _remoteness_of(scores)

    def _slots(self, level: LevelSet | None, split: HashSplit) -> int:
        """Return the number of slots for each partition of a level."""
        if level is None:
            return 0
        sizes = np.zeros(1 << int(split.logp), np.int64)
        self._share(level, lambda own: _count_words(level.words_between(*own), split, sizes))
        return max(_MIN_SLOTS, int(_FILLED * sizes.max()) + 1)

    def _insert(self, pegs: int, level: LevelSet, scores: Bytes) -> None:
        """Insert the positions of a level, with their scores, into its tables."""
        below = self._below
        parts, slots = 1 << int(below.split.logp), int(below.slots[pegs])
        begin = int(below.begins[pegs])
        tables = below.tables[begin : begin + parts * slots].reshape(parts, slots)

        def insert(own: tuple[int, int]) -> None:
            _insert(level.words_between(*own), scores[slice(*own)], below.split, tables)

        self._share(level, insert)

    def _share(self, level: LevelSet, work: Callable[[tuple[int, int]], None]) -> None:
        """Call a function on ranges of words in different partitions of the tables."""
        several = max(0, level.logp - self._logp)
        ends = level.offsets[:: 1 << several]
        self._workers.share(
            len(ends) - 1, len(level), lambda a, b: work((int(ends[a]), int(ends[b])))
        )

    def _find_best(self, level: LevelSet, best: Bytes) -> None:
        """Write the largest score after any turn from each position; 0 stands for no turn."""
        threads = self._workers.count_for(len(level))
        while len(self._rules) < threads:
            self._rules.append(self._rule(moves=self._moves))
        with too_many_explained(self._layout):
            for begin in range(0, len(level), _PART):
                self._work.check()
                part = range(begin, min(begin + _PART, len(level)), _CHUNK)
                chunks = deque(slice(first, min(first + _CHUNK, part.stop)) for first in part)
                self._workers.each(threads, partial(self._expand_chunks, level, best, chunks))

    def _expand_chunks(
        self, level: LevelSet, best: Bytes, chunks: deque[slice], thread: int
    ) -> None:
        """Expand chunks of the words of a level until no chunk is left."""
        while True:
            try:
                own = chunks.popleft()
            except IndexError:
                return
            self._expand(*self._rules[thread], level.words_between(own.start, own.stop), best[own])

    def _expand(
        self, rule: Steps | Moves, block: CandidateBlock, words: Words, best: Bytes
    ) -> None:
        """Write the largest score after any turn of a rule from each word of a chunk."""
        below, state = self._below._replace(best=best), np.array([0, len(words), 0, 0])
        expand(rule, words, _NUMBERS[: len(words)], state, self._layout.canon, block, below)

    def _rule(self, *, moves: bool) -> tuple[Steps | Moves, CandidateBlock]:
        """Return the rule that makes all turns, and a block, for one thread."""
        if moves:
            lists = MoveLists.of(self._layout.canon, numbered=True)
            return lists.moves(self._jumps, _NO_REGIONS, False, 0), lists.block
        numbers = np.empty((BLOCK, 1), np.int32)
        return self._steps, CandidateBlock.of(self._layout.canon, BLOCK, numbers)


def check_values_fit(holes: int, positions: int, kept: int = 0, *, work: Work) -> None:
    """Refuse a pass that needs too much memory, before all of its levels have been played.

    Parameters
    ----------
    holes : int
        The number of holes of the board.
    positions : int
        The number of positions played so far, which all need a slot and more.
    kept : int, optional
        As for :class:`Remoteness`.
    work : Work
        The limit of the memory.

    Raises
    ------
    BoardTooLargeError
        If the values of these positions alone do not fit in memory.

    Examples
    --------
    >>> check_values_fit(33, 1000, work=Work(memory="1MB"))
    """
    _refuse_large(positions, int((_FILLED * _slot_bytes(holes) + kept) * positions), work)


def _slot_bytes(holes: int) -> int:
    """Return the bytes of a slot: four leave 24 bits for a remainder, eight leave 56."""
    return 4 if holes - 24 <= _MAX_LOGP else 8


def _refuse_large(positions: int, needed: int, work: Work) -> None:
    usable = usable_memory(work.memory)
    if needed > usable:
        raise BoardTooLargeError(
            f"the values of {positions:,} positions need {bytes_text(needed)} of memory, and only "
            f"{bytes_text(usable)} may be used: allow more memory, or take a smaller board"
        )


def _remoteness_of(scores: Bytes) -> Bytes:
    """Return the remoteness of positions with given scores."""
    remoteness: Bytes = np.where(scores >= 128, _LOST - scores, scores - _WON)
    return remoteness
