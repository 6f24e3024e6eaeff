"""The page in every language: nothing is cut off, and every text is in the language's file."""

import json
import re

import pytest

from browser.pages import click_in_menu
from browser.test_sizes import LOST, WON
from pegsolitaire.web.app import STATIC

WORDS = {path.stem: path for path in sorted((STATIC / "words").glob("*.json"))}
GAME = "board/english/d4/d4/b4-d4,c6-c4"

#: The parts that lie over one another, with what opens them: an address or a button of the menu.
WALK = {
    "home": "home",
    "game": GAME,
    "lost": LOST,
    "won": WON,
    "more": "",
    "picker": "",
    "puzzles": "",
    "own": "",
    "settings": "",
    "share": "",
    "help": "",
    "storm": "storm",
    "two-choice": "two",
    "two": "two/triangle5/a3/move/people/1",
    "teach": "teach",
    "lesson": "learn/1",
    "lessons": "learn",
}

OVERFLOW = """() => {
  const wide = document.documentElement;
  const found = wide.scrollWidth > innerWidth ? [`the page is ${wide.scrollWidth} wide`] : [];
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  for (const one of (dialog ?? document).querySelectorAll("button, a.card, legend, h2, dt, th")) {
    if (!one.getClientRects().length || one.closest(".unseen, #moves-title")) continue;
    const { left, right, width } = one.getBoundingClientRect();
    const scrolls = one.closest("#moves, .tabs, .levels, #home-boards, .tiles, table");
    if (one.scrollWidth > Math.ceil(one.clientWidth) + 1 && one.clientWidth)
      found.push(`cut: ${one.id || one.className} “${one.textContent}”`);
    if (!scrolls && width && (right > innerWidth + 1 || left < -1))
      found.push(`outside: ${one.id || one.className} “${one.textContent}”`);
  }
  return found;
}"""

#: The texts of a page by the smallest elements that hold whole sentences, and those of attributes,
#: without data: lessons, terms, sources, and the names of puzzles and languages.
TEXTS = """() => {
  const blocks = "p, li, td, th, button, a, label, h1, h2, h3, dt, dd, legend, summary, option";
  const data = "script, noscript, template, kbd, textarea, [lang]:not(html), .words, "
    + ".lesson .text, #lessons h2, #lessons li, .found > p.quiet, :is(.found, .teach) .tiles li";
  const isShown = (one) => one.getClientRects().length || one.localName === "option";
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: at, data: text } = walker.currentNode;
    if (text.trim() && isShown(at) && !at.closest(data))
    {
      const block = (at.closest(blocks) ?? at).cloneNode(true);
      block.querySelectorAll(".week").forEach((week) => week.remove()); // letters of the days
      found.add(block.textContent);
    }
  }
  for (const name of ["aria-label", "title", "placeholder"])
    for (const one of document.querySelectorAll(`[${name}]`))
      if (isShown(one) && !one.closest(`${data}, .tiles [title]`))
        found.add(one.getAttribute(name));
  return [...found];
}"""


@pytest.fixture
def walk(sit_down, server):
    """Return a function that walks the page in a language and yields each part it comes to."""

    def call(language, width=320, height=640, words=None):
        size = {"width": width, "height": height}
        touch = width < 800
        player = sit_down(
            server, alone=True, viewport=size, has_touch=touch, is_mobile=touch, locale=language
        )
        page = player.page
        if words:
            page.route(f"**/words/{language}.json", lambda route: route.fulfill(json=words))
        player.settings(motion="off", help="full")
        player.open("home")
        page.wait_for_load_state("networkidle")
        for name, place in WALK.items():
            if place:
                page.evaluate("place => { location.hash = place }", place)
                page.wait_for_timeout(300)
            elif name == "more":
                page.keyboard.press("Escape")
                page.evaluate("place => { location.hash = place }", GAME)
                player.until_known()
                player.open_more()
            elif name in ("puzzles", "own"):
                page.click(f"#picker-{name}")
            else:
                if name == "picker":
                    page.keyboard.press("Escape")
                click_in_menu(page, name)
                page.locator("dialog[open]").wait_for()
            page.wait_for_load_state("networkidle")
            yield name, page
            if name in ("own", "settings", "share", "help"):
                page.keyboard.press("Escape")

    return call


@pytest.mark.slow
@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("language", WORDS)
def test_nothing_is_cut_off(walk, language, width):
    """Nothing is cut off on the smallest phones, and on desktops, which show more buttons."""
    height = {320: 640, 1280: 860}[width]
    found = {name: page.evaluate(OVERFLOW) for name, page in walk(language, width, height)}
    assert {name: faults for name, faults in found.items() if faults} == {}


def wrapped(entry):
    if isinstance(entry, str):
        return f"⟦{entry}⟧"
    return {form: wrapped(text) for form, text in entry.items()}


def bare(text):
    """Return the letters of a text that do not come from the words."""
    depth, rest = 0, ""
    for letter in text:
        depth += {"⟦": 1, "⟧": -1}.get(letter, 0)
        rest += letter if depth == 0 else ""
    rest = re.sub(r"\w+, \d+\. \w+", "", rest)  # a date
    rest = re.sub(r"\b(?:[a-z]+\d+(?:-[a-z]+\d+)*|code:\d+|[A-Z]|[\d.,]+)\b", "", rest)
    return "".join(re.findall(r"[^\W\d_]{2,}.*", rest))


@pytest.mark.slow
def test_every_text_comes_from_the_words(walk):
    words = {key: wrapped(entry) for key, entry in json.loads(WORDS["en"].read_text()).items()}
    package = STATIC.parents[1]
    data = [
        *(package / "data").rglob("*.toml"),
        package / "web" / "texts" / "de.json",
        STATIC / "words" / "names" / "de.json",
    ]
    known = " ".join(" ".join(path.read_text("utf-8").split()) for path in data).lower()
    found = [
        f"{name}: {text}"
        for name, page in walk("de", words=words)
        for text in page.evaluate(TEXTS)
        if (left := bare(text)) and left.strip("· ⟧").lower() not in known
    ]
    assert "\n".join(sorted(set(found))) == ""


@pytest.mark.slow
def test_a_language_that_cannot_be_loaded_is_told_once(sit_down, server):
    player = sit_down(server, alone=True, locale="fr-FR")
    player.page.route("**/words/fr.json", lambda route: route.abort())
    player.open()
    assert "could not be loaded" in player.page.inner_text("body")
    assert player.page.get_attribute("html", "lang") == "en"
    player.page.evaluate("location.hash = 'home'")
    player.page.locator("#front").wait_for()
    assert "Français" not in player.page.inner_text("#front")
    player.complaints.clear()


@pytest.mark.slow
def test_the_language_is_a_setting(sit_down, server):
    player = sit_down(server, alone=True, locale="es-MX")
    page = player.page
    player.open("board/english/d4/d4")
    assert page.get_attribute("html", "lang") == "es"
    click_in_menu(page, "settings")
    with page.expect_navigation():
        page.click("#settings [name=language][value=de]")
    page.wait_for_selector("html[lang=de][data-ready=yes]")
    assert page.inner_text("#hint") == "Tipp"
    page.goto(f"{server}?lang=fr#home")
    page.wait_for_selector("html[lang=fr][data-ready=yes]")
    page.goto(f"{server}sheet.html")
    page.wait_for_selector("html[lang=de][data-ready=yes]")
    assert page.inner_text("#print") == json.loads(WORDS["de"].read_text())["sheet.print"]
