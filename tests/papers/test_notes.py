"""Dead positions and games in the figures of the Notes."""

import pytest
from drawn import parsed

from pegsolitaire.board import apply_permutation, named_board
from pegsolitaire.game import Jump, Move, Problem, moves_of
from pegsolitaire.game.problem_words import read_game
from pegsolitaire.papers import all_figures, choose
from pegsolitaire.papers.parts import diagram
from pegsolitaire.papers.rows import entry
from pegsolitaire.reasons import dead_ends
from pegsolitaire.work import Work

ENGLISH = named_board("english")


def boards(name):
    """Return the boards of a figure that are stored in the data."""
    return [diagram(**board) for board in entry(name, "figures")["boards"]]


def drawn(name):
    [figure] = choose(all_figures(), [name]).entries
    return figure.draw(Work().begin())


def texts(svg):
    """Return the classes and words of all texts, without sizes and places."""
    found = [e for e in parsed(svg).iter() if e.tag.endswith("text")]
    return [(e.get("class"), "".join(e.itertext())) for e in found]


def test_games_of_the_papers_are_replayed():
    svg = drawn("triangular-figure-12")
    words = " ".join(text for kind, text in texts(svg) if "caption" in kind)
    assert "10 a1-a3-c3-a1 1 peg 1 b5-b3" in words
    assert words.count("1 peg") == 3
    last = drawn("triangular-figure-7")
    words = [text for kind, text in texts(last) if "caption" in kind]
    # Only c7 of 34 holes was empty, and 16 jumps are made; the text gives the order of the purges.
    assert [words[0], words[-1]] == ["1 c9-c7", "17 pegs"]
    moves = [Move.from_text(word.partition(" ")[2]) for word in words[:-1]]
    jumps = [jump for move in moves for jump in move.jumps]
    assert (len(moves_of(jumps)), len(jumps)) == (11, 16)
    assert jumps[13] == Jump("c8-e8")  # the third jump of the 3-purge


def test_dead_positions_of_figure_10_have_no_jumps_too_many():
    positions = [one.position for one in boards("notes-figure-10")]
    assert [len(position) for position in positions] == [28, 27, 26]
    assert all(position.legal_jumps for position in positions)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(3))
def test_dead_positions_are_among_the_fastest(number):
    table = entry("notes-figure-10", "figures")["boards"][number]
    game = read_game(ENGLISH, table["start"])
    problem = Problem.to_any(game.start)
    ends = dead_ends(problem)
    assert {len(end.jumps) for end in ends} == {len(game)}
    code = boards("notes-figure-10")[number].code
    assert code in {
        apply_permutation(symmetry.image, end.position.code)
        for end in ends
        for symmetry in problem.group
    }
