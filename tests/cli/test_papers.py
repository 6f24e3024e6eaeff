"""The command `pegs reproduce`: its documents and its list."""

from pegsolitaire.papers import new_rows, paper_rows


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


def test_an_empty_name_selects_nothing(complaint):
    for name in ("", " "):
        assert "unknown row" in complaint("reproduce", "--list", "--only", name)
        assert "unknown figure" in complaint("reproduce", "--figures", "f", "--only", name)


def test_options_that_exclude_each_other(complaint):
    assert "--quick cannot be combined with --large" in complaint(
        "reproduce", "--quick", "--large"
    )
