"""Tests for teachers and classes: links to chosen puzzles, skipped lessons and record tables."""

import csv

import pytest
from playwright.sync_api import expect

from browser.conftest import LINK
from browser.pages import CLASSICS, PHONE, click_in_menu, faults, open_sheet, until_done


@pytest.mark.slow
def test_a_link_of_a_class_is_opened_on_a_phone(sit_down, server):
    """A teacher chooses puzzles and shares a link; a pupil solves one and gets a result."""
    teacher = sit_down(server, alone=True)
    page = open_sheet(teacher, "set=english-classics")
    page.locator("#choice summary").click()
    page.select_option("#level", "easy")
    page.fill("#most", "2")
    page.get_by_role("button", name="Choose these").click()
    until_done(page)
    easy = [one for one in CLASSICS if one.difficulty == "easy"][:2]
    names = page.locator(".puzzles strong").all_inner_texts()
    assert names == [f"{number}. {one.name}" for number, one in enumerate(easy, 1)]
    page.locator("#class-link summary").click()
    expect(page.locator("#class-link")).to_contain_text(
        "works on this computer only", use_inner_text=True
    )
    link = page.input_value("#link input")
    page.locator("#qr").fill(LINK)
    page.keyboard.press("Tab")
    assert page.input_value("#link input") == link.replace(server, LINK)
    assert faults(page) == []

    pupil = sit_down(server, alone=True, **PHONE)
    pupil.settings(help="off", motion="off")
    pupil.open(link.partition("#")[2])
    page = pupil.page
    tiles = page.locator("#class-set .tile")
    expect(page.locator("#class-set [role=status]").first).to_have_text("0 of 2 solved")
    assert tiles.locator("strong").all_inner_texts() == names
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert faults(page) == []
    tiles.first.tap()
    page.wait_for_selector("#class-set", state="hidden")
    page.wait_for_function("() => location.hash.startsWith('#puzzle/')")
    record = "|".join(("english", f"code:{easy[0].position.code}", easy[0].finish))
    page.evaluate("key => localStorage['pegs.records'] = JSON.stringify({[key]: 9})", record)
    page.reload()
    page.wait_for_selector("html[data-ready=yes]")
    page.go_back()
    page.wait_for_selector("#class-set[open]")
    expect(page.locator("#class-set [role=status]").first).to_have_text(
        "1 of 2 solved: 1 in 9 moves"
    )
    line = page.input_value("input[aria-label='Your result, to hand in']")
    assert line == f"Peg solitaire: 1 of 2 solved: 1 in 9 moves · {link}"
    page.get_by_role("button", name="Close").tap()
    assert page.inner_text("#board-name").startswith(easy[0].name)

    page.goto(f"{server}#set/nothing")
    page.locator("#panel").get_by_text("this page has none of its puzzles").wait_for()


@pytest.mark.slow
def test_lessons_are_read_on_without_solving(sit_down, server, tmp_path):
    """A lesson can be skipped step by step to the next one without counting as done."""
    player = sit_down(server)
    player.open("learn/1")
    page = player.page
    steps = int(page.locator("#lessons .at").inner_text().split()[-1])
    on = page.locator("#lessons .keys .next")
    for _ in range(steps):
        on.click()
    page.wait_for_function("() => location.hash === '#learn/2'")
    done = page.evaluate("JSON.parse(localStorage['pegs.lessons'] ?? '{}')")
    assert all(number < steps for number in done.values())

    # Progress is saved as a table.
    page.evaluate(
        """() => {
          localStorage['pegs.records'] = JSON.stringify({ 'triangle5|a1|a1': 10 });
          localStorage['pegs.lessons'] = JSON.stringify({ jumping: 3 });
        }"""
    )
    player.reload()
    page.keyboard.press("Escape")
    click_in_menu(page, "settings")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a table").click()
    assert download.value.suggested_filename.endswith(".csv")
    download.value.save_as(tmp_path / "table.csv")
    with open(tmp_path / "table.csv", newline="") as file:
        assert list(csv.reader(file)) == [
            ["kind", "what", "number"],
            ["puzzle, moves", "triangle5|a1|a1", "10"],
            ["lesson, steps", "jumping", "3"],
        ]
