"""Tests of printed puzzle sheets: the choice of puzzles, the page of solutions and QR codes."""

import re

import pytest
import segno
from marks import slow_but_for
from playwright.sync_api import expect
from printed_board import pegs_left

from browser.conftest import LINK
from browser.pages import CLASSICS, faults, open_sheet, picker, until_done
from pegsolitaire.data import puzzle_set
from pegsolitaire.game import Solution
from pegsolitaire.theory import read_problem

SIZES = ["390x844", "768x1024", "1280x860", "1920x1080"]


def solutions(page):
    """Return the moves of each solution on the last page."""
    lines = page.locator(".solutions li").all_inner_texts()
    return [re.sub(r"^\d+\. .*?: | \(\d+ moves?\)$", "", line) for line in lines]


def pages(page):
    """Return the number of A4 pages that the sheet fills."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))


@pytest.mark.slow
@pytest.mark.parametrize("size", slow_but_for(["390x844"], SIZES))
def test_a_sheet_on_the_screen(sit_down, server, size):
    """The sheet opens from the gallery in a new tab, and its paper is white in both themes."""
    width, height = map(int, size.split("x"))
    scheme = "dark" if width in (390, 1280) else "light"
    player = sit_down(server, viewport={"width": width, "height": height}, color_scheme=scheme)
    player.open("board=english&start=d4")
    panel = picker(player.page, "puzzles")
    panel.get_by_label("Set", exact=True).select_option("english-classics")
    with player.page.expect_popup() as opened:
        panel.get_by_role("link", name="Print a sheet").click()
    page = opened.value
    until_done(page)
    assert page.input_value("#set") == "english-classics"
    expect(page.locator(".puzzles li")).to_have_count(12)
    expect(page.locator("#chosen")).to_have_text(f"12 of {len(CLASSICS)} puzzles chosen")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    paper = page.locator(".page").first
    assert paper.evaluate("one => getComputedStyle(one).backgroundColor") == "rgb(255, 255, 255)"
    assert faults(page) == []
    page.locator("#choice summary").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="None").click()
    expect(page.locator(".puzzles li")).to_have_count(0)
    expect(page.locator("#state")).to_have_text("No puzzle is chosen.")
    assert page.locator("#print").is_disabled()
    page.get_by_label("Fireplace").check()
    page.get_by_label("Greek cross").check()
    until_done(page)
    assert page.url.endswith("#set=english-classics&puzzles=2,4")
    names = page.locator(".puzzles strong").all_inner_texts()
    assert names == ["1. Greek cross", "2. Fireplace"]


@pytest.mark.slow
@pytest.mark.parametrize("where", ["server", "exported"])
def test_solutions_are_on_the_last_page(sit_down, where, request):
    """The solutions are correct and can be left out, and a button prints the sheet."""
    player = sit_down(request.getfixturevalue(where), alone=True)
    player.page.add_init_script("window.print = () => (window.printed = true)")
    page = open_sheet(player, "set=english-classics&puzzles=1,2,3,4,5,6")
    found = solutions(page)
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


def rows_of(path):
    """Return the rows of a QR code from its SVG path, without the margin of four modules."""
    squares = set()
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", path):
        squares |= {(int(x) - 4 + i, int(y) - 4) for i in range(int(width))}
    size = 1 + max(x for x, _ in squares)
    return [[int((x, y) in squares) for x in range(size)] for y in range(size)]


@pytest.mark.slow
def test_qr_codes_link_to_the_puzzles(sit_down, server):
    """QR codes appear only if the game has an address that other devices can reach."""
    player = sit_down(server)
    page = open_sheet(player, "set=english-classics&puzzles=1,4")
    assert page.input_value("#qr") == ""
    expect(page.locator(".qr")).to_have_count(0)
    page.fill("#qr", "https://example.org/pegs/")
    page.keyboard.press("Tab")
    page.locator(".qr").nth(1).wait_for()
    until_done(page)
    for i, puzzle in ((0, CLASSICS.puzzles[0]), (1, CLASSICS.puzzles[3])):
        code = f"code:{puzzle.position.code}"
        link = f"https://example.org/pegs/#board/english/{code}/{puzzle.finish}"
        path = page.locator(".qr path").nth(i).get_attribute("d")
        expected = segno.make_qr(link, error="m").matrix
        assert rows_of(path) == [list(map(int, row)) for row in expected]
    page.goto(f"{server}{link.partition('pegs/')[2]}")
    page.locator("#board-name", has_text="Fireplace").wait_for()
    page = open_sheet(player, "set=english-classics&puzzles=1")
    page.fill("#qr", "nowhere")
    page.keyboard.press("Tab")
    page.get_by_text("This is not an address").wait_for()

    # Unknown sets and puzzles fall back to the defaults.
    page = open_sheet(player, "set=nothing&puzzles=x,-1,99999")
    expect(page.locator(".puzzles li")).to_have_count(12)
    page.select_option("#set", "triangle5-symmetric")
    until_done(page)
    expect(page.locator(".page h2").first).to_have_text("Triangle 5 symmetric")
    page.locator("#choice summary").click()
    page.get_by_role("button", name="All").click()
    until_done(page)
    count = len(puzzle_set("triangle5-symmetric"))
    expect(page.locator(".puzzles li")).to_have_count(min(60, count))
    expect(page.locator(".solutions li")).to_have_count(min(60, count))


@pytest.mark.slow
def test_a_sheet_without_a_server_has_the_codes_that_it_was_written_with(sit_down, exported):
    page = open_sheet(sit_down(exported), "set=english-classics&puzzles=4")
    assert page.locator("#qr-field").is_hidden()
    puzzle = CLASSICS.puzzles[3]
    link = f"{LINK}#board/english/code:{puzzle.position.code}/{puzzle.finish}"
    expected = [list(map(int, row)) for row in segno.make_qr(link, error="m").matrix]
    assert rows_of(page.locator(".qr path").get_attribute("d")) == expected
    page.get_by_label("QR codes", exact=True).uncheck()
    until_done(page)
    expect(page.locator(".qr")).to_have_count(0)
