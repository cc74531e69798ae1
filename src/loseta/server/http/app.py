"""The application that uvicorn runs."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from loseta import __version__
from loseta.game import Refusal
from loseta.record import LONGEST_FILE
from loseta.server.http.api import make_router, make_watch_router
from loseta.server.http.background import Background
from loseta.server.http.histories import Histories
from loseta.server.http.middleware import Middleware, error_response, language_of
from loseta.server.http.page import add_page, document, wants_page
from loseta.server.http.shared_limits import SharedSpending
from loseta.server.limiter import Limiter
from loseta.server.refusals import Misread, Refused
from loseta.server.room.lobby import Lobby

LARGE = dict.fromkeys(
    (
        "/api/v1/records",
        "/api/v1/records/reviewed",
        "/api/v1/reviews",
        "/api/v1/analysis/tree",
        "/api/v1/analysis/record",
    ),
    2 * LONGEST_FILE,
)
"""The largest body of each path that takes whole records, as JSON."""


def make_app(lobby: Lobby) -> FastAPI:
    """The application for a lobby, which `serve.py` opens and closes."""
    app = FastAPI(
        title="Loseta",
        version=__version__,
        docs_url=None,  # that page would load scripts from another site
        redoc_url=None,
    )
    background = Background()
    app.state.histories = Histories(background)
    app.include_router(make_router(lobby, background, app.state.histories))
    app.include_router(make_watch_router(lobby))
    limits = lobby.settings.limits
    requests = Limiter(limits.requests_per_address, limits.window)
    if lobby.is_shared:
        SharedSpending(lobby.bus, {"requests": requests})
    app.add_middleware(Middleware, settings=lobby.settings, large=LARGE, requests=requests)

    add_page(app)

    @app.exception_handler(Refusal)
    async def refused(request: Request, refusal: Refusal) -> Response:
        return _refusal_response(request, refusal)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        return _refusal_response(request, Misread(first["type"], first["loc"]))

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404:
            if wants_page(request) and not request.url.path.startswith(("/api/", "/web/")):
                return document(request, status=404)  # the page shows a friendly error
            return _refusal_response(request, Refused("unknown_page"))
        return _refusal_response(request, Refused("bad_request"), error.status_code)

    return app


def _refusal_response(request: Request, refusal: Refusal, status: int | None = None) -> Response:
    usual, body, headers = error_response(refusal, language_of(request.headers))
    return Response(body, status or usual, headers, media_type="application/json")
