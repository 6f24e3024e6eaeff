"""The sentences about lost positions, which the page, the command line and notebooks share."""

from typing import get_args

from marks import each

from pegsolitaire.reasons.claims import ClaimName
from pegsolitaire.reasons.sentences import say, words


@each("key", get_args(ClaimName))
def test_sentences_are_short(key):
    """A ten-year-old can read them, and they use no terms of the theory."""
    forms = words()[key]
    for form in [forms] if isinstance(forms, str) else forms.values():
        assert len(form.format(count=10, goal=say("goal.holes")).split()) <= 14
        for term in ("class", "resource", "SAX", "balance", "parity", "however often", "possible"):
            assert term not in form


def test_sentences_have_forms():
    assert say("either", 1, goal="d4") == "A peg in d4 is never alone: the ringed hole has one."
    assert say("either", 2, goal="d4") == "A peg in d4 is never alone: some ringed hole has one."
