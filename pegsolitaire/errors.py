"""The exceptions of the library. Each of them is also a built-in exception.

::

    PegSolitaireError
    ├── UsageError           (TypeError)     an argument of the wrong type or value
    ├── UnknownBoardError    (KeyError)      an unknown board name
    ├── BoardTooLargeError   (ValueError)    more holes or positions than the method can handle
    ├── NotationError        (ValueError)    a hole, jump or position that cannot be read
    ├── NotOnBoardError      (KeyError)      a hole or a jump that the board does not have
    ├── IllegalJumpError     (ValueError)    a jump that the position does not allow
    ├── ProblemError         (ValueError)    a problem, or another input, that is invalid
    ├── ResourceCountError   (ValueError)    weights that are not a resource count
    ├── BudgetSpentError     (RuntimeError)  work that did not finish within its budget
    ├── MissingExtraError    (ImportError)   an optional dependency that is not installed
    ├── ClusterError         (RuntimeError)  a cluster that is unreachable or cannot do the work
    └── StoreError           (OSError)       stored sets that cannot be read or written
        ├── StoreMissingError    (also LookupError)
        └── StoreDamagedError    (also ValueError)

Every message is one line that names the offending value (:func:`quoted`) and the remedy. A stored
file that is not usable is not always an error: see :class:`StoreWarning`.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

_QUOTED = 60  # the most characters of a value that a message quotes
_MESSAGE = 600  # the most characters of a message

#: Characters that a terminal or a page obeys instead of showing them: control characters, line
#: ends, and marks that turn the text after them around. XML does not allow some of them.
UNPRINTABLE = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def printable(text: str) -> str:
    r"""Write the characters of a text that cannot be shown as in Python.

    Examples
    --------
    >>> print(printable("a\x1b[31m\nb"))
    a\x1b[31m\nb
    """
    return UNPRINTABLE.sub(lambda found: repr(found[0])[1:-1], text)


def quoted(value: object) -> str:
    """Quote a value in a message: its ``repr`` in one line, shortened to 60 characters.

    Every message that quotes what somebody typed or passed uses this function, so that a pasted
    file never fills the screen.

    Examples
    --------
    >>> quoted("d4"), len(quoted("d4 " * 4000))
    ("'d4'", 60)
    """
    try:
        text = repr(value[:_MESSAGE] if isinstance(value, str | bytes) else value)
    except ValueError:  # Python does not print integers of more than 4,300 digits
        return f"a number of more than {sys.get_int_max_str_digits():,} digits"
    text = " ".join(text.split())
    if len(text) <= _QUOTED:
        return text
    end = f"...{text[-1]}" if text[0] in "'\"" else "..."
    return text[: _QUOTED - len(end)] + end


def one_line(message: str) -> str:
    """Shorten a message to one line of at most 600 characters; the remedy is at its end."""
    line = printable(" ".join(message.splitlines()))
    if len(line) > _MESSAGE:
        line = f"{line[: _MESSAGE // 2]} ... {line[5 - _MESSAGE // 2 :]}"
    return line


class PegSolitaireError(Exception):
    """Base class of every error that this library raises on purpose.

    An error may have two arguments: what is wrong, and advice that another face may replace.

    Examples
    --------
    >>> import pegsolitaire as ps
    >>> try:
    ...     ps.Board("triangle5").vacancy("z9")
    ... except ps.PegSolitaireError as error:
    ...     print(error)
    triangle5 has no hole z9: its holes are a1, a2..b2, a3..c3, a4..d4, a5..e5
    """

    def __str__(self) -> str:
        # KeyError would show the repr of its message, in quotes.
        reason, *advice = map(str, self.args or ("",))
        for hint in advice:
            is_sentence = reason.endswith((".", "?"))
            reason += f" {hint[:1].upper()}{hint[1:]}" if is_sentence else f": {hint}"
        return one_line(reason)


class UsageError(PegSolitaireError, TypeError):
    """An argument has the wrong type or value. The message says what to pass."""


class UnknownBoardError(PegSolitaireError, KeyError):
    """No board has that name."""


class BoardTooLargeError(PegSolitaireError, ValueError):
    """The board has more holes, or the problem more positions, than the method can handle."""


class NotationError(PegSolitaireError, ValueError):
    """A hole, a jump or a position cannot be read."""


class PictureError(NotationError):
    """A picture shows no board, or can be read in several ways.

    Attributes
    ----------
    reason : str
        What is wrong, without the remedy.
    advice : str
        What to do with the marks.
    marks : tuple of str
        The values of ``marks`` that choose a reading, or an example.
    boards : tuple of str
        The boards that are chosen by their names, and not by ``marks``.

    Examples
    --------
    >>> import pegsolitaire as ps
    >>> try:
    ...     ps.Board([[1, 2, 2], [2, 1, 2], [1, 2, 1]])
    ... except ps.PictureError as error:
    ...     print(error.marks)
    ('peg=1,hole=2', 'peg=2,hole=1')
    """

    def __init__(
        self,
        reason: str,
        marks: Iterable[str] = (),
        advice: str = "choose with",
        boards: Iterable[str] = (),
    ) -> None:
        self.reason, self.marks, self.advice = reason, tuple(marks), advice
        self.boards = tuple(boards)
        super().__init__(reason, self.marks, advice, self.boards)

    def __str__(self) -> str:
        return self.asking('marks="{}"'.format)

    def asking(self, write: Callable[[str], str]) -> str:
        """Return the message, with the remedy as the user would write it."""
        choices = " or ".join(map(write, self.marks))
        advice = f"; {self.advice} {choices}" if choices else ""
        return one_line(f"{self.naming('name the board before the picture')}{advice}")

    def naming(self, how: str) -> str:
        """Return the message without ``marks``, and with the way to name a board."""
        names = " or ".join(self.boards)
        return f"{self.reason}; to choose {names}, {how}" if names else self.reason


class NotOnBoardError(PegSolitaireError, KeyError):
    """The board does not have this hole or jump."""


class IllegalJumpError(PegSolitaireError, ValueError):
    """The position does not allow this jump."""


class ProblemError(PegSolitaireError, ValueError):
    """A problem or another input is invalid."""


class ResourceCountError(PegSolitaireError, ValueError):
    """The weights are not a resource count: their number is wrong, or a jump raises their sum."""


class BudgetSpentError(PegSolitaireError, RuntimeError):
    """The work did not finish within its budget, or was cancelled."""


class MissingExtraError(PegSolitaireError, ImportError):
    """An optional dependency is not installed."""


class ClusterError(PegSolitaireError, RuntimeError):
    """A cluster cannot be reached, or cannot do the work."""


class StoreError(PegSolitaireError, OSError):
    """Stored sets could not be read or written."""


class StoreMissingError(StoreError, LookupError):
    """Nothing is stored for that problem."""


class StoreDamagedError(StoreError, ValueError):
    """A stored file is damaged, unfinished, of another version, or for another problem."""

    #: What is wrong with the file, without its path and the remedy.
    reason = "it is damaged"


class StoreWarning(UserWarning):
    """A stored file could not be used. It was set aside, and the work went on without it."""


@contextmanager
def within(where: str) -> Iterator[None]:
    """Begin the message of an error with the place where the error occurred.

    Examples
    --------
    >>> with within("mine.toml"):
    ...     raise NotationError("it has no name")
    Traceback (most recent call last):
        ...
    pegsolitaire.errors.NotationError: mine.toml: it has no name
    """
    try:
        yield
    except PegSolitaireError as error:
        reason, *more = error.args or ("",)
        raise type(error)(f"{where}: {reason}", *more) from None
