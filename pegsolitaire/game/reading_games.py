"""Read games: the holes that a text names, in their order.

Words, numbering and punctuation are not looked at. Holes are names (``d2``), pairs (``(3,1)``,
``pos-3-1``, ``3,1``) or numbers (``17``, or ``46`` for row 4, column 6), one kind in a game. Each
*convention* (rows or columns first, from 0 or from 1, the numbering of the board) gives a list of
holes, which is read from left to right as jumps: from, to; or from, over, to; or on with the same
peg. A convention counts if every jump is legal.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from pegsolitaire.board.board import Board
from pegsolitaire.board.lattice import Hole
from pegsolitaire.board.notation import column_letters, hole_name, parse_hole
from pegsolitaire.errors import (
    IllegalJumpError,
    NotationError,
    NotOnBoardError,
    PegSolitaireError,
    quoted,
    within,
)
from pegsolitaire.game.position import Jump, Position, code_after
from pegsolitaire.game.solution import Solution
from pegsolitaire.results import Result

if TYPE_CHECKING:
    from pegsolitaire.game.conversion import PositionLike

_log = logging.getLogger(__name__)

UNDERSTOOD = (
    "write the holes of each jump in order, such as d2-d4, d5-d3-b3; d2 to d4; 4 over 2 to 1; "
    "(3,1)-(3,3)"
)
_MAX_CHARACTERS = 300  # of a game, for each hole of the board; sentences have about 30 per jump
_LONG = 16  # holes; in a shorter text of names, a slip may look like jumps of another convention


@dataclass(frozen=True)
class Replay(Result):
    """The result of replaying a list of jumps up to the first illegal jump.

    Attributes
    ----------
    game : Solution
        The jumps before the first jump that is not legal.
    fault : str or None
        The reason why that jump is not legal; None if all jumps are legal.
    read_as : str or None
        The convention that was used, if it is not our own or another is possible too.
    """

    game: Solution
    fault: str | None = None
    read_as: str | None = None

    json_fields = ("board", "start", "game", "positions", "fault")

    @property
    def board(self) -> Board:
        """The board."""
        return self.game.start.board

    @property
    def start(self) -> Position:
        """The position before the first jump."""
        return self.game.start

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions of the game, from the start to the last legal jump."""
        return self.game.positions


def replay(start: PositionLike, source: object) -> Replay:
    """Replay a game up to its first illegal jump.

    Parameters
    ----------
    start : Position, or what makes one
        The position before the first jump.
    source : str, or a list of jumps
        The game, as :func:`read_jumps` accepts it.

    Raises
    ------
    NotationError, NotOnBoardError
        If the game cannot be read.

    Examples
    --------
    >>> start = Board("english").vacancy("d4")
    >>> found = replay(start, "d2-d4, d5-d3, d4-d2")
    >>> len(found.game), found.fault
    (2, 'jump 3: d4-d2 is not possible: there is no peg in d4')
    >>> replay(start, "(4,2) to (4,4)").read_as
    '(column, row) pairs from 1; (row, column) pairs from 1 would be legal too'
    """
    from pegsolitaire.game.conversion import as_position

    game = _read(as_position(start), source)
    fault = None if game.fault is None else f"jump {len(game.game) + 1}: {game.fault}"
    return Replay(game.game, fault, game.read_as)


def read_jumps(start: Position, source: object) -> tuple[Jump, ...]:
    r"""Read the jumps of a recorded game.

    Parameters
    ----------
    start : Position
        The position before the first jump, which decides between conventions.
    source : str, or a list of jumps
        A text that names the holes of the jumps in order, in any notation; or a list of texts,
        holes, jumps or moves.

    Raises
    ------
    NotationError, NotOnBoardError
        If the text does not name the holes of jumps, or names a hole that is not on the board.
    IllegalJumpError
        If a jump is not legal; the message names the jump and the reason.

    Examples
    --------
    >>> start = Board("triangle5").vacancy("a1")
    >>> list(map(str, read_jumps(start, "1. c3-a1   # the corner  \n2. e5-\nc3")))
    ['c3-a1', 'e5-c3']
    >>> sentences = "Peg 6 jumps Peg 3 to Hole 1. Peg 15 jumps Peg 10 to Hole 6."
    >>> list(map(str, read_jumps(start, sentences)))
    ['c3-a1', 'e5-c3']
    """
    game = _read(start, source)
    if game.fault is not None:
        with within(f"jump {len(game.game) + 1}") if game.game else nullcontext():
            raise game.fault
    return game.game.jumps


def is_game(text: str) -> bool:
    """Return whether a text names at least two holes, and so can be a list of jumps.

    Examples
    --------
    >>> is_game("d2 to d4"), is_game("d4"), is_game("OOPPPOO")
    (True, False, False)
    """
    cleaned = _cleaned(text)
    return any(len(_tokens(kind, cleaned, 3)) > 1 for kind in _KINDS)


# -- from a text to holes -----------------------------------------------------------------------

_REMARK = re.compile(
    r"#(?![ \t]*\d+[ \t]*[.:)]?[ \t]+[a-z(\d]).*|^[^\S\n]*;.*", re.MULTILINE | re.I
)
_SUMMARY = re.compile(r"^\d+ jumps?, \d+ moves?.*$", re.MULTILINE)  # added by `pegs solve`
_END_MOVE = re.compile(r"\(end-move [^()]*\)")  # AI planners write it after the jumps of a peg
_NUMBERING = re.compile(
    r"(?:^|(?<=[\s,;]))#?(?:(?:step|move|jump|turn|no\.?)\s*)?\d+(?:\.\d+)?\s*[.:)](?!\d)"
    r"|^[ \t]*(?:step|move|jump|turn)[ \t]+\d+(?=[ \t]*$)",
    re.MULTILINE | re.IGNORECASE,
)
_DASHES = dict.fromkeys(map(ord, "\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}\N{HYPHEN}"), "-")
_INTEGER = r"((?:(?<![\d)\]}])-)?\d{1,9})"  # the dash between two holes is no sign
_KINDS = {
    "name": r"(?<![a-z])x?([a-z]{1,COLUMNS}[1-9]\d{0,5})",
    "row first": rf"\br(?:ow)?\W{{0,4}}{_INTEGER}\W{{0,4}}c(?:ol(?:umn)?)?\W{{0,4}}{_INTEGER}",
    "column first": rf"(?:\b(?:x|c(?:ol(?:umn)?)?)|\b(?:from|to|over)_?x)\W{{0,4}}{_INTEGER}"
    rf"\W{{0,4}}(?:from|to|over)?_?(?:y|r(?:ow)?)\W{{0,4}}{_INTEGER}",
    "place": r"[a-z][-_ ]?(\d{1,9})[-_](\d{1,9})(?![-_\d])",
    "pair": rf"{_INTEGER}\s*[,;]\s*{_INTEGER}|[(\[{{]\s*{_INTEGER}\s+{_INTEGER}\s*[)\]}}]",
    "number": r"(?<![\d.])(\d{1,9})(?!\d)",
}
_DIRECTION = r"[\s,)\]}]*\b(?:(up|down|left|right)|((?-i:[UDLR])))\b"
_STEPS = {"u": (0, -2), "d": (0, 2), "l": (-2, 0), "r": (2, 0)}
_FROM_KEYS = ("from", "start", "source", "src", "origin", "begin")
_OVER_KEYS = ("over", "jumped", "captured", "removed", "remove", "via", "middle", "mid")
_TO_KEYS = ("to", "end", "target", "dest", "destination", "dst")
_GAME_KEYS = ("jumps", "moves", "solution", "steps", "path", "game", "actions")


class _Token(NamedTuple):
    """A hole in a text: its name or numbers, a direction, and the text before it."""

    words: tuple[str, ...]
    direction: str
    before: str


@lru_cache(maxsize=64)
def _pattern(kind: str, letters: int) -> re.Pattern[str]:
    pattern = _KINDS[kind].replace("COLUMNS", str(letters))
    return re.compile(f"(?:{pattern})(?:{_DIRECTION})?", re.IGNORECASE)


def _tokens(kind: str, text: str, letters: int = 1) -> list[_Token]:
    """Return the holes of one kind that a text names, in their order."""
    tokens, end = [], 0
    for match in _pattern(kind, letters).finditer(text):
        *words, direction, letter = match.groups(default="")
        parts = tuple(word for word in words if word)
        tokens.append(_Token(parts, direction or letter, text[end : match.start()]))
        end = match.end()
    return tokens


def without_remarks(text: str) -> str:
    """Remove comments after ``#``, and replace typographic dashes by hyphens."""
    return _REMARK.sub("", text).translate(_DASHES)


def _text_of(source: object) -> str:
    """Convert a game to text. In objects with the keys "to" and "from", the start comes first."""
    value: Any = source.tolist() if hasattr(source, "tolist") else source
    if isinstance(value, str):
        if value.lstrip()[:1] not in ("{", "["):
            return value
        with suppress(ValueError, RecursionError):
            return _text_of(json.loads(value))
        if any(value.count(one) != value.count(other) for one, other in ("[]", "{}")):
            raise NotationError(
                f"the list of moves has a bracket that is not closed: {UNDERSTOOD}"
            )
        return value
    if isinstance(value, Mapping):
        entries = {str(key).lower(): entry for key, entry in value.items()}
        jump = [entries[key] for key in (*_FROM_KEYS, *_OVER_KEYS, *_TO_KEYS) if key in entries]
        game = [entries[key] for key in _GAME_KEYS if key in entries][:1]
        is_jump = any(key in entries for key in _TO_KEYS)
        if not (is_jump or game):
            return str(value)
        return "\n".join(map(_text_of, jump if is_jump else game))
    if isinstance(value, list | tuple) and any(
        isinstance(entry, Mapping | str) for entry in value
    ):
        return "\n".join(map(_text_of, value))
    return str(value) if not isinstance(value, Iterable) else str(list(value))


def _cleaned(text: str) -> str:
    text = text.replace("\r", "").replace("\ufeff", "")
    return _END_MOVE.sub("", _SUMMARY.sub("", without_remarks(text)))


# -- from holes to jumps ------------------------------------------------------------------------


class _Convention(NamedTuple):
    """A rule that maps the words of a hole to the hole.

    If all jumps are legal under a final convention, no other is tried.
    """

    name: str
    kind: str
    hole: Callable[[Sequence[str]], Hole]
    is_final: bool = False


class _Read(NamedTuple):
    """The legal jumps of a text, what is wrong with the next one, and the convention."""

    game: Solution
    fault: PegSolitaireError | None = None
    read_as: str | None = None


def _read(start: Position, source: object) -> _Read:
    """Read a game under the conventions that make every jump legal; the first of them counts."""
    text, board = _text_of(source), start.board
    if len(text) > _MAX_CHARACTERS * (len(board) + 10):
        raise NotationError(
            f"a game of {len(text):,} characters is longer than any on {board.name}, which has "
            f"{len(board)} holes: give the jumps of one game"
        )
    cleaned = _cleaned(text)
    if text.strip() and not cleaned.strip():
        raise NotationError(f"the text contains only comments and no moves: {UNDERSTOOD}")
    if not cleaned.strip(", ;\n[](){}"):
        return _Read(Solution(start, ()))
    readings: dict[tuple[Jump, ...], _Convention] = {}
    failed: list[tuple[str, _Read | PegSolitaireError]] = []
    for are_letters in (False, True):  # directions of one letter, if nothing else is legal
        for convention, tokens in _tries(board, cleaned):
            if not are_letters:
                tokens = [t if len(t.direction) > 1 else t._replace(direction="") for t in tokens]
            try:
                holes = [convention.hole(token.words) for token in tokens]
                read = _played(start, holes, tokens, is_over_third=False)
                if read.fault is not None:
                    other = _played(start, holes, tokens, is_over_third=True)
                    if other.fault is None or len(other.game) > len(read.game):
                        read = other
            except PegSolitaireError as error:
                failed.append((convention.kind, error))
                continue
            if read.fault is None:
                readings.setdefault(read.game.jumps, convention)
                if convention.is_final:
                    break
            failed.append((convention.kind, read))
        if readings:
            break
    if not readings:
        return _failed(failed, cleaned)
    (jumps, taken), *others = readings.items()
    if taken.is_final:
        return _Read(Solution(start, jumps))
    read_as = taken.name
    if others:
        names = " and ".join(convention.name for _, convention in others)
        read_as += f"; {names} would be legal too"
    _log.info("read as %s", read_as)
    return _Read(Solution(start, jumps), None, read_as)


def _failed(failed: Sequence[tuple[str, _Read | PegSolitaireError]], text: str) -> _Read:
    """Return the reading of a game with an illegal jump, or raise an error.

    For names that is our own convention; for numbers it is the convention that fails last.
    """

    def rank(reading: tuple[str, _Read | PegSolitaireError]) -> tuple[bool, int, bool, bool]:
        kind, read = reading
        jumps = len(read.game) if isinstance(read, _Read) and kind != "name" else 0
        is_number = kind == "number" and "(" not in text
        return kind == "name", jumps, is_number, isinstance(read, _Read) and not is_number

    if not failed:
        raise NotationError(f"{quoted(text.strip())} is not a list of moves: {UNDERSTOOD}")
    _, best = max(failed, key=rank)
    if isinstance(best, _Read):
        return best
    raise best


def _joined(tokens: Sequence[_Token]) -> list[bool] | None:
    """Return which holes are joined to the hole before by a dash, if that groups all holes.

    In our own notation a dash joins the holes of a move, and everything else separates moves.
    """
    joined = [token.before.strip() == "-" for token in tokens]
    is_grouped = not joined[0] and all(a or b for a, b in pairwise([*joined, False]))
    return joined if is_grouped and not any(token.direction for token in tokens) else None


def _played(
    start: Position, holes: Sequence[Hole], tokens: Sequence[_Token], *, is_over_third: bool
) -> _Read:
    """Play holes from left to right as jumps, up to the first that is not legal.

    Which of the possible jumps is meant depends on the position: a jump begins at a peg and ends
    in an empty hole. After a jump, the hole of the peg that was jumped over may stand third.
    """
    board, code, at = start.board, start.code, 0
    joined = _joined(tokens)
    jumps: list[Jump] = []
    for number, hole in enumerate(holes, 1):
        if hole not in board:
            with within(f"hole {number} of {len(holes)} in the game"):
                board.hole(hole_name(hole))  # which raises the error
    while at < len(holes):
        if is_over_third and jumps and holes[at] == jumps[-1].over:
            at += 1
            continue
        peg = jumps[-1].end if jumps else None
        for jump, end in _next_jumps(holes, tokens, joined, at, peg):
            with suppress(IllegalJumpError, NotOnBoardError):
                code = code_after(board, code, jump)
                jumps.append(jump)
                at = end
                break
        else:
            game = Solution(start, jumps)
            return _Read(game, _fault(game, holes, tokens, joined, at))
    return _Read(Solution(start, jumps))


def _next_jumps(
    holes: Sequence[Hole],
    tokens: Sequence[_Token],
    joined: Sequence[bool] | None,
    at: int,
    peg: Hole | None,
) -> Iterator[tuple[Jump, int]]:
    """Yield the jumps that the next holes may mean, and the number of the hole after each."""
    x, y = holes[at]
    if direction := tokens[at].direction[:1].lower():
        dx, dy = _STEPS[direction]
        yield Jump((x, y), (x + dx, y + dy)), at + 1
        return
    for begin, first in (((x, y), at + 1), (peg, at)):
        if begin is None or (joined is not None and joined[at] != (first == at)):
            continue
        for end, over in ((first, None), (first + 1, first)):
            if end < len(holes) and _is_two_on(begin, holes[end]):
                jump = Jump(begin, holes[end])
                if over is None or jump.over == holes[over]:
                    yield jump, end + 1


def _is_two_on(start: Hole, end: Hole) -> bool:
    dx, dy = end[0] - start[0], end[1] - start[1]
    return dx % 2 == dy % 2 == 0 and (dx, dy) != (0, 0)


def _fault(
    game: Solution,
    holes: Sequence[Hole],
    tokens: Sequence[_Token],
    joined: Sequence[bool] | None,
    at: int,
) -> PegSolitaireError:
    """Return what is wrong with the jump that begins at a hole of the text."""
    peg = game.jumps[-1].end if game.jumps else None
    is_on = joined[at] if joined else not re.search(r"[,;.\n]|^\s*$", tokens[at].before)
    begin, end = (peg, at) if is_on and peg is not None else (holes[at], at + 1)
    if end + 1 < len(holes) and not _is_two_on(begin, holes[end]):
        end += 1  # over the next hole
    if tokens[at].direction:
        jump, _ = next(_next_jumps(holes, tokens, joined, at, peg))
    elif end >= len(holes):
        return NotationError(
            f"the game ends after {hole_name(holes[-1])}: a jump needs two holes, such as d2-d4"
        )
    else:
        jump = Jump(begin, holes[end])
    try:
        game.finish.play(jump)
    except NotOnBoardError:
        return NotationError(f"{jump} is not a jump: choose a hole two steps away")
    except PegSolitaireError as error:
        return error
    path = "-".join(map(hole_name, [begin, *holes[at : end + 1]][-3:]))
    return NotationError(f"{path} is not a jump: name the hole from, or over, and to")


def _tries(board: Board, text: str) -> Iterator[tuple[_Convention, list[_Token]]]:
    """Yield the conventions for the holes of a text, the usual one for each kind first."""
    columns = [x for x, _ in board.holes]
    letters = len(column_letters(max(columns)))
    texts = dict.fromkeys((_NUMBERING.sub(" ", text), text))
    for kind in _KINDS:
        for row in texts:
            tokens = _tokens(kind, row, letters)
            if len(tokens) > 1 or any(token.direction for token in tokens):
                for convention in _conventions(board, kind, tokens):
                    yield convention, tokens
    for row in texts:  # numbers two by two: [[2, 4, 4, 4], [3, 2, 3, 4]]
        tokens = _tokens("number", row)
        if tokens and len(tokens) % 4 == 0 and not any(token.direction for token in tokens):
            pairs = zip(tokens[::2], tokens[1::2], strict=True)
            merged = [a._replace(words=(*a.words, *b.words)) for a, b in pairs]
            for convention in _pairings("place"):
                yield convention, merged


def _conventions(board: Board, kind: str, tokens: Sequence[_Token]) -> Iterator[_Convention]:
    """Yield the conventions for one kind of holes, the usual one first."""
    if kind == "number":
        yield from _numberings(board, tokens)
    elif kind == "name":
        turned = min(y for _, y in board.holes) + max(y for _, y in board.holes)
        yield _Convention("letters for columns", kind, _named, True)
        if len(tokens) >= _LONG:
            yield _Convention("letters for rows", kind, lambda words: _named(words)[::-1])
            yield _Convention(
                "rows numbered from the bottom",
                kind,
                lambda words: (_named(words)[0], turned - _named(words)[1]),
            )
    else:
        yield from _pairings(kind)
        if any("-" in word for token in tokens for word in token.words):
            x, y = board.middle
            for name, up in (("", 1), (" upwards", -1)):
                yield _Convention(
                    f"(column, row) pairs{name} from the middle",
                    kind,
                    partial(lambda up, words: (x + int(words[0]), y + up * int(words[1])), up),
                )


#: Which coordinate comes first in a pair, and its lowest number; the usual one first.
_PAIRINGS = {
    "row first": (("row", 1), ("row", 0)),
    "column first": (("column", 0), ("column", 1)),
    "place": (("row", 1), ("row", 0), ("column", 0), ("column", 1)),
    "pair": (("column", 0), ("column", 1), ("row", 1), ("row", 0)),
}


def _pairings(kind: str) -> Iterator[_Convention]:
    """Yield the conventions for pairs of numbers."""
    for first, base in _PAIRINGS[kind]:
        order = "row, column" if first == "row" else "column, row"
        hole = partial(_paired, first == "row", base)
        yield _Convention(f"({order}) pairs from {base}", kind, hole)


def _named(words: Sequence[str]) -> Hole:
    return parse_hole(words[0])


def _paired(turn: bool, base: int, words: Sequence[str]) -> Hole:
    return int(words[turn]) - base, int(words[1 - turn]) - base


def _numberings(board: Board, tokens: Sequence[_Token]) -> Iterator[_Convention]:
    """Yield our own convention for plain numbers, then the others."""
    columns, rows = zip(*board.holes, strict=True)
    left, top, width = min(columns), min(rows), max(columns) - min(columns) + 1

    def numbered(first: int, words: Sequence[str]) -> Hole:
        return board.hole(str(int(words[0]) + 1 - first))

    def digits(turn: bool, base: int, words: Sequence[str]) -> Hole:
        x, y = _paired(turn, base, words[0])
        return left + x, top + y

    def cell(base: int, words: Sequence[str]) -> Hole:
        y, x = divmod(int(words[0]) - base, width)
        return left + x, top + y

    yield _Convention("hole numbers from 1", "number", partial(numbered, 1), True)
    yield _Convention("hole numbers from 0", "number", partial(numbered, 0))
    if all(len(token.words[0]) == 2 for token in tokens):
        for turn, order in (
            (True, "row and one for the column"),
            (False, "column and one for the row"),
        ):
            for base in (1, 0):
                name = f"a digit for the {order}, from {base}"
                yield _Convention(name, "number", partial(digits, turn, base))
    for base in (1, 0):
        yield _Convention(f"cells numbered row by row from {base}", "number", partial(cell, base))
