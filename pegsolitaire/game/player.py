"""Players of random games, defined by rules for choosing the next jump.

A :class:`Player` is a set of rules. Compiled loops in :mod:`pegsolitaire.chance` apply these rules
in exact and simulated random play. :meth:`Player.choices` applies the same rules in plain Python.
An :class:`~pegsolitaire.game.OwnPlayer` is defined by a function of the position.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from math import inf
from numbers import Rational, Real
from typing import Any, NamedTuple

from pegsolitaire.board.board import Board
from pegsolitaire.board.symmetry import Symmetry, apply_permutation
from pegsolitaire.errors import ProblemError, quoted
from pegsolitaire.game.position import Jump, Position

WINS = 1 << 20  # the value of one peg to a player who looks ahead


class PlayerCount(NamedTuple):
    """A score that a player uses to choose a jump.

    The score is the sum of the weights of all pegs, plus 1 for each region with two or more pegs.

    Attributes
    ----------
    weights : tuple of int
        One weight for each hole.
    regions : tuple of int
        Sets of holes, each as a code.
    """

    weights: tuple[int, ...]
    regions: tuple[int, ...] = ()

    def of(self, code: int) -> int:
        """Return the score of a position."""
        pegs = sum(weight for i, weight in enumerate(self.weights) if code >> i & 1)
        return pegs + sum((code & region).bit_count() > 1 for region in self.regions)


class PlacedRemoval(NamedTuple):
    """A block removal at a fixed place, which can be played if ``code & mask == pegs``."""

    mask: int
    pegs: int
    block: int
    jumps: tuple[Jump, ...]


class Chooser(ABC):
    """The interface that all players implement."""

    board: Board

    @abstractmethod
    def choices(self, code: int) -> dict[int, Fraction]:
        """Return the probability of each possible next position, or nothing if the game ends."""

    def between(self, code: int, after: int) -> tuple[Jump, ...]:
        """Return the jumps that lead from a position to the position that the player chose."""
        jumps = self.board.masks_from(code)
        return tuple(Jump.of(self.board, jump) for jump in jumps if jump.mask == code ^ after)

    def jumps(self, position: Position) -> dict[Jump, Fraction]:
        """Return the probability of each jump that the player may make next.

        A block removal is represented by its first jump.
        """
        chances: dict[Jump, Fraction] = {}
        for after, chance in self.choices(position.code).items():
            jump = self.between(position.code, after)[0]
            chances[jump] = chances.get(jump, Fraction(0)) + chance
        return chances


@dataclass(frozen=True)
class Player(Chooser):
    """A player who chooses a random jump, restricted by a few rules.

    The player makes a jump that a rule forbids only if there is no other jump. A *strict* player,
    like Bell's players B and C, may break the rules only in the first and the last jump of the
    game. Among the remaining jumps, the player looks ahead for the best jumps and picks one of
    these at random, with a probability proportional to its weight.

    Parameters
    ----------
    board : Board
    name : str
    weights : tuple of float or Fraction, optional
        The weight of each jump of the board, in order; equal by default. A jump of weight 0 is
        never made. Weights are stored as fractions.
    by_peg : bool, optional
        First choose a peg, with equal probabilities for all pegs that can jump, then one of its
        jumps.
    avoided : frozenset of int, optional
        The indices of the jumps to avoid.
    counts : tuple of PlayerCount, optional
        The scores to which the attributes ``bounds`` and ``steady`` refer.
    bounds : tuple of tuple of int, optional
        One row for each finish, with a minimum for each count. A jump is avoided if the counts
        after it do not reach the minimums of any row.
    steady : bool, optional
        Avoid jumps that lower any of the counts.
    greedy : bool, optional
        Keep the jumps after which the most jumps are possible.
    ahead : int, optional
        Keep the jumps after which the game can continue longest, looking this many jumps ahead.
    strict : bool, optional
        Give up rather than make an avoided jump.
    opening : int, optional
        The number of pegs at the start of the game, where a strict player may make any jump.
    blocks : tuple of PlacedRemoval, optional
        If any of these block removals can be played, the player plays one of them in full. All
        removals that can be played are equally likely.

    Raises
    ------
    ProblemError
        If the rules do not fit the board or each other.

    Examples
    --------
    >>> board = Board("triangle5")
    >>> player = Player(board, "anybody")
    >>> {str(jump): float(chance) for jump, chance in player.jumps(board.vacancy("a1")).items()}
    {'a3-a1': 0.5, 'c3-a1': 0.5}
    """

    board: Board
    name: str
    weights: tuple[float | Fraction, ...] = ()
    by_peg: bool = False
    avoided: frozenset[int] = frozenset()
    counts: tuple[PlayerCount, ...] = ()
    bounds: tuple[tuple[int, ...], ...] = ()
    steady: bool = False
    greedy: bool = False
    ahead: int = 0
    strict: bool = False
    opening: int = 0
    blocks: tuple[PlacedRemoval, ...] = ()

    def __post_init__(self) -> None:
        jumps = len(self.board.jumps)
        if self.weights and len(self.weights) != jumps:
            raise ProblemError(
                f"{len(self.weights)} weights: {self.board.name} needs one for each of its "
                f"{jumps} jumps"
            )
        named = zip(self.board.jumps, self.weights, strict=False)
        exact = (_exact_weight(Jump.of(self.board, jump), weight) for jump, weight in named)
        object.__setattr__(self, "weights", tuple(exact))
        if not self.avoided <= set(range(jumps)):
            raise ProblemError(
                f"an avoided jump is not one of the {jumps} jumps of {self.board.name}"
            )
        if any(len(count.weights) != len(self.board) for count in self.counts):
            raise ProblemError(f"a count needs {len(self.board)} weights, one for each hole")
        if any(len(row) != len(self.counts) for row in self.bounds):
            raise ProblemError("each row of bounds needs one minimum for each count")
        used = [weight for weight in self.weights if weight]
        if used and min(used) * 10**9 < max(used):
            raise ProblemError(
                "the weights of jumps differ by more than a factor of 10^9: choose closer weights"
            )
        if len(set(map(_sorted, self.counts))) < len(self.counts):
            raise ProblemError("the same count occurs twice: pass it only once")
        self._check_blocks()
        if not 0 <= self.ahead <= 4:
            raise ProblemError(f"cannot look {self.ahead} jumps ahead: give 0 to 4")

    def _check_blocks(self) -> None:
        """Check that every block removal is valid and leaves at least one peg."""
        if len({block[:3] for block in self.blocks}) < len(self.blocks):
            raise ProblemError("the same block removal occurs twice: pass it only once")
        for mask, pegs, block, jumps in self.blocks:
            outside = (mask & ~self.board.full_code) | (pegs & ~mask) | (block & ~pegs)
            if outside or not 0 < block < pegs:
                raise ProblemError(
                    f"{self.board.name} has no block removal of {block:#x} in {mask:#x}"
                )
            end = Position(self.board, pegs)
            if any(self.board.code((j.start, j.over, j.end)) & ~mask for j in jumps):
                raise ProblemError("a block removal has a jump outside its mask")
            for jump in jumps:
                end = end.play(jump)
            if end.code != pegs ^ block:
                raise ProblemError("the jumps of a block removal do not remove exactly its block")

    # -- play -------------------------------------------------------------------------------------

    def choices(self, code: int) -> dict[int, Fraction]:
        """Return the probability of each possible next position, or nothing if the game ends."""
        blocks = [b for b in self.blocks if code & b.mask == b.pegs]
        if blocks:
            chances: dict[int, Fraction] = {}
            for block in blocks:
                after = code ^ block.block
                chances[after] = chances.get(after, Fraction(0)) + Fraction(1, len(blocks))
            return chances
        last = code.bit_count() == 2
        ranks = {
            number: self._rank(code, number)
            for number, jump in enumerate(self.board.jumps)
            if code & jump.mask == jump.pegs and (not self.weights or self.weights[number])
        }
        if self.strict and last:
            best = list(ranks)
        else:
            highest = max(ranks.values(), default=(True, 0, 0))
            if self.strict and not highest[0] and code.bit_count() != self.opening:
                return {}
            best = [number for number, rank in ranks.items() if rank == highest]
        return {
            code ^ self.board.jumps[number].mask: chance
            for number, chance in self._chances(best).items()
        }

    def between(self, code: int, after: int) -> tuple[Jump, ...]:
        """Return the jumps that lead to the next position: one jump, or a whole block removal."""
        return super().between(code, after) or next(
            block.jumps
            for block in self.blocks
            if code & block.mask == block.pegs and code ^ after == block.block
        )

    def _chances(self, numbers: Iterable[int]) -> dict[int, Fraction]:
        """Return the probability of each of the given jumps, by the jump's index."""
        chances: dict[int, Fraction] = {}
        by_start: dict[int, Fraction] = {}
        for number in numbers:
            weight = Fraction(self.weights[number]) if self.weights else Fraction(1)
            chances[number] = weight
            start = self.board.jumps[number].start
            by_start[start] = by_start.get(start, Fraction(0)) + weight
        if self.by_peg:
            chances = {
                number: weight / by_start[self.board.jumps[number].start]
                for number, weight in chances.items()
            }
        total = sum(chances.values(), Fraction(0))
        return {number: weight / total for number, weight in chances.items()}

    def _rank(self, code: int, number: int) -> tuple[bool, int, int]:
        """Rank a jump. The rank depends on the rules and on how the game can continue."""
        after = code ^ self.board.jumps[number].mask
        is_allowed = number not in self.avoided
        if self.steady and any(count.of(after) < count.of(code) for count in self.counts):
            is_allowed = False
        if self.bounds:
            values = [count.of(after) for count in self.counts]
            is_allowed = is_allowed and any(
                all(value >= least for value, least in zip(values, row, strict=True))
                for row in self.bounds
            )
        many = 0
        if self.greedy:
            many = WINS if after.bit_count() == 1 else len(self.board.masks_from(after))
        return is_allowed, many, self._jumps_on(after, self.ahead) if self.ahead else 0

    def _jumps_on(self, code: int, depth: int) -> int:
        """Return how many jumps can follow, up to a depth; at least ``WINS`` if they can win."""
        if code.bit_count() == 1:
            return WINS
        if depth == 0:
            return 0
        best, far = 0, code.bit_count() > depth + 1
        for jump in self.board.masks_from(code):
            best = max(best, 1 + self._jumps_on(code ^ jump.mask, depth - 1))
            if best >= WINS or (best == depth and far):
                break
        return best

    @cached_property
    def is_plain(self) -> bool:
        """Whether the player has no rules, which makes all legal jumps equally likely."""
        return self == Player(self.board, self.name)

    # -- symmetry ---------------------------------------------------------------------------------

    @cached_property
    def group(self) -> tuple[Symmetry, ...]:
        """The symmetries of the board that do not change the player's choices."""
        return tuple(filter(self._ignores, self.board.symmetries))

    def _ignores(self, symmetry: Symmetry) -> bool:
        numbers = self.board.jump_images(symmetry)
        if self.weights and any(
            self.weights[number] != self.weights[image] for number, image in enumerate(numbers)
        ):
            return False
        if {numbers[number] for number in self.avoided} != self.avoided:
            return False
        moved = partial(apply_permutation, symmetry.image)
        parts = {(b.mask, b.pegs, b.block) for b in self.blocks}
        if {tuple(map(moved, part)) for part in parts} != parts:
            return False
        return self._keeps_counts(symmetry)

    def _keeps_counts(self, symmetry: Symmetry) -> bool:
        """Return whether a symmetry permutes both the counts and the rows of bounds."""
        places: dict[PlayerCount, int] = {_sorted(count): r for r, count in enumerate(self.counts)}
        to: list[int] = []
        for count in self.counts:
            weights = [0] * len(self.board)
            for i, weight in enumerate(count.weights):
                weights[symmetry.image[i]] = weight
            regions = map(partial(apply_permutation, symmetry.image), count.regions)
            place = places.get(_sorted(PlayerCount(tuple(weights), tuple(regions))))
            if place is None:
                return False
            to.append(place)
        rows = {tuple(row[place] for place in to) for row in self.bounds}
        return rows == set(self.bounds)


def _exact_weight(jump: object, weight: Any) -> Fraction:
    """Check the weight of a jump, which may be any object, and convert it to a fraction."""
    is_number = isinstance(weight, Real)
    if not is_number or not 0 <= weight < inf:
        raise ProblemError(f"{jump} has the weight {quoted(weight)}: give a number, 0 or more")
    if isinstance(weight, Rational):  # numpy's integers would overflow in a fraction
        return Fraction(int(weight.numerator), int(weight.denominator))
    return Fraction(float(weight))


def _sorted(count: PlayerCount) -> PlayerCount:
    return PlayerCount(count.weights, tuple(sorted(count.regions)))


# --
# Players defined by a function of the position.


#: The result of a player's function for a position: weights by jump, or a list of jumps.
Choice = Callable[[Position], Mapping[Jump, float] | Iterable[Jump]]


@dataclass(frozen=True)
class OwnPlayer(Chooser):
    """A player defined by a function that gives the weight of each jump from a position.

    Parameters
    ----------
    board : Board
    name : str
    function : callable
        A function of a :class:`Position` in which jumps are possible. It returns a mapping from
        each :class:`Jump` (or its text) to a weight, or a list of equally likely jumps. If the
        player gives up, the result is empty. The function must always return the same result for a
        position, because results are cached.

    Examples
    --------
    >>> board = Board("triangle5")
    >>> player = OwnPlayer(board, "the first", lambda position: sorted(position.legal_jumps)[:1])
    >>> player.choices(board.vacancy("a1").code)
    {32757: Fraction(1, 1)}
    """

    board: Board
    name: str
    function: Choice

    def choices(self, code: int) -> dict[int, Fraction]:
        """Return the probability of each possible next position.

        Raises
        ------
        IllegalJumpError
            If a jump is not legal there.
        ProblemError
            If a weight is negative or not a number, or the function does not return jumps.
        """
        position = Position(self.board, code)
        if not position.legal_jumps:
            return {}
        chances: dict[int, Fraction] = {}
        for jump, weight in self._weights(position):
            after = position.play(jump).code
            part = _exact_weight(jump, weight)
            if part:
                chances[after] = chances.get(after, Fraction(0)) + part
        total = sum(chances.values(), Fraction(0))
        return {after: chances[after] / total for after in sorted(chances)}

    @property
    def is_plain(self) -> bool:
        """Always false, because nothing is known about the player's function."""
        return False

    @property
    def group(self) -> tuple[Symmetry, ...]:
        """Only the identity, because the symmetries of the player's function are unknown."""
        return self.board.symmetries[:1]

    def _weights(self, position: Position) -> Iterator[tuple[Jump | str, float]]:
        weights = self.function(position)
        if not isinstance(weights, Iterable):
            raise ProblemError(
                f"{self.name} gives {quoted(weights)}: give jumps, or weights by jump"
            )
        pairs = (
            weights.items() if isinstance(weights, Mapping) else ((jump, 1) for jump in weights)
        )
        for jump, weight in pairs:
            if not isinstance(jump, Jump | str):
                raise ProblemError(
                    f"{self.name} gives {quoted(jump)}: give jumps, or weights by jump"
                )
            yield jump, weight
