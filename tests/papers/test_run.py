"""Rows of the papers: all exist, they are computed and compared, and they can be interrupted."""

import json
import os
import re
import sys
from datetime import date

import pytest
from marks import each
from msgspec.structs import replace
from paper_rows import AT_ONCE, a_row
from private import private, set_private
from programs import run as run_program

from pegsolitaire.cli.main import run
from pegsolitaire.errors import BoardTooLargeError, NotationError, PegSolitaireError, ProblemError
from pegsolitaire.papers import (
    KeptResults,
    Row,
    RowResult,
    all_figures,
    all_rows,
    choose,
    new_rows,
    paper_rows,
    plain,
    rows as data_rows,
    run_row,
)
from pegsolitaire.papers.pages import details_of, notes_of
from pegsolitaire.papers.parts import diagram
from pegsolitaire.papers.rows import PAPERS, deviations, differences, paper_of

ROWS = {row.name: row for row in all_rows()}


# -- which rows exist -----------------------------------------------------------------------------


def test_names_are_short_and_unique():
    names = [row.name for row in all_rows()]
    assert len(set(names)) == len(names) == len(paper_rows()) + len(new_rows())
    assert all(re.fullmatch(r"[a-z0-9-]+", name) for name in names)
    assert {paper_of(row) for row in paper_rows()} | {"new"} == set(PAPERS)
    assert {paper_of(row) for row in new_rows()} == {"new"}


@each("row", all_rows())
def test_rows_are_whole(row):
    assert row.source
    assert row.title
    assert row.command.startswith("pegs ")
    assert (row.ours is None) == (row.why == "")
    assert (row.right is None) == (row.why == "")
    if row.why:
        assert row.why.endswith(".")
        assert plain(row.ours) != plain(row.published)
        assert RowResult(row, plain(row.ours), 0.0).status in ("differs", "not reproduced")
    assert not row.replayed.endswith(".")
    json.dumps(plain(row.published))
    json.dumps(plain(row.ours))


@pytest.mark.parametrize("name", AT_ONCE)
def test_rows_that_take_no_time(name):
    result = run_row(ROWS[name])
    assert result.is_right, [*notes_of(result)]
    assert (result.status in ("differs", "not reproduced")) == bool(ROWS[name].why)


@pytest.mark.slow
@pytest.mark.parametrize(
    "row",
    [row for row in all_rows() if row.cost == "quick" and row.name not in AT_ONCE],
    ids=lambda row: row.name,
)
def test_quick_rows(row):
    result = run_row(row)
    assert result.is_right, [*notes_of(result)]


#: Rows that take minutes, whose values no other test computes. Of the players who mind one
#: resource count there are two: `pegs reproduce` computes the others.
MINUTES = (
    "gramigna-section-3-", "new-count-frame", "new-count-sublattice-of-d4", "new-knowing-english",
    "new-most-symmetric-", "new-patterns-triangular-8", "new-removal-", "new-symmetric-",
    "new-sweep-of-figure-10-", "notes-table-6-dead-end-", "notes-table-7-", "page33-table-1",
    "puzzles-table-2-", "puzzles-table-3-", "triangular-table-4-side-11-at-least",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, id=row.name, marks=pytest.mark.xdist_group(row.name))
        for row in all_rows()
        if row.cost == "whole" and row.name.startswith(MINUTES)
    ],
)
def test_rows_that_take_minutes(row):
    assert run_row(row).is_right


# -- completeness ---------------------------------------------------------------------------------

# The numbered tables, theorems and figures of each paper. (The texts are not in the repository; we
# searched them for "Table N:", "Figure N:" and "Theorem N".)
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

# Items with nothing to compute, and why.
NOTHING = {
    ("notes", "figure", "2"): "names of holes and the order of bits",
    ("triangular", "figure", "1"): "names of holes",
    ("triangular", "figure", "2"): "the labels of a proof, which theorem 2.1 uses",
    ("triangular", "figure", "3"): "names of holes; its parity is the proof of section 2.2",
    ("triangular", "figure", "9"): "a purge without its jumps in the text, of theorem 2.2",
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


def covered():
    """Return the paper, kind and number of everything that the sources of rows name."""
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


# -- the data -------------------------------------------------------------------------------------


def test_each_table_of_the_data_has_a_function_and_each_function_a_table():
    """Figures that are defined by boards in the data share one function."""
    assert all_figures()
    tables = {
        (
            kind,
            "boards"
            if "boards" in table and (kind, key) not in private(data_rows, "_FUNCTIONS")
            else key,
        )
        for paper in PAPERS
        for kind, tables in private(data_rows, "_data")(paper).items()
        for key, table in tables.items()
    }
    assert tables == set(private(data_rows, "_FUNCTIONS"))


@each(
    ("change", "words"),
    [
        ({"shade": "a1"}, "unexpected keyword argument 'shade'"),
        ({"every": "x"}, "every = 'x' is none of name, coordinates,"),
        ({"start": "z9"}, "z9"),
    ],
)
def test_wrong_boards_of_figures_are_refused(change, words):
    with pytest.raises((PegSolitaireError, TypeError), match=re.escape(words)):
        diagram("triangle5", **change)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"titel": "x"}, "an unexpected keyword argument 'titel': see pegsolitaire.papers"),
        ({"title": 3}, 'it has no title: write title = "..."'),
        ({"cost": "dear"}, "cost = 'dear' is not 'quick', 'whole' or 'large': write cost = "),
        ({"games": "many"}, "games = 'many' is not a number of games: write games = 100000000"),
        ({"why": 3}, 'it has no why: write why = "..."'),
        ({"right": "us"}, "right = 'us' is not 'ours', 'both' or 'open': write right = "),
        ({"cases": [{"letter": "A"}]}, "got an unexpected keyword argument 'letter'"),
    ],
)
def test_wrong_data_is_refused(monkeypatch, change, words):
    table = data_rows.entry("notes-figure-11") | change
    set_private(monkeypatch, data_rows, _data=lambda _: {"rows": {"notes-figure-11": table}})
    where = r"^data/notes\.toml: rows\.notes-figure-11: "
    with pytest.raises(NotationError, match=where) as error:
        list(private(data_rows, "_entries")("notes", "rows", Row, "compute"))
    assert words in str(error.value)


def test_a_table_without_a_function_is_refused(monkeypatch):
    set_private(monkeypatch, data_rows, _data=lambda _: {"rows": {"notes-figure-99": {}}})
    with pytest.raises(NotationError, match=r"notes-figure-99: no function .* name it in @row"):
        list(private(data_rows, "_entries")("notes", "rows", Row, "compute"))


def test_functions_are_given_the_work_if_they_name_it(monkeypatch):
    """Other functions get only their own arguments."""
    table = dict.fromkeys(("source", "title", "command"), "x") | {"published": 1, "number": 4}
    set_private(monkeypatch, data_rows, _data=lambda _: {"rows": {"notes-planted": table}})
    told = object()
    for function, value in (
        (lambda number: number, 4),
        (lambda number, *, work: (work, number), (told, 4)),
    ):
        monkeypatch.setitem(private(data_rows, "_FUNCTIONS"), ("rows", "notes-planted"), function)
        [row] = private(data_rows, "_entries")("notes", "rows", Row, "compute")
        assert row.compute(told) == value


def test_our_cells_alone_stand_in_the_data():
    changed = private(data_rows, "_changed")
    assert changed({"a": [1, 2], "b": 3}, {"a": {"1": 5}}) == {"a": [1, 5], "b": 3}
    assert changed([1, 2], [3]) == [3]
    assert changed(5, None) is None
    row = ROWS["triangular-formula-1"]
    assert (row.published, row.ours) == ({"12": 29, "24": 97}, {"12": 29, "24": None})


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


def test_standard_deviations():
    assert deviations(100, 100.0, 10**8) == 0
    assert deviations(139, 100.0, 10**8) == pytest.approx(3.9)
    assert deviations(61, 100.0, 10**8) == pytest.approx(3.9)
    assert deviations(2, 50.0, 100) == pytest.approx(9.6)  # with few games the deviation is 5
    assert deviations(0, 0.0, 100) == 0
    assert deviations(1, 0.0, 100) == float("inf")


OURS = {"ours": 2, "why": "Because.", "right": "ours"}


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (a_row(), "equal"),
        (a_row(computed=2), "MISMATCH"),
        (a_row(computed=2, **OURS), "differs"),
        (a_row(computed=3, **OURS), "MISMATCH"),
        (a_row(published=[97], computed=[None], ours=[None], why="No."), "not reproduced"),
        (a_row(published={"24": 97}, computed={}, ours={}, why="No."), "not reproduced"),
        (a_row(published=[97], computed=[None]), "MISMATCH"),
        (a_row(published=614, computed=620.5, games=10**8), "agrees"),
        (a_row(published=614, computed=614, games=10**8), "equal"),
        (a_row(published=139, computed=100.0, games=10**8), "agrees"),
        (a_row(published=142, computed=100.0, games=10**8), "MISMATCH"),
        (a_row(published=5_875, computed=6_739.7, games=10**8), "MISMATCH"),
        (a_row(published=5, computed=5.5, ours=5.5, why="A.", games=None), "differs"),
        (
            a_row(published={"a": 614, "b": "x"}, computed={"a": 620.5, "b": "y"}, games=99),
            "MISMATCH",
        ),
    ],
)
def test_statuses(row, expected):
    result = run_row(row)
    assert result.status == expected
    assert result.is_right is (expected != "MISMATCH")
    assert bool([*notes_of(result)]) is (expected != "equal")


def test_what_is_printed_of_simulations():
    """The output gives the printed value, the exact one, and their distance."""
    for hole, wins, distance in (("a1", "19,865,272", "0.3"), ("a2", "19,866,864", "0.1")):
        result = RowResult(ROWS[f"gramigna-table-4-{hole}"], 19_866_320.9, 0.0)
        lines = list(details_of(result))
        assert lines[1:4] == [
            f"printed: {wins}",
            "exact: 19,866,320.9",
            f"{distance} standard deviations apart (100,000,000 games)",
        ]
    off = RowResult(ROWS["gramigna-table-2-c3"], 6739.7, 0.0)
    assert off.status == "differs"
    assert "10.5 standard deviations apart (100,000,000 games)" in list(details_of(off))


# -- choosing -------------------------------------------------------------------------------------


def names(rows):
    return [row.name for row in rows]


def test_choosing_rows():
    rows = [a_row("a-1"), a_row("a-2", cost="large"), a_row("b-1", cost="whole")]
    for how, expected in (
        ((), ["a-1", "b-1"]),
        (((), "quick"), ["a-1"]),
        (((), "large"), ["a-1", "a-2", "b-1"]),
        ((("b", "a"),), ["a-1", "b-1"]),
        ((("*-1",),), ["a-1", "b-1"]),
        ((("A-2",), "quick"), ["a-2"]),  # a full name
    ):
        assert names(choose(rows, *how).entries) == expected
    with pytest.raises(ProblemError, match="leave out --quick"):
        choose(rows, ("b-",), "quick")
    with pytest.raises(ProblemError, match=r"unknown row 'a-3'\. The nearest are a-"):
        choose(rows, ("a-3",))


def test_a_name_that_others_begin_with_means_them_too():
    rows = [a_row("a-1"), a_row("a-1-least"), a_row("a-1-most", cost="large"), a_row("a-12")]
    chosen = choose(rows, ["a-1"])
    assert names(chosen.entries) == ["a-1", "a-1-least"]
    assert names(chosen.left_out) == ["a-1-most"]
    assert names(choose(rows, ["a-"]).entries) == ["a-1", "a-1-least", "a-12"]
    assert names(choose(rows[3:], ["a"]).entries) == ["a-12"]
    with pytest.raises(ProblemError, match="unknown row 'a-1'"):
        choose(rows[3:], ["a-1"])  # a longer number does not match


def test_a_place_is_looked_for_in_the_papers():
    assert names(choose(paper_rows(), ["Gramigna, Table 4"]).entries) == [
        f"gramigna-table-4-{hole}" for hole in ("a1", "a2", "a3", "b3")
    ]
    assert len(choose(paper_rows(), ["table 8"]).entries) == 5  # only the Notes have a Table 8
    places = "notes-table-4; triangular-formula-2, triangular-table-4; puzzles-table-4"
    with pytest.raises(ProblemError, match=f"'Table 4' is in 4 papers; choose one.*{places}"):
        choose(paper_rows(), ["Table 4"])


# -- the command ----------------------------------------------------------------------------------


def test_a_planted_wrong_value_is_a_mismatch(planted, pegs, document):
    planted(a_row(), a_row("notes-wrong", published=[1, 2], computed=[1, 5]))
    printed = pegs("reproduce", code=1)
    assert "✗ MISMATCH       notes-wrong" in printed
    assert "1: printed 2, here 5" in printed
    assert printed.splitlines()[-1] == "2 rows: 1 equal, 1 MISMATCH"
    shown = document("reproduce", code=1)
    assert [(row["name"], row["status"]) for row in shown["rows"]] == [
        ("notes-planted", "equal"),
        ("notes-wrong", "MISMATCH"),
    ]


def test_a_row_that_cannot_be_computed_is_an_error(planted, pegs):
    def refuse(_):
        raise BoardTooLargeError("levels need 64 GiB")

    planted(replace(a_row(), compute=refuse))
    printed = pegs("reproduce", code=1)
    assert "not computed: levels need 64 GiB" in printed
    assert printed.splitlines()[-1] == "1 row: 1 not computed"


def test_both_values_and_the_command_are_printed(planted, pegs):
    """The values are printed where they differ, and always with --only."""
    rows = (a_row("notes-same"), a_row("notes-other", computed=2, **OURS))
    planted(*rows, a_row("notes-long", published=[*range(200)], computed=[*range(200)]))
    lines = [line.strip() for line in pegs("reproduce").splitlines()]
    said = ["printed: 1", "computed: 2", "Our value is right. Because.", "command: pegs boards"]
    start = lines.index("printed: 1")
    assert lines[start : start + 4] == said
    assert lines.count("command: pegs boards") == 1
    lines = [line.strip() for line in pegs("reproduce", "--only", "notes").splitlines()]
    same = ("printed and computed: 1", "printed and computed:", said[-1])
    assert [lines.count(one) for one in same] == [1, 1, 3]


def test_replayed_rows_say_so(planted, pegs, document):
    planted(a_row(replayed="the printed moves"), a_row("notes-other"))
    printed = pegs("reproduce", "--only", "notes")
    first, *_, last = printed.splitlines()
    assert first.endswith("Notes, nowhere, replayed")
    assert "    replayed: rests on the printed moves" in printed.splitlines()
    assert last == "2 rows: 2 equal; 1 replayed"
    rows = document("reproduce")["rows"]
    assert [row["replayed"] for row in rows] == ["the printed moves", None]
    assert "replayed" in pegs("reproduce", "--list").splitlines()[0]


def test_every_run_ends_with_what_is_left_out(planted, pegs, document):
    planted(a_row(), a_row("notes-slow", cost="whole"), a_row("notes-large", cost="large"))
    *_, names, last = pegs("reproduce").splitlines()
    assert names == "left out, as they take hours, much memory or much disk: notes-large"
    assert last == "2 rows: 2 equal; left out: 1, see --large"
    assert pegs("reproduce", "--quick").splitlines()[-1].endswith("left out: 2, see --large")
    assert pegs("reproduce", "--large").splitlines()[-1] == "3 rows: 3 equal"
    assert document("reproduce")["left_out"] == ["notes-large"]


def test_figures_are_drawn_elsewhere(complaint):
    line = complaint("reproduce", "--only", "notes-figure-2")
    assert "`pegs reproduce --figures DIR --only notes-figure-2` draws it" in line


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
    said = "interrupted: 1 row of 2 finished; --resume continues from there"
    assert said in capsys.readouterr().err
    assert run(["reproduce", "--resume"]) == 0
    printed = capsys.readouterr().out
    assert "earlier" in printed.splitlines()[0]
    assert calls == ["one", "two", "two"]
    assert run(["reproduce"]) == 0
    assert calls == ["one", "two", "two", "one", "two"]


def test_what_is_kept_is_compared_again(tmp_path):
    path = tmp_path / "kept.json"
    kept = KeptResults("1", path)
    kept.add(run_row(a_row("notes-one", published=(1, 2), computed=(1, 2))))
    kept.add(RowResult(a_row("notes-two"), None, 0.0, "not enough memory"))
    again = KeptResults("1", path)
    assert again.result(a_row("notes-one", published=(1, 2))).status == "equal"
    assert again.result(a_row("notes-one", published=(1, 3))).status == "MISMATCH"
    assert again.result(a_row("notes-two")) is None
    assert KeptResults("2", path).result(a_row("notes-one")) is None
    whole = path.read_text()
    changed = whole.replace("1, 2", "1, 3")
    assert changed != whole
    for text in (changed, "", "[]", "{}", '{"version": "1", "rows": {"notes-one": 3}}', "\x00"):
        path.write_text(text)
        assert KeptResults("1", path).result(a_row("notes-one")) is None


def test_a_run_forgets_its_own_rows_alone(tmp_path):
    path = tmp_path / "kept.json"
    one, two = a_row("notes-one"), a_row("notes-two")
    kept = KeptResults("1", path)
    for row in (one, two):
        kept.add(run_row(row))
    kept.forget([one])
    assert KeptResults("1", path).result(one) is None
    assert KeptResults("1", path).result(two).day == date.today().isoformat()
    kept.forget([two])
    assert not path.exists()


@pytest.mark.slow
def test_it_does_not_need_the_compiler(tmp_path):
    """Pure Python gives the same results."""
    names = ["notes-figure-11", "triangular-table-2", "notes-table-4", "triangular-table-4-side-4"]
    arguments = [part for name in names for part in ("--only", name)]
    done = run_program(
        [sys.executable, "-m", "pegsolitaire", "reproduce", *arguments, "--json"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PEGSOLITAIRE_HOME": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    assert all(row["status"] == "equal" for row in json.loads(done.stdout)["rows"])
