"""Tests that load the states of the page again, check that nothing moves, and take pictures.

The pictures are for people to look at. They are saved if `PEGS_TOUR=FOLDER` is set.
"""

import os
from pathlib import Path

import pytest

from browser.pages import PHONE, click_in_menu, picker
from pegsolitaire import Problem
from pegsolitaire.board import triangle
from pegsolitaire.solving import solve

FOLDER = os.environ.get("PEGS_TOUR")

SIZES = {"360": (360, 640), "390": (390, 844), "820": (820, 1180), "1280": (1280, 860)}
GAME = "b4-d4,c6-c4,c3-c5,e3-c3,e1-e3,d5-d3,b5-d5,c2-c4,e4-e2"
LOST = "f4-d4,e6-e4,c5-e5,d7-d5,c3-c5,e4-c4,c5-c3,d2-d4,c2-c4,f3-d3,a3-c3,c4-c2,b5-b3,c7-c5,e1-e3"
WON = ",".join(map(str, solve(Problem.complement(triangle(5), "a1")).solution.moves))
KEPT = {
    "records": {"english d4 d4": 20, "triangle5 a1 a1": 10},
    "lessons": {"jumping": 99},
    "storm": {"storm": 18, "streak": 7},
}


def press(selector):
    return lambda page: page.locator(selector).first.click()


def menu(name):
    return lambda page: click_in_menu(page, name)


def tab(name):
    return lambda page: picker(page, name)


def past_days(page):
    picker(page, "puzzles")
    page.get_by_text("Past days").first.click()


def lift(page):
    page.locator("#board .can").first.focus()
    page.keyboard.press("Enter")


def explore(page):
    page.evaluate("document.getElementById('explorer').open = true")
    page.locator("#explored-rows tr").first.wait_for()


#: The states: an address, an action there, and an element that must be visible.
STATES = {
    "first-visit": ("", None, "#notice"),
    "front-page": ("home", None, "#front .cards"),
    "game": (f"board/english/d4/d4/{GAME}", lift, "#board .lifted"),
    "won": (f"board/triangle5/a1/a1/{WON}", None, "#won button"),
    "lost": (f"board/english/d4/d4/{LOST}", None, "#actions [data-action=why]"),
    "why": (
        f"board/english/d4/d4/{LOST}",
        press("#actions [data-action=why]"),
        "#reason:not([hidden])",
    ),
    "hint": ("board/english/d4/d4/d2-d4", press("#hint"), "#board .arrow"),
    "puzzles": ("board/english/d4", tab("puzzles"), "#picker .tile"),
    "boards": ("board/english/d4", tab("boards"), "#picker .tile"),
    "drawing": ("board/english/d4", tab("own"), "#picker .place"),
    "daily": ("board/english/d4", past_days, "#calendar[open]"),
    "storm": ("storm/storm", None, "#storm-board .spot"),
    "storm-choice": ("storm", None, "#storm-run [data-mode]"),
    "two-choice": ("two", None, "#two-board .spot"),
    "two": ("two/triangle5/a3/move/strong/1/a1-a3,c3-a1", None, "#two-board .spot"),
    "lessons": ("learn", None, "#lessons [data-lesson]"),
    "lesson": ("learn/5", None, "#lesson-board .spot"),
    "review": (
        f"board/triangle5/a1/a1/{WON}",
        press("#won [data-action=review]"),
        "#review-at",
    ),
    "explorer": ("board/triangle5/a1/a1/a3-a1", explore, "#explored-rows tr"),
    "large": ("board/square6/c3", None, "#status"),
    "share": (f"board/english/d4/d4/{GAME}", menu("share"), "#sharing[open]"),
    "settings": ("board/english/d4", menu("settings"), "#settings[open]"),
    "edit": ("board/english/d4", menu("editor"), "#editor:not([hidden])"),
    "help": ("board/english/d4", menu("help"), "#help[open]"),
}


@pytest.mark.slow
@pytest.mark.skipif(FOLDER is None, reason="PEGS_TOUR names no folder for pictures")
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_tour(sit_down, server, size, theme):
    width, height = SIZES[size]
    touch = width < 1000
    player = sit_down(
        server,
        alone=True,
        viewport={"width": width, "height": height},
        color_scheme=theme,
        has_touch=touch,
        is_mobile=touch,
    )
    page = player.page
    folder = Path(FOLDER) / f"{size}-{theme}"
    folder.mkdir(parents=True, exist_ok=True)
    player.settings(help="full", motion="off")
    for name, (address, act, sign) in STATES.items():
        player.open(address)
        player.until_known()
        if act:
            act(page)
        page.locator(sign).first.wait_for()
        page.wait_for_load_state("networkidle")
        page.screenshot(path=folder / f"{name}.png")
        if name == "first-visit":
            page.evaluate(
                "kept => Object.entries(kept).forEach(([part, all]) => "
                "localStorage.setItem(`pegs.${part}`, JSON.stringify(all)))",
                KEPT,
            )


WATCH = """
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) window.shifts.push([value, sources.map((one) => one.node?.id)]);
  }).observe({ type: "layout-shift", buffered: true });
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(STATES.keys() - {"first-visit"}))  # shown only once
def test_a_state_is_loaded_again(sit_down, server, name):
    """A reload keeps the place, dialogs can be opened again, and the console stays clean."""
    address, act, sign = STATES[name]
    player = sit_down(server, **PHONE)
    player.settings(help="full", motion="off")
    player.open(address)
    player.until_known()
    for again in (False, True):
        if act and not player.page.locator(sign).first.is_visible():  # a place is kept
            act(player.page)
        player.page.locator(sign).first.wait_for()
        where = player.page.evaluate("location.hash")
        if not again:
            player.page.reload()
            player.page.wait_for_selector("html[data-ready=yes]")
            player.until_known()
            assert player.page.evaluate("location.hash") == where


@pytest.mark.slow
def test_nothing_moves_by_itself(sit_down, server):
    """The browser reports no layout shifts on a phone, from the first frame on."""
    player = sit_down(server, alone=True, **PHONE)
    player.page.add_init_script(WATCH)
    player.settings(help="full", motion="off")
    for address, sign in [
        ("", "#notice"),
        ("home", "#front .cards"),
        ("learn/5", "#lesson-board .spot"),
        ("storm/storm", "#storm-board .spot"),
        ("two/triangle5/a3/move/people/1", "#two-board .spot"),
        ("board/english/d4", "#board .spot"),
        ("board/square6/c3", "#board .spot"),
        ("board/french/d4", "#board .spot"),
        (f"board/english/d4/d4/{LOST}", "#actions [data-action=why]"),
        (f"board/triangle5/a1/a1/{WON}", "#won button"),
    ]:
        player.open(address)
        player.until_known()
        player.page.locator(sign).first.wait_for()
        player.page.wait_for_load_state("networkidle")
        shifts = player.page.evaluate("window.shifts")
        assert sum(value for value, _ in shifts) < 0.01, (address, shifts)
