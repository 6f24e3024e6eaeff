"""Where winning sets are kept, and what their files say of them."""

from __future__ import annotations

from pathlib import Path

from pegsolitaire.game import Problem
from pegsolitaire.sets import store
from pegsolitaire.sets.envelope import Envelope
from pegsolitaire.sets.level_files import LevelFiles, format_of_levels

FORMAT = format_of_levels("winning sets", "pegs winning")


def files_of_wins(problem: Problem, root: Path | None) -> LevelFiles:
    """Where the winning sets of a problem are kept."""
    details = {
        "self_complementary": problem.is_self_complementary,
        "group_order": len(problem.group),
    }
    envelope = Envelope(FORMAT, problem.board, problem.finishes, problem.starts, details)
    return LevelFiles(envelope, "pegs", store.folder_of(problem, root))
