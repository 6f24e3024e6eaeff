"""Players: their rules in plain Python and in compiled loops, and invalid players."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st

from pegsolitaire.board import named_board
from pegsolitaire.chance import PLAYERS, player_named, random_play, weighted
from pegsolitaire.errors import IllegalJumpError, NotationError, ProblemError
from pegsolitaire.game import PlacedRemoval, Player, PlayerCount, Position, Problem
from pegsolitaire.theory import as_type, classic_counts, sax_count

ENGLISH, T5 = named_board("english"), named_board("triangle5")


PLAYERS_OF_ENGLISH = [
    *(name for name in PLAYERS if name not in ("thumb", "sax", "sax-steady")),
    "look-ahead:1", "look-ahead:3", "removal:3", "removal:6", "resource:star",
    "resource:two-bars:frame", "steady:two-bars-shifted", "removal:l-removal",
    "removal:but:3-removal",
]  # fmt: skip


@pytest.mark.slow
@given(st.sampled_from(PLAYERS_OF_ENGLISH), st.integers(1, 2**33 - 1), st.integers(0, 7))
def test_players_do_not_notice_symmetries(name, code, number):
    """The choices at an image of a position are the images of its choices."""
    player = player_named(name, Problem.to_any(ENGLISH.vacancy("d4")))
    symmetry = player.group[number % len(player.group)]
    moved = ENGLISH.images(code)[ENGLISH.symmetries.index(symmetry)]
    index = ENGLISH.symmetries.index(symmetry)
    images = {ENGLISH.images(after)[index]: p for after, p in player.choices(code).items()}
    assert images == player.choices(moved)


def test_a_player_who_notices_is_played_without_symmetries():
    """Finishes that are images of each other have different chances for such a player."""
    problem = Problem.to_any(T5.vacancy("a1"))
    player = weighted(T5, {"a3-a1": 3, "a5-c5": 7})
    floats, exactly = (
        random_play(problem, player=player),
        random_play(problem, player=player, fractions=True),
    )
    assert len(floats.group) == 1
    assert dict(floats.finals) == pytest.approx({c: float(p) for c, p in exactly.finals})
    assert floats.win_at[0, 3] != pytest.approx(floats.win_at[3, 3], rel=1e-6)


# -- the published players ----------------------------------------------------------------------


@pytest.mark.slow
def test_bells_players_never_break_their_rules_between_first_and_last():
    problem = Problem.to_any(T5.vacancy("b3"))
    thumb, sax = player_named("thumb", problem), player_named("sax", problem)
    corners = {T5.bit(hole) for hole in ("a1", "a5", "e5")}
    inside = {T5.bit(hole) for hole in ("b3", "b4", "c4")}
    assert len(thumb.avoided) == 12
    for code in range(1, 2**15, 7):
        if 2 < code.bit_count() < 14:
            for after in sax.choices(code):
                assert sax_count(Position(T5, after)) >= -1
            for after in thumb.choices(code):
                moved = code ^ after
                end = next(i for i in range(15) if after >> i & moved >> i & 1)
                assert end not in corners
                jump = next(jump for jump in T5.masks_from(code) if jump.mask == moved)
                assert jump.start not in inside or end in inside
    assert replace(thumb, opening=0).choices(T5.vacancy("a1").code) == {}
    assert len(thumb.choices(T5.vacancy("a1").code)) == 2


def test_gramignas_player_lowers_the_count_only_if_it_must():
    player = player_named("sax-steady", Problem.to_any(T5.vacancy("a1")))
    for code in range(1, 2**15, 7):
        position = Position(T5, code)
        lost = [
            sax_count(position.play(jump)) - sax_count(position) for jump in position.legal_jumps
        ]
        chosen = player.choices(code)
        assert len(chosen) == (lost.count(0) or len(lost))
        assert all(chance == Fraction(1, len(chosen)) for chance in chosen.values())


def test_resource_counts_are_those_that_prove_positions_dead():
    problem = Problem.to_any(ENGLISH.vacancy("d4"))
    player = player_named("resource", problem)
    counts = [image for count in classic_counts(ENGLISH) for image in count.images]
    assert len(player.counts) == len(counts)
    assert sorted(len(row) for row in player.bounds) == [len(counts)] * 5
    rng = np.random.default_rng(3)
    for code in rng.integers(1, 2**33, 200).tolist():
        alive = [
            jump for jump in ENGLISH.masks_from(code)
            if any(not any(c.forbids(code ^ jump.mask, f) for c in counts)
                   for f in problem.finishes)
        ]  # fmt: skip
        expected = alive or ENGLISH.masks_from(code)
        assert set(player.choices(code)) == {code ^ jump.mask for jump in expected}


def test_removals_are_played_whole():
    player = player_named("removal:3", Problem.to_any(ENGLISH.vacancy("d4")))
    start = Position(ENGLISH, ENGLISH.vacancy("c1").code)
    chosen = player.choices(start.code)
    assert len(chosen) == 2
    for after in chosen:
        jumps = player.between(start.code, after)
        assert len(jumps) == 3
        end = start
        for jump in jumps:
            end = end.play(jump)
        assert end.code == after
    assert {len(player.between(start.code, after)) for after in chosen} == {3}
    assert sum(player.jumps(start).values()) == 1


# -- invalid players ----------------------------------------------------------------------------


def test_names():
    problem = Problem.complement(T5, "a1")
    assert player_named(" Look-Ahead:4 ", problem).ahead == 4
    for name, words in (
        ("nobody", "unknown player 'nobody'. Write one of any, peg-first"),
        ("any:3", "unknown player 'any:3'"),
        ("look-ahead:x", "write one number after the colon"),
        ("removal:", "write a name or a number after the colon"),
        ("resource:but", "write a name or a number after the colon"),
        ("look-ahead:1:4", "one number"),
    ):
        with pytest.raises(NotationError, match=words):
            player_named(name, problem)
    for name, words in (
        ("look-ahead:9", "9 jumps ahead: give 1 to 4"),
        ("look-ahead:0", "give 1 to 4"),
        ("removal:4", "no place for a block removal of 4 pegs"),
        ("removal:3:4", "no place for a block removal of 4 pegs"),
    ):
        with pytest.raises(ProblemError, match=words):
            player_named(name, problem)
    central = Problem.complement(ENGLISH, "d4")
    for name in ("thumb", "sax", "sax-steady"):
        with pytest.raises(ProblemError, match="triangle"):
            player_named(name, central)
    with pytest.raises(ProblemError, match="name one start"):
        player_named("sax", as_type(T5, "A").problem)
    with pytest.raises(ProblemError, match="no resource counts of french"):
        player_named("resource", Problem.to_any(named_board("french").vacancy("c1")))


def test_files_of_weights(tmp_path):
    path = tmp_path / "weights.txt"
    path.write_text("# mine\na3-a1 3\n\nc3-a1 0  # never\n")
    player = player_named(f"@{path}", Problem.complement(T5, "a1"))
    assert {str(jump): p for jump, p in player.jumps(T5.vacancy("a1")).items()} == {"a3-a1": 1}
    for text, error, words in (
        ("a3-a1", NotationError, "weights.txt, line 1, 'a3-a1': write a jump and its weight"),
        ("a3-a1 3\na3-a1 2", NotationError, "line 2, 'a3-a1 2': a3-a1 already has a weight"),
        ("c3-b3 3", (IllegalJumpError, NotationError), "line 1"),
        ("a3-a1 many", NotationError, "line 1"),
        ("a1-a2 1", (IllegalJumpError, NotationError), "a1-a2"),
        ("a3-a1 -1", NotationError, "0 .never played. or more"),
        ("a3-a1 nan", NotationError, "0 .never played. or more"),
        ("a3-a1 1e999", NotationError, "0 .never played. or more"),
        ("a3-a1 1/0", NotationError, "write a jump and its weight"),
        ("a3-a1 1/3e5", NotationError, "write a jump and its weight"),
    ):
        path.write_text(text)
        with pytest.raises(error, match=words):
            player_named(f"@{path}", Problem.complement(T5, "a1"))


@pytest.mark.slow
def test_weights_are_exact_as_they_are_written(tmp_path):
    problem = Problem.to_any(T5.vacancy("a1"))
    path = tmp_path / "weights.txt"
    expected = random_play(
        problem, player=weighted(T5, {"a3-a1": Fraction(1, 10)}), fractions=True
    )
    for text in ("0.1", "1/10", ".1"):
        path.write_text(f"a3-a1 {text}\n")
        found = random_play(problem, player=f"@{path}", fractions=True)
        assert found.finals == expected.finals
    floats = random_play(problem, player=f"@{path}")
    assert floats.win_probability == pytest.approx(float(expected.win_probability), rel=1e-12)


def test_rules_that_do_not_fit():
    for rules, words in (
        ({"weights": (1.0,)}, "1 weights: triangle5 needs one for each of its 36 jumps"),
        ({"avoided": frozenset({36})}, "not one of the 36"),
        ({"counts": (PlayerCount((1, 2)),)}, "15 weights"),
        ({"bounds": ((1,),)}, "one minimum for each count"),
        ({"ahead": 5}, "0 to 4"),
        ({"counts": (PlayerCount((0,) * 15), PlayerCount((0,) * 15))}, "occurs twice"),
        ({"weights": (1e-200,) + (1.0,) * 35}, "more than a factor"),
        ({"weights": (10**400,) + (1,) * 35}, "more than a factor"),
        ({"weights": (float("nan"),) * 36}, "a1-c3 has the weight nan: give a number"),
        ({"weights": ("3",) * 36}, "a1-c3 has the weight '3': give a number"),
        ({"blocks": (PlacedRemoval(7, 7, 7, ()),)}, "no block removal"),
        ({"blocks": (PlacedRemoval(7, 7, 1, ()),)}, "do not remove exactly"),
        ({"blocks": (PlacedRemoval(1 << 20 | 7, 7, 1, ()),)}, "no block removal"),
    ):
        with pytest.raises(ProblemError, match=words):
            Player(T5, "x", **rules)


def test_removals_that_are_wrong():
    block = player_named("removal", Problem.to_any(T5.vacancy("a1"))).blocks[0]
    with pytest.raises(ProblemError, match="occurs twice"):
        Player(T5, "x", blocks=(block, block))
    without_catalyst = PlacedRemoval(block.pegs, block.pegs, block.block, block.jumps)
    with pytest.raises(ProblemError, match="outside its mask"):
        Player(T5, "x", blocks=(without_catalyst,))
