"""Tests of the compression and caching of responses."""

import gzip
import json
import os
from pathlib import Path

import httpx
import pytest
from starlette.datastructures import Headers
from web_client import run_apart, served

from pegsolitaire.web.app import STATIC, Page
from pegsolitaire.web.compression import MIN_COMPRESSED_BYTES, Content

CONSTANT = [
    "/api/boards", "/api/puzzles", "/api/storm", "/api/lessons", "/api/glossary",
    "/api/shortest?board=english", "/api/openapi.json", "/", "/js/main.js",
]  # fmt: skip
COMPUTED = ["/api/board?board=square12"]
SMALL = ["/api/board?board=triangle5", "/api/board?board=nosuch", "/nothing", "/favicon.svg"]


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    with served(tmp_path_factory.mktemp("home")) as asker:
        yield asker


def asked(web, path, encoding="gzip", method="GET", **headers):
    """Return a response. Its content length must match the number of bytes received."""
    answer = web.answer(method, path, headers={"accept-encoding": encoding, **headers})
    if "content-length" in answer.headers and method == "GET":
        assert int(answer.headers["content-length"]) == answer.num_bytes_downloaded
    return answer


@pytest.mark.parametrize("path", CONSTANT + COMPUTED)
def test_answers_are_compressed_for_those_who_read_that(web, path):
    packed, plain = asked(web, path), asked(web, path, "identity")
    assert packed.status_code == plain.status_code == 200
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
    assert packed.num_bytes_downloaded < plain.num_bytes_downloaded
    for answer in (packed, plain):
        assert answer.headers["vary"].lower().startswith("accept-encoding")
    assert packed.headers["content-type"] == plain.headers["content-type"]


@pytest.mark.parametrize("path", SMALL)
def test_small_answers_are_not_compressed(web, path):
    answer = asked(web, path)
    assert len(answer.content) < MIN_COMPRESSED_BYTES
    assert "content-encoding" not in answer.headers


@pytest.mark.parametrize("path", CONSTANT)
def test_whoever_has_an_answer_is_told_so(web, path):
    tags = set()
    for encoding in ("gzip", "identity"):
        first = asked(web, path, encoding)
        assert first.headers["cache-control"] == "no-cache"
        tag = first.headers["etag"]
        tags.add(tag)
        for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
            again = asked(web, path, encoding, **{"if-none-match": known})
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["etag"] == tag
            assert again.headers["vary"] == "Accept-Encoding"
        assert asked(web, path, encoding, **{"if-none-match": '"other"'}).status_code == 200
    assert len(tags) == 2


@pytest.mark.parametrize("path", ["/", "/js/main.js", "/favicon.svg"])
def test_heads_say_what_an_answer_would(web, path):
    for encoding in ("gzip", "identity"):
        whole, head = asked(web, path, encoding), asked(web, path, encoding, "HEAD")
        for name in ("content-length", "content-type", "etag"):
            assert head.headers[name] == whole.headers[name]
        assert head.headers.get("content-encoding") == whole.headers.get("content-encoding")
    assert web.answer("POST", path).status_code == 405


def test_whoever_looks_for_a_page_that_is_not_there_is_led_to_the_game(web):
    """Browsers get an HTML page with a link to the game. Other clients get JSON."""
    for path in ("/nothing", "/js/none.js", "/a/b/c"):
        page = asked(web, path, accept="text/html,*/*;q=0.8")
        assert page.status_code == 404
        assert page.headers["content-type"].startswith("text/html")
        assert '<a href="/">Go to the game</a>' in page.text
    for path, accept in (("/nothing", "*/*"), ("/api/nothing", "text/html")):
        answer = asked(web, path, accept=accept)
        assert answer.status_code == 404
        assert answer.json()["error"]["message"] == "there is nothing here"


def test_the_manifest_and_its_icons(web):
    manifest = asked(web, "/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    for icon in manifest.json()["icons"]:
        assert asked(web, f"/{icon['src']}").headers["content-type"] == icon["type"]


@pytest.mark.slow
def test_events_are_not_compressed(web):
    job = web.start(board="english", start="d4")
    answer = asked(web, f"/api/jobs/{job['id']}/events")
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert "content-encoding" not in answer.headers
    assert answer.text.startswith("data: ")


@pytest.mark.parametrize(
    ("said", "takes"),
    [("gzip", True), ("GZIP", True), ("br;q=1.0, gzip;q=0.8", True), ("x-gzip", True),
     ("gzip; q=0.001", True), ("gzip;q=0", False), ("gzip;q=0.000", False), ("br", False),
     ("", False), ("*", False), ("gzipped", False), ("identity, gzip;q=1", True)],
)  # fmt: skip
def test_who_reads_gzip(said, takes):
    answer = Content.of(b"x" * 5000, "text/plain").answer(Headers({"accept-encoding": said}))
    assert (answer.headers.get("content-encoding") == "gzip") is takes


def test_what_does_not_get_smaller_stays():
    random = os.urandom(5000)
    assert Content.of(random, "x/y").packed is None
    text = Content.of(b"peg" * 5000, "x/y")
    assert gzip.decompress(text.packed) == text.body == b"peg" * 5000


# -- caching ------------------------------------------------------------------------------------


def test_constant_answers_are_made_once(web, monkeypatch):
    before = {path: asked(web, path).content for path in CONSTANT}
    monkeypatch.setattr(json, "dumps", None)
    monkeypatch.setattr(gzip, "compress", None)
    assert {path: asked(web, path).content for path in CONSTANT} == before


def test_files_of_the_page_are_read_again_when_they_have_changed(tmp_path):
    (tmp_path / "index.html").write_text("one")
    (tmp_path / "gone.js").write_text("gone")
    page = Page(tmp_path, tmp_path)

    def get(path):
        transport = httpx.ASGITransport(page)

        async def ask():
            async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
                return await client.get(path)

        return run_apart(ask)

    first = get("/")
    assert first.text == get("/index.html").text == "one"
    (tmp_path / "index.html").write_text("another")
    again = get("/")
    assert again.text == "another"
    assert again.headers["etag"] != first.headers["etag"]
    assert get("/gone.js").text == "gone"


def test_every_file_of_the_page_is_served_with_gzip_or_without(web):
    page = Path(str(STATIC))
    for path in page.rglob("*"):
        if path.is_file():
            for encoding in ("gzip", "identity"):
                answer = asked(web, f"/{path.relative_to(page).as_posix()}", encoding)
                assert (answer.status_code, answer.content) == (200, path.read_bytes())
                assert answer.headers["cache-control"] == "no-cache"
                assert answer.headers["content-type"] != "application/octet-stream", path
