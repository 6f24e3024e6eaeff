"""What tests of several files do on the page: open its parts, and look for faults."""

import re
from importlib.resources import files

import pytest
import segno

from pegsolitaire.data import puzzle_set

CLASSICS = puzzle_set("english-classics")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
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
