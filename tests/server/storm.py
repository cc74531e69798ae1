"""A storm: many clients play games of all kinds while the server is killed again and again.

Afterwards everything that was acknowledged must be stored, once and in order, every client must
have converged to what is stored, and every record must replay.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import create_engine, text

from loseta import record as records
from loseta.games import game_named
from loseta.record import verify
from loseta.server.match.log import GameLog
from loseta.server.match.serializers import fingerprint
from loseta.server.store import EventRow

from ..support import PATIENCE
from .games import VARIANTS, Party, play_seat
from .servers import ServerProcess


@dataclass
class Report:
    tables: int = 0
    clients: int = 0
    kills: int = 0
    acknowledged: int = 0
    events: int = 0
    finished: int = 0
    reconnections: int = 0
    problems: list[str] = field(default_factory=list)


async def storm(
    server: ServerProcess,
    tables: int,
    kills: int,
    pause: tuple[float, float],
    seed: str = "1",
    to_the_end: bool = False,
    note: Callable[[str], None] = lambda line: None,
) -> Report:
    """Let it rage; the report says what was wrong afterwards."""
    report = Report(tables=tables, kills=kills)
    chance = random.Random(seed)
    calm = False
    parties: list[Party] = []
    kinds = sorted(VARIANTS)
    for number in range(tables):
        game, options = VARIANTS[kinds[number % len(kinds)]]
        party = Party(server.url, game, options)
        await party.__aenter__()
        parties.append(party)
    report.clients = sum(len(party.seats) for party in parties)

    acknowledged: dict[tuple[str, int], list[int]] = {}

    async def play(party: Party, number: int) -> None:
        seat = party.seats[number]
        got = await play_seat(seat, f"{seed}/{party.id}/{number}", until=lambda: calm)
        acknowledged[party.id, number] = got

    playing = [
        asyncio.create_task(play(party, number))
        for party in parties
        for number in range(len(party.seats))
    ]
    for kill in range(kills):
        await asyncio.sleep(chance.uniform(*pause))
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        note(f"killed {kill + 1} times")
    if not to_the_end:
        await asyncio.sleep(pause[1])
        calm = True
    for party in parties:
        for seat in party.seats:
            async with seat._changed:
                seat._changed.notify_all()
    results = await asyncio.gather(*playing, return_exceptions=True)
    report.problems += [repr(result) for result in results if isinstance(result, BaseException)]
    stored = await asyncio.to_thread(_stored, server.database)
    for party in parties:
        await _check(party, stored[party.id], acknowledged, report)
        await party.__aexit__()
    return report


def _stored(database: str) -> dict[str, tuple[Any, list[EventRow]]]:
    """All games and events, read by somebody else than the server."""
    engine = create_engine(database.replace("postgresql:", "postgresql+psycopg:"))
    found: dict[str, tuple[Any, list[EventRow]]] = {}
    with engine.connect() as connection:
        for row in connection.execute(text("SELECT id, seed FROM games")):
            found[row.id] = row, []
        query = (
            "SELECT game, number, kind, seat, text, at, command FROM events ORDER BY game, number"
        )
        for game, *event in connection.execute(text(query)):
            found[game][1].append(EventRow(*event))
    engine.dispose()
    return found


async def _check(
    party: Party,
    stored: tuple[Any, list[EventRow]],
    acknowledged: dict[tuple[str, int], list[int]],
    report: Report,
) -> None:
    row, events = stored
    problems = report.problems
    report.events += len(events)
    if [event.number for event in events] != list(range(1, len(events) + 1)):
        problems.append(f"{party.id}: the numbers have gaps")
    commands = [(event.seat, event.command) for event in events if event.command]
    if len(set(commands)) != len(commands):
        problems.append(f"{party.id}: a command was done twice")
    own = {event.number: event for event in events if event.kind in ("act", "choose")}
    for number in range(len(party.seats)):
        numbers = acknowledged.get((party.id, number), [])
        report.acknowledged += len(numbers)
        if numbers != sorted(set(numbers)):
            problems.append(f"{party.id}/{number}: acknowledged out of order")
        for each in numbers:
            if each not in own or own[each].seat != number:
                problems.append(f"{party.id}/{number}: event {each} was acknowledged and is lost")
    log = GameLog(game_named(party._game), party._options, row.seed, {})
    for event in events:
        log.apply_event(event)
    for seat in party.seats:
        report.reconnections += seat.connections - 1
        try:
            async with asyncio.timeout(PATIENCE):
                await seat.wait_until(lambda seat=seat: seat.number >= len(events))  # type: ignore[misc]
        except TimeoutError:
            problems.append(f"{party.id}/{seat.you}: stuck at {seat.number} of {len(events)}")
            continue
        right = fingerprint(log.state.view(seat.you).to_text())
        if seat.position["hash"] != right:
            problems.append(f"{party.id}/{seat.you}: has not converged")
    if log.ending is not None:
        report.finished += 1
        record = records.read(await party.accounts[0].record(party.id))
        if verify(record) is not None or record.final().to_text() != log.state.to_text():
            problems.append(f"{party.id}: its record does not replay")
