"""Labels of all solvable positions of a class, against the naive twin and by other routes."""

import json
from fractions import Fraction

import duckdb
import known
import naive
import numpy as np
import pyarrow.parquet as pq
import pytest

from pegsolitaire.board import Board, named_board
from pegsolitaire.chance import random_play
from pegsolitaire.errors import BoardTooLargeError
from pegsolitaire.game import Problem
from pegsolitaire.sets import FewestMoves, Tablebase, labels_of, write_labels
from pegsolitaire.sets.plans import plan_labels
from pegsolitaire.solving import count_by_finish
from pegsolitaire.theory import class_named
from pegsolitaire.work import Work

BOARDS = [
    ("triangle4", "A"), ("triangle5", "A"), ("square4", "A"), ("diamond5+diagonal", "A"),
    ("rectangle3x4", "B"),
]  # fmt: skip


def labelled(name, letter):
    board = named_board(name)
    return board, labels_of(board, class_named(board, letter).finishes)


def rows_of(labels):
    """{code: (orbit, solutions, moves, chance, jumps, winning jumps)}."""
    return {
        code: (
            int(level.orbits[i]), level.solutions_of(i), int(level.moves[i]),
            float(level.chances[i]), int(level.jumps[i]), int(level.winning[i]),
        )
        for level in labels.levels.values()
        for i, code in enumerate(level.codes.tolist())
    }  # fmt: skip


@pytest.mark.every(2)
@pytest.mark.parametrize(("name", "letter"), BOARDS)
def test_against_the_naive_twin(name, letter):
    board, labels = labelled(name, letter)
    finishes = class_named(board, letter).finishes
    group = naive.problem_group(board, finishes, finishes)
    levels = naive.backward_levels(board, finishes, group)
    found = rows_of(labels)
    assert found.keys() == set().union(*levels.values())
    moves = FewestMoves.build(board, finishes)
    chances = {}
    for code in sorted(found, key=int.bit_count):
        orbit, solutions, fewest, chance, jumps, winning = found[code]
        position = naive.pegs(board, code)
        after = [led for jump in naive.jumps(board) if (led := naive.after(position, jump))]
        wins = [naive.mincode(board, led, group) for led in after]
        wins = [led for led in wins if led in chances]
        known_chances = sum((chances[led] for led in wins), Fraction(0))
        chances[code] = known_chances / len(after) if len(position) > 1 else Fraction(1)
        assert chance == pytest.approx(float(chances[code]), rel=1e-12)
        if len(position) > 1:
            assert (jumps, winning) == (len(after), len(wins))
        assert orbit == len({naive.image_of(one, position) for one in group})
        assert fewest == moves.moves(board.position(f"code:{code}"))
        if len(found) < 1000:
            assert solutions == naive.count_solutions(board, code, finishes)


@pytest.mark.parametrize(("name", "letter"), [("triangle5", "A"), ("english5", "B")])
def test_vacancies_have_the_exact_odds(name, letter):
    board, labels = labelled(name, letter)
    top = labels.levels[max(labels.levels)]
    for code, chance in zip(top.codes.tolist(), top.chances.tolist(), strict=True):
        odds = random_play(Problem.to_any(board.position(f"code:{code}")))
        assert chance == pytest.approx(float(odds.win_probability), rel=1e-9)


def test_the_table_of_the_class_has_the_same_positions():
    board, labels = labelled("english5", "A")
    table = Tablebase.build(board, class_named(board, "A").finishes)
    assert {n: level.positions for n, level in labels.levels.items()} == table.sizes()
    assert {n: len(level.codes) for n, level in labels.levels.items()} == table.reduced_sizes()


@pytest.mark.parametrize("raw", [False, True])
def test_the_file(tmp_path, document, raw):
    shown = document("export", "labels", "english5", "--to", tmp_path, *["--raw"] * raw)
    path = tmp_path / f"english5-A-labels{'-raw' if raw else ''}.parquet"
    assert shown["path"] == str(path)
    board, labels = labelled("english5", "A")
    assert (shown["reduced"], shown["positions"]) == (len(labels), labels.positions)
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
    rows = duckdb.sql(f"select * from '{path}'").fetchall()
    expected = rows_of(labels)
    least = {}
    for pegs, code, orbit, solutions, moves, chance, jumps, winning in rows:
        assert code.bit_count() == pegs
        own = board.mincode(code)
        least[own] = least.get(own, 0) + 1
        assert expected[own] == (orbit, solutions, moves, chance, jumps, winning)
        assert raw or own == code
    assert least.keys() == expected.keys()
    if raw:
        assert len({row[1] for row in rows}) == len(rows) == labels.positions
    envelope = json.loads(pq.read_schema(path).metadata[b"pegsolitaire"])
    assert envelope["format"] == "pegsolitaire labels"
    assert (envelope["raw"], envelope["positions"], envelope["group_order"]) == (
        raw, len(rows), 8
    )  # fmt: skip


def test_many_solutions_are_decimals(tmp_path):
    """Where a number needs more than 64 bits, all are decimals; exact, too."""
    _, labels = labelled("triangle5", "A")
    number, top = max(labels.levels.items())
    limbs = *top.solutions, np.full(len(top.codes), 3, np.uint64)
    labels.levels[number] = top._replace(solutions=limbs)
    write_labels(labels, tmp_path / "wide.parquet")
    rows = duckdb.sql(
        f"select code, solutions from '{tmp_path / 'wide.parquet'}' where pegs in (13, 14)"
    ).fetchall()
    expected = rows_of(labels)
    assert {code: int(number) for code, number in rows} == {
        code: expected[code][1] for code, _ in rows
    }
    assert max(int(number) for _, number in rows) > 3 << 64
    limbs[1][0] = 1 << 63
    with pytest.raises(BoardTooLargeError, match="more than 38 digits"):
        write_labels(labels, tmp_path / "wide.parquet")


def test_printed(pegs, tmp_path):
    lines = pegs("export", "labels", "triangle4", "--to", tmp_path).splitlines()
    assert lines[1].split()[0] == "pegs"
    assert lines[-1] == f"written to {tmp_path / 'triangle4-A-labels.parquet'}"
    assert lines[-2].startswith("the lowest chance: code:")
    assert "positions to go through" in pegs("export", "labels", "english", "--estimate")


def test_mistakes(complaint, tmp_path):
    assert "labels need a BOARD" in complaint("export", "labels")
    assert "only labels need" in complaint("export", "notes", "english")
    assert "no position class" in complaint("export", "labels", "english", "--class", "X")
    assert "allow more memory" in complaint("export", "labels", "french", "--memory", "1")
    assert "64 holes" in complaint("export", "labels", "square9")


def test_memory():
    board = named_board("english")
    finishes = class_named(board, "A").finishes
    with pytest.raises(BoardTooLargeError, match="allow more memory"):
        labels_of(board, finishes, work=Work(memory="16MiB"))
    assert plan_labels(board, finishes, refuse=True).is_long
    assert not plan_labels(named_board("triangle5"), [1], refuse=True).is_long
    assert 10**7 < plan_labels(board, finishes).positions < 10**8


@pytest.mark.slow
def test_the_english_board():
    """The class that is published as a file: its size, and what papers and others routes say."""
    board, labels = labelled("english", "A")
    assert (labels.positions, len(labels)) == known.CLASS_SIZES["english", "A"][:2]
    top = labels.levels[max(labels.levels)]
    central = top.codes.tolist().index(board.mincode(board.vacancy("d4").code))
    games = count_by_finish(Problem.to_any(board.vacancy("d4")))
    assert top.solutions_of(central) == sum(games.values())
    assert top.chances[central] == pytest.approx(2.6978e-8, rel=1e-4)
    assert max(int(level.moves.max()) for level in labels.levels.values()) == 19
    ones = sum(int((level.winning == 1).sum()) for n, level in labels.levels.items() if n > 2)
    assert ones == known.UNIQUE_JUMPS["english", "A"][0]
    worst = min(labels.levels.values(), key=lambda level: level.chances.min())
    row = int(worst.chances.argmin())
    odds = random_play(Problem.to_any(board.position(f"code:{worst.codes[row]}")))
    assert worst.chances[row] == pytest.approx(float(odds.win_probability), rel=1e-9)


def test_a_board_of_another_shape():
    """Holes far apart from each other: nothing of it is a class of the catalogue."""
    board = Board([(0, 0), (1, 0), (2, 0), (3, 0), (1, 1)], name="odd")
    labels = labels_of(board, [1])
    naive_levels = naive.backward_levels(board, [1], naive.problem_group(board, [1], [1]))
    assert {n: set(codes) for n, codes in naive_levels.items()} == {
        n: set(level.codes.tolist()) for n, level in labels.levels.items()
    }
