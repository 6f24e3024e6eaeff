"""The command `pegs doctor`, which prints information for bug reports."""

import json

import pegsolitaire
from pegsolitaire.cli.commands.doctor import installation


def test_every_line_is_there(pegs, monkeypatch, tmp_path):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "sets"))
    monkeypatch.setattr("pegsolitaire.engine.free_memory", lambda: 3 << 30)  # it changes meanwhile
    lines = pegs("doctor").splitlines()
    parts = dict(line.split(": ", 1) for line in lines)
    assert parts == installation()
    assert parts["pegsolitaire"].startswith(f"{pegsolitaire.__version__} in ")
    assert parts["store"] == f"{tmp_path / 'sets'}, 0 stored, 0 bytes, writable"
    assert "cores: " in parts["machine"]
    assert parts["machine"].endswith("free memory: 3.0 GiB")
    assert json.loads(pegs("doctor", "--json")).keys() == parts.keys()


def test_a_store_that_cannot_be_written_to(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "file"))
    assert "a file is where a folder should be" in installation()["store"]
