"""The `pegs` command, also available as ``python -m pegsolitaire``."""

from __future__ import annotations

import sys

from pegsolitaire import signals


def main() -> None:
    """Run the command, and handle an interruption during start-up like any other."""
    signals.install()
    try:
        from pegsolitaire.cli.main import main as begin
    except BaseException as error:  # Python may turn an interruption into a SyntaxError
        if not (isinstance(error, KeyboardInterrupt) or signals.is_requested()):
            raise
        signals.take()
        print(f"pegs: {signals.word()}", file=sys.stderr)
        sys.exit(signals.exit_code())
    begin()


if __name__ == "__main__":
    main()
