"""The cache of game histories, for all tables together."""

from __future__ import annotations

import weakref
from collections import OrderedDict
from collections.abc import Iterator, Sequence

from loseta.server.http.background import Background
from loseta.server.match.frames import Frames
from loseta.server.match.log import GameLog
from loseta.server.match.state_history import Step
from loseta.server.room.room import Room

MOST_BYTES = 32 * 2**20
"""The memory for cached histories: enough for about a hundred long games."""

_Key = tuple[str, int, int | None]
"""Table, generation of the database, viewer."""


class Histories:
    """A cache of histories. It drops the least recently used ones, and those whose room is
    unloaded."""

    def __init__(self, background: Background) -> None:
        self._background = background
        self._kept: OrderedDict[_Key, Frames] = OrderedDict()
        self.most_bytes = MOST_BYTES

    def sizes(self) -> dict[str, int]:
        """The bytes of each table's histories, the least recently used first."""
        found: dict[str, int] = {}
        for (game, _, _), frames in self._kept.items():
            found[game] = found.get(game, 0) + frames.size
        return found

    async def json(self, room: Room, seat: int | None, since: int) -> bytes:
        """The frames of a game from ply `since`, as a seat or a spectator saw them. Raises
        Refused."""
        async with room.reading() as log:
            frames = self._find(room, log, seat)
            steps = list(log.steps)  # the game may go on meanwhile
        *_, body = await self._background.in_slices(_followed(frames, steps, since))
        self._drop()
        return body

    def _find(self, room: Room, log: GameLog, seat: int | None) -> Frames:
        viewer = seat if log.codec.has_secrets else None
        key = room.id, room.match.generation, viewer
        if key not in self._kept:
            self._kept[key] = Frames(log.codec, log.fresh_state(), viewer)
            weakref.finalize(room, self._kept.pop, key, None)
        self._kept.move_to_end(key)
        return self._kept[key]

    def _drop(self) -> None:
        size = sum(frames.size for frames in self._kept.values())
        while size > self.most_bytes:
            _, dropped = self._kept.popitem(last=False)
            size -= dropped.size


def _followed(frames: Frames, steps: Sequence[Step], since: int) -> Iterator[bytes]:
    """Bring a history up to date in steps; the last item is its JSON."""
    for _ in frames.follow(steps):
        yield b""
    yield frames.json(len(steps), since)
