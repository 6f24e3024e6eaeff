"""What the server refuses, what it confines a page to, and that requests reach no file."""

import builtins
import io
import os
from contextlib import contextmanager
from pathlib import Path

import pytest
from web_client import served

from pegsolitaire.board import reading_boards
from pegsolitaire.game import problem_words
from pegsolitaire.web import guard
from pegsolitaire.web.app import STATIC
from pegsolitaire.web.guard import MAX_BODY, MAX_HEAD, MAX_TARGET

HOST = (b"host", b"127.0.0.1:8033")
T5 = {"board": "triangle5", "start": "a1", "position": "code:7"}


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    with served(tmp_path_factory.mktemp("home")) as asker:
        yield asker


def status(web, *headers, method="GET", path="/api/boards", **options):
    return web.raw(method, path, headers, **options).status_code


# -- names --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "127.0.0.1:8033", "localhost", "LocalHost:1", "[::1]", "[::1]:8033"],
)
def test_names_of_the_server(web, host):
    assert status(web, (b"host", host.encode())) == 200
    for scheme in ("http", "https"):
        origin = (b"origin", f"{scheme}://{host}".encode())
        assert status(web, (b"host", host.encode()), origin) == 200


@pytest.mark.parametrize(
    "host",
    ["", " ", "evil.example", "evil.example:8033", "127.0.0.1.evil.example", "localhost.", "::1",
     "127.0.0.1@evil.example", "evil.example@127.0.0.1", "user:pw@127.0.0.1", "127.0.0.1/path",
     "127.0.0.1:port", "127.0.0.1:8033:1", "127.0.0.1, evil.example", "127.0.0.1\tx", "[::1",
     "[::1]x", "[]", "127.1", "2130706433", "0.0.0.0", "192.168.0.1", "127.0.0.1:999999", "\xff",
     "127.0.0.1#", "127.0.0.1?", "localhost\\@evil.example", "x" * 5000],
)  # fmt: skip
def test_other_names(web, host):
    for path in ("/api/boards", "/", "/nothing"):
        assert status(web, (b"host", host.encode("latin-1")), path=path) == 421


def test_no_name_and_two_names(web):
    assert status(web) == 421
    assert status(web, HOST, HOST) == 400
    assert status(web, HOST, (b"host", b"evil.example")) == 400
    assert status(web, (b"host", b"evil.example"), HOST) == 400


def test_names_of_a_server_for_others(tmp_path):
    with served(tmp_path, names=("127.0.0.1", "MyHost"), addresses=True) as web:
        for host in (b"192.168.0.1:8033", b"10.0.0.1", b"[fe80::1]:8033", b"myhost", b"MYHOST:1"):
            assert status(web, (b"host", host)) == 200
            assert status(web, (b"host", host), (b"origin", b"http://" + host)) == 200
            assert status(web, (b"host", host), (b"origin", b"http://10.9.9.9")) == 403
        for host in (b"evil.example", b"10.0.0.1.evil.example", b"127.1", b"[x]", b"1.2.3.4.5"):
            assert status(web, (b"host", host)) == 421


# -- origins ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin",
    ["null", "", "http://evil.example", "http://localhost:8033", "http://127.0.0.1:3000",
     "http://127.0.0.1", "http://127.0.0.1:8033.evil.example", "http://127.0.0.1:8033/",
     "http://x@127.0.0.1:8033", "file://127.0.0.1:8033", "127.0.0.1:8033", "http://", "://",
     "http://127.0.0.1:8033, http://evil.example", "chrome-extension://127.0.0.1:8033"],
)  # fmt: skip
def test_other_origins(web, origin):
    for method, path in (("GET", "/api/boards"), ("POST", "/api/jobs"), ("GET", "/")):
        assert status(web, HOST, (b"origin", origin.encode()), method=method, path=path) == 403


def test_two_origins(web):
    same = (b"origin", b"http://127.0.0.1:8033")
    assert status(web, HOST, same) == 200
    assert status(web, HOST, same, same) == 400
    assert status(web, HOST, (b"origin", b"http://evil.example"), same) == 400


@pytest.mark.parametrize("site", [b"cross-site", b"same-site", b"anything"])
def test_pages_of_other_sites(web, site):
    """Somebody may follow a link to the page, and nothing else."""
    fetch = (b"sec-fetch-site", site)
    for mode in (b"cors", b"no-cors", b"websocket", b""):
        for path in ("/", "/api/boards", "/js/main.js"):
            assert status(web, HOST, fetch, (b"sec-fetch-mode", mode), path=path) == 403
    assert status(web, HOST, fetch, path="/") == 403
    visit = (b"sec-fetch-mode", b"navigate")
    assert status(web, HOST, fetch, visit, path="/") == 200
    assert status(web, HOST, fetch, visit, path="/api/boards") == 403
    assert status(web, HOST, fetch, visit, method="POST", path="/api/jobs") == 403
    assert status(web, HOST, fetch, visit, method="DELETE", path="/") == 403


@pytest.mark.parametrize("site", [b"same-origin", b"none"])
def test_the_page_itself(web, site):
    for mode in (b"cors", b"no-cors", b"navigate"):
        assert status(web, HOST, (b"sec-fetch-site", site), (b"sec-fetch-mode", mode)) == 200


def test_no_answer_lets_other_origins_read(web):
    for path in ("/", "/api/boards", "/nothing"):
        headers = web.raw("GET", path, [HOST]).headers
        assert not [name for name in headers if name.startswith("access-control-")]


# -- sizes --------------------------------------------------------------------------------------

JSON = (b"content-type", b"application/json")
LONG = b'{"board": "' + b"x" * MAX_BODY + b'", "start": "a1"}'


def posted(web, *body, length=None, waits=False):
    headers = [HOST, JSON]
    if length is not None:
        headers.append((b"content-length", length))
    return status(web, *headers, method="POST", path="/api/jobs", body=body or (b"",), waits=waits)


def test_bodies_that_are_too_long(web):
    assert posted(web, LONG, length=str(len(LONG)).encode()) == 413
    assert posted(web, LONG) == 413
    assert posted(web, *[LONG[i : i + 100] for i in range(0, len(LONG), 100)]) == 413
    assert posted(web, LONG, length=b"10") == 413
    assert posted(web, *[b"x" * 1000] * (MAX_BODY // 1000 + 1), waits=True) == 413


@pytest.mark.parametrize(
    "length",
    [
        b"-1",
        b"",
        b"x",
        b"1e3",
        str(MAX_BODY + 1).encode(),
        b"9" * 5000,
        b"0" * 4999 + b"1",
        b"+5",
        b" 5",
    ],
)
def test_lengths_that_make_no_sense(web, length):
    assert posted(web, b"{}", length=length) == 413
    assert status(web, HOST, (b"content-length", length)) == 413


def test_two_lengths(web):
    length = (b"content-length", b"2")
    assert status(web, HOST, JSON, length, length, method="POST", path="/api/jobs") == 400


def test_bodies_as_long_as_may_be(web):
    assert posted(web, b" " * (MAX_BODY - 2) + b"{}") == 422
    assert posted(web, *[b" "] * 2000, b"{}", length=b"2002") == 422


def test_heads_that_are_too_long(web):
    """Those that do not end are for `test_web_connections`, as are bodies that do not."""
    for name, value in ((b"x", b"y" * MAX_HEAD), (b"x" * MAX_HEAD, b"")):
        assert status(web, HOST, (name, value)) == 431
    assert status(web, HOST, *[(b"x", b"y" * 4096)] * 16) == 431
    assert status(web, HOST, (b"x", b"y" * (MAX_HEAD - 200))) == 200


def test_no_more_requests_at_once_than_there_may_be(web, monkeypatch):
    monkeypatch.setattr(guard, "MAX_REQUESTS", 0)
    assert status(web, HOST) == 503
    monkeypatch.setattr(guard, "MAX_REQUESTS", 1)
    assert [status(web, HOST) for _ in range(3)] == [200] * 3


def test_requests_that_are_too_long(web):
    assert status(web, HOST, query=b"board=" + b"x" * MAX_TARGET) == 414
    assert status(web, HOST, path="/" + "x" * MAX_TARGET) == 414
    assert status(web, HOST, path="/api/board", query=b"board=" + b"x" * 30_000) == 422
    assert status(web, HOST, path="/" + "x" * 30_000) == 404


def test_what_every_request_may_be_refused_with_is_described(web):
    """Of the statuses that the tests above meet."""
    paths = web.get("openapi.json")["paths"]
    operations = {
        (path, method): set(map(int, operation["responses"]))
        for path, methods in paths.items()
        for method, operation in methods.items()
    }
    for statuses in operations.values():
        assert statuses >= {400, 403, 408, 413, 414, 421, 422, 431, 503}
    described = paths["/api/board"]["get"]["responses"]["414"]
    assert described["description"].endswith(f"more than {MAX_TARGET:,} characters")
    assert described["content"]["application/json"]["schema"]["$ref"].endswith("/ErrorDocument")


def test_other_protocols_are_not_answered(web):
    async def connect():
        sent = []

        async def send(message):
            sent.append(message)

        await web.app({"type": "websocket", "path": "/", "headers": [HOST]}, None, send)
        return sent

    assert web.run(connect) == []


# -- what a page may do -------------------------------------------------------------------------


def test_the_policy(web):
    """Whether every answer has the headers, the client itself looks at."""
    headers = web.raw("GET", "/", [HOST]).headers
    policy = dict(part.split(maxsplit=1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    for name, sources in policy.items():
        allowed = {"'self'", "'none'", *(("data:", "blob:") if name == "img-src" else ())}
        assert set(sources.split()) <= allowed
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["referrer-policy"] == "no-referrer"


def test_the_page_asks_for_nothing_else():
    """No file of the page has scripts or styles within markup, or names another host."""
    names = [path for path in Path(str(STATIC)).rglob("*") if path.suffix in (".html", ".js")]
    assert names
    for path in names:
        text = path.read_text("utf-8")
        for word in ("eval(", "new Function", "javascript:", " onclick=", " style="):
            assert word not in text, (path, word)
        outside = [part.split('"')[0] for part in text.split("https://")[1:]]
        assert not [one for one in outside if "src=" in one], path


# -- files --------------------------------------------------------------------------------------

PATHS = [
    "@/etc/passwd", "@", " @secret", "triangle5@secret", "@@", "@../secret", "../../secret",
    "/etc/passwd", "//etc/passwd", "file:///etc/passwd", "..\\..\\secret", "~/secret", "secret",
    "square:@secret", "square:../secret", "a1\0", "\0", "%00", "%2e%2e/secret", "code:@secret",
    "english/../../secret", "C:\\secret", "\uff20secret", "\ufe6bsecret",
]  # fmt: skip
ROUTES = ("board", "problem", "verdicts", "solution", "hint", "why", "games", "assessment")


@contextmanager
def watched():
    """What is opened or looked for meanwhile."""
    seen = []

    def watch(real):
        def watching(where, *rest, **more):
            seen.append(where)
            return real(where, *rest, **more)

        return watching

    with pytest.MonkeyPatch.context() as patch:
        for module in (reading_boards, problem_words):
            patch.setattr(module, "read_text", watch(reading_boards.read_text))
        for module, name in ((builtins, "open"), (io, "open"), (os, "open"), (os, "stat")):
            patch.setattr(module, name, watch(getattr(module, name)))
        yield seen


@pytest.fixture(scope="module")
def warm(web):
    """A server that has loaded what it needs."""
    web.answer("GET", "/")
    web.get("problem", board="triangle5", start="a1")
    for route in ROUTES:
        web.answer("GET", f"/api/{route}", params=T5)
    # FastAPI looks up the line of a route once.
    web.answer("POST", "/api/jobs", json={})
    for method, end in (("GET", ""), ("DELETE", ""), ("GET", "/events")):
        web.answer(method, f"/api/jobs/x{end}")
    return web


#: Words that a route does not take: they are let be.
FOREIGN = {"board": {"start", "finish", "position"}, "problem": {"position"}}


@pytest.mark.every(3)
@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("route", ROUTES)
def test_no_word_reaches_a_file(warm, route, path):
    taken = {*T5, "finish"} - FOREIGN.get(route, set())
    for word in taken - ({"start", "finish"} if route == "assessment" else set()):
        with watched() as seen:
            answer = warm.answer("GET", f"/api/{route}", params={**T5, word: path})
        assert answer.status_code == 422, (word, answer.text)
        assert seen == []


@pytest.mark.parametrize("path", PATHS)
def test_no_body_reaches_a_file(warm, path):
    for word in ("board", "start", "finish"):
        body = {"board": "triangle5", "start": "a1", "finish": "a1", word: path}
        with watched() as seen:
            answer = warm.answer("POST", "/api/jobs", json=body)
        assert answer.status_code == 422
        assert seen == []


@pytest.mark.parametrize("path", PATHS)
def test_no_job_reaches_a_file(warm, path):
    for method, end in (("GET", ""), ("DELETE", ""), ("GET", "/events")):
        with watched() as seen:
            answer = warm.raw(method, f"/api/jobs/{path}{end}", [HOST])
        assert answer.status_code in (404, 405, 422)
        assert seen == []


@pytest.mark.parametrize(
    "path",
    ["/../../../../etc/passwd", "/..", "/%2e%2e/%2e%2e/app.py", "/../app.py", "//etc/passwd",
     "/js/../../app.py", "/js/..", "/./../app.py", "/\0", "/index.html\0", "/..\\app.py",
     "/C:/x", "/etc/passwd", "/~root", "/@/etc/passwd", "/js/main.js/", "/index.html/x",
     "/index.html/../../app.py", "/" + "../" * 500 + "etc/passwd", "/" + "x" * 10_000,
     "/__init__.py", "/app.py", "/.", "/.git", "/ ", "/\u202e", "//127.0.0.1/..", "///"],
)  # fmt: skip
def test_no_path_leaves_the_page(warm, path):
    with watched() as seen:
        answer = warm.raw("GET", path, [HOST])
    assert answer.status_code == 404
    assert seen == []


def test_every_file_of_the_page_is_served(web):
    page = Path(str(STATIC))
    for path in page.rglob("*"):
        if path.is_file():
            answer = web.raw("GET", f"/{path.relative_to(page).as_posix()}", [HOST])
            assert (answer.status_code, answer.content) == (200, path.read_bytes())
            assert answer.headers["cache-control"] == "no-cache"
            assert answer.headers["content-type"] != "application/octet-stream", path
