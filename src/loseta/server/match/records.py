"""Records: made from finished games, and read from text for a replay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from loseta.dealer import seed_hash
from loseta.record import Record, read, verify, write
from loseta.server.match.codecs import codec_for
from loseta.server.match.log import GameLog
from loseta.server.match.serializers import FrameMaker
from loseta.server.match.state_history import Step
from loseta.server.store import GameRow


def record_of(row: GameRow, log: GameLog, names: list[str]) -> str:
    """The record of a finished game, including its seed."""
    played = datetime.fromtimestamp(row.created / 1000, UTC).date().isoformat()
    tags = {"Date": played, "SeedHash": seed_hash(row.seed), "Seed": row.seed, "Table": row.id}
    if log.ending is not None and log.state.outcome is None:
        winners = " ".join(str(seat + 1) for seat in log.ending.winners)
        tags |= {"Termination": log.ending.reason, "Winners": winners}
    if row.origin is not None:
        tags["From"] = row.origin
    actions = [step.action for step in log.steps]
    position = row.start or ""
    return write(Record(log.game, row.options, names, actions, tags=tags, position=position))


@dataclass(frozen=True, slots=True)
class Replay:
    """A record for a client to step through."""

    record: Record
    verified: bool | None
    """Whether every draw came from the seed; None if the record lacks the seed or its hash."""

    def about(self) -> dict[str, Any]:
        """The replay as JSON, without its frames."""
        record = self.record
        return {
            "game": record.game.name,
            "options": record.options,
            "names": record.names,
            "tags": record.tags,
            "comments": record.comments,
            "verified": self.verified,
            "box": codec_for(record.game.name).box(),
        }

    def frames(self) -> Iterator[dict[str, Any]]:
        """Make the frames one at a time, because each takes a while."""
        codec = codec_for(self.record.game.name)
        maker = FrameMaker(codec, self.record.start(), None, all_is_known=True)
        yield maker.first() | {"position": maker.state.to_text()}
        for number, action in enumerate(self.record.actions, start=1):
            mover = maker.state.to_move
            seat = mover if mover is not None and mover >= 0 else None
            frame = maker.next(number, Step(number, seat, action))
            yield frame | {"position": maker.state.to_text()}


def read_replay(text: str) -> Replay:
    """Read a record, and verify its draws against its seed. Raises BadText."""
    record = read(text)
    evidence = "Seed" in record.tags and "SeedHash" in record.tags
    return Replay(record, verify(record) is None if evidence else None)
