"""Read TOML files and check the types of their entries. Write files of the same kind.

Each type of entry is a class with typed fields. The types also define the error messages for a
file: one line with the file, the entry, the value found and the remedy. msgspec checks the types.
It was chosen because it can be imported in a few milliseconds (pydantic takes a tenth of a
second). tomli-w writes the files. Built-in files are in folders beside this module, and are read
only when requested.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import takewhile
from pathlib import Path
from typing import Annotated, Any, TypeVar, cast, get_args

from msgspec import Meta, Struct, ValidationError, convert, defstruct, structs, to_builtins

from pegsolitaire.board.board import Board
from pegsolitaire.board.links import read_text
from pegsolitaire.errors import NotationError, quoted, within
from pegsolitaire.files import write_text

FORMAT = 1
FOLDER = Path(__file__).parent

Table = Mapping[str, Any]

# The types of fields. The description completes the error message about a wrong value, and the
# example shows a correct value.
Text = Annotated[str, Meta(pattern=r"\S", examples=["..."])]
Number = Annotated[int, Meta(ge=1, description="a number", examples=[2])]
Moves = Annotated[int, Meta(ge=1, description="a number of moves", examples=[18])]
Bits = Annotated[float, Meta(ge=0, lt=1000, description="a number of bits", examples=[12.5])]
Rows = Annotated[tuple[dict[str, Any], ...], Meta(description="rows")]
SomeRows = Annotated[tuple[dict[str, Any], ...], Meta(min_length=1)]


class Entry(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A table in a TOML file, or the top level of the file."""


AnyEntry = TypeVar("AnyEntry", bound=Entry)
Made = TypeVar("Made")

# The maximum number of parts in a key; a.b.c has three. The time to read a key grows with the
# square of the number of its parts.
_MAX_KEY_PARTS = 16
# Strings and comments, in which a dot has no meaning. An unclosed string extends to the end of its
# line, or of the text. Possessive matching (`*+`) never backtracks, so each character is read
# once.
_ASIDE = re.compile(
    r'''"""(?:[^"\\]|\\.|"{1,2}(?!"))*+(?:"{3,5})?|"(?:[^"\\\n]|\\.)*+"?'''
    r"""|'{3}(?:[^']|'{1,2}(?!'))*+(?:'{3,5})?|'[^'\n]*+'?|\#[^\n]*""",
    re.DOTALL,
)
_PATH = re.compile(r"at `\$\.(\w+)[^`]*`$")
_FIELD = re.compile(r"(?:unknown|required) field `(.*)`$", re.DOTALL)


# -- reading --------------------------------------------------------------------------------------


def load(path: str | Path, kind: type[AnyEntry], make: Callable[[AnyEntry], Made]) -> Made:
    """Read a file as an entry of the given type, and return the object that ``make`` creates.

    Raises
    ------
    NotationError
        If the file cannot be read, is not TOML, has a later format, lacks a key, has an unknown
        key, or has a value of the wrong type.
    """
    text = read_text(path)
    with within(path.name if isinstance(path, Path) and FOLDER in path.parents else str(path)):
        return make(read_entry(kind, parse(text)))


def load_list(
    path: str | Path, what: str, kind: type[AnyEntry], make: Callable[[AnyEntry], Made]
) -> tuple[Made, ...]:
    """Read a file with one list of entries, ``[[what]]``, and convert each entry."""
    top = cast("type[Entry]", defstruct("Top", [(what, Rows)], bases=(Entry,)))
    return load(path, top, lambda found: each(getattr(found, what), what, kind, make))


def each(
    rows: Iterable[Table],
    what: str,
    kind: type[AnyEntry],
    make: Callable[[AnyEntry], Made],
    name: str = "name",
) -> tuple[Made, ...]:
    """Convert each entry of a list. Error messages include the name or number of the entry."""
    converted = []
    for number, row in enumerate(rows, 1):
        with within(f"{what} {quoted(row.get(name) or number)}"):
            converted.append(make(read_entry(kind, row)))
    return tuple(converted)


def read_entry(kind: type[AnyEntry], table: Table) -> AnyEntry:
    """Read an entry of the given type from a table of a file.

    Raises
    ------
    NotationError
        If a key is missing or unknown, or a value has the wrong type. The message suggests a
        remedy.

    Examples
    --------
    >>> class Puzzle(Entry):
    ...     best: Moves
    >>> read_entry(Puzzle, {"best": 0})
    Traceback (most recent call last):
        ...
    pegsolitaire.errors.NotationError: best = 0 is not a number of moves: write best = 18
    """
    bare = {key: one.strip("\n") if isinstance(one, str) else one for key, one in table.items()}
    try:
        return convert(bare, kind)
    except ValidationError as error:
        raise NotationError(_what_is_wrong(kind, bare, str(error))) from None


def _what_is_wrong(kind: type[Entry], table: Table, error: str) -> str:
    """Return the message of the library for an invalid entry, with a remedy."""
    match = _PATH.search(error) or _FIELD.search(error)
    key = "" if match is None else match[1]
    types = {field.encode_name: field.type for field in structs.fields(kind)}
    if key not in types:
        return f"unknown key {quoted(key)}: the keys are {', '.join(sorted(types))}"
    for inner in get_args(types[key]):
        if isinstance(inner, type) and issubclass(inner, Entry) and isinstance(table[key], list):
            each(table[key], key, inner, lambda entry: entry)  # raises the inner error
    meta = _meta(types[key])
    if meta is None or not meta.examples:
        return f"it has no {key}s: begin each of them with a line [[{key}]]"
    remedy = f"write {key} = {json.dumps(meta.examples[0])}"
    if key not in table or meta.description is None:
        return f"it has no {key}: {remedy}"
    return f"{key} = {quoted(table[key])} is not {meta.description}: {remedy}"


def _meta(kind: Any) -> Meta | None:
    """Return the metadata of a type, or of the first type inside it that has metadata."""
    parts = get_args(kind)
    own = next((part for part in parts if isinstance(part, Meta)), None)
    return own or next(filter(None, map(_meta, parts)), None)


def parse(text: str) -> dict[str, Any]:
    """Parse a file in the current format or an earlier one, and remove the key ``format``.

    Raises
    ------
    NotationError
        If the text is not TOML, or has no format or a later one.

    Examples
    --------
    >>> parse("format = 1")
    {}
    """
    _check_parts(text)
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise NotationError(f"not a TOML file: {error}") from None
    except ValueError:  # Python does not read numbers of more than 4,300 digits
        raise NotationError("not a TOML file: a number in it is too long") from None
    version = table.pop("format", None)
    if type(version) is not int or version < 1:
        raise NotationError(f"it has no format: write format = {FORMAT} at its top")
    if version > FORMAT:
        raise NotationError(
            f"format {version} is newer than {FORMAT}, the newest that this version reads: update "
            "pegsolitaire"
        )
    return table


def _check_parts(text: str) -> None:
    """Raise an error if a key has too many parts to be read quickly. Valid keys have at most 2."""
    bare = _ASIDE.sub(lambda aside: "\n" * aside[0].count("\n"), text)
    for number, line in enumerate(bare.split("\n"), 1):
        if line.count(".") >= _MAX_KEY_PARTS:
            raise NotationError(
                f"line {number} has a key of {line.count('.') + 1:,} parts: use at most "
                f"{_MAX_KEY_PARTS}"
            )


def check_names(what: str, names: Iterable[str]) -> None:
    """Raise an error if a name occurs twice, ignoring case."""
    seen: set[str] = set()
    for name in names:
        if name.casefold() in seen:
            raise NotationError(f"two {what} are named {quoted(name)}: rename one")
        seen.add(name.casefold())


def finish_of(board: Board, text: str) -> str:
    """Check the finish of an entry, and return it as the name of a hole or ``any``."""
    return "any" if text.strip().lower() == "any" else board.hole_text(board.hole(text))


# -- writing --------------------------------------------------------------------------------------


def toml_text(entry: Entry | Table) -> str:
    """Return an entry, or a table of entries, as the text of a file.

    Examples
    --------
    >>> print(toml_text({"board": "triangle4"}), end="")
    format = 1
    board = "triangle4"
    """
    from tomli_w import dumps

    return dumps({"format": FORMAT} | to_builtins(entry), multiline_strings=True)


def write_entries(path: Path, entry: Entry | Table) -> None:
    """Write entries to a file, but keep the comments at the top of an existing file."""
    remarks: Iterator[str] = iter(())
    if path.exists():
        lines = path.read_text(encoding="utf-8").splitlines()
        remarks = takewhile(lambda line: line.startswith("#"), lines)
    write_text([*remarks, toml_text(entry).rstrip("\n")], path)
