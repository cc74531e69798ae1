"""The HTTP API of the analysis board. These requests change nothing."""

from __future__ import annotations

from typing import Any

import orjson
from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse

from loseta.game import BadText
from loseta.games import game_named
from loseta.server.http import requests, trees
from loseta.server.http.analyses import Analyses
from loseta.server.http.background import Background
from loseta.server.http.middleware import language_of
from loseta.server.http.sessions import Sessions
from loseta.server.refusals import Misread, Refused, error_json
from loseta.server.room.lobby import Lobby
from loseta.server.workers import ThinkingFailed


def add_analysis(
    router: APIRouter, lobby: Lobby, sessions: Sessions, background: Background
) -> None:
    analyses = Analyses(lobby.pool)
    longest = lobby.settings.limits.thinking_seconds

    async def admitted(request: Request, game: str, position: str) -> tuple[str, str]:
        """The guest behind a request, and the view of the seat to move. Raises Refused and
        BadText."""
        identity = await sessions.required(request)
        state = game_named(game).state_from_text(position)
        if await lobby.plays_without_hints(identity):
            raise Refused("no_hints")
        if state.to_move is None or state.to_move < 0:
            raise Refused("no_decision")
        state.legal_actions()  # raises HiddenInformation for a view that hides them
        sessions.budgets.think(identity)
        return identity, state.view(state.to_move).to_text()

    @router.post("/analysis", summary="The best actions of a position")
    async def analysis(request: Request, body: requests.Analysis) -> dict[str, Any]:
        _, view = await admitted(request, body.game, body.position)
        try:
            seconds = min(body.seconds, longest)
            return {"candidates": await lobby.pool.think(body.game, view, seconds)}
        except ThinkingFailed:
            raise Refused("no_thought") from None

    @router.post("/analysis/lines", summary="The best actions of a position, as they are found")
    async def lines(request: Request, body: requests.AnalysedPosition) -> StreamingResponse:
        identity, view = await admitted(request, body.game, body.position)
        seconds, lang = min(body.seconds, longest), language_of(request.headers)
        found = analyses.lines(identity, body.game, view, seconds, body.best, lang)
        return StreamingResponse(found, media_type="application/x-ndjson")

    @router.post("/analysis/check", summary="Whether a position could stand on a table")
    async def check(request: Request, body: requests.CheckedPosition) -> dict[str, Any]:
        """An impossible position is not an error here: `problem` says why, with the rule."""
        await sessions.required(request)
        try:
            game_named(body.game).state_from_text(body.position)
        except BadText as problem:
            return {"problem": error_json(problem, language_of(request.headers))}
        return {"problem": None}

    @router.post("/analysis/tree", summary="A tree of variations, to be gone through")
    async def tree(request: Request, body: requests.TreeSource) -> Response:
        await sessions.required(request)
        if body.tree is not None and body.record is None:
            record = await background.in_thread(trees.record_from, body.tree)
            nodes = trees.tree_of(record)
        elif body.record is not None and body.tree is None:
            nodes = await background.in_thread(trees.tree_in, body.record)
        else:
            raise Misread("value", ["tree"])
        start, *found = await background.in_slices(map(_json, nodes))
        content = start[:-1] + b',"nodes":[' + b",".join(found) + b"]}"
        return Response(content, media_type="application/json")

    @router.post(
        "/analysis/record",
        summary="A tree of variations as a record",
        response_class=PlainTextResponse,
    )
    async def record(request: Request, body: requests.Tree) -> PlainTextResponse:
        await sessions.required(request)
        return PlainTextResponse(await background.in_thread(trees.record_text, body))


def _json(content: dict[str, Any]) -> bytes:
    return orjson.dumps(content, option=orjson.OPT_NON_STR_KEYS)  # plate numbers are keys
