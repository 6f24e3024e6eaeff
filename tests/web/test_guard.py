"""Tests of what the server refuses: bad headers, bodies and origins, and slow connections."""

import builtins
import io
import json
import os
import socket
import threading
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

import anyio
import pytest
from marks import each
from private import private
from web_client import served

from pegsolitaire.board import reading_boards
from pegsolitaire.game import problem_words
from pegsolitaire.web import guard
from pegsolitaire.web.app import STATIC
from pegsolitaire.web.guard import MAX_BODY, MAX_HEAD, MAX_LINES, MAX_TARGET, Connection, Guard
from pegsolitaire.web.server import listen, server_of

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


def test_no_name(web):
    assert status(web) == 421


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


SAME = (b"origin", b"http://127.0.0.1:8033")
LENGTH = (b"content-length", b"2")


@each(
    "headers",
    [
        [HOST, HOST],
        [HOST, (b"host", b"evil.example")],
        [(b"host", b"evil.example"), HOST],
        [HOST, SAME, SAME],
        [HOST, (b"origin", b"http://evil.example"), SAME],
        [HOST, LENGTH, LENGTH],
    ],
)
def test_headers_that_are_repeated(web, headers):
    assert status(web, *headers) == 400


@pytest.mark.parametrize("site", [b"cross-site", b"same-site", b"anything"])
def test_pages_of_other_sites(web, site):
    """Other sites may link to the page, but may not do anything else."""
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


@each(
    "length",
    [b"-1", b"", b"x", b"1e3", str(MAX_BODY + 1).encode(), b"0" * 4999 + b"1", b"+5", b" 5"],
)
def test_lengths_that_make_no_sense(web, length):
    assert posted(web, b"{}", length=length) == 413
    assert status(web, HOST, (b"content-length", length)) == 413


def test_bodies_as_long_as_may_be(web):
    assert posted(web, b" " * (MAX_BODY - 2) + b"{}") == 422
    assert posted(web, *[b" "] * 2000, b"{}", length=b"2002") == 422


def test_heads_that_are_too_long(web):
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
    """Every operation describes the statuses that the tests above meet."""
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


# -- content security policy --------------------------------------------------------------------


def test_the_policy(web):
    """The test client itself checks that every response has the headers."""
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
    """No file of the page contains inline scripts or styles, or loads from another host."""
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
ROUTES = (
    "board", "problem", "verdicts", "solution", "hint", "rivals", "why", "proofs", "best-ending",
    "games", "assessment",
)  # fmt: skip


@contextmanager
def watched():
    """Record the files that are opened or looked up in the meantime."""
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
    """Return a server that has already loaded everything it needs."""
    web.answer("GET", "/")
    web.get("problem", board="triangle5", start="a1")
    for route in ROUTES:
        web.answer("GET", f"/api/{route}", params=T5)
    # FastAPI reads the source line of a route on its first use.
    web.answer("POST", "/api/jobs", json={})
    for method, end in (("GET", ""), ("DELETE", ""), ("GET", "/events")):
        web.answer(method, f"/api/jobs/x{end}")
    return web


#: Parameters that a route does not take and ignores.
FOREIGN = {"board": {"start", "finish", "position"}, "problem": {"position"}}


@pytest.mark.every(240)
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


# -- connections -------------------------------------------------------------------------------

LIMIT = 60  # timeout of the tests in seconds, for slow machines
HEAD = "{} {} HTTP/1.1\r\nhost: 127.0.0.1\r\n"


async def application(scope, receive, send):
    """Answer immediately, slowly, with a long body, or with the body of the request."""
    if scope["type"] != "http":
        return
    path, body = scope["path"], b"fine"
    if path == "/slow":
        await anyio.sleep(1)
    while path == "/listening":  # event streams also check whether the client has left
        with anyio.move_on_after(0.01):
            if (await receive())["type"] == "http.disconnect":
                return
    if path == "/long":
        body = b"x" * (16 << 20)
    if scope["method"] == "POST":
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message["body"], message["more_body"]
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@pytest.fixture
def port():
    """Return the port of a server that runs in this process."""
    with listen("127.0.0.1", 0) as found:
        server = server_of(Guard(application, {"127.0.0.1"}))
        thread = threading.Thread(target=server.run, args=([found],), daemon=True)
        thread.start()
        yield found.getsockname()[1]
        server.should_exit = True
        thread.join(LIMIT)
        assert not thread.is_alive()


def connected(port):
    return socket.create_connection(("127.0.0.1", port), timeout=LIMIT)


def heard(wire):
    """Return all bytes received until the connection is closed."""
    found = []
    try:
        while part := wire.recv(1 << 16):
            found.append(part)
    except ConnectionError:
        pass
    return b"".join(found)


@pytest.fixture
def kept(monkeypatch):
    """Record how many bytes a connection buffers each time it receives data."""
    found, receive = [], Connection.data_received

    def watch(self, data):
        receive(self, data)
        found.append(len(self.conn.trailing_data[0]) + len(self._ahead))

    monkeypatch.setattr(Connection, "data_received", watch)
    return found


def fine(wire):
    """Return whether the next response is fine, and keep the connection open."""
    found = b""
    while b"fine" not in found and (part := wire.recv(1 << 16)):
        found += part
    return read(found) == (200, b"fine")


def asked(port, *parts, pause=0.0):
    """Send a request in parts, and return the status and body of the response."""
    with connected(port) as wire:
        try:
            for part in parts:
                wire.sendall(part if isinstance(part, bytes) else part.encode())
                time.sleep(pause)
        except ConnectionError:  # the request was refused before all parts were sent
            pass
        return read(heard(wire))


def read(answer):
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), body


def get(path="/", *headers, method="GET"):
    return HEAD.format(method, path) + "".join(f"{one}\r\n" for one in (*headers, "", ""))[:-2]


def is_fine(port, path="/"):
    begin = time.monotonic()
    assert asked(port, get(path, "connection: close")) == (200, b"fine")
    return time.monotonic() - begin


def mistake(answer):
    status, body = answer
    return status, json.loads(body)["error"]["code"]


# -- time limits --------------------------------------------------------------------------------


@pytest.fixture
def soon(monkeypatch):
    """Limit the time for a complete request to a fifth of a second."""
    monkeypatch.setattr(guard, "WHOLE_SECONDS", 0.2)


@pytest.mark.usefixtures("soon")
def test_nothing_is_sent(port):
    with connected(port) as wire:
        assert heard(wire) == b""


@pytest.mark.every(4)
@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize(
    "begun",
    ["G", "GET / HTTP/1.1\r\n", get()[:-1],
     get("/", "content-length: 5000", method="POST") + "abcd",
     get("/", "transfer-encoding: chunked", method="POST") + "1\r\nx\r\n"],
)  # fmt: skip
def test_a_request_that_is_never_whole(port, begun):
    """The beginning may arrive all at once or slowly, one byte at a time."""
    assert mistake(asked(port, begun)) == (408, "too-slow")
    with connected(port) as wire:
        wire.sendall(begun.encode())
        wire.settimeout(0.02)
        found, end = b"", time.monotonic() + LIMIT
        while b"408" not in found and time.monotonic() < end:
            try:
                found += wire.recv(1 << 16)
            except TimeoutError:
                wire.sendall(b"a")
        wire.settimeout(LIMIT)
        assert mistake(read(found + heard(wire))) == (408, "too-slow")


@pytest.mark.slow
@pytest.mark.usefixtures("soon")
def test_an_answer_may_take_longer(port):
    assert is_fine(port, "/slow") >= 1
    with connected(port) as wire:  # data that follows the request does not cut it short
        wire.sendall(get("/slow").encode() + b"GET ")
        assert fine(wire)


@pytest.mark.usefixtures("soon")
def test_each_request_of_a_connection_has_its_own_time(port):
    with connected(port) as wire:
        for _ in range(4):
            wire.sendall(get().encode())
            assert fine(wire)
            time.sleep(0.1)
        wire.sendall(b"GET")
        assert mistake(read(heard(wire))) == (408, "too-slow")


def test_requests_one_behind_the_other(port):
    """All requests of a long pipeline are answered."""
    number = 200
    with connected(port) as wire:
        wire.sendall(get("/slow").encode() + get().encode() * number)
        wire.sendall(get("/", "connection: close").encode())
        assert heard(wire).count(b"fine") == number + 2


@pytest.mark.every(2)
@pytest.mark.parametrize("path", ["/slow", "/listening"])
def test_whoever_sends_without_end_meanwhile(port, path, kept):
    """The connection is closed, and the server buffers only a limited amount of the data."""
    with connected(port) as wire, pytest.raises(ConnectionError):
        wire.sendall(get(path).encode() + b"x" * (100 << 20))
    assert max(kept) <= private(guard, "_MAX_BYTES_AHEAD") + (256 << 10)
    is_fine(port)


@pytest.mark.slow
def test_an_answer_that_nobody_takes(port, monkeypatch):
    monkeypatch.setattr(guard, "TAKEN_SECONDS", 0.3)
    with connected(port) as wire:
        wire.sendall(get("/long").encode())
        time.sleep(1.5)
        assert 0 < len(heard(wire)) < 16 << 20
    status, body = asked(port, get("/long", "connection: close"))
    assert (status, len(body)) == (200, 16 << 20)


# -- number of connections ----------------------------------------------------------------------


@contextmanager
def idle(port, number, begun=b""):
    with ExitStack() as open_ones:
        wires = [open_ones.enter_context(connected(port)) for _ in range(number)]
        for wire in wires:
            wire.sendall(begun)
        yield wires


@pytest.mark.every(3)
@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nhost:", get(
    "/", "content-length: 9", method="POST").encode()])  # fmt: skip
def test_idle_connections_are_in_nobodys_way(port, begun):
    """With three hundred idle connections, other clients are answered as quickly as before."""
    with idle(port, 300, begun):
        assert sorted(is_fine(port) for _ in range(9))[4] < 1


def test_the_oldest_idle_connection_gives_way(port, monkeypatch):
    monkeypatch.setattr(guard, "most_connections", lambda: 10)
    with idle(port, 10, b"GET") as wires:
        with idle(port, 5):
            is_fine(port)
            for wire in wires[:5]:
                assert heard(wire) == b""
        last = wires[-1]
        last.sendall(get()[3:].encode())
        assert fine(last)


def test_no_connection_gives_way_while_it_is_answered(port, monkeypatch):
    monkeypatch.setattr(guard, "most_connections", lambda: 3)
    with idle(port, 3, get("/slow", "connection: close").encode()) as wires:
        time.sleep(0.3)
        with connected(port) as wire:
            assert heard(wire) == b""
        assert [read(heard(one)) for one in wires] == [(200, b"fine")] * 3
    is_fine(port)


def test_only_what_is_worked_on_counts(port, monkeypatch):
    monkeypatch.setattr(guard, "MAX_REQUESTS", 2)
    length = get("/", "content-length: 9", "connection: close", method="POST").encode()
    with idle(port, 20, length) as wires, idle(port, 2, get("/slow").encode()) as slow:
        time.sleep(0.3)
        assert mistake(asked(port, get())) == (503, "busy")
        for wire in slow:
            assert fine(wire)
        is_fine(port)
        wires[0].sendall(b"x" * 9)
        assert read(heard(wires[0])) == (200, b"x" * 9)


def test_connections_and_open_files(monkeypatch):
    resource = pytest.importorskip("resource")
    guard.most_connections.cache_clear()
    for soft, most in ((256, 128), (1024, 512), (resource.RLIM_INFINITY, 512)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, soft=soft: (soft, soft))
        assert guard.most_connections() == most
        guard.most_connections.cache_clear()


# -- size limits --------------------------------------------------------------------------------


def padded(size):
    """Return a request whose head has the given size, because of one long header."""
    head = get("/", "connection: close", "x: ")
    return head.replace("x: ", "x: " + "y" * (size - len(head)))


@pytest.mark.parametrize("pieces", [1, 7, 1000])
def test_heads_as_large_as_may_be_and_larger(port, pieces):
    def in_pieces(text):
        step = len(text) // pieces + 1
        return [text[i : i + step] for i in range(0, len(text), step)]

    assert len(padded(MAX_HEAD)) == MAX_HEAD
    assert asked(port, *in_pieces(padded(MAX_HEAD))) == (200, b"fine")
    for size in (MAX_HEAD + 1, MAX_HEAD + 5000, 200_000, 2 << 20):
        assert mistake(asked(port, *in_pieces(padded(size)))) == (431, "too-long")


@pytest.mark.parametrize("blank", [" ", "\t"])
def test_blanks_count_too(port, blank):
    status, code = mistake(asked(port, padded(100_000).replace("y", blank)))
    assert (status, code) in ((431, "too-long"), (400, "no-http"))


def test_heads_of_many_lines(port):
    def of(lines):
        return get("/", "connection: close", *["x: y"] * (lines - 3))

    assert of(MAX_LINES).count("\n") == MAX_LINES + 1
    assert asked(port, of(MAX_LINES)) == (200, b"fine")
    for lines in (MAX_LINES + 1, 5_000, 60_000):
        begin = time.monotonic()
        assert mistake(asked(port, of(lines))) == (431, "too-many")
        assert time.monotonic() - begin < LIMIT


def test_lines_of_a_body_are_no_headers(port):
    body = "\n" * (MAX_BODY - 10)
    length = get("/", f"content-length: {len(body)}", "connection: close", method="POST")
    assert asked(port, length + body) == (200, body.encode())


def test_memory_is_bounded(port, kept):
    """From an endless head, the server keeps at most one full head and one more chunk."""
    assert mistake(asked(port, "GET /" + "x" * 10_000_000)) == (431, "too-long")
    for _ in range(20):
        assert asked(port, "GET / HTTP/1.1\r\nx: " + "y" * 3_000_000)[0] == 431
    assert max(kept) <= MAX_HEAD + (4 << 10)


# -- invalid requests ---------------------------------------------------------------------------


@pytest.mark.every(4)
@pytest.mark.parametrize(
    "odd",
    [b"\0" * 100, b"GET / HTTP/x\r\n\r\n", b"hello\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00",
     b"GET / HTTP/1.1\r\nno colon\r\n\r\n", b"GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n",
     get("/", "content-length: x").encode(),
     get("/", "transfer-encoding: chunked", method="POST").encode() + b"zz\r\n",
     get("/slow", "transfer-encoding: chunked").encode() + b"zz\r\n"],
)  # fmt: skip
def test_what_is_no_request(port, odd, caplog):
    assert mistake(asked(port, odd)) == (400, "no-http")
    is_fine(port)
    assert {record.message for record in caplog.records} <= {"Invalid HTTP request received."}


def test_nonsense_behind_an_answer(port, caplog):
    """The server sends no second response and logs at most one warning."""
    for rest in (b"zz\r\n" * 3, b"\0\0\0\r\n"):
        with connected(port) as wire:
            wire.sendall(get("/", "transfer-encoding: chunked").encode())
            assert fine(wire)
            wire.sendall(rest)
            assert heard(wire) == b""
    is_fine(port)
    assert {record.message for record in caplog.records} <= {"Invalid HTTP request received."}


def test_whoever_leaves_in_the_middle(port, caplog):
    for begun in (get("/", "content-length: 9", method="POST") + "ab", get("/slow"), "GET", ""):
        with connected(port) as wire:
            wire.sendall(begun.encode())
            time.sleep(0.05)
    is_fine(port, "/slow")
    assert caplog.records == []
