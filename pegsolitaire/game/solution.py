"""Solutions, and games in progress.

A :class:`Solution` is a proof: the constructor replays all jumps and raises an error if one is not
legal.
"""

from __future__ import annotations

import json
import re
from ast import literal_eval
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import permutations
from typing import TYPE_CHECKING, Any, NamedTuple

from pegsolitaire.arguments import Helpful, public
from pegsolitaire.board.board import Board
from pegsolitaire.board.lattice import Hole
from pegsolitaire.board.notation import hole_name, parse_hole
from pegsolitaire.board.picture import tell
from pegsolitaire.errors import NotationError, PegSolitaireError, quoted, within
from pegsolitaire.game.position import (
    Jump,
    LegalJumps,
    Move,
    Position,
    code_after,
    jumps_of,
    moves_of,
)
from pegsolitaire.game.problem import Problem
from pegsolitaire.results import LINE, POSITION_WORDS, Document, Result, to_json
from pegsolitaire.units import counted

if TYPE_CHECKING:
    from pegsolitaire.theory.inputs import PositionLike


class Solution(Helpful):
    """A sequence of legal jumps from a position.

    Parameters
    ----------
    start : Position
        The position before the first jump.
    jumps : iterable of Jump
        The jumps, in order.

    Raises
    ------
    IllegalJumpError
        If a jump is not legal in its position.
    NotOnBoardError
        If a jump does not exist on the board.

    Examples
    --------
    >>> from pegsolitaire.board import triangle
    >>> start = triangle(4).vacancy("a2")
    >>> solution = Solution.from_moves(start, "a4-a2, a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2")
    >>> len(solution), len(solution.moves), solution.finish.text()
    (8, 5, './.*/.../....')
    """

    #: The keys of a solution in JSON.
    json_keys = LINE

    start: Position
    jumps: tuple[Jump, ...]

    def __init__(self, start: Position, jumps: Iterable[Jump]) -> None:
        if not isinstance(start, Position) or not isinstance(jumps, Iterable):
            raise NotationError(
                f"{quoted(start)} and {quoted(jumps)} are not a position and jumps from it: for "
                "texts write Solution.from_moves(position, 'd2-d4, ...')"
            )
        self.start = start
        self.jumps = tuple(jumps)
        codes = [start.code]
        for number, jump in enumerate(self.jumps, 1):
            try:
                if isinstance(jump, Jump):  # without a position for each of thousands of jumps
                    codes.append(code_after(start.board, codes[-1], jump))
                else:
                    codes.append(Position(start.board, codes[-1]).play(jump).code)
            except PegSolitaireError as error:
                raise type(error)(f"jump {number} of {len(self.jumps)}: {error}") from None
        #: The codes of all positions, from the start to the finish.
        self.codes = tuple(codes)

    @classmethod
    def from_moves(cls, start: Position, moves: str | Iterable[Move | str]) -> Solution:
        """Create a solution from moves or from text.

        Parameters
        ----------
        start : Position
            The position before the first jump.
        moves : str, or iterable of Move or str
            A single text, as ``read_jumps`` accepts it, or a sequence of moves.

        Raises
        ------
        NotationError
            If a text is not a move.
        """
        if isinstance(moves, str):
            return cls(start, read_jumps(start, moves))
        read = [Move.from_text(m, start.board) if isinstance(m, str) else m for m in moves]
        return cls(start, jumps_of(read))

    @property
    def finish(self) -> Position:
        """The position after the last jump."""
        return Position(self.start.board, self.codes[-1])

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """All positions, from the start to the finish."""
        return tuple(Position(self.start.board, code) for code in self.codes)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The moves, in which consecutive jumps by one peg are joined."""
        return moves_of(self.jumps)

    @property
    def move_count(self) -> int:
        """The number of moves; ``len(solution)`` is the number of jumps."""
        return len(self.moves)

    @property
    def hole_numbers(self) -> list[int]:
        """The numbers of the start and end holes of all jumps, counted from 1 (OEIS A120422)."""
        index = self.start.board.bit
        return [index(hole) + 1 for jump in self.jumps for hole in (jump.start, jump.end)]

    def solves(self, problem: Problem) -> bool:
        """Return whether the solution leads from a start of the problem to one of its finishes."""
        return (
            self.start.board == problem.board
            and self.start.code in problem.starts
            and self.finish.code in problem.finishes
        )

    def reversed(self) -> Solution:
        """Return the solution that makes the same jumps in reverse order.

        It starts from the complement of the finish and solves the reversed problem. This is the
        time-reversal trick of *Winning Ways*.

        Examples
        --------
        >>> from pegsolitaire.board import triangle
        >>> moves = "a4-a2, a1-a3, c4-a4-a2, c3-a3-a1-c3, d4-b2"
        >>> back = Solution.from_moves(triangle(4).vacancy("a2"), moves).reversed()
        >>> list(back.start.complement), list(back.finish)
        ([(1, 1)], [(0, 1)])
        """
        return Solution(self.finish.complement, self.jumps[::-1])

    def __len__(self) -> int:
        return len(self.jumps)

    def __iter__(self) -> Iterator[Jump]:
        return iter(self.jumps)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        return self.start == other.start and self.jumps == other.jumps

    def __hash__(self) -> int:
        return hash((self.start, self.jumps))

    def __str__(self) -> str:
        return ", ".join(map(str, self.moves))

    def __repr__(self) -> str:
        return f"Solution.from_moves({self.start!r}, {str(self)!r})"

    def text(self) -> str:
        """Return the moves in one line."""
        return str(self)

    def svg(self, *, columns: int = 6, size: int = 16) -> str:
        """Draw all positions of the solution as SVG, in rows."""
        from pegsolitaire.draw.svg import solution_svg

        return solution_svg(self, columns=columns, size=size)

    def animation(self, *, seconds: float = 0.9, size: int = 40) -> str:
        """Draw an animated SVG that shows each jump for the given number of seconds."""
        from pegsolitaire.draw.svg import solution_animation

        return solution_animation(self, seconds=seconds, size=size)

    def _repr_svg_(self) -> str:
        return self.svg()


# --
# Reading and replaying recorded games, in our notation or others.
#
# Our notation is ``d2-d4, a1-a3-c3``; a list may be numbered, may break its lines after a dash,
# and may have comments after ``#``. Other notations are ``d2->d4``, ``Peg 4 jumps Peg 2 to Hole
# 1.``, ``(jump pos-2-4 pos-3-4 pos-4-4)``, two or three hole numbers for each jump, or JSON. A
# text is split into chains of places; a chain is the holes of one move. A *convention* maps places
# to holes: letters for columns, row or column first, numbers from 0 or from 1. The first
# convention under which every jump is legal is used.


UNDERSTOOD = (
    "write d2-d4, d5-d3-b3; d2->d4; d2 to d4; 4 over 2 to 1; (1,3)-(3,3); two or three hole "
    'numbers a jump; or JSON such as [{"from": "d2", "to": "d4"}]'
)


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
        The convention that was used, if another convention would have been possible.
    """

    game: Solution
    fault: str | None = None
    read_as: str | None = None

    json_keys = (
        "board=game.start.board.name start=game.start.short_name jumps=game.jumps "
        "moves=game.moves move_count=game.moves|len positions fault"
    )

    @property
    def positions(self) -> list[Document]:
        """The positions of the game, as pictures and codes."""
        return [to_json(one, POSITION_WORDS) for one in self.game.positions]


@public
def replay(start: PositionLike, source: object) -> Replay:
    """Replay a game up to its first illegal jump.

    Parameters
    ----------
    start : Position
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
    (2, 'jump 3 of 3: d4-d2 is not possible: there is no peg in d4')
    >>> replay(start, "(2,4) to (4,4)").read_as
    '(row, column) pairs from 1; (column, row) pairs from 1 would be legal too'
    """
    from pegsolitaire.theory.inputs import as_position

    start = as_position(start)
    found = _read(start, source)
    game = Solution(start, found.jumps[: found.legal])
    if found.legal == len(found.jumps):
        return Replay(game, None, found.read_as)
    try:
        game.finish.play(found.jumps[found.legal])
    except PegSolitaireError as error:
        fault = f"jump {found.legal + 1} of {len(found.jumps)}: {error}"
    return Replay(game, fault, found.read_as)


def read_jumps(start: Position, source: object) -> tuple[Jump, ...]:
    r"""Read the jumps of a recorded game without checking whether they are legal.

    Parameters
    ----------
    start : Position
        The position before the first jump. If the text is ambiguous, the position decides how it
        is read.
    source : str, or a list of jumps
        Moves, separated by commas, spaces or line breaks, in any of the notations that are
        described in this module.

    Raises
    ------
    NotationError, NotOnBoardError
        If a move cannot be read, or a hole is not on the board.

    Examples
    --------
    >>> start = Board("triangle5").vacancy("a1")
    >>> list(map(str, read_jumps(start, "1. c3-a1   # the corner  \n2. e5-c3-\ne5")))
    ['c3-a1', 'e5-c3', 'c3-e5']
    >>> sentences = "Peg 6 jumps Peg 3 to Hole 1. Peg 15 jumps Peg 10 to Hole 6."
    >>> list(map(str, read_jumps(start, sentences)))
    ['c3-a1', 'e5-c3']
    """
    return _read(start, source).jumps


def is_game(text: str) -> bool:
    """Return whether a text can be read as a list of jumps on some board.

    Examples
    --------
    >>> is_game("d2 to d4"), is_game("d4"), is_game("OOPPPOO")
    (True, False, False)
    """
    try:
        return any(True for _ in _variants(_plain(text)))
    except NotationError:
        return False


# -- from a text to chains of places ------------------------------------------------------------

_KINDS = ("name", "pair", "row_first", "column_first", "number")


class _Place(NamedTuple):
    """A token in a text that stands for a hole."""

    kind: str  # one of _KINDS
    text: str
    numbers: tuple[int, ...]
    is_over: bool = False  # whether the text marks this peg as jumped over


Chain = list[_Place]

_REMARK = re.compile(r"#.*|^[^\S\n]*;.*", re.MULTILINE)
# "#1: d2-d4", "- d2-d4": a number or a bullet before a jump, not a comment.
_BULLET = re.compile(
    r"^[ \t]*(?:#+[ \t]*(?=\d+[ \t]*[.:)]?[ \t]+[a-z(\d])|[-*•][ \t]+(?=\S))", re.MULTILINE
)
_DASHES = dict.fromkeys(map(ord, "\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}\N{HYPHEN}"), "-")
_END_MOVE = re.compile(r"\(end-move [^()]*\)")  # AI planners write it after the jumps of a peg
_SUMMARY = re.compile(r"^\d+ jumps?, \d+ moves?.*$", re.MULTILINE)  # added by `pegs solve`
_NUMBERING = re.compile(
    r"^[ \t]*(?:step|move|jump|turn)[ \t]*\d+[ \t]*[.:)]"
    r"|^[ \t]*(?:no\.?[ \t]*)?\d+[ \t]*(?:\.(?=\s)|[:)](?=\s*[a-z(\[]))"
    r"|(?<![a-z\s>→:-])[ \t]+\d+\.(?=\s+[a-z(\[0-9])",
    re.MULTILINE,
)
_NOUN = r"(?:positions?|pos|locations?|loc|cells?|holes?|pegs?|squares?|fields?|pins?|spots?)"
_TOKENS = {
    "joint": r"(?<=[\d)])x(?=[a-z]?\d|[(\[])|[-=]*>(?!>)|-+|[→⇒➔➝⟶►»:×*~]",
    "apart": r">>|[/|&]",
    "column_first": r"\bx\s*(?:[=:]\s*)?-?\d+[\s,;]*y\s*(?:[=:]\s*)?-?\d+"
    r"|\bcol(?:umn)?\W{0,2}\d+[\s,;]*row\W{0,2}\d+",
    "row_first": r"\br\d+c\d+|\brow\W{0,2}\d+[\s,;]*col(?:umn)?\W{0,2}\d+",
    "pair": r"[(\[{]\s*-?\d+(?:\s*[,;]\s*|\s+)-?\d+\s*[)\]}]",
    "joined": rf"{_NOUN}[-_ ]?\d+[-_]\d+",
    "bare": r"(?<![\d,])\d+\s*,\s*\d+(?!,?\d)",
    "number": rf"(?:{_NOUN}[-_]?)?\d{{1,9}}(?!\d)",
    "name": r"[a-z]{1,3}[1-9]\d{0,5}",
    "stop": r"[;.\n]",
    "comma": r",",
    "open": r"[(\[{]",
    "close": r"[)\]}]",
    "word": r"[^\W\d_]+",
    "blank": r"[^\S\n]+|[\"'!]",
    "foreign": r".",
}
_OVER = {
    "over", "jumps", "jumping", "jumped", "takes", "captures", "capturing", "removes", "remove",
    "removing", "eats",
}  # fmt: skip
_TO = {"to", "into", "onto", "lands", "landing", "moves", "goes", "x"}
_NOISE = {
    "a", "an", "and", "at", "ball", "by", "cell", "continue", "end", "from", "hole", "holes",
    "hop", "in", "is", "it", "jump", "land", "marble", "move", "new", "number", "of", "on",
    "peg", "pegs", "piece", "pin", "pos", "position", "positions", "square", "step", "stone",
    "tee", "the", "then",
}  # fmt: skip


def tidied(text: str) -> str:
    """Remove comments after ``#``, and replace typographic dashes by hyphens."""
    return _REMARK.sub("", text).translate(_DASHES)


def _plain(source: object) -> list[str]:
    """Convert a game to text in lower case, and join holes from JSON or lists with ``to``.

    A list has two possible texts, because a pair of numbers may be a hole, or a jump from one hole
    to another.
    """
    if not isinstance(source, str):
        return [_text_of(source, pairs).lower() for pairs in (True, False)]
    if source.lstrip()[:1] in ("[", "{", "("):
        for read in (json.loads, literal_eval):
            with suppress(ValueError, SyntaxError, MemoryError, RecursionError):
                value = read(source.strip())
                return [_text_of(value, pairs).lower() for pairs in (True, False)]
        if any(source.count(one) != source.count(other) for one, other in ("[]", "{}")):
            raise NotationError(
                f"the list of moves has a bracket that is not closed: {UNDERSTOOD}"
            )
    text = _BULLET.sub("", source.replace("\r", "").replace("\ufeff", "").lower())
    if tidied(text).strip() == "" != text.strip():
        raise NotationError(f"the text contains only comments and no moves: {UNDERSTOOD}")
    text = tidied(text)
    return [_NUMBERING.sub(" ", _SUMMARY.sub("", _END_MOVE.sub("", text)))]


_FROM_KEYS = ("from", "start", "source", "src", "origin", "begin")
_OVER_KEYS = ("over", "jumped", "captured", "removed", "remove", "via", "middle", "mid")
_TO_KEYS = ("to", "end", "target", "dest", "destination", "dst")
_GAME_KEYS = ("jumps", "moves", "solution", "steps", "path", "game", "actions")


def _text_of(value: Any, pairs: bool) -> str:
    """Convert a list of jumps, or an object that contains one, to text with one jump per line."""
    if isinstance(value, dict):
        value = {str(key).lower(): one for key, one in value.items()}
        found = [
            next((value[key] for key in keys if key in value), None)
            for keys in (_FROM_KEYS, _OVER_KEYS, _TO_KEYS)
        ]
        if found[0] is not None and found[2] is not None:
            over = "" if found[1] is None else f" over {_place_text(found[1])}"
            return f"{_place_text(found[0])}{over} to {_place_text(found[2])}\n"
        for key in _GAME_KEYS:
            if isinstance(value.get(key), list | str):
                return _text_of(value[key], pairs)
        raise NotationError(f"an object with {', '.join(value)} is not a game: {UNDERSTOOD}")
    if not isinstance(value, list | tuple):
        return f"{value}\n"
    if _is_move(value, pairs):
        return f"{' to '.join(map(_place_text, value))}\n"
    if len(value) in (4, 6) and all(type(one) is int for one in value):
        return _text_of([value[i : i + 2] for i in range(0, len(value), 2)], True)
    return "".join(_text_of(one, pairs) for one in value)


def _is_move(items: Sequence[Any], pairs: bool) -> bool:
    """Return whether a list consists of the holes of one move, rather than of several jumps."""
    if len(items) < 2:
        return False
    if all(type(one) is int for one in items):
        return len(items) < 4
    if all(isinstance(one, list | tuple) for one in items):
        return pairs and all(len(one) == 2 and all(type(c) is int for c in one) for one in items)
    if all(isinstance(one, dict) for one in items):
        return not any(set(_FROM_KEYS) & {str(key).lower() for key in one} for one in items)
    return all(isinstance(one, str) and not is_game(one) for one in items)


def _place_text(value: Any) -> str:
    """Return the text for a hole of a jump."""
    if isinstance(value, dict):
        keys = {str(key).lower()[:3]: one for key, one in value.items()}
        if {"row", "col"} <= set(keys):
            return f"row {keys['row']} column {keys['col']}"
        if {"x", "y"} <= set(keys):
            return f"x {keys['x']} y {keys['y']}"
    if isinstance(value, list | tuple):
        return f"({', '.join(map(str, value))})"
    return str(value)


def _variants(texts: Sequence[str]) -> Iterator[list[Chain]]:
    """Yield the chains of tokens for each way in which a game can be read."""
    for without in (("bare",), ("pair", "bare"), ()):
        for text in texts:
            tokens = _lexed(text, without)
            kinds = {token.kind for token in tokens if isinstance(token, _Place)}
            if without or "number" not in kinds:  # unless bare pairs and numbers both occur
                yield from _grouped(tokens, kinds)


@lru_cache(maxsize=4)
def _pattern(without: tuple[str, ...]) -> re.Pattern[str]:
    kinds = (f"(?P<{kind}>{form})" for kind, form in _TOKENS.items() if kind not in without)
    return re.compile("|".join(kinds))


def _lexed(text: str, without: tuple[str, ...]) -> list[_Place | str]:
    """Split a text into the tokens that stand for holes and the kinds of all other tokens."""
    found: list[_Place | str] = []
    is_over = False
    for match in _pattern(without).finditer(text):
        kind, word = str(match.lastgroup), match[0]
        if kind == "foreign" or (kind == "word" and word not in _OVER | _TO | _NOISE):
            raise NotationError(f"cannot read {word!r} in a list of moves: {UNDERSTOOD}")
        if kind == "word":
            is_over = word in _OVER or (is_over and word in _NOISE)
            found.append("blank" if word in _NOISE else kind)
        elif kind in ("stop", "blank", "comma", "open", "close", "joint", "apart"):
            found.append(kind)
        else:
            signed = re.findall(r"\d+" if kind == "joined" else r"-?\d+", word)
            numbers = tuple(int(number) for number in signed)
            known = kind if kind in _KINDS else "pair"
            found.append(_Place(known, word, numbers, is_over))
            is_over = False
    return found


def _grouped(tokens: Sequence[_Place | str], kinds: set[str]) -> Iterator[list[Chain]]:
    """Group the tokens into chains, and yield the chains for each possible grouping."""
    tokens = _without_numbering(tokens) if kinds - {"number"} else tokens
    is_joined = "joint" in tokens or "word" in tokens
    chains: list[Chain] = []
    groups: list[Chain] = [[]]
    between: set[str] = set()
    for token in tokens:
        if isinstance(token, str):
            between.add(token)
            continue
        joins = "joint" in between or ("word" in between and "stop" not in between)
        if chains and (joins or not between or (not is_joined and "apart" in between)):
            chains[-1].append(token)
        else:
            chains.append([token])
        if between & {"stop", "close", "apart"}:
            groups.append([])
        groups[-1].append(token)
        between = set()
    if any(len(chain) > 1 for chain in chains):
        if all(len(chain) > 1 for chain in chains) and "joint" not in between:
            yield chains
        return
    if "name" in kinds and "comma" in tokens:
        return  # holes, not jumps
    groups = [group for group in groups if group]
    flat = [place for group in groups for place in group]
    sizes = {len(group) for group in groups}
    if groups and sizes <= {2, 3}:
        yield groups
    if kinds == {"number"} and groups and sizes <= {4, 6}:  # rows and columns
        yield [list(map(_paired, group[::2], group[1::2])) for group in groups]
    for size in (2, 3):
        if len(flat) % size == 0 and flat:
            yield [flat[i : i + size] for i in range(0, len(flat), size)]


def _paired(one: _Place, other: _Place) -> _Place:
    """Combine two numbers into a token with a row and a column."""
    return _Place("pair", f"({one.text},{other.text})", (*one.numbers, *other.numbers))


def _without_numbering(tokens: Sequence[_Place | str]) -> list[_Place | str]:
    """Remove the numbering of jumps from a text in which holes are not written as numbers."""
    kept: list[_Place | str] = []
    after: _Place | str = ""
    for token in reversed(tokens):
        is_number = isinstance(token, _Place) and token.kind == "number"
        if not is_number or not isinstance(after, _Place) or after.kind == "number":
            kept.append(token)
        if token not in ("blank", "open"):
            after = token
    return kept[::-1]


# -- from places to holes -----------------------------------------------------------------------


class _Convention(NamedTuple):
    """A rule that maps the tokens in a text to holes, and has a description.

    If all jumps are legal under a final convention, no other convention is tried. A rare
    convention is tried only if the text contains no jumps under any other convention. If a strict
    convention comes first, it is always used, and other possible conventions are only mentioned.
    """

    name: str
    hole: Callable[[_Place], Hole]
    is_ours: bool = False
    is_final: bool = False
    is_rare: bool = False
    is_strict: bool = False


class _Read(NamedTuple):
    """The jumps that one convention reads, and the number before the first illegal jump."""

    jumps: tuple[Jump, ...]
    legal: int
    convention: _Convention
    others: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether all jumps are legal."""
        return self.legal == len(self.jumps)

    @property
    def read_as(self) -> str | None:
        """The convention that was used; None if it is our own and no other is possible."""
        if self.convention.is_ours and not self.others:
            return None
        others = " and ".join(self.others)
        return self.convention.name + (f"; {others} would be legal too" if others else "")


def _read(start: Position, source: object) -> _Read:
    """Read a game under the first convention that makes the most jumps legal."""
    texts = _plain(source)
    text = texts[0]
    board = start.board
    if len(text) > _CHARACTERS * (len(board) + 10):
        raise NotationError(
            f"a game of {len(text):,} characters is longer than any on {board.name}, which has "
            f"{len(board)} holes: give the jumps of one game"
        )
    fault: PegSolitaireError | None = None
    found: list[_Read] = []
    for chains in _variants(texts):
        for convention in _conventions(start.board, chains, text):
            if convention.is_rare and found:
                continue
            try:
                jumps = _jumps(start.board, chains, convention)
            except PegSolitaireError as error:
                fault = fault or error
                continue
            legal = 0 if any(jumps == one.jumps for one in found) else _playable(start, jumps)
            if convention.is_rare and legal < len(jumps):
                continue
            if all(jumps != one.jumps for one in found):
                found.append(_Read(jumps, legal, convention))
            if found[0].is_whole and convention.is_final:
                return found[0]
    if not found:
        if fault is None and not text.strip(", ;\n"):
            return _Read((), 0, _OURS)
        shown = " ".join(text.split())[:60]
        raise fault or NotationError(f"{shown!r} is not a list of moves: {UNDERSTOOD}")
    best = max(found, key=lambda one: (one.is_whole, one.legal))  # the first among equals
    if found[0].convention.is_strict:
        best = found[0]
    others = (one.convention.name for one in found if one.is_whole and one is not best)
    best = best._replace(others=tuple(others) if best.is_whole else ())
    if best.read_as is not None:
        tell(f"read as {best.read_as}")
    return best


def _playable(start: Position, jumps: Sequence[Jump]) -> int:
    """Return how many of the jumps come before the first illegal one."""
    position = start
    for number, jump in enumerate(jumps):
        try:
            position = position.play(jump)
        except PegSolitaireError:
            return number
    return len(jumps)


def _jumps(board: Board, chains: Sequence[Chain], convention: _Convention) -> tuple[Jump, ...]:
    """Convert the chains of a text to jumps, without checking whether they are legal."""
    jumps: list[Jump] = []
    for number, chain in enumerate(chains, 1):
        shown = "-".join(place.text for place in chain)
        with within(f"move {number} of {len(chains)}, {shown}"):
            holes = [board.holes[board.bit(convention.hole(place))] for place in chain]
            jumps += _hops(board, holes, [place.is_over for place in chain])
    return tuple(jumps)


def _hops(board: Board, holes: Sequence[Hole], are_over: Sequence[bool]) -> Iterator[Jump]:
    """Yield the jumps along a list of holes, which may include the holes that are jumped over."""
    steps = board.lattice.directions
    here, at = holes[0], 1
    while at < len(holes):
        dx, dy = holes[at][0] - here[0], holes[at][1] - here[1]
        end = (here[0] + 2 * dx, here[1] + 2 * dy)
        if (dx, dy) in steps and holes[at + 1 : at + 2] == [end]:
            at += 1  # over this peg to the next hole
        elif not (dx % 2 == dy % 2 == 0 and (dx // 2, dy // 2) in steps):
            raise NotationError(
                f"{hole_name(here)}-{hole_name(holes[at])} is not a jump: choose a hole two "
                "steps away"
            )
        jump = Jump(here, holes[at])
        yield jump
        here, at = jump.end, at + 1
        if holes[at : at + 1] == [jump.over] and (are_over[at] or len(holes) == 3):
            at += 1


_OURS = _Convention("our own form", lambda _: (0, 0), True)


_CHARACTERS = 300  # of a game, for each hole of the board; sentences have about 30 per jump
_LONG = 16  # places; in a shorter text, a mistake may look like jumps of another convention


def _conventions(board: Board, chains: Sequence[Chain], text: str) -> Iterator[_Convention]:
    """Yield the conventions that suit the tokens of a text, starting with the most likely."""
    places = [place for chain in chains for place in chain]
    kinds = {place.kind for place in places}
    is_long = len(places) >= _LONG
    rows = [y for _, y in board.holes]
    if "name" in kinds:
        top, bottom = min(rows), max(rows)
        yield _Convention("letters for columns", lambda place: board.hole(place.text), True, True)
        if not is_long:
            return
        yield _Convention("letters for rows", lambda place: parse_hole(place.text)[::-1])
        yield _Convention(
            "rows numbered from the bottom",
            lambda place: (parse_hole(place.text)[0], top + bottom - parse_hole(place.text)[1]),
        )
    elif "number" in kinds:
        yield from _numberings(board, is_long or any(place.numbers == (0,) for place in places))
    elif kinds:
        is_ours = bool(re.search(r"[\d)]-[(\d]", text)) and not re.search(r"[^-\d\s(),;.]", text)
        for order, base in _orders(kinds, is_ours):
            ours = is_ours and (order, base) == ("column", 0)
            yield _pairing(order, (base, base), f"from {base}", ours, ours and not is_long)
        if any(number < 0 for place in places for number in place.numbers):
            x, y = board.middle
            yield _pairing("column", (-x, -y), "from the middle", True)
            yield _Convention(
                "(column, row) pairs upwards from the middle",
                lambda place: (x + place.numbers[0], y - place.numbers[1]),
            )


def _orders(kinds: set[str], is_ours: bool) -> list[tuple[str, int]]:
    """Return which coordinates may come first in a pair, with the lowest number of each."""
    if kinds == {"row_first"}:
        return [("row", 1), ("row", 0)]
    if kinds == {"column_first"}:
        return [("column", 0), ("column", 1)]
    usual = [("row", 1), ("row", 0), ("column", 0), ("column", 1)]
    return sorted(usual, key=("column", 0).__ne__) if is_ours else usual


def _pairing(
    order: str, base: Hole, called: str, is_ours: bool = False, is_strict: bool = False
) -> _Convention:
    """Return a convention for pairs of numbers."""
    (x, y), turn = base, order == "row"
    return _Convention(
        f"({'row, column' if turn else 'column, row'}) pairs {called}",
        lambda place: (place.numbers[turn] - x, place.numbers[1 - turn] - y),
        is_ours,
        is_strict=is_strict,
    )


def _numberings(board: Board, are_others: bool) -> Iterator[_Convention]:
    """Yield our own convention for plain numbers, then other plausible conventions."""
    columns, rows = zip(*board.holes, strict=True)
    left, top, width = min(columns), min(rows), max(columns) - min(columns) + 1

    def cell(base: int, number: int) -> Hole:
        return left + (number - base) % width, top + (number - base) // width

    def digits(first: str, base: int, number: int) -> Hole:
        x, y = divmod(number, 10) if first == "column" else divmod(number, 10)[::-1]
        return left + x - base, top + y - base

    def numbering(name: str, hole: Callable[[int], Hole]) -> _Convention:
        return _Convention(name, lambda place: hole(place.numbers[0]), is_rare=not are_others)

    yield _Convention(
        "hole numbers from 1",
        lambda place: board.hole(str(place.numbers[0])),
        is_ours=True,
        is_final=not are_others,
    )
    yield numbering("hole numbers from 0", lambda number: board.hole(str(number + 1)))
    for base in (1, 0):
        yield numbering(f"cells numbered row by row from {base}", partial(cell, base))
    for first, other in permutations(("row", "column")):
        for base in (1, 0):
            name = f"a digit for the {first} and one for the {other}, from {base}"
            yield numbering(name, partial(digits, first, base))


# --
# A game in progress: a position and the jumps that led to it, with push and pop.


class Game(Helpful):
    """A game in progress, in which you can make jumps and take them back.

    Parameters
    ----------
    start : Position, or str
        The position where the game begins, or words such as ``"english d4"``. If only a board is
        given, the game begins at the board's usual start.

    Examples
    --------
    >>> game = Game("english d4")
    >>> game.push("d2-d4")
    >>> len(game.position), [str(jump) for jump in game.played]
    (31, ['d2-d4'])
    >>> str(game.pop()), game.position == game.start
    ('d2-d4', True)
    """

    @public
    def __init__(self, start: PositionLike) -> None:
        from pegsolitaire.theory.inputs import as_position

        start = as_position(start)
        self.start = start
        self._positions = [start]
        self._jumps: list[Jump] = []

    @property
    def position(self) -> Position:
        """The current position."""
        return self._positions[-1]

    @property
    def played(self) -> tuple[Jump, ...]:
        """The jumps made so far."""
        return tuple(self._jumps)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made so far, in which consecutive jumps by one peg are joined."""
        return moves_of(self._jumps)

    @property
    def legal_jumps(self) -> LegalJumps:
        """The jumps that are legal in the current position."""
        return self.position.legal_jumps

    @property
    def is_won(self) -> bool:
        """Whether exactly one peg is left."""
        return self.position.is_won

    @property
    def is_over(self) -> bool:
        """Whether no jump is legal."""
        return not self.legal_jumps

    def push(self, jump: Jump | Move | str) -> None:
        """Make a jump, a move, or all jumps in a text.

        Raises
        ------
        NotationError
            If the argument is not a jump.
        IllegalJumpError
            If a jump is not legal; the game then stays unchanged.
        """
        jumps = self.position.jumps_of(jump)
        positions = [self.position]
        for single in jumps:
            positions.append(positions[-1].play(single))
        self._positions += positions[1:]
        self._jumps += jumps

    def copy(self) -> Game:
        """Return an independent copy of the game.

        Examples
        --------
        >>> import pegsolitaire as ps
        >>> game = ps.Game("triangle5 a1")
        >>> other = game.copy()
        >>> other.push("a3-a1")
        >>> len(game), len(other)
        (0, 1)
        """
        copied = Game(self.start)
        copied._positions, copied._jumps = list(self._positions), list(self._jumps)
        return copied

    __copy__ = copy

    def pop(self) -> Jump:
        """Take back the last jump and return it.

        Raises
        ------
        IndexError
            If no jump was made.
        """
        if not self._jumps:
            raise IndexError("there is no jump to take back: make a jump first")
        jump = self._jumps.pop()
        self._positions.pop()
        return jump

    def restart(self) -> None:
        """Take back every jump."""
        del self._positions[1:], self._jumps[:]

    def __len__(self) -> int:
        return len(self._jumps)

    def text(self) -> str:
        """Return the current position in one line, like :meth:`Position.text`."""
        return self.position.text()

    def svg(self) -> str:
        """Draw the current position."""
        return self.position.svg()

    def __str__(self) -> str:
        return str(self.position)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        jumps, pegs = counted(len(self), "jump"), counted(len(self.position), "peg")
        return f"<Game on {self.start.board.name}, {jumps}, {pegs}>"
