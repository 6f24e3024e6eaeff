"""Commands as pages print them."""

import shlex

from pegsolitaire.cli.main import LISTED, PARTS, SYNONYMS, load


def words_of(command):
    """The words behind ``pegs`` of each command of a line."""
    return [shlex.split(one)[1:] for one in command.split("; ")]


def command_of(words):
    """The command that words name, as the help lists it, and the rest of the words."""
    name, *rest = words
    assert name in LISTED, f"pegs {name} is not in the help"
    if rest and rest[0] in PARTS.get(name, ()):
        name, *rest = PARTS[name][rest[0]], *rest[1:]
    return load(SYNONYMS.get(name, name)), rest
