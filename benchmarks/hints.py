"""Measure how long hints and reasons take on all puzzles of the day.

``python -m benchmarks.hints [EACH]`` starts a server and opens every puzzle of the day, or every
EACH-th of them. It requests a hint at the start and after a winning jump, the jumps that lose
at the start, and why the position after the first of these is lost. The server has had no such
question before, but its processes have run. The last row is a hint that is requested again.

``python -m benchmarks.hints --exported FOLDER [EACH]`` measures a page that ``pegs play --export
FOLDER`` wrote. A browser opens every puzzle of the day and presses *Hint* when the page is ready.
The time ends when an arrow or another notice is on the page.
"""

from __future__ import annotations

import sys
import threading
from collections import defaultdict
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from time import perf_counter
from typing import Any
from urllib.parse import urlencode

from benchmarks.page import get, server
from pegsolitaire.data import Puzzle, daily_lists
from pegsolitaire.game import Position
from tools.chromium import opened

#: Presses *Hint* and returns the milliseconds until its answer is on the page.
PRESS = """async () => {
  const notice = document.getElementById("notice");
  const before = notice.textContent;
  const begin = performance.now();
  document.getElementById("hint").click();
  while (!document.querySelector("#board .arrow") && notice.textContent === before)
    await new Promise((done) => setTimeout(done, 1));
  return performance.now() - begin;
}"""


def measure(address: str, puzzle: Puzzle, times: dict[str, list[float]]) -> None:
    """Ask a server about a puzzle, and add the times of the answers in seconds."""
    position = puzzle.position
    words = {"board": position.board.name, "start": f"code:{position.code}"}
    words["finish"] = puzzle.finish

    def ask(question: str, at: Position, row: str) -> Any:
        path = f"{question}?{urlencode(words | {'position': f'code:{at.code}'})}"
        begin = perf_counter()
        answer = get(address, path)
        seconds = perf_counter() - begin
        times[row].append(seconds)
        if seconds > 0.1 and row.startswith("hint"):
            print(f"{seconds * 1000:.0f} ms: {row}, {words}", flush=True)
        return answer

    get(address, f"problem?{urlencode(words)}")
    hint = ask("hint", position, "hint at the start")
    rivals = ask("rivals", position, "rivals")["rivals"]
    ask("hint", position, "hint again")
    if rivals:
        ask("why", position.play(rivals[0]["jump"]), "why")
    if (later := position.play(hint["jump"])).legal_jumps:
        ask("hint", later, "hint after a jump")


class Quiet(SimpleHTTPRequestHandler):
    """A server of files that prints nothing."""

    def log_message(self, *_: object) -> None:
        """Print nothing."""


def measure_exported(folder: str, puzzles: list[Puzzle], times: dict[str, list[float]]) -> None:
    """Press *Hint* on an exported page at the start of each puzzle."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        with opened() as browser:
            page = browser.new_page()
            for puzzle in puzzles:
                spec = f"{puzzle.position.board.name}/code:{puzzle.position.code}/{puzzle.finish}"
                page.goto(f"http://127.0.0.1:{host.server_port}/#board/{spec}")
                page.reload()
                page.wait_for_selector("html[data-ready=yes]:not([data-sets=asked])")
                page.wait_for_selector("#hint:enabled")
                seconds = page.evaluate(PRESS) / 1000
                times["hint, exported"].append(seconds)
                if seconds > 0.1:
                    print(f"{seconds * 1000:.0f} ms: {spec}", flush=True)
        host.shutdown()


def main() -> None:
    """Print a table."""
    given = sys.argv[1:]
    folder = given[1] if given[:1] == ["--exported"] else None
    numbers = given[2:] if folder else given
    *_, latest = daily_lists()
    puzzles = [puzzle for day in latest.days for _, puzzle in day]
    chosen = puzzles[:: int(numbers[0]) if numbers else 1]
    times: dict[str, list[float]] = defaultdict(list)
    if folder:
        measure_exported(folder, chosen, times)
    else:
        with server() as (address, _):
            measure(address, puzzles[0], defaultdict(list))
            for puzzle in chosen:
                measure(address, puzzle, times)
    print(f"{'answers in ms':<20}{'number':>8}{'p50':>8}{'p95':>8}{'max':>8}")
    for row, seconds in times.items():
        sorted_times = sorted(1000 * each for each in seconds)
        figures = (sorted_times[int(len(seconds) * part)] for part in (0.5, 0.95))
        print(
            f"{row:<20}{len(seconds):>8}"
            + "".join(f"{figure:>8.1f}" for figure in (*figures, sorted_times[-1]))
        )


if __name__ == "__main__":
    main()
