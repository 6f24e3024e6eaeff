"""The first visit loads little, and only what the first frame needs."""

import re

import pytest
from marks import quick_then

from .conftest import opened_page

MOST = {"en": 150_000, "de": 155_000}  # bytes on the wire


@pytest.mark.parametrize("place", quick_then("", "#home", "#board/french/d4/any", "?lang=de#home"))
def test_a_first_visit_loads_little(browser, server, place):
    page = opened_page(browser)
    names, sizes = {}, {}
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on(
        "Network.requestWillBeSent",
        lambda event: names.update({event["requestId"]: event["request"]["url"]}),
    )
    session.on(
        "Network.loadingFinished",
        lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}),
    )
    page.goto(f"{server}{place}")
    page.wait_for_selector("html[data-ready=yes]")
    page.wait_for_load_state("networkidle")
    page.context.close()
    files = {names[one].removeprefix(server): size for one, size in sizes.items()}
    language = "de" if "lang=de" in place else "en"
    assert sum(files.values()) <= MOST[language]
    words = [name for name in files if re.match(r"words/\w+\.json", name)]
    assert words == [f"words/{language}.json"]
    later = (
        "explorer lesson storm two picker puzzles dialogs glossary players review reading packs"
    )
    assert not {f"js/{name}.js" for name in later.split()} & set(files)
    assert "api/puzzles" not in files
