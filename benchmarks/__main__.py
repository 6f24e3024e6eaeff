"""``python -m benchmarks [WORDS]``: measure every case whose name contains all the words.

Each case runs three times, each time in a new process. The table has the median time and the
largest memory of the three runs. ``--one NAME`` measures one case once, in this process.

``--against FOLDER [WORDS]`` also measures each case in another checkout. The two checkouts take
turns, because the speed of a machine changes from hour to hour. The last column is the least time
in this checkout divided by the least time in the other one. Cases that the other checkout does not
have are left out.
"""

from __future__ import annotations

import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.cases import CASES

RUNS = 3
HERE = Path(__file__).parent.parent


def main(words: list[str]) -> None:
    """Measure the cases and print a table."""
    if words[:1] == ["--one"]:
        seconds = CASES[words[1]][1]()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(json.dumps({"seconds": seconds, "megabytes": peak / 1024}))
        return
    print(
        f"{platform.machine()}, {len(os.sched_getaffinity(0))} cores, {platform.python_version()}"
    )
    if words[:1] == ["--against"]:
        in_pairs(Path(words[1]), words[2:])
        return
    print(f"{'case':<42}{'median':>12}{'least':>12}{'MB':>8}   asked")
    with tempfile.TemporaryDirectory() as home:
        environment = os.environ | {"PEGSOLITAIRE_HOME": home}
        for name, (asked, _) in CASES.items():
            if all(word in name for word in words):
                print(f"{name:<42}", end="", flush=True)
                results = [measure(name, environment) for _ in range(RUNS)]
                seconds = [result["seconds"] for result in results]
                memory = max(result["megabytes"] for result in results)
                print(
                    f"{text(statistics.median(seconds)):>12}{text(min(seconds)):>12}"
                    f"{memory:>8.0f}   {asked}",
                    flush=True,
                )


def in_pairs(other: Path, words: list[str]) -> None:
    """Measure this checkout and another one in turn and print both results."""
    print(f"{'case':<42}{'before':>12}{'after':>12}{'MB':>8}{'MB':>8}{'ratio':>8}")
    with tempfile.TemporaryDirectory() as home:
        environment = os.environ | {"PEGSOLITAIRE_HOME": home}
        for name in CASES:
            if not all(word in name for word in words):
                continue
            print(f"{name:<42}", end="", flush=True)
            try:
                pairs = [
                    (measure(name, environment, other), measure(name, environment))
                    for _ in range(RUNS)
                ]
            except subprocess.CalledProcessError:
                print(f"{'not there':>12}", flush=True)
                continue
            before, after = (
                min(run["seconds"] for run in runs) for runs in zip(*pairs, strict=True)
            )
            memory = [max(run["megabytes"] for run in runs) for runs in zip(*pairs, strict=True)]
            print(
                f"{text(before):>12}{text(after):>12}{memory[0]:>8.0f}{memory[1]:>8.0f}"
                f"{after / before:>8.3f}",
                flush=True,
            )


def measure(name: str, environment: dict[str, str], folder: Path = HERE) -> dict[str, float]:
    """Run a case of a checkout once, in a new process."""
    command = [sys.executable, "-m", "benchmarks", "--one", name]
    done = subprocess.run(
        command,
        env=environment | {"PYTHONPATH": str(folder)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    result: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return result


def text(seconds: float) -> str:
    """Format a time with its unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.2f} {unit}"
    return f"{seconds * 1e6:.2f} us"


if __name__ == "__main__":
    main(sys.argv[1:])
