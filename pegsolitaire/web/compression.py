"""Cached answers, which are built and compressed once, and then sent without further work.

Each answer has an ETag, so a browser that already has the answer receives only a short "not
modified" response. Other answers are compressed when they are sent (`starlette.middleware.gzip`);
event streams are never compressed.
"""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b, sha256

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response

from pegsolitaire.web.jobs import Back

#: Answers of at least this many bytes are compressed; a shorter answer fits in one packet.
MIN_COMPRESSED_BYTES = 1000
_MAX_CACHED_ANSWERS = 64  # more than the boards of the catalogue


@dataclass(frozen=True)
class Content:
    """The bytes of an answer, plain and compressed.

    Attributes
    ----------
    body : bytes
    packed : bytes or None
        The bytes compressed with gzip, if that is smaller.
    media_type : str
    tag : str
        A hash that distinguishes this content from others.
    """

    body: bytes
    packed: bytes | None
    media_type: str
    tag: str

    @classmethod
    def of(cls, body: bytes, media_type: str) -> Content:
        """Create the content from bytes.

        Examples
        --------
        >>> content = Content.of(b"peg " * 1000, "text/plain")
        >>> len(content.body), len(content.packed) < 100
        (4000, True)
        """
        packed = gzip.compress(body, mtime=0) if len(body) >= MIN_COMPRESSED_BYTES else None
        if packed is not None and len(packed) >= len(body):
            packed = None
        return cls(body, packed, media_type, blake2b(body, digest_size=12).hexdigest())

    @classmethod
    def of_document(cls, document: Mapping[str, object]) -> Content:
        """Create the content from a document, as compact JSON."""
        text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
        return cls.of(text.encode(), "application/json")

    @cached_property
    def checksum(self) -> str:
        """The checksum with which a browser detects that the content was changed in transit."""
        return checksum(self.body)

    def answer(self, headers: Headers) -> Response:
        """Answer a request with the given headers, whose client may already have the content."""
        packed = self.packed if _takes_gzip(headers) else None
        # The compressed bytes differ from the plain bytes, so they have their own tag.
        tag = f'"{self.tag}-gzip"' if packed else f'"{self.tag}"'
        caching = {"etag": tag, "cache-control": "no-cache"}
        if self.packed:
            caching["vary"] = "Accept-Encoding"
        if _knows(headers.get("if-none-match", ""), tag):
            return Response(status_code=304, headers=caching)
        if packed:
            caching["content-encoding"] = "gzip"
        return Response(packed or self.body, headers=caching, media_type=self.media_type)


def checksum(content: bytes) -> str:
    """The checksum with which a browser detects that a file was changed in transit."""
    return f"sha256-{b64encode(sha256(content).digest()).decode()}"


def _takes_gzip(headers: Headers) -> bool:
    """Whether a client accepts gzip."""
    for word in headers.get("accept-encoding", "").lower().split(","):
        name, _, weight = word.replace(" ", "").partition(";q=")
        if name in ("gzip", "x-gzip"):
            return not weight or weight.strip("0.") != ""
    return False


def _knows(tags: str, tag: str) -> bool:
    """Whether an `If-None-Match` header includes a tag. Weak tags count too."""
    names = (name.strip().removeprefix("W/") for name in tags.split(","))
    return any(name in (tag, "*") for name in names)


class KeptDocuments:
    """Cache documents that do not change, by key. Each document is built once, in a thread.

    Parameters
    ----------
    back : Back
        The threads that build the documents.
    """

    def __init__(self, back: Back) -> None:
        self._back = back
        self._kept: OrderedDict[Hashable, Content] = OrderedDict()

    async def answer(
        self, request: Request, key: Hashable, make: Callable[[], Mapping[str, object]]
    ) -> Response:
        """Answer with a document, which is built when it is first requested."""
        if key not in self._kept:
            content = await self._back.run(lambda: Content.of_document(make()))
            self._kept[key] = content
            while len(self._kept) > _MAX_CACHED_ANSWERS:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
            content = self._kept[key]
        return content.answer(request.headers)
