"""Tests that the programs started by tests cannot make them hang."""

import subprocess
import sys

import pytest
from programs import KILLED, run, started

WAIT = "import time; print('ready', flush=True); time.sleep(3600)"
PARENT = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {WAIT!r}])"


def test_programs_can_be_interrupted():
    """This also holds for a background job of a shell, where children ignore Ctrl-C."""
    code = "import signal; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    assert run([sys.executable, "-c", code]).stdout == "True\n"


@pytest.mark.slow
@pytest.mark.parametrize("code", [WAIT, PARENT])
def test_programs_are_killed_at_their_limit(code):
    done = run([sys.executable, "-c", code], limit=2)
    assert (done.returncode, done.stderr) == (KILLED, "")


@pytest.mark.parametrize("code", [WAIT, PARENT])
def test_programs_end_with_the_test_that_fails(code):
    def fail():
        with started([sys.executable, "-c", code], stdout=subprocess.PIPE) as process:
            assert process.stdout.readline() == "ready\n"
            processes.append(process)
            raise AssertionError

    processes = []
    with pytest.raises(AssertionError):
        fail()
    assert processes[0].returncode == KILLED
