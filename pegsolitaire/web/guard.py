"""What every request and every answer has to pass: an ASGI layer around the application.

The server listens on this machine alone, but pages of other sites run on this machine too. A name
that an attacker points here (DNS rebinding) is refused by the Host header; a page of another site
by the Origin and Sec-Fetch-Site headers. Host names that are IP addresses cannot be rebound, so
they pass where the server was asked to listen beyond the loopback. Heads and bodies are small, no
more than 256 requests are worked on at once, and answers may use nothing but what this server
serves.
"""

from __future__ import annotations

import ipaddress
import json
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

MAX_BODY = 16 << 10
MAX_TARGET = 32 << 10
MAX_HEAD = 64 << 10  # bytes of the request line and the headers
MAX_REQUESTS = 256  # that are worked on at once

# A name, an IPv4 address or an IPv6 address in brackets; a port, perhaps.
_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+))(?::[0-9]{1,5})?")
_ONCE = (b"host", b"origin", b"content-length", b"sec-fetch-site", b"sec-fetch-mode")

#: What the page may use, and no more; an export says the same in the page itself.
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
    """Checks hosts, origins and sizes, and adds the headers that confine a page.

    Parameters
    ----------
    app : ASGI application
    hosts : set of str
        The names that the server goes by, without ports.
    addresses : bool
        Whether any IP address is such a name: for servers that listen beyond the loopback.
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
            # Whoever is still sending does not count: it costs nothing, and may take a while.
            if self._requests >= MAX_REQUESTS:
                raise RefusedError(503, "busy", "the server is busy: try again in a moment")
        except RefusedError as refused:
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
            raise RefusedError(
                421, "wrong-host", f"this server does not go by the name {host[:80]!r}"
            )
        origin = headers.get(b"origin")
        same = origin is None or _is_same(origin.decode("latin-1"), host)
        if not same or (not _is_own(headers) and not _is_visit(scope, headers)):
            raise RefusedError(403, "wrong-origin", "this server answers its own page alone")

    def _check_sizes(self, scope: Message) -> None:
        names = [name for name, _ in scope["headers"]]
        if any(names.count(name) > 1 for name in _ONCE):
            raise RefusedError(400, "twice", "a request with two headers where one is meant")
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > MAX_TARGET:
            raise RefusedError(
                414, "too-long", f"a request of more than {MAX_TARGET:,} characters"
            )
        if _head_size(scope) > MAX_HEAD:
            raise RefusedError(431, "too-long", f"headers of more than {MAX_HEAD:,} bytes")
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if not length.isdigit() or len(length) > 9 or int(length) > MAX_BODY:
            raise _too_large()

    def _is_ours(self, host: str) -> bool:
        match = _HOST.fullmatch(host)
        name = (match[1] or match[2]).lower() if match else ""
        return name in self._hosts or (self._addresses and _is_address(name))


class RefusedError(Exception):
    """A request is refused: the status, the code and the message of the answer."""


class _GoneError(Exception):
    """Whoever asked has gone before the request was whole."""


def _head_size(scope: Message) -> int:
    """The bytes of a request line and its headers, as they came."""
    line = len(scope["method"]) + len(scope.get("raw_path") or b"") + len(scope["query_string"])
    headers = sum(len(name) + len(value) + len(": \r\n") for name, value in scope["headers"])
    return line + len("  HTTP/1.1\r\n\r\n") + headers


def _too_large() -> RefusedError:
    return RefusedError(413, "too-large", f"a request of more than {MAX_BODY:,} bytes")


def _is_same(origin: str, host: str) -> bool:
    scheme, _, rest = origin.partition("://")
    return scheme in ("http", "https") and rest.lower() == host.lower()


def _is_own(headers: dict[bytes, bytes]) -> bool:
    """Whether the page asks, or nobody's page; a browser that does not say is taken at that."""
    return headers.get(b"sec-fetch-site", b"none") in (b"same-origin", b"none")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_visit(scope: Message, headers: dict[bytes, bytes]) -> bool:
    """Whether somebody follows a link to the page, from wherever."""
    to_page = scope["method"] == "GET" and not scope["path"].startswith("/api")
    return to_page and headers.get(b"sec-fetch-mode") == b"navigate"


async def _whole(receive: Receive) -> Receive:
    """The body, read to its end before anything is done with it, whatever length was told."""
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
    """The headers and the body of an error, after which a connection ends."""
    body = json.dumps({"error": {"code": code, "message": words}}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    return [*headers, *_HEADERS], body
