"""Figures of the puzzles paper: samples have their symmetry type, and the arrows win."""

from collections import Counter

import pytest

from pegsolitaire.board import named_board
from pegsolitaire.board.symmetry_type import symmetry_types
from pegsolitaire.game import Problem
from pegsolitaire.papers.parts import diagram, third_turns
from pegsolitaire.papers.rows import entry, printed
from pegsolitaire.solving import solve
from pegsolitaire.theory import profile

ENGLISH = named_board("english")


def boards(name):
    """Return the boards of a figure that are stored in the data."""
    return [diagram(**board) for board in entry(name, "figures")["boards"]]


def label_counts(position):
    """Count the pegs on each label of figure 2 of the puzzles paper."""
    signs = (1,) if position.board.lattice.is_slanted else (1, -1)
    counts = [Counter((x + sign * y) % 3 for x, y in position) for sign in signs]
    return tuple(count[label] for count in counts for label in range(3))


def test_sample_positions_are_as_the_text_says():
    _, french, hexagon = (one.position for one in boards("puzzles-figure-1"))
    assert (profile(french).symmetry.number, profile(french).class_letter) == (3, "A")
    assert (profile(hexagon).symmetry.number, profile(hexagon).class_letter) == (2, "A")
    assert label_counts(french) == (2, 5, 5, 6, 3, 3)
    assert label_counts(hexagon) == (1, 6, 6)
    for position in (french, hexagon):
        assert solve(Problem.to_any(position)).solvable
    position = boards("puzzles-figure-5")[2].position
    on_english = ENGLISH.code(list(position))
    assert solve(Problem.to_any(position)).solvable
    assert not solve(Problem.to_any(ENGLISH.position(f"code:{on_english}"))).solvable


def test_samples_are_of_their_symmetry_type():
    """All are solvable; the caption names class B, and without a caption the class is A."""
    shown = [one for n in (5, 7, 8, 9) for one in boards(f"puzzles-figure-{n}") if one.code]
    assert len(shown) == 15
    for one in shown:
        found = profile(one.position)
        number = int(one.caption.removeprefix("type ")[0])
        assert (one.caption.endswith("class B"), number) == (
            found.class_letter == "B", found.symmetry.number,
        )  # fmt: skip
        assert number in {kind.number for kind in symmetry_types(one.board)}
        assert solve(Problem.to_any(one.position)).solvable


def test_the_template_numbers_what_turns_into_one_another():
    one = boards("puzzles-figure-9")[0]
    for i, hole in enumerate(one.board):
        orbit = {one.board.holes[image[i]] for image in third_turns(one.board)}
        assert orbit == {h for h in one.board if one.labels[h] == one.labels[hole]}


@pytest.mark.slow
@pytest.mark.parametrize("number", [10, 11, 12])
def test_arrows_of_the_puzzles_win(number):
    """Each position has the largest number of jumps in table 4 for its number of pegs."""
    name = {10: "english", 11: "french", 12: "hexagon37"}[number]
    table = printed("puzzles-table-4", "board")[name]
    for one in boards(f"puzzles-figure-{number}"):
        [(jump, wins)] = one.moves
        assert wins
        assert solve(Problem.to_any(one.position.play(jump))).solvable
        pegs, jumps = len(one.position), len(one.position.legal_jumps)
        assert one.caption == f"{pegs} pegs, {jumps} jumps"
        assert table[f"A {pegs}"][0] == jumps
