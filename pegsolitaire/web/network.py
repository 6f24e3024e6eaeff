"""What to type on another machine, to play on the server of this one: its address, and a QR code.

A machine has many addresses. The one to give away is that from which packets to the rest of the
world would leave: the system says it of a datagram socket that is connected, and sends nothing.
"""

from __future__ import annotations

import io
import ipaddress
import socket
from contextlib import suppress

from pegsolitaire.web.server import address_of, is_loopback

# Of networks for documentation: they are nobody's, and routed as the rest of the world is.
_ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}


def addresses_for_others(found: socket.socket, host: str, fragment: str = "") -> list[str]:
    """The addresses of the page that other machines reach: none where it is served to this alone.

    Parameters
    ----------
    found : socket
        What the page is served on, from :func:`~pegsolitaire.web.server.listen`.
    host : str
        What was listened on.
    fragment : str, optional
        What the address ends with.

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
    """Those of this machine in its networks, as far as a socket on all addresses listens there."""
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
    """An address as a QR code for a terminal: light half blocks, to be printed on dark ground.

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


def qr_rows(link: str) -> list[str]:
    """A link as a QR code for paper: rows of 1 (dark) and 0 (light), without the margin.

    Examples
    --------
    >>> rows = qr_rows("http://192.0.2.7:8033/")
    >>> len(rows), rows[0][:8]
    (25, '11111110')
    """
    import segno

    code = segno.make_qr(link, error="m")
    return ["".join(map(str, row)) for row in code.matrix]
