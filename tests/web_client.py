"""A client that calls the server in this process and checks every response."""

import json
from contextlib import contextmanager

import anyio
import httpx
import pytest
from anyio.from_thread import start_blocking_portal
from private import set_private

from pegsolitaire.web import jobs
from pegsolitaire.web.app import make_api
from pegsolitaire.web.guard import HEADERS, Guard

ADDRESS = "http://127.0.0.1:8033"
NAMES = ("127.0.0.1", "localhost", "::1")


class Asker:
    """Sends requests to a server and checks that all errors have the standard form."""

    def __init__(self, app, desk, portal):
        self.app = app
        self.desk = desk
        self._portal = portal

    def answer(self, method, path, raising=True, **options):
        """Send a request; with ``raising``, unexpected errors of the server are raised here."""
        answer = self._portal.call(self._answer, method, path, raising, options)
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
        assert all(len(answer.headers.get_list(name)) == 1 for name in HEADERS)
        if answer.status_code >= 400 and method != "HEAD":
            assert_is_mistake(answer)
        return answer

    async def _answer(self, method, path, raising, options):
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=raising)
        async with httpx.AsyncClient(transport=transport, base_url=ADDRESS) as client:
            return await client.request(method, path, timeout=180, **options)

    def raw(self, method, path, headers=(), query=b"", body=(b"",), waits=False):
        """Send a raw request, however malformed, and return the response."""
        return self._portal.call(self._raw, method, path, list(headers), query, body, waits)

    def run(self, work):
        """Run a coroutine in the server's event loop and return its result."""
        return self._portal.call(work)

    async def _raw(self, method, path, headers, query, body, waits):
        sent, messages = [], [{"type": "http.request", "body": b, "more_body": True} for b in body]
        messages[-1]["more_body"] = waits

        async def receive():
            if not messages:
                await anyio.sleep(60)
            return messages.pop(0)

        async def send(message):
            sent.append(message)

        scope = {"type": "http", "http_version": "1.1", "method": method, "scheme": "http",
                 "path": path, "raw_path": path.encode(), "query_string": query, "root_path": "",
                 "headers": headers, "server": ("127.0.0.1", 8033)}  # fmt: skip
        await self.app(scope, receive, send)
        answer = httpx.Response(
            sent[0]["status"],
            headers=sent[0]["headers"],
            content=b"".join(message.get("body", b"") for message in sent[1:]),
        )
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
        if answer.status_code >= 400 and method != "HEAD":
            assert_is_mistake(answer)
        return answer

    def get(self, route, **words):
        """Return the document of a route."""
        answer = self.answer("GET", f"/api/{route}", params=given(words))
        assert answer.status_code == 200, answer.text
        return answer.json()

    def mistake(self, route, status=422, **words):
        """Return the code and the message of a route's error."""
        answer = self.answer("GET", f"/api/{route}", params=given(words))
        assert answer.status_code == status, answer.text
        return "{code}: {message}".format(**answer.json()["error"])

    def start(self, **words):
        """Start a job."""
        answer = self.answer("POST", "/api/jobs", json=words)
        assert answer.status_code == 202, answer.text
        return answer.json()

    def events(self, job_id):
        """Return all documents of an event stream, up to its end."""
        answer = self.answer("GET", f"/api/jobs/{job_id}/events")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert answer.headers["cache-control"] == "no-store"
        blocks = answer.text.split("\n\n")
        assert blocks.pop() == ""
        lines = [block for block in blocks if not block.startswith(":")]
        assert all(line.startswith("data: ") and "\n" not in line for line in lines)
        return [json.loads(line.removeprefix("data: ")) for line in lines]


def run_apart(work):
    """Run a coroutine in another thread, because browser tests leave an event loop in this one."""
    with start_blocking_portal() as portal:
        return portal.call(work)


def given(words):
    return {name: word for name, word in words.items() if word is not None}


def assert_is_mistake(answer):
    """Check the standard form of an error: a code, one line, and marks for a rejected picture.

    Requests for a page get an HTML page instead.
    """
    if answer.status_code == 404 and answer.headers["content-type"].startswith("text/html"):
        return
    assert answer.headers["content-type"] == "application/json"
    document = answer.json()
    assert document.keys() == {"error"}
    assert document["error"].keys() == {"code", "message", "marks"}
    assert not document["error"]["marks"] or document["error"]["code"] == "PictureError"
    message = document["error"]["message"]
    assert document["error"]["code"]
    assert message
    assert len(message) <= 1000
    assert len(message.splitlines()) == 1
    assert "Traceback" not in message


_IDLE = []  # APIs of closed servers, kept because creating one takes a second


@contextmanager
def served(root, *, folders=(), names=NAMES, addresses=False, anew=False):
    """Run a server in this process; unexpected errors of the server make the test fail.

    Its desk is new. With ``anew``, everything behind the routes is created anew as well.
    """
    anew = anew or bool(folders)
    api = make_api(root, folders) if anew or not _IDLE else _IDLE.pop()
    desk = api.state.desk
    desk.__init__(root)  # the routes keep a reference to this object
    with start_blocking_portal() as portal, pytest.MonkeyPatch.context() as patch:
        set_private(patch, jobs, _PATIENCE=600.0)  # a busy machine may take this long
        set_private(patch, jobs, _CEILING=600.0)
        try:
            yield Asker(Guard(api, set(names), addresses=addresses), desk, portal)
        finally:
            desk.close()
    if not anew:
        _IDLE.append(api)
