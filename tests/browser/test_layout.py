"""Tests of the layout on all screen sizes: everything important is visible and not cut off."""

import pytest
from marks import slow, slow_but_for
from playwright.sync_api import expect

from browser.pages import click_in_menu

SIZES = [
    "360x640",
    "390x664",
    "390x844",
    "768x1024",
    "780x390",
    "1024x768",
    "1280x860",
    "1920x1080",
]
PHONE_BUTTONS = ("undo", "hint", "open-more")
BUTTONS = ("undo", "redo", "hint", "solve", "new")
GAME = "b4-d4,c6-c4,c3-c5,e3-c3,e1-e3,d5-d3,b5-d5,c2-c4,e4-e2"


def sit_before(sit_down, address, size, **options):
    """Open the page on a screen, which is touched if it is small."""
    width, height = map(int, size.split("x"))
    touch = width < 800 or height < 500
    view = {"width": width, "height": height}
    return sit_down(address, viewport=view, has_touch=touch, is_mobile=touch, **options)


def box(player, selector):
    return player.page.locator(selector).bounding_box()


def is_in_view(player, selector):
    """Return whether an element is entirely on the screen."""
    found, size = box(player, selector), player.page.viewport_size
    right, bottom = found["x"] + found["width"], found["y"] + found["height"]
    inside = found["x"] >= 0 and found["y"] >= 0
    return inside and right <= size["width"] and bottom <= size["height"]


def check_the_screen(player, *parts):
    buttons = PHONE_BUTTONS if player.page.is_visible("#open-more") else BUTTONS
    for selector in ("#board", *(f"#{name}" for name in buttons), *parts):
        assert is_in_view(player, selector), selector
    sizes = [box(player, f"#{name}") for name in buttons]
    assert all(one["width"] >= 43.9 and one["height"] >= 43.9 for one in sizes)
    cut = "one => one.scrollWidth > one.clientWidth"
    assert not any(player.page.locator(f"#{name}").evaluate(cut) for name in buttons)
    assert (
        player.page.evaluate("document.documentElement.scrollWidth")
        <= (player.page.viewport_size["width"])
    )
    assert player.page.evaluate("scrollY") == 0


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_the_game_is_on_one_screen(sit_down, server, size):
    """The game fits on one screen at every stage, and the board does not move."""
    player = sit_before(sit_down, server, size)
    player.settings(help="full", motion="off")
    player.open("board=english&start=d4")
    player.wait_for_status("jumps still win")
    check_the_screen(player, "#status")
    place = box(player, "#board")
    assert min(place["width"], place["height"]) >= 300
    player.go(f"board=english&start=d4&moves={GAME}")
    player.wait_for_status("5 of 10 jumps still win")
    check_the_screen(player, "#status")
    player.page.click("#hint")
    player.page.locator("#board .arrow").wait_for()
    line = player.page.locator("#advice li").first
    line.wait_for()  # the rivals come after the jump, in an answer of their own
    check_the_screen(player, "#advice")
    color = "one => getComputedStyle(one).color"
    assert line.evaluate(color) != line.locator("strong").evaluate(color)
    # The sheet covers neither the board nor the buttons.
    sheet, board, button = (box(player, f"#{name}") for name in ("advice", "board", "hint"))
    above = sheet["y"] + sheet["height"] <= button["y"]
    assert above or sheet["y"] >= button["y"] + button["height"]
    assert sheet["y"] >= board["y"] + board["height"] or sheet["x"] >= board["x"] + board["width"]
    player.page.click("#hint")  # plays the hint
    player.wait_for_status("22 pegs")
    assert player.page.locator("#advice").is_hidden()
    player.go(f"board=english&start=d4&moves={GAME},d2-d4")
    player.wait_for_status("Lost at move 10 (d2-d4)")
    check_the_screen(player, "#status", "[data-action=why]", "[data-action=back]")
    player.page.click("[data-action=why]")
    player.page.locator("#reason summary").first.wait_for()  # the sheet begins with a sentence
    check_the_screen(player, "#reason")
    assert box(player, "#board") == place


#: The texts on the board: their sizes on the screen and on the board, and their widths there.
TEXTS = """() => [...document.querySelectorAll("#board .name")]
  .filter((one) => getComputedStyle(one).visibility === "visible")
  .map((one) => {
    const size = parseFloat(getComputedStyle(one).fontSize);
    return [size * one.getScreenCTM().a, size, one.getBBox().width];
  })"""


@pytest.mark.slow
@pytest.mark.parametrize("size", ["320x568", "390x844", "568x320", "1280x860"])
def test_what_stands_on_the_board_can_be_read(sit_down, server, size):
    """No text has less than 14 pixels, unless its hole is too small for that."""
    player = sit_before(sit_down, server, size)
    player.settings(help="full", labels="on", motion="off")
    for moves, most, room, filled in (
        ("english/d4/d4/b4-d4,c6-c4,c3-c5,e3-c3", 44, 60, False),
        ("hexagon61/e5", 44, 60, True),
        ("triangle5/a1/any/a3-a1", 30, 74, False),
    ):
        player.open(f"board/{moves}")
        player.until_known()
        if most == 30:  # the values of the jumps of a peg
            player.page.locator("#board .peg.glow").first.wait_for()
            player.click("c3")
            player.page.locator("#board .value").first.wait_for()
        texts = player.page.evaluate(TEXTS)
        assert texts
        for pixels, units, width in texts:
            assert pixels >= 13.9 or (filled and units == most), (moves, pixels, units)
            assert width <= room, (moves, width)


@pytest.fixture
def phone(sit_down, server):
    """Open a lost game on a phone with no earlier pages in the history."""
    player = sit_before(sit_down, server, "390x664", alone=True)
    player.settings(help="full", motion="off")
    player.open("board=triangle5&start=a1&moves=a3-a1,a5-a3")
    player.wait_for_status("Lost at move 2")
    return player


@pytest.mark.slow
def test_sheets_of_a_phone(phone):
    """Sheets are visible, and close by a button, by a key or by a press outside them."""
    page = phone.page
    expect(page.locator("#chart-box figcaption")).to_have_text("Winning jumps at each step")
    said = page.locator("#chart").get_attribute("aria-label")
    assert said == "Winning jumps at each step: 2, 2, 0"
    blunder = page.locator("#moves .blunder")
    expect(blunder).to_have_text("a5-a3")
    expect(blunder).to_have_attribute("title", "This jump lost the game.")
    for close in (
        lambda: page.locator("#reason .close").click(),
        lambda: page.keyboard.press("Escape"),
        lambda: page.touchscreen.tap(20, 70),
    ):
        page.click("[data-action=why]")
        page.locator("#reason h2").wait_for()
        expect(page.locator("#more")).to_be_hidden()  # it would look out behind a lower sheet
        close()
        page.locator("#reason").wait_for(state="hidden")
        expect(page.locator("#board .weight")).to_have_count(0)
    click_in_menu(page, "settings")
    page.locator("#settings[open]").wait_for()
    sheet = box(phone, "#settings")
    assert sheet["y"] > 100
    assert sheet["y"] + sheet["height"] == pytest.approx(664, abs=1)
    page.touchscreen.tap(20, 60)
    page.locator("#settings").wait_for(state="hidden")
    for close in (
        lambda: page.locator("#players .close").click(),
        lambda: page.keyboard.press("Escape"),
    ):
        page.click("#open-more")
        page.locator("#players summary").click()
        assert is_in_view(phone, "#let-play")
        assert is_in_view(phone, "#chance")
        close()
        assert page.locator("#let-play").is_hidden()

    page.click("#undo")
    page.click("#hint")  # the hint stays visible when its sheet is closed
    page.locator("#board .arrow").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("#board .arrow")).to_have_count(1)
    page.click("#hint")
    phone.wait_for_status("12 pegs")
    page.click("#open-more")
    page.click("#solve")
    page.locator("#more").wait_for(state="hidden")
    expect(page.locator("#play")).to_have_text("Pause")
    phone.play_slowly()
    assert is_in_view(phone, "#play")
    page.click("#play")  # pauses the solution
    expect(page.locator("#play")).to_have_text("Play")

    # The editor fits on one screen, and checking the puzzle moves nothing.
    phone.go("board=triangle5&start=a1&moves=a3-a1,a5-a3")
    phone.wait_for_status("Lost at move 2")
    click_in_menu(page, "editor")
    buttons = page.locator("#editor .row button")
    for at in range(6):
        found = buttons.nth(at).bounding_box()
        assert found["y"] + found["height"] <= 664, buttons.nth(at).inner_text()
    board, first = box(phone, "#board"), buttons.first.bounding_box()
    assert is_in_view(phone, "#board")
    assert first["y"] >= board["y"] + board["height"]
    page.get_by_role("button", name="Check this puzzle").click()
    page.locator("#editor dl").wait_for()
    assert (box(phone, "#board"), buttons.first.bounding_box()) == (board, first)
    assert page.evaluate("scrollY") == 0


@pytest.mark.slow
def test_the_list_of_moves_shows_whole_rows(sit_down, server):
    player = sit_down(server, viewport={"width": 1024, "height": 620})
    player.settings(help="full", motion="off")
    player.open("board=english&start=d4")
    player.wait_for_status("jumps still win")
    player.page.click("#solve")
    player.page.select_option("#speed", "4")
    player.page.locator("#play").click()
    for key in ("End", "Home", *["ArrowRight"] * 12):
        player.page.locator("#moves").press(key)
        rows = player.page.evaluate(
            """() => {
                const list = document.getElementById("moves");
                const row = list.querySelector("li").offsetHeight;
                const overflows = list.scrollHeight > list.clientHeight;
                return [list.scrollTop / row, list.clientHeight / row, overflows];
            }"""
        )
        assert rows[0] == pytest.approx(round(rows[0]), abs=0.04), key
        assert rows[1] == pytest.approx(round(rows[1]), abs=0.04), key
        assert rows[2], "all of it fits: this shows nothing"


# -- the Back button ----------------------------------------------------------------------------

OPENED = {
    "picker": ("#open-menu, #open-picker", "#picker"),
    "share": ("#open-menu, #open-share", "#sharing"),
    "settings": ("#open-menu, #open-settings", "#settings"),
    "help": ("#open-menu, #open-help", "#help"),
    "why": ("[data-action=why]", "#reason"),
    "menu": ("#open-menu", "#menu"),
    "more": ("#open-more", "#more"),
    "players": ("#open-more, #players summary", "#players .sheet"),
    "explorer": ("#open-more, #explorer summary", "#explorer .sheet"),
    "editor": ("#open-menu, #open-editor", "#editor"),
}


@pytest.mark.parametrize("what", [",".join(OPENED), *map(slow, OPENED)])
def test_back_closes_what_is_open(phone, what):
    """Back closes a dialog before it leaves the page. Neither Back nor a reload ends the game."""
    page = phone.page
    before, status = page.url, phone.status

    def press(buttons):
        for button in buttons.split(", "):
            page.click(button)

    for buttons, opened in (OPENED[name] for name in what.split(",")):
        press(buttons)
        page.locator(opened).wait_for()
        page.wait_for_function("() => history.state === 'open'")
        page.evaluate("history.back()")
        page.locator(opened).wait_for(state="hidden")
        assert (page.url, phone.status) == (before, status)
        page.wait_for_function("() => history.state === 'game'")
    press(buttons)
    page.locator(opened).wait_for()
    phone.reload()
    page.wait_for_function("() => history.state === 'game'")
    assert page.url == before
    assert page.locator(opened).is_hidden()
    page.go_back()
    assert page.url == "about:blank"
    phone.forgive("localStorage")  # an empty page has no storage


@pytest.mark.slow
def test_back_goes_through_dialogs_and_games_one_by_one(phone):
    page = phone.page
    click_in_menu(page, "editor")
    click_in_menu(page, "share")
    page.locator("#sharing").wait_for()
    page.evaluate("history.back()")
    page.locator("#sharing").wait_for(state="hidden")
    assert page.locator("#editor").is_visible()
    page.wait_for_function("() => history.state === 'open'")
    page.evaluate("history.back()")
    page.locator("#editor").wait_for(state="hidden")
    page.wait_for_function("() => history.state === 'game'")

    click_in_menu(page, "picker")  # Back leaves a game that was chosen in the picker.
    page.locator("#picker-boards").click()
    page.locator("#picker [data-board=triangle4]").click()
    page.locator("#picker").wait_for(state="hidden")
    page.wait_for_function("() => history.state === 'game'")
    assert "#board/triangle4/" in page.url
    assert page.inner_text("#board-name").endswith("Triangle 4, 10 holes")
    page.go_back()
    phone.wait_for_status("Lost at move 2")
    page.go_forward()
    phone.wait_for_status("9 pegs")
    assert page.inner_text("#board-name").endswith("Triangle 4, 10 holes")


def test_the_header_never_scrolls_away(phone):
    """Each place begins at its top, also one that is higher than the screen."""
    page = phone.page
    page.set_viewport_size({"width": 390, "height": 500})
    front, board = "#front .cards", "#board .spot"
    places = [("home", front), ("board/english/d4", board), ("home", front)]
    for place, sign in [
        *places,
        ("learn", "#lessons li"),
        ("storm", "#storm-run button"),
        ("two", "#two-run button"),
        *places,
    ]:
        page.evaluate("place => { location.hash = place }", place)
        page.locator(sign).first.wait_for()
        page.evaluate("document.getElementById('front').scrollTo(0, 999)")
        page.evaluate("scrollTo(0, 999)")
        assert page.evaluate("scrollY") == 0
        assert page.locator("h1").bounding_box()["y"] >= 0
    page.evaluate("location.hash = 'board/english/d4'")
    page.locator("#board .spot").first.wait_for()
    page.evaluate("location.hash = 'home'")
    page.locator("#front .cards").wait_for()
    assert page.evaluate("document.getElementById('front').scrollTop") == 0


@pytest.mark.parametrize(
    "size", slow_but_for(["360x640"], ["360x640", "320x568", "390x844", "1280x860"])
)
def test_new_players_see_all_of_the_rules(sit_down, server, size):
    """They stand in place of the status, and go with the first jump."""
    player = sit_before(sit_down, server, size, alone=True)
    player.open()
    rules, status = player.page.locator("#notice p"), player.page.locator("#status")
    expect(rules).to_contain_text("A peg jumps over a neighbour")
    box_is_full = "box => box.scrollHeight > box.clientHeight + 1"
    assert not player.page.locator("#status-box").evaluate(box_is_full)
    assert is_in_view(player, "#notice p")
    expect(status).to_be_hidden()
    player.jump("d2-d4")
    expect(rules).to_be_hidden()
    expect(status).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("width", [360, 390])
def test_the_name_of_a_daily_puzzle_is_not_cut_off(sit_down, server, width):
    player = sit_before(sit_down, server, f"{width}x780")
    player.open("daily/2026-11-12")
    name = player.page.locator("#board-name")
    expect(name).to_contain_text("Puzzle of 12 November: ", use_inner_text=True)
    assert not name.evaluate("one => one.scrollWidth > one.clientWidth")
    expect(name.locator(".about")).to_be_hidden()
