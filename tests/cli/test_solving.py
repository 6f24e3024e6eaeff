"""The commands `pegs solve` and `pegs triangle`, and the commands about moves."""

import pytest
from marks import quick_then

from pegsolitaire.board import named_board, triangle
from pegsolitaire.cli.main import run
from pegsolitaire.game import Problem, Solution
from pegsolitaire.solving import shortest


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "home"))


def test_levels_by_moves(document, pegs, complaint):
    found = document("sets", "levels", "triangle5", "a1", "--by", "moves")
    assert (found["forward_total"], found["backward_total"]) == (1544, 1544)
    assert [row["moves"] for row in found["rows"]] == list(range(12))
    assert found["rows"][0] == {
        "moves": 0,
        "forward": {"positions": 1, "fewest_pegs": 14, "most_pegs": 14, "winning": 1},
        "backward": {"positions": 1, "fewest_pegs": 1, "most_pegs": 1, "winning": 1},
    }
    assert found["rows"][11]["backward"] is None
    assert list(found["farthest"].values()) == [False, False]
    assert found["deepest"] == {"code:32766": True, "code:32255": False}
    printed = pegs("sets", "levels", "triangle5", "a1", "--by", "moves")
    assert "1,544" in printed
    assert printed.endswith(
        "11 moves from the start: 2 positions, none of them on solutions\n"
        "  ./../.../*.../.....  ✗ dead\n"
        "  ./*./.../..../.*...  ✗ dead\n"
        "10 moves to the finish: 2 positions, 1 of them on solutions\n"
        "  ./**/***/****/*****  ✓ reached from the start\n"
        "  */**/***/***./*****  ✗ never reached from the start\n"
    )
    assert "11 moves from the start: 139 positions, 54 of them on solutions\n" in pegs(
        "sets", "levels", "triangle6", "any", "--finish", "any", "--by", "moves"
    )
    assert "--raw needs --by pegs" in complaint(
        "sets", "levels", "triangle5", "a1", "--by", "moves", "--raw"
    )
    complaint("sets", "levels", "triangle5", "a1", "--by", "jumps")


def test_shortest(document, pegs, complaint):
    found = document("solve", "triangle5", "a1", "--shortest")
    assert (found["solvable"], found["proven"], found["lower_bound"]) == (True, True, 10)
    assert found["solution"]["move_count"] == 10
    assert (found["solutions"], found["up_to_symmetry"]) == (1362, 681)
    assert found["unordered"] == len(found["sets"]) == 15
    assert found["classes"] == [{"kind": [3, 2, 3], "solutions": 15}]
    for one in found["sets"]:
        line = Solution.from_moves(triangle(5).vacancy("a1"), one["moves"])
        assert (len(line.finish), len(line.moves)) == (1, 10)
    text = pegs("solve", "triangle5", "a1", "--shortest")
    assert "10 moves, the fewest possible" in text
    assert "up to symmetry 681 of them (1,362 in all); apart from the order of moves: 15" in text
    for other in (["--positions", "9"], ["--short"]):
        assert "--shortest cannot be combined with" in complaint(
            "solve", "triangle5", "a1", "--shortest", *other
        )


def test_shortest_by_class(pegs):
    """Of the fifteen solutions, those with the longest sweeps are listed first."""
    lines = pegs("solve", "triangle5", "a1", "--shortest", "--all", 3).splitlines()
    listed = [line.strip() for line in lines if line.startswith("  ")]
    assert len(listed) == 3
    assert any(line.startswith("class (") for line in lines)
    assert lines[-1] == "there are more: this lists only the first 3 (--all)"
    for text in listed:
        line = Solution.from_moves(triangle(5).vacancy("a1"), text.split(", "))
        assert (len(line.moves), line.finish) == (10, triangle(5).single("a1"))


def test_shortest_within_a_time(document):
    found = document(
        "solve", "triangle11", "a2", "--finish", "any", "--shortest", "--time", 0, code=3
    )
    assert (found["proven"], found["lower_bound"], found["solution"]["move_count"]) == (
        False,
        19,
        22,
    )


def test_an_interrupted_search_says_its_bounds(monkeypatch):
    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("pegsolitaire.solving.shortest_solutions.MoveBound.of", stop)
    problem = Problem.to_any(named_board("triangle11").vacancy("a2"))
    with pytest.raises(KeyboardInterrupt, match="at least 19 moves are needed, and 22 are enough"):
        shortest(problem)


def test_no_shortest(document, pegs):
    found = document("solve", "triangle5", "b3", "--shortest", "--finish", "b3", code=1)
    assert (found["solvable"], found["proven"], found["solutions"]) == (False, True, None)
    assert "exhausted" in found["reason"]
    assert "position class" in pegs(
        "solve", "french", "d4", "--finish", "d4", "--shortest", code=1
    )


@pytest.mark.slow
def test_short(document, pegs, complaint):
    found = document("solve", "triangle7", "a2", "--short", "--time", "0")
    assert found["solvable"] is True
    assert found["lower_bound"] <= 12 <= found["solution"]["move_count"] < 16
    line = Solution.from_moves(triangle(7).vacancy("a2"), found["solution"]["moves"])
    assert len(line.finish) == 1
    text = pegs("solve", "triangle5", "b3", "--finish", "b3", "--short", "--time", "0", code=1)
    assert "no: every game was tried" in text
    words = ("triangle11", "a2", "--finish", "a5", "--short", "--time", "0")
    assert "basis: computed, by construction" in pegs("solve", *words)
    words = ("rectangle3x22", "b1", "--finish", "any", "--short", "--time", "0")
    assert "there will always be a peg at a1" in pegs("solve", *words, code=1)
    assert "--short cannot be combined with" in complaint(
        "solve", "triangle7", "a2", "--short", "--all", "2"
    )
    assert "seconds" in complaint("solve", "triangle7", "a2", "--short", "--time", "-1")


def test_the_fewest_moves_of_every_problem(document, pegs, complaint):
    rows = document("show", "triangle5", "--problems", "--shortest")["problems"]
    assert len(rows) == 17
    assert sum(row["solvable"] for row in rows) == 12
    assert min(row["fewest_moves"] for row in rows if row["solvable"]) == 9
    assert rows[0] == {
        "start": "a1", "finish": "a1", "solvable": True, "fewest_moves": 10, "lower_bound": 10,
        "move_count": 10, "solutions": 1362, "up_to_symmetry": 681, "unordered": 15,
    }  # fmt: skip
    assert "1,362" in pegs("show", "triangle5", "--problems", "--shortest")
    assert "--shortest needs --problems" in complaint("show", "triangle5", "--shortest")


def test_the_fewest_moves_of_a_board_without_a_catalogue(document, pegs):
    """On four holes in a row, only one problem can be solved: by two moves toward each other."""
    asked = ("show", "rectangle4x1", "--problems", "--shortest")
    [row] = document(*asked)["problems"]
    assert (row["start"], row["finish"], row["fewest_moves"]) == ("b1", "c1", 2)
    assert (row["solutions"], row["up_to_symmetry"], row["unordered"]) == (1, 1, 1)
    printed = pegs(*asked, "--all")
    assert "b1 to c1, 2 moves:\nclass (1, 1, 1): 1 solution\n  d1-b1, a1-c1\n" in printed
    assert printed.endswith("basis: computed\n")


def test_sweep(document, pegs, complaint):
    found = document("extremes", "sweep", "english")
    assert (found["sweep"]["length"], len(found["sweep"]["move"].split("-"))) == (16, 17)
    found = document("extremes", "sweep", "triangle6", "--last")["last"]
    start = triangle(6).position(found["start"])
    line = Solution.from_moves(start, found["solution"]["moves"])
    assert len(line.finish) == 1
    assert len(line.moves[-1]) == 9
    found = document("extremes", "sweep", "rectangle4x5", "--last", "--shortest")["last"]
    assert found["solution"]["move_count"] == 10
    none = document("extremes", "sweep", "triangle5", "--last", code=1)["last"]
    assert (none["possible"], none["tried"], none["solution"]) == (False, 2, None)
    assert "no solution" in pegs("extremes", "sweep", "triangle5", "--last", code=1)
    assert document("extremes", "sweep", "triangle5", "--last", "--length", "4")["last"][
        "possible"
    ]
    assert "--length needs --last" in complaint("extremes", "sweep", "triangle5", "--length", "4")
    complaint("extremes", "sweep", "triangle5", "--last", "--length", "0")
    assert "no jump is possible" in pegs("extremes", "sweep", "square2", code=1)


def test_stored_levels_answer(document, pegs, complaint, tmp_path, capsys):
    assert "--store needs --by moves" in complaint("sets", "levels", "triangle5", "a1", "--store")
    pegs("sets", "levels", "triangle5", "a1", "--by", "moves", "--store")
    assert (tmp_path / "home" / "triangle5" / "to_a1.moves.npz").is_file()
    assert document("solve", "triangle5", "a1", "--shortest")["solutions"] == 1362
    assert document("solve", "triangle5", "a4", "--finish", "a1", "--shortest")["proven"]
    for file in (tmp_path / "home").rglob("*.npz"):
        file.write_bytes(b"damaged")
    assert run(["solve", "triangle5", "a1", "--shortest"]) == 0
    assert "to_a1.moves.npz is not usable: it cannot be read" in capsys.readouterr().err


def test_budgets(document, complaint):
    words = ("semi-wiegleb", "d4", "--shortest", "--memory", "0.001")
    found = document("solve", *words, code=3)
    assert (found["proven"], found["solvable"]) == (False, True)
    assert found["lower_bound"] < found["solution"]["move_count"]
    assert document("solve", "triangle5", "a1", "--shortest", "--memory", "inf")["proven"]
    assert document("solve", "triangle5", "a1", "--shortest", "--disk", "0")["proven"]
    for option in ("--memory", "--disk"):
        assert "needs --shortest" in complaint("solve", "triangle5", "a1", option, "1")
        complaint("solve", "triangle5", "a1", "--shortest", option, "-1")
    assert "--short" in complaint("solve", "square12", "a2", "--shortest")


@pytest.mark.parametrize("board", ["rectangle3x4", *quick_then("square4", "triangle5")])
def test_the_catalogue_lists_classes_and_members(pegs, document, board):
    asked = ("show", board, "--problems", "--shortest", "--all")
    problems = document(*asked)["problems"]
    printed = pegs(*asked)
    for problem in problems:
        listed = problem["sets"] or []
        assert len(listed) == (problem["unordered"] or 0)
        for one in listed:
            assert f"  {', '.join(one['moves'])}\n" in printed
        for kind in {tuple(one["kind"]) for one in listed}:
            assert f"class {kind}: " in printed
    assert "sets" not in document(*asked[:-1])["problems"][0]


LONG = ".*./.*./..*****/**.*..*/......*/**./*.."  # a search of 7,000 positions proves it dead


# -- the limits of solve ------------------------------------------------------------------------


@pytest.mark.parametrize("budget", [("--positions", 0), ("--time", 0)])
def test_solve_undecided(document, pegs, budget):
    """Only a search can prove that this problem has no solution."""
    words = ("solve", "english", LONG, "--finish", "d4", *budget)
    shown = document(*words, code=3)
    assert (shown["solvable"], shown["solution"]) == (None, None)
    line, basis = pegs(*words, code=3).splitlines()
    assert basis == "basis: computed"
    assert line.startswith("undecided: the budget is spent, after ")
    assert line.count("undecided") == 1


def test_solve_within_a_budget(document, pegs):
    shown = document("solve", "triangle5", "a1", "--time", 60, "--positions", 100_000)
    assert shown["solvable"] is True
    text = pegs("solve", "english", LONG, "--finish", "d4", "--time", 60, code=1)
    assert text.startswith("no: exhausted: ")
    assert document("solve", "french", "d4", "--positions", 0, code=1)["solvable"] is False


def test_budgets_that_are_none(complaint):
    for flag, value, message in [
        ("--time", "-1", "a limit of -1.0 seconds is negative: give 0 or more"),
        ("--positions", "-1", "a limit of -1 positions is too small: give 0 or more"),
        ("--time", "soon", "is not a time: write 90, 90s, 5m or 1h30m"),
        ("--positions", "1.5", "Invalid value for '--positions'"),
    ]:
        assert message in complaint("solve", "triangle5", "a1", flag, value)
    for flag in ("--time", "--positions"):
        assert "--all" in complaint("solve", "triangle5", "a1", "--all", 2, flag, 5)


# -- triangle ----------------------------------------------------------------------------------


def test_a_solution(document, pegs):
    found = document("triangle", 20, "g10", "any")
    assert found["solvable"]
    assert len(found["removals"]) <= 29
    assert sum(len(removal["holes"]) for removal in found["removals"]) == 210 - 36
    solution = Solution.from_moves(triangle(20).vacancy("g10"), found["moves"])
    assert solution.finish == triangle(20).single(found["finish"])
    assert [str(jump) for jump in solution.jumps] == found["jumps"]
    printed = pegs("triangle", 20, "g10", "any")
    assert "208 jumps" in printed
    assert "24 removals (4 x trapezoid" in printed
    assert "more moves: --moves prints all" in printed
    assert "more moves" not in pegs("triangle", 6, "a1", "(0,0)")
    assert document("triangle", 9, "a1", "a1") == document("triangle", 9, "a1")


def test_no(document, pegs):
    found = document("triangle", 7, "a1", code=1)
    assert (found["solvable"], found["finish"], found["jumps"]) == (False, None, [])
    assert "theorem 2.1: side 7 is 1 mod 3" in pegs("triangle", 7, "a1", code=1)
    assert "a1 has label 0, so that" in pegs("triangle", 8, "a1", "a2", code=1)
    said = pegs("triangle", 5, "a1", "b3", code=1)
    assert "exhausted" in said
    assert "`pegs explain triangle5 a1 --finish b3` explains why" in said
    assert "explains why" not in pegs("triangle", 3, "a1", "any", code=1)


def test_counts(document, pegs):
    counts = {"feasible_pairs": 356, "solvable_pairs": 356}
    assert document("triangle", 12) == {"side": 12, "holes": 78, **counts}
    assert "17 that the labels allow, 12 that can be solved" in pegs("triangle", 5)
    assert "1 that the labels allow, 0 that can be solved" in pegs("triangle", 2)
    assert "such as a corner, ends with one peg" in pegs("triangle", 13)
    assert "label 0" not in pegs("triangle", 12)


def test_pictures(document, pegs, complaint, tmp_path):
    path = tmp_path / "t.svg"
    assert document("triangle", 9, "a1", "--svg", path)["svg"] == str(path)
    assert "removals around a core" in path.read_text()
    assert str(path) in pegs("triangle", 9, "a1", "--svg", path, "--stages")
    assert "stages of a solution" in path.read_text()
    path.unlink()
    assert document("triangle", 7, "a1", "--svg", path, code=1)["svg"] is None
    assert not path.exists()
    assert "there is no folder" in complaint(
        "triangle", 9, "a1", "--svg", tmp_path / "no" / "t.svg"
    )
    assert "--stages needs --svg" in complaint("triangle", 9, "a1", "--stages")


def test_what_is_wrong(complaint):
    assert "give the name of a file" in complaint("triangle", 9, "a1", "--svg", "")
    for place in ("/dev/full", "/tmp"):  # a picture would replace the device
        assert "is not a file" in complaint("triangle", 9, "a1", "--svg", place)
    assert "give 2 or more" in complaint("triangle", 1)
    assert "give 1000 or less" in complaint("triangle", 1_000_000_000_000)
    assert "not a hole of the triangle of side 9" in complaint("triangle", 9, "j1")
    assert "not a hole of the triangle of side 9" in complaint("triangle", 9, "a1", "b1")
    assert "use 1 to 45" in complaint("triangle", 9, "46")
    assert "'46' is not a hole" in complaint("triangle", 900, "46")
    assert "--svg needs START" in complaint("triangle", 9, "--svg", "t.svg")
