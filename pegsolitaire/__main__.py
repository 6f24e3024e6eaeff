"""The `pegs` command, which is ``python -m pegsolitaire`` too."""

from __future__ import annotations

import sys

from pegsolitaire import signals


def main() -> None:
    """Run the command; an interruption during start-up is reported as one in a command."""
    signals.install()
    try:
        from pegsolitaire.cli.main import main as begin
    except BaseException as error:  # Python may make a SyntaxError of an interruption
        if not (isinstance(error, KeyboardInterrupt) or signals.is_requested()):
            raise
        signals.take()
        print(f"pegs: {signals.word()}", file=sys.stderr)
        sys.exit(signals.exit_code())
    begin()


if __name__ == "__main__":
    main()
