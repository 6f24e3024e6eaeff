"""The page of reproduced results: its tables, how it shows values, and its summary."""

import re
from html.parser import HTMLParser

from paper_rows import a_row

from pegsolitaire.papers import rows_page, run_row
from pegsolitaire.papers.pages import Table, left_out_lines, summary, tables_of, text_of
from pegsolitaire.papers.rows import PAPERS

OURS = {"ours": 2, "why": "Because.", "right": "ours"}


def test_values_in_words():
    assert text_of(True) == "yes"
    assert text_of([1_000, 2]) == "(1,000 2)"
    assert text_of(None) == "nothing"


def test_long_values_are_tables():
    assert tables_of({"3": [7, 1_000], "2": [1, None]}) == [
        Table("", [["3", "7", "1,000"], ["2", "1", "nothing"]])
    ]
    assert tables_of([["a", 1], ["b", 2]]) == [Table("", [["a", "1"], ["b", "2"]])]
    assert tables_of({"3": [7], "2": [1, 2]}) == [Table("", [["3", "7"], ["2", "1", "2"]])]
    many = [*range(13)]
    assert tables_of({"3": [7, 8], "2": many}) == [
        Table("", [["3", "7 8"], ["2", " ".join(map(str, many))]])
    ]
    pairs = [[number, [number, 1]] for number in range(5)]
    [table] = tables_of({"forward": pairs})
    assert table == Table("forward", [[str(number), f"({number} 1)"] for number in range(5)])
    assert tables_of([*range(20)]) == [Table("", [[" ".join(map(str, range(20)))]])]
    assert tables_of({"a": 1, "b": {"c": {"d": 2}, "e": 3}}) == [
        Table("", [["a", "1"]]),
        Table("b", [["e", "3"]]),
        Table("b c", [["d", "2"]]),
    ]


def test_the_summary_counts_statuses_and_what_is_replayed_and_left_out():
    results = [
        run_row(row)
        for row in (
            a_row(replayed="the printed moves"),
            a_row(published=99, computed=100.0, games=1_000),
            a_row(computed=2, **OURS),
            a_row(computed=None, ours=None, why="No.", right="open"),
        )
    ]
    statuses = "1 equal, 1 agrees, 1 differs, 1 not reproduced"
    assert summary(results) == f"4 rows: {statuses}; 1 replayed"
    assert summary(results[1:2] * 2) == "2 rows: 2 agree"
    left_out = [a_row("notes-slow", cost="whole"), a_row("notes-large", cost="large")]
    assert summary(results[:1], left_out).endswith("1 replayed; left out: 2, see --large")
    assert summary([], left_out[:1]) == "0 rows; left out: 1, see `pegs reproduce` without --quick"
    assert list(left_out_lines(left_out)) == [
        "left out, as they take minutes: notes-slow",
        "left out, as they take hours, much memory or much disk: notes-large",
    ]


def test_long_values_are_printed_as_tables(planted, pegs, monkeypatch):
    value = {str(pegs): [pegs * 1_000, pegs] for pegs in range(12)}
    planted(a_row("notes-table", published=value, computed=value))
    printed = pegs("reproduce", "--only", "notes-table")
    assert "values" not in printed
    assert re.search(r"^ +11 +11,000 +11 *$", printed, re.MULTILINE)
    words = [f"word{number}" for number in range(60)]
    planted(a_row("notes-table", published={"a": words}, computed={"a": words}))
    monkeypatch.setenv("COLUMNS", "40")
    printed = pegs("reproduce", "--only", "notes-table")
    assert [*re.findall(r"word\d+", printed)] == words  # wrapped and complete


# -- the page -------------------------------------------------------------------------------------


class Reader(HTMLParser):
    """Collects open elements, addresses and text."""

    def __init__(self):
        super().__init__()
        self.open, self.addresses, self.text = [], [], ""

    def handle_starttag(self, tag, attrs):
        self.addresses += [v for name, v in attrs if name in ("src", "href", "action", "srcset")]
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def test_the_page_is_whole_and_needs_nothing_else(planted, pegs, tmp_path):
    planted(
        a_row("notes-<b>", published="<script>", computed="<script>"),
        a_row("puzzles-long", published=list(range(99)), computed=list(range(99))),
        a_row("gramigna-x", computed=2, ours=2, why="A & B differ.", right="ours"),
        a_row("page33-large", cost="large"),
    )
    path = tmp_path / "page.html"
    pegs("reproduce", "--html", path)
    text = path.read_text()
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    assert reader.addresses == []
    assert not re.search(r"https?:|url\(|@import|<script|<link", text)
    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text
    for said in (
        "notes-<b>",
        "<script>",
        "97 98",
        "left out: 1, see --large",
        "page33-large",
        "A & B differ.",
        PAPERS["puzzles"],
    ):
        assert said in reader.text
    assert rows_page([]).count("<table") == 0
