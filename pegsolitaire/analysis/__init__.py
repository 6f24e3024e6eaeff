"""Analysis: what winning positions tell about problems."""

from pegsolitaire.analysis.guide import Guide, opening
from pegsolitaire.analysis.reach import finishes, starts
from pegsolitaire.analysis.solve import Answer, class_reason, solve

__all__ = ["Answer", "Guide", "class_reason", "finishes", "opening", "solve", "starts"]
