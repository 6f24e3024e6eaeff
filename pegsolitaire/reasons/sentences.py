"""The sentences that explain a lost position, from the page's file of words.

The page, the command line and notebooks say the same sentences, so each sentence is written once,
in ``web/static/words/en.json``. A sentence has gaps such as ``{goal}``. If its words depend on a
number, it has one form for each plural category (CLDR) of the language.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files


def say(key: str, count: int | str | None = None, **gaps: object) -> str:
    """Fill in the gaps of the sentence with a key that begins with ``why.``.

    Parameters
    ----------
    key : str
        The key without ``why.``.
    count : int or str, optional
        The number that selects the form of the sentence, which may also name it.
    **gaps : object
        The other gaps of the sentence.

    Examples
    --------
    >>> say("home", goal="d4")
    'No peg can ever get to d4.'
    >>> say("locked", 1)
    'This peg can never jump or be jumped over, so it stays.'
    >>> say("locked", 3)
    'These 3 pegs can never jump or be jumped over, so they stay.'
    """
    sentence = words()[key]
    if not isinstance(sentence, str):
        sentence = sentence["one" if count == 1 else "other"]
    return sentence.format(count=count, **gaps)


@cache
def words() -> dict[str, str | dict[str, str]]:
    """Read the words of reasons, by their keys without ``why.``."""
    file = files("pegsolitaire") / "web" / "static" / "words" / "en.json"
    every = json.loads(file.read_text("utf-8"))
    first = "why."
    return {key.removeprefix(first): text for key, text in every.items() if key.startswith(first)}
