"""States of the page: in all sizes their controls are in reach, and a reload keeps them."""

import random

import pytest
from marks import slow

from browser.pages import PHONE, click_in_menu, faults, picker
from pegsolitaire import Problem
from pegsolitaire.board import triangle
from pegsolitaire.solving import solve

GAME = "board/english/d4/d4/b4-d4,c6-c4,c3-c5,e3-c3"
LOST = "board/triangle5/a1/a1/a3-a1,a5-a3"
LONG = "f4-d4,e6-e4,c5-e5,d7-d5,c3-c5,e4-c4,c5-c3,d2-d4,c2-c4,f3-d3,a3-c3,c4-c2,b5-b3,c7-c5,e1-e3"
SOLUTION = solve(Problem.complement(triangle(5), "a1")).solution
WON = f"board/triangle5/a1/a1/{','.join(map(str, SOLUTION.moves))}"
TWO = "two/triangle5/a3/move/people/1/a1-a3,c3-a1,a3-c3"

QUICK = [(320, 568), (390, 844), (568, 320), (1280, 720)]
NAMED = [(600, 400), (640, 360), (667, 375), (768, 1024), (1440, 1000), (320, 320), (320, 1000)]
LIKELY = random.Random(71)
FEW = QUICK + NAMED
SIZES = FEW + [(LIKELY.randint(320, 1440), LIKELY.randint(320, 1000)) for _ in range(49)]


def press(selector):
    return lambda page: page.locator(selector).first.click()


def menu(name):
    return lambda page: click_in_menu(page, name)


def tab(name):
    return lambda page: picker(page, name)


def past_days(page):
    picker(page, "puzzles")
    page.get_by_text("Past days").first.click()


def by_script(name):
    """Press a button that large screens hide."""
    return lambda page: page.evaluate("id => document.getElementById(id).click()", name)


def explore(page):
    page.evaluate("document.getElementById('explorer').open = true")


def look_back(page):
    page.locator("#actions [data-action=why]").wait_for()  # it is known to be lost
    page.evaluate("document.getElementById('look-back').click()")


def pause(page):
    page.keyboard.press("s")
    page.locator("#play", has_text="Pause").wait_for(state="attached")
    page.keyboard.press(" ")
    page.locator("#play", has_text="Play").wait_for(state="attached")


def mark(page):
    page.get_by_label("Ring the pegs").check()
    page.locator("#two-board .target").first.wait_for(state="attached")


#: States whose controls are pressed: an address, what is done there, and what is visible then.
STATES = {
    "front": ("home", None, "#front .cards"),
    "game": (GAME, None, "#status:has-text('still win')"),
    "lost": (LOST, None, "#status:has-text('Lost at move 2')"),
    "why": (LOST, press("#actions [data-action=why]"), "#reason summary"),
    "hint": ("board/triangle5/a1/a1/a3-a1", press("#hint"), "#board .arrow"),
    "solution": ("board/triangle5/a1", pause, "#board"),
    "won": (WON, None, "#won h2"),
    "explorer": (GAME, explore, "#explored-rows tr"),
    "review": (LOST, look_back, "#review h2"),
    "editor": (LOST, menu("editor"), "#editor:not([hidden])"),
    "settings": (GAME, menu("settings"), "#settings[open]"),
    "list": ("ladder/pictures", None, "#class-set .tile"),
    "listed": ("ladder/pictures", press("#class-set .tile >> nth=1"), "#list-here"),
    "teach": ("teach", None, "#teaching .tile"),
    "lesson": ("learn/1", None, "#lesson-board .spot"),
    "paint": ("learn/3", None, "#lesson-board .spot"),
    "storm": ("storm/streak", None, "#storm-board .spot"),
    "two-choice": ("two/english", None, "#two-board .spot"),
    "two": (TWO, None, "#two-board .spot"),
    "two-marked": (TWO, mark, "#two-board .spot"),
    "menu": (GAME, by_script("open-menu"), "#open-help"),
    "more": (GAME, by_script("open-more"), "#new"),
}
#: More states, at few sizes: a dialog has one layout for phones and one for larger screens.
MORE = {
    "puzzles": ("board/english/d4", tab("puzzles"), "#picker .tile"),
    "boards": ("board/english/d4", tab("boards"), "#picker .tile"),
    "drawing": ("board/english/d4", tab("own"), "#picker .place"),
    "daily": ("board/english/d4", past_days, "#calendar[open]"),
    "share": (GAME, menu("share"), "#sharing[open]"),
    "help": ("board/english/d4", menu("help"), "#help[open]"),
    "lessons": ("learn", None, "#lessons [data-lesson]"),
    "storm-choice": ("storm", None, "#storm-run [data-mode]"),
    "large": ("board/square6/c3", None, "#status"),
}


def enter(player, state):
    address, act, sign = (STATES | MORE)[state]
    player.open(address)
    player.until_known()
    if act:
        act(player.page)
    player.page.locator(sign).first.wait_for()


#: Returns what is wrong with the controls that are shown, once the page is drawn in its new size.
#: What a sheet covers can be pressed once the sheet is closed.
WRONG = """async () => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const wrong = [];
  const over = (one) => one?.closest(".sheet, #menu, #editor, dialog");
  const root = document.querySelector("dialog[open]") ?? document;
  const controls = root.querySelectorAll("button, select, a[href], summary, input, textarea");
  for (const one of [...controls, ...root.querySelectorAll(".spot")]) {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.disabled) continue;
    one.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { left, top, width, height } = one.getBoundingClientRect();
    const name = one.id || one.textContent.trim() || one.getAttribute("aria-label");
    const [right, bottom] = [left + width, top + height];
    const isTall = height > innerHeight - 80; // a card on a very low screen
    if (left < -1 || right > innerWidth + 1 || (!isTall && (top < -1 || bottom > innerHeight + 1)))
      wrong.push(`${name} is cut: ${[left, top, right, bottom].map(Math.round)}`);
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!one.contains(hit) && !(over(hit) && over(hit) !== over(one)))
      wrong.push(`${name} is covered by ${hit?.id || hit?.className || hit?.tagName}`);
  }
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight || scrollX || scrollY)
    wrong.push(`the page scrolls: ${[scrollWidth, scrollHeight, scrollX, scrollY]}`);
  return wrong;
}"""


@pytest.mark.parametrize(
    ("state", "sizes"),
    [
        pytest.param("game", QUICK, id="quick"),
        *(pytest.param(name, SIZES, id=name, marks=pytest.mark.slow) for name in STATES),
        *(pytest.param(name, FEW, id=name, marks=pytest.mark.slow) for name in MORE),
    ],
)
def test_every_control_can_be_pressed(sit_down, server, state, sizes):
    """Nothing is cut or covered, and the page itself never scrolls."""
    player = sit_down(server)
    player.settings(help="full", motion="off")
    enter(player, state)
    wrong = {}
    for width, height in sizes:
        player.page.set_viewport_size({"width": width, "height": height})
        if found := player.page.evaluate(WRONG):
            wrong[f"{width}x{height}"] = found
    player.page.set_viewport_size({"width": 1100, "height": 800})
    assert wrong == {}


DIALOGS = ("boards", "share", "settings", "help")


@pytest.mark.parametrize(
    ("width", "theme", "states"),
    [
        pytest.param(390, "dark", ("boards", "hint", "why"), id="quick"),
        *(
            slow(width, theme, (*DIALOGS, "hint", "explorer", "review", "won", "editor", "why"))
            for width in (390, 1100)
            for theme in ("light", "dark")
        ),
    ],
)
def test_axe_finds_no_serious_fault(sit_down, server, width, theme, states):
    """Tests of lessons, lists, the storm and other places look for faults there."""
    player = sit_down(server, viewport={"width": width, "height": 780})
    player.settings(help="full", theme=theme, labels="on", motion="off")
    for state in (*states, "lost"):
        enter(player, state)
        assert faults(player.page) == [], state
    for name in ("menu", "more"):
        if player.page.is_visible(f"#open-{name}"):
            player.page.click(f"#open-{name}")
            assert faults(player.page) == [], name
            player.page.keyboard.press("Escape")


@pytest.mark.slow
@pytest.mark.parametrize("state", sorted({*STATES, *MORE} - {"solution", "two-marked"}))
def test_a_state_is_loaded_again(sit_down, server, state):
    """A reload keeps the place, dialogs can be opened again, and the console stays clean."""
    player = sit_down(server, **PHONE)
    player.settings(help="full", motion="off")
    enter(player, state)
    where = player.page.evaluate("location.hash")
    player.reload()
    player.until_known()
    assert player.page.evaluate("location.hash") == where
    _, act, sign = (STATES | MORE)[state]
    if act and not player.page.locator(sign).first.is_visible():  # a place is kept
        act(player.page)
    player.page.locator(sign).first.wait_for()


#: Records the layout shifts that no input has caused.
WATCH = """
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) window.shifts.push([value, sources.map((one) => one.node?.id)]);
  }).observe({ type: "layout-shift", buffered: true });
"""


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
        (f"board/english/d4/d4/{LONG}", "#actions [data-action=why]"),
        (WON, "#won button"),
    ]:
        player.open(address)
        player.until_known()
        player.page.locator(sign).first.wait_for()
        player.page.wait_for_load_state("networkidle")
        shifts = player.page.evaluate("window.shifts")
        assert sum(value for value, _ in shifts) < 0.01, (address, shifts)
