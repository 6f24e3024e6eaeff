"""The lessons and the glossary in the page's languages: complete, and about the same holes."""

import json
import re

import pytest

from pegsolitaire.chance import PLAYERS
from pegsolitaire.web.app import STATIC
from pegsolitaire.web.documents import Glossary, Lessons
from pegsolitaire.web.languages import LANGUAGES, glossary_in, lessons_in, texts_of

TEXTS = {"title", "about", "text", "hint", "astray", "done", "reply"}
ENGLISH = Lessons().to_json()["lessons"]
#: The languages with texts. A new language may have none: then its lessons are in English.
TRANSLATED = [language for language in LANGUAGES if texts_of(language)]


def texts_in(value):
    """Yield the texts of a document that a player reads."""
    if isinstance(value, list):
        for part in value:
            yield from texts_in(part)
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from [part] if key in TEXTS and isinstance(part, str) else texts_in(part)


def without_texts(value):
    """Return a document with its texts left out."""
    if isinstance(value, list):
        return [without_texts(part) for part in value]
    if isinstance(value, dict):
        return {
            key: "" if key in TEXTS and isinstance(part, str) else without_texts(part)
            for key, part in value.items()
        }
    return value


def holes_and_numbers(text):
    """Return the holes and the numbers in a text, but 3 and 6, which also name packages."""
    return sorted(re.findall(r"\b(?![36]\b)[a-z]?\d+\b", text))


def is_said(text):
    """Whether a text has words, unlike the answer −1."""
    return re.search(r"[A-Za-z]{2}", text)


def test_the_page_names_every_computer_player():
    words = json.loads((STATIC / "words/en.json").read_text())
    for name, player in PLAYERS.items():
        assert f"player.{name}" in words
        about = words[f"player.{name}.about"]
        assert about == f"{player.about[0].upper()}{player.about[1:]}."


def test_english_and_the_page_s_languages():
    assert {"en", "de", "fr", "es", "pt"} <= set(LANGUAGES)
    assert lessons_in("en") == Lessons().to_json()
    assert glossary_in("en") == Glossary().to_json()
    assert "de" in TRANSLATED


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_of_the_lessons_is_translated(language):
    told = texts_of(language)["lessons"]
    for lesson in ENGLISH:
        assert list(told[lesson["name"]]) == list(dict.fromkeys(filter(is_said, texts_in(lesson))))
    assert list(told) == [lesson["name"] for lesson in ENGLISH]


@pytest.mark.parametrize("language", TRANSLATED)
def test_only_the_texts_differ(language):
    told = lessons_in(language)["lessons"]
    assert without_texts(told) == without_texts(ENGLISH)
    for ours, theirs in zip(texts_in(ENGLISH), texts_in(told), strict=True):
        assert holes_and_numbers(ours) == holes_and_numbers(theirs), ours
        assert theirs == theirs.strip()
        assert bool(theirs) == bool(ours)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_term_is_translated(language):
    told = texts_of(language)["glossary"]
    terms = {term["text"]: term for term in Glossary().to_json()["terms"]}
    assert set(told) == set(terms)
    forms = []
    for text, term in told.items():
        assert list(term) == ["name", "forms", "text"]
        assert term["text"].endswith(".")
        assert holes_and_numbers(text) == holes_and_numbers(term["text"])
        forms += [form.casefold() for form in (term["name"], *term["forms"])]
    assert len(set(forms)) == len(forms)


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_lessons_use_the_terms_of_the_glossary(language):
    """At least nearly as many terms are explained in the lessons as in English."""

    def found(language):
        words = " ".join(texts_in(lessons_in(language)["lessons"])).casefold()
        return sum(
            any(
                re.search(rf"(?<![\w-]){re.escape(form.casefold())}(?![\w-])", words)
                for form in (term["name"], *term["forms"])
            )
            for term in glossary_in(language)["terms"]
        )

    assert found(language) >= found("en") - 2
