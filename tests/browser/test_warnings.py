"""Tests of warnings: losing targets are marked, except where this would give a puzzle away."""

import pytest
from playwright.sync_api import expect

from pegsolitaire.data import puzzle_set

STILL = {"motion": "off"}
MADE = "board=triangle5&start=a1&moves=a3-a1,c3-a3"  # only c5-c3 of the six jumps loses
SWEEP = "board=english&start=code:134272649&finish=d4"  # c1-c3 wins, but then c3-c5 and c3-a3 lose
RATED = puzzle_set("triangle5-unique-jump").puzzles[0]


def marked(page):
    """Return the kinds of the drawn targets, in the order of the holes."""
    marks = page.locator("#board .mark.target")
    return marks.evaluate_all("all => all.map((one) => [...one.classList].at(-1))")


def test_a_losing_target_is_marked_when_the_peg_is_lifted(player):
    """A dashed ring, a bomb and words warn the user, who may still make the jump."""
    player.settings(**STILL)
    player.open(MADE)
    player.until_known()
    page = player.page
    assert player.status == "12 pegs"
    expect(page.locator("#board .peg.glow")).to_have_count(0)
    player.hole("c5").hover()
    expect(page.locator("#board .mark.target")).to_have_count(0)
    player.click("c5")
    expect(page.locator("#board .mark.target.dead .bomb")).to_be_visible()
    assert marked(page) == ["dead"]
    assert player.hole("c3").get_attribute("aria-label") == "c3, target, loses"
    player.wait_to_hear("c5 lifted, to c3, loses")
    player.click("b5")  # a winning target looks like any other
    expect(page.locator("#board .mark.target.open")).to_have_count(1)
    assert player.hole("b3").get_attribute("aria-label") == "b3, target"
    player.click("b5")
    player.jump("c5-c3")
    player.wait_for_status("Lost at move 3 (c5-c3)")
    player.click("a5")  # the game is already lost
    expect(page.locator("#board .mark.target.open")).to_have_count(1)


@pytest.mark.slow
def test_a_losing_sweep_is_marked(player):
    """A target is marked if a sweep to it ends with a losing jump."""
    player.settings(**STILL)
    player.open(SWEEP)
    player.until_known()
    player.click("c1")
    expect(player.page.locator("#board .mark.further.dead .bomb")).to_have_count(3)
    assert player.hole("c3").get_attribute("aria-label") == "c3, target"
    for name in ("a3", "c5"):
        label = player.hole(name).get_attribute("aria-label")
        assert label == f"{name}, target of 2 jumps in a row, loses"


@pytest.mark.slow
@pytest.mark.parametrize("level", ["gentle", "off"])
def test_without_warnings_all_targets_look_alike(player, level):
    player.settings(help=level, **STILL)
    player.open(MADE)
    player.until_known()
    player.click("c5")
    expect(player.page.locator("#board .mark.target.open")).to_have_count(1)
    assert player.hole("c3").get_attribute("aria-label") == "c3, target"


@pytest.mark.slow
def test_puzzles_give_no_warnings_and_say_so(sit_down, server):
    """Rated and daily puzzles give no warnings before the first jump, but boards do."""
    player = sit_down(server)
    player.settings(**STILL)
    player.open("board=triangle5&start=a1")
    page = player.page
    player.go_to_puzzle(RATED)
    player.until_known()
    pegs = len(RATED.position)
    player.wait_for_status(f"{pegs} pegs · losing jumps are not marked")
    player.wait_to_hear("losing jumps are not marked")
    right = RATED.solution.jumps[0]
    wrong = next(jump for jump in RATED.position.legal_jumps if jump != right)
    start, end = str(wrong).split("-")
    player.click(start)
    expect(page.locator("#board .mark.target")).not_to_have_count(0)
    assert "dead" not in marked(page)
    assert "loses" not in player.hole(end).get_attribute("aria-label")
    page.keyboard.press("Escape")
    player.jump(str(right))
    player.wait_for_status(f"{pegs - 1} pegs")
    assert "warnings" not in player.status

    player.open("daily")
    player.wait_for_status("losing jumps are not marked")
    player.open(f"board={RATED.board.name}&start=code:{RATED.position.code}&finish={RATED.finish}")
    player.until_known()
    assert player.status == f"{pegs} pegs"
    player.click(start)
    expect(page.locator("#board .mark.target.dead")).not_to_have_count(0)


@pytest.mark.slow
def test_with_warnings_no_game_moves_the_rating(sit_down, server):
    """Otherwise users could open a rated puzzle as a board, see what loses, and be rated."""
    player = sit_down(server)
    player.settings(**STILL)
    player.open(f"board={RATED.board.name}&start=code:{RATED.position.code}&finish={RATED.finish}")
    player.until_known()
    for jump in RATED.solution.jumps:
        player.jump(str(jump))
    player.wait_for_status("Solved")
    expect(player.page.locator("#panel")).not_to_contain_text("rating")
    assert player.stored("results") == {}


@pytest.mark.slow
def test_winning_jumps_are_shown_until_they_are_hidden(player):
    player.settings(**STILL)
    player.open(MADE)
    player.until_known()
    page = player.page
    page.get_by_role("button", name="Show winning jumps").click()
    expect(page.locator("#board .peg.glow")).not_to_have_count(0)
    player.jump("a4-a2")
    player.wait_for_status("11 pegs")
    expect(page.locator("#board .peg.glow")).not_to_have_count(0)
    page.keyboard.press("u")
    player.wait_for_status("12 pegs")
    expect(page.locator("#board .peg.glow")).not_to_have_count(0)
    page.get_by_role("button", name="Hide winning jumps").click()
    expect(page.locator("#board .peg.glow")).to_have_count(0)
    player.jump("a4-a2")
    player.wait_for_status("11 pegs")
    expect(page.get_by_role("button", name="Show winning jumps")).to_be_visible()
    expect(page.locator("#board .peg.glow")).to_have_count(0)


@pytest.mark.slow
def test_lessons_warn(sit_down, server):
    """In the second step of this lesson, only one first jump is right."""
    player = sit_down(server)
    player.settings(**STILL)
    player.open("learn/corners")
    page = player.page
    page.get_by_role("button", name="Skip").click()
    spot = page.locator("#lessons .spot[aria-label^='d2,']")
    spot.dispatch_event("click")
    expect(page.locator("#lessons .mark.target.dead .bomb")).not_to_have_count(0)
    expect(page.locator("#lessons .spot[aria-label$='target, loses']")).not_to_have_count(0)
