"""HTTP: everything that is not said over a live connection."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson
from fastapi import APIRouter, Request, Response, WebSocket
from fastapi.responses import PlainTextResponse, StreamingResponse
from prometheus_client import generate_latest

from loseta import __version__, texts
from loseta import record as records
from loseta.games import GAMES, game_named
from loseta.server import answers, messages, requests
from loseta.server.faces import FACES
from loseta.server.gate import language_of
from loseta.server.guests import Guests
from loseta.server.hall import Hall
from loseta.server.health import Health
from loseta.server.limiter import Limiter
from loseta.server.live import Live
from loseta.server.names import guest_word
from loseta.server.phrases import PHRASES
from loseta.server.plans import levels
from loseta.server.records import record_of, replayed
from loseta.server.refusals import Refused
from loseta.server.reviews import Reviews
from loseta.server.storing import storing
from loseta.server.table import Table
from loseta.server.table_info import listed_table
from loseta.server.telling import frames_json
from loseta.server.thinking import ThinkingFailed
from loseta.server.trials import trial


def make_router(hall: Hall) -> APIRouter:
    router = APIRouter(prefix="/api/v1")
    guests = Guests(hall)
    live = Live(hall, guests)
    thoughts = Limiter(hall.settings.limits.thoughts, 60)
    reviews = Reviews(hall.pool)

    # --- Who you are --------------------------------------------------------------------------

    @router.get("/me", summary="Your name, if you have chosen one; a guest gets a cookie here")
    async def me(request: Request, response: Response) -> dict[str, Any]:
        guests.check_rate(request)
        identity = await guests.known(request)
        if identity is None:
            await guests.welcome(request, response)
            return {"name": None, "new": True}
        return {"name": await guests.name(identity), "new": False}

    @router.put("/me", summary="Choose your name")
    async def rename(request: Request, body: requests.Guest) -> dict[str, Any]:
        identity = await guests.required(request)
        name = await guests.rename(identity, body.name)
        for table in list(hall.live.values()):
            if table.seat_of(identity) is not None:
                await table.reload_seats()
        return {"name": name, "new": False}

    # --- What there is ------------------------------------------------------------------------

    @router.get("/games", summary="The games with their options, the computer players, phrases")
    async def games(request: Request) -> dict[str, Any]:
        guests.check_rate(request)
        lang = language_of(request.headers)
        return {
            "version": messages.VERSION,
            "server": __version__,
            "games": {
                name: {
                    "options": {option.name: option.values for option in game.options},
                    "box": FACES[name].box(),
                }
                for name, game in GAMES.items()
            },
            "levels": {
                name: texts.say(f"server.level.{key}", lang) for name, key in levels().items()
            },
            "phrases": {key: texts.say(f"server.phrase.{key}", lang) for key in PHRASES},
            "limits": {
                "name": 24,
                "absent_seconds": hall.settings.limits.absent_seconds,
                "thinking_seconds": hall.settings.limits.thinking_seconds,
            },
        }

    @router.get("/schema", summary="The JSON schema of the live messages")
    async def schema(request: Request) -> dict[str, Any]:
        guests.check_rate(request)
        return answers.schema()

    @router.get("/texts/{lang}", summary="All sentences of a language")
    async def catalogue(request: Request, lang: requests.Language) -> dict[str, str]:
        guests.check_rate(request)
        return {key: texts.raw(key, lang) for key in sorted(texts.keys(lang))}

    # --- Tables -------------------------------------------------------------------------------

    @router.get("/tables", summary="Your games, the newest first")
    async def tables(request: Request) -> dict[str, Any]:
        identity = await guests.required(request)
        with storing():
            rows = await hall.store.games_of(identity)
            seats = await hall.store.seats_of([row.id for row in rows])
        now = hall.time.now()
        return {
            "tables": [
                listed_table(row, seats[row.id], identity, hall.outages, now) for row in rows
            ]
        }

    @router.post("/tables", status_code=201, summary="Open a table")
    async def open_table(request: Request, body: requests.NewTable) -> dict[str, Any]:
        identity = await guests.required(request)
        return told(await hall.open_table(identity, body.plan()), identity)

    @router.get("/tables/{table}", summary="A table: who sits there, and your invitations to it")
    async def one_table(request: Request, table: str) -> dict[str, Any]:
        identity = await guests.required(request)
        return told(await visible(identity, table), identity)

    @router.post("/tables/{table}/join", summary="Take the seat that an invitation is for")
    async def join(request: Request, table: str, body: requests.Invitation) -> dict[str, Any]:
        identity = await guests.required(request)
        return told(await hall.join(identity, table, body.secret), identity)

    @router.post("/tables/{table}/fill", summary="Put a computer player into an open seat")
    async def fill(request: Request, table: str, body: requests.Filling) -> dict[str, Any]:
        identity = await guests.required(request)
        return told(await hall.fill(identity, table, body.seat, body.level), identity)

    @router.post("/tables/{table}/act", summary="Play, where no live connection can be kept")
    async def act(request: Request, table: str, body: messages.Act) -> dict[str, Any]:
        identity = await guests.required(request)
        found = await hall.table(table)
        return {"number": await live.command(found, found.seat_of(identity), body)}

    @router.post("/tables/{table}/rematch", summary="Offer a rematch, or agree to one")
    async def rematch(request: Request, table: str) -> dict[str, Any]:
        identity = await guests.required(request)
        return told(await hall.rematch(identity, table), identity)

    @router.delete("/tables/{table}/rematch", summary="Decline a rematch, or withdraw from it")
    async def decline(request: Request, table: str) -> dict[str, Any]:
        identity = await guests.required(request)
        return told(await hall.decline_rematch(identity, table), identity)

    @router.get("/tables/{table}/history", summary="The game so far, as you saw it")
    async def history(request: Request, table: str, since: int = 0) -> dict[str, Any]:
        identity = await guests.required(request)
        found = await visible(identity, table)
        course = found.loaded
        if course is None:
            raise Refused("storage")
        frames = frames_json(course, found.seat_of(identity))
        return {"frames": [frame for frame in frames if frame["ply"] >= since]}

    @router.get(
        "/tables/{table}/record",
        summary="The record of a game that is over",
        response_class=PlainTextResponse,
    )
    async def record(request: Request, table: str) -> PlainTextResponse:
        identity = await guests.required(request)
        found = await visible(identity, table)
        course = found.loaded
        if course is None:
            raise Refused("storage")
        if course.ending is None:
            raise Refused("not_over")
        guest = guest_word(language_of(request.headers))
        names = [seat.level or seat.name or guest for seat in found.seats]
        file = f'attachment; filename="{found.row.game}-{found.row.id}.txt"'
        text = record_of(found.row, course, names)
        return PlainTextResponse(text, headers={"Content-Disposition": file})

    @router.websocket("/tables/{table}/live")
    async def live_table(
        socket: WebSocket,
        table: str,
        seen: int | None = None,
        lang: requests.Language | None = None,
    ) -> None:
        await live.serve(socket, table, seen, lang)

    # --- Records and analysis -----------------------------------------------------------------

    @router.post("/records", summary="Read a record, to be stepped through")
    async def upload(request: Request, body: requests.Upload) -> dict[str, Any]:
        await guests.required(request)
        return await asyncio.to_thread(replayed, body.record)

    @router.post("/analysis", summary="The best actions of a position")
    async def analysis(request: Request, body: requests.Analysis) -> dict[str, Any]:
        identity = await guests.required(request)
        state = game_named(body.game).state_from_text(body.position)
        if await hall.plays_without_hints(identity):
            raise Refused("no_hints")
        if not thoughts.take(identity):
            raise Refused("slow_down")
        if state.to_move is None or state.to_move < 0:
            raise Refused("no_decision")
        seconds = min(body.seconds, hall.settings.limits.thinking_seconds)
        state.legal_actions()  # refuses a view that hides them
        view = state.view(state.to_move).to_text()
        try:
            return {"candidates": await hall.pool.think(body.game, view, seconds)}
        except ThinkingFailed:
            raise Refused("no_thought") from None

    @router.post("/reviews", summary="The best actions of each decision of a record, line by line")
    async def review(request: Request, body: requests.Review) -> StreamingResponse:
        identity = await guests.required(request)
        if await hall.plays_without_hints(identity):
            raise Refused("no_hints")
        if not thoughts.take(identity):
            raise Refused("slow_down")
        game = await asyncio.to_thread(records.read, body.record)
        seconds = min(body.seconds, hall.settings.limits.thinking_seconds)
        lines = reviews.lines(identity, game, seconds, language_of(request.headers))
        return StreamingResponse(lines, media_type="application/x-ndjson")

    @router.post("/trials", summary="A position after some actions, and what may be done in it")
    async def tried(request: Request, body: requests.Trial) -> Response:
        await guests.required(request)
        lang = language_of(request.headers)
        told = trial(body.game, body.position, body.actions, body.why, lang)
        return Response(orjson.dumps(told), media_type="application/json")

    # --- Helpers ------------------------------------------------------------------------------

    async def visible(identity: str, game: str) -> Table:
        table = await hall.table(game)
        await table.ready()
        mine = table.row.host == identity or table.seat_of(identity) is not None
        if table.row.private and not mine:
            raise Refused("private")
        return table

    def told(table: Table, identity: str) -> dict[str, Any]:
        host = table.row.host == identity
        answer: dict[str, Any] = {"table": table.info(table.seat_of(identity), host)}
        if host:
            answer["invitations"] = {
                seat.seat: hall.keys.invitation(table.row.id, seat.seat, seat.invitation)
                for seat in table.seats
                if not (seat.identity or seat.level)
            }
        return answer

    return router


def make_watch_router(hall: Hall) -> APIRouter:
    """For those who run the server."""
    router = APIRouter()
    health = Health(hall)

    @router.get("/healthz", summary="Whether the server can store a move")
    async def healthz() -> dict[str, Any]:
        await health.check()
        return {"status": "ok", "version": __version__, "tables": len(hall.live)}

    @router.get("/metrics", summary="Figures for Prometheus", response_class=PlainTextResponse)
    async def figures() -> PlainTextResponse:
        return PlainTextResponse(generate_latest())

    return router
