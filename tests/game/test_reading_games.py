"""Written games are read, checked and replayed."""

import io

import pytest
from hypothesis import given, strategies as st
from marks import each

from pegsolitaire.board import named_board
from pegsolitaire.chance import simulate
from pegsolitaire.chance.simulation import play_game
from pegsolitaire.cli.main import run
from pegsolitaire.draw import solution_animation, solution_text
from pegsolitaire.errors import NotationError, NotOnBoardError
from pegsolitaire.game import Problem, Solution, replay
from pegsolitaire.game.reading_games import read_jumps

T5, ENGLISH = named_board("triangle5"), named_board("english")


def games(board):
    """Draw games of random play."""
    starts = st.sampled_from([board.vacancy(hole) for hole in board])
    return st.builds(
        lambda start, seed: Solution(start, play_game(Problem.to_any(start), seed=seed)),
        starts,
        st.integers(0, 10**6),
    )


@given(games(T5), st.sampled_from([", ", ",", "; ", " ", "\n", " ,\n"]), st.booleans())
def test_what_is_printed_can_be_read(game, between, numbered):
    parts = [f"{i}. {move}" if numbered else str(move) for i, move in enumerate(game.moves, 1)]
    assert read_jumps(game.start, ("\n" if numbered else between).join(parts)) == game.jumps
    assert replay(game.start, " ".join(map(str, game.hole_numbers))).game == game


@given(games(T5), st.data())
def test_the_first_jump_that_is_wrong_is_named(game, data):
    if len(game) < 2:
        return
    without = data.draw(st.integers(0, len(game) - 2))
    jumps = game.jumps[:without] + game.jumps[without + 1 :]
    found = replay(game.start, " ".join(map(str, jumps)))
    played = len(found.game)
    assert found.game.jumps == jumps[:played]
    if played == len(jumps):
        assert found.fault is None
    else:
        assert jumps[played] not in found.game.finish.legal_jumps
        assert found.fault.startswith(f"jump {played + 1}: {jumps[played]} ")


def test_a_hole_that_is_not_there_is_told_by_its_place():
    with pytest.raises(NotOnBoardError, match=r"hole 3 of 6 in the game: english has no hole x9"):
        read_jumps(ENGLISH.vacancy("d4"), "1. d2-d4\n2. x9-b7\n3. d5-d3")


@each("text", ["x", "1 2 3", "1 2x", "a1", "12", "-"])
def test_what_is_no_list_of_moves(text):
    with pytest.raises(NotationError):
        read_jumps(T5.vacancy("a1"), text)


# -- pictures -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["english", "triangle5", "hexagon19"])
def test_every_position_is_in_the_strip(name):
    board = named_board(name)
    start = next(board.vacancy(hole) for hole in board if board.vacancy(hole).legal_jumps)
    game = Solution(start, play_game(Problem.to_any(start), seed=1))
    text = solution_text(game, width=80, unicode=False).plain
    assert max(map(len, text.splitlines())) <= 80
    assert text.count("*") + text.count("#") == sum(map(len, game.positions))
    for number, jump in enumerate(game.jumps, 1):
        assert f"{number}  {jump}" in text


def test_the_mark_of_the_peg_that_moved_is_explained(pegs, capsys):
    """The mark differs from that of a winning jump, which `check` prints and explains."""
    words = ["replay", "triangle4", "a2: a4-a2, a1-a3"]
    assert "◆ the peg that has just jumped\n" in pegs(*words)
    assert "just jumped" not in pegs(*words, "--moves")
    for start, legend in (
        ("a1:a3-a1,c3-a3", "◉ has a winning jump, ⊗ has only losing jumps"),
        ("a1", "◉ has a winning jump"),
        ("a1:a3-a1,c3-a3,c5-c3", "⊗ has only losing jumps"),
    ):
        run(["check", "triangle5", start])
        assert f"\n{legend}\n\n" in capsys.readouterr().out
    run(["check", "triangle5", "code:1"])
    assert "jumps" not in capsys.readouterr().out


def test_an_animation_moves_every_peg_that_jumps():
    start = named_board("triangle4").vacancy("a2")
    game = Solution.from_moves(start, "a4-a2, a1-a3, c4-a4-a2")
    picture = solution_animation(game)
    assert picture == solution_animation(game)
    assert picture.count("-peg") >= len(start)
    # Five of the nine pegs jump or are jumped over; each jump and both ends have a caption.
    assert picture.count("@keyframes") == 5 + 6
    assert "prefers-reduced-motion" in picture
    alone = solution_animation(Solution(start.board.single("a1"), []))
    assert ">1 peg<" in alone
    assert ">1 peg left<" in alone


# -- the command --------------------------------------------------------------------------------


def test_replay_board_by_board(pegs):
    printed = pegs("replay", "triangle4", "a2", "a4-a2, a1-a3, c4-a4-a2")
    assert "1  a4-a2" in printed
    assert "4  a4-a2" in printed
    assert printed.endswith("4 jumps, 3 moves, 5 pegs left: triangle4: a2\n")


def test_replay_as_moves_and_as_a_document(pegs, document):
    assert pegs("replay", "english", "d4: d2-d4, d5-d3", "--moves").startswith("d2-d4, d5-d3\n")
    found = document("replay", "english", "d4:d2-d4,d5-d3")
    assert found["game"]["jumps"] == ["d2-d4", "d5-d3"]
    assert found["fault"] is None
    assert len(found["positions"]) == 3


def test_replay_says_what_is_wrong_where(capsys):
    assert run(["replay", "english", "d4", "d2-d4, d5-d3, d4-d2"]) == 2
    printed, said = capsys.readouterr()
    assert "2  d5-d3" in printed
    assert said == "pegs: jump 3: d4-d2 is not possible: there is no peg in d4\n"


def test_replay_from_a_file_and_from_standard_input(pegs, tmp_path, monkeypatch):
    file = tmp_path / "game"
    file.write_text("a2: a4-a2\na1-a3\nc4-a4-\na2\n")
    assert pegs("replay", "triangle4", f"@{file}")
    file.write_text("1. a4-a2\n2. a1-a3")
    printed = pegs("replay", "triangle4", "a2", f"@{file}", "--moves")
    assert printed.startswith("a4-a2, a1-a3\n")
    for words, text in ((["a1", "-"], "c3-a1, a3-c3\n2 jumps, 2 moves: x"), (["-"], "a1: c3-a1")):
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        assert run(["replay", "triangle5", *words]) == 0


@each(
    ("words", "said"),
    [
        (["triangle5", "a1"], "give the moves, as in `pegs replay triangle5 a1 a3-a1`, or -"),
        (["triangle4", "a2"], "as in `pegs replay triangle4 a2 a4-a2`"),
        (["triangle5", "a1:c3-a1", "e5-c3"], "already contains moves"),
        (["triangle5", "a1", "nonsense"], "'nonsense' is not a list of moves"),
        (["triangle5", "a1", "@nothing"], "cannot read nothing"),
    ],
)
def test_mistakes_in_one_line(complaint, words, said):
    assert said in complaint("replay", *words)


def test_replay_draws(pegs, tmp_path):
    strip, moving = tmp_path / "s.svg", tmp_path / "m.svg"
    words = ("triangle5", "a1:c3-a1", "--svg", strip, "--animate", moving)
    assert f"drawn in {strip}" in pegs("replay", *words)
    assert strip.read_text().startswith("<svg")
    assert "@keyframes" in moving.read_text()


# -- one game of random play --------------------------------------------------------------------


@pytest.mark.parametrize("player", ["any", "removal"])
def test_one_simulated_game_is_kept_won_or_lost(player):
    problem = Problem.to_any(ENGLISH.vacancy("d4"))
    for seed in range(4):
        found = simulate(problem, games=1, player=player, seed=seed)
        assert found.pegs == {len(found.game.finish): 1}
    assert simulate(problem, games=2, player=player).game is None
