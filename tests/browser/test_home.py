"""Tests of the front page: what a returning player finds there, and midnight."""

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from browser.pages import PHONE, faults, puzzle_of, records, rungs, solution_of

EVENING = datetime(2026, 11, 24, 23, 57, 30)  # a Tuesday
MORNING = EVENING + timedelta(hours=1)
DAYS = {"2026-11-19": 9, "2026-11-22": 7, "2026-11-23": 8}


def until(player, moment):
    """Let the time pass until a moment."""
    page = player.page
    now = page.evaluate("Date.now()") / 1000
    page.clock.run_for(1000 * (moment.timestamp() - now))


def play(player, jumps):
    for jump in jumps:
        player.jump(str(jump))
        player.page.clock.run_for(1000)


@pytest.fixture
def evening(sit_down, server):
    """The page just before midnight, with a clock that only the test advances."""
    player = sit_down(server, alone=True)
    player.settings(motion="off")
    player.page.clock.install(time=EVENING)
    return player


def test_the_front_page_changes_at_midnight(evening):
    """The solved daily shows its result and counts the time to the next one, which then comes."""
    evening.keep(days={**DAYS, "2026-11-24": 12})
    evening.open("home")
    page = evening.page
    daily, week = page.locator("#home-daily"), page.locator("#home-week")
    expect(daily).to_contain_text("✓ Solved in 12 moves")
    expect(daily).to_contain_text(puzzle_of(EVENING).name)
    expect(daily).to_contain_text("Tuesday 24 November")
    expect(daily).to_contain_text("Next puzzle in 3 min")
    expect(week).to_contain_text("3 days in a row")
    expect(week.locator(".solved")).to_have_text(["T", "S", "M", "T"])
    until(evening, EVENING + timedelta(minutes=1))
    expect(daily).to_contain_text("Next puzzle in 2 min")
    until(evening, EVENING + timedelta(minutes=4))
    expect(daily).to_contain_text("Wednesday 25 November")
    expect(daily).to_contain_text(puzzle_of(EVENING + timedelta(days=1)).name)
    expect(daily).not_to_contain_text("Solved")
    expect(week).to_contain_text("3 days in a row")
    expect(week.locator(".solved")).to_have_text(["T", "S", "M", "T"])


@pytest.mark.slow
def test_an_open_daily_changes_at_midnight(evening):
    """A daily without a jump changes to that of the new day."""
    evening.open("daily")
    page = evening.page
    evening.wait_for_title("Puzzle of 24 November")
    until(evening, MORNING)
    evening.wait_for_title("Puzzle of 25 November")
    page.wait_for_function("() => location.hash === '#daily/2026-11-25'")


@pytest.mark.slow
def test_a_daily_that_was_begun_stays_at_midnight(evening):
    """It can be finished, and a button leads to the new puzzle."""
    evening.keep(days=DAYS)
    evening.open("daily")
    page = evening.page
    evening.wait_for_title("Puzzle of 24 November")
    first, *others = solution_of(puzzle_of(EVENING)).jumps
    play(evening, [first])
    until(evening, MORNING)
    expect(page.locator("#notice")).to_contain_text("It is a new day")
    expect(page.locator("#board-name")).to_contain_text("Puzzle of 24 November")
    play(evening, others)
    evening.wait_for_status("Solved in")
    assert list(evening.stored("days")) == [*DAYS, "2026-11-24"]
    page.get_by_role("button", name="Today's puzzle").click()
    evening.wait_for_title("Puzzle of 25 November")


@pytest.mark.slow
def test_a_solved_daily_leads_to_the_next_one_at_midnight(evening):
    """The time to the next puzzle is counted until it is there."""
    evening.open("daily")
    page = evening.page
    evening.wait_for_title("Puzzle of 24 November")
    play(evening, solution_of(puzzle_of(EVENING)).jumps)
    evening.wait_for_status("Solved in")
    expect(page.locator("#won dl")).to_contain_text("Next puzzle in")
    until(evening, MORNING)
    expect(page.locator("#won dl")).not_to_contain_text("Next puzzle in")
    page.locator("#won").get_by_role("button", name="Today's puzzle").click()
    evening.wait_for_title("Puzzle of 25 November")


@pytest.mark.slow
def test_a_returning_player_finds_everything(sit_down, address):
    """The week, the rating, the next rung and the best storm are there, and lead on."""
    ladder = rungs("Long sweep")
    kept = records((ladder[0], 9), (ladder[1], 9))
    times = ["2026-11-20T09:30:00.000Z 5 1", "2026-11-21T09:30:00.000Z 6 1"]
    results = {**dict(zip(kept, times, strict=True)), "else": "2026-11-19T09:30:00.000Z 9 0"}
    player = sit_down(address, alone=True, **PHONE)
    player.keep(days=DAYS, records=kept, results=results, storm={"storm": 18})
    player.settings(motion="off")
    player.page.clock.set_fixed_time(EVENING)
    player.open("home")
    page = player.page
    rung = page.locator("#home-rung")
    expect(rung).to_contain_text(f"Long sweep, 3 of {len(ladder)}")
    expect(rung).to_contain_text(ladder[2].name)
    expect(rung).to_contain_text("Your rating: 1,")
    expect(page.locator("#home-storm")).to_contain_text("Your best: 18")
    expect(page.locator("#home-week")).to_contain_text("2 days in a row")
    assert faults(page) == []
    rung.tap()
    expect(page.locator("#list-here")).to_have_text(f"Long sweep · 3 of {len(ladder)}")
    page.go_back()
    page.locator("#home-week").tap()
    expect(page.locator("#calendar h3")).to_have_text("November 2026")
    page.keyboard.press("Escape")
    page.locator("#front").wait_for()


@pytest.mark.slow
def test_a_new_player_begins_on_the_first_rung(sit_down, address):
    """Nothing is known of a new player, so the first ladder is offered as a list."""
    player = sit_down(address)
    player.open("home")
    page = player.page
    expect(page.locator("#home-week")).to_contain_text("Solve today's puzzle to start a streak.")
    expect(page.locator("#home-rung")).to_contain_text("you get a rating")
    page.locator("#home-rung").click()
    expect(page.locator("#class-set h2")).to_have_text("Pictures")
    expect(page.locator("#class-set .tile")).to_have_count(len(rungs("Pictures")))
    page.locator("#class-set .tile").first.click()
    expect(page.locator("#board-name")).to_contain_text(rungs("Pictures")[0].name)


@pytest.mark.slow
def test_a_daily_solved_with_help_says_so(sit_down, server):
    """The front page shows the result of a daily that was solved with help, which is no streak."""
    player = sit_down(server, alone=True)
    player.settings(motion="off")
    player.page.clock.set_fixed_time(EVENING)
    player.open("daily")
    page = player.page
    player.wait_for_title("Puzzle of 24 November")
    player.until_known()
    page.keyboard.press("s")
    page.keyboard.press("s")
    page.locator("#moves .ahead").first.wait_for()
    player.play_fast()
    player.wait_for_status("Solved with help in")
    page.evaluate("location.hash = 'home'")
    expect(page.locator("#home-daily")).to_contain_text("Solved with help in")
    expect(page.locator("#home-daily")).to_contain_text("Next puzzle in 3 min")
    assert player.stored("days") == {}
