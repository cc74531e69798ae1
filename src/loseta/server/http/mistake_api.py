"""The HTTP API of mistakes that are tried again. These requests change nothing."""

from __future__ import annotations

from typing import Any

import orjson
from fastapi import APIRouter, Request, Response

from loseta.server.http import mistakes, requests
from loseta.server.http.background import Background
from loseta.server.http.middleware import language_of
from loseta.server.http.sessions import Sessions
from loseta.server.refusals import Refused
from loseta.server.room.lobby import Lobby


def add_mistakes(
    router: APIRouter, sessions: Sessions, background: Background, lobby: Lobby
) -> None:
    tries = mistakes.MistakeTries(lobby.pool)

    async def admitted(request: Request) -> str:
        """The guest behind a request. Raises Refused for one who is playing a game without hints,
        because the position may be from that game."""
        identity = await sessions.required(request)
        if await lobby.plays_without_hints(identity):
            raise Refused("no_hints")
        return identity

    async def read(body: requests.Mistake) -> mistakes.Mistake:
        candidates = [each.model_dump() for each in body.candidates]
        return await background.in_thread(
            mistakes.Mistake, body.game, body.position, body.played, candidates
        )

    @router.post("/mistakes", summary="The position before a mistake, to be tried again")
    async def position(request: Request, body: requests.Mistake) -> Response:
        await admitted(request)
        lang = language_of(request.headers)
        return _json(await background.in_thread(mistakes.position_before, await read(body), lang))

    @router.post("/mistakes/try", summary="Whether another action is good enough")
    async def try_(request: Request, body: requests.MistakeTry) -> Response:
        """An action is good enough if it is expected to end within two points of the best one,
        unless it loses so much win chance that it is a mistake itself."""
        identity = await admitted(request)
        mistake = await read(body)

        def pay() -> None:
            sessions.budgets.think(identity)

        return _json(await tries.verdict(mistake, body.action, pay))

    @router.post("/mistakes/hint", summary="Where to look, step by step")
    async def hint(request: Request, body: requests.MistakeHint) -> Response:
        await admitted(request)
        mistake = await read(body)
        return _json(mistakes.hint(mistake, body.n, language_of(request.headers)))

    @router.post("/mistakes/solution", summary="The line of the best action, and of the mistake")
    async def solution(request: Request, body: requests.MistakeSolution) -> Response:
        await admitted(request)
        mistake = await read(body)
        found = body.found.model_dump() if body.found else None
        return _json(await background.in_thread(mistakes.solution, mistake, found))


def _json(content: dict[str, Any]) -> Response:
    written = orjson.dumps(content, option=orjson.OPT_NON_STR_KEYS)  # plate numbers are keys
    return Response(written, media_type="application/json")
