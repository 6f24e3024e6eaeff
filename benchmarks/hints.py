"""Measure how long hints and reasons take on all puzzles of the day.

``python -m benchmarks.hints [EACH]`` starts a server and opens every puzzle of the day, or every
EACH-th of them. It requests a hint at the start and after a winning jump, the jumps that lose
at the start, and why the position after the first of these is lost. The server has had no such
question before, but its processes have run. The last row is a hint that is requested again.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from time import perf_counter
from typing import Any
from urllib.parse import urlencode

from benchmarks.page import get, server
from pegsolitaire.data import Puzzle, daily_lists
from pegsolitaire.game import Position


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


def main() -> None:
    """Print a table."""
    each = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    *_, latest = daily_lists()
    puzzles = [puzzle for day in latest.days for _, puzzle in day]
    times: dict[str, list[float]] = defaultdict(list)
    with server() as (address, _):
        measure(address, puzzles[0], defaultdict(list))
        for puzzle in puzzles[::each]:
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
