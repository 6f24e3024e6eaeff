"""The web application: the API, the page, and one format for all errors."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cached_property
from importlib.resources import as_file, files
from mimetypes import guess_type
from pathlib import Path
from typing import Any

import anyio
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Receive, Scope, Send

from pegsolitaire import __version__
from pegsolitaire.errors import PegSolitaireError, PictureError
from pegsolitaire.web.compression import MIN_COMPRESSED_BYTES, Content, KeptDocuments
from pegsolitaire.web.gallery import Gallery
from pegsolitaire.web.guard import App, Guard
from pegsolitaire.web.jobs import Back
from pegsolitaire.web.offline import WORKER, data_folder, documents, slices, worker
from pegsolitaire.web.processes import BusyError, Processes
from pegsolitaire.web.queries import Desk, prepare
from pegsolitaire.web.routes import NotFoundError, make_router
from pegsolitaire.web.schemas import ErrorDocument, Mistake, with_answers

#: The folder with the files of the page, which any web server can serve.
STATIC = files("pegsolitaire.web") / "static"

_LOG = logging.getLogger(__name__)
_PROCESSES = 4  # that search at a time, each with about 200 MB
_STATUS: dict[type[Exception], int] = {BusyError: 503, NotFoundError: 404}


def make_app(
    root: Path | None = None,
    folders: Sequence[Path] = (),
    hosts: Sequence[str] = ("127.0.0.1", "localhost", "::1"),
    *,
    addresses: bool = False,
    eager: bool = False,
) -> App:
    """Create the application of the browser game.

    Parameters
    ----------
    root : Path, optional
        The folder where winning sets are stored; by default the library's home folder.
    folders : sequence of Path, optional
        Folders with the user's own puzzle sets.
    hosts : sequence of str, optional
        The host names of the server; requests for other names are refused.
    addresses : bool, optional
        Whether to accept any IP address as a host, for a server that listens beyond the loopback.
    eager : bool, optional
        Whether to start a process for searches before the first search is requested.

    Examples
    --------
    >>> app = make_app()
    >>> callable(app)
    True
    """
    return Guard(make_api(root, folders, eager=eager), set(hosts), addresses=addresses)


def make_api(
    root: Path | None = None, folders: Sequence[Path] = (), *, eager: bool = False
) -> FastAPI:
    """Create the API and the page without the guard; ``/api/openapi.json`` describes the API."""
    desk, processes = Desk(root), Processes(_PROCESSES)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with anyio.create_task_group() as group:
            if eager:
                group.start_soon(_get_ready, processes)
            yield
            group.cancel_scope.cancel()
        desk.close()
        processes.close()

    api = FastAPI(
        title="pegsolitaire",
        version=__version__,
        description="Every winning position of a peg solitaire board, for the browser game.",
        openapi_url=None,  # served below: a thread builds the document, which takes a second
        docs_url=None,  # FastAPI's own pages load files from other sites
        redoc_url=None,
        lifespan=lifespan,
    )
    api.state.desk = desk
    api.add_middleware(GZipMiddleware, minimum_size=MIN_COMPRESSED_BYTES, compresslevel=6)
    api.include_router(make_router(desk, Gallery(folders), processes))
    cached = KeptDocuments(Back())

    @api.get("/api/openapi.json", include_in_schema=False)
    async def description(request: Request) -> Response:
        return await cached.answer(request, "description", lambda: with_answers(api.openapi()))

    _add_errors(api)
    with as_file(STATIC) as folder, data_folder() as data:
        api.mount("/", Page(folder, data), name="page")
    return api


async def _get_ready(processes: Processes) -> None:
    with suppress(BusyError):
        await Back(processes=processes).run_apart(prepare)


class Page:
    """Serve the files of the page: an ASGI application.

    The files are listed when the server starts, so that other paths never reach the file system. A
    file is read again if it has changed. The service worker caches all these files, and the
    documents that the page reads when it has no server. The documents are made when one of them is
    first requested.

    Parameters
    ----------
    directory, data : Path
        The folders with the files of the page, and with the slices.
    """

    def __init__(self, directory: Path, data: Path) -> None:
        paths = (path for path in directory.rglob("*") if path.is_file())
        self._files = {path.relative_to(directory).as_posix(): path for path in paths}
        self._files |= {f"packs/{path.name}": path for path in data.glob("*.pack")}
        self._back = Back(1, lambda: self._documents)
        self._read: dict[Path, tuple[tuple[int, int], Content]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a file, which browsers may cache but must revalidate."""
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        headers = Headers(scope=scope)
        name = scope["path"].removeprefix("/") or "index.html"
        content = await self._find(name)
        if content is None and not _is_browser(scope["path"], headers):
            raise HTTPException(404)
        answer = (content or self._content(self._files["404.html"])).answer(headers)
        answer.status_code = answer.status_code if content else 404
        await answer(scope, receive, send)

    async def _find(self, name: str) -> Content | None:
        if name in self._files:
            return self._content(self._files[name])
        if name == WORKER:
            return await self._back.run(self._worker)
        if name.endswith(".json"):
            return (await self._back.run(lambda: self._documents)).get(name)
        return None

    def _content(self, path: Path) -> Content:
        """Return the content of a file, which is read again only if the file has changed.

        The check for changes takes microseconds, so it needs no thread of its own.
        """
        try:
            status = path.stat()
            stamp = status.st_mtime_ns, status.st_size
            if path not in self._read or self._read[path][0] != stamp:
                kind = guess_type(path.name)[0] or "text/plain"
                self._read[path] = stamp, Content.of(path.read_bytes(), kind)
        except OSError:
            raise HTTPException(404) from None
        return self._read[path][1]

    def _worker(self) -> Content:
        files = {name: self._content(path) for name, path in self._files.items()}
        cached = sorted((files | self._documents).items())
        text = worker({name: content.checksum for name, content in cached})
        return Content.of(text.encode(), "text/javascript")

    @cached_property
    def _documents(self) -> dict[str, Content]:
        """The documents without the user's own puzzles, which change only with an upgrade."""
        prepared = documents(slices(), Gallery())
        return {name: Content.of_document(document) for name, document in prepared.items()}


def _is_browser(path: str, headers: Headers) -> bool:
    """Whether a browser requests a page. In that case, errors are also answered with a page."""
    return not path.startswith("/api") and "text/html" in headers.get("accept", "")


def _add_errors(api: FastAPI) -> None:
    @api.exception_handler(RequestValidationError)
    async def _(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:]) or "request"
        return _error(422, "RequestError", f"{where}: {first['msg']}")

    @api.exception_handler(PegSolitaireError)
    async def _(request: Request, error: PegSolitaireError) -> JSONResponse:
        code, status = type(error).__name__, _STATUS.get(type(error), 422)
        if isinstance(error, PictureError):
            message = error.naming("open that board and paste the picture there")
            return _error(status, code, message, marks=tuple(error.marks))
        return _error(status, code, str(error))

    @api.exception_handler(HTTPException)
    async def _(request: Request, error: HTTPException) -> JSONResponse:
        words = {404: "there is nothing here", 405: "this method is not allowed here"}
        message = words.get(error.status_code, str(error.detail))
        return _error(error.status_code, "HTTPError", message, error.headers)

    @api.exception_handler(Exception)
    async def _(request: Request, error: Exception) -> JSONResponse:
        _LOG.exception("a request failed", exc_info=error)
        return _error(500, "InternalError", "something went wrong: see the log of the server")


def _error(
    status: int, code: str, message: str, headers: Any = None, marks: tuple[str, ...] = ()
) -> JSONResponse:
    mistake = Mistake(code, " ".join(message.split())[:1000], marks)
    return JSONResponse(ErrorDocument(mistake).to_json(), status_code=status, headers=headers)
