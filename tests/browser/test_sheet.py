"""Tests of printed puzzle sheets: the choice of puzzles, the page of solutions and QR codes."""

import re

import pytest
from marks import on_both
from playwright.sync_api import expect
from printed_board import pegs_left

from browser.conftest import LINK
from browser.pages import CLASSICS, codes_of, codes_shown, faults, open_sheet, picker, until_done
from pegsolitaire.game import Solution
from pegsolitaire.theory import read_problem


def pages(page):
    """Return the number of A4 pages that the sheet fills."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))


@pytest.mark.slow
@pytest.mark.parametrize("size", ["390x844", "768x1024", "1280x860", "1920x1080"])
def test_a_sheet_on_the_screen(sit_down, server, size):
    """The gallery opens a sheet of the puzzles shown, and its paper is white in both themes."""
    width, height = map(int, size.split("x"))
    scheme = "dark" if width in (390, 1280) else "light"
    player = sit_down(server, viewport={"width": width, "height": height}, color_scheme=scheme)
    player.open("board=english&start=d4")
    panel = picker(player.page, "puzzles")
    panel.get_by_label("Set", exact=True).select_option("english-classics")
    panel.get_by_role("button", name=re.compile("^medium")).click()
    shown = panel.locator(".found .tile").evaluate_all(
        "all => all.map((one) => one.childNodes[1].data)"
    )
    with player.page.expect_popup() as opened:
        panel.get_by_role("link", name="Print a sheet").click()
    page = opened.value
    until_done(page)
    names = page.locator(".puzzles strong").all_inner_texts()
    assert names == [f"{number}. {name}" for number, name in enumerate(shown, 1)]
    expect(page.locator("h2").first).to_have_text("English classics")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    paper = page.locator(".page").first
    assert paper.evaluate("one => getComputedStyle(one).backgroundColor") == "rgb(255, 255, 255)"
    assert faults(page) == []

    # Older addresses name a set and the numbers of puzzles.
    page = open_sheet(player, "set=english-classics&puzzles=2,4")
    names = page.locator(".puzzles strong").all_inner_texts()
    assert names == ["1. Greek cross", "2. Fireplace"]


@pytest.mark.slow
@on_both
def test_solutions_are_on_the_last_page(sit_down, address):
    """The solutions are correct and can be left out, and a button prints the sheet."""
    player = sit_down(address, alone=True)
    player.page.add_init_script("window.print = () => (window.printed = true)")
    page = open_sheet(player, "set=english-classics&puzzles=1,2,3,4,5,6")
    lines = page.locator(".solutions li").all_inner_texts()
    found = [re.sub(r"^\d+\. .*?: | \(\d+ moves?\)$", "", line) for line in lines]
    assert len(found) == 6
    pictures = page.locator(".puzzles .thumb").evaluate_all(
        "all => all.map((one) => one.outerHTML)"
    )
    for picture, puzzle, moves in zip(pictures, CLASSICS, found, strict=False):
        assert pegs_left(picture, moves) == [puzzle.finish]  # by the letters on the picture
    for puzzle, moves in zip(CLASSICS, found, strict=False):
        problem = read_problem(puzzle.board, puzzle.start, puzzle.finish)
        solution = Solution.from_moves(puzzle.position, moves)
        assert solution.solves(problem)
        assert len(solution.moves) == puzzle.best
    texts = page.locator(".puzzles li").all_inner_texts()
    assert "One peg left, in d4" in texts[0]
    assert all("Moves:" in text for text in texts)
    assert page.locator(".names").inner_text().split() == ["Name:", "Date:"]
    page.emulate_media(media="print")
    assert page.locator("#controls").is_hidden()
    style = "one => getComputedStyle(one).breakBefore"
    assert page.locator(".solutions").evaluate(style) == "page"
    with_them = pages(page)
    page.emulate_media(media="screen")
    page.get_by_label("Solutions, on the last page").uncheck()
    until_done(page)
    expect(page.locator(".solutions")).to_have_count(0)
    assert pages(page) == with_them - 1
    page.click("#print")
    assert page.evaluate("window.printed") is True


@pytest.mark.slow
def test_a_sheet_is_printed_once_its_solutions_are_there(sit_down, server):
    """The button can be pressed before, and says what it waits for."""
    player = sit_down(server, alone=True)
    page = player.page
    page.add_init_script("window.printed = 0; window.print = () => (window.printed += 1)")
    waiting = []
    page.route("**/api/solution*", lambda route: waiting.append(route))
    page.goto(f"{server}sheet.html#set=english-figure-10&puzzles=1")
    expect(page.locator("#state")).to_contain_text("Finding solutions: 1 of")
    page.click("#print")
    expect(page.locator("#state")).to_contain_text(
        "Printing begins once all solutions are found: 1"
    )
    assert page.evaluate("window.printed") == 0
    waiting[0].continue_()
    until_done(page)
    page.wait_for_function("() => window.printed === 1")
    expect(page.locator("#state")).to_have_text("")
    page.click("#print")
    assert page.evaluate("window.printed") == 2


@pytest.mark.slow
def test_qr_codes_link_to_the_puzzles(sit_down, server):
    """QR codes appear only if the game has an address that other devices can reach."""
    player = sit_down(server)
    page = open_sheet(player, "set=english-classics&puzzles=1,4")
    assert page.input_value("#qr") == ""
    expect(page.locator("#qr")).to_have_attribute("placeholder", "Type an address to add QR codes")
    expect(page.locator(".qr")).to_have_count(0)
    page.fill("#qr", "https://example.org/pegs/")
    page.keyboard.press("Tab")
    page.locator(".qr").nth(1).wait_for()
    until_done(page)
    for i, puzzle in ((0, CLASSICS.puzzles[0]), (1, CLASSICS.puzzles[3])):
        code = f"code:{puzzle.position.code}"
        link = f"https://example.org/pegs/#board/english/{code}/{puzzle.finish}"
        assert codes_shown(page)[i] in codes_of(link)
    page.goto(f"{server}{link.partition('pegs/')[2]}")
    page.locator("#board-name", has_text="Fireplace").wait_for()
    page = open_sheet(player, "set=english-classics&puzzles=1")
    page.fill("#qr", "nowhere")
    page.keyboard.press("Tab")
    page.get_by_text("This is not an address").wait_for()

    # Unknown sets and puzzles fall back to the defaults.
    for words in ("set=nothing&puzzles=x,-1,99999", "set/nothing", ""):
        page = open_sheet(player, words)
        expect(page.locator(".puzzles li")).to_have_count(12)


@pytest.mark.slow
def test_a_sheet_without_a_server_has_codes_with_its_published_address(sit_down, exported):
    page = open_sheet(sit_down(exported), "set=english-classics&puzzles=4")
    assert page.input_value("#qr") == LINK
    puzzle = CLASSICS.puzzles[3]
    link = f"{LINK}#board/english/code:{puzzle.position.code}/{puzzle.finish}"
    [code] = codes_shown(page)
    assert code in codes_of(link)
    page.fill("#qr", "")
    page.keyboard.press("Tab")
    until_done(page)
    expect(page.locator(".qr")).to_have_count(0)


@pytest.mark.slow
def test_qr_codes_of_all_sizes(sit_down, server):
    """Texts that just fit into a code, and one character more."""
    page = sit_down(server).page
    page.goto(f"{server}sheet.html")
    texts = ["x" * length for length in (1, 14, 15, 26, 27, 180, 213, 1000, 2331)]
    codes = page.evaluate(
        """async (texts) => {
          const { codeRows } = await import(new URL("js/qr.js", document.baseURI));
          return texts.map(codeRows);
        }""",
        texts,
    )
    for text, code in zip(texts, codes, strict=True):
        assert code in codes_of(text), text[:30]
