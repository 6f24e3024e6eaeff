"""Tests of the jump explorer and of reviews, by mouse, touch and keys, on both kinds of page."""

import re

import pytest
from marks import on_both
from playwright.sync_api import expect

from browser.pages import SCREENS, faults, sit_at
from pegsolitaire.advice import Guide, explore
from pegsolitaire.board import triangle
from pegsolitaire.game import Problem, Solution
from pegsolitaire.sets import PositionValues, WinningSets

T5 = triangle(5)
LOST = "a3-a1,c4-a2,a5-a3,a2-a4,a4-c4"
WON = "a3-a1,c3-a3,a1-c3,a4-a2,d4-b2,b5-b3,d5-b5,a5-c5-c3,b2-d4,e5-c3-a3-a1"


@pytest.fixture
def reader(request, sit_down, server):
    """Open the page with a given screen size and input device."""
    player = sit_at(sit_down, server, request.param, is_mobile="touch" in request.param)
    player.settings(help="gentle", motion="off")
    return player


#: The number of rows that are on the screen as a whole.
ROWS_SEEN = """all => all.filter((row) => {
  const { top, bottom } = row.getBoundingClientRect();
  const sheet = row.closest(".sheet").getBoundingClientRect();
  return top >= sheet.top && bottom <= Math.min(sheet.bottom, innerHeight);
}).length"""


def press(player, selector):
    spot = player.page.locator(selector).first
    if player.how == "touch":
        spot.tap()
    elif player.how == "keys":
        spot.focus()
        player.page.keyboard.press("Enter")
    else:
        spot.click()


def until_rows(player, jump):
    player.page.locator(f'#explored-rows tr[data-jump="{jump}"]').wait_for()


def box(player, selector):
    return player.page.locator(selector).bounding_box()


def check_the_page(player):
    """Check that nothing is too wide or cut off, and that axe finds no faults."""
    wide = "document.documentElement.scrollWidth <= innerWidth"
    assert player.page.evaluate(wide)
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length"
    assert player.page.locator("#explored button, #review button").evaluate_all(cut) == 0
    assert faults(player.page) == []


@pytest.mark.slow
@pytest.mark.parametrize("reader", SCREENS, indirect=True)
def test_rows_are_shown_pointed_at_and_played(reader):
    player, page = reader, reader.page
    player.open("board=triangle5&start=a1&moves=a3-a1")
    player.until_known()
    player.open_more()
    press(player, "#explorer summary")
    until_rows(player, "c3-a3")
    rows = page.locator("#explored-rows tr").evaluate_all(
        "all => all.map((row) => [row.dataset.jump, "
        "...[...row.querySelectorAll('td')].map((cell) => cell.textContent)])"
    )
    assert rows == [
        ["c3-a3", "1,848", "54%", "9", "1 in 1,900"],
        ["c5-a3", "1,560", "46%", "9", "1 in 2,000"],
        ["a5-a3", "loses"],
        ["c4-a2", "loses"],
    ]
    assert page.inner_text("#explored-said").startswith("3,408 ways to win, in 9 moves or more")
    check_the_page(player)
    if page.viewport_size["width"] == 390:  # a phone shows all of these rows, without scrolling
        assert page.locator("#explored-rows tr").evaluate_all(ROWS_SEEN) == len(rows)
    place = box(player, "#board")
    page.locator("#explored-rows button").first.focus()
    page.keyboard.press("ArrowDown")
    page.locator("#board .arrow").wait_for()
    assert page.evaluate("document.activeElement.textContent") == "c5-a3"
    page.keyboard.press("Home")
    assert page.evaluate("document.activeElement.textContent") == "c3-a3"
    press(player, "#explored-rows button")
    until_rows(player, "e5-c3")
    assert player.moves == ["a3-a1", "c3-a3"]
    assert box(player, "#board") == place  # nothing has moved
    if player.how != "touch":
        assert page.evaluate("document.activeElement.closest('#explored-rows') !== null")


@pytest.mark.slow
@on_both
def test_what_a_jump_is_worth_stands_at_its_target(sit_down, address):
    """Full help shows values for a lifted peg, and the explorer does so at any level of help."""
    player = sit_down(address)
    page, values = player.page, player.page.locator("#board .mark.value .name")
    player.settings(help="full", motion="off")
    player.open("board=triangle5&start=a1&moves=a3-a1")
    player.wait_for_status("2 of 4 jumps still win")
    player.wait_for_status("1 in 83 games from here wins")
    expect(page.locator("#board .peg.glow")).to_have_count(2)
    expect(page.locator("#chart .bar")).to_have_count(2)
    player.click("c3")
    values.first.wait_for()
    assert values.all_text_contents() == ["54%"]
    expect(page.locator("#board .target.win")).to_have_count(1)
    expect(page.locator("#board .value.best")).to_have_count(1)
    label = player.hole("a3").get_attribute("aria-label")
    assert label == "a3, target, wins, 54% of the ways, the best"
    player.click("c5")
    assert values.all_text_contents() == ["46%"]
    expect(page.locator("#board .value.best")).to_have_count(0)
    player.click("a5")
    expect(values).to_have_count(0)
    expect(page.locator("#board .target.dead")).to_have_count(1)
    player.settings(help="gentle", motion="off")
    player.go("board=triangle5&start=a1&moves=a3-a1")
    player.until_known()
    player.click("c3")
    expect(values).to_have_count(0)
    page.keyboard.press("Escape")
    page.click("#explorer summary")
    until_rows(player, "c3-a3")
    page.mouse.move(0, 0)  # or the mouse would point at a row
    page.locator("#explored-rows button").nth(1).focus()
    values.first.wait_for()
    assert values.all_text_contents() == ["46%"]

    # If winning jumps are unknown, full help shows estimates.
    page.click("#explorer summary")
    player.settings(help="full", motion="off")
    player.go("board=hexagon61&start=e5")
    player.hole("e3").dispatch_event("click")
    values.first.wait_for()
    pegs = re.fullmatch(r"~(\d+\.\d)", values.first.text_content())[1]
    assert 1 < float(pegs) < 20
    assert player.status == "60 pegs · Estimates: about how many pegs are left, from sample games"
    player.wait_to_hear(f"about {pegs} pegs left")
    worth = f"(, wins)?, about {pegs} pegs left"  # a search may prove a win
    assert re.fullmatch(f"e3 lifted, to e5{worth}", player.heard)
    assert re.fullmatch(f"e5, target, goal{worth}", player.hole("e5").get_attribute("aria-label"))
    player.click("e5")
    assert "Estimates" not in player.status
    page.keyboard.press("Escape")
    player.settings(help="gentle", motion="off")
    player.go("board=hexagon61&start=e5")
    player.click("e3")
    expect(values).to_have_count(0)


@pytest.mark.slow
def test_the_box_is_as_high_whatever_is_in_it(sit_down, server):
    """The box also keeps its height when a finished game offers a review."""
    player = sit_down(server, viewport={"width": 1280, "height": 860})
    player.settings(help="gentle", motion="off")
    player.open("board=triangle5&start=a1")
    player.until_known()
    page = player.page
    page.click("#explorer summary")
    until_rows(player, "a3-a1")
    expect(page.locator("#explored-rows")).to_contain_text("also c3-a1")
    heights = {box(player, "#explored")["height"]}
    for jump, said in (("a3-a1", "3,408 ways to win"), ("c4-a2", "It cannot be won from here.")):
        player.jump(jump)
        heights.add(box(player, "#explored")["height"])
        page.locator("#explored-said", has_text=said).wait_for()
        heights.add(box(player, "#explored")["height"])
    assert len(heights) == 1

    player.go(f"board=triangle5&start=a1&moves={WON}")
    player.wait_for_status("Solved")
    page.click("#won [data-action=review]")
    page.locator("#review").wait_for()
    expect(page.locator("#review")).to_contain_text("No jump lost the game.")
    page.keyboard.press("Escape")
    assert page.locator("#review").is_hidden()


@pytest.mark.slow
@pytest.mark.parametrize("reader", SCREENS, indirect=True)
def test_a_lost_game_is_looked_back_on(reader):
    player, page = reader, reader.page
    player.open(f"board=triangle5&start=a1&moves={LOST}")
    player.until_known()
    page.evaluate("document.getElementById('explorer').open = true")
    press(player, "#look-back")
    page.locator("#review").wait_for()
    text = page.inner_text("#review")
    assert "Move 2, c4-a2, lost the game: 2 others would have won, c3-a3, c5-a3." in text
    assert page.input_value("#review-at") == "5"
    check_the_page(player)
    page.locator("#review-at").focus()
    page.keyboard.press("Home")
    expect(page.locator("#review")).to_contain_text("At the start: 6,816 ways to win.")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#review")).to_contain_text("After move 1, a3-a1: 3,408 ways to win.")
    assert player.moves_ahead
    press(player, "#play-on")
    assert page.locator("#review").is_hidden()
    player.wait_for_status("13 pegs")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(390, 844), (320, 568), (820, 1180)])
def test_the_board_stands_above_the_review_and_the_explorer(sit_down, server, size):
    """On small screens both are sheets of the whole height, with the board at their top."""
    player = sit_down(server, viewport={"width": size[0], "height": size[1]})
    player.settings(help="gentle", motion="off")
    page = player.page
    is_seen = """below => [...document.querySelectorAll("#board .spot")].every((spot) => {
      const { left, right, top, bottom } = spot.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      return document.elementFromPoint(x, y).closest("#board") !== null
        && bottom < document.querySelector(below).getBoundingClientRect().top;
    })"""
    player.open(f"board=triangle5&start=a1&moves={WON}")
    player.wait_for_status("Solved")
    page.click("#won [data-action=review]")
    page.wait_for_function(is_seen, arg="#review-here")
    page.keyboard.press("Escape")
    page.locator("#review").wait_for(state="hidden")
    player.go("board=triangle5&start=a1")
    player.until_known()
    page.evaluate("document.getElementById('explorer').open = true")
    page.wait_for_function(is_seen, arg="#explored-rows")


@pytest.mark.slow
def test_an_exported_page_finds_what_the_library_finds(sit_down, exported):
    """The explorer's documents agree. Those of a server are those of the library."""
    problem = Problem.complement(T5, "a1")
    wins = WinningSets.build(problem)
    known = PositionValues.build(wins)
    positions = [T5.vacancy("a1")]
    for line, _ in zip(wins.solutions(positions[0]), range(3), strict=False):
        positions += line.positions[1::2]
    positions += Solution.from_moves(positions[0], LOST).positions[2:]
    player = sit_down(exported)
    player.open("board=triangle5&start=a1")
    player.until_known()
    found = player.page.evaluate(ASKED, [f"code:{one.code}" for one in positions])
    for position, document in zip(positions, found, strict=True):
        assert document.pop("numbers") == "ready"
        expected = explore(Guide(problem, wins=wins), position, known).to_json()
        assert plain(document) == plain(expected)


def plain(document):
    """Round floats to five digits, because shares are given to six."""

    def rounded(value):
        return round(value, 5) if isinstance(value, float) else value

    rows = [{key: rounded(one) for key, one in row.items()} for row in document["jumps"]]
    return {**{key: rounded(one) for key, one in document.items()}, "jumps": rows}


ASKED = """async (codes) => {
  const base = document.baseURI;
  const { chooseProvider } = await import(new URL("js/provider.js", base));
  const provider = await chooseProvider();
  const words = { board: "triangle5", start: "a1", finish: "a1" };
  const signal = new AbortController().signal;
  await provider.problem(words);
  await provider.prepare(words, false, () => {}, signal);
  await provider.prepareNumbers(words, () => {}, signal);
  return Promise.all(codes.map((code) => provider.explore(words, code)));
}"""
