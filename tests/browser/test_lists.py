"""Tests of lists: a puzzle knows the list from which it was opened, also after a reload."""

import re
from datetime import datetime

import pytest
from playwright.sync_api import expect

from browser.pages import CLASSICS, PHONE, faults, picker, play, puzzle_of, rungs, solution_of

PUZZLES = CLASSICS.puzzles
LIST = "?list=set/english-classics"


def standing(player, text):
    expect(player.page.locator("#list-here")).to_have_text(text)


def open_classic(player, number):
    """Open the classics from their list, and play one of them."""
    player.open("set/english-classics")
    player.page.locator("#class-set .tile").nth(number).click()
    player.wait_for_title(PUZZLES[number].name)


def test_a_puzzle_knows_its_list(lone_player):
    """Its place in the list, the puzzles beside it, the way back, and a reload that keeps all."""
    player, page, all_ = lone_player, lone_player.page, len(PUZZLES)
    player.settings(motion="off")
    open_classic(player, 1)
    standing(player, f"English classics · 2 of {all_}")
    page.click("#list-next")
    player.wait_for_title(PUZZLES[2].name)
    standing(player, f"English classics · 3 of {all_}")
    page.click("#list-before")
    player.wait_for_title(PUZZLES[1].name)
    page.click("#list-before")
    player.wait_for_title(PUZZLES[0].name)
    assert page.get_attribute("#list-before", "href") is None
    jump = str(solution_of(PUZZLES[0]).jumps[0])
    player.jump(jump)
    page.wait_for_function("jump => location.hash.includes(jump)", arg=jump)
    address = page.evaluate("location.hash")
    assert re.fullmatch(rf"#puzzle/\w+/{jump}{re.escape(LIST)}", address)

    def next_and_back():
        page.click("#list-next")
        player.wait_for_title(PUZZLES[1].name)
        page.go_back()

    for leave in (player.reload, next_and_back):
        leave()
        player.wait_for_title(PUZZLES[0].name)
        standing(player, f"English classics · 1 of {all_}")
        assert player.moves == [jump]
        assert page.evaluate("location.hash") == address
        player.until_known()
        page.keyboard.press("h")  # it is still rated
        page.wait_for_selector("text=Help costs points")
    page.click("#list-here")
    expect(page.locator("#class-set h2")).to_have_text("English classics")
    assert faults(page) == []
    page.keyboard.press("Escape")
    player.wait_for_title(PUZZLES[0].name)
    assert player.moves == [jump]


@pytest.mark.slow
def test_a_puzzle_that_was_begun_goes_on(lone_player):
    """Going to the next puzzle and back to this one loses no jump, and it stays rated."""
    player, page = lone_player, lone_player.page
    player.settings(motion="off")
    open_classic(player, 0)
    first, *others = map(str, solution_of(PUZZLES[0]).jumps)
    player.jump(first)
    page.click("#list-next")
    player.wait_for_title(PUZZLES[1].name)
    page.click("#list-before")
    player.wait_for_title(PUZZLES[0].name)
    assert player.moves == [first]
    for jump in others:
        player.jump(jump)
    player.wait_for_status("Solved in")
    [result] = player.stored("results").values()
    assert result.endswith(" 1")
    assert list(player.stored("records").values()) == [PUZZLES[0].best]


@pytest.mark.slow
def test_the_next_puzzle_is_that_of_the_list(sit_down, address):
    """A class stays in its list until the last puzzle, which leads back to the list."""
    player = sit_down(address, alone=True, **PHONE)
    player.settings(motion="off")
    player.open("set/english-classics")
    page = player.page
    hrefs = page.locator("#class-set .tile").evaluate_all("all => all.map((one) => one.hash)")
    chosen = [hrefs[i].partition("?")[0].removeprefix("#puzzle/") for i in (2, 0)]
    player.open(f"set/{','.join(chosen)}")
    page.locator("#class-set .tile").first.tap()
    for number, puzzle in enumerate((PUZZLES[2], PUZZLES[0]), 1):
        player.wait_for_title(puzzle.name)
        standing(player, f"Chosen puzzles · {number} of 2")
        assert faults(page) == []
        play(player, puzzle)
        words = "Next puzzle" if number == 1 else "Back to the list"
        page.locator("#won").get_by_role("button", name=words).tap()
    expect(page.locator("#class-set [role=status]").first).to_contain_text("2 of 2")


@pytest.mark.slow
def test_one_press_leads_home_from_the_moment_of_winning(sit_down, server):
    """On a phone the moment of winning lies over the game, and the way home closes it."""
    player = sit_down(server, alone=True, **PHONE)
    player.settings(motion="off")
    open_classic(player, 0)
    play(player, PUZZLES[0])
    page = player.page
    expect(page.locator("#won h2")).to_be_visible()
    page.locator("h1 a").tap()
    page.wait_for_function("() => location.hash === '#home'")
    expect(page.locator("#front")).to_be_visible()
    page.wait_for_timeout(300)  # the history may come after
    expect(page.locator("#front")).to_be_visible()
    page.go_back()
    standing(player, f"English classics · 1 of {len(PUZZLES)}")


@pytest.mark.slow
def test_a_ladder_and_a_month_are_lists(lone_player):
    """The picker's ladders and the calendar open their puzzles as lists."""
    player, page = lone_player, lone_player.page
    player.settings(motion="off")
    player.page.clock.set_fixed_time("2026-11-24T12:00:00")
    player.open("board=triangle5&start=a1")
    triangles = rungs("Triangle")
    picker(page, "puzzles").locator(".ladders .tile", has_text="Triangle").click()
    player.wait_for_title(triangles[0].name)
    standing(player, f"Triangle · 1 of {len(triangles)}")
    page.click("#list-next")
    player.wait_for_title(triangles[1].name)
    page.go_back()
    player.wait_for_title(triangles[0].name)
    page.go_back()
    player.wait_for_title("Triangle 5, 15 holes")
    expect(page.locator("#list")).to_be_hidden()

    picker(page, "puzzles").locator(".past-days").click()
    page.locator("#calendar").get_by_role("button", name="23 November").click()
    player.wait_for_title("Puzzle of 23 November")
    standing(player, "November 2026 · 23 of 24")
    page.click("#list-next")
    player.wait_for_title("Puzzle of 24 November")
    assert page.evaluate("location.hash") == "#daily/2026-11-24?list=calendar/2026-11"
    page.click("#list-here")
    page.locator("#calendar[open]").wait_for()
    page.get_by_role("button", name="The month before").click()
    page.locator("#calendar").get_by_role("button", name="31 October").click()
    standing(player, "October 2026 · 31 of 31")
    page.click("#list-here")
    expect(page.locator("#calendar h3")).to_have_text("October 2026")


@pytest.mark.slow
def test_addresses_without_a_list_work_as_before(lone_player):
    """A link to a puzzle alone shows no list, and a list that is not known is left out."""
    player, page = lone_player, lone_player.page
    player.settings(motion="off")
    player.open("set/english-classics")
    href = page.locator("#class-set .tile").first.get_attribute("href")
    alone = href.partition("?")[0]
    for address in (alone, f"{alone}?list=set/nothing", f"{alone}?list=ladder/nothing"):
        player.open(address[1:])
        player.wait_for_title(PUZZLES[0].name)
        expect(page.locator("#list")).to_be_hidden()


@pytest.mark.slow
def test_what_earlier_versions_stored_still_counts(sit_down, server):
    """A begun daily of an earlier version goes on, with its days, records and rating."""
    day = "2026-11-24"
    player = sit_down(server, alone=True)
    player.settings(motion="off")
    player.page.clock.set_fixed_time(f"{day}T12:00:00")
    player.open("daily")
    page = player.page
    player.wait_for_title("Puzzle of 24 November")
    first, *others = map(str, solution_of(puzzle_of(datetime(2026, 11, 24))).jumps)
    player.jump(first)
    page.wait_for_function("() => localStorage['pegs.games']")
    page.evaluate(
        """() => {
          const [{ place, ...game }] = JSON.parse(localStorage["pegs.games"]);
          localStorage.removeItem("pegs.games");
          localStorage["pegs.game"] = JSON.stringify(game);
        }"""
    )
    player.open("home")
    expect(page.locator("#home-game")).to_contain_text("Puzzle of 24 November")
    page.locator("#home-daily").click()
    player.wait_for_title("Puzzle of 24 November")
    for jump in others:
        player.jump(jump)
    player.wait_for_status("Solved in")
    assert list(player.stored("days")) == [day]
    [result] = player.stored("results").values()
    assert result.endswith(" 1")
