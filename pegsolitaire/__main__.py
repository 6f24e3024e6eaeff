"""The `pegs` command, which is ``python -m pegsolitaire`` too."""

from __future__ import annotations

import sys

from pegsolitaire import stopping


def main() -> None:
    """Run the command; an interruption during start-up is reported as one in a command."""
    stopping.install()
    try:
        from pegsolitaire.cli.main import main as begin
    except BaseException as error:  # Python may make a SyntaxError of an interruption
        if not (isinstance(error, KeyboardInterrupt) or stopping.is_requested()):
            raise
        stopping.take()
        print(f"pegs: {stopping.word()}", file=sys.stderr)
        sys.exit(stopping.exit_code())
    begin()


if __name__ == "__main__":
    main()
