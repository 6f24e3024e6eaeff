"""Positions, jumps, moves and games."""

import known
import naive
import pytest
from hypothesis import given, strategies as st
from marks import each

from pegsolitaire.board import Board, named_board
from pegsolitaire.errors import IllegalJumpError, NotationError, NotOnBoardError
from pegsolitaire.game import Game, Jump, Move, Position, Solution, jumps_of, moves_of
from pegsolitaire.game.position import split_moves

NAMES = ["english", "triangle5", "truncated12", "hexagon19", "star13", "square4+diagonal"]
NOTATIONS = ["letters", "numbers"]
ENGLISH = named_board("english")
T5 = named_board("triangle5")


@st.composite
def positions(draw):
    board = named_board(draw(st.sampled_from(NAMES)))
    return Position(board, draw(st.integers(0, board.full_code)))


def play(game, data, most=40):
    """Play random legal jumps, drawn by Hypothesis."""
    while game.legal_jumps and len(game) < most:
        game.push(data.draw(st.sampled_from(list(game.legal_jumps))))


# -- positions ----------------------------------------------------------------------------------


@given(positions())
def test_position_text_round_trip(position):
    board = position.board
    assert Position.from_text(board, position.text()) == position
    assert board.position(f"code:{position.code}") == position
    assert Position.from_text(board, str(position)) == position
    assert eval(repr(position), {"Board": Board, "Position": Position}) == position
    assert hash(eval(repr(position), {"Board": Board, "Position": Position})) == hash(position)


@given(positions())
def test_position_is_the_set_of_its_pegs(position):
    pegs = naive.pegs(position.board, position.code)
    assert set(position) == pegs
    assert len(position) == len(pegs)
    assert bool(position) == bool(pegs)
    assert all((hole in position) == (hole in pegs) for hole in position.board)
    assert position.board.code(position) == position.code
    assert set(position.complement) == set(position.board) - pegs
    assert position.complement.complement == position


@given(positions())
def test_legal_jumps_against_naive(position):
    board, pegs = position.board, naive.pegs(position.board, position.code)
    reached = {naive.after(pegs, jump) for jump in naive.jumps(board)} - {None}
    assert {frozenset(position.play(jump)) for jump in position.legal_jumps} == reached
    assert len(position.legal_jumps) == len(list(position.legal_jumps)) == len(reached)
    assert bool(position.legal_jumps) == bool(reached)
    assert all(jump in position.legal_jumps for jump in position.legal_jumps)


def test_mincode_of_figure_1d():
    position = Position(T5, known.FIGURE_1D_CODE)
    assert position.mincode == known.FIGURE_1D_MINCODE
    assert position.complement.mincode == known.FIGURE_1D_COMPLEMENT_MINCODE
    assert sorted(T5.images(position.code)) == known.FIGURE_1D_ORBIT


@each(
    "text",
    ["", "*", "*/**", "*/**/***/****/******", "*/**/***/****/****?", "code:32768", "code:-1",
     "code:", "8455", "*/**/***/****/*****/*"],
)  # fmt: skip
def test_bad_positions(text):
    with pytest.raises(NotationError):
        T5.position(text)


def test_bad_codes():
    for code in (-1, 2**15):
        with pytest.raises(NotationError, match=str(code)):
            Position(T5, code)


def test_why_a_jump_is_illegal():
    start = ENGLISH.vacancy("d4")
    assert start.play("d2-d4") == start.play(Jump((3, 1), (3, 3)))
    after = start.play("d2-d4")
    for jump, reason in [
        ("d2-d4", "no peg in d2"),
        ("d1-d3", "no peg in d2 to jump over"),
        ("d7-d5", "d5 is not empty"),
    ]:
        with pytest.raises(IllegalJumpError, match=reason):
            after.play(jump)
    with pytest.raises(NotOnBoardError):
        start.play("a1-a3")
    with pytest.raises(NotOnBoardError):
        start.play(Jump((2, 2), (4, 4)))


def test_after_a_move():
    case = next(c for c in known.APPENDIX_B2 if c[:2] == (4, "a2"))
    position = named_board("triangle4").vacancy("a2")
    one_by_one = position
    for text in case[-1].split(", "):
        move = Move.from_text(text)
        position = position.play(move)
        for jump in move.jumps:
            one_by_one = one_by_one.play(jump)
        assert position == one_by_one
    assert position == named_board("triangle4").single("b2")
    # The first jump is legal and the second is not; the position does not change.
    start = T5.vacancy("a1")
    with pytest.raises(IllegalJumpError, match="a1-a3 is not possible"):
        start.play(Move.from_text("a3-a1-a3"))
    assert start == T5.vacancy("a1")


def test_texts_in_positions_and_jumps():
    """The text of a peg or legal jump is found in every notation, but other text is not."""
    position = T5.position("code:8455")
    for notation in NOTATIONS:
        for hole in T5:
            text = T5.hole_text(hole, notation)
            assert text in T5
            assert (text in position) == (hole in position)
        for start, _, end in naive.jumps(T5):
            jump = Jump(start, end)
            assert (jump.text(T5, notation) in position.legal_jumps) == (
                jump in set(position.legal_jumps)
            )
    jumps = T5.vacancy("a1").legal_jumps
    assert "a3-a1" in jumps
    assert "a1-a3" not in jumps
    assert "a5-a3-a1" not in jumps


@each(
    "junk",
    ["", " ", "-", "z9", "a", "99", "(9,9)", "(0,0", "a1-", "a1-b9", "a1-a2-a3-", "code:1", "²",
     "\0", "9" * 5000, None, 0, 16, 1.5, (0,), (0, 0, 0), ("a", 1), b"a1"],
)  # fmt: skip
def test_junk_is_in_nothing(junk):
    position = Position(T5, T5.full_code ^ 1)
    assert junk not in T5
    assert junk not in position
    assert junk not in position.legal_jumps


# -- jumps and moves ----------------------------------------------------------------------------


@each("notation", NOTATIONS)
@each("name", NAMES)
def test_jump_text_round_trip(name, notation):
    board = named_board(name)
    for start, over, end in naive.jumps(board):
        jump = Jump(start, end)
        assert jump.over == over
        assert Jump.from_text(jump.text(board, notation), board) == jump
        assert Jump.from_text(str(jump)) == jump
        assert eval(repr(jump)) == jump
    above = Jump((-1, 2), (1, 2))  # this hole has no letter
    assert eval(repr(above)) == above
    assert eval(repr(Move((above.start, above.end)))).jumps == (above,)


@given(st.data())
def test_move_text_round_trip_and_joining(data):
    board = named_board(data.draw(st.sampled_from(NAMES)))
    game = Game(Position(board, data.draw(st.integers(0, board.full_code))))
    play(game, data)
    assert jumps_of(moves_of(game.played)) == game.played
    assert jumps_of(game.moves) == game.played
    for move in game.moves:
        assert Move.from_text(str(move)) == Move.from_text(str(move), board) == move
        assert eval(repr(move)) == move
        assert len(move) == len(move.jumps)
    for move, after in zip(game.moves, game.moves[1:], strict=False):
        assert move.path[-1] != after.path[0]


@each("text", ["", "d2", "d2-", "-d2", "d2-d3", "d2-d2", "d2-d5", "d2-e4", "d2 d4", "d2--d4"])
def test_bad_moves(text):
    with pytest.raises(NotationError):
        Move.from_text(text)
    with pytest.raises((NotationError, NotOnBoardError)):
        Move.from_text(text, ENGLISH)


@each(
    "text",
    [
        "a3-a1, c3-a3", "a3-a1 c3-a3", " a3-a1 ,\nc3-a3;\n", "(0,2)-(0,0), (2,2)-(0,2)",
        "(0, 2)-(0, 0),(2, 2)-(0, 2)", "0,2-0,0, 2,2-0,2", "4-1, 6-4",
    ],
)  # fmt: skip
def test_moves_in_one_text(text):
    found = Solution.from_moves(T5.vacancy("a1"), text)
    assert found.jumps == (Jump("a3-a1"), Jump("c3-a3"))


def test_no_moves_in_one_text():
    start = T5.vacancy("a1")
    assert len(Solution.from_moves(start, "")) == len(Solution.from_moves(start, " ,\n")) == 0


def test_a_sweep_is_not_a_jump():
    with pytest.raises(NotationError, match="2 jumps"):
        Jump("a1-a3-c3")
    with pytest.raises(NotationError):
        Move(((0, 0),))


# -- games --------------------------------------------------------------------------------------


@given(st.data())
def test_push_and_pop_are_inverse(data):
    board = named_board(data.draw(st.sampled_from(NAMES)))
    start = board.vacancy(data.draw(st.sampled_from(board.holes)))
    game = Game(start)
    play(game, data)
    history = Solution(start, game.played).positions
    assert game.position == history[-1]
    assert len(game.position) == len(start) - len(game)
    for expected in reversed(history[1:]):
        assert game.position == expected
        last = game.played[-1]
        assert game.pop() == last
    assert game.position == game.start == start
    with pytest.raises(IndexError):
        game.pop()


def test_push_of_a_move_is_all_or_nothing():
    game = Game(T5.vacancy("a1"))
    game.push("a3-a1")
    with pytest.raises(IllegalJumpError):
        game.push("a5-a3-a1")
    assert [str(jump) for jump in game.played] == ["a3-a1"]
    assert len(game.position) == 13
    game.push(Move.from_text("c3-a3"))
    game.push(Jump("e5-c3"))
    assert len(game) == 3
    assert str(game) == str(game.position)
    game.restart()
    assert game.position == game.start
    assert not game.played


@each(
    ("text", "parts"),
    [
        ("", []),
        (" a1-a3 ,c3-a3;\n", ["a1-a3", "c3-a3"]),
        ("(0, 0)-(2,2), 1,1-3,1", ["(0, 0)-(2,2)", "1,1-3,1"]),
        ("(" * 100_000, ["(" * 100_000]),
        ("( a" * 50_000, ["(", *["a("] * 49_999, "a"]),
        (", " * 100_000, []),
    ],
)
def test_texts_are_split_in_one_pass(text, parts):
    assert split_moves(text) == parts
