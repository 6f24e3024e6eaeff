"""What an unknown name may have been meant for."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The sentence that offers the known name nearest to an unknown one, with a blank before it.

    Examples
    --------
    >>> did_you_mean("purgs", ["purge", "thumb"]), did_you_mean("x", ["purge", "thumb"])
    (" Did you mean 'purge'?", '')
    """
    near = get_close_matches(name, known, 1)
    return f" Did you mean {near[0]!r}?" if near else ""
