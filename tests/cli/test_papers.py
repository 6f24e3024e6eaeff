"""The command `pegs reproduce`: its list, its documents and the rows that it leaves out."""

import pytest
from paper_rows import a_row

from pegsolitaire import papers
from pegsolitaire.papers import choose, new_rows, paper_rows


@pytest.fixture
def planted(monkeypatch, tmp_path):
    """Replace the rows of the command and use an empty store."""
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "store"))

    def plant(*rows):
        monkeypatch.setattr(papers, "paper_rows", lambda: rows)
        monkeypatch.setattr(papers, "all_rows", lambda: rows)

    return plant


# -- choosing -------------------------------------------------------------------------------------


def names(rows):
    return [row.name for row in rows]


def test_what_is_left_out_is_told():
    rows = [a_row("a-1"), a_row("a-2", cost="large"), a_row("b-1", cost="whole")]
    assert names(choose(rows).left_out) == ["a-2"]
    assert names(choose(rows, (), "quick").left_out) == ["a-2", "b-1"]
    assert names(choose(rows, ("a",)).left_out) == ["a-2"]
    assert names(choose(rows, ("a", "a-2")).left_out) == []
    chosen = choose(paper_rows(), ["notes-table-3"])
    assert (names(chosen.entries), names(chosen.left_out)) == (
        ["notes-table-3-f"],
        ["notes-table-3-w"],
    )


def test_the_document(document, tmp_path, monkeypatch):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    shown = document("reproduce", "--only", "triangular-footnote-4")
    [row] = shown["rows"]
    assert set(row) >= {
        "name", "source", "published", "computed", "status", "right", "seconds", "command",
    }  # fmt: skip
    assert (row["published"], row["computed"], row["status"], row["right"]) == (
        27, 26, "differs", "ours",
    )  # fmt: skip
    assert (row["recorded"], row["deviations"]) == (None, None)
    [row] = document("reproduce", "--only", "gramigna-table-3-triangle5-a1")["rows"]
    assert (row["published"], row["status"]) == (686_670, "agrees")
    assert row["deviations"] == {"": 0.6}
    [row] = document("reproduce", "--only", "new-triangle12-44")["rows"]
    assert row["published"] is None
    assert row["recorded"] == row["computed"]
    assert list(tmp_path.iterdir()) == []  # all rows are finished, so nothing is stored


def test_the_list(pegs, document):
    assert len(pegs("reproduce", "--list").splitlines()) == len(paper_rows())
    listed = document("reproduce", "--list", "--new")["rows"]
    assert [row["name"] for row in listed] == [row.name for row in new_rows()]


def test_unknown_names_and_options_that_exclude_each_other(complaint):
    line = complaint("reproduce", "--only", "notes-tabel-2")
    assert "unknown row 'notes-tabel-2'. The nearest are notes-table-2" in line
    assert "--quick cannot be combined with --large" in complaint(
        "reproduce", "--quick", "--large"
    )
