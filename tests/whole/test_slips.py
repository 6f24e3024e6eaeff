"""Tests of how the package handles mistakes of the user."""

import signal

import pytest
from marks import each

from pegsolitaire.cli.long_work import going_on
from pegsolitaire.papers import all_rows
from pegsolitaire.papers.rows import RowResult
from pegsolitaire.papers.run import KeptResults
from pegsolitaire.progress_bar import GOES_ON, NOTHING_KEPT, Bar
from pegsolitaire.theory.linear_programs import new_model


@each(
    ("words", "answer"),
    [
        ("solv english d4", "No such command 'solv'. Did you mean 'solve'? See `pegs --help`"),
        ("show englisch", "unknown board 'englisch'. Did you mean 'english'? Write english, "),
        ("show english fireplac", "'fireplac' is not a start. Did you mean 'fireplace'? Write"),
        (
            "random english d4 --player thum",
            "unknown player 'thum'. Did you mean 'thumb'? Write one",
        ),
        ("triangle abc", "Invalid value for 'SIDE': 'abc' is not a whole number: see"),
        ("solve english d4 --time x", "--time: 'x' is not a time: write 90, 90s, 5m or 1h30m"),
    ],
)
def test_a_slip_of_the_pen(complaint, words, answer):
    assert answer in complaint(*words.split())


def test_what_is_interrupted_says_what_is_kept(tmp_path):
    """The message describes what exists at the time of the interruption."""
    begun, whole = tmp_path / "sets.building", tmp_path / "sets"
    for path, note in [
        (None, NOTHING_KEPT),
        (whole, "the stored result is kept, and the same command will use it"),
        (begun, GOES_ON),
    ]:
        with pytest.raises(KeyboardInterrupt) as stop:
            interrupted(Bar("the winning positions", kept=going_on(begun, whole=whole)), path)
        assert stop.value.__notes__ == [note]


def interrupted(bar, path):
    """Create a folder during some work, and then interrupt the work."""
    with bar:
        if path is not None:
            path.mkdir()
        signal.raise_signal(signal.SIGINT)


def test_rows_are_reproduced_where_none_can_be_kept(tmp_path):
    (tmp_path / "store").write_text("not a folder")
    kept = KeptResults("1", tmp_path / "store" / "reproduce.json")
    assert kept.lasts
    kept.add(RowResult(all_rows()[0], {}, 0.0))
    assert not kept.lasts


def test_the_solver_does_not_speak(capfd):
    """HiGHS 1.16 prints its name when a process creates its first model."""
    new_model().run()
    assert capfd.readouterr() == ("", "")
