"""`pegs reproduce`: that its rows are all there, compute, compare, and can be interrupted."""

import ast
import json
import os
import re
import shlex
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from programs import run as run_program

import pegsolitaire
from pegsolitaire.cli.commands import reproduce as command
from pegsolitaire.cli.group import load
from pegsolitaire.cli.main import run
from pegsolitaire.errors import BoardTooLargeError, ProblemError
from pegsolitaire.reproduce import (
    PAPERS,
    Kept,
    Result,
    Row,
    all_rows,
    choose,
    differences,
    new_rows,
    page,
    paper_of,
    paper_rows,
    plain,
    run_row,
)
from pegsolitaire.reproduce.row import within_four_deviations
from pegsolitaire.reproduce.words import notes_of, summary, value_text, verdict

ROOT = Path(pegsolitaire.__file__).parent / "reproduce"
ROWS = {row.name: row for row in all_rows()}

# Rows that are computed here in no time, one of each kind at least.
AT_ONCE = [
    "notes-figure-1", "notes-figure-3", "notes-section-3-types", "notes-section-3-wiegleb",
    "triangular-theorem-2-3", "triangular-footnote-4", "triangular-figure-8",
    "triangular-table-3-side-5", "triangular-figure-11", "triangular-formula-2",
    "triangular-table-4-side-11", "triangular-footnote-12", "triangular-appendix-a",
    "triangular-appendix-b2-side-10-a3", "puzzles-figure-3", "puzzles-table-1",
    "page33-french-classes", "gramigna-figure-6", "gramigna-corollary", "gramigna-figure-10-l",
    "puzzles-theorem-1-square6", "puzzles-figure-12", "gramigna-appendix-a",
    "new-english-problems", "new-triangle12-44", "new-knowing-triangle5-a1",
]  # fmt: skip


def a_row(name="notes-planted", published=1, computed=1, **more):
    return Row(
        name=name,
        source="Notes, nowhere",
        title="planted",
        published=published,
        compute=lambda _: computed,
        command="pegs boards",
        **more,
    )


@pytest.fixture
def planted(monkeypatch, tmp_path):
    """Let the command have these rows, and a store of its own."""
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "store"))

    def plant(*rows):
        monkeypatch.setattr(command, "paper_rows", lambda: rows)
        monkeypatch.setattr(command, "all_rows", lambda: rows)

    return plant


# -- what rows there are --------------------------------------------------------------------------


def test_names_are_short_and_unique():
    names = [row.name for row in all_rows()]
    assert len(set(names)) == len(names) == len(paper_rows()) + len(new_rows())
    assert all(re.fullmatch(r"[a-z0-9-]+", name) for name in names)
    assert {paper_of(row) for row in paper_rows()} | {"new"} == set(PAPERS)
    assert {paper_of(row) for row in new_rows()} == {"new"}


@pytest.mark.parametrize("paper", PAPERS)
def test_rows_are_whole(paper):
    rows = [row for row in all_rows() if paper_of(row) == paper]
    assert rows
    for row in rows:
        check_row(row)


def check_row(row):
    assert row.source
    assert row.title
    assert row.command.startswith("pegs ")
    assert (row.ours is None) == (row.why == "")
    if row.why:
        assert row.why.endswith(".")
        assert plain(row.ours) != plain(row.published)
    json.dumps(plain(row.published))
    json.dumps(plain(row.ours))


def test_commands_of_rows_can_be_typed():
    """Each is a command with options that it has: only the words are read, nothing is run."""
    for row in all_rows():
        _, name, *arguments = shlex.split(row.command)
        load(name).make_context(name, arguments)


@pytest.mark.parametrize("name", AT_ONCE)
def test_rows_that_take_no_time(name):
    result = run_row(ROWS[name])
    assert result.is_right, [*notes_of(result)]
    assert result.equal != result.explained == bool(ROWS[name].why)


@pytest.mark.slow
@pytest.mark.parametrize(
    "row",
    [row for row in all_rows() if row.cost == "quick" and row.name not in AT_ONCE],
    ids=lambda row: row.name,
)
def test_quick_rows(row):
    result = run_row(row)
    assert result.is_right, [*notes_of(result)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [n for n in ROWS if n.startswith(("new-count-", "new-removal-", "new-knowing-english"))],
)
def test_players_of_the_central_game(name):
    """The tables of docs/results.md: each count, each removal, and perfect play at the end."""
    assert run_row(ROWS[name]).is_right


# -- whether all of the papers is there -----------------------------------------------------------

# Tables, theorems and figures with their numbers, by paper, as the texts head them. (The texts do
# not come along: their "Table N:", "Figure N:" and "Theorem N" were gone through for this list.)
NUMBERED = {
    "notes": {"table": range(1, 9), "figure": range(1, 12)},
    "triangular": {
        "table": range(1, 5), "figure": range(1, 15),
        "theorem": ("2.1", "2.2", "2.3"), "corollary": ("2.1",), "formula": (1, 2, 3),
    },
    "puzzles": {"table": range(1, 5), "figure": range(1, 13), "theorem": range(1, 4)},
    "page33": {"table": range(1, 4)},
    "gramigna": {"table": range(1, 5), "figure": range(1, 12)},
}  # fmt: skip

# What has nothing to compute, and why.
NOTHING = {
    ("notes", "figure", "2"): "names of holes and the order of bits",
    ("triangular", "figure", "1"): "names of holes",
    ("triangular", "figure", "2"): "the labels of a proof, which theorem 2.1 uses",
    ("triangular", "figure", "3"): "names of holes; its parity is the proof of section 2.2",
    (
        "triangular",
        "figure",
        "9",
    ): "a purge whose jumps the text does not have, of theorem 2.2",
    ("puzzles", "figure", "1"): "pictures of positions that the text does not have",
    ("puzzles", "figure", "5"): "pictures of positions that the text does not have",
    ("puzzles", "figure", "7"): "pictures of positions that the text does not have",
    ("puzzles", "figure", "8"): "pictures of positions that the text does not have",
    ("puzzles", "figure", "9"): "a template and pictures; its count is Table 3's",
    ("puzzles", "figure", "10"): "pictures of positions of Table 4",
    ("puzzles", "figure", "11"): "pictures of positions of Table 4",
    ("gramigna", "figure", "1"): "a picture of the French board",
    ("gramigna", "figure", "2"): "a picture of two boards",
    ("gramigna", "figure", "3"): "an array of a program",
    ("gramigna", "figure", "4"): "a picture of jumps",
    ("gramigna", "figure", "5"): "a picture of jumps and names of holes",
    ("gramigna", "figure", "8"): "pictures of the vacancies of Table 3",
    ("gramigna", "figure", "9"): "the labels of the SAX count, which the corollary uses",
}


# Results that no number names, by the rows that have them.
UNNUMBERED = [
    "notes-section-3-smallest", "notes-footnote-2", "triangular-table-4-side-11-at-least",
    "triangular-table-4-side-12-at-least", "triangular-appendix-b2-side-8-complements",
    "puzzles-theorem-1-square6", "puzzles-theorem-2-on-the-way",
]  # fmt: skip


def covered():
    """What the sources of rows name: a paper, a kind and a number."""
    found = set()
    for row in paper_rows():
        for kind, numbers in re.findall(
            r"(table|figure|theorem|corollary|formula)s? \(?([\d.]+(?:\)? (?:and|to) \(?[\d.]+"
            r"|, [\d.]+)*)",
            row.source.lower(),
        ):
            found |= {(paper_of(row), kind, number) for number in spelt_out(numbers)}
    return found


def spelt_out(numbers):
    parts = re.findall(r"[\d.]+", numbers)
    if " to " in numbers:
        return {str(n) for n in range(int(parts[0]), int(parts[-1]) + 1)}
    return set(parts)


def test_every_numbered_thing_is_a_row_or_has_nothing_to_compute():
    wanted = {
        (paper, kind, str(number))
        for paper, kinds in NUMBERED.items()
        for kind, numbers in kinds.items()
        for number in numbers
    }
    assert wanted <= covered() | NOTHING.keys()
    assert not covered() & NOTHING.keys()
    assert NOTHING.keys() <= wanted
    assert set(UNNUMBERED) <= ROWS.keys()


def constants(path):
    tree = ast.parse(path.read_text())
    for node in tree.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(target, ast.Name):
            yield target.id


def test_every_published_value_is_in_a_row():
    text = "\n".join(path.read_text() for path in ROOT.glob("*.py"))
    for path in (ROOT / "published").glob("*.py"):
        for name in constants(path):
            assert re.search(rf"\b\w+\.{name}\b", text), f"{path.name}: {name}"


# -- comparing ------------------------------------------------------------------------------------


def test_plain_values_survive_json():
    value = {(1, "A"): (1, 2), 3: {"x": {5, 4}}, "none": None}
    assert json.loads(json.dumps(plain(value))) == plain(value)


def test_differences():
    assert differences([1, [2, 3]], [1, [2, 3]]) == []
    [one] = differences({"a": [1, 2]}, {"a": [1, 3]})
    assert (one.place, one.published, one.computed) == ("a 1", 2, 3)
    [one] = differences({"a": 1}, {})
    assert (one.place, one.published, one.computed) == ("a", 1, "nothing")
    assert len(differences([1, 2], [1, 2, 3])) == 1
    assert differences({"a": 1}, None)


def test_simulated_counts_are_near_what_is_expected():
    assert within_four_deviations(100, 100.0)
    assert within_four_deviations(139, 100.0)
    assert not within_four_deviations(141, 100.0)
    assert not within_four_deviations("100", 100.0)
    assert not within_four_deviations(100, None)


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (a_row(), "equal"),
        (a_row(computed=2), "MISMATCH"),
        (a_row(computed=2, ours=2, why="Because."), "explained"),
        (a_row(computed=3, ours=2, why="Because."), "MISMATCH"),
        (a_row(published=614, computed=620.5, agree=within_four_deviations), "equal"),
    ],
)
def test_verdicts(row, expected):
    result = run_row(row)
    assert verdict(result) == expected
    assert result.is_right is (expected != "MISMATCH")
    assert bool([*notes_of(result)]) is (expected != "equal")


def test_what_the_machine_cannot_hold_is_no_result():
    def refuse(_):
        raise BoardTooLargeError("levels need 64 GiB")

    result = run_row(replace(a_row(), compute=refuse))
    assert (verdict(result), result.is_right) == ("not computed", False)
    assert [*notes_of(result)] == ["levels need 64 GiB"]


def test_values_in_words():
    assert value_text(True) == "yes"
    assert value_text([1_000, 2]) == "(1,000 2)"
    assert value_text(list(range(100))) == "100 values"
    assert summary([run_row(a_row())]) == "1 row: 1 equal"


# -- choosing -------------------------------------------------------------------------------------


def test_choosing_rows():
    rows = [a_row("a-1"), a_row("a-2", cost="large"), a_row("b-1", cost="whole")]
    names = lambda *how: [row.name for row in choose(rows, *how)]  # noqa: E731
    assert names() == ["a-1", "b-1"]
    assert names((), "quick") == ["a-1"]
    assert names((), "large") == ["a-1", "a-2", "b-1"]
    assert names(("b", "a")) == ["a-1", "b-1"]
    assert names(("*-1",)) == ["a-1", "b-1"]
    assert names(("a-2",), "quick") == ["a-2"]  # by its whole name
    with pytest.raises(ProblemError, match="leave --quick out"):
        names(("b-",), "quick")
    with pytest.raises(ProblemError, match="there is no row 'a-3': the nearest are a-"):
        names(("a-3",))


# -- the command ----------------------------------------------------------------------------------


def test_a_planted_wrong_value_is_a_mismatch(planted, pegs, document):
    planted(a_row(), a_row("notes-wrong", published=[1, 2], computed=[1, 5]))
    printed = pegs("reproduce", code=1)
    assert "✗ MISMATCH     notes-wrong" in printed
    assert "1: printed 2, here 5" in printed
    assert printed.splitlines()[-1] == "2 rows: 1 equal, 1 MISMATCH"
    shown = document("reproduce", code=1)
    assert [(row["name"], row["equal"], row["explained"]) for row in shown["rows"]] == [
        ("notes-planted", True, False),
        ("notes-wrong", False, False),
    ]


def test_both_values_and_the_command_are_printed(planted, pegs):
    """Where they differ; and with --only always."""
    explained = {"computed": 2, "ours": 2, "why": "Because."}
    rows = (a_row("notes-same"), a_row("notes-other", **explained))
    planted(*rows, a_row("notes-long", published=[*range(200)], computed=[*range(200)]))
    lines = [line.strip() for line in pegs("reproduce").splitlines()]
    said = ["published: 1", "computed: 2", "Because.", "command: pegs boards"]
    start = lines.index("published: 1")
    assert lines[start : start + 4] == said
    assert lines.count("command: pegs boards") == 1
    lines = [line.strip() for line in pegs("reproduce", "--only", "notes").splitlines()]
    same = ("published and computed: 1", "published and computed: 200 values", said[-1])
    assert [lines.count(one) for one in same] == [1, 1, 3]


def test_the_document(document, tmp_path, monkeypatch):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    shown = document("reproduce", "--only", "triangular-footnote-4")
    [row] = shown["rows"]
    assert set(row) >= {
        "name", "source", "published", "computed", "equal", "explained", "seconds", "command",
    }  # fmt: skip
    assert (row["published"], row["computed"], row["explained"]) == (27, 26, True)
    assert list(tmp_path.iterdir()) == []  # all rows are done: nothing is kept


def test_the_list(pegs, document):
    assert len(pegs("reproduce", "--list").splitlines()) == len(paper_rows())
    listed = document("reproduce", "--list", "--new")["rows"]
    assert [row["name"] for row in listed] == [row.name for row in new_rows()]


def test_unknown_names_and_options_that_exclude_each_other(complaint):
    line = complaint("reproduce", "--only", "notes-tabel-2")
    assert "there is no row 'notes-tabel-2': the nearest are notes-table-2" in line
    assert "--quick and --large" in complaint("reproduce", "--quick", "--large")


def test_an_interrupted_run_goes_on(planted, capsys, tmp_path):
    calls = []

    def compute(name, fails):
        def made(_):
            calls.append(name)
            if fails and calls.count(name) == 1:
                raise KeyboardInterrupt
            return 1

        return made

    planted(
        replace(a_row("notes-one"), compute=compute("one", False)),
        replace(a_row("notes-two"), compute=compute("two", True)),
    )
    assert run(["reproduce"]) == 130
    assert "1 row of 2 finished: `--resume` goes on from there" in capsys.readouterr().err
    assert run(["reproduce", "--resume"]) == 0
    printed = capsys.readouterr().out
    assert "earlier" in printed.splitlines()[0]
    assert calls == ["one", "two", "two"]
    assert run(["reproduce"]) == 0
    assert calls == ["one", "two", "two", "one", "two"]


def test_what_is_kept_is_compared_again(tmp_path):
    path = tmp_path / "kept.json"
    kept = Kept("1", path)
    kept.add(run_row(a_row("notes-one", published=(1, 2), computed=(1, 2))))
    kept.add(Result(a_row("notes-two"), None, 0.0, "not enough memory"))
    again = Kept("1", path)
    assert again.result(a_row("notes-one", published=(1, 2))).equal
    assert not again.result(a_row("notes-one", published=(1, 3))).equal
    assert again.result(a_row("notes-two")) is None
    assert Kept("2", path).result(a_row("notes-one")) is None
    for text in ("", "[]", "{}", '{"version": "1", "rows": {"notes-one": 3}}', "\x00"):
        path.write_text(text)
        assert Kept("1", path).result(a_row("notes-one")) is None


def test_a_run_forgets_its_own_rows_alone(tmp_path):
    path = tmp_path / "kept.json"
    one, two = a_row("notes-one"), a_row("notes-two")
    kept = Kept("1", path)
    for row in (one, two):
        kept.add(run_row(row))
    kept.forget([one])
    assert Kept("1", path).result(one) is None
    assert Kept("1", path).result(two).kept
    kept.forget([two])
    assert not path.exists()


# -- the page -------------------------------------------------------------------------------------


class Reader(HTMLParser):
    """Elements that are opened and closed, and addresses."""

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
        a_row("gramigna-x", computed=2, ours=2, why="A & B differ."),
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
    for said in ("notes-<b>", "<script>", "99 values", "A & B differ.", PAPERS["puzzles"]):
        assert said in reader.text
    assert page([]).count("<table") == 0


def test_it_does_not_need_the_compiler(tmp_path):
    """The same in Python alone."""
    names = ["notes-figure-11", "triangular-table-2", "notes-table-4", "triangular-table-4-side-4"]
    arguments = [part for name in names for part in ("--only", name)]
    done = run_program(
        [sys.executable, "-m", "pegsolitaire", "reproduce", *arguments, "--json"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PEGSOLITAIRE_HOME": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    assert all(row["equal"] for row in json.loads(done.stdout)["rows"])
