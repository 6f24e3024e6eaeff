"""Run programs in tests, with a time limit and without leaving any behind."""

import os
import signal
import subprocess
import threading
from contextlib import contextmanager, suppress

import psutil

KILLED = -signal.SIGKILL if hasattr(signal, "SIGKILL") else 1  # the exit code of a killed process
LIMIT = 600  # seconds; on an idle machine no program takes a tenth of this


@contextmanager
def started(arguments, limit=LIMIT, *, text=True, **options):
    """Start a program and kill it and its children at the time limit or at the end of the block.

    A plain ``with Popen(..)`` waits for the program without a limit, so a failing test would hang.
    """
    with subprocess.Popen(arguments, text=text, start_new_session=True, **options) as process:
        clock = threading.Timer(limit, kill, [process])
        clock.start()
        try:
            yield process
        finally:
            clock.cancel()
            kill(process)


def kill(process):
    """Kill a program and its children, which share a session."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:  # Windows has no sessions
        with suppress(psutil.NoSuchProcess):
            for one in psutil.Process(process.pid).children(recursive=True):
                one.kill()
        process.kill()


def is_running(number):
    """Return whether there is a process with this number."""
    return psutil.pid_exists(number)


def run(arguments, limit=LIMIT, *, given=None, **options):
    """Run a program to its end and return its output and exit code."""
    stdin = subprocess.DEVNULL if given is None else subprocess.PIPE
    pipes = {"stdin": stdin, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with started(arguments, limit, **pipes, **options) as process:
        printed, said = process.communicate(given)
    return subprocess.CompletedProcess(arguments, process.returncode, printed, said)


def without_progress(said):
    """Return the lines of standard error, except those that report progress on a busy machine."""
    return [line for line in said if not line.startswith("still working after ")]
