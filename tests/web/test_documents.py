"""Tests of the lessons and the storm as documents for the page."""

from pegsolitaire.data import lessons, storm_positions
from pegsolitaire.web.documents import Lessons, Storm

ALL = lessons()


def test_the_document():
    found = Lessons().to_json()["lessons"]
    assert [one["name"] for one in found] == [lesson.name for lesson in ALL]
    first = found[0]["steps"][0]
    assert (first["kind"], first["solution"]["jumps"], first["finishes"]) == (
        "play",
        ["d2-d4"],
        [f"code:{ALL[0].board.single('d4').code}"],
    )
    assert [len(one["steps"]) for one in found] == [len(lesson.steps) for lesson in ALL]


def test_the_document_of_the_storm():
    found, positions = Storm().to_json()["positions"], storm_positions()
    assert len(found) == len(positions)
    assert found[0] == {
        "board": positions[0].position.board.name,
        "position": f"code:{positions[0].position.code}",
        "jump": str(positions[0].jump),
        "rating": positions[0].rating,
    }
