"""A small lesson, from which tests make others."""

from pegsolitaire.data import read_lesson

LESSON = """format = 1
name = "mine"
title = "Mine"
about = "A test."
board = "english"

[[step]]
text = "Jump."
pegs = "d2 d3"
finish = "d4"
solution = "d2-d4"
hint = "Which?"
astray = "No."
done = "Yes."
"""


def lesson_from(tmp_path, text):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    return read_lesson(path)
