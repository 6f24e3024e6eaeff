"""How documents describe themselves: what stands below a key is its description for OpenAPI."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

Class = TypeVar("Class", bound=type)

_CONFIG = {
    "extra": "forbid",
    "use_attribute_docstrings": True,
    "defer_build": True,  # until a first answer: most are never asked for, and all take a second
}


def document(cls: Class) -> Class:
    """Let pydantic, where it is loaded, read the descriptions of keys, and allow no others."""
    setattr(cls, "__pydantic_config__", _CONFIG)  # noqa: B010
    return cls


def texts(things: Iterable[object]) -> list[str]:
    """Jumps or moves, as they are written."""
    return [str(thing) for thing in things]
