"""What a request may be refused with, for the description of the API."""

from __future__ import annotations

from typing import Any

from pegsolitaire.web.connection import MAX_LINES, WHOLE_SECONDS
from pegsolitaire.web.guard import MAX_BODY, MAX_HEAD, MAX_TARGET
from pegsolitaire.web.schemas import ErrorDocument

Responses = dict[int | str, dict[str, Any]]


def _errors(described: dict[int, str]) -> Responses:
    return {
        status: {"model": ErrorDocument, "description": words}
        for status, words in described.items()
    }


_TWICE = "A header twice where one is meant"
#: What the guard refuses, whatever is asked for, and what any question may end with.
WRONG = _errors(
    {
        400: f"No HTTP. {_TWICE}",
        403: "Asked by a page of another site",
        408: f"A request that takes more than {WHOLE_SECONDS:g} seconds to arrive",
        413: f"A body of more than {MAX_BODY:,} bytes",
        414: f"A request line with a path and a query of more than {MAX_TARGET:,} characters",
        421: "A Host header with a name that is not that of this server",
        422: "Words that make no sense",
        431: f"A request line and headers of more than {MAX_HEAD:,} bytes or {MAX_LINES} lines",
        503: "Busy",
    }
)
#: Where a job is asked for.
ABSENT = _errors({404: "No such job"})
#: Where there is a body.
BODY = _errors({400: f"A body that is not JSON. No HTTP. {_TWICE}"})
