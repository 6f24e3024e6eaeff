"""The command `pegs triangle`."""

from pegsolitaire.board import triangle
from pegsolitaire.game import Solution


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
    assert "--stages needs --svg" in complaint("triangle", 9, "--stages")


def test_what_is_wrong(complaint):
    assert "give the name of a file" in complaint("triangle", 9, "a1", "--svg", "")
    for place in ("/dev/full", "/tmp"):  # a device would be replaced by the picture
        assert "is not a file" in complaint("triangle", 9, "a1", "--svg", place)
    assert "give 2 or more" in complaint("triangle", 1)
    assert "give 2 or more" in complaint("triangle", 1, "a1")
    assert "give 1000 or less" in complaint("triangle", 1_000_000_000_000)
    assert "not a hole of the triangle of side 9" in complaint("triangle", 9, "j1")
    assert "not a hole of the triangle of side 9" in complaint("triangle", 9, "a1", "b1")
    assert "42" in complaint("triangle", 9, "42")
    assert "--svg needs START" in complaint("triangle", 9, "--svg", "t.svg")
