"""The bits of codes, and boards that need more than one word."""

from hypothesis import given, strategies as st

from pegsolitaire.board import apply_permutation, named_board
from pegsolitaire.board.bits import bits_of, code_of, indices_of


@given(st.sets(st.integers(0, 300)))
def test_codes_are_taken_apart_and_put_together(holes):
    code = code_of(holes)
    assert code == sum(1 << i for i in holes)
    assert indices_of(code) == sorted(holes)
    assert bits_of(code, 301) == "".join("01"[i in holes] for i in range(301))


def test_boards_of_more_than_a_word_move_their_pegs_alike():
    board = named_board("square9")
    codes = [board.full_code, board.vacancy("a1").code, code_of([0, 7, 80]), 0]
    for symmetry in board.symmetries:
        for code in codes:
            moved = code_of(symmetry.image[i] for i in indices_of(code))
            assert apply_permutation(symmetry.image, code) == moved
