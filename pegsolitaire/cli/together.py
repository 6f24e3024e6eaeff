"""Options that need one another, and those that exclude one another: a table of both a command."""

from __future__ import annotations

from collections.abc import Mapping

from pegsolitaire.errors import ProblemError


def check_together(
    options: Mapping[str, object], needs: Mapping[str, str], apart: Mapping[str, str]
) -> None:
    """Refuse options that do not go together: nothing is ignored in silence.

    Parameters
    ----------
    options : mapping of str to object
        All that the tables name, with their values; None and False where they are not given.
    needs : mapping of str to str
        What an option goes with.
    apart : mapping of str to str
        What an option goes without, in words divided by blanks.

    Raises
    ------
    ProblemError
        If some do not go together.

    Examples
    --------
    >>> check_together({"--a": True, "--b": None}, {"--a": "--b"}, {})
    Traceback (most recent call last):
        ...
    pegsolitaire.errors.ProblemError: --a goes with --b
    """
    given = {name for name, value in options.items() if value is not None and value is not False}
    for option, wanted in needs.items():
        if option in given and wanted not in given:
            raise ProblemError(f"{option} goes with {wanted}")
    for option, others in apart.items():
        wrong = [other for other in others.split() if other in given]
        if option in given and wrong:
            raise ProblemError(f"{option} goes without {' and '.join(wrong)}")
