"""The page in the oldest browsers that it is meant for: Safari 16.4, Chrome 111, Firefox 115.

What came later is taken away before the page loads. Other tests are about what the page says when
it cannot start, cannot draw, or cannot store anything.
"""

import pytest
from playwright.sync_api import expect

from .conftest import exported_once, opened_page

#: Removes what one of the oldest browsers lacks.
OLDEST = """
for (const [owner, names] of [
  [Map, ["groupBy"]],
  [Object, ["groupBy"]],
  [Promise, ["withResolvers", "try"]],
  [Array, ["fromAsync"]],
  [URL, ["canParse", "parse"]],
  [Element.prototype, ["checkVisibility"]],
  [Set.prototype, ["union", "intersection", "difference", "isSubsetOf", "isDisjointFrom"]],
  [globalThis.Iterator?.prototype ?? {}, ["map", "filter", "some", "find", "toArray", "flatMap"]],
  [AbortSignal, ["any"]],
  [String.prototype, ["isWellFormed", "toWellFormed"]],
])
  for (const name of names) delete owner[name];
delete globalThis.requestIdleCallback;
delete globalThis.Iterator;
"""


@pytest.fixture
def page_at(browser):
    """Open a page with a script that runs before it, and check that nothing went wrong."""
    pages, errors = [], []

    def call(address, script):
        page = opened_page(browser)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.add_init_script(script)
        page.goto(address)
        page.wait_for_selector("html[data-ready=yes]")
        pages.append(page)
        return page

    yield call
    for page in pages:
        page.context.close()
    assert not errors


def test_the_oldest_browsers_play(page_at, address):
    page = page_at(f"{address}#board/triangle5/a1/any", OLDEST)
    expect(page.locator("#unstarted")).to_have_count(0)
    page.locator("[data-hole='5']").focus()
    for hole in (5, 0, 3, 5):
        page.locator(f"[data-hole='{hole}']").dispatch_event("click")
    expect(page.locator("#moves-title")).to_have_text("2 moves")
    expect(page.locator("#solve")).to_be_enabled()
    page.click("#hint")
    expect(page.locator("#hint")).to_have_text("Do it")
    for button, shown in (("#open-picker", "#picker"), ("#open-lessons", "#lessons")):
        page.click(button)
        expect(page.locator(shown)).to_be_visible()
        page.keyboard.press("Escape")
    page.goto(f"{address}sheet.html")
    page.wait_for_selector("html[data-ready=yes]")
    expect(page.locator("#paper .puzzles li").first).to_be_visible()


@pytest.mark.slow
def test_a_page_that_cannot_start_says_why(page_at, server):
    page = page_at(server, "")
    page.route(
        "**/js/start.js", lambda route: route.fulfill(body="", content_type="text/javascript")
    )
    page.reload()
    expect(page.locator("#unstarted")).to_be_visible()
    expect(page.locator("#unstarted")).to_contain_text("has not started")


@pytest.mark.slow
def test_a_page_that_is_opened_as_a_file_says_why_it_does_not_start(browser, run_folder):
    page = opened_page(browser)
    page.goto((exported_once(run_folder) / "games" / "pegs" / "index.html").as_uri())
    expect(page.locator("#unstarted")).to_be_visible()
    expect(page.locator("#unstarted")).to_contain_text("It does not run from a file")
    page.context.close()


@pytest.mark.slow
def test_an_error_while_drawing_is_said(page_at, server):
    page = page_at(f"{server}#board/triangle5/a1/any", "")
    page.evaluate(
        "() => void (DOMTokenList.prototype.toggle = () => { throw new Error('no ink') })"
    )
    page.locator("[data-hole='5']").dispatch_event("click")
    expect(page.locator("#status")).to_contain_text("could not be drawn · no ink")


@pytest.mark.slow
def test_storage_that_keeps_nothing_is_said(page_at, server):
    forbid = "Storage.prototype.setItem = () => { throw new Error('full') }"
    page = page_at(f"{server}#board/triangle5/c3/any/", forbid)
    page.click("#solve")
    page.select_option("#speed", "4")
    expect(page.locator("#notice")).to_contain_text("stores nothing", timeout=60_000)


@pytest.mark.slow
def test_a_part_that_cannot_be_loaded_is_said_once(page_at, server):
    page = page_at(f"{server}#board/triangle5/a1/any", "")
    tries = []
    page.route("**/js/explorer.js", lambda route: (tries.append(1), route.abort()))
    page.click("#explorer summary")
    expect(page.locator("#notice")).to_contain_text("could not be loaded")
    page.keyboard.press("u")
    assert len(tries) == 1
    page.unroute_all()
    page.click("#explorer summary")
    page.click("#explorer summary")
    page.locator("#explored-rows tr").first.wait_for()
