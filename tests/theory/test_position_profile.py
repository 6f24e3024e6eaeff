"""Theoretical facts about a position, and other names for holes."""

import pytest
from hypothesis import given, strategies as st

from pegsolitaire.board import apply_permutation, named_board
from pegsolitaire.game import Position, Solution
from pegsolitaire.theory import classic_counts, position_classes, problem_types, profile

ENGLISH, T5, SQUARE4 = map(named_board, ("english", "triangle5", "square4"))


@pytest.mark.parametrize("board", [ENGLISH, T5, SQUARE4], ids=str)
@given(st.data())
def test_the_letters_are_the_same_for_images_and_for_reflections(board, data):
    position = Position(board, data.draw(st.integers(1, board.full_code)))
    symmetry = data.draw(st.sampled_from(board.symmetries))
    image = Position(board, apply_permutation(symmetry.image, position.code))
    one, other = profile(position), profile(image)
    assert (one.class_letter, one.type_letters) == (other.class_letter, other.type_letters)
    assert len(one.removals) == len(other.removals)
    kept = sum(code == position.code for code in board.images(position.code))
    assert kept == (1 if one.symmetry is None else one.symmetry.order)


def test_the_letters_of_the_two_papers():
    # Type B of the Notes ends at c3, f3 and c6; the puzzles paper calls it class C.
    letters = {
        found.letter: profile(ENGLISH.single(found.names[0])).type_letters
        for found in position_classes(ENGLISH)
    }
    assert letters == {"A": ("A",), "B": ("C",), "C": ("B",)}
    for kind in problem_types(ENGLISH):
        for name in kind.names:
            assert profile(ENGLISH.vacancy(name)).type_letters == (kind.letter,)


def test_a_class_without_a_single_peg():
    found = profile(named_board("french").vacancy("d4"))
    assert found.finishes == () == found.type_letters
    assert found.class_letter is None


def test_counts_that_are_overdrawn_come_first():
    found = profile(ENGLISH.position("code:5767492"))
    slacks = [one.slack for one in found.tight]
    assert slacks == sorted(slacks)
    least = {}
    for count in classic_counts(ENGLISH):
        for image in count.images:
            for hole in found.finishes:
                slack = image.slack(found.position, ENGLISH.single(hole))
                least[count.name, hole] = min(slack, least.get((count.name, hole), 99))
    assert all(one.slack <= 0 for one in found.tight)
    for (name, hole), slack in least.items():
        said = [one.slack for one in found.tight if (one.name, one.finish) == (name, hole)]
        assert min(said, default=1) == min(slack, 1)


def test_the_sax_count_is_shown_on_15_holes():
    found = profile(T5.vacancy("b3"))
    assert {(one.finish, one.slack) for one in found.tight} >= {((1, 2), -2), ((0, 0), 0)}
    assert {one.name for one in found.tight} == {"SAX"}


def test_show_says_where_a_position_stands(pegs, document):
    printed = pegs("show", "english", "fireplace")
    ends = "position class A, problem type A: the last peg can only be at d1 a4 d4 g4 d7"
    assert ends in printed
    assert "symmetry: one orthogonal reflection (type 7)" in printed
    shown = document("show", "english", "fireplace")
    assert shown["class_letter"] == "A"
    assert shown["finishes"] == ["d1", "a4", "d4", "g4", "d7"]
    assert len(shown["removals"]) == 18
    assert "so no game from here ends with one" in pegs("show", "french", "d4")


def test_solutions_with_the_numbers_of_holes(pegs, document):
    assert pegs("triangle", 6, "a1", "--numbers").splitlines()[0] == "4-1"
    for more in ([], ["--shortest"], ["--all", "2"]):
        letters = pegs("solve", "triangle5", "a1", *more)
        numbers = pegs("solve", "triangle5", "a1", "--numbers", *more)
        assert "a4-a1" not in numbers
        for before, after in zip(letters.splitlines(), numbers.splitlines(), strict=True):
            if "-" in before and "," in before and before[:1].isalpha() and before[1].isdigit():
                solution = Solution.from_moves(T5.vacancy("a1"), before)
                assert after == solution.text("numbers")
                assert Solution.from_moves(T5.vacancy("a1"), after) == solution
    asked = ("solve", "triangle5", "a1")
    assert document(*asked) == document(*asked, "--numbers")  # JSON always has letters


def test_the_plan_beside_a_picture_has_the_names(pegs):
    printed = pegs("show", "triangle3", "a1", "--numbers")
    assert printed.splitlines()[:3] == [
        "  ·          1",
        " ● ●       2   3",
        "● ● ●    4   5   6",
    ]
