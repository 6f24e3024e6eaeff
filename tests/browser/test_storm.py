"""Tests of the storm, in which one jump wins, with and without a clock, by all means of input."""

from datetime import datetime, timedelta

import pytest
from marks import slow_but_for
from playwright.sync_api import expect

from browser.pages import faults, picker
from pegsolitaire.data import storm_positions

KNOWN = {
    (frozenset(map(one.position.board.hole_text, one.position.board)),
     frozenset(map(one.position.board.hole_text, one.position))): one
    for one in storm_positions()
}  # fmt: skip
SIZES = {"390 touch": (390, 844), "1280 pointer": (1280, 860)}
SIZES |= {"768 keys": (768, 1024), "1920 pointer": (1920, 1080), "844 touch": (844, 390)}
QUICK = ["390 touch"]
NOON = datetime(2026, 11, 23, 12)
# How long the right jump is shown after a wrong jump and after a right one, in milliseconds.
SHOWN, RIGHT = 1500, 400


class Stormer:
    """A user in a storm who knows the winning jumps."""

    def __init__(self, player, how):
        self.page, self.how = player.page, how

    def begin(self, mode):
        self.page.locator(f"#storm-run [data-mode={mode}]").click()
        self.page.locator("#storm-board .spot").first.wait_for()

    @property
    def current(self):
        """The puzzle that is shown, as identified by the labels of its holes."""
        spots = self.page.locator("#storm-board .spot")
        labels = spots.evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
        names = [label.split(", ")[:2] for label in labels]
        pegs = frozenset(name for name, what in names if what == "peg")
        return KNOWN[frozenset(name for name, _ in names), pegs]

    def spot(self, name):
        return self.page.locator(f'#storm-board .spot[aria-label^="{name},"]')

    def jump(self, jump):
        start, *rest = str(jump).split("-")
        self.press(start)
        expect(self.page.locator("#storm-board .peg.lifted")).to_have_count(1)
        for name in rest:
            self.press(name)

    def press(self, name):
        if self.how == "keys":
            self.go_to(name)
            self.page.keyboard.press("Enter")
            return
        box = self.spot(name).bounding_box()
        at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        (self.page.touchscreen.tap if self.how == "touch" else self.page.mouse.click)(*at)

    def go_to(self, name):
        """Move the focus to a hole with the arrow keys."""
        spot = self.spot(name)
        spot.focus()
        self.page.keyboard.press("ArrowLeft")
        self.page.keyboard.press("ArrowRight")
        if not spot.evaluate("one => one === document.activeElement"):
            spot.focus()  # at an edge, or on a slanted lattice

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

    def check_screen(self):
        """Check that nothing is cut off or too wide, and that axe finds no faults."""
        assert faults(self.page, stopped=True) == []
        width = self.page.viewport_size["width"]
        assert self.page.evaluate("document.getElementById('storm-run').scrollWidth") <= width
        texts = (
            "#storm-run button, #storm-run .said, #storm-run .task, #storm-run dd, #storm-run p"
        )
        cut = self.page.locator(texts).evaluate_all(
            "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1"
            " || one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent)"
        )
        assert cut == []


def sit_in_a_storm(player, how="pointer"):
    """Open a storm with a stopped clock that only the tests advance."""
    player.settings(motion="off")
    player.page.clock.install(time=NOON)
    player.open("board=triangle5&start=a1")
    picker(player.page, "puzzles").locator(".begin-storm").click()
    player.page.locator("#storm-run[open]").wait_for()
    player.page.clock.pause_at(NOON + timedelta(days=1))
    return Stormer(player, how)


@pytest.fixture(params=slow_but_for(QUICK, SIZES))
def storm(request, sit_down, server):
    width, height = SIZES[request.param]
    how = request.param.split()[1]
    size = {"width": width, "height": height}
    scheme = "dark" if width == 390 else "light"
    touch = how == "touch"
    player = sit_down(server, alone=True, viewport=size, has_touch=touch, color_scheme=scheme)
    return sit_in_a_storm(player, how)


@pytest.mark.slow
def test_a_storm(storm):
    """A run of three minutes gets harder and harder, and the best score is kept."""
    page = storm.page
    storm.check_screen()
    storm.begin("storm")
    storm.check_screen()
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
    storm.check_screen()
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
    storm.check_screen()
    assert page.inner_text("#storm-run .between").count("4 right, 1 wrong") == 1
    assert page.evaluate("JSON.parse(localStorage['pegs.storm'])") == {"storm": 3}
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
    assert page.evaluate("JSON.parse(localStorage['pegs.storm'])") == {"storm": 3}


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
    expect(page.locator("#list-here")).to_have_text("Missed in the storm · 1 of 1")
    pegs = page.locator("#board .spot[aria-label*=', peg']")
    expect(pegs).to_have_count(len(one.position))
    labels = pegs.evaluate_all("all => all.map((peg) => peg.getAttribute('aria-label'))")
    names = {label.partition(",")[0] for label in labels}
    assert names == set(map(one.position.board.hole_text, one.position))


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
        assert page.evaluate("JSON.parse(localStorage['pegs.storm'])") == {"streak": best}
        assert storm.score == ["–", "–", "–", str(best)]

    # A second press on a target must not make a jump in the next position.
    storm.begin("streak")
    for _ in range(6):
        start, end = str(storm.current.jump).split("-")
        storm.press(start)
        box = storm.spot(end).bounding_box()
        at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.dblclick(*at)
        page.clock.run_for(RIGHT)
        assert page.locator("#storm-board").count() == 1, "a jump was made by itself"
        expect(page.locator("#storm-board .arrow")).to_have_count(0)

    # Escape first puts the peg down and then closes the dialog.
    page.get_by_role("button", name="End this run").click()
    kept = page.evaluate("localStorage['pegs.storm']")
    storm.how = "keys"
    storm.begin("storm")
    one = storm.current
    storm.press(str(one.jump).split("-")[0])
    expect(page.locator("#storm-board .peg.lifted")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#storm-board .peg.lifted")).to_have_count(0)
    assert storm.current == one
    page.keyboard.press("Escape")
    page.locator("#storm-run").wait_for(state="hidden")
    assert page.evaluate("localStorage['pegs.storm']") == kept


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


RUN = """async (seeds) => {
  const { Run } = await import("/js/storm.js");
  const { fromBands } = await import("/js/searches.js");
  const { Server } = await import("/js/provider.js");
  const positions = await new Server().storm();
  let now = 0;
  const run = new Run("storm", positions, 1, () => now);
  const said = [run.left];
  now = 179_999; // hidden or not, it is the time of the wall
  said.push(run.answer(run.current.jump), run.left);
  now = 180_000;
  said.push(run.over, run.answer(run.current.jump), run.right);
  const all = new Run("streak", positions, 2, () => now);
  while (!all.over) {
    all.answer(all.current.jump);
    all.next();
  }
  const orders = seeds.map((seed) => fromBands(positions, 100, seed));
  const few = fromBands(positions.slice(0, 3), 100, 1);
  return { said, all: all.right, orders, few };
}"""


@pytest.mark.slow
def test_runs(sit_down, server):
    """A run has a time limit, an order by rating, and an end after all positions."""
    player = sit_down(server)
    player.open("board=triangle5&start=a1")
    found = player.page.evaluate(RUN, [1, 1, 2, 3])
    assert found["said"] == [180, True, 1, True, False, 1]
    assert found["all"] == 100
    first, again, *others = found["orders"]
    assert first == again
    for other in others:
        same = sum(one == two for one, two in zip(first, other, strict=True))
        assert same < 50
    for order in found["orders"]:
        ratings = [one["rating"] for one in order]
        assert ratings == sorted(ratings)
        assert len({(one["board"], one["position"]) for one in order}) == 100
    assert len(found["few"]) == 3
