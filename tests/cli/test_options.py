"""Every command works, or fails with one line, with each option that several commands share."""

import json
from collections import Counter

import pytest
from command_calls import CALLS, VALUES

from pegsolitaire.cli.main import DESCRIPTIONS, load, run

ALONE = {"notation", "play", "warm-up"}  # these need a text, a game or a server, or some minutes


def options_of(name):
    return [parameter.opts[0] for parameter in load(name).params if parameter.opts[0][:2] == "--"]


COMMON = Counter(option for name in DESCRIPTIONS for option in options_of(name))
CASES = [
    (name, option)
    for name in CALLS
    for option in options_of(name)
    if COMMON[option] > 1 and option != "--cluster"  # it waits for the scheduler
]


def test_every_command_and_every_common_option_is_here():
    assert {*CALLS, *ALONE} == set(DESCRIPTIONS)
    assert {option for option, number in COMMON.items() if number > 1} == set(VALUES)


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PEGSOLITAIRE_HOME", str(tmp_path_factory.mktemp("home")))
        patch.chdir(tmp_path_factory.mktemp("here"))  # files go here without --to
        assert run(["sets", "winning", "triangle4", "a2"]) == 0
        yield


@pytest.mark.every(57)
@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(("name", "option"), CASES)
def test_an_option(name, option, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    given = [value.format(tmp_path) for value in VALUES[option]]
    code = run([*name.split(), *CALLS[name].split(), option, *given])
    printed, said = capsys.readouterr()
    if code == 2:
        assert printed == ""
        assert said.startswith("pegs: ")
        assert said.count("\n") == 1
    else:
        assert code in (0, 1, 3)
        assert printed
    if option == "--json":
        assert code in (0, 1)
        json.loads(printed)
    if option == "--marks":
        assert code in (0, 1)


def test_parts_have_the_name_under_which_they_were_asked_for(capsys):
    assert run(["sets", "winning", "--help"]) == 0
    assert capsys.readouterr().out.startswith("Usage: pegs sets winning [OPTIONS]")
    assert run(["design", "unique"]) == 2
    assert "see `pegs design unique --help`" in capsys.readouterr().err
