"""The frames of a game as JSON, cached: each new step adds one frame."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import orjson

from loseta.game import State
from loseta.server.match.codecs import GameCodec
from loseta.server.match.serializers import FrameMaker
from loseta.server.match.state_history import Step


class Frames:
    """The frames of a game for one viewer: a seat, or None for spectators."""

    def __init__(self, codec: GameCodec, start: State, viewer: int | None) -> None:
        self._codec, self._start, self._viewer = codec, start, viewer
        self._steps: list[Step] = []
        self._maker = self._new_maker()
        self._frames = [orjson.dumps(self._maker.first())]
        self.size = len(self._frames[0])
        """The size of all frames in bytes."""

    def _new_maker(self) -> FrameMaker:
        return FrameMaker(self._codec, self._start.copy(), self._viewer)

    def follow(self, steps: Sequence[Step]) -> Iterator[None]:
        """Bring the frames up to date with the steps of a game, one frame at a time. Frames of
        steps that were taken back are removed."""
        stand = self._in_common(steps)
        if stand < min(len(self._steps), len(steps)):
            yield from self._go_back(stand)
        for step in steps[len(self._steps) :]:
            frame = orjson.dumps(self._maker.next(len(self._frames), step))
            self._steps.append(step)
            self._frames.append(frame)
            self.size += len(frame)
            yield

    def _in_common(self, steps: Sequence[Step]) -> int:
        """How many steps agree from the start. If one agrees, so do all before it, because steps
        are only taken back from the end and their numbers are never reused."""
        ply = min(len(self._steps), len(steps))
        while ply and self._steps[ply - 1].number != steps[ply - 1].number:
            ply -= 1
        return ply

    def _go_back(self, ply: int) -> Iterator[None]:
        self.size -= sum(map(len, self._frames[ply + 1 :]))
        del self._steps[ply:], self._frames[ply + 1 :]
        self._maker = self._new_maker()
        for step in self._steps:
            self._maker.pass_over(step)
            yield

    def json(self, plies: int, since: int = 0) -> bytes:
        """The frames from ply `since` to ply `plies`, as a JSON object."""
        return b'{"frames":[' + b",".join(self._frames[max(since, 0) : plies + 1]) + b"]}"
