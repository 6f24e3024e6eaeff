"""Answers that do not change: made once, compressed once, and then given without any work.

Each has an ETag, so that a browser that has it already is told so in a few bytes. Other answers
are compressed on their way (`starlette.middleware.gzip`), streams of events never.
"""

from __future__ import annotations

import gzip
import json
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from hashlib import blake2b

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response

from pegsolitaire.web.back import Back

#: Bytes from which on an answer is compressed: below, a packet is a packet.
LEAST_PACKED = 1000
_MOST_KEPT = 64  # a third of them the boards of the catalogue


@dataclass(frozen=True)
class Content:
    """The bytes of an answer, as they are and compressed.

    Attributes
    ----------
    body : bytes
    packed : bytes or None
        The same in gzip, where that is smaller.
    media_type : str
    tag : str
        What tells it from other contents.
    """

    body: bytes
    packed: bytes | None
    media_type: str
    tag: str

    @classmethod
    def of(cls, body: bytes, media_type: str) -> Content:
        """The content of some bytes.

        Examples
        --------
        >>> content = Content.of(b"peg " * 1000, "text/plain")
        >>> len(content.body), len(content.packed) < 100
        (4000, True)
        """
        packed = gzip.compress(body, mtime=0) if len(body) >= LEAST_PACKED else None
        if packed is not None and len(packed) >= len(body):
            packed = None
        return cls(body, packed, media_type, blake2b(body, digest_size=12).hexdigest())

    @classmethod
    def of_document(cls, document: Mapping[str, object]) -> Content:
        """The content of a document, as JSON without blanks."""
        text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
        return cls.of(text.encode(), "application/json")

    def answer(self, headers: Headers) -> Response:
        """The answer to a request with these headers: the client may know the content already."""
        packed = self.packed if takes_gzip(headers) else None
        # Compressed bytes are others, and have a tag of their own.
        tag = f'"{self.tag}-gzip"' if packed else f'"{self.tag}"'
        told = {"etag": tag, "cache-control": "no-cache"}
        if self.packed:
            told["vary"] = "Accept-Encoding"
        if _knows(headers.get("if-none-match", ""), tag):
            return Response(status_code=304, headers=told)
        if packed:
            told["content-encoding"] = "gzip"
        return Response(packed or self.body, headers=told, media_type=self.media_type)


def takes_gzip(headers: Headers) -> bool:
    """Whether a client reads gzip.

    Examples
    --------
    >>> [takes_gzip(Headers({"accept-encoding": one})) for one in ("br, gzip", "gzip;q=0", "")]
    [True, False, False]
    """
    for word in headers.get("accept-encoding", "").lower().split(","):
        name, _, weight = word.replace(" ", "").partition(";q=")
        if name in ("gzip", "x-gzip"):
            return not weight or weight.strip("0.") != ""
    return False


def _knows(tags: str, tag: str) -> bool:
    """Whether a header `If-None-Match` names a tag, weak or not."""
    names = (name.strip().removeprefix("W/") for name in tags.split(","))
    return any(name in (tag, "*") for name in names)


class Kept:
    """Documents that do not change, by key: each is made once, in a thread.

    Parameters
    ----------
    back : Back
        The threads that make them.
    """

    def __init__(self, back: Back) -> None:
        self._back = back
        self._kept: OrderedDict[Hashable, Content] = OrderedDict()

    async def answer(
        self, request: Request, key: Hashable, make: Callable[[], Mapping[str, object]]
    ) -> Response:
        """The answer with a document, which is made if it is asked for the first time."""
        if key not in self._kept:
            content = await self._back.run(lambda: Content.of_document(make()))
            self._kept[key] = content
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
            content = self._kept[key]
        return content.answer(request.headers)
