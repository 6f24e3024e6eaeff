"""`pegs play`: start the server on this machine, and open the page."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import signal
import socket
import threading
import time
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from pegsolitaire.errors import PegSolitaireError
from pegsolitaire.web.guard import MAX_HEAD, App

if TYPE_CHECKING:
    from uvicorn import Server

#: Ports that are tried, from the first on, when none was asked for.
PORT, _TRIES = 8033, 20

_LOOPBACK = ("127.0.0.1", "localhost", "::1")


class AddressError(PegSolitaireError, OSError):
    """The server cannot listen where it was asked to."""


def listen(host: str = "127.0.0.1", port: int | None = None) -> socket.socket:
    """A socket to serve on; without a port, the first free one from 8033 on.

    Raises
    ------
    AddressError
        If the address is not this machine's, or the port is taken or forbidden.

    Examples
    --------
    >>> with listen() as found:
    ...     found.getsockname()[0]
    '127.0.0.1'
    """
    if not host.strip():
        raise AddressError("no address to listen on: leave --host out for this machine alone")
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
    # The protocol is named, or asyncio leaves the 40 ms of Nagle's algorithm in every answer.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(128)
    except (OSError, OverflowError, TypeError, ValueError) as error:
        found.close()
        if isinstance(error, OverflowError):
            raise OSError(f"there is no port {port}") from None
        if not isinstance(error, OSError):  # a name that is too long, or holds a zero byte
            raise OSError("that is not the name of a machine") from None
        raise
    return found


def address_of(found: socket.socket, host: str, fragment: str = "") -> str:
    """The address of the page that is served on a socket."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{found.getsockname()[1]}/{fragment and '#' + fragment}"


def is_loopback(host: str) -> bool:
    """Whether nobody but this machine reaches a host.

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
        From :func:`listen`.
    host : str
        What was listened on.
    folders : sequence of Path, optional
        Folders with puzzle sets of one's own.
    opened : str, optional
        The address to open in a browser, once the server answers.
    told : callable, optional
        Called once the server answers.
    """
    from pegsolitaire.web.app import make_app

    local = is_loopback(host)
    names = [*_LOOPBACK, host, *([] if local else [socket.gethostname().lower()])]
    server = server_of(make_app(folders=folders, hosts=names, addresses=not local, eager=True))
    log = logging.getLogger("uvicorn.error")
    log.addFilter(_is_error)
    log.addFilter(OncePerSecond(log))
    # It warns of processes that have ended with this one.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    threading.Thread(target=_warm_up, daemon=True).start()
    threading.Thread(target=_announce, args=(server, opened, told), daemon=True).start()
    server.run(sockets=[found])


def server_of(app: App) -> Server:
    """The server of an application.

    Ctrl-C does not end it where it was ignored from the beginning. Shells start so what runs in
    the background; Uvicorn alone would take the signal back. A second signal changes nothing:
    Uvicorn would leave off in the middle of what ends in a second or two.
    """
    import uvicorn

    from pegsolitaire.web.connection import Connection

    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN

    class Patient(uvicorn.Server):
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


def _is_error(record: logging.LogRecord) -> bool:
    """Whether a line of the log is one; requests that are cut short at the end are none."""
    kind = record.exc_info[0] if record.exc_info else None
    cut = kind is not None and issubclass(kind, asyncio.CancelledError)
    return not cut and "graceful shutdown exceeded" not in str(record.msg)


class OncePerSecond(logging.Filter):
    """Lets one warning a second pass, and then says how many there were besides."""

    def __init__(self, log: logging.Logger) -> None:
        super().__init__()
        self._log = log
        self._lock = threading.Lock()
        self._free = 0.0  # when the next may pass
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is an error, or the first warning of a second."""
        if record.levelno > logging.WARNING or getattr(record, "summary", False):
            return True
        with self._lock:
            wait = self._free - time.monotonic()
            if wait <= 0 and not self._left_out:  # what is left out is told first
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
    """Load the kernels before the first request wants them."""
    from pegsolitaire.board import triangle
    from pegsolitaire.game import Problem
    from pegsolitaire.sets import WinningSets

    board = triangle(4)
    problem = Problem(board, "a2", "b2")
    WinningSets.build(problem).contains_code(problem.starts[0])


def _announce(server: Server, opened: str | None, told: Callable[[], None]) -> None:
    """Say so, and open the page, once the server answers."""
    while not server.started:
        if server.should_exit:
            return
        time.sleep(0.01)
    told()
    if opened is not None:
        webbrowser.open(opened)
