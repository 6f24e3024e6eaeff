"""What tests of several files do on the page: open its parts, and look for faults."""

from importlib.resources import files

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


def until_done(page):
    page.wait_for_selector("html[data-ready=yes]")
    page.wait_for_selector("#print:not([disabled])")
