"""The HTTP API, except for the live connections."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson
from fastapi import APIRouter, Request, Response, WebSocket
from fastapi.responses import PlainTextResponse, StreamingResponse

from loseta import __version__
from loseta import record as records
from loseta.server import metrics
from loseta.server.http import catalogue, requests
from loseta.server.http.addresses import Addresses
from loseta.server.http.analysis_api import add_analysis
from loseta.server.http.background import Background
from loseta.server.http.conditional import if_changed
from loseta.server.http.health import Health
from loseta.server.http.histories import Histories
from loseta.server.http.invitation_code import qr_code
from loseta.server.http.middleware import language_of
from loseta.server.http.mistake_api import add_mistakes
from loseta.server.http.pictures import Pictures
from loseta.server.http.puzzle_api import add_puzzles
from loseta.server.http.reviews import Reviews, refusal_line
from loseta.server.http.sandbox import play_out
from loseta.server.http.saved_reviews import review_in, variations_in, with_review
from loseta.server.http.sessions import PREFIX, Sessions
from loseta.server.http.websocket import Live
from loseta.server.match.records import read_replay, record_of
from loseta.server.names import guest_word
from loseta.server.refusals import Misread, Refused
from loseta.server.room import messages
from loseta.server.room.lobby import Lobby
from loseta.server.room.open_tables import open_table_info
from loseta.server.room.room import Room
from loseta.server.room.table_info import listed_table
from loseta.server.room.table_setup import TableSetup
from loseta.server.store_errors import store_errors
from loseta.server.workers import ThinkingFailed


def make_router(lobby: Lobby, background: Background, histories: Histories) -> APIRouter:
    router = APIRouter(prefix=PREFIX)
    sessions = Sessions(lobby)
    live = Live(lobby, sessions)
    addresses = Addresses(lobby.settings.origins, lobby.settings.host)
    reviews = Reviews(lobby.pool, background)
    pictures = Pictures(background)

    # --- Guests -------------------------------------------------------------------------------

    @router.get("/me", summary="Your name, if you have chosen one; a guest gets a cookie here")
    async def me(request: Request, response: Response) -> dict[str, Any]:
        sessions.charge_address(request)
        identity = await sessions.known(request)
        if identity is None:
            await sessions.welcome(request, response)
            return {"name": None, "new": True}
        return {"name": await sessions.name(identity), "new": False}

    @router.put("/me", summary="Choose your name")
    async def rename(request: Request, body: requests.Guest) -> dict[str, Any]:
        identity = await sessions.required(request)
        name = await sessions.rename(identity, body.name)
        rooms = list(lobby.rooms.values())
        seats = await background.in_slices((room.seat_of(identity) for room in rooms), 500)
        for room, seat in zip(rooms, seats, strict=True):
            if seat is not None:
                await room.rename(identity, name)
                await asyncio.sleep(0)  # each room may have many clients to notify
        await lobby.publish_name(identity)
        return {"name": name, "new": False}

    # --- The catalogue ------------------------------------------------------------------------

    @router.get("/games", summary="The games with their options, the computer players, phrases")
    async def games(request: Request) -> Response:
        sessions.charge_address(request)
        lang = language_of(request.headers)
        return json_response(catalogue.games(lang, lobby.settings.limits))

    @router.get("/schema", summary="The JSON schema of the live messages")
    async def schema(request: Request) -> Response:
        sessions.charge_address(request)
        return json_response(catalogue.schema())

    @router.get("/texts/{lang}", summary="All sentences of a language")
    async def sentences(request: Request, lang: requests.Language) -> Response:
        sessions.charge_address(request)
        return json_response(catalogue.sentences(lang))

    # --- Tables -------------------------------------------------------------------------------

    @router.get("/tables", summary="Your games: those that go on, then the newest")
    async def tables(request: Request) -> Response:
        identity = await sessions.required(request)
        with store_errors():
            rows = await lobby.store.games_of(identity)
            seats = await lobby.store.seats_of([row.id for row in rows])

        def listed() -> dict[str, Any]:
            now, outages = lobby.uptime.now(), lobby.uptime.outages
            return {
                "tables": [listed_table(row, seats[row.id], identity, outages, now) for row in rows]
            }

        facts = [(row.id, row.status, row.result, row.summary, seats[row.id]) for row in rows]
        return if_changed(request, facts, listed)

    @router.post("/tables", status_code=201, summary="Open a table")
    async def open_table(request: Request, body: requests.NewTable) -> dict[str, Any]:
        identity = await sessions.required(request)
        setup = body.setup() if body.start is None else await started(identity, body, body.start)
        return table_json(await lobby.open_table(identity, setup), identity)

    @router.get("/tables/open", summary="The tables that anybody may join, the newest first")
    async def open_tables(request: Request) -> Response:
        identity = await sessions.required(request)
        with store_errors():
            found = await lobby.open_tables.all()
        infos = [open_table_info(table, identity) for table in found]
        return if_changed(request, infos, lambda: {"tables": infos})

    @router.get("/tables/{table}", summary="A table: who sits there, and your invitations to it")
    async def one_table(request: Request, table: str) -> dict[str, Any]:
        identity = await sessions.required(request)
        return table_json(await visible(identity, table), identity)

    @router.get(
        "/tables/{table}/invitations/{seat}.svg",
        summary="Your invitation to a seat as a QR code",
        response_class=Response,
    )
    async def invitation_code(request: Request, table: str, seat: int, origin: str) -> Response:
        """`origin`: the origin of the page, as the browser knows it; it must be this server's."""
        identity = await sessions.required(request)
        site = addresses.own_site(origin, request.headers)
        room = await visible(identity, table)
        secret = table_json(room, identity).get("invitations", {}).get(seat)
        if secret is None:
            raise Refused("unknown_page")
        link = f"{site}/table/{room.match.row.id}#{secret}"
        headers = {"Cache-Control": "private, max-age=3600"}
        code = await background.in_thread(qr_code, link)
        return Response(code, media_type="image/svg+xml", headers=headers)

    @router.post("/tables/{table}/join", summary="Take a seat: by invitation, or if it is open")
    async def join(request: Request, table: str, body: requests.Invitation) -> dict[str, Any]:
        identity = await sessions.required(request)
        if body.secret is None:
            return table_json(await lobby.sit_down(identity, table), identity)
        return table_json(await lobby.join(identity, table, body.secret), identity)

    @router.post("/tables/{table}/fill", summary="Put a computer player into an open seat")
    async def fill(request: Request, table: str, body: requests.Filling) -> dict[str, Any]:
        identity = await sessions.required(request)
        return table_json(await lobby.fill(identity, table, body.seat, body.level), identity)

    @router.post("/tables/{table}/act", summary="Play, where no live connection can be kept")
    async def act(request: Request, table: str, body: messages.Act) -> dict[str, Any]:
        identity = await sessions.required(request)
        room = await lobby.room_for(identity, table)
        return {"number": await live.command(room, room.seat_of(identity), body)}

    @router.post("/tables/{table}/rematch", summary="Offer a rematch, or agree to one")
    async def rematch(request: Request, table: str) -> dict[str, Any]:
        identity = await sessions.required(request)
        return table_json(await lobby.rematch(identity, table), identity)

    @router.delete("/tables/{table}/rematch", summary="Decline a rematch, or withdraw from it")
    async def decline(request: Request, table: str) -> dict[str, Any]:
        identity = await sessions.required(request)
        return table_json(await lobby.decline_rematch(identity, table), identity)

    @router.get("/tables/{table}/history", summary="The game so far, as you saw it")
    async def history(request: Request, table: str, since: int = 0) -> Response:
        identity = await sessions.required(request)
        room = await visible(identity, table)
        return json_response(await histories.json(room, room.seat_of(identity), since))

    @router.get(
        "/tables/{table}/record",
        summary="The record of a game that is over",
        response_class=PlainTextResponse,
    )
    async def record(request: Request, table: str) -> PlainTextResponse:
        """`table`: its id, or the link that shares it."""
        identity = await sessions.required(request)
        room = await readable(identity, table)
        row, guest = room.match.row, guest_word(language_of(request.headers))
        async with room.reading() as log:
            if log.ending is None:
                raise Refused("not_over")
            names = [seat.level or seat.name or guest for seat in room.match.seats]
            text = await background.in_thread(record_of, row, log, names)
        file = f'attachment; filename="{row.game}-{row.id}.txt"'
        return PlainTextResponse(text, headers={"Content-Disposition": file})

    @router.get("/tables/{table}/link", summary="What shares a game that is over")
    async def link(request: Request, table: str) -> dict[str, Any]:
        identity = await sessions.required(request)
        room = await visible(identity, table)
        if room.match.row.status != "over":
            raise Refused("not_over")
        return {"link": lobby.keys.share(room.id)}

    @router.get(
        "/tables/{table}/picture",
        summary="The table as a picture, now or after an earlier action",
        response_class=Response,
    )
    async def table_picture(
        request: Request,
        table: str,
        at: int | None = None,
        theme: requests.Theme = "light",
        lang: requests.Language | None = None,
    ) -> Response:
        """`table`: its id, or the link that shares it. `at`: the number of actions after which the
        table is shown."""
        identity = await sessions.required(request)
        room = await readable(identity, table)
        spoken = lang or language_of(request.headers)
        return await pictures.of_table(room, room.seat_of(identity), at, theme, spoken)

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
    async def upload(request: Request, body: requests.Upload) -> Response:
        await sessions.required(request)
        replay = await background.in_thread(read_replay, body.record)
        frames = await background.in_slices(map(orjson.dumps, replay.frames()))
        content = replay.about() | {
            "frames": [orjson.Fragment(frame) for frame in frames],
            "review": await background.in_thread(review_in, replay.record),
            "variations": variations_in(replay.record),
        }
        return json_response(orjson.dumps(content, option=orjson.OPT_NON_STR_KEYS))

    @router.post(
        "/records/reviewed",
        summary="A record with what was thought of its decisions",
        response_class=PlainTextResponse,
    )
    async def reviewed(request: Request, body: requests.Reviewed) -> PlainTextResponse:
        """This does not search: the candidates come from an earlier review."""
        await sessions.required(request)
        candidates = [
            (each.ply, [one.model_dump() for one in each.candidates]) for each in body.decisions
        ]
        return PlainTextResponse(await background.in_thread(with_review, body.record, candidates))

    @router.post("/reviews", summary="The best actions of each decision of a record, line by line")
    async def review(request: Request, body: requests.Review) -> StreamingResponse:
        """With `when_idle`, a refusal is not an error: then the only line of the answer has it."""
        identity = await sessions.required(request)
        lang, seconds = language_of(request.headers), lobby.settings.limits.thinking_seconds
        seconds = min(body.seconds, seconds)
        try:
            if await lobby.plays_without_hints(identity):
                raise Refused("no_hints")
            sessions.budgets.think(identity)
            game = await background.in_thread(records.read, body.record)
            if body.when_idle:
                await reviews.wait_until_idle(game, seconds)
            lines = reviews.lines(identity, game, seconds, lang)
        except Refused as refused:
            if not body.when_idle:
                raise
            lines = refusal_line(refused, lang)
        return StreamingResponse(lines, media_type="application/x-ndjson")

    @router.post("/sandbox", summary="A position after some actions, and what may be done in it")
    async def sandbox(request: Request, body: requests.SandboxPosition) -> Response:
        await sessions.required(request)
        lang = language_of(request.headers)
        content = play_out(body.game, body.position, body.actions, body.why, lang, body.deal)
        if body.effects:
            try:
                content["effects"] = await lobby.pool.effects(body.game, content["position"])
            except ThinkingFailed:
                raise Refused("no_thought") from None
        return json_response(orjson.dumps(content))

    @router.post("/pictures", summary="A position as a picture", response_class=Response)
    async def picture(request: Request, body: requests.Picture) -> Response:
        await sessions.required(request)
        return await pictures.of_position(body, language_of(request.headers))

    add_analysis(router, lobby, sessions, background)
    add_puzzles(router, sessions, background, lobby.pool)
    add_mistakes(router, sessions, background, lobby)

    # --- Helpers ------------------------------------------------------------------------------

    async def visible(identity: str, game: str) -> Room:
        room = await lobby.room_for(identity, game)
        await room.ready()
        row = room.match.row
        if row.private and row.host != identity and room.seat_of(identity) is None:
            raise Refused("private")
        return room

    async def readable(identity: str, table: str) -> Room:
        """A table that a guest may look at, by its id, or by the link that shares it. Such a link
        is only given out when the game is over, and gives access to that table only."""
        if "." not in table:
            return await visible(identity, table)
        shared = lobby.keys.shared(table)
        if shared is None:
            raise Refused("unknown_table")
        room = await lobby.room(shared)
        await room.ready()
        return room

    async def started(identity: str, body: requests.NewTable, start: requests.Start) -> TableSetup:
        """The setup of a table that begins from a position. If the position comes from a finished
        game, it is the complete one, including what was hidden; at the new table each viewer again
        sees only its own view."""
        if bool(start.table) == bool(start.position):
            raise Misread("value", ["start"])
        if start.position:
            return body.setup(start.position)
        room = await readable(identity, start.table)
        async with room.reading() as log:
            if log.ending is None:
                raise Refused("not_over")
            if start.ply > log.ply:
                raise Refused("no_such_step", n=log.ply)
            if log.game.name != body.game:
                raise Refused("other_game")
            state = await background.in_thread(log.history.state_at, start.ply)
        return body.setup(state.to_text(), f"{room.id} {start.ply}")

    def table_json(room: Room, identity: str) -> dict[str, Any]:
        row, seats = room.match.row, room.match.seats
        host = row.host == identity
        answer: dict[str, Any] = {"table": room.info(room.seat_of(identity), host)}
        if host:
            answer["invitations"] = {
                seat.seat: lobby.keys.invitation(row.id, seat.seat, seat.invitation)
                for seat in seats
                if not (seat.identity or seat.level)
            }
        return answer

    return router


def json_response(body: bytes) -> Response:
    """A response whose body is JSON already."""
    return Response(body, media_type="application/json")


def make_watch_router(lobby: Lobby) -> APIRouter:
    """The addresses for monitoring: `/healthz` and `/metrics`."""
    router = APIRouter()
    health = Health(lobby)

    @router.get("/healthz", summary="Whether the server can store a move")
    async def healthz() -> dict[str, Any]:
        await health.check()
        return {"status": "ok", "version": __version__, "tables": len(lobby.rooms)}

    @router.get("/metrics", summary="Figures for Prometheus", response_class=PlainTextResponse)
    async def figures() -> PlainTextResponse:
        return PlainTextResponse(metrics.figures())

    return router
