"""The values of positions and labels, computed in several ways; and their files."""

import json
from dataclasses import replace
from fractions import Fraction

import duckdb
import known
import naive
import numpy as np
import pyarrow.parquet as pq
import pytest
from hypothesis import given, strategies as st
from marks import each
from value_tables import made, positions, rest_of

from pegsolitaire.board import apply_permutation, english, named_board, triangle
from pegsolitaire.chance import random_play
from pegsolitaire.cli.main import run
from pegsolitaire.engine import Outlook
from pegsolitaire.errors import (
    BoardTooLargeError,
    BudgetSpentError,
    ProblemError,
    StoreDamagedError,
    StoreMissingError,
)
from pegsolitaire.game import Problem
from pegsolitaire.sets import (
    FewestMoves,
    PositionValues,
    Tablebase,
    WinningSets,
    labels_of,
    stored_moves,
    write_labels,
)
from pegsolitaire.sets.fewest_moves import graph_from
from pegsolitaire.sets.plans import plan_labels
from pegsolitaire.solving import MinimalSolutions, count, count_by_finish, shortest
from pegsolitaire.theory import as_class
from pegsolitaire.work import Work

T5, T6 = triangle(5), triangle(6)
PROBLEMS = [
    Problem.complement(T5, "a4"),  # self-complementary
    Problem(T5, "a1", "b3"),
    Problem.complement(T5, "a1"),  # has positions that are their own reflections
    Problem.complement(T5, "b2"),  # no solutions
    Problem.to_any(T5.vacancy("a2")),
    Problem.to_any(named_board("square4").vacancy("b1")),
    Problem.complement(named_board("truncated12"), "a2"),  # an even number of holes
    Problem(T5.vacancy("a1"), [T5.position("code:28")]),  # a finish of several pegs
]


@each("problem", PROBLEMS)
def test_ways_to_win_are_those_of_two_other_routes(problem):
    wins, values = made(problem)
    assert count(problem, wins=wins) == count(problem)
    for position in positions(problem, 6):
        found = values.solutions(position)
        if position.code not in problem.finishes:
            assert found == sum(
                values.solutions(position.play(one)) for one in position.legal_jumps
            )
            assert found == count(rest_of(problem, position))
        if len(position) < 9:
            code, finishes = position.code, problem.finishes
            assert found == naive.count_solutions(problem.board, code, finishes)


def test_columns_that_were_not_asked_for():
    values = PositionValues.build(made(PROBLEMS[0])[0], ["moves"])
    assert {len(level.chances) for level in values.levels.values()} == {0}
    for ask in (values.solutions, values.chance):
        with pytest.raises(ProblemError, match="these values have no"):
            ask(T5.vacancy("a4"))


@pytest.mark.slow
@pytest.mark.parametrize("vacancy", ["d4", "c3"])
def test_table_7(vacancy):
    problem = Problem.complement(english(), vacancy)
    wins = WinningSets.build(problem)
    expected = known.TABLE_7_ENGLISH_SOLUTIONS[vacancy]
    assert count(problem, wins=wins) == expected
    assert PositionValues.build(wins).solutions(english().vacancy(vacancy)) == expected


def test_sets_of_another_problem():
    with pytest.raises(ProblemError, match="winning sets belong to"):
        count(PROBLEMS[1], wins=made(PROBLEMS[0])[0])


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_moves_are_those_of_levels_by_moves(problem):
    _, values = made(problem)
    table = FewestMoves.build(problem.board, problem.finishes)
    some = list(positions(problem, 8))
    found = [-1 if (n := values.moves(position)) is None else n for position in some]
    codes = np.array([position.code for position in some], np.uint64)
    assert table.moves_of_codes(codes).tolist() == found


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_chances_are_those_of_random_play_from_there(problem):
    _, values = made(problem)
    for position in positions(problem, 2):
        if position.code in problem.finishes:
            assert values.chance(position) == 1
        else:
            odds = random_play(rest_of(problem, position))
            assert values.chance(position) == pytest.approx(odds.win_probability, rel=1e-9)


def test_a_peg_that_goes_on_costs_no_move():
    """The fewest moves are the minimum over all first jumps, whose peg may go on jumping."""
    problem = PROBLEMS[0]
    _, values = made(problem)
    for position in positions(problem, 4, seed=1):
        if position.code in problem.finishes:
            continue
        first = [
            1 + values.moves(position.play(jump), T5.bit(jump.end))
            for jump in position.legal_jumps
            if position.play(jump) in values
        ]
        assert min(first) == values.moves(position)


def test_dead_positions_have_no_numbers():
    _, values = made(PROBLEMS[0])
    dead = T5.position("code:28")
    assert dead not in values
    found = values.solutions(dead), values.moves(dead), values.chance(dead)
    assert found == (0, None, 0)
    assert T5.full_code not in values
    assert "position" not in values
    with pytest.raises(ProblemError, match="these are positions of triangle5"):
        values.solutions(english().vacancy("d4"))


def test_numbers_of_several_limbs():
    """Repeat the computation with every finish counted 2**63 times."""
    problem = Problem.complement(T5, "a1")
    wins, values = made(problem)
    with Outlook(problem) as outlook:
        level = outlook.finish(wins.level(1))
        level = level._replace(solutions=np.array([[1 << 63]], np.uint64))
        for pegs in range(2, 15):
            level = outlook.above(level, wins.level(pegs))
            limbs = [[int(limb) for limb in row] for row in level.solutions]
            numbers = [sum(limb << 64 * i for i, limb in enumerate(row)) for row in limbs]
            columns = values.levels[pegs]
            assert numbers == [int(number) << 63 for number in columns.solutions[0]]
    assert level.solutions.shape[1] == 2


# -- the fewest moves -----------------------------------------------------------------------------


def moves_of(problem):
    return PositionValues.build(WinningSets.build(problem), ["moves"])


BY_MOVES = [
    Problem.complement(T5, "a1"),
    Problem(T5, "a2", "c3"),
    Problem.complement(T6, "b3"),
    Problem(T6, "a3", "e5"),
    Problem.to_any(T5.vacancy("c5")),
    Problem.of_codes(
        T5, Problem.complement(T5, "a1").starts + Problem.complement(T5, "a3").starts, (1, 8)
    ),
    Problem.complement(named_board("rectangle3x5"), "a3"),
    Problem.complement(named_board("truncated12"), "a2"),
]


@each("problem", BY_MOVES)
def test_the_same_graph_as_from_both_ends(problem):
    table = moves_of(problem)
    minimal = MinimalSolutions.of(problem)
    graph = [tuple(level.tolist()) for level in graph_from(problem, table)]
    assert graph == list(minimal.levels)
    found = shortest(problem, table=table, facts=False)
    assert found.proven
    assert (found.lower_bound, found.all.raw) == (minimal.moves, minimal.raw)


@pytest.mark.slow
def test_the_central_game_within_its_winning_sets():
    problem = Problem.complement(named_board("english"), "d4")
    found = shortest(problem, table=moves_of(problem), facts=False)
    assert (found.lower_bound, found.all.raw, len(found.all.unordered)) == (18, 7_488, 2)


@pytest.fixture(scope="module")
def side_6():
    """Return winning sets, their values, and the levels by moves of their finish."""
    wins = WinningSets.build(Problem.complement(T6, "a1"))
    return wins, PositionValues.build(wins, ["moves"]), FewestMoves.build(T6, ["a1"])


@given(code=st.integers(0, T6.full_code), number=st.integers(0, 10**9), turned=st.booleans())
def test_any_code(side_6, code, number, turned):
    wins, table, full = side_6
    level = list(table.levels.values())[number % len(table.levels)].codes
    winning = int(level[number % len(level)])
    if turned:
        winning = apply_permutation(wins.problem.group[-1].image, winning)
    codes = np.array([code, winning], np.uint64)
    own, needed = (one.moves_of_codes(codes).tolist() for one in (table, full))
    assert own[1] == needed[1]
    assert own[0] in (-1, needed[0])  # it contains only positions that the start leads to
    assert [moves >= 0 for moves in own] == [wins.contains_code(code), True]


def test_another_problem():
    table = moves_of(BY_MOVES[0])
    other = Problem(T5, "a4", "a1")
    assert not table.answers(other)
    assert shortest(other, table=table, facts=False).proven  # without the table


def test_what_does_not_fit():
    wins = WinningSets.build(BY_MOVES[0])
    with pytest.raises(BoardTooLargeError, match=r"190 positions .* may be used"):
        PositionValues.build(wins, ["moves"], work=Work(memory="1000B"))
    with pytest.raises(BudgetSpentError):
        PositionValues.build(wins, ["moves"], work=Work(seconds=0))


# -- files ---------------------------------------------------------------------------------------


@pytest.fixture
def stored(tmp_path):
    _, values = made(PROBLEMS[0])
    PositionValues.load(PROBLEMS[0], work=Work(store=tmp_path))
    return values, tmp_path / "triangle5" / "a4_a4.values.npz", tmp_path


def test_stored_numbers_are_the_same(stored):
    values, path, root = stored
    assert path.is_file()
    found = PositionValues.open(PROBLEMS[0], root=root)
    assert len(found) == len(values)
    for pegs, level in values.levels.items():
        again = found.levels[pegs]
        for one, two in zip(level, again, strict=True):
            assert np.array_equal(one, two)
    again = PositionValues.load(PROBLEMS[0], work=Work(store=root))
    assert again.levels[3].codes.tolist() == [50, 4226]
    assert found.levels.get(40) is None


def test_they_are_built_where_nothing_is_stored(tmp_path):
    with pytest.raises(StoreMissingError, match="pegs check triangle5 a4 --explore"):
        PositionValues.open(PROBLEMS[0], root=tmp_path)
    assert PositionValues.find(PROBLEMS[0], root=tmp_path) is None
    built = PositionValues.load(PROBLEMS[0], work=Work(store=tmp_path))
    assert built.solutions(T5.vacancy("a4")) == count(PROBLEMS[0])
    assert (tmp_path / "triangle5" / "a4_a4.npz").is_file()


@pytest.mark.parametrize("column", ["codes", "chances", "moves"])
def test_damaged_files(stored, column):
    values, path, root = stored
    data = bytearray(path.read_bytes())
    data[data.index(getattr(values.levels[6], column).tobytes())] ^= 1
    path.write_bytes(data)
    found = PositionValues.open(PROBLEMS[0], root=root)  # damage is found when it is used
    assert found.levels[5].codes.tolist() == values.levels[5].codes.tolist()
    for _ in range(2):
        with pytest.raises(StoreDamagedError, match="its checksum does not match; remove"):
            found.solutions(next(one for one in positions(PROBLEMS[0], 1) if len(one) == 6))


def test_files_of_other_problems_and_columns(stored):
    _, path, root = stored
    other = Problem(T5, "a4", "a1")
    PositionValues.load(other, work=Work(store=root))
    PositionValues.file(other, root=root).path.replace(path)
    with pytest.raises(StoreDamagedError, match="it belongs to another problem"):
        PositionValues.open(PROBLEMS[0], root=root)
    found = PositionValues.file(other, root=root)
    wanted = replace(
        found, envelope=PositionValues.file(PROBLEMS[0], root=root).envelope, path=path
    )
    wanted.write([("1.code", np.ones(1, np.uint64))], mapped=True)
    with pytest.raises(StoreDamagedError, match=r"None instead of 1\.chance"):
        PositionValues.open(PROBLEMS[0], root=root)


def test_the_file_takes_no_more_of_the_disk_than_it_may(tmp_path):
    wins = WinningSets.build(PROBLEMS[0])
    with pytest.raises(BoardTooLargeError, match="of disk: raise the limit"):
        PositionValues.load(PROBLEMS[0], wins=wins, work=Work(disk="100B", store=tmp_path))
    assert not list(tmp_path.iterdir())


# -- the fewest moves of what is stored -----------------------------------------------------------


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    return tmp_path


def test_what_is_stored(home):
    problem = Problem.complement(T5, "a1")
    assert stored_moves(problem) is None
    wins = WinningSets.build(problem)
    graph = graph_from(problem, PositionValues.build(wins, ["moves"]))
    for store, kind in (
        (wins.save, PositionValues),
        (lambda: PositionValues.load(problem, wins=wins), PositionValues),
        (lambda: FewestMoves.load(T5, ["a1"]), FewestMoves),
    ):
        store()
        found = stored_moves(problem)
        assert type(found) is kind
        assert all(map(np.array_equal, graph_from(problem, found), graph))
    assert stored_moves(Problem(T5, "a1", "a4")) is None


def test_stored_sets_past_the_budget_are_left_alone(home):
    problem = Problem.complement(T5, "a1")
    WinningSets.build(problem).save()
    for budget in (Work(seconds=0), Work(memory="1000B")):
        assert stored_moves(problem, work=budget) is None
    found = shortest(problem, table=stored_moves(problem))
    assert (found.lower_bound, found.all.raw) == (10, 1_362)


def test_stored_sets_answer_without_a_search(home, document, monkeypatch):
    expected = document("solve", "triangle6", "a1", "--shortest")
    document("sets", "winning", "triangle6", "a1")
    monkeypatch.setattr("pegsolitaire.solving.shortest_solutions.TwoEnds", None)
    assert document("solve", "triangle6", "a1", "--shortest") == expected
    assert (expected["solution"]["move_count"], expected["solutions"]) == (10, 2_028)


def test_what_may_settle_it(home, capsys):
    words = ["solve", "semi-wiegleb", "d4", "--shortest", "--memory", "0.001"]
    assert run(words) == 3
    assert "`pegs sets winning semi-wiegleb d4` builds them" in capsys.readouterr().err
    assert run(["solve", "triangle5", "a1", "--shortest"]) == 0
    assert "pegs sets winning" not in capsys.readouterr().err


# -- labels ------------------------------------------------------------------------------------

BOARDS = [
    ("triangle4", "A"), ("triangle5", "A"), ("square4", "A"), ("diamond5+diagonal", "A"),
    ("rectangle3x4", "B"),
]  # fmt: skip


def labelled(name, letter):
    board = named_board(name)
    return board, labels_of(board, as_class(board, letter).finishes)


def rows_of(labels):
    """Return {code: (orbit, solutions, moves, chance, jumps, winning jumps)}."""
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
    finishes = as_class(board, letter).finishes
    group = naive.problem_group(board, finishes, finishes)
    levels = naive.backward_levels(board, finishes, group)
    found = rows_of(labels)
    assert found.keys() == set().union(*levels.values())
    table = FewestMoves.build(board, finishes)
    codes = np.array(list(found), np.uint64)
    moves = dict(zip(found, table.moves_of_codes(codes).tolist(), strict=True))
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
        assert fewest == moves[code]
        if len(found) < 1000:
            assert solutions == naive.count_solutions(board, code, finishes)


def test_the_table_of_the_class_has_the_same_positions():
    board, labels = labelled("english5", "A")
    table = Tablebase.build(board, as_class(board, "A").finishes)
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
    """If one number needs more than 64 bits, the column holds exact decimals."""
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
    finishes = as_class(board, "A").finishes
    with pytest.raises(BoardTooLargeError, match="allow more memory"):
        labels_of(board, finishes, work=Work(memory="16MiB"))
    assert plan_labels(board, finishes, refuse=True).is_long
    assert not plan_labels(named_board("triangle5"), [1], refuse=True).is_long
    # As many as there are: the class has 23,475,689 positions up to symmetry.
    assert plan_labels(board, finishes).positions == pytest.approx(23_475_689, rel=0.1)


@pytest.mark.slow
def test_the_english_board():
    """Compare the published class with the papers and with other computations."""
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
