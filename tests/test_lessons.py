"""Lessons: every one can be played as its texts say, and what they claim holds."""

import pytest

from pegsolitaire.analysis import check_lesson
from pegsolitaire.game import lessons

ALL = lessons()


@pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: lesson.name)
def test_what_a_lesson_says_holds(lesson):
    check_lesson(lesson)
