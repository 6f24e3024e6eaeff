"""What every request and every answer has to pass: an ASGI layer around the application.

The server listens on this machine alone, but pages of other sites run on this machine too. A name
that an attacker points here (DNS rebinding) is refused by the Host header; a page of another site
by the Origin and Sec-Fetch-Site headers. Host names that are IP addresses cannot be rebound, so
they pass where the server was asked to listen beyond the loopback. Bodies are small, and answers
may use nothing but what this server serves.
"""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

MAX_BODY = 16 << 10
MAX_TARGET = 32 << 10

#: What the page may use, and no more; an export says the same in the page itself.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
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
        self._hosts = hosts
        self._addresses = addresses

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is None:
            await self._app(scope, _bounded(receive), _confined(send))
        else:
            await _refuse(_confined(send), *refusal)

    def _refusal(self, scope: Message) -> tuple[int, str, str] | None:
        """The status, the code and the message of a refusal; None where there is none."""
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1")
        if not self._is_ours(host):
            return 421, "wrong-host", f"this server does not go by the name {host[:80]!r}"
        origin = headers.get(b"origin")
        if origin is not None and not self._is_same(origin.decode("latin-1"), host):
            return 403, "wrong-origin", "this server answers its own page alone"
        if headers.get(b"sec-fetch-site", b"none") == b"cross-site" and not _is_visit(headers):
            return 403, "wrong-origin", "this server answers its own page alone"
        if len(scope.get("query_string", b"")) > MAX_TARGET:
            return 414, "too-long", f"a request of more than {MAX_TARGET:,} characters"
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length[:12]) > MAX_BODY:
            return 413, "too-large", f"a request of more than {MAX_BODY:,} bytes"
        return None

    def _is_ours(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in self._hosts or (self._addresses and _is_address(name))

    def _is_same(self, origin: str, host: str) -> bool:
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and parts.netloc == host


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_visit(headers: dict[bytes, bytes]) -> bool:
    """Whether somebody follows a link to the page, from wherever."""
    return headers.get(b"sec-fetch-mode") == b"navigate"


def _bounded(receive: Receive) -> Receive:
    """Bodies end where they are too long, whatever length was told."""
    read = 0

    async def bounded() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > MAX_BODY:
            return {"type": "http.disconnect"}
        return message

    return bounded


def _confined(send: Send) -> Send:
    async def confined(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *_HEADERS]
        await send(message)

    return confined


async def _refuse(send: Send, status: int, code: str, words: str) -> None:
    body = json.dumps({"error": {"code": code, "message": words}}).encode()
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
