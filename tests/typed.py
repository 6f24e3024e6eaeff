"""Parse commands as they are printed on pages."""

import shlex

from pegsolitaire.cli.main import DESCRIPTIONS, load


def words_of(command):
    """Return the words after ``pegs`` for each command of a line."""
    return [shlex.split(one)[1:] for one in command.split("; ")]


def command_of(words):
    """Return the command that words name, as the help lists it, and the remaining words."""
    for number in (2, 1):
        name = " ".join(words[:number])
        if name in DESCRIPTIONS:
            return load(name), words[number:]
    raise AssertionError(f"pegs {' '.join(words[:2])} is not in the help")
