"""Tests of progress: the calendar, streaks of days, sets of the gallery, and saved files."""

import csv
import json
from datetime import datetime

import pytest
from marks import slow_but_for
from playwright.sync_api import expect

from browser.pages import (
    CLASSICS,
    click_in_menu,
    faults,
    picker,
    play,
    puzzle_of,
    records,
    rungs,
    solution_of,
)

NOW = datetime(2026, 11, 24, 12)  # a Tuesday
DAYS = {"2026-11-20": 9, "2026-11-22": 7, "2026-11-23": 8}


def on_the_day(player, **more):
    """Open the page on a fixed day, with some days solved."""
    player.settings(motion="off", **more)
    player.keep(days=DAYS)
    player.page.clock.set_fixed_time(NOW)
    player.open("board=triangle5&start=a1")


def calendar(player):
    picker(player.page, "puzzles").locator(".past-days").click()
    found = player.page.locator("#calendar[open]")
    found.wait_for()
    return found


@pytest.mark.parametrize(
    "size", slow_but_for(["390x844"], ["390x844", "768x1024", "1280x860", "1920x1080"])
)
def test_the_calendar(sit_down, server, size):
    """The calendar shows how days were solved. Nothing moves, and nothing is cut off."""
    width, height = map(int, size.split("x"))
    scheme = "dark" if width in (390, 1280) else "light"
    size = {"width": width, "height": height}
    player = sit_down(server, alone=True, viewport=size, color_scheme=scheme)
    [helped] = records((puzzle_of(datetime(2026, 11, 10)), 2))
    player.keep(solutions={helped: "help d2-d4,b3-d3"})
    on_the_day(player)
    found = calendar(player)
    expect(found.locator("h3")).to_have_text("November 2026")
    expect(found.locator(".streak")).to_have_text("2 days in a row")
    expect(found.locator(".days button")).to_have_count(24)
    solved = found.locator(".days button", has_text="✓").all_inner_texts()
    assert [text.split()[0] for text in solved] == ["20", "22", "23"]
    [day] = found.locator(".days button", has_text="◐").all()
    assert day.inner_text().split()[0] == "10"
    assert "solved with help in 2 moves" in day.get_attribute("aria-label")
    assert found.locator(".days [aria-current=date]").inner_text().split() == ["24"]
    assert faults(player.page) == []
    box = found.bounding_box()
    buttons = found.locator(".days button, .month button")
    sizes = buttons.evaluate_all("all => all.map((one) => [one.offsetWidth, one.offsetHeight])")
    assert min(min(one) for one in sizes) >= 40
    for _ in range(12):
        found.get_by_role("button", name="The month before").click()
        assert found.bounding_box() == box
    expect(found.locator("h3")).to_have_text("November 2025")
    expect(found.locator(".days button")).to_have_count(30)
    assert found.get_by_role("button", name="The month before").is_disabled()
    assert player.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.slow
@pytest.mark.parametrize("touch", [False, True])
def test_the_puzzles_of_days_are_solved(sit_down, address, touch):
    """A past puzzle has its day in its name but does not extend the streak; today's does."""
    player = sit_down(address, alone=True, has_touch=touch)
    on_the_day(player)
    page = player.page
    found = calendar(player)
    for key in ("ArrowUp", "ArrowUp", "Enter"):  # today has the focus, two weeks below the 10th
        page.keyboard.press(key)
    found.wait_for(state="hidden")
    player.wait_for_title("Puzzle of 10 November")
    player.go("board=triangle5&start=a1")
    calendar(player)
    day = found.get_by_role("button", name="10 November")
    (day.tap if touch else day.click)()
    found.wait_for(state="hidden")
    player.wait_for_title("Puzzle of 10 November")
    moves = play(player, puzzle_of(datetime(2026, 11, 10)))
    assert player.stored("days") == DAYS
    calendar(player)
    assert day.inner_text().split() == ["10", "○"]
    assert f"solved later in {moves} moves" in day.get_attribute("aria-label")
    page.keyboard.press("Escape")
    found.wait_for(state="hidden")

    picker(page, "puzzles").locator(".today").click()
    page.wait_for_selector("#picker", state="hidden")
    player.wait_for_title("Puzzle of 24 November")
    moves = play(player, puzzle_of(NOW))
    assert player.stored("days") == {**DAYS, "2026-11-24": moves}
    expect(calendar(player).locator(".streak")).to_have_text("3 days in a row")


@pytest.mark.slow
def test_sets_show_what_was_solved(sit_down, server):
    """The picker shows how many puzzles were solved, and how many in the fewest moves."""
    cross, greek = CLASSICS.puzzles[:2]
    player = sit_down(server, alone=True)
    player.keep(records=records((cross, cross.best), (greek, greek.best + 1)))
    player.open("board=english&start=d4")
    panel = picker(player.page, "puzzles")
    box = panel.get_by_label("Set", exact=True)
    named = f"English classics (2 of {len(CLASSICS)})"
    assert named in box.locator("option").all_inner_texts()
    box.select_option("english-classics")
    words = panel.locator(".progress span").inner_text()
    assert words == f"2 of {len(CLASSICS)} solved, 1 in the fewest moves known"
    done = panel.locator(".tile .done").all_inner_texts()
    assert done == [
        f"✓ {cross.best} moves (best possible: {cross.best})",
        f"✓ {greek.best + 1} moves (best possible: {greek.best})",
    ]
    # A check mark in the corner, with the colours whose contrast tests/web/test_app.py checks.
    marks = panel.locator(".tile .done").evaluate_all(
        "all => all.map((one) => getComputedStyle(one, '::before').backgroundColor)"
    )
    assert marks == ["rgb(31, 95, 174)"] * 2
    assert faults(player.page) == []


# -- saved files ----------------------------------------------------------------------------------


def settings_file(player, text):
    """Load a file in the settings and return the message and its class."""
    player.page.set_input_files(
        "#settings input[type=file]",
        {"name": "records.json", "mimeType": "application/json", "buffer": text.encode()},
    )
    said = player.page.locator("#settings .keeping [role=status]:not(:empty)")
    said.wait_for()
    return said.inner_text(), said.get_attribute("class")


@pytest.mark.slow
def test_records_go_to_another_browser(sit_down, address, tmp_path):
    """A saved file restores settings, records, days and scores, and the better record wins."""
    player = sit_down(address, alone=True)
    player.keep(
        records={"triangle5|a1|a1": 10, "triangle5|b2|any": 12},
        storm={"storm": 7, "streak": 3},
        lessons={"jumping": 3},
    )
    on_the_day(player, help="full", theme="dark")
    click_in_menu(player.page, "settings")
    assert faults(player.page) == []

    def saved(button):
        with player.page.expect_download() as download:
            player.page.get_by_role("button", name=button).click()
        download.value.save_as(tmp_path / "saved")
        return download.value.suggested_filename, (tmp_path / "saved").read_text()

    name, text = saved("Save as a table")
    assert name == "pegsolitaire-2026-11-24.csv"
    assert list(csv.reader(text.splitlines())) == [
        ["kind", "what", "number"],
        ["puzzle, moves", "triangle5|a1|a1", "10"],
        ["puzzle, moves", "triangle5|b2|any", "12"],
        *(["puzzle of the day, moves", day, str(moves)] for day, moves in DAYS.items()),
        ["storm, points", "storm", "7"],
        ["storm, points", "streak", "3"],
        ["lesson, steps", "jumping", "3"],
    ]
    name, text = saved("Save to a file")
    assert name == "pegsolitaire-2026-11-24.json"
    document = json.loads(text)
    assert (document["format"], document["version"]) == ("pegsolitaire-records", 1)
    other = sit_down(address, alone=True)
    other.keep(records={"triangle5|a1|a1": 11, "triangle5|b2|any": 9})
    other.open("board=triangle5&start=a1")
    click_in_menu(other.page, "settings")
    assert settings_file(other, text) == (
        "Loaded: 2 solved puzzles. Where there were two records, the better one stays.",
        "good",
    )
    assert other.page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert other.page.get_by_label("Full: mark every jump").is_checked()
    assert other.stored("records") == {"triangle5|a1|a1": 10, "triangle5|b2|any": 9}
    assert other.stored("days") == DAYS
    assert other.stored("storm") == {"storm": 7, "streak": 3}

    # A bad file is rejected as a whole, including its valid records.
    bad = {**document, "records": {"triangle5|a1|a1": 9}, "settings": {"constructor": 1}}
    before = other.page.evaluate("JSON.stringify(localStorage)")
    other.page.get_by_role("button", name="Close").click()
    other.page.locator("#settings").wait_for(state="hidden")
    click_in_menu(other.page, "settings")
    other.page.locator("#settings[open]").wait_for()
    said = "This file is damaged: “constructor” of “settings” cannot be 1."
    assert settings_file(other, json.dumps(bad)) == (said, "bad")
    assert other.page.evaluate("JSON.stringify(localStorage)") == before


def ladder(player, theme):
    return picker(player.page, "puzzles").locator(".ladders .tile", has_text=theme)


@pytest.mark.slow
def test_a_ladder_is_climbed(lone_player):
    """A ladder remembers its step, and the first result of each puzzle changes the rating."""
    player, page, triangles = lone_player, lone_player.page, rungs("Triangle")
    player.settings(motion="off")
    player.open("board=triangle5&start=a1")
    tile = ladder(player, "Triangle")
    expect(tile).to_contain_text(f"Step 1 of {len(triangles)}")
    expect(page.locator(".rating")).to_contain_text("you get a rating")
    tile.click()
    page.wait_for_selector("#picker", state="hidden")
    told = [
        "2 more rated puzzles and you get a rating.",
        "One more rated puzzle and you get a rating.",
        "Your rating: 1,",
        "(+",
    ]
    for puzzle, text in zip(triangles, told, strict=False):
        player.wait_for_title(puzzle.name)
        play(player, puzzle)
        expect(page.locator("#count")).to_contain_text(text)
        page.get_by_role("button", name="Next puzzle").click()
    player.wait_for_title(triangles[4].name)
    player.open()
    expect(ladder(player, "Triangle")).to_contain_text(f"Step 5 of {len(triangles)}")
    assert page.inner_text(".rating").startswith("Your rating: 1,")
    assert [value.split()[2] for value in player.stored("results").values()] == ["1"] * 4


@pytest.mark.slow
def test_the_first_result_moves_the_rating(player):
    """A hint is announced, and then lowers the rating. Solving the puzzle again gives a record."""
    puzzle, page = rungs("Triangle")[0], player.page
    player.settings(motion="off")
    player.open("board=triangle5&start=a1")
    player.go_to_puzzle(puzzle)
    player.wait_for_title(puzzle.name)
    player.until_known()
    page.keyboard.press("h")
    page.wait_for_selector("text=Help costs points")
    assert player.stored("results") == {}
    page.keyboard.press("h")
    expect(page.locator("#count")).to_contain_text("2 more rated puzzles")
    [result] = player.stored("results").values()
    assert result.endswith(f"Z {puzzle.rating:g} 0")
    moves = play(player, puzzle)
    expect(page.locator("#panel")).not_to_contain_text("rating")
    assert list(player.stored("records").values()) == [moves]
    assert list(player.stored("results").values()) == [result]


@pytest.mark.slow
def test_a_solved_daily_stays_solved(sit_down, server):
    """The moment of winning says all that counts. Later the puzzle opens as it was solved."""
    player = sit_down(server, alone=True)
    on_the_day(player)
    page = player.page
    for again in (False, True):
        page.evaluate("location.hash = 'daily'")
        player.wait_for_title("Puzzle of 24 November")
        if not again:
            moves = play(player, puzzle_of(NOW))
        expect(page.locator("#won h2")).to_have_text(f"Solved in {moves} moves")
        expect(page.locator("#won .best")).to_contain_text(
            "Your best so far." if not again else ""
        )
        facts = page.locator("#won dl").inner_text().split("\n")
        assert facts[-4:] == ["In a row", "3 days", "Next puzzle in", "12 hr"]
        expect(page.locator("#won .squares span.own")).to_have_count(moves)
        expect(page.locator("#panel .main").filter(visible=True)).to_have_count(1)
        assert faults(page) == []
        page.evaluate("location.hash = 'home'")
        expect(page.locator("#home-daily")).to_contain_text(f"✓ Solved in {moves} moves")
    page.evaluate("location.hash = 'daily'")
    page.get_by_role("button", name="Play again").click()
    player.wait_for_status("losing jumps are not marked")
    expect(page.locator("#moves li")).to_have_count(0)


@pytest.mark.slow
def test_help_stays_help(sit_down, server):
    """Who has seen the solution solves the puzzle with help, also after a reload."""
    puzzle = rungs("Triangle")[0]
    player = sit_down(server, alone=True)
    player.settings(motion="off")
    player.open("board=triangle5&start=a1")
    player.go_to_puzzle(puzzle)
    page = player.page
    player.wait_for_title(puzzle.name)
    player.until_known()
    page.keyboard.press("s")
    page.wait_for_selector("text=Help costs points")
    page.keyboard.press("s")
    page.locator("#moves .ahead").first.wait_for()
    page.keyboard.press("s")
    for again in (False, True):
        if again:
            player.reload()
            page.locator("#won h2").wait_for()
            page.get_by_role("button", name="Play again").click()
        page.keyboard.press("n")
        for jump in solution_of(puzzle).jumps:
            player.jump(str(jump))
        player.wait_for_status("Solved with help in")
        expect(page.locator("#won .squares span:not(.help)")).to_have_count(0)
    assert player.stored("records") == {}
    panel = picker(page, "puzzles")
    panel.locator(".filters select").first.select_option("triangle5")
    panel.get_by_text("solved with help").first.wait_for()
