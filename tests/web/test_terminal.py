"""What a request contains cannot write on the terminal of the server."""

import logging
import re
import socket
import subprocess
import sys

import programs
import pytest

from pegsolitaire.errors import printable
from pegsolitaire.web.server import printable_record

#: A server of the game, and one in which every request fails with an error that quotes it.
SERVER = """
import sys
from pegsolitaire.web import app, server

if sys.argv[1] == "fails":
    async def fail(scope, receive, send):
        if scope["type"] == "http":
            headers = b" ".join(value for _, value in scope["headers"])
            text = f"{scope['path']} {scope['query_string'].decode()} {headers.decode('latin-1')}"
            raise ValueError(text) from KeyError(text)
    app.make_app = lambda **_: fail

found = server.listen(port=0)
print(found.getsockname()[1], flush=True)
server.serve(found)
"""
HOSTILE = [
    "%1b[31mred", "%0d%0aERROR:%20forged", "%00%07%08", "%c2%9b31m", "%e2%80%ae", "\x1b]0;x\x07",
]  # fmt: skip
REQUESTS = [
    *(f"GET /{text} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" for text in HOSTILE),
    *(f"GET /api/problem?board={text} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" for text in HOSTILE),
    "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: \x1b[31m\x9b\x07\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: \x1b[31mevil\r\n\r\n",
    "\x1b[31mGET / HTTP/1.1\r\n\r\n",
    "GET /\x1b[31m\nERROR: forged HTTP/9.9\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: \x1b[31m\r\nConnection: upgrade\r\n\r\n",
]


@pytest.mark.parametrize("kind", ["game", "fails"])
def test_no_request_reaches_the_terminal(kind, tmp_path):
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    arguments = [sys.executable, "-c", SERVER, kind]
    with programs.started(arguments, cwd=tmp_path, **pipes) as server:
        port = int(server.stdout.readline())
        for request in REQUESTS:
            with socket.create_connection(("127.0.0.1", port), 60) as client:
                client.sendall(request.encode("latin-1"))
                client.shutdown(socket.SHUT_WR)
                while client.recv(1 << 16):
                    pass
        server.terminate()
        said = server.communicate()[1]
    lines = said.splitlines()
    assert not [line for line in lines if printable(line) != line]
    assert not [line for line in lines if line.lstrip().startswith("ERROR: forged")]
    assert ("ValueError: " in said) == (kind == "fails")
    if kind == "fails":
        assert re.search(r"^KeyError: .*\\x1b\[31mred", said, re.MULTILINE)
        assert re.search(r"^ValueError: /\\r\\nERROR: forged", said, re.MULTILINE)
    else:  # at most the remark about requests that are no HTTP
        assert all(re.match(r"WARNING: |\d+ more request|[\w ]+\.$", line) for line in lines)


def test_the_lines_of_our_own_code_stay():
    try:
        raise ValueError("a\x1b[31m\nb")
    except ValueError:
        record = printable_record("x", 30, "x.py", 1, "no %s\n", ("\x1b[2J",), sys.exc_info())
    printed = logging.Formatter("%(message)s").format(record)
    first, *middle, last = printed.splitlines()
    assert first == r"no \x1b[2J"
    assert 'raise ValueError("a' in middle[-1] or "^" in middle[-1]
    assert last == r"ValueError: a\x1b[31m\nb"
