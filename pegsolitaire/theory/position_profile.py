"""Describe what theory tells about a position, without a search.

A profile contains the position class with its letters in the papers, the finishes that the class
allows, the symmetry, the classic resource counts that have no slack, and the block removals that
can be played immediately.
"""

from __future__ import annotations

from dataclasses import dataclass

from pegsolitaire.board import Hole, SymmetryType, symmetry_types, triangle
from pegsolitaire.game import Position
from pegsolitaire.game.conversion import PositionLike, StartLike, as_position
from pegsolitaire.results import Result
from pegsolitaire.theory.block_removals import Removal, removals
from pegsolitaire.theory.classes import feasible_finishes, position_classes
from pegsolitaire.theory.problems import problem_types
from pegsolitaire.theory.resource_counts import classic_counts, sax_count


@dataclass(frozen=True)
class Tight(Result):
    """A resource count that a game to a finish must not lower, or that is already too low.

    Attributes
    ----------
    name : str
        The name of the count: a classic count, or the SAX count of the triangle of side 5.
    finish : (int, int)
        The hole of the finish.
    slack : int
        The amount of the count that may be lost; below 0 the finish cannot be reached.
    """

    name: str
    finish: Hole
    slack: int


@dataclass(frozen=True)
class Profile(Result):
    """What theory proves about a position.

    Attributes
    ----------
    position : Position
    finishes : tuple of (int, int)
        The holes where the position class allows the last peg.
    class_letter : str or None
        The letter of the position class in *Designing peg solitaire puzzles*; None if no single
        peg is in the class.
    type_letters : tuple of str
        The letters of the problem types of these holes in the *Notes*.
    symmetry : SymmetryType or None
        The symmetry of the position; None if only the identity maps it to itself.
    tight : tuple of Tight
        The classic resource counts and their images, or the SAX count, if they have no slack. Each
        finish has its own entries.
    removals : tuple of Removal
        The block removals that can be played now.
    """

    position: Position
    finishes: tuple[Hole, ...]
    class_letter: str | None
    type_letters: tuple[str, ...]
    symmetry: SymmetryType | None
    tight: tuple[Tight, ...]
    removals: tuple[Removal, ...]

    json_fields = ("class_letter", "type_letters", "finishes", "symmetry", "tight", "removals")


def profile(position: PositionLike, start: StartLike = None) -> Profile:
    """Describe a position by its class, finishes, symmetry, resource counts and block removals.

    Examples
    --------
    >>> from pegsolitaire.board import english
    >>> found = profile(english().position("code:5767492"))
    >>> found.class_letter, found.type_letters, len(found.finishes)
    ('A', ('A',), 5)
    >>> found = profile(english().vacancy("d4"))
    >>> found.class_letter, found.type_letters, found.symmetry.description
    ('A', ('A',), 'square symmetry')
    >>> [(one.name, one.slack) for one in found.tight]
    []
    >>> from pegsolitaire.board import triangle
    >>> [(one.name, one.finish, one.slack) for one in profile(triangle(5).vacancy("b3")).tight][:1]
    [('SAX', (1, 2), -2)]
    """
    position = as_position(position, start)
    board = position.board
    finishes = feasible_finishes(position)
    letters = [t.letter for t in problem_types(board) if set(finishes) & set(t.bits)]
    return Profile(
        position,
        tuple(board.holes[i] for i in finishes),
        _class_letter(position) if finishes else None,
        tuple(letters),
        _symmetry(position),
        _tight(position, finishes),
        removals(board, position),
    )


def _class_letter(position: Position) -> str | None:
    classes = position_classes(position.board)
    return next((c.letter for c in classes if c.turn(position.code) is not None), None)


def _symmetry(position: Position) -> SymmetryType | None:
    board = position.board
    subgroup = frozenset(
        symmetry.image
        for symmetry, image in zip(board.symmetries, board.images(position.code), strict=True)
        if image == position.code
    )
    return next((kind for kind in symmetry_types(board) if subgroup in kind.subgroups), None)


def _tight(position: Position, finishes: tuple[int, ...]) -> tuple[Tight, ...]:
    board = position.board
    tight = [
        Tight(image.name, board.holes[i], slack)
        for count in classic_counts(board)
        for image in count.images
        for i in finishes
        if (slack := image.slack(position, 1 << i)) <= 0
    ]
    if board == triangle(5):
        here = sax_count(position)
        slacks = ((i, here - sax_count(board.single(board.holes[i]))) for i in finishes)
        tight += [Tight("SAX", board.holes[i], slack) for i, slack in slacks if slack <= 0]
    return tuple(sorted(tight, key=lambda count: count.slack))
