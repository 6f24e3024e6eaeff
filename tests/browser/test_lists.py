"""Tests of lists: a puzzle knows the list from which it was opened, also after a reload."""

import re
from datetime import datetime

import pytest
from playwright.sync_api import expect

from browser.pages import CLASSICS, PHONE, faults, picker
from browser.test_progress import puzzle_of, rungs, stored
from pegsolitaire.solving import solve
from pegsolitaire.theory import read_problem

PUZZLES = CLASSICS.puzzles
LIST = "?list=set/english-classics"


def title(player, puzzle):
    player.page.locator("#board-name", has_text=puzzle.name).wait_for()


def standing(player, text):
    expect(player.page.locator("#list-here")).to_have_text(text)


def solve_here(player, puzzle):
    answer = solve(read_problem(puzzle.board, puzzle.start, puzzle.finish))
    for jump in answer.solution.jumps:
        player.jump(str(jump))
    player.wait_for_status("Solved in")


def open_classic(player, number):
    """Open the classics from their list, and play one of them."""
    player.open("set/english-classics")
    player.page.locator("#class-set .tile").nth(number).click()
    title(player, PUZZLES[number])


def test_a_puzzle_knows_its_list(lone_player):
    """Its place in the list, the puzzles beside it, the way back, and a reload that keeps all."""
    player, page, all_ = lone_player, lone_player.page, len(PUZZLES)
    player.settings(motion="off")
    open_classic(player, 1)
    standing(player, f"English classics · 2 of {all_}")
    page.click("#list-next")
    title(player, PUZZLES[2])
    standing(player, f"English classics · 3 of {all_}")
    page.click("#list-before")
    title(player, PUZZLES[1])
    page.click("#list-before")
    title(player, PUZZLES[0])
    assert page.get_attribute("#list-before", "href") is None
    solution = solve(read_problem(PUZZLES[0].board, PUZZLES[0].start, PUZZLES[0].finish))
    jump = str(solution.solution.jumps[0])
    player.jump(jump)
    page.wait_for_function("jump => location.hash.includes(jump)", arg=jump)
    address = page.evaluate("location.hash")
    assert re.fullmatch(rf"#puzzle/\w+/{jump}{re.escape(LIST)}", address)

    def next_and_back():
        page.click("#list-next")
        title(player, PUZZLES[1])
        page.go_back()

    for leave in (player.reload, next_and_back):
        leave()
        title(player, PUZZLES[0])
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
    title(player, PUZZLES[0])
    assert player.moves == [jump]


@pytest.mark.slow
def test_a_puzzle_that_was_begun_goes_on(lone_player):
    """Going to the next puzzle and back to this one loses no jump, and it stays rated."""
    player, page = lone_player, lone_player.page
    player.settings(motion="off")
    open_classic(player, 0)
    puzzle = PUZZLES[0]
    jumps = solve(read_problem(puzzle.board, puzzle.start, puzzle.finish)).solution.jumps
    player.jump(str(jumps[0]))
    page.click("#list-next")
    title(player, PUZZLES[1])
    page.click("#list-before")
    title(player, puzzle)
    assert player.moves == [str(jumps[0])]
    for jump in jumps[1:]:
        player.jump(str(jump))
    player.wait_for_status("Solved in")
    [result] = stored(player, "pegs.results").values()
    assert result.endswith(" 1")
    assert list(stored(player, "pegs.records").values()) == [puzzle.best]


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
        title(player, puzzle)
        standing(player, f"Chosen puzzles · {number} of 2")
        assert faults(page) == []
        solve_here(player, puzzle)
        words = "Next puzzle" if number == 1 else "Back to the list"
        page.locator("#won").get_by_role("button", name=words).tap()
    expect(page.locator("#class-set [role=status]").first).to_contain_text("2 of 2")


@pytest.mark.slow
def test_one_press_leads_home_from_the_moment_of_winning(sit_down, server):
    """On a phone the moment of winning lies over the game, and the way home closes it."""
    player = sit_down(server, alone=True, **PHONE)
    player.settings(motion="off")
    open_classic(player, 0)
    solve_here(player, PUZZLES[0])
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
    title(player, triangles[0])
    standing(player, f"Triangle · 1 of {len(triangles)}")
    page.click("#list-next")
    title(player, triangles[1])
    page.go_back()
    title(player, triangles[0])
    page.go_back()
    page.locator("#board-name", has_text="Triangle 5, 15 holes").wait_for()
    expect(page.locator("#list")).to_be_hidden()

    picker(page, "puzzles").locator(".past-days").click()
    page.locator("#calendar").get_by_role("button", name="23 November").click()
    page.locator("#board-name", has_text="Puzzle of 23 November").wait_for()
    standing(player, "November 2026 · 23 of 24")
    page.click("#list-next")
    page.locator("#board-name", has_text="Puzzle of 24 November").wait_for()
    assert page.evaluate("location.hash") == "#daily/2026-11-24?list=calendar/2026-11"
    page.click("#list-here")
    page.locator("#calendar[open]").wait_for()
    page.get_by_role("button", name="The month before").click()
    page.locator("#calendar").get_by_role("button", name="31 October").click()
    standing(player, "October 2026 · 31 of 31")
    page.click("#list-here")
    expect(page.locator("#calendar h3")).to_have_text("October 2026")


@pytest.mark.slow
def test_what_was_missed_in_the_storm_is_a_list(sit_down, address):
    """The missed positions are puzzles, with the way back to all of them."""
    player = sit_down(address, alone=True)
    player.settings(motion="off")
    player.open("home")
    page = player.page
    ids = page.evaluate(
        """async () => {
          const { idOf } = await import(new URL("js/gallery.js", document.baseURI));
          const { stormPuzzles } = await import(new URL("js/lists.js", document.baseURI));
          const { chooseProvider } = await import(new URL("js/provider.js", document.baseURI));
          return (await stormPuzzles(chooseProvider())).slice(0, 2).map((entry) => idOf(entry));
        }"""
    )
    player.open(f"missed/{','.join(ids)}")
    expect(page.locator("#class-set h2")).to_have_text("Missed in the storm")
    page.locator("#class-set .tile").first.click()
    standing(player, "Missed in the storm · 1 of 2")
    page.click("#list-next")
    standing(player, "Missed in the storm · 2 of 2")
    player.reload()
    standing(player, "Missed in the storm · 2 of 2")


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
        title(player, PUZZLES[0])
        expect(page.locator("#list")).to_be_hidden()
    player.open("ladder/nothing")
    page.locator("#panel").get_by_text("this page has none of its puzzles").wait_for()


@pytest.mark.slow
def test_what_earlier_versions_stored_still_counts(sit_down, server):
    """A begun daily of an earlier version goes on, with its days, records and rating."""
    day = "2026-11-24"
    player = sit_down(server, alone=True)
    player.settings(motion="off")
    player.page.clock.set_fixed_time(f"{day}T12:00:00")
    player.open("daily")
    page = player.page
    page.locator("#board-name", has_text="Puzzle of 24 November").wait_for()
    puzzle = puzzle_of(datetime(2026, 11, 24))
    jumps = solve(read_problem(puzzle.board, puzzle.start, puzzle.finish)).solution.jumps
    player.jump(str(jumps[0]))
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
    page.locator("#board-name", has_text="Puzzle of 24 November").wait_for()
    for jump in jumps[1:]:
        player.jump(str(jump))
    player.wait_for_status("Solved in")
    assert list(stored(player, "pegs.days")) == [day]
    [result] = stored(player, "pegs.results").values()
    assert result.endswith(" 1")
