"""Measure the verdicts of the page without a server, each requested separately from the worker.

The positions come from the seven vacancies of the English board. For each number of pegs, half of
them win and half were lost by one jump. Positions with 19 to 22 pegs, which take long, are a
larger share than in real games.
"""

from __future__ import annotations

import random
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import as_file
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pegsolitaire import Problem, WinningSets
from pegsolitaire.board import english
from pegsolitaire.board.bits import indices_of
from pegsolitaire.theory import invariants
from pegsolitaire.web.app import STATIC
from pegsolitaire.web.documents import playable
from pegsolitaire.web.offline import copy_slices
from tools.chromium import opened as browsing

EACH = 6  # winning positions, and as many lost ones, for each vacancy and number of pegs
SETTLED = 20_000  # milliseconds after which the worker has finished its background work

_ASK = """async ([board, packs, finish, codes, wait]) => {
  const { Sources } = await import("/js/packs.js");
  const { Board } = await import("/js/rules.js");
  const known = new Board(board);
  const goal = 1n << BigInt(known.names.indexOf(finish));
  const source = new Sources(packs).of(known, board, null, [goal]);
  const begin = performance.now();
  await source.prepare(() => {}, new AbortController().signal);
  const opened = performance.now() - begin;
  await new Promise((resolve) => setTimeout(resolve, wait));
  const [answers, times] = [[], []];
  for (const code of codes) {
    const asked = performance.now();
    answers.push(...(await source.wins([BigInt(code)])));
    times.push(performance.now() - asked);
  }
  return [opened, answers, times];
}"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Suppress the log of requests."""


@contextmanager
def _page() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Serve the files of the page and its slices; yield the address and the slices' entries."""
    with TemporaryDirectory() as name:
        folder = Path(name) / "page"
        with as_file(STATIC) as source:
            shutil.copytree(source, folder)
        (folder / "packs").mkdir()
        packs = copy_slices(folder / "packs")
        handler = partial(_Quiet, directory=folder)
        with ThreadingHTTPServer(("127.0.0.1", 0), handler) as host:
            threading.Thread(target=host.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{host.server_port}/", packs
            host.shutdown()


def _positions(hole: str) -> tuple[list[int], list[bool]]:
    wins, chance = WinningSets.load(Problem.complement(english(), hole)), random.Random(0)
    codes, expected = [], []
    for pegs in range(2, 32):
        level = wins.level(pegs)
        some = [int(level[chance.randrange(len(level))]) for _ in range(EACH)]
        after = {one ^ jump.mask for one in some for jump in english().masks_from(one)}
        dead = sorted(one for one in after if not wins.contains_code(one))
        dead = chance.sample(dead, min(EACH, len(dead)))
        codes += some + dead
        expected += [True] * len(some) + [False] * len(dead)
    return codes, expected


def verdicts(quantile: float = 0.99, wait: int = SETTLED) -> float:
    """Return the time of a verdict and check that all verdicts are right."""
    board = english()
    theory = {
        "invariants": [indices_of(mask) for mask in invariants(board)],
        "symmetries": [list(symmetry.image) for symmetry in board.symmetries],
    }
    times, opened = [], []
    with _page() as (address, packs), browsing() as browser:
        for orbit in board.orbits:
            hole = board.hole_text(board.holes[orbit[0]])
            codes, expected = _positions(hole)
            page = browser.new_page()
            page.set_default_timeout(600_000)
            page.goto(f"{address}favicon.svg")
            asked = [playable(board).to_json() | theory, packs, hole, list(map(str, codes)), wait]
            seconds, answers, taken = page.evaluate(_ASK, asked)
            assert answers == expected, hole
            opened.append(seconds)
            times += taken
            page.close()
    times.sort()
    middle, most = times[len(times) // 2], times[-1]
    ninety, nearly = (times[int(part * len(times))] for part in (0.9, 0.99))
    print(
        f"{len(times):,} verdicts: median {middle:.2f} ms, 90 % {ninety:.1f} ms, 99 % "
        f"{nearly:.1f} ms, most {most:.0f} ms; opened in {min(opened):.0f} to "
        f"{max(opened):.0f} ms; slices of {sum(pack['bytes'] for pack in packs):,} bytes",
        file=sys.stderr,
    )
    return times[int(quantile * len(times))] / 1000
