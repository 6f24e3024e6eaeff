"""What a name that is not known may have been meant for."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def perhaps(name: str, known: Iterable[str]) -> str:
    """The known name that is nearest to one that is not, to be put after it in a message.

    Examples
    --------
    >>> perhaps("purgs", ["purge", "thumb"]), perhaps("x", ["purge", "thumb"])
    (', perhaps purge', '')
    """
    near = get_close_matches(name, known, 1)
    return f", perhaps {near[0]}" if near else ""
