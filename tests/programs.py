"""Programs that tests start: each has a limit of time, and none outlives its test."""

import os
import signal
import subprocess
import threading
from contextlib import contextmanager, suppress

import psutil

KILLED = -signal.SIGKILL if hasattr(signal, "SIGKILL") else 1  # the exit code of what was killed
LIMIT = 600  # seconds, of which none takes a tenth on a machine that does nothing else


@contextmanager
def started(arguments, limit=LIMIT, *, text=True, **options):
    """A program with its children, which are killed at the limit, and in any case at the end.

    At the end of a plain ``with Popen(..)`` a program is waited for, however long it goes on: a
    test that failed would hang.
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
    """Kill a program and its children, which have a session of their own."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:  # Windows, which has no sessions
        with suppress(psutil.NoSuchProcess):
            for one in psutil.Process(process.pid).children(recursive=True):
                one.kill()
        process.kill()


def is_running(number):
    """Whether there is a process of that number."""
    return psutil.pid_exists(number)


def run(arguments, limit=LIMIT, *, given=None, **options):
    """What a program printed and its exit code, after it has ended."""
    stdin = subprocess.DEVNULL if given is None else subprocess.PIPE
    pipes = {"stdin": stdin, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with started(arguments, limit, **pipes, **options) as process:
        printed, said = process.communicate(given)
    return subprocess.CompletedProcess(arguments, process.returncode, printed, said)
