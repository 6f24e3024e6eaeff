"""The `pegs` command, which is ``python -m pegsolitaire`` too."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command; whoever interrupts it while it is loaded is told no more than later."""
    try:
        from pegsolitaire.cli.main import main as begin
    except KeyboardInterrupt:
        print("pegs: interrupted", file=sys.stderr)
        sys.exit(130)
    begin()


if __name__ == "__main__":
    main()
