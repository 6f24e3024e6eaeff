"""`pegs doctor`: report what is installed, and on what machine, for bug reports."""

from __future__ import annotations

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from pegsolitaire import __version__
from pegsolitaire.cli.command import command
from pegsolitaire.cli.output import report
from pegsolitaire.errors import StoreError
from pegsolitaire.files import check_writable, home
from pegsolitaire.units import bytes_text
from pegsolitaire.work import kernels_are_compiled

_LIBRARIES = ("numpy", "numba", "llvmlite", "highspy", "fastapi")
#: A module of each extra; if it can be imported, the extra is installed.
_EXTRAS = {
    "charts": "matplotlib",
    "cluster": "distributed",
    "frames": "pyarrow",
    "graphs": "networkx",
    "notebooks": "ipykernel",
    "pictures": "cairosvg",
}


def installation() -> dict[str, str]:
    """Describe what is installed on this machine, with a line of text for each part."""
    from pegsolitaire.engine import core_count, free_memory

    python = f"{platform.python_version()} ({platform.python_implementation()})"
    system = f"{platform.platform()}, {platform.machine()}"
    memory = bytes_text(free_memory())
    return {
        "pegsolitaire": f"{__version__} in {Path(__file__).parents[2]}",
        "python": f"{python}, {sys.executable}",
        "libraries": ", ".join(f"{name} {_version(name)}" for name in _LIBRARIES),
        "machine": f"{system}, cores: {core_count()}, free memory: {memory}",
        "store": _store(),
        "kernels": "compiled"
        if kernels_are_compiled()
        else "not compiled yet: run `pegs warm-up`",
        "extras": ", ".join(name for name, module in _EXTRAS.items() if find_spec(module))
        or "none",
        "terminal": ", ".join([f"encoding {sys.stdout.encoding}", *_variables()]),
    }


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "is missing"


def _store() -> str:
    from pegsolitaire.sets import list_stored

    entries = list_stored()
    size = bytes_text(sum(entry.bytes for entry in entries))
    try:
        check_writable(home() / "doctor")
        can = "writable"
    except StoreError as error:
        can = str(error)
    return f"{home()}, {len(entries)} stored, {size}, {can}"


def _variables() -> list[str]:
    """List the environment variables that change what this program does."""
    names = ("PEGSOLITAIRE_", "NUMBA_", "NO_COLOR", "COLUMNS", "LANG", "LC_ALL", "TERM")
    return [
        f"{name}={text}" for name, text in sorted(os.environ.items()) if name.startswith(names)
    ]


@command()
def doctor() -> None:
    """Print the versions, the machine, the stored sets and the kernels, for a bug report.

    Examples: pegs doctor
    """
    facts = installation()
    report(facts, "\n".join(f"{part}: {text}" for part, text in facts.items()))
