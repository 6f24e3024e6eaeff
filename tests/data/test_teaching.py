"""Lessons and the glossary: how they are read, and how mistakes in them are reported."""

import re

import pytest
from lessons import LESSON, lesson_from

from pegsolitaire.advice import check_lesson
from pegsolitaire.board import parse_hole
from pegsolitaire.data import glossary, lessons
from pegsolitaire.errors import PegSolitaireError
from pegsolitaire.web.documents import Glossary, Lessons
from tools.make_data import GLOSSARY, glossary_text

ALL = lessons()


ANSWERS = '[[step]]\ntext = "?"\nstart = "d4"\nanswer = [{ text = "a", reply = "b" }]\n'


def test_a_lesson_of_ones_own(tmp_path):
    found = lesson_from(tmp_path, LESSON)
    assert (found.name, len(found.steps)) == ("mine", 1)
    check_lesson(found)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('board = "english"', 'board = "flat"', "flat"),
        ('pegs = "d2 d3"', 'pegs = "d2 z9"', "z9"),
        ('pegs = "d2 d3"\n', "", "it has no start"),
        ('solution = "d2-d4"', 'solution = "d3-d1"', "which is not the goal"),
        ('solution = "d2-d4"', 'solution = "d2-d3"', "d2-d3"),
        ('finish = "d4"', 'clear = "d5"', "has no peg"),
        ('finish = "d4"', 'finish = "d4"\npick = "d4"', "make a step of each"),
        ('hint = "Which?"\n', "", "it has no hint"),
        ('done = "Yes."', 'done = "Yes."\nmore = 1', "unknown key 'more'"),
        ('done = "Yes."', 'done = "Yes."\nweights = "1 2"', "weights"),
        ('done = "Yes."', 'done = "Yes."\ncolours = "red"', "rising, falling"),
        ('done = "Yes."', 'done = "Yes."\nclaims = "dead"', "claims"),
        ('done = "Yes."', 'done = "Yes."\nwrong = [{ jump = "a3-c3", reply = "" }]', "a3-c3"),
        ("[[step]]", f"{ANSWERS}\n[[step]]", "exactly one answer must be right"),
    ],
)
def test_what_is_wrong_is_said(tmp_path, old, new, said):
    with pytest.raises(PegSolitaireError) as caught:
        lesson_from(tmp_path, LESSON.replace(old, new))
    assert said in str(caught.value)
    assert str(caught.value).startswith(str(tmp_path / "mine.toml"))
    assert "\n" not in str(caught.value)


# -- the glossary ---------------------------------------------------------------------------------


def test_the_glossary_explains_the_words_of_the_lessons():
    names = {term.name for term in glossary()}
    wanted = {"3-removal", "6-removal", "L-removal", "catalyst", "package", "purge", "sweep"}
    assert wanted | {"resource count", "SAX count", "position class", "corner"} <= names
    for term in glossary():
        assert term.text.endswith(".")
        assert len(term.text) < 280
    assert [one["name"] for one in Glossary().to_json()["terms"]] == [
        term.name for term in glossary()
    ]


def test_the_page_of_words_is_up_to_date():
    assert GLOSSARY.read_text(encoding="utf-8").rstrip("\n") == glossary_text()


def test_a_word_is_explained_once(tmp_path, monkeypatch):
    monkeypatch.setattr("pegsolitaire.data.teaching.FOLDER", tmp_path)
    path = tmp_path / "glossary.toml"
    row = '[[term]]\nname = "jump"\ntext = "A leap."\n'
    path.write_text(f"format = 1\n{row}")
    assert [term.text for term in glossary.__wrapped__()] == ["A leap."]
    path.write_text(f"format = 1\n{row}{row}")
    with pytest.raises(PegSolitaireError, match="two terms are named 'jump'"):
        glossary.__wrapped__()


# -- the command ----------------------------------------------------------------------------------


def test_the_command_lists_and_prints_them(pegs, document):
    assert document("learn") == Lessons().to_json()
    for lesson in Lessons().to_json()["lessons"]:
        assert document("learn", lesson["name"]) == lesson
    listed = pegs("learn")
    assert all(lesson.name in listed for lesson in ALL)
    text = " ".join(pegs("learn", "corners").split())
    for words in ("Eight holes of this board", "found: c1, e1,", "a3-c3, d3-b3, c1-c3, b3-d3"):
        assert words in text


def test_the_command_prints_paint_and_answers(pegs):
    """The diagonals that rise to the right have the letters A, B and C in turn."""
    printed = pegs("learn", "colours")
    [painted] = re.findall(r"^painted: (.*)$", printed, re.MULTILINE)
    for word in painted.split(", "):
        hole, letter = word.split()
        assert letter == "ABC"[sum(parse_hole(hole)) % 3]
    assert "Only on an A: Right: A is unlike the others, and stays so to the end.\n" in printed
