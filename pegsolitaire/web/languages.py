"""The lessons and the glossary in the languages of the page.

The library speaks English. A file ``texts/<language>.json`` beside this module contains the texts
of the lessons and the glossary in another language, each under its English text. So a text that
changes in English stays English until it is translated again.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any

from pegsolitaire.results import Document
from pegsolitaire.web.documents import Glossary, Lessons

_WEB = files("pegsolitaire.web")

#: The languages of the page, which has a file of words for each of them.
LANGUAGES = tuple(
    sorted(
        file.name.removesuffix(".json")
        for file in (_WEB / "static" / "words").iterdir()
        if file.name.endswith(".json")
    )
)


def lessons_in(language: str) -> Document:
    """Return the lessons, with their texts in a language.

    Examples
    --------
    >>> lessons_in("de")["lessons"][0]["title"]
    'Springen'
    """
    texts = texts_of(language).get("lessons", {})
    lessons = Lessons().to_json()["lessons"]
    return {"lessons": [_told(lesson, texts.get(lesson["name"], {})) for lesson in lessons]}


def glossary_in(language: str) -> Document:
    """Return the glossary, with its terms in a language.

    Examples
    --------
    >>> glossary_in("de")["terms"][0]["name"]
    '3er-Paket'
    """
    texts = texts_of(language).get("glossary", {})
    terms = [texts.get(term["text"], term) for term in Glossary().to_json()["terms"]]
    return {"terms": sorted(terms, key=lambda term: term["name"].casefold())}


@lru_cache(maxsize=len(LANGUAGES))
def texts_of(language: str) -> Document:
    """Return the texts in a language by the English texts; none for English."""
    file = _WEB / "texts" / f"{language}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _told(value: Any, texts: Document) -> Any:
    """A part of a document with its English texts replaced."""
    if isinstance(value, dict):
        return {key: _told(part, texts) for key, part in value.items()}
    if isinstance(value, list):
        return [_told(part, texts) for part in value]
    return texts.get(value, value) if isinstance(value, str) else value
