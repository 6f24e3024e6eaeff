"""Measure the times and memory in the README, the comparison and the results in one run.

    python -m benchmarks.timings          measure, write docs/timings.json and update the pages
    python -m benchmarks.timings write    update the pages from docs/timings.json

On a page, each figure stands between ``<!--NAME-->`` and ``<!---->``. The name is that of a
command in `COMMANDS` (``NAME`` for time and memory, ``NAME.time`` for the time alone) or of
another program in ``benchmarks/others.json``. The name ``measured`` stands for the date and the
machine. A test rejects times and memory sizes anywhere else on the pages.

This module imports nothing large, because the peak memory of a process includes its parent's.
"""

from __future__ import annotations

import json
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path
from time import perf_counter
from typing import Any

ROOT = Path(__file__).parents[1]
KEPT, OTHERS = ROOT / "docs" / "timings.json", ROOT / "benchmarks" / "others.json"
PAGES = tuple(ROOT / name for name in ("README.md", "docs/comparison.md", "docs/results.md"))
FIGURE = re.compile(r"<!--([a-z0-9.-]+)-->(.*?)<!---->", re.DOTALL)

RUNS = 3
LONG = 15.0  # seconds: a command that takes longer is measured only once

#: The commands, which run with an empty store; their start-up time counts.
COMMANDS = {
    "levels": "pegs sets levels english d4",
    "winning": "pegs sets winning english d4",
    "class": "pegs sets tablebase french",
    "shortest": "pegs solve english d4 --shortest",
    "count": "pegs count english d4 --again",
    "random": "pegs random english d4 --games 1M",
    "random-triangle": "pegs random triangle5 a1 --games 1M",
    "square9": "pegs solve square9 e5",
    "triangle": "pegs triangle 200",
    "dead-ends": "pegs extremes dead-ends english d4",
    "explain": "pegs explain english d4:d2-d4,d5-d3,b4-d4,d3-d5 --finish d4",
    "unique": "pegs design unique english --pegs 17",
    "known": "pegs show known triangle11",
}


def main(words: list[str]) -> None:
    """Measure and update the pages, or only update the pages."""
    if words not in ([], ["write"]):
        sys.exit(__doc__)
    if not words:
        KEPT.write_text(json.dumps(measured(), indent=1) + "\n")
    kept = json.loads(KEPT.read_bytes())
    for page in PAGES:
        page.write_text(written(page.read_text(), kept))


def measured() -> dict[str, Any]:
    """Return the results of all commands, the machine and the date."""
    run(COMMANDS["known"])  # raises an error if commands do not run here
    run("pegs warm-up")  # compiles the kernels before the measurements
    figures = {}
    for name, command in COMMANDS.items():
        runs = [run(command)]
        while len(runs) < RUNS and runs[0][0] <= LONG:
            runs.append(run(command))
        seconds, memory = zip(*runs, strict=True)
        figures[name] = {
            "command": command,
            "runs": len(runs),
            "seconds": round(statistics.median(seconds), 3),
            "bytes": max(memory),
        }
        print(f"{figure(figures[name]):<16}{command}", flush=True)
    return {"measured": place(), "figures": figures}


def run(command: str) -> tuple[float, int]:
    """Run a command in a new process with an empty store; return its seconds and peak bytes."""
    program, *arguments = command.split()
    assert program == "pegs"
    with tempfile.TemporaryDirectory() as home:
        begin = perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "pegsolitaire", *arguments],
            env=os.environ | {"PEGSOLITAIRE_HOME": home},
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{command} ended with exit code {process.returncode}")
    return seconds, usage.ru_maxrss * 1024


def place() -> dict[str, str]:
    """Return the date and the machine of the measurement."""
    commit = ["git", "rev-parse", "--short=8", "HEAD"]
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "date": date.today().isoformat(),
        "commit": subprocess.check_output(commit, cwd=ROOT, text=True).strip(),
        "processor": processor(),
        "cores": str(len(os.sched_getaffinity(0))),
        "memory": f"{memory / 2**30:.0f} GiB",
        "python": platform.python_version(),
    }


def processor() -> str:
    """Return the name of the processor as Linux reports it."""
    names = re.findall(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return names[0] if names else platform.machine()


# -- text on the pages ----------------------------------------------------------------------------


def written(page: str, kept: dict[str, Any]) -> str:
    """Return a page with its figures updated from the stored results."""
    texts = words_of(kept)
    return FIGURE.sub(lambda found: f"<!--{found[1]}-->{texts[found[1]]}<!---->", page)


def words_of(kept: dict[str, Any]) -> dict[str, str]:
    """Return the text for each name that a page can use."""
    texts = {name: other["figure"] for name, other in json.loads(OTHERS.read_bytes()).items()}
    for name, found in kept["figures"].items():
        texts[name] = figure(found)
        texts[f"{name}.time"] = time_text(found["seconds"])
    where = kept["measured"]
    texts["measured"] = (
        f"{where['processor']}, {where['cores']} cores, {where['memory']} of memory, Python "
        f"{where['python']}, {where['date']}, commit {where['commit']}"
    )
    return texts


def figure(found: dict[str, Any]) -> str:
    """Format time and memory: `2.3 s, 455 MB`."""
    return f"{time_text(found['seconds'])}, {memory_text(found['bytes'])}"


def time_text(seconds: float) -> str:
    """Format a time with two digits: `0.28 s`, `2.3 s`, `31 s`."""
    digits = 2 if seconds < 0.995 else 1 if seconds < 9.95 else 0
    return f"{seconds:.{digits}f} s"


def memory_text(size: int) -> str:
    """Format a size in megabytes, or in gigabytes from one gigabyte on."""
    return f"{size / 1e6:.0f} MB" if size < 1e9 else f"{size / 1e9:.1f} GB"


if __name__ == "__main__":
    main(sys.argv[1:])
