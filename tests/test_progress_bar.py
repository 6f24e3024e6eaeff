"""Long work is announced in one line and shows its progress."""

import re
from typing import ClassVar

import pytest
from private import set_private
from stages import Stages

from pegsolitaire import progress_bar
from pegsolitaire.board import named_board
from pegsolitaire.cli.main import run
from pegsolitaire.game import Problem
from pegsolitaire.sets import plans, pruning
from pegsolitaire.sets.plans import plan
from pegsolitaire.work import Work


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ("sets winning triangle5 a1", "the winning positions of triangle5: a1 to a1"),
        ("sets levels triangle5 a1", "the levels of triangle5: a1 to a1"),
        ("count triangle5 a1", "the number of solutions of triangle5: a1 to a1"),
        ("count triangle4 any --type a", "the number of .* triangle4: any to any, type A"),
        ("extremes dead-ends triangle5 a1", "the shortest ways to lose triangle5: a1 to a1"),
        ("graph triangle5 a1", "the solutions of triangle5: a1 to a1"),
        ("design symmetric triangle5", "which positions of triangle5 can be solved"),
        ("design unique triangle5", "which positions of triangle5 can be solved"),
        ("sets tablebase triangle5", "which positions of triangle5 can be solved"),
    ],
)
def test_every_long_command_says_so(words, what, capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    set_private(monkeypatch, plans, _LONG=0.0)
    assert run(words.split()) == 0
    [line] = capsys.readouterr().err.splitlines()
    assert re.fullmatch(rf"about .*: {what}", line)


def test_winning_sets_in_the_store_are_not_announced(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    assert run(["sets", "winning", "triangle5", "a1"]) == 0
    set_private(monkeypatch, plans, _LONG=0.0)
    assert run(["sets", "winning", "triangle5", "a1"]) == 0
    assert capsys.readouterr().err == ""


class Alarm:
    """A timer that only fires when the test calls it."""

    made: ClassVar[list] = []

    def __init__(self, seconds, ring):
        self.seconds, self.ring, self.state = seconds, ring, "new"
        self.made.append(self)

    def start(self):
        self.state = "started"

    def cancel(self):
        self.state = "cancelled"


@pytest.fixture
def alarms(monkeypatch):
    monkeypatch.setattr(Alarm, "made", [])
    monkeypatch.setattr(progress_bar, "Timer", Alarm)
    monkeypatch.setattr(progress_bar, "PATIENCE", 5.0)
    return Alarm.made


def test_work_that_lasts_says_so_less_and_less_often(alarms, capsys):
    with progress_bar.Bar() as bar:
        [alarm] = alarms
        assert (alarm.seconds, alarm.state) == (5.0, "started")
        bar.stage("counting", 12)
        bar.update(1, "7 positions")
        alarm.ring()
        bar.update(2)
        alarms[1].ring()
        assert [one.seconds for one in alarms] == [5.0, 5.0, 10.0]
    assert alarms[-1].state == "cancelled"
    assert capsys.readouterr().err == (
        "still working after 5 seconds: counting (1 of 12), 7 positions\n"
        "still working after 10 seconds: counting (2 of 12)\n"
    )


def test_work_of_a_day_says_so_every_ten_minutes(alarms, capsys):
    with progress_bar.Bar("the levels of english"):
        while len(alarms) < 100:
            alarms[-1].ring()
        assert alarms[-1].seconds == 600
    assert capsys.readouterr().err.splitlines()[-1].startswith("still working after 15 hours: ")


def test_the_first_time_the_kernels_are_compiled_and_that_is_said(alarms, capsys, monkeypatch):
    monkeypatch.setattr("pegsolitaire.progress_bar.kernels_are_compiled", lambda: False)
    with progress_bar.Bar("solving english: d4 to d4"):
        alarms[0].ring()
    assert capsys.readouterr().err == (
        "still working after 5 seconds: solving english: d4 to d4 "
        "(the kernels are compiled first, this time only)\n"
    )


def test_work_without_a_limit_names_one_once(alarms, capsys):
    with progress_bar.Bar("solving english: d4 to d4", unlimited=True):
        alarms[0].ring()
        alarms[1].ring()
    first, second = capsys.readouterr().err.splitlines()
    assert first.endswith("; the duration is unknown; --time N limits it")
    assert "--time" not in second


def test_nothing_is_said_of_what_has_ended(alarms, capsys):
    with progress_bar.Bar("the levels of english"):
        pass
    alarms[0].ring()
    assert capsys.readouterr().err == ""


@pytest.mark.slow
def test_what_there_is_at_most_is_said_before_it_is_known_better(monkeypatch):
    """The closer estimate uses resource counts, which take some seconds to find."""
    set_private(monkeypatch, pruning, _LARGE=0)
    set_private(monkeypatch, pruning, _learned={})  # another test may have used the same problem
    set_private(monkeypatch, plans, _LONG=0.0)
    told = Stages()
    size = plan(
        Problem.complement(named_board("english"), "d1"), refuse=True, work=Work(progress=told)
    )
    [most] = told.announced
    assert re.fullmatch(r"at most about .* of memory; a closer estimate follows", most)
    assert size.text not in most
    assert told.stages == [
        "estimating how much there is to do",
        "looking for resource counts that exclude positions",
        "comparing what resource counts exclude",
        "estimating how much there is to do",
    ]
    assert told.steps > 100


def test_an_export_is_announced(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr("pegsolitaire.web.exporting.export_page", lambda *_, **__: (1, 1))
    assert run(["play", "--export", str(tmp_path / "page")]) == 0
    words = "the page, and the winning positions of its packs"
    assert re.fullmatch(rf"about \d+ \w+ and \d+ MB of memory: {words}\n", capsys.readouterr().err)
