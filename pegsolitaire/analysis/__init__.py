"""Analysis: what winning positions tell about problems."""

from pegsolitaire.analysis.solve import Answer, solve

__all__ = ["Answer", "solve"]
