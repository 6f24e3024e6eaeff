"""The command `pegs warm-up`: afterwards, no other command compiles a kernel."""

import re
from concurrent.futures import ThreadPoolExecutor

from kernels import signatures

from pegsolitaire.cli.commands import warm_up as module


def test_other_commands_compile_nothing_afterwards(pegs, monkeypatch, tmp_path):
    """Its parts run in this process, so that the kernels that they load can be counted."""
    monkeypatch.setenv("PEGSOLITAIRE_HOME", str(tmp_path))
    monkeypatch.setattr(module, "ProcessPoolExecutor", lambda *_, **__: ThreadPoolExecutor(1))
    assert re.fullmatch(r"compiled all kernels in \d+ seconds\n", pegs("warm-up"))
    before = signatures()
    assert sum(before.values()) > 50
    for words in (
        "solve triangle5 a2", "solve triangle4 a2 --finish b2 --shortest", "check triangle5 a1",
        "count triangle5 a1", "random triangle4 a2 --games 9", "random triangle4 a2 --finish any",
        "sets levels triangle5 a1 --by moves", "design unique triangle4",
    ):  # fmt: skip
        pegs(*words.split())
    assert signatures() == before
