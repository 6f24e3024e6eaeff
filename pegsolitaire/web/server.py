"""Start the server on this machine and open the page, for `pegs play`."""

from __future__ import annotations

import asyncio
import io
import ipaddress
import logging
import signal
import socket
import threading
import time
import traceback
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pegsolitaire.errors import NotationError, PegSolitaireError, printable, quoted
from pegsolitaire.game import Problem
from pegsolitaire.signals import postponed
from pegsolitaire.web.guard import MAX_HEAD, App
from pegsolitaire.web.parameters import link_of

if TYPE_CHECKING:
    from uvicorn import Server


#: The first port, and the number of ports to try when none was requested.
PORT, _TRIES = 8033, 20

# The largest number of characters in a link for a QR code; they fit even at four bytes each.
_MAX_LINK = 500

_EXIT_SECONDS = 5.0  # to wait for computations when the server stops

_LOOPBACK = ("127.0.0.1", "localhost", "::1")


class AddressError(PegSolitaireError, OSError):
    """The server cannot listen on the requested address."""


def listen(host: str = "127.0.0.1", port: int | None = None) -> socket.socket:
    """Open a socket for the server. Without a port, use the first free port from 8033 upward.

    Raises
    ------
    AddressError
        If the address does not belong to this machine, or the port is taken or forbidden.

    Examples
    --------
    >>> with listen() as found:
    ...     found.getsockname()[0]
    '127.0.0.1'
    """
    if not host.strip():
        raise AddressError("no address to listen on: omit --host to serve only this machine")
    ports = [port] if port is not None else range(PORT, PORT + _TRIES)
    reason: OSError | None = None
    for number in ports:
        try:
            return _bound(host, number)
        except OSError as error:
            reason = error
    where = f"port {port}" if port is not None else f"ports {PORT} to {PORT + _TRIES - 1}"
    why = reason.strerror or str(reason) if reason else "none is left"
    raise AddressError(f"cannot listen on {host}, {where}: {why}; choose another with --port")


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named explicitly; otherwise asyncio leaves Nagle's 40 ms delay in every
    # answer.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        # Reuse a port immediately. On Windows, this option would let two servers share the port.
        own = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        bound.setsockopt(socket.SOL_SOCKET, own, 1)
        bound.bind((host, port))
        bound.listen(128)
    except (OSError, OverflowError, TypeError, ValueError) as error:
        bound.close()
        if isinstance(error, OverflowError):
            raise OSError(f"there is no port {port}") from None
        if not isinstance(error, OSError):  # a name that is too long, or contains a zero byte
            raise OSError("that is not the name of a machine") from None
        raise
    return bound


def address_of(found: socket.socket, host: str, fragment: str = "") -> str:
    """The address of the page served on a socket."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{found.getsockname()[1]}/{fragment and '#' + fragment}"


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a host.

    Examples
    --------
    >>> is_loopback("127.0.0.1"), is_loopback("0.0.0.0")
    (True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def serve(
    found: socket.socket,
    host: str = "127.0.0.1",
    *,
    folders: Sequence[Path] = (),
    opened: str | None = None,
    told: Callable[[], None] = lambda: None,
) -> None:
    """Serve the game on a socket until it is interrupted.

    Parameters
    ----------
    found : socket
        The socket, from :func:`listen`.
    host : str
        The host name on which the socket listens.
    folders : sequence of Path, optional
        Folders with the user's own puzzle sets.
    opened : str, optional
        An address to open in a browser once the server answers.
    told : callable, optional
        A function to call once the server answers.
    """
    from pegsolitaire.web.app import make_app
    from pegsolitaire.web.jobs import COMPUTING_THREAD

    local = is_loopback(host)
    names = [*_LOOPBACK, host, *([] if local else [socket.gethostname().lower()])]
    app = make_app(folders=folders, hosts=names, addresses=not local, eager=True)
    logging.setLogRecordFactory(_printable_record)
    log = logging.getLogger("uvicorn.error")
    log.addFilter(_is_error)
    log.addFilter(OncePerSecond(log))
    # asyncio warns about processes that ended together with this process.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    threading.Thread(target=_warm_up, name=COMPUTING_THREAD, daemon=True).start()
    try:
        # Until Uvicorn handles signals itself, a signal would interrupt asyncio while it starts.
        with postponed() as came:
            server = server_of(app, came)
            threading.Thread(target=_announce, args=(server, opened, told), daemon=True).start()
            server.run(sockets=[found])
    finally:
        _join_threads(COMPUTING_THREAD, _EXIT_SECONDS)


def _join_threads(name: str, seconds: float) -> None:
    """Wait until the threads of this name have ended, but no longer than a number of seconds."""
    # The process would abort if such a thread returned from C++, for example from HiGHS, after the
    # interpreter has ended.
    until = time.monotonic() + seconds
    for thread in threading.enumerate():
        if thread.name == name:
            thread.join(max(until - time.monotonic(), 0))


def server_of(app: App, came: Sequence[int] = ()) -> Server:
    """Create the server of an application.

    If Ctrl-C was ignored when the process started, Ctrl-C does not stop the server. Shells start
    background processes this way, but Uvicorn by itself would handle the signal again. A second
    signal has no effect, because it would make Uvicorn interrupt work that ends within a second or
    two.

    Parameters
    ----------
    app : ASGI application
    came : sequence of int, optional
        The signals that have arrived so far. If there are any when the server starts, it ends.
    """
    import uvicorn

    from pegsolitaire.web.guard import Connection

    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN

    class Patient(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            self.should_exit = self.should_exit or bool(came)
            await super().startup(sockets)

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            if not self.should_exit and (sig != signal.SIGINT or not ignored):
                super().handle_exit(sig, frame)

    config = uvicorn.Config(
        app,
        http=Connection,
        log_level="warning",
        access_log=False,
        backlog=128,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=1,
        server_header=False,
        ws="none",
        h11_max_incomplete_event_size=MAX_HEAD,
    )
    return Patient(config)


def _printable_record(*args: Any, **kwargs: Any) -> logging.LogRecord:
    """Make a log record in which no text of a request can control the terminal or add lines."""
    record = logging.LogRecord(*args, **kwargs)
    record.msg, record.args = printable(record.getMessage().strip()), None
    if record.exc_info and record.exc_info[1]:
        record.exc_text = _traceback(record.exc_info[1])
    return record


def _traceback(error: BaseException | None) -> str:
    """Return the traceback of an error and of its causes, with each message in one line."""
    parts: list[str] = []
    while error is not None:
        lines = traceback.format_tb(error.__traceback__)
        parts.insert(0, f"{''.join(lines)}{type(error).__name__}: {printable(str(error))}")
        hidden = error.__suppress_context__
        error = error.__cause__ or (None if hidden else error.__context__)
    return "\n".join(parts)


def _is_error(record: logging.LogRecord) -> bool:
    """Whether a log line is an error. Requests that a shutdown cuts short are not errors."""
    kind = record.exc_info[0] if record.exc_info else None
    cut = kind is not None and issubclass(kind, asyncio.CancelledError)
    return not cut and "graceful shutdown exceeded" not in str(record.msg)


class OncePerSecond(logging.Filter):
    """A filter that lets one warning per second pass, and later reports how many were left out."""

    def __init__(self, log: logging.Logger) -> None:
        super().__init__()
        self._log = log
        self._lock = threading.Lock()
        self._free = 0.0  # when the next warning may pass
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """True for an error, and for the first warning within a second."""
        if record.levelno > logging.WARNING or getattr(record, "summary", False):
            return True
        with self._lock:
            wait = self._free - time.monotonic()
            if wait <= 0 and not self._left_out:  # the left-out lines are reported first
                self._free = time.monotonic() + 1
                return True
            self._left_out += 1
            if self._left_out == 1:
                clock = threading.Timer(wait, self._sum_up)
                clock.daemon = True
                clock.start()
            return False

    def _sum_up(self) -> None:
        with self._lock:
            number, self._left_out = self._left_out, 0
            self._free = time.monotonic() + 1
        words = (
            "1 more request like that" if number == 1 else f"{number:,} more requests like that"
        )
        self._log.warning(words, extra={"summary": True})


def _warm_up() -> None:
    """Load the kernels before the first request needs them."""
    from pegsolitaire.board import triangle
    from pegsolitaire.sets import WinningSets

    board = triangle(4)
    problem = Problem(board, "a2", "b2")
    WinningSets.build(problem).contains_code(problem.starts[0])


def _announce(server: Server, opened: str | None, told: Callable[[], None]) -> None:
    """Report that the server answers, and open the page."""
    while not server.started:
        if server.should_exit:
            return
        time.sleep(0.01)
    told()
    if opened is not None:
        webbrowser.open(opened)


# --
# The address to type on another machine in order to play on this server, and its QR code.
#
# A machine has many addresses. The address for others is the one from which packets to the rest of
# the world would leave. The system reports this address for a connected datagram socket, without
# sending anything.


# Addresses in the networks for documentation, which nobody owns and which are routed like any
# other.
_ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}


def addresses_for_others(found: socket.socket, host: str, fragment: str = "") -> list[str]:
    """The addresses of the page for other machines. Empty if only this machine is served.

    Parameters
    ----------
    found : socket
        The socket on which the page is served, from :func:`listen`.
    host : str
        The host name on which the socket listens.
    fragment : str, optional
        The fragment at the end of the address.

    Examples
    --------
    >>> from pegsolitaire.web.server import listen
    >>> with listen() as found:
    ...     addresses_for_others(found, "127.0.0.1")
    []
    """
    if is_loopback(host):
        return []
    everywhere = ipaddress.ip_address(found.getsockname()[0]).is_unspecified
    names = _own_addresses(found) or [socket.gethostname().lower()] if everywhere else [host]
    return [address_of(found, name, fragment) for name in names]


def _own_addresses(found: socket.socket) -> list[str]:
    """The machine's addresses in its networks, for a socket that listens on all addresses."""
    families = [socket.AF_INET, found.family]
    if found.family == socket.AF_INET6 and found.getsockopt(
        socket.IPPROTO_IPV6, socket.IPV6_V6ONLY
    ):
        families.pop(0)
    own = (_own_address(family) for family in dict.fromkeys(families))
    return [address for address in own if address is not None]


def _own_address(family: int) -> str | None:
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((_ELSEWHERE[socket.AddressFamily(family)], 9))
        name = str(probe.getsockname()[0])
        if not ipaddress.ip_address(name).is_loopback:
            return name
    return None


def qr_text(address: str) -> str:
    """A QR code of an address for a terminal: light half blocks, for a dark background.

    Examples
    --------
    >>> lines = qr_text("http://192.0.2.7:8033/").splitlines()
    >>> len(lines), {len(line) for line in lines}
    (15, {29})
    """
    import segno

    text = io.StringIO()
    segno.make_qr(address, error="l").terminal(text, border=2, compact=True)
    return text.getvalue().rstrip("\n")


# -- QR codes that lead to puzzles on the page, for printed sheets --------------------------------


def check_address(address: str) -> str:
    """Return the address of a page, without the part after a ``#``.

    Raises
    ------
    NotationError
        If the address is not a web address.

    Examples
    --------
    >>> check_address("https://example.org/pegs/#board=english")
    'https://example.org/pegs/'
    """
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise NotationError(
            f"{quoted(address)} is no address: write it as https://example.org/pegs/"
        )
    return address.partition("#")[0]


def code_of(address: str, problem: Problem) -> list[str]:
    """The QR code of a link to a problem: rows of 1 (dark) and 0 (light), without the margin.

    Raises
    ------
    NotationError
        If the address is not a web address, or the link is too long.
    """
    import segno

    link = f"{check_address(address)}#{link_of(problem)}"
    if len(link) > _MAX_LINK:
        raise NotationError(f"{link[:60]}... is longer than {_MAX_LINK}: give a shorter address")
    code = segno.make_qr(link, error="m")
    return ["".join(map(str, row)) for row in code.matrix]
