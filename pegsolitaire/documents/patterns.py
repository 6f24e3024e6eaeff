"""Patterns on a board without an edge."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from pegsolitaire.analysis import SymmetricPatterns


class SymmetricPatternsDocument(TypedDict):
    """The symmetric patterns of a type with some number of pegs that can be played to one peg."""

    pegs: int
    type: int
    symmetry: str
    count: int
    max_jumps: int
    """the most jumps of one of them"""
    unique: int
    """how many have a unique winning jump, up to their own symmetry"""
    unique_max_jumps: int
    """the most jumps of one of these"""
    unique_max_count: int
    """how many of these have as many"""
    single: int
    """how many have one winning jump, which is its own image"""
    single_max_jumps: int
    best: NotRequired[list[list[list[int]]]]
    """the pegs of those with a unique winning jump and the most jumps"""


def symmetric_row(pegs: int, found: SymmetricPatterns, best: bool) -> SymmetricPatternsDocument:
    """What is counted of a type; and the best puzzles, if they are wanted."""
    unique, best_ones, single = found.unique, found.unique.hardest, found.single
    row: SymmetricPatternsDocument = {
        "pegs": pegs,
        "type": found.kind.number,
        "symmetry": found.kind.description,
        "count": len(found),
        "max_jumps": found.patterns.most_jumps,
        "unique": len(unique),
        "unique_max_jumps": unique.most_jumps,
        "unique_max_count": len(best_ones),
        "single": len(single),
        "single_max_jumps": single.most_jumps,
    }
    if best:
        row["best"] = [list(map(list, pattern)) for pattern in best_ones]
    return row
