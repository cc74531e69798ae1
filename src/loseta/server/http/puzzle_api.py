"""The HTTP API of puzzles. These requests change nothing."""

from __future__ import annotations

from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Query, Request, Response

from loseta.server.http import puzzles, requests
from loseta.server.http.background import Background
from loseta.server.http.conditional import if_changed, packed
from loseta.server.http.middleware import language_of
from loseta.server.http.sessions import Sessions
from loseta.server.refusals import Refused
from loseta.server.workers import Thinking

Found = Annotated[list[requests.ActionText], Query(max_length=10)]


def add_puzzles(
    router: APIRouter, sessions: Sessions, background: Background, pool: Thinking
) -> None:
    tries = puzzles.Tries(pool)

    @router.get("/puzzles", summary="The variants with puzzles, or the puzzles of one of them")
    async def listed(request: Request, variant: str | None = None) -> Response:
        await sessions.required(request)
        lang = language_of(request.headers)
        if variant is None:
            content = await background.in_thread(puzzles.overview, lang)
        else:
            content = await background.in_thread(puzzles.listed, variant, lang)
        return if_changed(request, content, lambda: content, public=True)

    @router.get("/puzzles/day", summary="The puzzle of a day, the same for everybody")
    async def of_the_day(
        request: Request, date: str | None = None, variant: str | None = None
    ) -> Response:
        """`date`: the client's date, such as 2026-11-16; left out: today in UTC."""
        await sessions.required(request)
        return _json(request, puzzles.of_the_day(date, variant, language_of(request.headers)))

    @router.get("/puzzles/{puzzle}", summary="A puzzle to be solved")
    async def one(request: Request, puzzle: str) -> Response:
        await sessions.required(request)
        return _json(request, puzzles.one(puzzles.find(puzzle), language_of(request.headers)))

    @router.post("/puzzles/{puzzle}/try", summary="Whether a decision is right, and what follows")
    async def try_(request: Request, puzzle: str, body: requests.PuzzleTry) -> Response:
        """If refuting a wrong decision needs a search, it counts against the guest's `thoughts`;
        without any left, the refutation is missing."""
        identity = await sessions.required(request)
        found, lang = puzzles.find(puzzle), language_of(request.headers)
        may_think = True
        if tries.needs_thought(found, body.actions):
            try:
                sessions.budgets.think(identity)
            except Refused:
                may_think = False
        return _json(request, await tries.verdict(found, body.actions, may_think, lang))

    @router.get("/puzzles/{puzzle}/hint", summary="Where to look, step by step")
    async def hint(request: Request, puzzle: str, n: int = 1, found: Found = []) -> Response:  # noqa: B006
        """`found`: the decisions found so far. `n`: the number of the hint; the first names the
        area."""
        await sessions.required(request)
        lang = language_of(request.headers)
        return _json(request, puzzles.hint(puzzles.find(puzzle), found, n, lang))

    @router.get("/puzzles/{puzzle}/solution", summary="The best line, and the best other one")
    async def solution(request: Request, puzzle: str) -> Response:
        await sessions.required(request)
        lang = language_of(request.headers)
        content = await background.in_thread(puzzles.solution, puzzles.find(puzzle), lang)
        return _json(request, content)


def _json(request: Request, content: dict[str, Any]) -> Response:
    written = orjson.dumps(content, option=orjson.OPT_NON_STR_KEYS)  # plate numbers are keys
    return packed(request, written)
