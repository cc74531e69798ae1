"""Timers that flag the seats whose time is up, even if nobody is connected."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence

from loseta.game import Refusal
from loseta.server.match.uptime import Uptime
from loseta.server.room.bus import Notice
from loseta.server.room.leases import Leases
from loseta.server.room.room import Room
from loseta.server.store import Conflict, LeaseLost, Unavailable

LOG = logging.getLogger(__name__)
WATCH = 30.0
"""Seconds between two searches for clocks that run out soon."""
RETRY = 1.0
"""Seconds before a failed attempt to flag is repeated."""


class ClockTimers:
    """A timer for each loaded game with a running clock. As a subscriber of the bus, it resets the
    timer of a game at each of its events."""

    def __init__(
        self,
        uptime: Uptime,
        rooms: Mapping[str, Room],
        leases: Leases,
        games_due: Callable[[int], Awaitable[Sequence[str]]],
        open_room: Callable[[str], Awaitable[Room]],
        pause: float = WATCH,
    ) -> None:
        """`games_due` returns the games for this process to watch: those in which a clock runs out
        before a given time. It is called every `pause` seconds."""
        self._games_due = games_due
        self._leases = leases
        self._pause = pause
        self._uptime = uptime
        self._rooms = rooms
        self._open_room = open_room
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._checks: set[asyncio.Task[None]] = set()

    def hear(self, notice: Notice) -> None:
        if notice.kind == "events" and notice.game in self._rooms:
            self.set(self._rooms[notice.game])

    def set(self, room: Room) -> None:
        """Set the timer of a room to the moment its first clock runs out."""
        self.forget(room.id)
        left = self._left(room)
        if left is None:
            return
        wait = max(0, left) / 1000 + 0.01
        loop = asyncio.get_running_loop()
        self._timers[room.id] = loop.call_later(wait, self._time_is_up, room)

    def forget(self, game: str) -> None:
        timer = self._timers.pop(game, None)
        if timer is not None:
            timer.cancel()

    def _time_is_up(self, room: Room) -> None:
        task = asyncio.create_task(self._check(room))
        self._checks.add(task)
        task.add_done_callback(self._checks.discard)

    async def _check(self, room: Room) -> None:
        """Flag if this process has the lease. If the holder dies, this process takes over."""
        while room.match.log is None or self._is_up(room):
            try:
                if await self._leases.acquire(room.id):
                    await room.check_clocks(self._leases.of(room.id))
                    break
            except LeaseLost:
                self._leases.lost(room.id)
            except (Refusal, Unavailable):  # the store is not available
                pass
            await asyncio.sleep(RETRY)
        self.set(room)

    def _left(self, room: Room) -> int | None:
        """Milliseconds until the first clock runs out; None if no clock runs."""
        log = room.match.log
        if log is None or log.clock is None or not log.running():
            return None
        left = min(log.clock.left[seat] for seat in log.running())
        return left - log.clock.elapsed(log.at, self._uptime.now())

    def _is_up(self, room: Room) -> bool:
        left = self._left(room)
        return left is not None and left <= 0

    async def stop(self) -> None:
        for game in list(self._timers):
            self.forget(game)
        checks = list(self._checks)
        for task in checks:
            task.cancel()
        await asyncio.gather(*checks, return_exceptions=True)

    # --- Games that are not loaded ------------------------------------------------------------

    def soon(self) -> int:
        """A time a little after the next search of `watch`, on the scale of `GameLog.due`."""
        now = self._uptime.now()
        return now - self._uptime.outages.between(0, now) + int(2000 * WATCH)

    def is_due_soon(self, room: Room) -> bool:
        due = room.match.log.due() if room.match.log else None
        return due is not None and due <= self.soon()

    def __contains__(self, game: str) -> bool:
        """Whether a game has a timer."""
        return game in self._timers

    async def watch(self) -> None:
        """Keep loading the games in which a clock runs out soon; others need not be in memory."""
        while True:
            try:
                for game in await self._games_due(self.soon()):
                    await self._watch(game)
            except Unavailable:
                LOG.warning("clocks could not be watched")
            await asyncio.sleep(self._pause)

    async def _watch(self, game: str) -> None:
        try:
            if await self._leases.acquire(game):
                await (await self._open_room(game)).note_deadline()
        except (Conflict, Refusal, Unavailable):
            LOG.warning("the clock of a game could not be watched")
        except Exception:  # one broken game must not stop the clocks of the others
            LOG.exception("a game could not be loaded")
