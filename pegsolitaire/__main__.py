"""``python -m pegsolitaire`` is `pegs`."""

from pegsolitaire.cli.main import main

main()
