"""Open tables, where anybody may take a seat. They are listed while their host is connected.

The list is in the database, so that all processes have the same one. A table is listed until an
expiry time, which the process that its host is connected to keeps extending.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from loseta.server.match.uptime import Uptime
from loseta.server.room.room import Room
from loseta.server.store import GameRow, SeatRow, Store

FRESH = 1.0
"""Seconds for which a list is cached, because every visitor of the home page asks for it."""

OpenTable = tuple[GameRow, Sequence[SeatRow]]


class OpenTables:
    def __init__(
        self, store: Store, uptime: Uptime, rooms: Mapping[str, Room], seconds: float
    ) -> None:
        self._store, self._uptime, self._rooms = store, uptime, rooms
        self._patience = int(seconds * 1000)
        self._read: list[OpenTable] = []
        self.fresh = FRESH
        self._read_at = -math.inf
        self._reading = asyncio.Lock()

    def until(self, row: GameRow) -> int:
        """When a table whose host is connected now expires from the list. The host may be away for
        the increment of the clock, so a game with a day for each turn stays listed for a day."""
        return self._uptime.now() + max(self._patience, row.increment or 0)

    def is_listed(self, row: GameRow) -> bool:
        return (
            row.status == "open"
            and row.listed_until is not None
            and row.listed_until > self._uptime.now()
        )

    async def all(self) -> list[OpenTable]:
        """The newest table of each host among those with a free seat, newest first. Raises
        Unavailable."""
        async with self._reading:
            if time.monotonic() - self._read_at >= self.fresh:
                self._read, self._read_at = await self._read_all(), time.monotonic()
        return [table for table in self._read if self.is_listed(table[0])]

    async def _read_all(self) -> list[OpenTable]:
        rows = await self._store.listed_games(self._uptime.now())
        seats = await self._store.seats_of([row.id for row in rows])
        by_host: dict[str, OpenTable] = {}
        for row in rows:
            if any(seat.kind == "open" for seat in seats[row.id]):
                by_host.setdefault(row.host, (row, seats[row.id]))
        return list(by_host.values())

    def forget(self) -> None:
        """Discard the cached list after a change; the next request reads it again."""
        self._read_at = -math.inf

    async def renew(self, rooms: Collection[Room] | None = None) -> None:
        """Extend the listing of the tables whose hosts are connected to this process. `rooms`: the
        rooms to check; None: all. Raises Unavailable."""
        for room in list(self._rooms.values()) if rooms is None else rooms:
            if self._is_kept(room):
                row = room.match.row
                await self._store.keep_listed(row.id, self.until(row))

    def _is_kept(self, room: Room) -> bool:
        row = room.match.row
        is_open = row.status == "open" and row.listed_until is not None
        return is_open and any(each.identity == row.host for each in room.connections)


def open_table_info(table: OpenTable, identity: str) -> dict[str, Any]:
    """An open table as JSON for a guest's list."""
    row, seats = table
    clock = None
    if row.clock is not None:
        clock = {"seconds": row.clock // 1000, "increment": (row.increment or 0) // 1000}
    return {
        "id": row.id,
        "game": row.game,
        "options": row.options,
        "clock": clock,
        "hints": row.hints,
        "private": row.private,
        "host": next((seat.name for seat in seats if seat.identity == row.host), None),
        "yours": row.host == identity or any(seat.identity == identity for seat in seats),
        "seats": [{"kind": seat.kind, "name": seat.name, "level": seat.level} for seat in seats],
    }
