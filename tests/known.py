"""Published values, each with its source; they stand in ``pegsolitaire/reproduce/published``.

Tests take them from here and `pegs reproduce` from there, so that the two cannot part.
"""

from pegsolitaire.data.store import FOLDER, parse
from pegsolitaire.reproduce.published.census import *  # noqa: F403
from pegsolitaire.reproduce.published.classes import *  # noqa: F403
from pegsolitaire.reproduce.published.counts import *  # noqa: F403
from pegsolitaire.reproduce.published.diagonal import *  # noqa: F403
from pegsolitaire.reproduce.published.gramigna import *  # noqa: F403
from pegsolitaire.reproduce.published.notes import *  # noqa: F403
from pegsolitaire.reproduce.published.ours import *  # noqa: F403
from pegsolitaire.reproduce.published.page33 import *  # noqa: F403
from pegsolitaire.reproduce.published.puzzles import *  # noqa: F403
from pegsolitaire.reproduce.published.triangular import *  # noqa: F403
from pegsolitaire.reproduce.published.triangular import APPENDIX_B2_COUNTS


def _appendix_b2():
    """The same with the moves, which come along with the package."""
    files = (FOLDER / "boards").glob("triangle*.toml")
    printed = {
        (file.stem, row["vacancy"]): row["moves"]
        for file in files
        for row in parse(file.read_text(encoding="utf-8")).get("solution", ())
        if row.get("source", "").endswith("appendix B.2")
    }
    return [(*case, printed[f"triangle{case[0]}", case[1]]) for case in APPENDIX_B2_COUNTS]


APPENDIX_B2 = _appendix_b2()

#: Games of the 15-hole triangle by vacancy and by how many pegs they leave, as others print them.
TRIANGLE5_GAMES_BY_PEGS = {
    vacancy: dict(enumerate(games, 1)) | more
    for vacancy, games, more in [
        ("a1", (29760, 139614, 259578, 123664, 14844, 844, 324, 2), {}),
        ("a2", (14880, 70481, 133919, 65832, 8740, 522, 168, 1), {}),
        ("a3", (85258, 290954, 510556, 233060, 27878, 1458, 404), {}),
        ("b3", (1550, 20686, 62736, 46728, 5688, 374, 82), {10: 2}),
    ]
}
