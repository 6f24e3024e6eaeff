"""Measure a cheap request to the browser game while many clients send expensive ones.

The heavy clients send one request after the other without a pause. They ask the server to solve
positions, explain why they are dead, rate them as puzzles, show what their jumps lead to, compute
how likely a player is to win, review games and analyse new boards that no one has asked about
before. One client requests the list of boards ten times a second. All clients share one separate
process, and their requests are drawn from a seed. Each kind of request is sent once before the
measurement, so that no kernel is compiled during it.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from time import perf_counter
from urllib.parse import quote, urlsplit

from benchmarks.page import server
from pegsolitaire.board import Board
from pegsolitaire.game import Position

SECONDS, PACE = 30, 0.1
_CHEAP = "/api/boards"
_GAMES = (("english", "d4"), ("french", "d3"), ("wiegleb", "e5"), ("square6", "c3"))


def cheap(heavy: int, quantile: float = 0.99) -> float:
    """Return the time of a cheap request while a number of heavy clients keep the server busy."""
    with server() as (address, _):
        times, answers = asyncio.run(_measure(address, heavy))
    print(
        f"{len(times)} cheap answers beside {heavy} heavy ones, median "
        f"{times[len(times) // 2] * 1e3:.1f} ms, 99 % {times[int(0.99 * len(times))] * 1e3:.1f} "
        f"ms, most {times[-1] * 1e3:.1f} ms; heavy: "
        f"{', '.join(f'{count} of {status}' for status, count in sorted(answers.items()))}",
        file=sys.stderr,
    )
    return times[int(quantile * len(times))]


async def _measure(address: str, heavy: int) -> tuple[list[float], Counter[int]]:
    """Return the sorted times of cheap requests and the count of each status of the heavy ones."""
    host = urlsplit(address).netloc
    for path, body in islice(_questions(-1), len(_KINDS)):
        await _ask(host, path, body)
    await _ask(host, _CHEAP)
    answers: Counter[int] = Counter()
    busy = [asyncio.create_task(_keep_asking(host, n, answers)) for n in range(heavy)]
    await asyncio.sleep(3)
    times: list[float] = []
    begin = perf_counter()
    while perf_counter() < begin + SECONDS:
        sent = perf_counter()
        assert await _ask(host, _CHEAP) == 200
        times.append(perf_counter() - sent)
        await asyncio.sleep(max(0.0, PACE - times[-1]))
    for task in busy:
        task.cancel()
    await asyncio.gather(*busy, return_exceptions=True)
    return sorted(times), answers


async def _keep_asking(host: str, number: int, answers: Counter[int]) -> None:
    for path, body in _questions(number):
        status = await _ask(host, path, body)
        answers[status] += 1
        if status == 503:  # a page would retry a little later
            await asyncio.sleep(0.2)


async def _ask(host: str, path: str, body: str = "") -> int:
    """Send a request on a new connection, read the whole response and return its status."""
    name, _, port = host.partition(":")
    reader, writer = await asyncio.open_connection(name, int(port))
    lines = [f"{'POST' if body else 'GET'} {path} HTTP/1.1", f"host: {host}", "connection: close"]
    if body:
        lines += ["content-type: application/json", f"content-length: {len(body)}"]
    try:
        writer.write(("\r\n".join(lines) + f"\r\n\r\n{body}").encode())
        return int((await reader.read()).split(None, 2)[1])
    finally:
        writer.close()


_KINDS = (
    "solution", "why", "proofs", "assessment", "explore", "hint", "chance", "review", "problem",
    "board", "reach", "verdicts",
)  # fmt: skip


def _questions(number: int) -> Iterator[tuple[str, str]]:
    """Yield the requests of a client as pairs of a path and a body, which may be empty."""
    chance = random.Random(number)
    kinds = list(_KINDS)
    while True:
        if number >= 0:
            chance.shuffle(kinds)
        for kind in kinds:
            name, hole = chance.choice(_GAMES)
            board = Board(name)
            jumps, position = [], board.vacancy(hole)
            for _ in range(chance.randrange(4, 14)):
                jump = chance.choice(list(position.legal_jumps))
                jumps.append(str(jump))
                position = position.play(jump)
            yield _question(kind, chance, name, hole, jumps, position)


def _question(
    kind: str, chance: random.Random, name: str, hole: str, jumps: list[str], at: Position
) -> tuple[str, str]:
    game = {"board": name, "start": hole, "finish": "any"}
    if kind == "review":
        return "/api/review", json.dumps({**game, "jumps": jumps})
    words = {**game, "position": f"code:{at.code}"}
    if kind in ("problem", "board"):
        words = {"board": _own_board(chance), "start": "b2", "finish": "any"}
    if kind in ("assessment", "reach"):
        words = {"board": name, "position": f"code:{at.code}", "hole": hole}
    if kind == "solution":
        words["seconds"] = "25"
    return f"/api/{kind}?" + "&".join(f"{key}={quote(word)}" for key, word in words.items()), ""


def _own_board(chance: random.Random) -> str:
    """Return a square board of side 7, 8 or 15 with some holes missing."""
    side = chance.choice([7, 8, 15])
    rows = ["".join(chance.choice("oooooooo-") for _ in range(side)) for _ in range(side)]
    rows[:3] = ["o" * side] * 3
    return f"square:{'/'.join(rows)}"
