"""Measure the browser game: its first paint, its verdicts under load and sets built on request.

The load comes from a separate process in which 50 clients use plain asyncio streams. Each client
keeps its connection and sends requests at a steady pace, so the server is measured and not the
client. The positions come from random games, and each response judges all jumps of its position.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from urllib.parse import urlsplit
from urllib.request import urlopen

from pegsolitaire.board import Board, triangle
from tools.chromium import opened

CLIENTS, RATE, SECONDS = 50, 1000, 10
_POSITIONS = 2_000


@contextmanager
def server(**environment: str) -> Iterator[tuple[str, int]]:
    """Start `pegs play` and yield its address and process number."""
    command = [sys.executable, "-m", "pegsolitaire", "play", "--no-browser", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=os.environ | environment
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        try:
            yield next(word for word in line.split() if word.startswith("http")), process.pid
        finally:
            process.terminate()


def get(address: str, path: str) -> dict[str, object]:
    """Return a document of the API."""
    with urlopen(f"{address}api/{path}") as answer:
        found: dict[str, object] = json.load(answer)
        return found


def first_paint() -> float:
    """Measure the time from requesting the page until its board is painted and ready to play."""
    with server() as (address, _), opened() as browser:
        get(address, "problem?board=triangle5&start=a1")
        page = browser.new_page()
        begin = perf_counter()
        page.goto(f"{address}#board=triangle5&start=a1", wait_until="commit")
        page.wait_for_selector("html[data-ready=yes]")
        seconds = perf_counter() - begin
    return seconds


def sets_on_request(name: str, hole: str) -> float:
    """Measure the time from requesting the sets of a problem to the first verdict."""
    with TemporaryDirectory() as home, server(PEGSOLITAIRE_HOME=home) as (address, _):
        get(address, "problem?board=triangle5&start=a1")
        begin = perf_counter()
        words = {"board": name, "start": hole}
        job = json.loads(_post(f"{address}api/jobs", words))
        with urlopen(f"{address}api/jobs/{job['id']}/events") as events:
            last = [line for line in events if line.startswith(b"data")][-1]
        assert json.loads(last[5:])["state"] == "done", last
        code = Board(name).vacancy(hole).code
        found = get(address, f"verdicts?board={name}&start={hole}&position=code:{code}")
        assert found["source"] == "sets"
        return perf_counter() - begin


def _post(address: str, words: dict[str, str]) -> bytes:
    from urllib.request import Request

    headers = {"content-type": "application/json"}
    with urlopen(Request(address, json.dumps(words).encode(), headers)) as answer:
        data: bytes = answer.read()
        return data


def verdicts(quantile: float = 0.99) -> float:
    """Measure a response with all jumps of a position: 50 clients, 1,000 requests per second."""
    with server() as (address, process):
        _open_sets(address)
        before = _memory(process)
        times = asyncio.run(_load(address, RATE))
        after = _memory(process)
    print(
        f"{len(times)} answers in {SECONDS} s, median {times[len(times) // 2] * 1e3:.2f} ms, 99 % "
        f"{times[int(0.99 * len(times))] * 1e3:.2f} ms, most {times[-1] * 1e3:.2f} ms, "
        f"memory {before:.0f} to {after:.0f} MB",
        file=sys.stderr,
    )
    return times[int(quantile * len(times))]


def throughput() -> float:
    """Return the seconds per request when 50 clients send requests without a pause."""
    with server() as (address, _):
        _open_sets(address)
        begin = perf_counter()
        times = asyncio.run(_load(address, None))
        return (perf_counter() - begin) / len(times)


def _open_sets(address: str) -> None:
    for name in ("triangle5", "triangle6"):
        get(address, f"problem?board={name}&start=a1")


async def _load(address: str, rate: int | None) -> list[float]:
    """Return the sorted response times of all clients, whose status must be 200."""
    parts = urlsplit(address)
    assert parts.hostname
    assert parts.port
    asked = _requests(parts.netloc)
    pace = None if rate is None else CLIENTS / rate
    clients = [
        _client(parts.hostname, parts.port, asked[i::CLIENTS], pace, i) for i in range(CLIENTS)
    ]
    return sorted(time for times in await asyncio.gather(*clients) for time in times)


async def _client(
    host: str, port: int, asked: list[bytes], pace: float | None, number: int
) -> list[float]:
    reader, writer = await asyncio.open_connection(host, port)
    begin = perf_counter() + number / CLIENTS * (pace or 0)
    times: list[float] = []
    while perf_counter() < begin + SECONDS:
        due = begin + len(times) * pace if pace is not None else perf_counter()
        await asyncio.sleep(max(0.0, due - perf_counter()))
        sent = perf_counter()
        writer.write(asked[len(times) % len(asked)])
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
        await reader.readexactly(length)
        times.append(perf_counter() - sent)
    writer.close()
    await writer.wait_closed()
    return times


def _requests(host: str) -> list[bytes]:
    """Return requests for positions of random games on two boards in turn."""
    chance = random.Random(0)
    found = []
    for number in range(_POSITIONS):
        board = triangle(5 + number % 2)
        position = board.vacancy("a1")
        for _ in range(chance.randrange(12)):
            jumps = list(position.legal_jumps)
            position = position.play(chance.choice(jumps)) if jumps else position
        path = f"/api/verdicts?board={board.name}&start=a1&position=code:{position.code}"
        found.append(f"GET {path} HTTP/1.1\r\nhost: {host}\r\n\r\n".encode())
    return found


def _memory(process: int) -> float:
    """Return the resident memory of a process in megabytes."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
