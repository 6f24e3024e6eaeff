"""The glossary: the words of the game, each explained in a sentence or two.

The file is ``data/glossary.toml``. The page underlines these words where they appear and explains
them, and ``docs/glossary.md`` is written from it by ``tools/glossary.py``::

    format = 1

    [[term]]
    name = "sweep"
    forms = "sweeps"
    text = "A move of several jumps by one peg."
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from pegsolitaire.board.reading import read_text
from pegsolitaire.game.toml_files import (
    Table,
    built_in_text,
    check_keys,
    check_names,
    parse,
    rows_of,
    text_of,
    within,
)

_FILE = "glossary.toml"


@dataclass(frozen=True)
class Term:
    """A word, what it means, and its other forms in a text: plurals, and words for the same."""

    name: str
    text: str
    forms: tuple[str, ...] = ()


def glossary() -> tuple[Term, ...]:
    """The words that come along, by the alphabet.

    Examples
    --------
    >>> next(term.text for term in glossary() if term.name == "vacancy")
    'The hole that is empty at the start, when all others are full.'
    """
    return _built_in()


@lru_cache(maxsize=1)
def _built_in() -> tuple[Term, ...]:
    return _read(_FILE, built_in_text(_FILE))


def read_glossary(path: str | Path) -> tuple[Term, ...]:
    """The words of a file, by the alphabet.

    Raises
    ------
    NotationError
        If it cannot be read, is no TOML, is of a later format, lacks a key or has a foreign one,
        or says a word twice.
    """
    return _read(str(path), read_text(path))


def _read(file: str, text: str) -> tuple[Term, ...]:
    with within(file):
        found = sorted(_terms(parse(text)), key=lambda term: term.name.casefold())
        check_names("terms", (name for term in found for name in (term.name, *term.forms)))
        return tuple(found)


def _terms(table: Table) -> Iterator[Term]:
    check_keys(table, {"term"})
    for number, row in rows_of(table, "term"):
        with within(f"term {number}"):
            check_keys(row, {"name", "forms", "text"})
            forms = text_of(row, "forms").split(",") if "forms" in row else []
            yield Term(text_of(row, "name"), text_of(row, "text"), tuple(map(str.strip, forms)))
