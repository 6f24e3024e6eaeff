"""What tests of several files do on the page: open its parts, play, and look for faults."""

import re
from datetime import datetime
from importlib.resources import files

import pytest
import segno

from pegsolitaire.data import daily_lists, puzzle_set, puzzle_sets
from pegsolitaire.solving import solve
from pegsolitaire.theory import read_problem

CLASSICS = puzzle_set("english-classics")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
#: Screens by their width, and the means of input there.
SCREENS = {"390 touch": (390, 844), "1280 pointer": (1280, 860), "768 keys": (768, 1024)}
SCREENS |= {"1920 pointer": (1920, 1080), "844 touch": (844, 390)}
AXE = files("axe_playwright_python").joinpath("axe.min.js")
AXE_RUN = """() => {
  window.faultsAreKnown = false;
  window.faults = axe.run({ resultTypes: ["violations"] });
  const known = () => { window.faultsAreKnown = true; };
  window.faults.then(known, known);
}"""


def faults(page, *, stopped=False):
    """Return the serious faults that axe-core finds, also while the clock is stopped."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    page.evaluate(AXE_RUN)
    if stopped:
        while not page.evaluate("window.faultsAreKnown"):
            page.clock.run_for(1)  # axe sets timers without delay
    found = page.evaluate("window.faults")
    return [
        f"{one['id']}: {one['help']}: {one['nodes'][0]['html']}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def click_in_menu(page, name):
    """Press a button of the menu, which small screens have to open first."""
    if page.is_visible("#open-menu"):
        page.click("#open-menu")
    page.click(f"#open-{name}")


def picker(page, tab):
    """Open a tab of the picker."""
    click_in_menu(page, "picker")
    page.click(f"#picker-{tab}")
    return page.locator("#picker-panel")


def close(page):
    """Close what lies over the game, and wait: the history goes back before it can go on."""
    page.keyboard.press("Escape")
    page.wait_for_function("() => history.state === 'game'")


def sit_at(sit_down, address, screen, **options):
    """Open the page on a screen, to be used with its means of input."""
    width, height = SCREENS[screen]
    how = screen.split()[1]
    view = {"width": width, "height": height}
    player = sit_down(address, viewport=view, has_touch=how == "touch", **options)
    player.how = how
    return player


class AtDialog:
    """A user at a dialog with a board. A class for each dialog names both and its texts."""

    def __init__(self, player):
        self.player, self.page = player, player.page
        self.dialog = self.page.locator(self.dialog_id)
        self.spots = self.page.locator(f"{self.board_id} .spot")

    def spot(self, name):
        return self.page.locator(f'{self.board_id} .spot[aria-label^="{name},"]')

    def point(self, name):
        box = self.spot(name).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def press(self, name):
        if self.player.how == "keys":
            self.spot(name).focus()
            self.page.keyboard.press("Enter")
        elif self.player.how == "touch":
            self.page.touchscreen.tap(*self.point(name))
        else:
            self.page.mouse.click(*self.point(name))

    def jump(self, jump):
        for name in str(jump).split("-"):
            self.press(name)

    def check_screen(self, *, stopped=False):
        """Check that nothing is cut off or too wide, and that axe finds no faults."""
        assert faults(self.page, stopped=stopped) == []
        width = self.page.viewport_size["width"]
        assert self.dialog.evaluate("one => one.scrollWidth") <= width
        cut = self.dialog.locator(self.texts).evaluate_all(
            "all => all.filter((one) => one.offsetParent && !one.matches('.term')"
            " && (one.scrollWidth > one.clientWidth + 1"
            " || one.scrollHeight > one.clientHeight + 1))"
            ".map((one) => one.textContent)"
        )
        assert cut == []


# -- puzzles -------------------------------------------------------------------------------------


def puzzle_of(date):
    """Return the puzzle of a day. Other tests check that `gallery.js` gives the same."""
    day = (date - datetime(1970, 1, 1)).days
    pool = daily_lists()[-1].days[date.weekday()]
    return pool[(day - date.weekday() + 3) // 7 % len(pool)][1]


def rungs(theme):
    """Return the puzzles of a ladder: the first of each integer rating in the gallery."""
    found = {}
    for puzzle in (one for name in puzzle_sets() for one in puzzle_set(name)):
        if puzzle.theme == theme and puzzle.rating is not None:
            found.setdefault(int(puzzle.rating), puzzle)
    return [found[bits] for bits in sorted(found)]


def records(*puzzles):
    """Return the records that the browser stores for puzzles solved in some number of moves."""
    found = {}
    for puzzle, moves in puzzles:
        problem = read_problem(puzzle.board, puzzle.start, puzzle.finish)
        code = f"code:{puzzle.position.code}"
        found[f"{puzzle.board.name}|{code}|{problem.finish}"] = moves
    return found


def solution_of(puzzle):
    return solve(read_problem(puzzle.board, puzzle.start, puzzle.finish)).solution


def play(player, puzzle):
    """Solve the puzzle on the board and return the number of moves."""
    solution = solution_of(puzzle)
    for jump in solution.jumps:
        player.jump(str(jump))
    player.wait_for_status("Solved in")
    return len(solution.moves)


# -- printed sheets ------------------------------------------------------------------------------


def open_sheet(player, words):
    page = player.page
    page.goto(f"{player.address}sheet.html#{words}")
    page.reload()  # a new fragment alone does not load the page
    until_done(page)
    return page


def codes_shown(root):
    """Return the rows of the QR codes that are shown, without the margin of four modules."""
    paths = root.locator(".qr path").evaluate_all("all => all.map((one) => one.getAttribute('d'))")
    return [_rows_of(path) for path in paths]


def _rows_of(path):
    squares = set()
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", path):
        squares |= {(int(x) - 4 + i, int(y) - 4) for i in range(int(width))}
    size = 1 + max(x for x, _ in squares)
    return ["".join(str(int((x, y) in squares)) for x in range(size)) for y in range(size)]


def codes_of(text):
    """Return the QR codes of a text with each of the eight masks. Any of them is valid.

    Segno begins the padding with a codeword of zeros, which the standard does not have.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            segno.encoder,
            "write_padding_bits",
            lambda bits, version, length: bits.extend([0] * (-length % 8)),
        )
        codes = [
            segno.make_qr(text, error="m", boost_error=False, mode="byte", mask=mask)
            for mask in range(8)
        ]
    return [["".join(map(str, map(int, row))) for row in code.matrix] for code in codes]


def until_done(page):
    page.wait_for_selector("html[data-ready=yes]")
    page.wait_for_selector("#paper[aria-busy=false]")
