"""Fixtures for a browser, for the page with its server, and for the page on a static web host."""

import json
import os
import subprocess
import sys
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice

import programs
import pytest
from filelock import FileLock
from playwright.sync_api import Page, expect
from private import private, set_private

from pegsolitaire.web import exporting
from tools.chromium import CHROMIUM, opened

from . import serve

MAIN_LINE = "#moves > li:not(.variation)"
SEATS = 4  # open pages kept for reuse
_PACKED = 6  # number of problems in an export
LINK = "https://example.org/pegs/"  # the published address of the exported page


expect.set_options(timeout=60_000)  # the processors may be busy with other tests

#: Dispatches the event by which a tab learns that another tab wrote the settings.
TOLD = "dispatchEvent(new StorageEvent('storage', { key: 'pegs.settings' }))"
#: Disables service workers, so that a page does not spend seconds on caching its files.
NO_WORKERS = "delete Navigator.prototype.serviceWorker"

#: Opens the address of a puzzle, given its board, start and finish.
PUZZLE = """async ([name, start_code, problem_finish]) => {
  const { idOf } = await import(new URL("js/gallery.js", document.baseURI));
  const puzzle = { start_code, problem_finish };
  location.hash = `puzzle/${idOf({ set: { board: { name } }, puzzle })}`;
}"""

OF_THE_OTHER = ("test_layout.py", "test_lessons.py", "test_play.py", "test_progress.py")


def pytest_itemcollected(item):
    """Split the tests between two workers, each with its own browser and server."""
    if "browser" in item.path.parts:
        group = "other browser" if item.path.name in OF_THE_OTHER else "browser"
        item.add_marker(pytest.mark.xdist_group(group))


@pytest.fixture(scope="session")
def browser():
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("no chromium here: `make test` installs Debian's package where it may")
        pytest.skip("no chromium here")
    with opened() as found:
        yield found


@pytest.fixture(scope="session")
def server(run_folder, central_sets):
    """Start `pegs play` and return its address. All workers share one store."""
    with serving(run_folder / "sets", program=[serve.__file__]) as address:
        yield address


@pytest.fixture(scope="module")
def scripts(browser, server):
    """A page on which tests run modules of the page."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(server)
        page.wait_for_selector("html[data-ready=yes]")
        yield page


@contextmanager
def serving(home, *options, program=("-m", "pegsolitaire")):
    """Start a server with the given store and yield its address."""
    command = [sys.executable, *program, "play", "--no-browser", "--port", "0"]
    home = {"PEGSOLITAIRE_HOME": str(home)}
    with programs.started(
        [*command, *options], limit=86_400, stdout=subprocess.PIPE, env={**os.environ, **home}
    ) as process:
        words = process.stdout.readline().split()
        yield next(word for word in words if word.startswith("http://"))
        process.terminate()
        process.wait(60)


class Quiet(SimpleHTTPRequestHandler):
    """A static file server whose scripts and styles the browser may cache."""

    def log_message(self, *_):
        pass

    def end_headers(self):
        if self.path.endswith((".js", ".css")):
            self.send_header("Cache-Control", serve.KEPT)
        super().end_headers()


@pytest.fixture(scope="session")
def exported(run_folder):
    """Serve an exported page below the root of a static web host and yield its address."""
    with hosting(exported_once(run_folder)) as address:
        yield f"{address}games/pegs/"


def exported_once(run):
    """Export the page unless another worker has done so, and return the folder."""
    root = run / "host"
    with FileLock(run / "export.lock"):
        if not root.exists():
            with pytest.MonkeyPatch.context() as patch:
                problems = list(islice(private(exporting, "_problems")(), _PACKED))
                set_private(patch, exporting, _problems=lambda: problems)
                exporting.export_page(root.with_name("exporting") / "games" / "pegs", address=LINK)
            root.with_name("exporting").rename(root)
    return root


@contextmanager
def hosting(root):
    """Serve a folder and yield its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=root)) as host:
        thread = threading.Thread(target=host.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{host.server_port}/"
        host.shutdown()
        thread.join()


@pytest.fixture(params=["server", pytest.param("exported", marks=pytest.mark.slow)])
def address(request):
    """The address of the served or the exported page. Tests marked with `on_both` use both."""
    return request.getfixturevalue(request.param)


class Player:
    """A user at the page."""

    def __init__(self, page: Page, address: str, kept: bool = False) -> None:
        self.page = page
        self.address = address
        self.kept = kept  # whether other tests use the page afterwards
        self.how = "pointer"  # the means of input: pointer, touch or keys
        self.complaints = []  # messages of the page in the console
        self.opened = 0  # how often the page was loaded
        page.set_default_timeout(60_000)
        if kept and not page.url.startswith(address):
            page.goto(self._picture)
        page.on("console", self._console)
        page.on("pageerror", self._error)

    @property
    def _picture(self):
        """The address of a small file without scripts that shares the storage of the page."""
        return f"{self.address}favicon.svg"

    def leave(self):
        """Reset the page for the next test."""
        self.page.remove_listener("console", self._console)
        self.page.remove_listener("pageerror", self._error)
        self.page.goto(self._picture)
        self.page.evaluate("localStorage.clear(), sessionStorage.clear()")
        self.page.mouse.move(0, 0)

    def _error(self, error):
        self.complaints.append(str(error))

    def _console(self, message):
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def settings(self, **chosen):
        """Set the settings before the page loads, or as another tab would if it is open."""
        script = f"localStorage.setItem('pegs.settings', {json.dumps(json.dumps(chosen))})"
        if self.opened:
            self.page.evaluate(f"{script}, {TOLD}")
        elif self.kept:
            self.page.evaluate(script)
        else:
            self.page.add_init_script(f"if (!localStorage.getItem('pegs.settings')) {script}")

    def keep(self, **parts):
        """Store records, days and other parts before a page of its own loads."""
        for name, part in parts.items():
            script = f"localStorage['pegs.{name}'] ??= {json.dumps(json.dumps(part))}"
            self.page.add_init_script(script)

    def stored(self, part):
        """Return what the page has stored of the records, the days or another part."""
        return json.loads(self.page.evaluate("key => localStorage[key] ?? '{}'", f"pegs.{part}"))

    def open(self, fragment=""):
        """Load the page, even if only the fragment differs from the current address."""
        again = f"?{self.opened}" if self.opened else ""
        self.opened += 1
        self.page.goto(self.address + again + (fragment and f"#{fragment}"))
        self.page.wait_for_selector("html[data-ready=yes]")

    def go(self, words):
        """Open another game in the page by a link that the page rewrites.

        This takes a tenth of the time of loading the page, which keeps its caches.
        """
        assert words.startswith("board=")
        self.page.evaluate("words => { location.hash = words }", words)
        self.page.wait_for_function("words => location.hash !== `#${words}`", arg=words)
        self.page.evaluate("() => new Promise(requestAnimationFrame)")  # then it is drawn

    def go_to_puzzle(self, puzzle):
        """Open a puzzle of the gallery in the open page, as a puzzle and not as a board."""
        named = [puzzle.board.name, f"code:{puzzle.position.code}", str(puzzle.finish)]
        self.page.evaluate(PUZZLE, named)

    def reload(self):
        self.page.reload()
        self.page.wait_for_selector("html[data-ready=yes]")

    def play_slowly(self):
        """Play solutions so slowly that no step is late on slow machines."""
        self.page.evaluate("document.getElementById('speed').append(new Option('slow', '0.01'))")
        self.page.select_option("#speed", "0.01")

    def play_fast(self):
        """Play solutions at 40 jumps a second, faster than the page offers."""
        self.page.evaluate("document.getElementById('speed').append(new Option('40', '40'))")
        self.page.select_option("#speed", "40")

    def forgive(self, what):
        """Remove expected messages from the complaints."""
        self.complaints = [one for one in self.complaints if what not in one]

    def until_known(self):
        """Wait for the winning sets."""
        self.page.wait_for_selector("html:not([data-sets=asked])")
        self.page.wait_for_selector("#progress", state="hidden")

    def hole(self, name):
        return self.page.locator(
            f'#board .spot[aria-label="{name}"], #board .spot[aria-label^="{name},"]'
        )

    def open_more(self):
        """Open the sheet of *More* on small screens. Larger ones show what it has."""
        if self.page.is_visible("#open-more"):
            self.page.click("#open-more")

    def point(self, name):
        box = self.hole(name).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click(self, name):
        self.page.mouse.click(*self.point(name))

    def jump(self, jump):
        for name in jump.split("-"):
            self.click(name)

    def drag(self, jump):
        start, end = map(self.point, jump.split("-"))
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        self.page.mouse.move(*end, steps=3)
        self.page.mouse.up()

    def hint(self):
        self.page.keyboard.press("h")
        self.page.wait_for_selector("#board .arrow")

    def ask_why(self):
        self.page.keyboard.press("w")
        self.page.wait_for_selector("#reason h2")

    def for_others(self, link):
        """Return a link as the page shares it, which uses the published address of an export."""
        published = LINK if self.address.endswith("/games/pegs/") else self.address
        return link.replace(self.address, published)

    @property
    def status(self):
        return self.page.inner_text("#status")

    @property
    def moves(self):
        """The moves in the list."""
        return [text.partition(".")[2] for text in self.page.locator(MAIN_LINE).all_inner_texts()]

    @property
    def moves_ahead(self):
        """The names of the jumps that lie ahead."""
        found = self.page.locator(f"{MAIN_LINE} .jump.ahead")
        return found.evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")

    @property
    def heard(self):
        """The last announcement to screen readers."""
        return self.page.text_content("#live")

    def wait_for_status(self, text):
        self.page.wait_for_function(
            "text => document.getElementById('status').textContent.includes(text)", arg=text
        )

    def wait_for_title(self, text):
        self.page.locator("#board-name", has_text=text).wait_for()

    def wait_to_hear(self, text):
        self.page.wait_for_function(
            "text => document.getElementById('live').textContent.includes(text)", arg=text
        )


@pytest.fixture(scope="session")
def seats():
    """Pages that are free, with the options of their contexts, least recently used first."""
    return []


def opened_page(browser, *, service_workers="block", **options):
    context = browser.new_context(**options)
    if service_workers == "block":
        context.add_init_script(NO_WORKERS)
    return context.new_page()


@pytest.fixture
def sit_down(browser, seats):
    """Return a function that opens the page, and check for console messages at the end.

    Pages are reused, which halves the loading time. Tests that leave more behind than an address
    and storage (such as routes, scripts or a clock), or that look at the history, need a new page.
    """
    taken = []

    def call(address, *, alone=False, **options):
        options = {"viewport": {"width": 1100, "height": 800}, **options}
        found = None if alone else next((one for one in seats if one[0] == options), None)
        if found:
            seats.remove(found)
        page = found[1] if found else opened_page(browser, **options)
        taken.append((options, Player(page, address, kept=not alone)))
        return taken[-1][1]

    yield call
    for options, player in taken:
        if player.kept and len(player.page.context.pages) == 1:
            player.leave()
            seats.append((options, player.page))
        else:
            player.page.context.close()
    while len(seats) > SEATS:
        seats.pop(0)[1].context.close()
    assert [player.complaints for _, player in taken] == [[] for _ in taken]


@pytest.fixture
def player(sit_down, address):
    return sit_down(address)


@pytest.fixture
def lone_player(sit_down, address):
    return sit_down(address, alone=True)
