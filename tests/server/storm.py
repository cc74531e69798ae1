"""A storm: many clients play games of all kinds while the server is killed again and again.

Afterwards everything that was acknowledged must be stored, once and in order, every client must
have converged to what is stored, and every record must replay.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select

from loseta import record as records
from loseta.client import LiveTable
from loseta.games import game_named
from loseta.record import verify
from loseta.server.match.clock import Clock, Outages
from loseta.server.match.command_handlers import seat_out_of_time
from loseta.server.match.log import GameLog
from loseta.server.match.serializers import fingerprint
from loseta.server.store import Database, EventRow, schema

from ..support import PATIENCE
from .games import VARIANTS, Party, play_seat
from .servers import ServerProcess


@dataclass
class Report:
    tables: int = 0
    clients: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    acknowledged: int = 0
    events: int = 0
    finished: int = 0
    reconnections: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    dark_seconds: float = 0.0
    """In which nobody could be served."""
    problems: list[str] = field(default_factory=list)


async def storm(
    server: ServerProcess,
    tables: int,
    kills: int,
    pause: tuple[float, float],
    seed: str = "1",
    to_the_end: bool = False,
    note: Callable[[str], None] = lambda line: None,
    moves: int = 0,
) -> Report:
    """Let it rage, and until so many moves have been acknowledged; the report says what was wrong
    afterwards."""
    report = Report(tables=tables)
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
    all_acknowledged: list[int] = []

    async def play(party: Party, number: int) -> None:
        seat = party.seats[number]
        got = await play_seat(
            seat, f"{seed}/{party.id}/{number}", lambda: calm, all_acknowledged.append
        )
        acknowledged[party.id, number] = got

    playing = [
        asyncio.create_task(play(party, number))
        for party in parties
        for number in range(len(party.seats))
    ]
    for _ in range(kills):
        await asyncio.sleep(chance.uniform(*pause))
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        report.faults["server killed"] += 1
        note(f"killed {report.faults.total()} times")
    if not to_the_end:
        await asyncio.sleep(pause[1])
        while len(all_acknowledged) <= moves:
            await asyncio.sleep(0.1)
        calm = True
    for party in parties:
        for seat in party.seats:
            async with seat._changed:
                seat._changed.notify_all()
    results = await asyncio.gather(*playing, return_exceptions=True)
    report.problems += [repr(result) for result in results if isinstance(result, BaseException)]
    stored = await Stored.read(server.database)
    for party in parties:
        events = stored.events[party.id]
        told = {n: acknowledged.get((party.id, n), []) for n in range(len(party.seats))}
        log = check_log(party.id, stored, told, report)
        for seat in party.seats:
            report.reconnections += seat.connections - 1
            report.problems += await check_converged(seat, log, len(events), PATIENCE)
        if log.ending is not None:
            check_record(await party.accounts[0].record(party.id), party.id, log, report)
        await party.__aexit__()
    return report


@dataclass
class Stored:
    """All games and events, read without the server."""

    games: dict[str, Any] = field(default_factory=dict)
    events: dict[str, list[EventRow]] = field(default_factory=dict)
    levels: dict[str, dict[int, str]] = field(default_factory=dict)
    outages: Outages = field(default_factory=Outages)

    @classmethod
    async def read(cls, database: str) -> Stored:
        found, engine = cls(), Database(database).engine
        async with engine.connect() as connection:
            for row in await connection.execute(select(schema.games)):
                found.games[row.id] = row
                found.events[row.id], found.levels[row.id] = [], {}
            for row in await connection.execute(select(schema.seats)):
                if row.level:
                    found.levels[row.game][row.seat] = row.level
            table = schema.events
            for row in await connection.execute(select(table).order_by(table.c.number)):
                event = EventRow(*(row._mapping[name] for name in EventRow.__slots__))
                found.events[row.game].append(event)
            for began, ended in await connection.execute(select(schema.outages)):
                found.outages.add(began, ended)
        await engine.dispose()
        return found

    def new_log(self, game: str) -> GameLog:
        row = self.games[game]
        rules = game_named(row.game)
        clock = None
        if row.clock is not None:
            seats = rules.new(**row.options).seats
            clock = Clock(seats, row.clock, row.increment or 0, self.outages)
        return GameLog(rules, row.options, row.seed, self.levels[game], clock)


def check_log(
    game: str, stored: Stored, acknowledged: Mapping[int, Sequence[int]], report: Report
) -> GameLog:
    """Every acknowledged move (numbers by seat) is there, once and in order; the game replays."""
    events, problems = stored.events[game], report.problems
    report.events += len(events)
    if [event.number for event in events] != list(range(1, len(events) + 1)):
        problems.append(f"{game}: the numbers have gaps")
    commands = [(event.seat, event.command) for event in events if event.command]
    if len(set(commands)) != len(commands):
        problems.append(f"{game}: a command was done twice")
    own = {event.number: event for event in events if event.kind in ("act", "choose")}
    for seat, numbers in acknowledged.items():
        report.acknowledged += len(numbers)
        if list(numbers) != sorted(set(numbers)):
            problems.append(f"{game}/{seat}: acknowledged out of order")
        for each in numbers:
            if each not in own or own[each].seat != seat:
                problems.append(f"{game}/{seat}: event {each} was acknowledged and is lost")
    log = stored.new_log(game)
    for event in events:
        if event.kind == "flag" and seat_out_of_time(log, event.at) != event.seat:
            problems.append(f"{game}/{event.seat}: was flagged in time")
        log.apply_event(event)  # what is not legal fails
    if log.ending is not None:
        report.finished += 1
    return log


async def check_converged(seat: LiveTable, log: GameLog, number: int, patience: float) -> list[str]:
    """Whether a client sees what is stored, up to an event."""
    try:
        async with asyncio.timeout(patience):
            await seat.wait_until(lambda: seat.number >= number)
    except TimeoutError:
        return [f"{seat.id}/{seat.you}: stuck at {seat.number} of {number}"]
    right = fingerprint(log.state.view(seat.you).to_text())
    return [] if seat.position["hash"] == right else [f"{seat.id}/{seat.you}: has not converged"]


def check_record(text: str, game: str, log: GameLog, report: Report) -> None:
    record = records.read(text)
    if verify(record) is not None or record.final().to_text() != log.state.to_text():
        report.problems.append(f"{game}: its record does not replay")
