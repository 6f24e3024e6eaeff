"""Positions as text for a terminal."""

from hypothesis import given, strategies as st
from marks import each

from pegsolitaire.board import Board
from pegsolitaire.draw import position_text
from pegsolitaire.game import Jump, Position

BOARDS = ["english", "triangle5", "hexagon37", "star13", "wiegleb", "rhombus6", "square4+diagonal"]
CORPUS = [Board(name) for name in ("english", "triangle5")]
WIN, DEAD, OPEN = Jump((3, 1), (3, 3)), Jump((1, 3), (3, 3)), Jump((5, 3), (3, 3))

positions = st.sampled_from(CORPUS).flatmap(
    lambda board: st.builds(Position, st.just(board), st.integers(0, board.full_code))
)


# -- terminal -----------------------------------------------------------------------------------


@given(positions)
def test_text_has_a_glyph_for_every_hole(position):
    text = position_text(position).plain
    assert text.count("●") == len(position)
    assert text.count("·") == len(position.complement)
    plain = position_text(position, unicode=False).plain
    assert plain.isascii()
    assert plain.count("*") == len(position)
    assert plain.count(".") == len(position.complement)


@given(positions, st.randoms(use_true_random=False))
def test_glyphs_tell_what_becomes_of_a_peg(position, random):
    verdicts = {jump: random.choice([True, False, None]) for jump in position.legal_jumps}
    text = position_text(position, verdicts=verdicts).plain
    movable = {jump.start for jump in verdicts}
    winning = {jump.start for jump, verdict in verdicts.items() if verdict}
    unsure = {jump.start for jump, verdict in verdicts.items() if verdict is None} - winning
    assert text.count("◉") == len(winning)
    assert text.count("⊗") == len(movable - winning - unsure)
    assert text.count("●") == len(position) - len(movable - unsure)


@each("name", [*BOARDS, "triangle6", "triangle10", "hexagon61"])
def test_text_fits_a_terminal_and_names_the_rows(name):
    board = Board(name)
    lines = position_text(Position(board, board.full_code)).plain.split("\n")
    assert max(map(len, lines)) < 80
    assert [line for line in lines if line != line.rstrip()] == []
    assert [line.split()[0] for line in lines[-2:]] == [
        str(board.holes[-1][1] + i) for i in (0, 1)
    ]


def test_square_text_is_a_grid():
    text = position_text(Board("square3").vacancy("b2"), unicode=False)
    assert text.plain == "     a b c\n 1   * * *\n 2   * . *\n 3   * * *"


def test_text_is_coloured_too():
    board = CORPUS[0]
    text = position_text(board.vacancy("d4"), verdicts={WIN: True, DEAD: False})
    styles = {text.plain[span.start]: str(span.style) for span in text.spans}
    assert "blue" in styles["◉"]
    assert "orange" in styles["⊗"]
