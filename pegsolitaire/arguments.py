"""Check the arguments of public functions, and build error messages for wrong calls and names."""

from __future__ import annotations

import builtins
import inspect
import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, wraps
from importlib import import_module
from numbers import Real
from operator import index
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, get_args, get_origin

from pegsolitaire.errors import PegSolitaireError, UnknownNameError, UsageError, quoted

P = ParamSpec("P")
R = TypeVar("R")

shown = quoted


def public(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function so that a wrong call raises an error that explains the mistake.

    Examples
    --------
    >>> import pegsolitaire as ps
    >>> ps.solve("english", "d4")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    pegsolitaire.errors.UsageError: solve() takes one problem: pass one text, 'english d4', or ...
    >>> ps.dead_ends("triangle5 a1", wins="triangle5")
    Traceback (most recent call last):
    pegsolitaire.errors.UsageError: wins is 'triangle5': pass WinningSets or None
    """

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except PegSolitaireError:
            raise
        except (TypeError, ValueError, AttributeError) as error:
            # With only one frame, the function has not started: the call itself was wrong.
            trace = error.__traceback__
            if isinstance(error, TypeError) and trace is not None and trace.tb_next is None:
                raise UsageError(_wrong_call(function, args, str(error))) from None
            wrong = _wrong_argument(function, args, kwargs)
            if wrong is None:
                raise
            raise UsageError(wrong) from error

    return call


def _wrong_call(function: Callable[..., Any], args: tuple[Any, ...], error: str) -> str:
    """Build the message for a call that does not match the signature."""
    name, parameters = function.__name__, dict(inspect.signature(function).parameters)
    if name == "__init__":
        name = function.__qualname__.removesuffix(".__init__")
    if parameters.pop("cls", None) or parameters.pop("self", None):
        args = args[1:]
    error = error.replace(".__init__()", "()")
    if (
        next(iter(parameters), None) in ("problem", "start")
        and len(args) > 1
        and isinstance(args[1], str)
    ):
        texts = [str(getattr(one, "name", one)) for one in args[:2]]
        words, quoted = " ".join(texts), ", ".join(map(repr, texts))
        return f"{name}() takes one problem: pass one text, {words!r}, or Problem({quoted})"
    given = [
        one.name if one.default is one.empty else f"{one.name}=..."
        for one in parameters.values()
        if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
    ]
    return f"{error}: call it as {name}({', '.join(given)})"


def _wrong_argument(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> str | None:
    """Build the message for the first argument of a wrong type; None if all types are right."""
    signature = inspect.signature(function)
    for name, value in signature.bind(*args, **kwargs).arguments.items():
        written = str(signature.parameters[name].annotation)
        if not isinstance(value, _classes(function, written)):
            return f"{name} is {quoted(value)}: pass {written.replace(' | ', ' or ')}"
    return None


def _classes(function: Callable[..., Any], written: str) -> tuple[type, ...]:
    """Return the classes that an annotation names."""
    found: list[Any] = []
    for name in re.sub(r"\[.*\]", "", written).split(" | "):
        kind = function.__globals__.get(name) or vars(builtins).get(name) or _exported(name)
        found += get_args(kind) if isinstance(kind, UnionType) else [kind]
    classes = [NoneType if kind is None else get_origin(kind) or kind for kind in found]
    return tuple(classes) if all(isinstance(kind, type) for kind in classes) else (object,)


_ELSEWHERE = (
    "pegsolitaire",
    "pegsolitaire.sets",
    "pegsolitaire.sets.fewest_moves",
    "pathlib",
    "collections.abc",
)


def _exported(name: str) -> object:
    """Find a class that a module uses only in annotations and therefore does not import."""
    for module in _ELSEWHERE:
        if found := getattr(import_module(module), name, None):
            return found
    return None if name == "None" else object


def whole_number(value: object, name: str, least: int = 0) -> int:
    """Check that a value is a whole number, or a string of digits, and is not too small.

    Examples
    --------
    >>> whole_number("5", "side", 1)
    5
    >>> whole_number(2.5, "games", 1)
    Traceback (most recent call last):
    pegsolitaire.errors.UsageError: games is 2.5: pass a whole number of at least 1
    """
    number = value
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit():
        number = int(value) if len(value) < 100 else None
    try:
        whole = index(number)  # type: ignore[arg-type]
    except TypeError:
        whole = least - 1
    if isinstance(value, bool) or whole < least:
        raise UsageError(f"{name} is {quoted(value)}: pass a whole number of at least {least}")
    return whole


def number_range(value: object, name: str) -> tuple[float, float]:
    """Return the two ends of a range, which may be a number or a pair of numbers.

    Examples
    --------
    >>> number_range((6, 8), "pegs"), number_range(7, "pegs")
    ((6, 8), (7, 7))
    >>> number_range("easy", "bits")
    Traceback (most recent call last):
    pegsolitaire.errors.UsageError: bits is 'easy': pass a number, or a pair such as (6, 8)
    """
    pair = (value, value) if isinstance(value, Real) else value
    if isinstance(pair, Sequence) and len(pair) == 2 and all(isinstance(n, Real) for n in pair):
        return pair[0], pair[1]
    raise UsageError(f"{name} is {quoted(value)}: pass a number, or a pair such as (6, 8)")


def one_of(value: object, names: Collection[str], what: str) -> str:
    """Return the name that equals a value, ignoring case.

    Examples
    --------
    >>> one_of("Unique", ["unique", "symmetric"], "kind")
    'unique'
    >>> one_of("hard", ["unique", "symmetric"], "kind")
    Traceback (most recent call last):
    pegsolitaire.errors.UsageError: unknown kind 'hard': pass one of unique, symmetric
    """
    for name in names:
        if isinstance(value, str) and value.strip().lower() == name.lower():
            return name
    raise UsageError(f"unknown {what} {quoted(value)}: pass one of {', '.join(names)}")


@cache
def _hints() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(
        Path(__file__).with_name("hints.json").read_text("utf-8")
    )
    return found


def hint(name: str, *owners: str) -> str:
    """Return what to use instead of a missing name of a class or a package, or an empty string.

    Examples
    --------
    >>> hint("undo", "Game", "object")
    'game.pop()'
    """
    return next((_hints()[one][name] for one in owners if name in _hints().get(one, ())), "")


class Helpful:
    """A base class that suggests the right name when a program uses an unknown attribute.

    The file ``hints.json`` lists, for each class, names that people may try and what to use
    instead. The error also suggests a method for the names that other libraries use for drawings
    and tables.

    Examples
    --------
    >>> import pegsolitaire as ps
    >>> ps.Board("english").full.moves
    Traceback (most recent call last):
    pegsolitaire.errors.UnknownNameError: Position has no 'moves': write position.legal_jumps
    """

    if not TYPE_CHECKING:  # otherwise a type checker would accept every name

        def __getattr__(self, name: str) -> Any:
            kind = type(self)
            found = "" if name.startswith("_") else hint(name, *(c.__name__ for c in kind.__mro__))
            if not found and (own := hint(name, "other libraries")) and hasattr(kind, own):
                found = f"{own}()"
            told = f": write {found}" if found else ""
            raise UnknownNameError(f"{kind.__name__} has no {name!r}{told}", name=name, obj=self)


# --
# Suggestions for unknown names.


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a sentence that suggests the closest known name, or an empty string.

    Examples
    --------
    >>> did_you_mean("purgs", ["purge", "thumb"]), did_you_mean("x", ["purge", "thumb"])
    (" Did you mean 'purge'?", '')
    """
    near = get_close_matches(name, known, 1)
    return f" Did you mean {near[0]!r}?" if near else ""
