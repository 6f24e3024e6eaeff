"""Tests of the page when its server is killed during a game, restarted or upgraded."""

import shutil
import socket
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect
from private import set_private

from pegsolitaire.web import app
from pegsolitaire.web.server import address_of, listen, server_of

from .conftest import serving

STILL = {"motion": "off", "help": "full"}
GONE = """async () => {
  while (await navigator.serviceWorker.getRegistration())
    await new Promise((done) => setTimeout(done, 50));
}"""
LOST = "Failed to load resource"  # after a server has stopped or changed


def until_kept(page):
    page.wait_for_function("() => navigator.serviceWorker.controller", timeout=240_000)


@pytest.mark.slow
def test_a_game_goes_on_when_the_server_is_killed(sit_down, run_folder, central_sets):
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = str(found.getsockname()[1])
    with serving(run_folder / "sets", "--port", port) as address:
        player = sit_down(address, alone=True, service_workers="allow")
        page = player.page
        player.settings(**STILL)
        player.open("board=english&start=d4&finish=d4")
        player.until_known()
        until_kept(page)
        player.jump("d2-d4")
        player.wait_for_status("31 pegs")
    for again in (False, True):
        if again:
            player.reload()
            player.wait_for_status("31 pegs")
        player.jump("b3-d3")
        player.wait_for_status("30 pegs · all 5 jumps still win")
        player.hint()
        page.keyboard.press("u")
        player.wait_for_status("31 pegs")
    for place, there in [
        ("learn/jumping", "#lessons"),
        ("storm", "#storm-run"),
        ("home", "#front .cards"),
        ("board=triangle5&start=a1", "#board"),
    ]:
        page.evaluate("place => { location.hash = place }", place)
        page.wait_for_selector(there)
    player.wait_for_status("still win")
    with serving(run_folder / "sets", "--port", port):
        player.reload()
        with page.expect_response(lambda found: "/api/verdicts" in found.url and found.ok):
            player.jump("a3-a1")
        page.close()  # so that it sends no request to the stopped server
    player.forgive(LOST)


@contextmanager
def serving_files(folder, monkeypatch):
    """Serve the page from a folder in this process and yield its address."""
    monkeypatch.setattr(app, "STATIC", folder)
    with listen(port=0) as found:
        server = server_of(app.make_app())
        thread = threading.Thread(target=server.run, kwargs={"sockets": [found]})
        thread.start()
        try:
            yield address_of(found, "127.0.0.1")
        finally:  # otherwise the thread would keep a failed test's process alive
            server.should_exit = True
            thread.join()


@pytest.mark.slow
def test_a_new_version_is_announced_and_another_program_let_through(
    sit_down, tmp_path, monkeypatch
):
    folder = tmp_path / "static"
    shutil.copytree(Path(str(app.STATIC)), folder)
    with serving_files(folder, monkeypatch) as address:
        player = sit_down(address, alone=True, service_workers="allow")
        page = player.page
        player.open("board=triangle5&start=a1")
        until_kept(page)
        words = folder / "words" / "en.json"
        words.write_text(words.read_text().replace('"Learn"', '"Lessons"'))
        page.reload()
        page.get_by_role("button", name="Reload").wait_for()
        expect(page.locator("#open-lessons")).to_have_text("Learn")
        page.get_by_role("button", name="Reload").click()
        page.get_by_role("button", name="Lessons", exact=True).wait_for()
        assert not page.is_visible("#news")
        assert len(page.evaluate("caches.keys()")) == 1
        until_kept(page)
        set_private(monkeypatch, app.Page, _find=another)  # another program at the address
        player.open()
        page.evaluate(GONE)
        page.goto(address)
        expect(page.locator("body")).to_have_text("another program")
        page.close()  # so that it sends no request to the stopped server
    player.forgive(LOST)


async def another(_, name):
    found = name == "index.html"
    return app.Content.of(b"another program", "text/html") if found else None
