"""No secret leaves the server: hidden information changes no byte sent to those who may not know
it."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import orjson
import pytest

from loseta.duel import State as DuelState
from loseta.server.match.commands import Act, CommandId
from loseta.server.match.log import GameLog
from loseta.server.match.match import Match
from loseta.server.match.queries import preview
from loseta.server.match.serializers import Shared, event_json, frames_json, position_json
from loseta.server.match.time_source import TimeSource
from loseta.server.match.uptime import Uptime
from loseta.server.room.answers import FROM_SERVER
from loseta.server.room.bus import LocalBus
from loseta.server.room.room import Room
from loseta.server.store import Database, GameRow, SeatRow, Store

from .game_logs import Play
from .games import VARIANTS, Party
from .servers import ServerProcess, run

VIEWERS = (None, 0, 1)


def told(log: GameLog, viewer: int | None) -> bytes:
    return orjson.dumps(position_json(log, viewer, Shared()))


# --- Plates of Azul Duel -------------------------------------------------------------------------


def pick_by(chance: random.Random) -> Any:
    def pick(weights: Sequence[int]) -> int:
        return chance.choices(range(len(weights)), weights)[0]

    return pick


def drawing_play(seed: int) -> Play:
    return Play("duel", seed=str(seed))


def likes_to_draw(play: Play, chance: random.Random, seat: int) -> str:
    """Games in which plates are drawn from the stack whenever that is possible."""
    legal: list[str] = [a.text for a in play.log.state_for(seat).legal_actions()]
    if "draw" in legal and chance.random() < 0.7:
        return "draw"
    return chance.choice(legal)


QUICK = ("azul-4-gray", "duel")


def seeds(number: int) -> list[Any]:
    """Three are enough for `make test`."""
    return [*range(3), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(3, number))]


@pytest.mark.parametrize("seed", seeds(12))
def test_hidden_plates_change_no_byte(seed: int) -> None:
    """At every moment of a game: another table that a viewer cannot tell from this one looks the
    same to the last byte."""
    play = drawing_play(seed)
    chance = random.Random(seed)
    differed = 0
    while play.log.waiting():
        (seat,) = play.log.waiting()
        play.act(seat, likes_to_draw(play, chance, seat))
        real = play.log.state
        assert isinstance(real, DuelState)
        for viewer in VIEWERS:
            other = real.sample(viewer, pick_by(chance))
            differed += other.to_text() != real.to_text()
            said = told(play.log, viewer)
            play.log.history.state = other
            try:
                assert told(play.log, viewer) == said
            finally:
                play.log.history.state = real
    assert differed > 20


def plate_put_back_on_top() -> tuple[Play, int]:
    """A game in which the next plate of the stack is one that the other has put back."""
    for seed in range(300):
        play, chance = drawing_play(seed), random.Random(seed)
        while play.log.waiting():
            (seat,) = play.log.waiting()
            state = play.log.state
            assert isinstance(state, DuelState)
            legal = [action.text for action in state.legal_actions()]
            others = state.returned and state.returned[0].seat != seat
            if others and not state.fresh and not state.hand and "draw" in legal:
                return play, seat
            likes = "draw" in legal and chance.random() < 0.97
            play.act(seat, "draw" if likes else chance.choice(legal))
    raise AssertionError("no such game")


def test_a_preview_shows_no_plate_that_only_the_other_has_seen() -> None:
    play, seat = plate_put_back_on_top()
    state = play.log.state
    assert isinstance(state, DuelState)
    (plate, *_) = state.returned[0].plates
    assert state.view(seat).returned[0].plates[0] != plate
    told = preview(play.log, seat, play.log.ply, ["draw"])
    if told["legal"]:  # there is a point left for another one
        told = preview(play.log, seat, play.log.ply, ["draw", "stop"])
    assert told["state"]["plate"] is None
    assert [str(each)[0] for each in told["state"]["hand"]] == ["?"]
    assert told["done"]  # the plate is for the dealer to turn up


@pytest.mark.parametrize("seed", seeds(12))
def test_what_only_one_has_seen_is_told_to_that_one_only(seed: int) -> None:
    play = drawing_play(seed)
    chance = random.Random(seed)
    while play.log.waiting():
        (seat,) = play.log.waiting()
        play.act(seat, likes_to_draw(play, chance, seat))
    secret = [h for h in play.applied if h.row.text.startswith(("look:", "under:"))]
    assert secret
    for applied in play.applied:
        for viewer in VIEWERS:
            action = event_json(play.log, applied, viewer).get("action")
            if applied in secret and viewer != applied.owner:
                assert action in ("look", "under")
            else:
                assert action == applied.row.text
    for viewer in VIEWERS:
        for frame, applied in zip(
            list(frames_json(play.log, viewer))[1:], play.applied, strict=True
        ):
            hidden = applied in secret and viewer != applied.owner
            assert frame["action"] == applied.row.text.partition(":")[0] if hidden else True


class Listener:
    """Stands where a connection would, and keeps every byte."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.identity = {0: "ana", 1: "bea", None: "eva"}[seat]
        self.lang = "en"
        self.frames: list[str] = []

    def send_text(self, text: str) -> None:
        self.frames.append(text)

    def send(self, message: dict[str, Any]) -> None:
        self.frames.append(orjson.dumps(message).decode())


async def frames_of_a_game(
    folder: Path, last_first: bool
) -> tuple[dict[int | None, list[str]], int]:
    """All frames of a game in which a seat puts plates back in one order or in the other; how
    many frames there were when that had happened."""
    folder.mkdir()
    store = Store(Database(f"sqlite:///{folder / 'a.db'}"))
    await store.open()
    await store.add_identity("ana", "Ana", 1)
    await store.add_identity("bea", "Bea", 1)
    row = GameRow("t", "duel", {"tablets": "starred", "first": "1"}, "5", "ana", 1, "open",
                  False, True)  # fmt: skip
    await store.add_game(row, [SeatRow(0, "ana", None, 0), SeatRow(1, "bea", None, 0)])
    still = TimeSource(lambda: 1_000_000, lambda: 0)
    match = Match(store, row, await store.seats("t"), Uptime(store, still))
    table = Room(match, LocalBus())
    listeners = [Listener(seat) for seat in VIEWERS]
    table.connections.update(listeners)  # type: ignore[arg-type]
    await table.ready()
    unders = 0

    def choose(log: GameLog, seat: int) -> str:
        nonlocal unders
        legal: list[str] = [action.text for action in log.state.legal_actions()]
        if "draw" in legal:
            return "draw"
        under = [text for text in legal if text.startswith("under:")]
        if under:
            unders += 1
            return under[-1 if last_first and seat == 0 else 0]
        takes = [text for text in legal if not text.startswith(("P", "+"))]
        return (takes or legal)[0]

    for _ in range(45):
        log = table.match.log
        assert log is not None
        if not log.waiting():
            break
        (seat,) = log.waiting()
        text = choose(log, seat)
        await table.execute(seat, CommandId(f"c{log.number}"), Act(log.ply, [text]))
        for listener in listeners:
            await table.snapshot(listener, 0)  # type: ignore[arg-type]
    assert unders
    log = table.match.log
    assert log is not None
    fresh = getattr(log.state, "fresh", 0)
    await store.close()
    return {listener.seat: listener.frames for listener in listeners}, fresh


def test_the_order_of_hidden_plates_changes_no_byte_of_a_game(
    tmp_path: Path,
) -> None:
    one, fresh = asyncio.run(frames_of_a_game(tmp_path / "one", False))
    other, _ = asyncio.run(frames_of_a_game(tmp_path / "two", True))
    assert fresh, "the plates that were put back have not come up again"
    assert one[0] != other[0]
    assert one[1] == other[1]
    assert one[None] == other[None]
    for frames in one.values():
        for frame in frames:
            FROM_SERVER.validate_json(frame)


# --- Choices on the gray wall --------------------------------------------------------------------


@pytest.mark.parametrize("seed", seeds(8))
def test_choices_that_are_not_shown_yet_change_no_byte(seed: int) -> None:
    play = Play("azul-4-gray", seed=str(seed))
    chance = random.Random(seed)
    compared = 0
    for _ in play.random_steps(chance):
        log = play.log
        if log.choices is None:
            continue
        for seat in sorted(log.waiting()):
            legal = log.state_for(seat).legal_actions()
            before = {v: told(log, v) for v in (None, 0, 1, 2, 3) if v != seat}
            chosen = []
            for action in (legal[0], legal[-1]):
                log.choices[seat].append(action)
                chosen.append({v: told(log, v) for v in before})
                log.choices[seat].pop()
            assert chosen[0] == chosen[1] == before
            compared += 1
    assert compared


def test_a_choice_is_told_to_the_one_who_made_it_only() -> None:
    play = Play("azul-3-gray", seed="3")
    for _ in play.random_steps(random.Random(3)):
        pass
    choices = [h for h in play.applied if h.row.kind == "choose"]
    assert choices
    for applied in choices:
        for viewer in (None, 0, 1, 2):
            shown = event_json(play.log, applied, viewer)
            assert ("action" in shown) == (viewer == applied.row.seat)
            if viewer != applied.row.seat:
                assert applied.row.text not in shown.values()


# --- Everything that a running server sends ------------------------------------------------------


@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=[] if kind in QUICK else pytest.mark.long) for kind in VARIANTS],
)
def test_no_key_seed_identity_or_invitation_is_ever_sent(
    shared_server: ServerProcess, kind: str
) -> None:
    """Over a whole game; its seed is published at the end, and not before."""
    game, options = VARIANTS[kind]
    server = shared_server
    sent: list[str] = []
    invitations: list[str] = []
    table = ""

    async def keep(reply: Any) -> None:
        sent.append((await reply.aread()).decode() + str(reply.headers))

    async def look_around(party: Party) -> None:
        for account in party.accounts:
            for path in (f"/tables/{party.id}", f"/tables/{party.id}/history", "/tables"):
                await account.request("GET", path)

    async def play() -> None:
        nonlocal table
        async with Party(server.url, game, options) as party:
            table = party.id
            invitations.extend(party.invitations)
            watcher = await party.watch()
            for seat in [*party.seats, watcher]:
                seat.on_message = lambda message: sent.append(orjson.dumps(message).decode())
            for account in party.accounts:
                account.http.event_hooks["response"] = [keep]
            await party.play(until=lambda: party.seats[0].number > 40)
            await look_around(party)
            for seat in party.seats:
                await seat.command("projection")
            await party.play()
            await party.settled()
            await look_around(party)

    run(play())
    database = sqlite3.connect(server.database.removeprefix("sqlite:///"))
    [(seed,)] = database.execute("SELECT seed FROM games WHERE id = ?", [table])
    never = [row[0] for row in database.execute("SELECT value FROM settings WHERE name='key'")]
    never += [row[0] for row in database.execute("SELECT seed FROM games WHERE status='playing'")]
    never += [row[0] for row in database.execute("SELECT id FROM identities")]
    never += invitations
    database.close()
    assert len(never) >= 4
    everything = "\n".join(sent) + server.log
    for value in never:
        assert value not in everything
    assert seed not in server.log
    with_seed = [text for text in sent if seed in text]
    assert with_seed
    assert all('"status":"over"' in text for text in with_seed)
    frames = [text for text in sent if text.startswith('{"type"')]
    assert len(frames) > 100
    for frame in frames:
        FROM_SERVER.validate_json(frame)
