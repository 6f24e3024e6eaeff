"""Duotaire: the winner and the remoteness of positions, and stored tables."""

from itertools import product

import naive
import numpy as np
import pytest
from marks import slow

from pegsolitaire.board import named_board, rectangle, square, triangle
from pegsolitaire.errors import (
    BoardTooLargeError,
    BudgetSpentError,
    ProblemError,
    StoreDamagedError,
    StoreMissingError,
    StoreWarning,
)
from pegsolitaire.sets import DuotaireTable, duotaire, duotaire_vacancies
from pegsolitaire.work import Work

T5 = triangle(5)
KINDS = list(product((False, True), ("jump", "move")))


STARTS = [
    (triangle(3), "a1"), (triangle(4), "a2"), (T5, "a1"), (rectangle(3, 4), "a2"),
    (rectangle(9, 1), "b1"), (named_board("truncated12"), "a2"),
    (triangle(4).without(["a1-a3"], "one way"), "a2"),
    slow(T5, "b3"), slow(square(4), "b1"),
]  # fmt: skip


@pytest.mark.parametrize(("misere", "turns"), KINDS)
@pytest.mark.parametrize(("board", "hole"), STARTS, ids=str)
def test_against_the_slow_twin(board, hole, misere, turns):
    """Every position that the start leads to, and the turns that are best in it."""
    start = board.vacancy(hole)
    table = DuotaireTable.build(start, misere=misere, turns=turns)
    twin = naive.duotaire(board, start.code, misere, turns)
    for code, (wins, left) in twin.items():
        position = board.position(code)
        assert (table.wins(position), table.remoteness(position)) == (wins, left)
        assert position in table
    group = naive.symmetries(board)
    reduced = {naive.mincode(board, naive.pegs(board, code), group) for code in twin}
    assert len(table) == len(reduced)
    game = duotaire(start, misere=misere, turns=turns)
    assert game == table.result
    won = {naive.mincode(board, naive.pegs(board, n), group) for n in twin if twin[n][0]}
    assert (game.won, game.lost) == (len(won), len(reduced) - len(won))
    wins, left = twin[start.code]
    assert (game.winner, game.remoteness) == ("first" if wins else "second", left)
    assert all(not twin[start.play(turn).code][0] for turn in game.winning_turns)
    assert bool(game.winning_turns) == (wins and left > 0)
    for code in sorted(twin)[::7]:
        position = board.position(code)
        after = [position.play(turn) for turn in table.best_turns(position)]
        assert [twin[other.code][1] + 1 for other in after] == [twin[code][1]] * len(after)
        assert bool(after) == bool(position.legal_jumps)


@pytest.mark.slow
@pytest.mark.parametrize("turns", ["jump", "move"])
@pytest.mark.parametrize("name", ["french", "wiegleb", "square8"])
def test_a_dozen_pegs_on_large_boards(name, turns):
    """Positions of 37, 45 and 64 holes, with few pegs, against the slow twin."""
    board = named_board(name)
    near = sorted(board, key=lambda hole: sum(abs(2 * at - 7) for at in hole))
    start = board.position([*near[:8], near[12]])
    table = DuotaireTable.build(start, turns=turns)
    for code, (wins, left) in naive.duotaire(board, start.code, False, turns).items():
        position = board.position(code)
        assert (table.wins(position), table.remoteness(position)) == (wins, left)


def test_a_game_that_is_over():
    """Without a jump the player to move loses at once, or wins at once in misère play."""
    game = duotaire(T5.single("a1"))
    assert (game.winner, game.remoteness, game.winning_turns) == ("second", 0, ())
    assert duotaire(T5.single("a1"), misere=True).winner == "first"
    assert [(row.pegs, row.won, row.lost) for row in game.levels] == [(1, 0, 1)]


@pytest.mark.parametrize(("misere", "turns"), KINDS)
def test_vacancies(misere, turns):
    """One pass over the games from all vacancies agrees with a pass for each of them."""
    for board in (T5, square(4)):
        rows = duotaire_vacancies(board, misere=misere, turns=turns)
        assert [board.bit(row.vacancy) for row in rows] == [orbit[0] for orbit in board.orbits]
        for row in rows:
            game = duotaire(board, row.vacancy, misere=misere, turns=turns)
            assert (game.winner, game.remoteness) == (row.winner, row.remoteness)


#: The remainders modulo 4 of the two runs of pegs beside a vacancy in a row of holes, by the kind
#: of game, if the first player wins: as in docs/two-players.md, for runs of eight pegs or more.
WON_ROWS = {
    (False, "jump"): {"02", "03", "23", "33"},
    (True, "jump"): {"02", "03", "23", "33"},
    (False, "move"): {"01", "02", "03", "11", "12", "23", "33"},
    (True, "move"): {"00", "01", "03", "12", "13", "22", "23"},
}


@pytest.mark.parametrize(("misere", "turns"), KINDS)
@pytest.mark.parametrize("holes", [*range(3, 22), *map(slow, range(22, 49))])
def test_rows_of_holes(misere, turns, holes):
    """The winner depends on the lengths of the two runs modulo 4, if they are not short."""
    least = 0 if (misere, turns) == (False, "jump") else 8
    for row in duotaire_vacancies(rectangle(holes, 1), misere=misere, turns=turns):
        left, right = row.vacancy[0], holes - 1 - row.vacancy[0]
        if min(left, right) >= least:
            remainders = "".join(sorted(f"{left % 4}{right % 4}"))
            assert (row.winner == "first") == (remainders in WON_ROWS[misere, turns])


def test_turns_up_to_symmetry():
    """Turns that a symmetry of the start turns into one another are listed once."""
    for turns in ("jump", "move"):
        for misere in (False, True):
            table = DuotaireTable.build("hexagon19 c3", misere=misere, turns=turns)
            assert len(table.best_turns("hexagon19 c3")) == 1  # of six
    table = DuotaireTable.build("triangle5 b3")
    assert set(map(str, table.best_turns("triangle5 b3"))) <= {"b5-b3", "d3-b3", "d5-b3"}


# -- tables ---------------------------------------------------------------------------------------


@pytest.fixture
def stored(tmp_path):
    work = Work(store=tmp_path)
    return DuotaireTable.load("triangle5 a1", turns="move", misere=True, work=work), tmp_path


def test_a_stored_table_is_the_same(stored):
    table, root = stored
    path = root / "triangle5" / "a1.move-misere.duotaire.npz"
    assert path.is_file()
    built = DuotaireTable.build("triangle5 a1", turns="move", misere=True)
    file = DuotaireTable.file("triangle5 a1", turns="move", misere=True, root=root)
    for found in (table, file.open()):
        assert found.result == built.result == duotaire("triangle5 a1", turns="move", misere=True)
        for pegs, level in built.levels.items():
            assert all(map(np.array_equal, level, found.levels[pegs]))
    written = path.read_bytes()
    path.unlink()
    DuotaireTable.load("triangle5 a1", turns="move", misere=True, work=Work(store=root))
    assert path.read_bytes() == written


def test_what_is_not_stored(stored):
    _, root = stored
    with pytest.raises(StoreMissingError, match="run `pegs duotaire triangle5 a1 --store` first"):
        DuotaireTable.file("triangle5 a1", root=root).open()
    assert DuotaireTable.file("triangle5 a2", turns="move", misere=True, root=root).find() is None


@pytest.mark.parametrize("column", ["codes", "remoteness"])
def test_damaged_tables(stored, column):
    table, root = stored
    file = DuotaireTable.file(table.start, turns="move", misere=True, root=root)
    path = file.path
    data = bytearray(path.read_bytes())
    data[data.index(getattr(table.levels[7], column).tobytes())] ^= 1
    path.write_bytes(data)
    found = file.open()
    assert len(found.levels[8].codes) == len(table.levels[8].codes)
    with pytest.raises(StoreDamagedError, match="its checksum does not match; remove"):
        len(found)
    work = Work(store=root)
    with pytest.warns(StoreWarning, match="it is built again"):
        again = DuotaireTable.load(table.start, turns="move", misere=True, work=work)
    assert again.result == duotaire("triangle5 a1", turns="move", misere=True)


def test_tables_of_other_games(stored):
    table, root = stored
    file = DuotaireTable.file(table.start, root=root)
    DuotaireTable.file(table.start, turns="move", misere=True, root=root).path.replace(file.path)
    with pytest.raises(StoreDamagedError, match="its misere should be False, not True"):
        file.open()


def test_wrong_values_are_found():
    table = DuotaireTable.build("triangle5 a1")
    table.verify()
    codes, remoteness = table.levels[8]
    table.levels[8] = type(table.levels[8])(codes, remoteness + 2)
    with pytest.raises(StoreDamagedError, match=r"<DuotaireTable of triangle5 a1, a jump a turn"):
        table.verify()


def test_rows_of_a_table():
    table = DuotaireTable.build("triangle5 a1")
    frame = table.to_arrow()
    assert frame.column_names == ["pegs", "code", "remoteness", "won"]
    assert (len(frame), sum(frame["won"].to_pylist())) == (1544, 1022)
    assert T5.vacancy("a1") in table
    assert T5.vacancy("e5") in table  # by symmetry
    assert T5.vacancy("a2") not in table
    assert named_board("triangle4").vacancy("a1") not in table


# -- mistakes and limits --------------------------------------------------------------------------


def test_mistakes():
    with pytest.raises(ProblemError, match="turns='moves': give 'jump' or 'move'"):
        duotaire("triangle5 a1", turns="moves")
    with pytest.raises(ProblemError, match="turns='x': give"):
        DuotaireTable.build("triangle5 a1", turns="x")
    with pytest.raises(ProblemError, match="has no pegs"):
        duotaire(T5.empty)
    table = DuotaireTable.build("triangle5 a1")
    with pytest.raises(ProblemError, match="does not contain"):
        table.wins(T5.vacancy("a2"))
    with pytest.raises(ProblemError, match="does not contain"):
        table.remoteness(named_board("triangle4").vacancy("a1"))


def test_limits(tmp_path):
    with pytest.raises(BoardTooLargeError, match="level sets would be of up to"):
        duotaire("triangle12 a1")
    with pytest.raises(BoardTooLargeError):
        duotaire("triangle6 a1", work=Work(memory="100KiB"))
    for run in (duotaire, DuotaireTable.build):
        with pytest.raises(BudgetSpentError, match="raise the limit of positions"):
            run("triangle6 a1", work=Work(positions=1000))
    with pytest.raises(BudgetSpentError):
        DuotaireTable.load("triangle6 a1", work=Work(positions=1000, store=tmp_path))
    with pytest.raises(BoardTooLargeError, match="of disk: raise the limit"):
        DuotaireTable.load("triangle5 a1", work=Work(disk="100B", store=tmp_path))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("run", [duotaire, DuotaireTable.build])
@pytest.mark.parametrize(("start", "memory"), [("english d4", "1MB"), ("french d4", "3MB")])
def test_too_little_memory_is_said_while_the_first_levels_are_played(run, start, memory, tmp_path):
    """The values cannot go to a file, so no more levels are played than would fit."""
    played = []

    def follow(stage, done, _total):
        played.append(done)
        assert stage == "playing all games"

    with pytest.raises(BoardTooLargeError, match="may be used: allow more memory"):
        run(start, work=Work(memory=memory, scratch=tmp_path, progress=follow))
    assert max(played) < 20


# -- the English board ----------------------------------------------------------------------------


#: The winner, the turns and the number of won positions, as in docs/two-players.md.
CENTRAL = {
    (False, "jump"): ("first", 27, 17_839_117),
    (True, "jump"): ("second", 27, 17_512_247),
    (False, "move"): ("second", 28, 20_347_805),
    (True, "move"): ("second", 27, 20_351_011),
}


@pytest.mark.slow
@pytest.mark.parametrize(("misere", "turns"), KINDS)
def test_the_central_game(misere, turns):
    """Every position of F has a value; a sample is checked by plain Python."""
    game = duotaire("english d4", misere=misere, turns=turns)
    assert game.positions == 23_475_688
    assert (game.winner, game.remoteness, game.won) == CENTRAL[misere, turns]
    table = DuotaireTable.build("english d4", misere=misere, turns=turns)
    assert table.result == game
    table.verify(sample=3)
