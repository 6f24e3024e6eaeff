"""Write docs/glossary.md: the words of the game, as the page explains them.

python tools/glossary.py
"""

from __future__ import annotations

from pathlib import Path

from pegsolitaire.files import write_text
from pegsolitaire.game import glossary

FILE = Path(__file__).parent.parent / "docs" / "glossary.md"


def glossary_page() -> str:
    """The page, as Markdown."""
    rows = [f"**{term.name}**: {term.text}" for term in glossary()]
    head = "# The words\n\nThe page explains them where they appear."
    return "\n\n".join([head, *rows])


if __name__ == "__main__":
    write_text([glossary_page()], FILE)
