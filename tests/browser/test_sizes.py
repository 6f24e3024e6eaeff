"""Every control can be pressed in windows of all sizes, and the page itself never scrolls."""

import random
from functools import partial

import pytest

LOST = "board=triangle5&start=a1&moves=a3-a1,a5-a3"
GAME = "board=english&start=d4&moves=b4-d4,c6-c4,c3-c5,e3-c3"
QUICK = [(320, 568), (390, 844), (568, 320), (1280, 720)]
NAMED = [(600, 400), (640, 360), (667, 375), (768, 1024), (1440, 1000), (320, 320), (320, 1000)]
LIKELY = random.Random(71)
SIZES = QUICK + NAMED + [(LIKELY.randint(320, 1440), LIKELY.randint(320, 1000)) for _ in range(49)]

#: Returns what is wrong with the controls that are shown. What a sheet covers can be pressed once
#: the sheet is closed.
WRONG = """() => {
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


def lost(player):
    player.open(LOST)
    player.wait_for_status("Lost at move 2")


def why(player):
    lost(player)
    player.page.keyboard.press("w")
    player.page.locator("#reason h2").wait_for()


def hint(player):
    player.open("board=triangle5&start=a1&moves=a3-a1")
    player.until_known()
    player.page.keyboard.press("h")
    player.page.locator("#board .arrow").wait_for()


def game(player):
    player.open(GAME)
    player.wait_for_status("still win")


def solution(player):
    player.open("board=triangle5&start=a1")
    player.until_known()
    player.page.keyboard.press("s")
    player.page.locator("#play", has_text="Pause").wait_for(state="attached")
    player.page.keyboard.press(" ")
    player.page.locator("#play", has_text="Play").wait_for(state="attached")


def won(player):
    solution(player)
    player.page.keyboard.press("s")
    player.play_fast()
    player.wait_for_status("Solved")
    player.page.locator("#won h2").wait_for()


def explorer(player):
    game(player)
    player.page.evaluate("document.getElementById('explorer').open = true")
    player.page.locator("#explored-rows tr").first.wait_for()


def review(player):
    lost(player)
    player.page.evaluate("document.getElementById('look-back').click()")
    player.page.locator("#review h2").wait_for()


def editor(player):
    lost(player)
    player.page.evaluate("document.getElementById('open-editor').click()")
    player.page.locator("#editor").wait_for()


def in_list(player):
    player.open("ladder/pictures")
    player.page.locator("#class-set .tile").nth(1).click()
    player.page.locator("#list-here").wait_for()


def settings(player):
    game(player)
    player.page.evaluate("document.getElementById('open-settings').click()")
    player.page.locator("#settings[open]").wait_for()


def two_marked(player):
    player.open("two/triangle5/a3/move/people/1/a1-a3,c3-a1,a3-c3")
    player.page.get_by_label("Ring the pegs").check()
    player.page.locator("#two-board .target").first.wait_for(state="attached")


STATES = (
    game, lost, why, hint, solution, won, explorer, review, editor, in_list, settings, two_marked
)  # fmt: skip

#: Places that are opened by their address, each with what appears there.
PLACES = {
    "front": ("home", "#front .cards"),
    "listed": ("ladder/pictures", "#class-set .tile"),
    "lesson": ("learn/1", "#lesson-board .spot"),
    "paint": ("learn/3", "#lesson-board .spot"),
    "storm": ("storm/streak", "#storm-board .spot"),
    "two_choice": ("two/english", "#two-board .spot"),
    "two": ("two/triangle5/a3/move/people/1/a1-a3,c3-a1,a3-c3", "#two-board .spot"),
    "teach": ("teach", "#teaching .tile"),
}


def visit(address, sign, player):
    player.open(address)
    player.page.locator(sign).first.wait_for()


ALL = {state.__name__: state for state in STATES}
ALL |= {name: partial(visit, *place) for name, place in PLACES.items()}
WHOLE = [pytest.param(one, SIZES, id=name, marks=pytest.mark.slow) for name, one in ALL.items()]


@pytest.mark.parametrize(
    ("state", "sizes"),
    [pytest.param(game, QUICK, id="quick"), *WHOLE],
)
def test_every_control_can_be_pressed(sit_down, server, state, sizes):
    player = sit_down(server)
    player.settings(help="full", motion="off")
    state(player)
    wrong = {}
    for width, height in sizes:
        player.page.set_viewport_size({"width": width, "height": height})
        if found := player.page.evaluate(WRONG):
            wrong[f"{width}x{height}"] = found
    player.page.set_viewport_size({"width": 1100, "height": 800})
    assert wrong == {}
