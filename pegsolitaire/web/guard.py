"""The checks for every request and answer, as an ASGI layer around the application.

The server usually listens on this machine only, but browsers on this machine also run pages of
other sites. The Host header reveals names that an attacker points to this machine (DNS rebinding),
and the Origin and Sec-Fetch-Site headers reveal pages of other sites; such requests are refused.
Host names that are IP addresses cannot be rebound, so they are accepted if the server was asked to
listen beyond the loopback. Request heads and bodies are limited in size, at most 256 requests are
processed at a time, and pages may load files from this server only.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import re
import sys
from collections.abc import Awaitable, Callable, MutableMapping
from functools import lru_cache
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from pegsolitaire.errors import quoted
from pegsolitaire.web.schemas import ErrorDocument, Mistake, content_of

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

MAX_BODY = 128 << 10  # enough for a pasted text of the greatest length
MAX_TARGET = 32 << 10
MAX_HEAD = 64 << 10  # the largest number of bytes of the request line and the headers
MAX_REQUESTS = 256  # the largest number of requests processed at a time

# A name, an IPv4 address or an IPv6 address in brackets, with an optional port.
_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+))(?::[0-9]{1,5})?")
_ONCE = (b"host", b"origin", b"content-length", b"sec-fetch-site", b"sec-fetch-mode")

#: The policy for everything that the page may load; an exported page contains the same policy.
POLICY = (
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
HEADERS = {
    "content-security-policy": f"{POLICY}; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class Guard:
    """Check hosts, origins and sizes, and add the headers that restrict a page.

    Parameters
    ----------
    app : ASGI application
    hosts : set of str
        The host names of the server, without ports.
    addresses : bool
        Whether any IP address is accepted as a host, for servers that listen beyond the loopback.
    """

    def __init__(self, app: App, hosts: set[str], *, addresses: bool = False) -> None:
        self._app = app
        self._hosts = {host.lower() for host in hosts}
        self._addresses = addresses
        self._requests = 0

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        try:
            self._check(scope)
            if scope["method"] not in ("GET", "HEAD"):
                receive = await _whole(receive)
            # Clients that are still sending do not count, because they cost nothing and may take a
            # while.
            if self._requests >= MAX_REQUESTS:
                raise _RefusedError(503, "busy", "the server is busy: try again in a moment")
        except _RefusedError as refused:
            await _refuse(send, *refused.args)
        except _GoneError:
            return
        else:
            self._requests += 1
            try:
                await self._app(scope, receive, _confined(send))
            finally:
                self._requests -= 1

    def _check(self, scope: Message) -> None:
        self._check_sizes(scope)
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1")
        if not self._is_ours(host):
            raise _RefusedError(
                421, "wrong-host", f"{quoted(host[:80])} is not a name of this server"
            )
        origin = headers.get(b"origin")
        same = origin is None or _is_same(origin.decode("latin-1"), host)
        if not same or (not _is_own(headers) and not _is_visit(scope, headers)):
            raise _RefusedError(403, "wrong-origin", "this server answers only its own page")

    def _check_sizes(self, scope: Message) -> None:
        names = [name for name, _ in scope["headers"]]
        if any(names.count(name) > 1 for name in _ONCE):
            raise _RefusedError(400, "twice", "a request repeats a header that may occur once")
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > MAX_TARGET:
            raise _RefusedError(
                414, "too-long", f"a request of more than {MAX_TARGET:,} characters"
            )
        if _head_size(scope) > MAX_HEAD:
            raise _RefusedError(431, "too-long", f"headers of more than {MAX_HEAD:,} bytes")
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if not length.isdigit() or len(length) > 9 or int(length) > MAX_BODY:
            raise _too_large()

    def _is_ours(self, host: str) -> bool:
        match = _HOST.fullmatch(host)
        name = (match[1] or match[2]).lower() if match else ""
        return name in self._hosts or (self._addresses and _is_address(name))


class _RefusedError(Exception):
    """A refused request, with the status, the code and the message of the answer."""


class _GoneError(Exception):
    """The client disconnected before its request was complete."""


def _head_size(scope: Message) -> int:
    """The number of bytes that a request line and its headers take, as received."""
    line = len(scope["method"]) + len(scope.get("raw_path") or b"") + len(scope["query_string"])
    headers = sum(len(name) + len(value) + len(": \r\n") for name, value in scope["headers"])
    return line + len("  HTTP/1.1\r\n\r\n") + headers


def _too_large() -> _RefusedError:
    return _RefusedError(413, "too-large", f"a request of more than {MAX_BODY:,} bytes")


def _is_same(origin: str, host: str) -> bool:
    scheme, _, rest = origin.partition("://")
    return scheme in ("http", "https") and rest.lower() == host.lower()


def _is_own(headers: dict[bytes, bytes]) -> bool:
    """True unless the headers show that the request came from a page that is not ours."""
    return headers.get(b"sec-fetch-site", b"none") in (b"same-origin", b"none")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_visit(scope: Message, headers: dict[bytes, bytes]) -> bool:
    """Whether the request follows a link to the page, from any site."""
    to_page = scope["method"] == "GET" and not scope["path"].startswith("/api")
    return to_page and headers.get(b"sec-fetch-mode") == b"navigate"


async def _whole(receive: Receive) -> Receive:
    """Read the whole body before processing it, whatever its declared length."""
    messages: list[Message] = []
    read, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _GoneError
        messages.append(message)
        read += len(message.get("body", b""))
        more = message.get("more_body", False)
        if read > MAX_BODY:
            raise _too_large()

    async def again() -> Message:
        return messages.pop(0) if messages else await receive()

    return again


def _confined(send: Send) -> Send:
    async def confined(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *_HEADERS]
        await send(message)

    return confined


async def _refuse(send: Send, status: int, code: str, words: str) -> None:
    headers, body = refusal(code, words)
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def refusal(code: str, words: str) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """The headers and the body of an error response that closes the connection."""
    body = json.dumps(ErrorDocument(Mistake(code, words)).to_json()).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    return [*headers, *_HEADERS], body


# --
# A connection to the server: its time limits, the size of heads, and the number of connections.
#
# A client has ten seconds to send a whole request, from its first byte to the last byte of the
# body, and half a minute to receive an answer. A connection that waits for a request costs only a
# socket, so it does not count among the requests being processed (which the guard counts). The
# number of sockets is limited; at the limit, the connection that has waited longest is closed.


MAX_CONNECTIONS = 512
MAX_LINES = 200  # the largest number of lines of a head, which is the request line and the headers
WHOLE_SECONDS = 10.0  # seconds within which a request must be complete
TAKEN_SECONDS = 30.0  # in which the client must receive an answer that fills the buffers

# A head is parsed once its end has arrived. Because it is read in small pieces, a head that is too
# large is noticed in time, even if the whole head arrives at once.
_PIECE = 4 << 10
_MAX_BYTES_AHEAD = (
    512 << 10
)  # bytes that may arrive while an answer is computed: asyncio reads 256 KiB


class Connection(H11Protocol):
    """Uvicorn's protocol for HTTP/1.1, with time limits."""

    _due: asyncio.TimerHandle | None = None  # when a request must be complete
    _taken: asyncio.TimerHandle | None = None  # when the client must have received an answer
    _is_begun = False  # whether a part of a request has arrived
    _lines = 0  # of the request's head
    _since = 0.0  # when the connection was made, or last sent an answer
    _ahead = b""  # bytes that arrived before their turn

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for a request, if there is room for another connection."""
        is_room = self._make_room()
        super().connection_made(transport)  # type: ignore[arg-type]
        self._since = self.loop.time()
        self._expect()
        if not is_room:
            self.drop()

    def _make_room(self) -> bool:
        """If there are too many connections, close the one that has waited longest."""
        if len(self.connections) < most_connections():
            return True
        waiting = [
            connection
            for connection in self.connections
            if isinstance(connection, Connection) and connection.waits
        ]
        oldest = min(waiting, key=lambda connection: connection._since, default=None)
        if oldest is not None:
            oldest.drop()
        return oldest is not None

    @property
    def waits(self) -> bool:
        """True if no request is being processed: the last one is incomplete or was answered."""
        return self.transport.is_closing() or self._is_expected

    def drop(self) -> None:
        """Close the connection immediately, even if data remains to be sent."""
        self.connections.discard(self)
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers."""
        for clock in (self._due, self._taken):
            if clock is not None:
                clock.cancel()
        super().connection_lost(exc)

    # -- input ----------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Receive bytes, and read them as soon as earlier requests are answered."""
        self._ahead += data
        self._read()
        if self.transport.is_closing():
            self._ahead = b""
        elif len(self._ahead) > _MAX_BYTES_AHEAD:
            self.drop()
        elif self._ahead:
            self.flow.pause_reading()

    def _read(self) -> None:
        """Continue reading a request, one piece at a time."""
        while self._ahead and not self.transport.is_closing() and self._is_expected:
            piece, self._ahead = self._ahead[:_PIECE], self._ahead[_PIECE:]
            if self.conn.their_state is h11.IDLE and self._is_long(piece):
                self.refuse(431, "too-many", f"a request of more than {MAX_LINES} lines")
                return
            if not self._is_begun:
                self._expect()
                self._is_begun = True
            super().data_received(piece)
        if not self._is_expected and self._due is not None:
            self._due.cancel()

    @property
    def _is_expected(self) -> bool:
        """Whether a request, or the rest of a request, has yet to arrive."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def _is_long(self, piece: bytes) -> bool:
        """Whether a head has too many lines. Each line takes a while to parse."""
        head, end, _ = piece.partition(b"\r\n\r\n")
        self._lines += head.count(b"\n") + len(end) // 4
        return self._lines > MAX_LINES

    def _expect(self) -> None:
        """Set the time at which the request must be complete."""
        if self._due is not None:
            self._due.cancel()
        self._due = self.loop.call_later(WHOLE_SECONDS, self._too_slow)

    def _too_slow(self) -> None:
        if self._is_begun:
            words = f"a request that took more than {WHOLE_SECONDS:g} seconds to arrive"
            self.refuse(408, "too-slow", words)
        else:  # browsers connect in advance, and an answer without a request would confuse them
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Answer a request that cannot be parsed, in the format of all errors."""
        error = sys.exc_info()[1]
        if isinstance(error, h11.RemoteProtocolError) and error.error_status_hint == 431:
            self.refuse(431, "too-long", f"headers of more than {MAX_HEAD:,} bytes")
        else:
            self.refuse(400, "no-http", "this is not a request of HTTP/1.1")

    def refuse(self, status: int, code: str, words: str) -> None:
        """Answer with an error, unless an answer has begun, and close the connection."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            headers, body = refusal(code, words)
            answer = h11.Response(status_code=status, headers=headers)
            for event in (answer, h11.Data(data=body), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()
        self._send_all()

    # -- output ---------------------------------------------------------------------------------

    def on_response_complete(self) -> None:
        """Wait for the next request. Uvicorn's own timer runs until the request begins."""
        self._is_begun, self._lines, self._since = False, 0, self.loop.time()
        super().on_response_complete()
        if self.transport.is_closing():
            self._send_all()
        else:
            self._read()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection that has not been used for a while."""
        super().timeout_keep_alive_handler()
        self._send_all()

    def pause_writing(self) -> None:
        """Wait, within a time limit, until the client has received the written bytes."""
        super().pause_writing()
        self._send_all()

    def resume_writing(self) -> None:
        """Continue, because the client has received the written bytes."""
        super().resume_writing()
        if self._taken is not None and not self.transport.is_closing():
            self._taken.cancel()
            self._taken = None

    def _send_all(self) -> None:
        """Set a time limit for the written bytes, because the transport would wait forever."""
        if self._taken is None:
            self._taken = self.loop.call_later(TAKEN_SECONDS, self.drop)


@lru_cache(maxsize=1)
def most_connections() -> int:
    """The largest number of connections: at most half the files that this process may open."""
    try:
        import resource
    except ImportError:  # Windows
        return MAX_CONNECTIONS
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MAX_CONNECTIONS if soft == resource.RLIM_INFINITY else min(MAX_CONNECTIONS, soft // 2)


# --
# The errors with which a request may be refused, for the description of the API.


Responses = dict[int | str, dict[str, Any]]


def _errors(described: dict[int, str]) -> Responses:
    return {
        status: {**content_of(ErrorDocument), "description": words}
        for status, words in described.items()
    }


_TWICE = "A header twice where one is meant"
#: The errors of the guard, for every request, and the errors that any question may cause.
WRONG = _errors(
    {
        400: f"No HTTP. {_TWICE}",
        403: "Asked by a page of another site",
        408: f"A request that takes more than {WHOLE_SECONDS:g} seconds to arrive",
        413: f"A body of more than {MAX_BODY:,} bytes",
        414: f"A request line with a path and a query of more than {MAX_TARGET:,} characters",
        421: "A Host header with a name that does not belong to this server",
        422: "Parameters that cannot be read",
        431: f"A request line and headers of more than {MAX_HEAD:,} bytes or {MAX_LINES} lines",
        503: "Busy",
    }
)
#: For routes with the id of a job.
ABSENT = _errors({404: "No such job"})
#: For routes with a body.
BODY = _errors({400: f"A body that is not JSON. No HTTP. {_TWICE}"})
