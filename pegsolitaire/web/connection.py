"""A connection to the server: how long it may take, how large a head may be, how many there are.

Whoever connects has ten seconds to send a whole request, from the first byte to the last of the
body, and half a minute to take an answer. Connections that wait for a request cost a socket and
nothing else, so they do not count among the requests that are worked on (the guard counts those);
there is a bound on sockets, and when it is reached the one that has waited longest gives way.
"""

from __future__ import annotations

import asyncio
import sys
from functools import lru_cache

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from pegsolitaire.web.guard import MAX_HEAD, refusal

MAX_CONNECTIONS = 512
MAX_LINES = 200  # of a head: the request line and the headers
WHOLE_SECONDS = 10.0  # in which a request has to be whole
TAKEN_SECONDS = 30.0  # in which an answer that fills the buffers has to be taken

# A head is parsed when its end is there. Read in small pieces, one that is too large is seen in
# time, even if all of it came at once.
_PIECE = 4 << 10
_MOST_AHEAD = 512 << 10  # bytes that come while an answer is worked out: asyncio reads 256 KiB


class Connection(H11Protocol):
    """Uvicorn's protocol for HTTP/1.1, with an end to waiting."""

    _due: asyncio.TimerHandle | None = None  # when a request has to be whole
    _taken: asyncio.TimerHandle | None = None  # when an answer has to be taken
    _is_begun = False  # whether a part of a request is there
    _lines = 0  # of its head
    _since = 0.0  # when the connection was made, or gave its last answer
    _ahead = b""  # what came before its turn

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait for a request, perhaps in the place of another connection."""
        is_room = self._make_room()
        super().connection_made(transport)  # type: ignore[arg-type]
        self._since = self.loop.time()
        self._expect()
        if not is_room:
            self.drop()

    def _make_room(self) -> bool:
        """Have the connection that has waited longest give way where there are too many."""
        if len(self.connections) < most_connections():
            return True
        waiting = [one for one in self.connections if isinstance(one, Connection) and one.waits]
        oldest = min(waiting, key=lambda one: one._since, default=None)
        if oldest is not None:
            oldest.drop()
        return oldest is not None

    @property
    def waits(self) -> bool:
        """Whether nothing is worked on: a request is not whole, or an answer was given."""
        return self.transport.is_closing() or self._is_expected

    def drop(self) -> None:
        """End at once, whatever is still to be sent."""
        self.connections.discard(self)
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clocks."""
        for clock in (self._due, self._taken):
            if clock is not None:
                clock.cancel()
        super().connection_lost(exc)

    # -- what comes in --------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take what has come, as far as it is its turn."""
        self._ahead += data
        self._read()
        if self.transport.is_closing():
            self._ahead = b""
        elif len(self._ahead) > _MOST_AHEAD:
            self.drop()
        elif self._ahead:
            self.flow.pause_reading()

    def _read(self) -> None:
        """Go on with a request, a piece at a time."""
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
        """Whether a request, or the rest of one, is still to come."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def _is_long(self, piece: bytes) -> bool:
        """Whether a head has too many lines; each of them takes a while to be read."""
        head, end, _ = piece.partition(b"\r\n\r\n")
        self._lines += head.count(b"\n") + len(end) // 4
        return self._lines > MAX_LINES

    def _expect(self) -> None:
        """A request has to be whole soon."""
        if self._due is not None:
            self._due.cancel()
        self._due = self.loop.call_later(WHOLE_SECONDS, self._too_slow)

    def _too_slow(self) -> None:
        if self._is_begun:
            words = f"a request that took more than {WHOLE_SECONDS:g} seconds to arrive"
            self.refuse(408, "too-slow", words)
        else:  # browsers connect for later, and an answer to nothing would confuse them
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Say what is wrong with a request that cannot be read, in the form of all errors."""
        error = sys.exc_info()[1]
        if isinstance(error, h11.RemoteProtocolError) and error.error_status_hint == 431:
            self.refuse(431, "too-long", f"headers of more than {MAX_HEAD:,} bytes")
        else:
            self.refuse(400, "no-http", "this is not a request of HTTP/1.1")

    def refuse(self, status: int, code: str, words: str) -> None:
        """Answer with an error, unless an answer has begun, and end."""
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

    # -- what goes out --------------------------------------------------------------------------

    def on_response_complete(self) -> None:
        """Wait for the next request; until it begins, Uvicorn's own clock runs."""
        self._is_begun, self._lines, self._since = False, 0, self.loop.time()
        super().on_response_complete()
        if self.transport.is_closing():
            self._send_all()
        else:
            self._read()

    def timeout_keep_alive_handler(self) -> None:
        """End a connection that nobody has used for a while."""
        super().timeout_keep_alive_handler()
        self._send_all()

    def pause_writing(self) -> None:
        """Wait until what was written is taken, but not for ever."""
        super().pause_writing()
        self._send_all()

    def resume_writing(self) -> None:
        """Go on: it was taken."""
        super().resume_writing()
        if self._taken is not None and not self.transport.is_closing():
            self._taken.cancel()
            self._taken = None

    def _send_all(self) -> None:
        """What was written has to be taken soon: transports wait for ever, even to close."""
        if self._taken is None:
            self._taken = self.loop.call_later(TAKEN_SECONDS, self.drop)


@lru_cache(maxsize=1)
def most_connections() -> int:
    """How many connections there may be: half of the files that this process may open, at most."""
    try:
        import resource
    except ImportError:  # Windows
        return MAX_CONNECTIONS
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MAX_CONNECTIONS if soft == resource.RLIM_INFINITY else min(MAX_CONNECTIONS, soft // 2)
