"""Tests of the storm, in which one jump wins, with and without a clock, by all means of input."""

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from browser.pages import SCREENS, AtDialog, picker, sit_at
from pegsolitaire.data import storm_positions

KNOWN = {
    (frozenset(map(one.position.board.hole_text, one.position.board)),
     frozenset(map(one.position.board.hole_text, one.position))): one
    for one in storm_positions()
}  # fmt: skip
NOON = datetime(2026, 11, 23, 12)
# How long the right jump is shown after a wrong jump and after a right one, in milliseconds.
SHOWN, RIGHT = 1500, 400


class Stormer(AtDialog):
    """A user in a storm who knows the winning jumps."""

    dialog_id, board_id = "#storm-run", "#storm-board"
    texts = "button, .said, .task, dd, p"

    def begin(self, mode):
        self.page.locator(f"#storm-run [data-mode={mode}]").click()
        self.spots.first.wait_for()

    @property
    def current(self):
        """The puzzle that is shown, as identified by the labels of its holes."""
        labels = self.spots.evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
        names = [label.split(", ")[:2] for label in labels]
        pegs = frozenset(name for name, what in names if what == "peg")
        return KNOWN[frozenset(name for name, _ in names), pegs]

    def jump(self, jump):
        start, *rest = str(jump).split("-")
        self.press(start)
        expect(self.page.locator("#storm-board .peg.lifted")).to_have_count(1)
        for name in rest:
            self.press(name)

    @property
    def score(self):
        return self.page.locator("#storm-run .score dd").all_inner_texts()

    @property
    def said(self):
        return self.page.inner_text("#storm-run .said")

    def jump_right(self):
        """Make the winning jump and wait for the next position."""
        self.jump(self.current.jump)
        self.page.clock.run_for(RIGHT)

    def wrong(self):
        """Return a losing jump."""
        one = self.current
        return next(jump for jump in one.position.legal_jumps if jump != one.jump)

    def places(self):
        """Return the places of the parts of the dialog, which must not move."""
        parts = ("#storm-board", "#storm-run .score", "#storm-run .said", "#storm-run .task")
        return [self.page.locator(part).bounding_box() for part in parts]


def sit_in_a_storm(player):
    """Open a storm with a stopped clock that only the tests advance."""
    player.settings(motion="off")
    player.page.clock.install(time=NOON)
    player.open("board=triangle5&start=a1")
    picker(player.page, "puzzles").locator(".begin-storm").click()
    player.page.locator("#storm-run[open]").wait_for()
    player.page.clock.pause_at(NOON + timedelta(days=1))
    return Stormer(player)


@pytest.fixture(params=SCREENS)
def storm(request, sit_down, server):
    scheme = "dark" if "390" in request.param else "light"
    player = sit_at(sit_down, server, request.param, alone=True, color_scheme=scheme)
    return sit_in_a_storm(player)


@pytest.mark.slow
def test_a_storm(storm):
    """A run of three minutes gets harder and harder, and the best score is kept."""
    page = storm.page
    storm.check_screen(stopped=True)
    storm.begin("storm")
    storm.check_screen(stopped=True)
    places, ratings = storm.places(), []
    for number in range(4):
        assert storm.score[1] == str(number)
        ratings.append(storm.current.rating)
        one = storm.current
        storm.jump(one.jump)
        assert storm.said == "Right."
        expect(page.locator("#storm-board .arrow")).to_have_count(1)
        pegs = page.locator("#storm-board .spot[aria-label*=', peg']")
        assert pegs.count() == len(one.position) - 1, "the jump that was made is not shown"
        page.clock.run_for(RIGHT)
        expect(page.locator("#storm-board .arrow")).to_have_count(0)
        assert storm.places() == places
    assert ratings == sorted(ratings)
    one, wrong = storm.current, storm.wrong()
    storm.jump(wrong)
    assert storm.said == f"{wrong} loses. {one.jump} was the one."
    expect(page.locator("#storm-board .arrow")).to_have_count(1)
    assert storm.places() == places
    assert (storm.score[1:3], storm.current) == (["3", "0"], one)
    storm.check_screen(stopped=True)
    for name in str(one.jump).split("-"):  # too late
        storm.press(name)
    page.clock.run_for(SHOWN)
    expect(page.locator("#storm-board .arrow")).to_have_count(0)
    assert storm.current != one
    assert storm.score[1] == "3"
    assert storm.score[0].startswith("2:5")
    page.clock.run_for(20_000)
    assert storm.score[0].startswith("2:3")
    page.clock.fast_forward(180_000)
    page.get_by_role("heading", name="Score 3").wait_for()
    storm.check_screen(stopped=True)
    assert page.inner_text("#storm-run .between").count("4 right, 1 wrong") == 1
    assert storm.player.stored("storm") == {"storm": 3}
    expect(page.locator("#storm-run .runs li")).to_have_count(1)
    expect(page.locator("#storm-run [data-mode=storm] small")).to_have_text("Best: 3 · today: 3")

    # The missed position comes again until it is solved, and does not count as a run.
    page.get_by_role("button", name="Go through the missed ones").click()
    for jump, shown in ((wrong, SHOWN), (one.jump, RIGHT)):
        assert storm.current == one
        storm.jump(jump)
        page.clock.run_for(shown)
    page.get_by_role("heading", name="You found them all").wait_for()
    expect(page.locator("#storm-run .runs li")).to_have_count(1)
    assert storm.player.stored("storm") == {"storm": 3}


@pytest.mark.every(2)
def test_five_right_in_a_row_add_five_seconds(sit_down, server):
    storm = sit_in_a_storm(sit_down(server, alone=True))
    storm.begin("storm")
    for _ in range(4):
        storm.jump_right()
    before = storm.score[0]
    storm.jump(storm.current.jump)
    assert storm.said == "Right. 5 in a row: 5 seconds more."
    assert before.startswith("2:5")
    assert storm.score[0].startswith("3:0")
    assert storm.score[1:3] == ["5", "5"]


@pytest.mark.slow
def test_a_missed_position_is_opened(storm):
    page = storm.page
    storm.begin("storm")
    one = storm.current
    storm.jump(storm.wrong())
    page.clock.run_for(SHOWN)
    page.get_by_role("button", name="End this run").click()
    page.clock.resume()
    page.locator("#storm-run .tile").click()
    page.locator("#storm-run").wait_for(state="hidden")
    standing = page.locator("#list-here")
    expect(standing).to_have_text("Missed in the storm · 1 of 1")
    pegs = page.locator("#board .spot[aria-label*=', peg']")
    expect(pegs).to_have_count(len(one.position))
    labels = pegs.evaluate_all("all => all.map((peg) => peg.getAttribute('aria-label'))")
    names = {label.partition(",")[0] for label in labels}
    assert names == set(map(one.position.board.hole_text, one.position))
    storm.player.reload()
    expect(standing).to_have_text("Missed in the storm · 1 of 1")
    standing.click()
    expect(page.locator("#class-set h2")).to_have_text("Missed in the storm")


@pytest.mark.slow
def test_a_streak(sit_down, server):
    """A streak has no clock and ends with the first wrong jump. Only better scores are kept."""
    storm = sit_in_a_storm(sit_down(server, alone=True))
    page = storm.page
    heading = page.locator("#storm-run h2")
    expect(heading).to_have_text("Storm")
    for rights, best in ((2, 2), (1, 2)):
        storm.begin("streak")
        expect(heading).to_have_text("Streak")
        assert storm.said == ""
        page.clock.fast_forward(600_000)
        for _ in range(rights):
            storm.jump_right()
        assert storm.score == ["–", str(rights), str(rights), str(best) if rights == 1 else "–"]
        storm.jump(storm.wrong())
        page.clock.run_for(SHOWN)
        page.locator("#storm-run .between").wait_for()
        expect(page.locator("#storm-run .between h3").first).to_have_text(f"{rights} in a row")
        said = "Your best run so far!" if rights == best else "The run is over."
        expect(page.locator("#storm-run .between > p").first).to_have_text(said)
        assert storm.said == ""
        assert storm.player.stored("storm") == {"streak": best}
        assert storm.score == ["–", "–", "–", str(best)]

    # A second press on a target must not make a jump in the next position.
    storm.begin("streak")
    for _ in range(6):
        start, end = str(storm.current.jump).split("-")
        storm.press(start)
        page.mouse.dblclick(*storm.point(end))
        page.clock.run_for(RIGHT)
        assert page.locator("#storm-board").count() == 1, "a jump was made by itself"
        expect(page.locator("#storm-board .arrow")).to_have_count(0)

    # Escape first puts the peg down and then closes the dialog.
    page.get_by_role("button", name="End this run").click()
    kept = storm.player.stored("storm")
    storm.player.how = "keys"
    storm.begin("storm")
    one = storm.current
    storm.press(str(one.jump).split("-")[0])
    expect(page.locator("#storm-board .peg.lifted")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#storm-board .peg.lifted")).to_have_count(0)
    assert storm.current == one
    page.keyboard.press("Escape")
    page.locator("#storm-run").wait_for(state="hidden")
    assert storm.player.stored("storm") == kept


@pytest.mark.slow
def test_a_storm_without_a_server(sit_down, exported):
    storm = sit_in_a_storm(sit_down(exported, alone=True))
    storm.begin("storm")
    storm.jump(storm.current.jump)
    assert storm.score[1] == "1"
    storm.page.get_by_role("button", name="End this run").click()
    expect(storm.page.locator("#storm-run .between h3").first).to_have_text("Score 1")
    storm.page.keyboard.press("Escape")
    assert storm.page.locator("#storm-run").is_hidden()
