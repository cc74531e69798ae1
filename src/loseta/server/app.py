"""The application that uvicorn runs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException

from loseta import __version__
from loseta.game import Refusal
from loseta.record import LONGEST_FILE
from loseta.server.api import make_router, make_watch_router
from loseta.server.gate import Gate, error_response, language_of
from loseta.server.hall import Hall
from loseta.server.pages import front_page
from loseta.server.refusals import Refused
from loseta.server.settings import Settings

LARGE = {"/api/v1/records": 2 * LONGEST_FILE}
"""What may be larger than other requests: a record, as JSON."""


def make_app(settings: Settings) -> FastAPI:
    hall = Hall(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await hall.open()
        yield
        await hall.close()

    app = FastAPI(
        title="Loseta",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
    )
    app.state.hall = hall
    app.include_router(make_router(hall))
    app.include_router(make_watch_router(hall))
    app.add_middleware(Gate, limits=settings.limits, origins=settings.origins, large=LARGE)

    @app.get("/", response_class=HTMLResponse, include_in_schema=False)
    async def index(request: Request) -> HTMLResponse:
        return HTMLResponse(front_page(language_of(request.headers)))

    @app.exception_handler(Refusal)
    async def refused(request: Request, refusal: Refusal) -> Response:
        return _told(request, refusal)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        return _told(request, Refused("bad_message", detail=f"{place}: {first['msg']}"[:200]))

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404:
            return _told(request, Refused("unknown_page"))
        return _told(request, Refused("bad_request"), error.status_code)

    return app


def _told(request: Request, refusal: Refusal, status: int | None = None) -> Response:
    usual, body = error_response(refusal, language_of(request.headers))
    return Response(body, status or usual, media_type="application/json")
