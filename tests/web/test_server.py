"""Tests of `pegs play`: where it listens, how it stops, and what it prints on the terminal."""

import io
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress

import httpx
import programs
import pytest
import segno
from marks import each, on_posix
from private import private, set_private
from puzzle_file import GOOD
from web_client import served

from pegsolitaire.cli import output
from pegsolitaire.cli.commands import playing as play_command
from pegsolitaire.errors import printable
from pegsolitaire.files import home
from pegsolitaire.web import server
from pegsolitaire.web.server import (
    AddressError,
    OncePerSecond,
    address_of,
    addresses_for_others,
    is_loopback,
    listen,
    qr_text,
)


@pytest.fixture(autouse=True)
def at_home(tmp_path, monkeypatch):
    """Give each test its own store and working folder."""
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def taken():
    """Return a port that is in use."""
    with listen("127.0.0.1", 0) as found:
        yield found.getsockname()[1]


# -- addresses ----------------------------------------------------------------------------------


def test_the_loopback_is_the_default():
    with listen() as found:
        host, port = found.getsockname()
    assert host == "127.0.0.1"
    assert port >= server.PORT


def test_the_next_port(monkeypatch, taken):
    monkeypatch.setattr(server, "PORT", taken)
    with listen() as found:
        assert taken < found.getsockname()[1] < taken + 20
    set_private(monkeypatch, server, _TRIES=1)
    with pytest.raises(AddressError, match=f"ports {taken} to {taken}: Address already in use"):
        listen()


@pytest.mark.parametrize(
    ("host", "port", "says"),
    [
        ("127.0.0.1", 70_000, "there is no port 70000"),
        ("127.0.0.1", -1, "there is no port -1"),
        ("192.0.2.1", 0, "Cannot assign requested address"),
        ("no.such.name.invalid", 0, "cannot listen on no.such.name.invalid, port 0"),
        ("2001:db8::1", 0, "cannot listen on 2001:db8::1"),
        ("\xe4" * 70, 0, "not the name of a machine"),
        ("a\0b", 0, "not the name of a machine"),
        ("", 0, "no address to listen on"),
        (" ", None, "no address to listen on"),
    ],
)
def test_addresses_that_are_none(host, port, says):
    with pytest.raises(AddressError, match=re.escape(says)):
        listen(host, port)


def test_addresses_that_are_refused(complaint, taken):
    assert "'--port'" in complaint("play", "--no-browser", "--port", "70000")
    said = complaint("play", "--no-browser", "--port", taken)
    assert said.startswith(f"cannot listen on 127.0.0.1, port {taken}: Address already in use")
    assert said.endswith("choose another with --port")
    said = complaint("play", "--no-browser", "--host", "192.0.2.1")
    assert said.startswith("cannot listen on 192.0.2.1, ports 8033 to 8052: ")
    assert "no address" in complaint("play", "--no-browser", "--host", "")


def test_addresses_of_pages():
    with listen("127.0.0.1", 0) as found:
        port = found.getsockname()[1]
        assert address_of(found, "127.0.0.1") == f"http://127.0.0.1:{port}/"
        assert address_of(found, "::1", "board=x") == f"http://[::1]:{port}/#board=x"
        assert address_of(found, "0.0.0.0") == f"http://127.0.0.1:{port}/"
        assert address_of(found, "::") == f"http://[::1]:{port}/"
    assert [is_loopback(h) for h in ("127.0.0.9", "::1", "localhost", "::", "x", "")] == [
        True, True, True, False, False, False,
    ]  # fmt: skip


@pytest.fixture
def in_networks(monkeypatch):
    """Simulate a machine that has two network addresses, which tests can remove."""
    own = {socket.AF_INET: "192.0.2.7", socket.AF_INET6: "2001:db8::7"}
    set_private(monkeypatch, server, _own_address=own.get)
    monkeypatch.setattr(socket, "gethostname", lambda: "Box")
    return own


def test_addresses_for_other_machines(in_networks):
    with listen("0.0.0.0", 0) as found:
        port = found.getsockname()[1]
        expected = [f"http://192.0.2.7:{port}/#board=x"]
        assert addresses_for_others(found, "0.0.0.0", "board=x") == expected
        assert addresses_for_others(found, "0", "board=x") == expected
        assert addresses_for_others(found, "box") == [f"http://192.0.2.7:{port}/"]
        in_networks.clear()
        assert addresses_for_others(found, "0.0.0.0") == [f"http://box:{port}/"]
    with listen("127.0.0.1", 0) as found:
        assert addresses_for_others(found, "127.0.0.1") == []
        assert addresses_for_others(found, "box") == [f"http://box:{found.getsockname()[1]}/"]


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="no IPv6 here")
def test_addresses_for_other_machines_in_both_networks(in_networks):
    with listen("::", 0) as found:
        port = found.getsockname()[1]
        expected = [f"http://192.0.2.7:{port}/", f"http://[2001:db8::7]:{port}/"]
        assert addresses_for_others(found, "::") == expected


def test_the_machine_in_no_network(monkeypatch):
    set_private(monkeypatch, server, _ELSEWHERE={socket.AF_INET: "127.0.0.2"})
    assert private(server, "_own_address")(socket.AF_INET) is None
    set_private(monkeypatch, server, _ELSEWHERE={socket.AF_INET: "no address"})
    assert private(server, "_own_address")(socket.AF_INET) is None


@pytest.mark.parametrize("terminal", [True, False])
def test_others_are_invited(monkeypatch, terminal):
    """A terminal also shows a QR code for phones."""
    told = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    console = output.Output(
        file=told, force_terminal=terminal, width=100, highlight=False, markup=False, emoji=False
    )
    monkeypatch.setattr(sys.modules["pegsolitaire.cli.commands.playing"], "out", console)
    monkeypatch.setattr(output, "out", console)
    addresses = ["http://192.0.2.7:8033/", "http://[2001:db8::7]:8033/"]
    private(play_command, "_invite")([])
    private(play_command, "_invite")(addresses)
    told.flush()
    first, *code = told.buffer.getvalue().decode().splitlines()
    assert first == f"On other machines: {' or '.join(addresses)}"
    assert len(code) == (len(qr_text(addresses[0]).splitlines()) if terminal else 0)


def test_qr_codes():
    """The QR code is drawn with its light modules, two rows per line of text."""
    address = "http://192.0.2.7:8033/#board/triangle5/a1/a1"
    rows = list(segno.make_qr(address, error="l").matrix_iter(border=2))
    light = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    drawn = [
        [light[glyph][half] for glyph in line]
        for line in qr_text(address).splitlines()
        for half in (0, 1)
    ]
    assert drawn[: len(rows)] == [[1 - dark for dark in row] for row in rows]
    assert len(drawn) == len(rows) + 1


@each(
    ("words", "says"),
    [
        (["nosuch"], "unknown board 'nosuch'"),
        (["english", "z9"], "english has no hole z9"),
        (["english", "any"], "a game needs one start"),
        (["english", "--finish", "d4"], "--finish needs START"),
        (["--puzzles", "missing"], "missing is neither a folder"),
        (["--export", "site", "--puzzles", "missing"], "missing is neither a folder"),
        (["--link", "https://example.org"], "--link needs --export"),
        (["--export", "site", "--link", "example.org"], "'example.org' is no address"),
        (["--export", "site", "english"], "--export cannot be combined with BOARD"),
        (
            ["--terminal", "--puzzles", "mine", "--port", "1"],
            "--terminal cannot be combined with --port or --puzzles: it does not serve a page",
        ),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_done(complaint, tmp_path, words, says):
    assert says in complaint("play", *words)
    assert list(tmp_path.iterdir()) == []


SERVED = ("--port 1", "--host ::1", "--browser", "--no-browser")


@each(
    ("words", "others"),
    [("--export site", ("--terminal", "--finish d4", *SERVED)), ("--terminal", SERVED)],
)
def test_options_that_do_not_go_together(complaint, tmp_path, words, others):
    for other in others:
        said = complaint("play", *words.split(), *other.split())
        assert f"{words.split()[0]} cannot be combined with {other.split()[0]}: " in said
    assert list(tmp_path.iterdir()) == []


def get(address, **options):
    """Return a response, with a timeout long enough for slow machines."""
    return httpx.get(address, timeout=120, **options)


# -- running and stopping -----------------------------------------------------------------------


@contextmanager
def playing(*words, before=()):
    """Start a server and return its process and address."""
    command = [sys.executable, "-m", "pegsolitaire", "play", "--no-browser", "--port", "0", *words]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with programs.started([*before, *command], **pipes) as process:
        line = process.stdout.readline()
        assert line.startswith("Peg solitaire is at http://127.0.0.1:"), process.stderr.read()
        assert line.endswith("(Ctrl-C ends it)\n")
        yield process, line.split()[4]


#: Exit codes of a server. Ctrl-C is the normal way to end it, but SIGTERM is not.
CODES = {signal.SIGINT: 0, signal.SIGTERM: 143}


def ended(process, how):
    """Send a signal to the process group and return the exit code and the output."""
    os.killpg(process.pid, how)
    out, err = process.communicate(timeout=90)
    return process.returncode, out, err


def page_of(address):
    """Check a server whose game is triangle5 from a1, and return its address."""
    page, _, fragment = address.partition("#")
    assert fragment == "board/triangle5/a1/a1"
    assert get(page).text.startswith("<!doctype html>")
    answer = get(f"{page}api/problem", params={"board": "triangle5", "start": "a1"})
    assert answer.json()["sets"]["state"] == "ready"
    assert "server" not in answer.headers
    assert get(page, headers={"host": "evil.example"}).status_code == 421
    return page


@on_posix
@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_server_that_is_ended(how):
    """The server ends cleanly when it is idle."""
    with playing("triangle5", "a1") as (process, address):
        page_of(address)
        assert ended(process, how) == (CODES[how], "ended\n", "")


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_server_that_is_ended_at_work(how):
    """A job, a listener to the job and a slow search are running when the server is ended."""
    heard = threading.Event()

    def listen_to(address):
        with httpx.stream("GET", address, timeout=120) as answer:
            for _ in answer.iter_lines():
                heard.set()

    def quietly(ask, *words):
        with suppress(httpx.HTTPError):
            ask(*words)

    with playing() as (process, page):
        words = {"board": "french", "start": "d3", "slow": True}
        begun = httpx.post(f"{page}api/jobs", json=words, timeout=120).json()
        slow = f"{page}api/hint?board=rhombus8&start=d4&finish=any&position=code:0x5a5a5a5a0f"
        threads = [
            threading.Thread(
                target=quietly, args=(listen_to, f"{page}api/jobs/{begun['id']}/events")
            ),
            threading.Thread(target=quietly, args=(get, slow)),
        ]
        for thread in threads:
            thread.daemon = True
            thread.start()
        assert heard.wait(90)
        children = children_of(process.pid)
        assert children
        code, out, err = ended(process, how)
        assert (code, out) == (CODES[how], "ended\n")
        assert "Traceback" not in err
        for thread in threads:
            thread.join(90)
            assert not thread.is_alive()
        end = time.monotonic() + 30
        while any(map(programs.is_running, children)) and time.monotonic() < end:
            time.sleep(0.05)
        assert not any(map(programs.is_running, children))


def test_threads_that_compute_end_before_the_interpreter():
    """The server waits for computing threads, but only until the timeout."""
    released, goes_on = threading.Event(), threading.Event()
    names = [("computing", released), ("computing too", goes_on), ("other", goes_on)]
    threads = [threading.Thread(target=event.wait, name=name) for name, event in names]
    for thread in threads:
        thread.start()
    threading.Timer(0.1, released.set).start()
    private(server, "_join_threads")("computing", 90)
    assert [thread.is_alive() for thread in threads] == [False, True, True]
    private(server, "_join_threads")("computing too", 0.01)
    assert threads[1].is_alive()
    goes_on.set()


@pytest.mark.slow
@on_posix
@pytest.mark.parametrize(("how", "pause"), [(signal.SIGINT, 0.15), (signal.SIGTERM, 0.02)])
def test_a_server_that_is_ended_twice(how, pause):
    """A user may press Ctrl-C again before the server has ended."""
    with playing("triangle5", "a1") as (process, _):
        os.killpg(process.pid, how)
        time.sleep(pause)
        assert ended(process, how) == (CODES[how], "ended\n", "")


@pytest.mark.slow
@on_posix
def test_a_server_in_the_background_of_a_shell():
    """A process started with Ctrl-C ignored keeps ignoring it, but SIGTERM ends it."""
    ignoring = ["sh", "-c", 'trap "" INT; exec "$@"', "sh"]
    with playing("triangle5", "a1", before=ignoring) as (process, address):
        page = page_of(address)
        for _ in range(2):
            os.killpg(process.pid, signal.SIGINT)
            time.sleep(0.5)
            assert get(page).status_code == 200
        assert ended(process, signal.SIGTERM) == (143, "ended\n", "")


def children_of(process):
    listed = programs.run(["ps", "-o", "pid=", "--ppid", str(process)])
    return [int(word) for word in listed.stdout.split()]


@pytest.fixture(scope="module")
def for_others(tmp_path_factory):
    """Run a server for other machines with a puzzle set in its store.

    It keeps running through all tests that use it, and then must end like any other server.
    """
    root = tmp_path_factory.mktemp("home")
    (root / "puzzles").mkdir()
    (root / "puzzles" / "good.toml").write_text(GOOD)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PEGSOLITAIRE_HOME", str(root))
        begin = time.monotonic()
        with playing("--host", "0.0.0.0") as (process, page):
            words = process.stdout.readline().split()
            assert words[:3] == ["On", "other", "machines:"]
            yield page, words[3].removeprefix("http://").rstrip("/")
            code, out, err = ended(process, signal.SIGINT)
        seconds = time.monotonic() - begin
    assert (code, out) == (0, "ended\n")
    first, *log = err.splitlines()
    assert first == "other machines can reach this game without a password"
    assert len(log) <= seconds + 1
    several = re.compile(r"WARNING:  [\d,]+ more requests? like that")
    assert {one for one in log if not several.fullmatch(one)} <= {
        "WARNING:  Invalid HTTP request received."
    }


one_server = pytest.mark.xdist_group("a server for others")


@pytest.mark.slow
@one_server
def test_a_server_for_other_machines(for_others):
    page, name = for_others
    assert get(page, headers={"host": name}).status_code == 200
    assert get(page, headers={"host": "192.0.2.7:80"}).status_code == 200
    assert get(page, headers={"host": "evil.example"}).status_code == 421


@one_server
def test_a_request_that_is_too_long(for_others):
    page, _ = for_others
    answer = get(f"{page}api/board?board={'x' * 40_000}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (414, "too-long")


@one_server
def test_many_that_are_no_http(for_others):
    """The log may contain one line per second, which counts the suppressed warnings."""
    page, _ = for_others
    port = int(page.rsplit(":", 1)[1].strip("/"))
    for _ in range(200):
        with socket.create_connection(("127.0.0.1", port), timeout=90) as wire:
            wire.sendall(b"hello\r\n\r\n")
            assert wire.recv(1000).startswith(b"HTTP/1.1 400")
    assert get(page).status_code == 200


@one_server
def test_the_folder_among_the_stored_sets(for_others):
    page, _ = for_others
    assert get(f"{page}api/puzzles").json()["sets"][0]["name"] == "mine"


# -- the gallery --------------------------------------------------------------------------------


def names(web):
    document = web.get("puzzles")
    return [one["name"] for one in document["sets"]], document["complaints"]


def test_puzzles_of_ones_own(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    with served(tmp_path, folders=[folder, tmp_path / "missing"]) as web:
        before, complaints = names(web)
        assert ("mine" in before, complaints) == (False, [])
        assert not any(one["own"] for one in web.get("puzzles")["sets"])
        (folder / "good.toml").write_text(GOOD)
        (folder / "note.txt").write_text("no puzzles")
        assert names(web) == (["mine", *before], [])
        assert [one["name"] for one in web.get("puzzles")["sets"] if one["own"]] == ["mine"]
        (folder / "a.toml").write_text("[[")
        (folder / "b.toml").write_text(GOOD.replace("code:32766", "code:99999"))
        (folder / "c.toml").write_bytes(b"\xff\xfe\0")
        (folder / "d.toml").mkdir()
        (folder / "e.toml").symlink_to(folder / "nowhere")
        (folder / "f.toml").write_bytes(b" " * (2 << 20))
        found, complaints = names(web)
        assert found == ["mine", *before]
        for name, complaint in zip("abcdef", complaints, strict=True):
            assert f"{name}.toml" in complaint
            assert len(complaint) < 1000


@pytest.mark.slow
def test_broken_puzzles_are_told_before_anything_is_served(tmp_path):
    """Each broken file gets one line with its name, and the other files are served."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "good.toml").write_text(GOOD)
    (folder / "broken.toml").write_text(GOOD.replace("a1", "z9"))
    (folder / "long.toml").write_text(f"{'.'.join('a' * 50_000)} = 1")
    (home() / "puzzles").mkdir(parents=True)
    (home() / "puzzles" / "older.toml").write_text(GOOD.replace("format = 1", ""))
    with playing("--puzzles", str(folder), "--puzzles", str(folder / "good.toml")) as started:
        process, page = started
        shown = get(f"{page}api/puzzles").json()
        assert [one["name"] for one in shown["sets"]][:3] == ["mine", "mine", "english-classics"]
        code, out, err = ended(process, signal.SIGINT)
    assert (code, out) == (0, "ended\n")
    lines = err.splitlines()
    assert [line.partition(".toml")[0].rpartition("/")[2] for line in lines] == [
        "older", "broken", "long",
    ]  # fmt: skip
    assert all(line.startswith(f"left out: {tmp_path}") for line in lines)
    assert "has no hole z9" in lines[1]
    assert "a key of 50,000 parts" in lines[2]
    assert [f"left out: {one}" for one in shown["complaints"]] == lines


def test_a_puzzle_file_that_is_named_has_to_be_right(complaint, tmp_path):
    (tmp_path / "mine.toml").write_text(GOOD.replace("a1", "z9"))
    for words in (["--no-browser"], ["--export", str(tmp_path / "site")]):
        said = complaint("play", "--puzzles", str(tmp_path / "mine.toml"), *words)
        assert said.startswith(f"{tmp_path / 'mine.toml'}: puzzle 'First': ")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.toml"]


def test_more_files_than_are_shown(tmp_path, monkeypatch):
    set_private(monkeypatch, "pegsolitaire.web.gallery", _MAX_PUZZLE_FILES=2)
    for name in "abc":
        (tmp_path / f"{name}.toml").write_text(GOOD)
    with served(tmp_path, folders=[tmp_path]) as web:
        found, complaints = names(web)
    assert found.count("mine") == 2
    assert complaints == [
        f"{tmp_path / 'c.toml'} and what comes after it is left out: the page shows 2 files of "
        "your own at most"
    ]


def test_boards_that_the_page_does_not_play_on(tmp_path):
    """The page plays on boards of up to 400 holes: `square20` works, and `square25` is refused."""
    for side in (20, 25):
        code = f'"code:{(1 << side * side) - 2:#x}"'
        text = GOOD.replace("triangle5", f"square{side}").replace('"code:32766"', code)
        (tmp_path / f"{side}.toml").write_text(text)
    with served(tmp_path, folders=[tmp_path]) as web:
        document = web.get("puzzles")
    assert [one["board"]["name"] for one in document["sets"] if one["own"]] == ["square20"]
    (complaint,) = document["complaints"]
    assert complaint.endswith(
        "25.toml: square25 has more than 400 holes, the most that the page plays on"
    )


# -- terminal ----------------------------------------------------------------------------------

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


@pytest.mark.slow
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
    else:  # at most the warning about requests that are not HTTP
        assert all(re.match(r"WARNING: |\d+ more request|[\w ]+\.$", line) for line in lines)


def test_the_lines_of_our_own_code_stay():
    try:
        raise ValueError("a\x1b[31m\nb")
    except ValueError:
        make = private(server, "_printable_record")
        record = make("x", 30, "x.py", 1, "no %s\n", ("\x1b[2J",), sys.exc_info())
    printed = logging.Formatter("%(message)s").format(record)
    first, *middle, last = printed.splitlines()
    assert first == r"no \x1b[2J"
    assert 'raise ValueError("a' in middle[-1] or "^" in middle[-1]
    assert last == r"ValueError: a\x1b[31m\nb"


@pytest.fixture
def log(caplog):
    """Return a log with the filter."""
    log = logging.getLogger("test of a filter")
    log.addFilter(only := OncePerSecond(log))
    yield log
    log.removeFilter(only)


def test_all_warnings_are_counted(log, caplog):
    for _ in range(1_000):
        log.warning("Invalid")
    end = time.monotonic() + 60
    while len(caplog.records) < 2 and time.monotonic() < end:
        time.sleep(0.05)
    assert [record.message for record in caplog.records] == [
        "Invalid", "999 more requests like that",
    ]  # fmt: skip


def test_errors_are_always_logged(log, caplog):
    for _ in range(5):
        log.error("a request failed")
    assert len(caplog.records) == 5
