"""Rows of the papers, replaced for the command that shows them."""

import pytest

from pegsolitaire import papers


@pytest.fixture
def planted(monkeypatch, tmp_path):
    """Return a function that replaces the rows of the command, which gets an empty store."""
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "store"))

    def plant(*rows):
        monkeypatch.setattr(papers, "paper_rows", lambda: rows)
        monkeypatch.setattr(papers, "all_rows", lambda: rows)

    return plant
