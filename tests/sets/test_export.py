"""The text form of winning sets, and winning positions by index."""

import re

import known
import naive
import numpy as np
import pytest

from pegsolitaire.board import apply_permutation, named_board
from pegsolitaire.game import Position, Problem
from pegsolitaire.sets import IndexedSets, WinningSets, export
from pegsolitaire.sets.export import text_of_sets
from pegsolitaire.theory import as_type, class_of, is_degenerate, standard_vacancies
from pegsolitaire.work import Work

T5 = named_board("triangle5")
SMALL = [
    Problem.complement(board, hole)
    for board in map(named_board, ["triangle4", "triangle5", "truncated12", "square4", "english5"])
    for hole in board
] + [Problem.complement(named_board("triangle6"), hole) for hole in ("a1", "b3", "a2")]
#: Boards with solvable complement problems, whose levels are not empty.
WON = {"triangle5", "truncated12", "triangle6"}


def parsed(sets):
    """Return the position and symmetry counts of the header, and the codes by pegs."""
    header, *lines = text_of_sets(sets)
    found = re.fullmatch(
        rf"! {re.escape(str(sets.problem))}: ([\d,]+) winning positions, "
        r"reduced by (\d+) symmetr(?:y|ies)",
        header,
    )
    levels = {}
    for line in lines:
        pegs, codes = re.fullmatch(r"W\[(\d+)\] = \{(.*)\}", line).groups()
        levels[int(pegs)] = [int(code) for code in codes.split(", ") if code]
    return int(found[1].replace(",", "")), int(found[2]), levels


def group_of(problem, symmetries):
    """Return the group that a header names: that of the problem, or of the whole board."""
    groups = {len(group): group for group in (problem.board.symmetries, problem.group)}
    return groups[symmetries]


@pytest.mark.every(3)
@pytest.mark.parametrize("problem", SMALL, ids=str)
def test_every_listed_code_stands_for_one_stored_position(problem):
    sets = WinningSets.build(problem)
    count, symmetries, levels = parsed(sets)
    group = group_of(problem, symmetries)
    assert list(levels) == list(sets.levels)
    assert count == len(sets) == sum(map(len, levels.values()))
    for pegs, codes in levels.items():
        assert codes == sorted(set(codes))
        least = {
            code: min(apply_permutation(symmetry.image, code) for symmetry in group)
            for code in sets.level(pegs).tolist()
        }
        assert len(set(least.values())) == len(least)
        assert sorted(least.values()) == codes


@pytest.mark.every(3)
@pytest.mark.parametrize("problem", SMALL, ids=str)
def test_a_listed_code_stands_for_winning_positions_only(problem):
    """All images of a listed code that lie in the classes of the starts are winning."""
    board, sets = problem.board, WinningSets.build(problem)
    _, symmetries, levels = parsed(sets)
    group = group_of(problem, symmetries)
    classes = {class_of(board, code) for code in problem.starts}
    codes = [code for level in levels.values() for code in level[:400]]
    images = {apply_permutation(symmetry.image, code) for code in codes for symmetry in group}
    met = np.array([code for code in images if class_of(board, code) in classes], np.uint64)
    assert sets.contains_codes(met).all()
    assert bool(codes) == bool(len(met)) == (len(sets) > 0)
    assert not len(sets) or board.name in WON


def test_degenerate_finishes_are_told_apart():
    """Section 4.1 of the Notes: codes 28 and 50 are images of each other, and only 50 wins."""
    count, symmetries, levels = parsed(WinningSets.build(Problem.complement(T5, "a4")))
    dead, won = known.SECTION_4_1_CODES
    assert symmetries == 1
    assert levels[1] == [64]
    assert won in levels[3]
    assert all(dead not in codes for codes in levels.values())
    assert count == sum(map(len, levels.values()))


def test_the_corner_is_listed_as_in_the_notes():
    count, symmetries, levels = parsed(WinningSets.build(Problem.complement(T5, "a1")))
    assert levels == known.SECTION_4_TRIANGLE5_CORNER
    assert count == known.TABLE_1_TRIANGLE5_TOTALS[2]
    assert symmetries == len(T5.symmetries)


# -- by index ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def t5_sets():
    return IndexedSets.make(as_type(T5))


def by_level_and_index(sets):
    stored = {}
    for pegs, codes in sets.levels.items():
        for code, index in zip(codes.tolist(), sets.indices[pegs].tolist(), strict=True):
            stored.setdefault((pegs, index), []).append(code)
    return stored


def test_table_5(t5_sets):
    assert t5_sets.vacancies == known.TRIANGLE5_VACANCIES
    table = {
        n: tuple(t5_sets.counts(n).get(index, 0) for index in known.TABLE_5_INDICES)
        for n in known.TABLE_5_TRIANGLE5
    }
    assert table == known.TABLE_5_TRIANGLE5
    assert {n: sum(t5_sets.counts(n).values()) for n in table} == known.TABLE_5_TOTALS_BY_PEGS
    columns = zip(*table.values(), strict=True)
    assert tuple(map(sum, columns)) == known.TABLE_5_TOTALS_BY_INDEX
    assert len(t5_sets) == known.TABLE_5_TOTAL


@pytest.mark.parametrize("name", ["truncated12", "triangle5", "truncated18", "triangle6"])
def test_table_8(name):
    sets = IndexedSets.make(as_type(named_board(name)))
    assert (len(sets.superset), len(sets)) == known.TABLE_8[name]


def test_table_8_of_a_board_without_complement_problems():
    """No complement problem is solvable on 10 holes, so every index is 0."""
    sets = IndexedSets.make(as_type(named_board("triangle4")))
    assert len(sets.superset) == known.TABLE_8["triangle4"][0]
    assert {index for _, index in by_level_and_index(sets)} == {0}


@pytest.mark.parametrize("name", ["truncated12", "triangle5", "square3", "rectangle3x4"])
def test_codes_and_indices_agree_with_the_twin(name):
    board = named_board(name)
    problem_type = as_type(board, "A")
    sets = IndexedSets.make(problem_type)
    vacancies = standard_vacancies(problem_type)
    degenerate = sum(is_degenerate(board, hole) for hole in vacancies)
    holes = [board.holes[i] for i in problem_type.bits]
    expected = naive.codes_by_index(board, holes, vacancies, degenerate)
    assert by_level_and_index(sets) == {key: sorted(codes) for key, codes in expected.items()}


@pytest.mark.parametrize("code", known.SECTION_6_EXAMPLES)
def test_section_6(t5_sets, code):
    index = known.SECTION_6_EXAMPLES[code][-1]
    assert t5_sets.index(Position(T5, code)) == index
    # Every image of the position is recognized.
    for image in T5.images(known.SECTION_6_EXAMPLES[code][0]):
        assert t5_sets.index(Position(T5, image)) is not None


def test_section_6_reflections(t5_sets):
    codes, indices = t5_sets.levels[5], t5_sets.indices[5]
    kept = dict(zip(codes.tolist(), indices.tolist(), strict=True))
    for code in known.SECTION_6_REFLECTIONS:
        assert kept[code] == known.SECTION_6_REFLECTIONS_INDEX
        assert t5_sets.index(Position(T5, code)) == known.SECTION_6_REFLECTIONS_INDEX


def test_positions_in_no_game(t5_sets):
    assert t5_sets.index(Position(T5, T5.full_code)) is None
    assert t5_sets.index(Position(T5, 0)) is None
    dead = T5.position("*/../*.*/..../.....")
    assert t5_sets.index(dead) is None


def test_complement_problems_are_the_bits(t5_sets):
    """Bit i is set for the winning positions of the complement problem of vacancy i."""
    for i, hole in enumerate(t5_sets.vacancies):
        wins = WinningSets.build(Problem.complement(T5, hole))
        assert wins == t5_sets.complements[i]
        for code in range(1, T5.full_code, 37):
            position = Position(T5, code)
            if position in wins:
                assert t5_sets.index(position) >> i & 1


def test_the_files_of_section_8(tmp_path, monkeypatch):
    """Each file lists as many codes as is said; a triangle stands for the English board."""
    monkeypatch.setattr(export, "BOARDS", ("triangle4", "truncated12"))
    monkeypatch.setattr(export, "english", lambda: T5)
    said = {path.name: many for path, many in export.write_notes_data(tmp_path)}
    (few, _), (many, by_index) = (known.TABLE_8[name] for name in ("triangle4", "truncated12"))
    expected = {
        "triangle4-any.txt": few,
        "truncated12-any.txt": many,
        "truncated12-any-by-index.txt": by_index,
        "triangle5-d4.txt": len(WinningSets.build(Problem.complement(T5, "d4"))),
    }
    assert said == expected
    assert {path.name for path in tmp_path.iterdir()} == expected.keys()
    for name, many in expected.items():
        listed = re.findall(r"^W.*= \{(.*)\}$", (tmp_path / name).read_text(), re.MULTILINE)
        assert len(re.findall(r"\d+", " ".join(listed))) == many


def test_stored_sets_are_used_again(tmp_path, t5_sets):
    first = IndexedSets.make(as_type(T5), stored=True, work=Work(store=tmp_path))
    again = IndexedSets.make(as_type(T5), stored=True, work=Work(store=tmp_path))
    assert len(list(tmp_path.rglob("*.npz"))) == 5
    for sets in (first, again):
        assert sets.superset == t5_sets.superset
        assert sets.complements == t5_sets.complements
        assert by_level_and_index(sets) == by_level_and_index(t5_sets)
