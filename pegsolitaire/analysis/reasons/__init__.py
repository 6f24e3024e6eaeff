"""Why finishes are out of reach of a position.

``registry`` has the order in which reasons are looked for; ``reason`` what one is. A file each:
``position_class``, ``sax``, ``resource`` and ``balance`` (both from linear programs, ``sheets``),
``cases``, and ``search``, where theory says nothing.
"""

from pegsolitaire.analysis.reasons.cases import case_text
from pegsolitaire.analysis.reasons.position_class import by_class
from pegsolitaire.analysis.reasons.reason import Reason, names_of
from pegsolitaire.analysis.reasons.registry import REASONS, reasons_without_search
from pegsolitaire.analysis.reasons.resource import reason_by_count
from pegsolitaire.analysis.reasons.search import reason_by_search

__all__ = [
    "REASONS",
    "Reason",
    "by_class",
    "case_text",
    "names_of",
    "reason_by_count",
    "reason_by_search",
    "reasons_without_search",
]
