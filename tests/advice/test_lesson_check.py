"""Lessons: each can be played as described, wrong turns lose, and all claims are true."""

import re
from functools import cache
from itertools import pairwise

import naive
import pytest
from lessons import LESSON, lesson_from
from marks import each

from pegsolitaire import chance
from pegsolitaire.advice import check_lesson
from pegsolitaire.data import lesson_named, lessons
from pegsolitaire.errors import PegSolitaireError
from pegsolitaire.game import Problem

ALL = lessons()
STEPS = [
    pytest.param(step, id=f"{lesson.name}-{number}")
    for lesson in ALL
    for number, step in enumerate(lesson.steps, 1)
]


def naive_reaches(step):
    """Return a function that tells whether pegs can reach a goal, by playing every game."""
    board = step.start.board
    goals = {naive.pegs(board, one.code) for one in step.finishes}
    fewest = len(next(iter(goals)))

    @cache
    def wins(pegs):
        if len(pegs) <= fewest:
            return pegs in goals
        return any(
            wins(naive.after(pegs, jump))
            for jump in naive.jumps(board)
            if {*jump[:2]} <= pegs and jump[2] not in pegs
        )

    return wins


@pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: lesson.name)
def test_what_a_lesson_says_holds(lesson):
    check_lesson(lesson)


@pytest.mark.parametrize("step", STEPS)
def test_a_step_says_what_there_is_to_do(step):
    """Each step has texts for every outcome, which name holes as the board does."""
    if step.kind in ("play", "pick", "paint"):
        assert step.hint.endswith("?")
        assert step.astray
        assert step.done
    if step.kind == "play":
        assert step.solution.start == step.start
        assert step.solution.finish in step.finishes
    said = [step.text, step.hint, step.astray, step.done]
    said += [one.reply for one in (*step.wrong, *step.answers)]
    names = {step.start.board.hole_text(hole) for hole in step.start.board}
    for text in said:
        assert set(re.findall(r"\b[a-z]\d\b", text)) <= names
        assert not re.search(r"\s\s|\s$|\bx\b", text)
    assert len(step.text) < 400


@pytest.mark.parametrize("step", [one for one in STEPS if one.values[0].kind == "play"])
def test_wrong_turns_lose_as_every_game_shows(step):
    reaches = naive_reaches(step)
    board, position = step.start.board, step.start
    for jump in step.solution.jumps:
        assert reaches(naive.pegs(board, position.code))
        position = position.play(jump)
    assert reaches(naive.pegs(board, position.code))
    for turn in step.wrong:
        position = step.start
        for jump in (*turn.after, turn.jump):
            position = position.play(jump)
        assert not reaches(naive.pegs(board, position.code))


def test_there_are_lessons_of_everything():
    assert all(any(step.kind == "play" for step in lesson.steps) for lesson in ALL)
    assert lesson_named(" Jumping ") is ALL[0]
    with pytest.raises(PegSolitaireError, match="the lessons are 1 jumping, 2 corners"):
        lesson_named("flying")


def test_the_central_game_is_one_game():
    """The steps of the lesson follow one another and form a solution."""
    steps = lesson_named("central-game").steps
    for before, after in pairwise(steps):
        assert before.end == after.start
    assert 1 + sum(len(step.solution.jumps) for step in steps) == 31
    assert [len(step.solution.jumps) for step in steps] == [6, 3, 6, 6, 6, 3]


@pytest.mark.slow
def test_chances_that_a_text_gives():
    text = lesson_named("rule-of-thumb").steps[-1].text
    board = ALL[9].board
    problem = Problem.to_any(board.vacancy("a1"))
    odds = [
        chance.random_play(problem, player=who).win_probability for who in ("any", "thumb", "sax")
    ]
    assert [round(1 / one) for one in odds] == [146, 47, 7]
    for words in ("one game in 146", "one in 47", "one in 7."):
        assert words in text


@each(
    "more",
    [
        'claims = ["dead d4"]',
        'claims = ["only d3-d1"]',
        'claims = ["removal 3-removal"]',
        'claims = ["count"]',
        'claims = ["moves 2"]',
        'claims = ["colour B"]\ncolours = "rising"',
        'claims = ["unjumpable"]',
        'claims = ["nonsense"]',
        'wrong = [{ jump = "d2-d4", reply = "No." }]',
    ],
)
def test_false_claims_are_found(tmp_path, more):
    lesson = lesson_from(tmp_path, f"{LESSON}{more}\n")
    with pytest.raises(PegSolitaireError, match="lesson mine, step 1: "):
        check_lesson(lesson)
