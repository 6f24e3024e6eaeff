"""A teacher chooses puzzles for a class, and a pupil solves them."""

import pytest
from marks import on_both
from playwright.sync_api import expect

from browser.pages import PHONE, codes_of, codes_shown, faults, until_done

#: Stores that the puzzle on the board was solved in nine moves.
RECORD = """async () => {
  const { chooseProvider } = await import(new URL("js/provider.js", document.baseURI));
  const gallery = await import(new URL("js/gallery.js", document.baseURI));
  const { sets } = await chooseProvider().puzzles();
  const id = location.hash.split("/")[1].split("?")[0];
  const [entry] = gallery.puzzlesNamed(gallery.puzzlesOf(sets), id);
  localStorage['pegs.records'] = JSON.stringify({ [gallery.recordKeyOf(entry)]: 9 });
}"""

#: Collects what a sheet says while it finds solutions.
SAID = """window.said = new Set();
new MutationObserver(() => {
  const text = document.getElementById("state")?.textContent;
  if (text) window.said.add(text);
}).observe(document, { subtree: true, childList: true, characterData: true });"""


@pytest.mark.every(2)
@on_both
def test_a_link_of_a_class_is_opened_on_a_phone(sit_down, address):
    """A teacher chooses puzzles for a link and a sheet; a pupil solves one and gets a result."""
    teacher = sit_down(address, alone=True)
    teacher.open("home")
    page = teacher.page
    page.get_by_role("link", name="For teachers").click()
    dialog = page.locator("#teaching")
    tiles = dialog.locator(".tile")
    expect(tiles).to_have_count(12)
    dialog.get_by_label("Board", exact=True).select_option("triangle6")  # it has no hard puzzles
    expect(dialog.locator(".level option")).to_have_text(["All", "Easy", "Medium"])
    dialog.get_by_label("Board", exact=True).select_option("english")
    dialog.get_by_label("How many").select_option("6")
    expect(tiles).to_have_count(6)
    expect(tiles.locator("small").last).to_have_text("easy")
    names = tiles.locator("strong").all_inner_texts()
    for number in (4, 3, 1):
        tiles.nth(number).click()  # leaves it out
        names.pop(number)
    expect(dialog.locator("p[role=status]").last).to_contain_text("3 puzzles.")
    link = page.input_value("#teaching input")
    assert link.startswith(f"{teacher.for_others(address)}#set/")
    only_here = dialog.get_by_text("works on this computer only")
    if link.startswith(address):
        expect(only_here).to_have_count(1)
        expect(dialog.locator(".qr")).to_have_count(0)
    else:
        expect(only_here).to_have_count(0)
        [code] = codes_shown(dialog)
        assert code in codes_of(link)
    assert faults(page) == []
    dialog.get_by_role("link", name="See what the class sees").click()
    page.wait_for_selector("#class-set[open]")
    page.go_back()
    page.wait_for_selector("#teaching[open]")
    assert page.input_value("#teaching input") == link
    page.context.add_init_script(SAID)
    with page.expect_popup() as opened:
        dialog.get_by_role("link", name="Print the sheet").click()
    sheet = opened.value
    sheet.set_default_timeout(60_000)
    until_done(sheet)
    finding = [f"Finding solutions: {number} of 3 …" for number in (1, 2, 3)]
    assert sheet.evaluate("[...said]") == finding
    numbered = [f"{number}. {name}" for number, name in enumerate(names, 1)]
    assert sheet.locator(".puzzles strong").all_inner_texts() == numbered
    expect(sheet.locator("h2").first).to_have_text(f"English: {len(numbered)} puzzles")
    assert " bits" not in sheet.inner_text(".puzzles")
    sheet.get_by_role("link", name="Choose other puzzles").click()
    sheet.wait_for_selector("#teaching[open]")
    sheet.close()

    pupil = sit_down(address, alone=True, **PHONE)
    pupil.settings(help="off", motion="off")
    pupil.open(link.partition("#")[2])
    page = pupil.page
    tiles = page.locator("#class-set .tile")
    expect(page.locator("#class-set [role=status]").first).to_have_text(
        "0 of 3 done on this device"
    )
    assert tiles.locator("strong").all_inner_texts() == numbered
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert faults(page) == []
    tiles.first.tap()
    page.wait_for_selector("#class-set", state="hidden")
    page.wait_for_function("() => location.hash.startsWith('#puzzle/')")
    pupil.wait_for_title(names[0])
    page.evaluate(RECORD)
    pupil.reload()
    page.go_back()
    page.wait_for_selector("#class-set[open]")
    expect(page.locator("#class-set [role=status]").first).to_have_text(
        "1 of 3 done on this device"
    )
    line = page.input_value("input[aria-label='Your result, to hand in']")
    assert line == f"Peg solitaire: 1 of 3 solved: 1 in 9 moves · {link}"
    page.get_by_role("button", name="Close").tap()
    assert page.inner_text("#board-name").startswith(names[0])

    # The front page leads back to the class, until it is taken off.
    page.goto(address)
    card = page.locator("#home-classes li")
    expect(card).to_contain_text("1 of 3 done on this device")
    expect(card.locator("strong")).to_have_text(names[1])
    assert faults(page) == []
    card.locator("a").tap()
    page.wait_for_selector("#class-set[open]")
    page.go_back()
    card.get_by_role("button", name="Take these puzzles off this page").tap()
    expect(card).to_have_count(0)
    page.reload()
    page.wait_for_selector("#front")
    expect(card).to_have_count(0)

    page.goto(f"{address}#set/nothing")
    page.locator("#front").get_by_text("this page has none of its puzzles").wait_for()
