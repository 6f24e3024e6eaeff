"""Tests of boards that users draw: what the page says about them, and how they are shared."""

import re

import pytest
from playwright.sync_api import expect

from browser.pages import PHONE, faults, picker


def at(page, x, y):
    """Return the centre of a lattice place on the screen."""
    box = page.locator(f'.place[aria-label="Row {y + 1}, place {x + 1}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def draw(page, *places):
    """Draw a line through places of the lattice."""
    page.mouse.move(*at(page, *places[0]))
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*at(page, *place), steps=6)
    page.mouse.up()


def wait_for(page, text):
    expect(page.locator(".own .told")).to_contain_text(text)


@pytest.mark.slow
def test_a_board_that_is_drawn_on_a_phone(sit_down, address):
    """A board drawn by touch is checked for solvability, saved, shared and opened elsewhere."""
    player = sit_down(address, alone=True, color_scheme="dark", **PHONE)
    player.settings(help="off", motion="off")
    player.open("board=english&start=d4")
    page = player.page
    picker(page, "own")
    wait_for(page, "33 holes: this is English. It can be solved")
    page.get_by_role("button", name="Clear").tap()
    wait_for(page, "Press where you want a hole")
    page.fill("input[aria-label='Name of your board']", "Nothing")
    page.get_by_role("button", name="Save it").tap()
    page.get_by_text("Draw a board first.").wait_for()
    assert player.stored("boards") == {}
    page.fill("input[aria-label='Name of your board']", "")
    page.select_option("select[aria-label=Size]", "5")
    page.touchscreen.tap(*at(page, 1, 1))
    wait_for(page, "1 hole. No peg can jump yet")
    page.touchscreen.tap(*at(page, 1, 1))  # removes it again
    page.get_by_role("button", name="Mirror").tap()
    for y in range(4):
        draw(page, (0, y), (2, y))
    draw(page, (0, 0), (1, 0))  # a stroke that begins on a hole erases
    wait_for(
        page, "16 holes. It can be solved, if one of the 6 ticked holes is empty at the start."
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert faults(page) == []

    page.get_by_role("button", name="Save it").tap()
    page.get_by_text("Give it a name.").wait_for()
    page.fill("input[aria-label='Name of your board']", "Hat")
    page.get_by_role("button", name="Save it").tap()
    page.get_by_role("button", name="Share", exact=True).last.tap()
    shared = page.locator("input[aria-label='Link to this board']")
    expect(shared).to_be_in_viewport(ratio=1)
    expect(page.locator(".own").get_by_role("button", name="Copy")).to_be_in_viewport(ratio=1)
    link = shared.input_value()
    drawn = f"{address}#board/square:--o_ooooo_ooooo_ooooo"
    assert link.startswith(player.for_others(drawn))
    assert link.endswith("?name=Hat")
    assert ("works on this computer only" in page.inner_text("#picker")) == link.startswith(
        address
    )
    page.get_by_role("button", name="Play on it").tap()
    page.wait_for_selector("#picker", state="hidden")
    named = "Hat, 16 holes"
    expect(page.locator("#board-name")).to_have_text(named)
    player.wait_for_status("15 pegs")

    player.reload()
    expect(page.locator("#board-name")).to_have_text(named)
    panel = picker(page, "own")
    panel.get_by_role("button", name="Hat").tap()
    wait_for(page, "16 holes.")
    page.get_by_role("button", name="Delete it").tap()
    expect(panel.get_by_role("button", name="Hat")).to_have_count(0)

    other = sit_down(address, alone=True)
    other.open(link.partition("#")[2])
    expect(other.page.locator("#board-name")).to_have_text(named)
    other.until_known()
    other.hint()


def test_a_triangle_is_drawn_with_the_keys(player):
    """The arrow keys move along a side to the corner. The brush draws with threefold symmetry."""
    player.settings(help="off", motion="off")
    player.open("board=english&start=d4")
    page = player.page
    picker(page, "own")
    page.select_option("select[aria-label=Lattice]", "triangular")
    page.select_option("select[aria-label=Size]", "5")
    page.get_by_role("button", name="Three-fold").click()
    page.locator('.place[aria-label="Row 4, place 1"]').focus()
    for key in ("ArrowUp", "ArrowUp", "ArrowUp"):
        page.keyboard.press("Enter")
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    wait_for(page, "12 holes.")
    page.locator('.place[aria-label="Row 4, place 2"]').focus()
    page.keyboard.press(" ")
    wait_for(page, "15 holes: this is Triangle 5. It can be solved, whichever hole is empty")
    expect(page.locator(".place[aria-pressed=true]")).to_have_count(15)
    page.get_by_role("button", name="Play on it").click()
    page.wait_for_selector("#picker", state="hidden")
    assert "#board/triangle5/" in page.url


@pytest.mark.slow
def test_a_board_is_played_while_it_is_checked(sit_down, server):
    """The check says its result when it comes. A board on which no peg can jump is refused."""
    player = sit_down(server, alone=True)
    player.settings(help="off", motion="off")
    player.open("board=english&start=d4")
    page = player.page
    page.route(re.compile(r"/api/board\?"), lambda _: None)  # this check does not end
    picker(page, "own")
    page.get_by_role("button", name="Clear").click()
    draw(page, (2, 2), (3, 2))
    wait_for(page, "No peg can jump yet")
    page.get_by_role("button", name="Play on it").click()
    page.get_by_text("No jump is possible on this board.").wait_for()
    draw(page, (2, 3), (3, 3), (4, 3))
    wait_for(page, "5 holes. Checking whether it can be solved")
    page.get_by_role("button", name="Play on it").click()
    page.wait_for_selector("#picker", state="hidden")
    player.wait_for_status("4 pegs")
