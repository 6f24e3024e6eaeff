"""How long a connection may take, how much it may send, how many there are, and what is logged."""

import json
import logging
import socket
import threading
import time
from contextlib import ExitStack, contextmanager

import anyio
import pytest

from pegsolitaire.web import guard
from pegsolitaire.web.guard import MAX_BODY, MAX_HEAD, MAX_LINES, Connection, Guard
from pegsolitaire.web.server import OncePerSecond, listen, server_of

LIMIT = 60  # seconds after which a test gives up, however slow the machine is
HEAD = "{} {} HTTP/1.1\r\nhost: 127.0.0.1\r\n"


async def application(scope, receive, send):
    """Answers at once, slowly, at length, or with what was sent."""
    if scope["type"] != "http":
        return
    path, body = scope["path"], b"fine"
    if path == "/slow":
        await anyio.sleep(1)
    while path == "/listening":  # as event streams ask whether anybody is there
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
    """The port of a server in this process."""
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
    """All that comes until the connection is closed."""
    found = []
    try:
        while part := wire.recv(1 << 16):
            found.append(part)
    except ConnectionError:
        pass
    return b"".join(found)


@pytest.fixture
def kept(monkeypatch):
    """The bytes that a connection keeps, each time that some have come."""
    found, receive = [], Connection.data_received

    def watch(self, data):
        receive(self, data)
        found.append(len(self.conn.trailing_data[0]) + len(self._ahead))

    monkeypatch.setattr(Connection, "data_received", watch)
    return found


def fine(wire):
    """Whether the next answer is fine; the connection goes on."""
    found = b""
    while b"fine" not in found and (part := wire.recv(1 << 16)):
        found += part
    return read(found) == (200, b"fine")


def asked(port, *parts, pause=0.0):
    """The status and the body of the answer to a request that is sent in parts."""
    with connected(port) as wire:
        try:
            for part in parts:
                wire.sendall(part if isinstance(part, bytes) else part.encode())
                time.sleep(pause)
        except ConnectionError:  # refused before all of it was sent
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


# -- how long a request may take ----------------------------------------------------------------


@pytest.fixture
def soon(monkeypatch):
    """A request has to be whole in a fifth of a second."""
    monkeypatch.setattr(guard, "WHOLE_SECONDS", 0.2)


@pytest.mark.usefixtures("soon")
def test_nothing_is_sent(port):
    with connected(port) as wire:
        assert heard(wire) == b""


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize(
    "begun",
    ["G", "GET / HTTP/1.1\r\n", get()[:-1],
     get("/", "content-length: 5000", method="POST") + "abcd",
     get("/", "transfer-encoding: chunked", method="POST") + "1\r\nx\r\n"],
)  # fmt: skip
def test_a_request_that_is_never_whole(port, begun):
    """Whether all that there is came at once or, slowly, a byte after the other."""
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


@pytest.mark.usefixtures("soon")
def test_an_answer_may_take_longer(port):
    assert is_fine(port, "/slow") >= 1
    with connected(port) as wire:  # and is not cut short by what comes behind it
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
    """Sent at once, however many; whoever sends without end is cut off."""
    number = 200
    with connected(port) as wire:
        wire.sendall(get("/slow").encode() + get().encode() * number)
        wire.sendall(get("/", "connection: close").encode())
        assert heard(wire).count(b"fine") == number + 2


@pytest.mark.parametrize("path", ["/slow", "/listening"])
def test_whoever_sends_without_end_meanwhile(port, path, kept):
    """The next request is too long, if it comes to that; what has come of it is bounded."""
    with connected(port) as wire, pytest.raises(ConnectionError):
        wire.sendall(get(path).encode() + b"x" * (100 << 20))
    assert max(kept) <= guard._MAX_BYTES_AHEAD + (256 << 10)
    is_fine(port)


def test_an_answer_that_nobody_takes(port, monkeypatch):
    monkeypatch.setattr(guard, "TAKEN_SECONDS", 0.3)
    with connected(port) as wire:
        wire.sendall(get("/long").encode())
        time.sleep(1.5)
        assert 0 < len(heard(wire)) < 16 << 20
    status, body = asked(port, get("/long", "connection: close"))
    assert (status, len(body)) == (200, 16 << 20)


# -- how many connections there may be ----------------------------------------------------------


@contextmanager
def idle(port, number, begun=b""):
    with ExitStack() as open_ones:
        wires = [open_ones.enter_context(connected(port)) for _ in range(number)]
        for wire in wires:
            wire.sendall(begun)
        yield wires


@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nhost:", get(
    "/", "content-length: 9", method="POST").encode()])  # fmt: skip
def test_idle_connections_are_in_nobodys_way(port, begun):
    """Three hundred of them: others are answered as if there were none."""
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


# -- how much may be sent -----------------------------------------------------------------------


def padded(size, line="x: ", end=""):
    """A request whose head has that many bytes, in one header."""
    head = get("/", "connection: close", line)
    return head.replace(line, line + "y" * (size - len(head) - len(end)) + end)


@pytest.mark.parametrize("pieces", [1, 7, 1000])
def test_heads_as_large_as_may_be_and_larger(port, pieces):
    def in_pieces(text):
        step = len(text) // pieces + 1
        return [text[i : i + step] for i in range(0, len(text), step)]

    assert len(padded(MAX_HEAD)) == MAX_HEAD
    assert asked(port, *in_pieces(padded(MAX_HEAD))) == (200, b"fine")
    for size in (MAX_HEAD + 1, MAX_HEAD + 5000, 200_000, 2 << 20):
        assert mistake(asked(port, *in_pieces(padded(size)))) == (431, "too-long")


@pytest.mark.parametrize("line", [" ", "\t", "x: " + " " * 100])
def test_blanks_count_too(port, line):
    status, code = mistake(asked(port, padded(100_000, "x: ").replace("y", line[:1])))
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


def test_a_line_without_an_end(port):
    assert mistake(asked(port, "GET /" + "x" * 10_000_000)) == (431, "too-long")


def test_lines_of_a_body_are_no_headers(port):
    body = "\n" * (MAX_BODY - 10)
    length = get("/", f"content-length: {len(body)}", "connection: close", method="POST")
    assert asked(port, length + body) == (200, body.encode())


def test_memory_is_bounded(port, kept):
    """Of what is sent without end no more is kept than a head may have, and a piece."""
    for _ in range(20):
        assert asked(port, "GET / HTTP/1.1\r\nx: " + "y" * 3_000_000)[0] == 431
    assert max(kept) <= MAX_HEAD + (4 << 10)


# -- what is no request -------------------------------------------------------------------------


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
    """There is no second answer to one request, and no complaint but the one line."""
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


# -- what is logged -----------------------------------------------------------------------------


@pytest.fixture
def log(caplog):
    """A log with its filter."""
    log = logging.getLogger("test of a filter")
    log.addFilter(only := OncePerSecond(log))
    yield log
    log.removeFilter(only)


def test_one_warning_a_second(log, caplog):
    begin = time.monotonic()
    while time.monotonic() < begin + 2.5:
        log.warning("Invalid")
        time.sleep(0.001)
    time.sleep(1.1)
    said = [record.message for record in caplog.records]
    seconds = time.monotonic() - begin
    assert said[0] == "Invalid"
    assert len(said) <= seconds + 1
    assert sum("more requests like that" in one for one in said) >= 1


def test_all_warnings_are_counted(log, caplog):
    for _ in range(1_000):
        log.warning("Invalid")
    end = time.monotonic() + LIMIT
    while len(caplog.records) < 2 and time.monotonic() < end:
        time.sleep(0.05)
    assert [record.message for record in caplog.records] == [
        "Invalid", "999 more requests like that",
    ]  # fmt: skip


def test_errors_are_always_logged(log, caplog):
    for _ in range(5):
        log.error("a request failed")
    assert len(caplog.records) == 5
