"""Exact random play that is stopped keeps its finished levels and continues from them."""

import random

import pytest
from private import set_private

from pegsolitaire.board import named_board
from pegsolitaire.chance import exact, random_play
from pegsolitaire.chance.checkpoints import PlayCheckpoint, checkpoints_of
from pegsolitaire.cli.main import run
from pegsolitaire.errors import BudgetSpentError
from pegsolitaire.files import work_folder
from pegsolitaire.game import Problem
from pegsolitaire.work import Progress, Work

T5 = Problem.to_any(named_board("triangle5").vacancy("a1"))
T6 = Problem.to_any(named_board("triangle6").vacancy("a1"))


class Stop(Progress):
    """Interrupt the work after some levels, and count the levels."""

    def __init__(self, after=99):
        self.after, self.levels, self.is_on = after, 0, False

    def stage(self, what, total=None):
        self.is_on = what == "playing at random"

    def update(self, done, note=""):
        self.levels += self.is_on
        if self.levels > self.after:
            raise KeyboardInterrupt


def same(one, other):
    assert [code for code, _ in one.finals] == [code for code, _ in other.finals]
    assert [p for _, p in one.finals] == pytest.approx([p for _, p in other.finals], rel=1e-12)
    assert one.still_winning == pytest.approx(other.still_winning)
    assert (one.positions, one.stuck) == (other.positions, other.stuck)
    return True


@pytest.mark.every(3)
@pytest.mark.parametrize("after", [0, 1, 6, 12])
@pytest.mark.parametrize(
    ("player", "how"), [("any", {"winning": True}), ("removal", {}), ("sax", {})]
)
def test_it_continues(tmp_path, player, how, after):
    with pytest.raises(KeyboardInterrupt):
        random_play(
            T5, player=player, **how, store=True, work=Work(progress=Stop(after), store=tmp_path)
        )
    [folder] = checkpoints_of(T5, tmp_path)
    counting = Stop()
    found = random_play(
        T5, player=player, **how, store=True, work=Work(progress=counting, store=tmp_path)
    )
    assert same(found, random_play(T5, player=player, **how))
    assert counting.levels <= 14 - after
    assert not folder.parent.exists()


def test_levels_of_a_whole_class_continue(tmp_path, monkeypatch):
    set_private(monkeypatch, exact, _MIN_SORTED_ENTRIES=1, _WORTH=1 << 40)
    whole = random_play(T6)
    with pytest.raises(KeyboardInterrupt):
        random_play(T6, store=True, work=Work(progress=Stop(9), store=tmp_path))
    counting = Stop()
    assert same(random_play(T6, store=True, work=Work(progress=counting, store=tmp_path)), whole)
    assert counting.levels == 20 - 10


@pytest.mark.parametrize("damage", [None, b"", b"?"])
def test_levels_on_disk_are_linked(tmp_path, damage):
    """The files of levels stay in the store after the scratch folder is gone."""
    work = {"memory": "1MB", "store": tmp_path}
    with work_folder(tmp_path / "scratch") as scratch, pytest.raises(KeyboardInterrupt):
        random_play(T6, store=True, work=Work(progress=Stop(11), scratch=scratch, **work))
    [folder] = checkpoints_of(T6, tmp_path)
    assert sorted(path.suffix for path in folder.iterdir()) == [".npz", ".rows", ".words"]
    if damage is not None:
        path = next(folder.glob("*.rows"))
        path.write_bytes(damage + path.read_bytes()[len(damage) :] * bool(damage))
    counting = Stop()
    with work_folder(tmp_path / "scratch") as scratch:
        last = Work(progress=counting, scratch=scratch, **work)
        assert same(random_play(T6, store=True, work=last), random_play(T6))
    assert counting.levels == 20 - 12 * (damage is None)


def test_another_player_or_calculation_keeps_its_own(tmp_path):
    for player, how in (("any", {}), ("sax", {}), ("any", {"winning": True})):
        work = Work(progress=Stop(3), store=tmp_path)
        with pytest.raises(KeyboardInterrupt):
            random_play(T5, player=player, **how, store=True, work=work)
    assert len(checkpoints_of(T5, tmp_path)) == 3
    with pytest.raises(KeyboardInterrupt):
        random_play(T5, work=Work(progress=Stop(3), store=tmp_path / "none"))
    assert not (tmp_path / "none").exists()


def test_damaged_files_are_done_without(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        random_play(T5, store=True, work=Work(progress=Stop(7), store=tmp_path))
    [folder] = checkpoints_of(T5, tmp_path)
    [path] = folder.iterdir()
    whole, right = path.read_bytes(), random_play(T5)
    for bit in random.Random(0).sample(range(8 * len(whole)), 20):
        damaged = bytearray(whole)
        damaged[bit // 8] ^= 1 << bit % 8
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(damaged)
        assert same(random_play(T5, store=True, work=Work(store=tmp_path)), right)


def test_it_is_saved_while_it_goes_on(tmp_path, monkeypatch):
    saved, save = [], PlayCheckpoint.save
    monkeypatch.setattr(PlayCheckpoint, "save", lambda one: (save(one), saved.append(one)))
    monkeypatch.setattr(PlayCheckpoint.__init__, "__defaults__", (None, 0.0))
    random_play(T5, store=True, work=Work(store=tmp_path))
    assert len(saved) == 14


def test_the_command_says_so(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    with pytest.raises(BudgetSpentError):
        random_play(T6, store=True, work=Work(positions=30_000))
    assert run(["sets", "triangle6"]) == 0
    assert "unfinished odds" in capsys.readouterr().out
    assert run(["random", "triangle6", "a1", "--finish", "any"]) == 0
    assert not (tmp_path / "triangle6").exists()
