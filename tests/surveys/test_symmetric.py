"""Symmetric positions of a class, compared with Bell's tables and a slow reference version."""

import random
from collections import Counter
from itertools import combinations

import known
import naive
import numpy as np
import pytest
from class_codes import ALL, BOARDS
from marks import each, quick_then
from tablebase_of_english import english_to_d4

from pegsolitaire.board import apply_permutation, named_board, symmetry_types
from pegsolitaire.engine import Coset, Probe, close, fixed_codes, images
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.game import Position, Problem
from pegsolitaire.sets import Tablebase, WinningSets
from pegsolitaire.solving import count_solutions, solve
from pegsolitaire.surveys.symmetric import (
    most_symmetric_solution,
    passed,
    symmetric_positions,
    symmetric_winning,
)
from pegsolitaire.theory import class_named, class_of, position_classes, svss_problems
from pegsolitaire.theory.classes import hole_classes

SYMMETRIC = ["english", "french", "square6", "hexagon37", "hexagon19", "square5", "rhombus4"]
SHAPES = ALL | {name: named_board(name) for name in SYMMETRIC}
SHAPED = each("board", SHAPES.values())
TWINS = ["triangle4", "triangle5", "square3", "square4", "truncated12", "rectangle3x4"]


def counts(found):
    """Return the number of positions by type and class."""
    return {(row.kind.number, row.found_in.letter): len(row) for row in found}


# -- position classes -----------------------------------------------------------------------------


@SHAPED
def test_every_class_with_finishes_has_one_letter(board):
    """The classes and their images are all classes of single pegs, without repetition."""
    found, labels, seen = position_classes(board), hole_classes(board), []
    assert [chosen.letter for chosen in found[:26]] == [
        chr(ord("A") + i) for i in range(len(found[:26]))
    ]
    for chosen in found:
        label = labels[chosen.bits[0]]
        assert chosen.bits == tuple(i for i in range(len(board)) if labels[i] == label)
        images = {labels[symmetry.image[chosen.bits[0]]] for symmetry in board.symmetries}
        assert len(images) == chosen.turned
        seen += images
    assert sorted(seen) == sorted(set(labels))


@SHAPED
def test_membership_and_turning(board):
    rng = random.Random(2)
    for chosen in position_classes(board):
        label = class_of(board, chosen.finishes[0])
        for code in [*chosen.finishes, *(rng.getrandbits(len(board)) for _ in range(40))]:
            assert (code in chosen) is (class_of(board, code) == label)
            images = [image for image in board.images(code) if class_of(board, image) == label]
            assert chosen.turn(code) == min(images, default=None)


@SHAPED
def test_groups_and_orbits_of_classes(board):
    for chosen in position_classes(board):
        inside = [
            symmetry
            for symmetry in board.symmetries
            if {symmetry.image[i] for i in chosen.bits} == set(chosen.bits)
        ]
        assert list(chosen.group) == inside
        assert len(chosen.group) * chosen.turned == len(board.symmetries)
        assert sorted(hole for orbit in chosen.finish_orbits for hole in orbit) == list(
            chosen.bits
        )
        for orbit in chosen.finish_orbits:
            assert all({s.image[i] for s in inside} == set(orbit) for i in orbit)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("english", {"A": "d1 a4 d4 g4 d7", "B": "c1 c4 f4 c7", "C": "c2 c5 f5"}),
        ("triangle5", {"A": "a1 a4 d4 b3 c5"}),
    ],
)
def test_letters(name, expected):
    found = {chosen.letter: set(chosen.names) for chosen in position_classes(named_board(name))}
    for letter, names in expected.items():
        assert found[letter] == set(names.split())


def test_a_class_by_its_letter():
    board = named_board("english")
    assert class_named(board).letter == "A"
    assert class_named(board, " b ") == position_classes(board)[1]
    for letter in ("D", "", "AB"):
        with pytest.raises(ProblemError, match="english has no position class"):
            class_named(board, letter)


# -- symmetric positions against the slow reference version ---------------------------------------


def solvable_anywhere(board):
    """Return every position that can be reduced to one peg."""
    lone = [naive.code(board, {hole}) for hole in board.holes]
    return naive.reached(board, lone, naive.ancestors)


@pytest.mark.slow
@each("name", TWINS)
def test_symmetric_positions_agree_with_the_twin(name):
    board = named_board(name)
    expected = naive.symmetric_orbits(board, solvable_anywhere(board))
    found = symmetric_positions(board)
    made = {}
    for row in found:
        codes = row.codes.tolist()
        assert codes == sorted(codes)
        for code in codes:
            least = min(board.images(code))
            assert least not in made
            made[least] = row.kind.number
            assert code in row.found_in
            assert naive.stabiliser(board, code) in row.kind.subgroups
            turned = (apply_permutation(s.image, code) for s in row.found_in.group)
            assert code == min(turned)
        assert sorted(position.code for position in row) == codes
        assert len(row) == len(codes) > 0
    assert made == {
        least: next(k.number for k in symmetry_types(board) if group in k.subgroups)
        for least, group in expected.items()
    }
    order = [(row.kind.number, row.found_in.letter) for row in found]
    assert order == sorted(set(order))


@pytest.mark.parametrize("name", ["triangle5", "truncated12", "rectangle3x4", "square4"])
def test_where_symmetric_positions_can_finish(name):
    board = named_board(name)
    for row in symmetric_positions(board, by_finish=True):
        assert len(row.solvable_to) == len(row.found_in.finish_orbits)
        reached = [naive.reachable_finishes(board, code) for code in row.codes.tolist()[:100]]
        if len(row) > 100:
            continue
        for orbit, number in zip(
            row.found_in.finish_orbits, row.solvable_to.values(), strict=True
        ):
            holes = {board.holes[i] for i in orbit}
            assert number == sum(bool(holes & ends) for ends in reached)


@BOARDS
def test_symmetric_positions_of_every_board(board):
    """The positions are solvable, no two are images of each other, and letters select classes."""
    found = symmetric_positions(board)
    lone = {
        chosen.letter: Tablebase.build(board, chosen.finishes) for chosen in map(_class, found)
    }
    for row in found:
        assert all(code in lone[row.found_in.letter] for code in row.codes.tolist())
        assert len({min(board.images(code)) for code in row.codes.tolist()}) == len(row)
        assert row.solvable_to == {}
    only = symmetric_positions(board, letters="a")
    assert counts(only) == {key: n for key, n in counts(found).items() if key[1] == "A"}


def _class(row):
    return row.found_in


def test_tables_are_stored_where_that_is_asked_for(tmp_path, monkeypatch):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    board = named_board("rectangle3x4")
    without = counts(symmetric_positions(board, by_finish=True))
    assert list(tmp_path.iterdir()) == []
    for _ in range(2):
        assert counts(symmetric_positions(board, store=True, by_finish=True)) == without
    assert len(list((tmp_path / "rectangle3x4").iterdir())) >= len(position_classes(board))


def test_boards_that_are_too_large():
    with pytest.raises(BoardTooLargeError, match="64"):
        symmetric_positions(named_board("square9"))


# -- Bell's tables --------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_english_board():
    """Only one position of type 7 is not solvable to d4: the single peg at d1."""
    board = named_board("english")
    found = symmetric_positions(board)
    expected = dict(known.SYMMETRIC_ENGLISH)
    expected[7, "A"] += 1
    assert counts(found) == expected
    to_d4 = {
        (row.kind.number, row.found_in.letter): row.codes[
            english_to_d4().solvable.contains_codes(row.codes)
        ]
        for row in found
        if row.found_in.letter == "A"
    }
    assert {key: len(codes) for key, codes in to_d4.items()} == {
        key: n for key, n in known.SYMMETRIC_ENGLISH.items() if key[1] == "A"
    }
    others = next(row.codes.tolist() for row in found if row.kind.number == 7)
    assert set(others) - set(to_d4[7, "A"].tolist()) == {min(board.images(1 << board.bit("d1")))}


def on_english(board, code):
    """Return the code on the English board of a position of the French board, or None."""
    inside = named_board("english")
    pegs = [hole for i, hole in enumerate(board.holes) if code >> i & 1]
    return inside.code(pegs) if all(hole in inside for hole in pegs) else None


@pytest.mark.slow
def test_the_french_board():
    """Count the positions of class A that are not on the English list."""
    board = named_board("french")
    listed = {
        image
        for row in symmetric_positions(named_board("english"))
        for code in row.codes.tolist()
        for image in named_board("english").images(code)
    }
    found = symmetric_positions(board, letters="A")
    fresh = {
        (row.kind.number, row.found_in.letter): sum(
            on_english(board, code) not in listed for code in row.codes.tolist()
        )
        for row in found
    }
    assert fresh == known.SYMMETRIC_FRENCH


@pytest.mark.slow
def test_the_square_of_36_holes():
    found = symmetric_positions(named_board("square6"), letters="A")
    assert counts(found) == known.SYMMETRIC_SQUARE6


@pytest.mark.slow
def test_the_hexagon_of_37_holes():
    """The paper does not give type 9 of class B, and we find 219,285 for type 8 of class A."""
    expected = known.SYMMETRIC_HEXAGON37 | {(8, "A"): 219_285, (9, "B"): 916_090}
    assert counts(symmetric_positions(named_board("hexagon37"))) == expected


@pytest.mark.slow
def test_the_hexagon_from_the_other_side():
    """Play forward from the complements of the finishes of class A, and take complements again."""
    board = named_board("hexagon37")
    chosen = class_named(board, "A")
    reached = close(board, [board.full_code ^ finish for finish in chosen.finishes], "forward")
    assert len(reached) == 31_877_782_692
    group = frozenset(symmetry.image for symmetry in chosen.group)
    found = {}
    for kind in symmetry_types(board):
        subgroup = kind.subgroups[0]
        codes = [c[reached.contains_codes(c)] for c in fixed_codes(reached.coset, subgroup)]
        codes = np.concatenate(codes)
        for image in group - subgroup:
            codes = codes[images(codes, image) != codes]
        found[kind.number, "A"] = len(np.unique(Probe(chosen.group).least(codes)))
    printed = {key: n for key, n in known.SYMMETRIC_HEXAGON37.items() if key[1] == "A"}
    assert found == printed | {(8, "A"): 219_285}


@pytest.mark.slow
def test_hexagons_of_120_degrees_one_by_one():
    """Solve all 2^13 positions, each by its own depth-first search."""
    board = named_board("hexagon37")
    third = [s.image for s in board.symmetries if s.is_rotation]
    third = [p for p in third if all(p[p[p[i]]] == i for i in range(len(board)))]
    kinds = {group: kind.number for kind in symmetry_types(board) for group in kind.subgroups}
    found = Counter()
    for chosen in position_classes(board):
        coset = Coset(board, chosen.finishes[0])
        codes = np.concatenate(list(fixed_codes(coset, third)))
        for code in np.unique(Probe(chosen.group).least(codes)).tolist():
            position = Position(board, code)
            if len(position) == 1 or (
                position.legal_jumps and solve(Problem.to_any(position)).solvable
            ):
                stable = frozenset(
                    s.image for s in board.symmetries if apply_permutation(s.image, code) == code
                )
                found[kinds[stable], chosen.letter] += 1
    printed = {key: n for key, n in known.SYMMETRIC_HEXAGON37.items() if key[0] in (1, 2, 3, 4, 6)}
    assert found == printed


@pytest.mark.slow
def test_classes_of_other_letters():
    """The paper leaves these classes out; positions on the English board are included."""
    expected = {
        "french": {(6, "C"): 108_318, (7, "B"): 378_287},
        "square6": {(6, "C"): 155_458, (7, "B"): 45_078},
    }
    for name, rows in expected.items():
        assert counts(symmetric_positions(named_board(name), letters="BC")) == rows


# -- theorems 1, 2 and 3 --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["square4", "square5", "triangle6", "hexagon19", "rhombus4"])
def test_finishes_are_as_symmetric_as_the_position(name):
    """A symmetric position lies in a class with that symmetry, which implies theorems 1 and 3."""
    for row in symmetric_positions(named_board(name)):
        kept = {symmetry.image for symmetry in row.found_in.group}
        assert any(subgroup <= kept for subgroup in row.kind.subgroups)


def test_theorem_2(central_sets):
    """The positions of types 6 and 7 form pairs of complements."""
    found = symmetric_winning(central_sets)
    assert {number: len(codes) for number, codes in found.items()} == {1: 2, 6: 198, 7: 912}
    full = np.uint64(named_board("english").full_code)
    for number, pairs in ((6, 99), (7, 456)):
        codes = found[number]
        others = central_sets.least(codes ^ full)
        assert np.array_equal(np.sort(others), np.sort(codes))
        assert np.count_nonzero(codes < others) == pairs


@pytest.mark.slow
@pytest.mark.parametrize(("number", "most"), [(6, 7), (7, 13)])
def test_solutions_through_symmetric_positions(central_sets, number, most):
    kind = symmetry_types(named_board("english"))[number - 1]
    solution = most_symmetric_solution(central_sets, kind)
    assert solution.solves(central_sets.problem)
    assert len(passed(solution, kind)) == most


@pytest.mark.parametrize("name", quick_then("triangle4", "truncated12"))
def test_the_most_symmetric_solution_is_that_of_all(name):
    """Compare with every solution of the problems that have few solutions."""
    board, tried = named_board(name), 0
    for start, finish in svss_problems(board):
        problem = Problem(board, start, finish)
        wins = WinningSets.build(problem)
        position = Position(board, problem.starts[0])
        if position not in wins or count_solutions(problem) > 500:
            continue
        for kind in symmetry_types(board):
            best = max(len(passed(one, kind)) for one in wins.solutions(position))
            assert len(passed(most_symmetric_solution(wins, kind), kind)) == best
        tried += 1
    assert tried


def test_positions_of_square_symmetry_in_all():
    """The sizes of all classes add up to the number of unions of orbits."""
    board = named_board("english")
    square = symmetry_types(board)[0].subgroups[0]
    labels = {class_of(board, code): code for code in range(1 << 8)}
    sizes = [
        sum(len(codes) for codes in fixed_codes(Coset(board, code), square))
        for code in labels.values()
    ]
    orbits = {frozenset(image[i] for image in square) for i in range(len(board))}
    assert sum(sizes) == 1 << len(orbits)


@pytest.mark.slow
def test_solutions_of_problems_with_several_finishes():
    board = named_board("triangle5")
    kind = symmetry_types(board)[-1]
    for finishes in combinations(range(len(board)), 2):
        ends = [board.single(board.holes[i]) for i in finishes]
        problem = Problem.between(board.vacancy("a1"), ends)
        wins = WinningSets.build(problem)
        if board.vacancy("a1") in wins:
            assert most_symmetric_solution(wins, kind).solves(problem)


def test_a_symmetric_position_with_one_winning_jump_and_the_most_jumps():
    """Play out a position on the hexagon that is missing from the puzzles paper."""
    board = named_board("hexagon37")
    position = Position.of(board, ("c3", "d1", "d3", "d4", "d5", "e4"))
    won = [
        str(jump)
        for jump in position.legal_jumps
        if naive.reachable_finishes(board, position.play(jump).code)
    ]
    assert (len(position.legal_jumps), won) == (10, ["d4-d2"])
    images = {
        naive.image_of(turn, naive.pegs(board, position.code)) for turn in naive.symmetries(board)
    }
    assert len(images) == 6  # six of twelve, because a reflection preserves it
