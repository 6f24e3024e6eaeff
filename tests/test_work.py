"""The class Work: limits and what is left of them, work in a block and time estimates."""

import sys
from contextlib import suppress
from math import inf
from threading import Thread
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest
from marks import each
from rich.console import Console

from pegsolitaire.board import SQUARE, english, named_board, triangle
from pegsolitaire.chance import random_play, simulate
from pegsolitaire.errors import BudgetSpentError, ProblemError
from pegsolitaire.game import Problem
from pegsolitaire.reasons import dead_ends, explain
from pegsolitaire.sets import FewestMoves, IndexedSets, PositionValues, Tablebase, WinningSets
from pegsolitaire.sets.level_tables import level_table
from pegsolitaire.solving import (
    count,
    count_unordered,
    longest_sweep,
    solve,
    unique_patterns,
)
from pegsolitaire.surveys import design, move_table, survey, symmetric_positions, unique_jumps
from pegsolitaire.surveys.small_boards import census
from pegsolitaire.theory import as_class, problem_types
from pegsolitaire.work import Progress, Work

CENTRAL = Problem.complement(english(), "d4")
T5 = Problem.complement(triangle(5), "a1")
CLASS_A = as_class(english(), "A")


@each("limit", ["seconds", "positions", "memory", "disk"])
@each("value", [-1, -0.001, float("nan"), float("-inf"), "-3", "much", [], object()])
def test_limits_are_numbers_that_are_not_negative(limit, value):
    with pytest.raises(ProblemError, match=r"give|write"):
        Work(**{limit: value})


@each("threads", [0, -1, 2.5, "many", True, float("inf")])
def test_threads_are_a_number_of_them(threads):
    with pytest.raises(ProblemError, match="thread"):
        Work(threads=threads)


def test_positions_are_counted():
    work = Work(positions=10).begin()
    assert (work.spent, work.positions_left, work.is_limited) == (False, 10, True)
    work.spend(4)
    work.check()
    work.spend(7)
    assert (work.spent, work.positions_left, work.looked_at) == (True, 0, 11)
    with pytest.raises(BudgetSpentError, match="11 positions"):
        work.check()


def test_parts_of_the_work(tmp_path):
    whole = Work(1000, 5, "1MiB", scratch=tmp_path).begin()
    part = whole.part(memory="7B")
    assert (part.memory, part.scratch, part.positions_left) == (7, tmp_path, 5)
    assert 0 < part.seconds_left <= 1000
    assert whole.part(memory="2MiB").memory == 1 << 20, "a part takes no more than the whole may"
    assert Work().begin().part(memory="2MiB").memory == 2 << 20
    shorter = whole.part(seconds=0, positions=2)
    assert (shorter.spent, part.spent, whole.spent) == (True, False, False)
    part.spend(5)
    assert (part.spent, whole.spent, whole.looked_at) == (True, True, 5)


def test_one_object_serves_any_number_of_calls():
    work = Work(positions=3)
    for _ in range(2):
        begun = Work.of(work)
        assert begun.positions_left == 3
        begun.spend(3)
    assert Work.of(begun) is begun, "what is begun is handed on"


def test_the_work_of_a_block():
    with Work(positions=7, threads=1) as outer:
        assert Work.of(None).positions_left == 7
        assert Work.of(outer).threads == 1
        with Work(positions=2):
            assert Work.of(None).positions_left == 2
            assert Work.of(Work(positions=1)).positions_left == 1, "its own comes first"
        assert Work.of(None).positions_left == 7
        seen = []
        thread = Thread(target=lambda: seen.append(Work.of(None).is_limited))
        thread.start()
        thread.join()
        assert seen == [False], "another thread has its own"
        assert (
            solve(Problem.complement(named_board("wiegleb"), "e1"), facts=False).solvable is None
        )
    assert not Work.of(None).is_limited


@pytest.mark.parametrize("wrong", [60, "1m", Work, Progress(), True])
def test_what_is_no_work_is_refused(wrong):
    with pytest.raises(ProblemError, match=r"pass limits as work=Work\(seconds=60\)"):
        solve(T5, work=wrong)


LONG = {
    "count": lambda work: count(CENTRAL, work=work),
    "count_unordered": lambda work: count_unordered(T5, work=work),
    "random_play": lambda work: random_play(Problem.to_any(english().vacancy("d4")), work=work),
    "level_table": lambda work: level_table(CENTRAL, work=work),
    "move_table": lambda work: move_table(CENTRAL, work=work),
    "WinningSets.build": lambda work: WinningSets.build(CENTRAL, work=work),
    "IndexedSets.make": lambda work: IndexedSets.make(problem_types(triangle(5))[0], work=work),
    "FewestMoves.build": lambda work: FewestMoves.build(english(), CENTRAL.finishes, work=work),
    "PositionValues.build": lambda work: PositionValues.build(WinningSets.build(T5), work=work),
    "Tablebase.build": lambda work: Tablebase.build(english(), ["d4"], work=work),
    "dead_ends": lambda work: dead_ends(CENTRAL, work=work),
    "symmetric_positions": lambda work: symmetric_positions(triangle(5), work=work),
    "unique_jumps": lambda work: unique_jumps(CLASS_A, work=work),
    "design": lambda work: design(CLASS_A, "unique", work=work),
    "simulate": lambda work: simulate(CENTRAL, games=10_000_000, seed=1, work=work),
    "survey": lambda work: survey(triangle(5), solve, work=work),
    "longest_sweep": lambda work: longest_sweep(named_board("square5"), work=work),
    "unique_patterns": lambda work: unique_patterns(SQUARE, 7, work=work),
    "census": lambda work: list(census(SQUARE, 12, work=work)),
    "explain": lambda work: explain(english().position("code:15"), work=work),
}


@pytest.mark.parametrize("name", LONG)
def test_every_long_call_can_be_cancelled(name):
    asked = []

    def cancelled():
        asked.append(1)
        return len(asked) > 3

    with suppress(BudgetSpentError):  # or it returns a partial answer
        LONG[name](Work(cancelled=cancelled))
    assert asked


@pytest.mark.parametrize("name", ["count", "random_play", "level_table", "move_table"])
def test_work_without_an_answer_before_its_end_is_stopped(name):
    with pytest.raises(BudgetSpentError, match="not finished within 0 seconds"):
        LONG[name](Work(0))
    asked = []
    with pytest.raises(BudgetSpentError, match="cancelled"):
        LONG[name](Work(cancelled=lambda: asked.append(1) or len(asked) > 5))
    assert 6 <= len(asked) < 15


@pytest.mark.parametrize(
    "name",
    [
        "count", "random_play", "level_table", "move_table", "WinningSets.build",
        "FewestMoves.build", "PositionValues.build", "Tablebase.build", "unique_patterns",
    ],
)  # fmt: skip
def test_work_is_stopped_after_some_positions(name):
    with pytest.raises(
        BudgetSpentError, match=r"not finished within .* positions: raise the limit"
    ):
        LONG[name](Work(positions=20))


def test_play_in_a_plain_loop_is_stopped_too():
    problem = Problem.to_any(triangle(5).vacancy("a1"))
    for options in ({"fractions": True}, {"player": lambda position: position.legal_jumps}):
        with pytest.raises(BudgetSpentError, match="not finished within 0 seconds"):
            random_play(problem, **options, work=Work(0))


def test_what_is_shown_is_removed_when_a_call_has_ended():
    class Shown(Progress):
        events = ()

        def stage(self, what, total=None):
            self.events += ("stage",)

        def pause(self):
            self.events += ("pause",)

    work = Work(progress=Shown())
    WinningSets.build(T5, work=work)
    assert work.progress.events[-1] == "pause"
    assert set(work.progress.events[:-1]) == {"stage"}
    WinningSets.build(T5, work=work)
    assert work.progress.events.count("pause") == 2
    with pytest.raises(BudgetSpentError):
        WinningSets.build(CENTRAL, work=Work(0, progress=work.progress))
    assert work.progress.events.count("pause") == 3


def test_a_function_of_the_caller_follows_the_progress():
    reports = []
    with Work(progress=lambda *report: reports.append(report)):
        WinningSets.build(T5)
    stages = {stage: total for stage, _, total in reports}
    assert list(stages) == ["playing forward", "collecting winning positions"]
    for stage, total in stages.items():
        assert [done for one, done, _ in reports if one == stage] == [*range(total + 1)]

    def stop(stage, done, total):
        raise KeyError(stage)

    with pytest.raises(KeyError, match="playing forward"):
        WinningSets.build(T5, work=Work(progress=stop))


@each("wrong", [1, "yes", None, [print]])
def test_what_cannot_show_progress_is_refused(wrong):
    with pytest.raises(ProblemError, match="pass True, or a function of the stage"):
        Work(progress=wrong)


def test_a_notebook_shows_a_bar(monkeypatch):
    """Rich detects a notebook and draws into the output that Jupyter provides."""
    shown, output = [], MagicMock()
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(display=shown.append))
    monkeypatch.setitem(sys.modules, "ipywidgets", SimpleNamespace(Output=lambda: output))
    monkeypatch.setattr("pegsolitaire.progress_bar.err", Console(force_jupyter=True))
    work = Work(progress=True).begin()
    monkeypatch.setattr("pegsolitaire.progress_bar.monotonic", lambda: inf)
    work.progress.stage("playing", 10)
    work.update(3)
    assert shown[0] is output
    output.__enter__.assert_called()
    assert any("playing" in drawn.text and "3 of 10" in drawn.text for drawn in shown[1:])
    work.progress.pause()
    output.close.assert_called_once()


@pytest.mark.slow
def test_a_bar_in_a_session_of_jupyter():
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipywidgets")
    code = """
import itertools
import pegsolitaire as ps, pegsolitaire.progress_bar
pegsolitaire.progress_bar.monotonic = itertools.count(step=10).__next__  # as if it took long
ps.count("triangle5 a1", work=ps.Work(progress=True))"""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    nbclient.NotebookClient(notebook, timeout=120).execute()
    kinds = [set(output.get("data", ())) for output in notebook.cells[0].outputs]
    assert any("application/vnd.jupyter.widget-view+json" in kind for kind in kinds)
