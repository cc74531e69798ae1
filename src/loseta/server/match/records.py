"""Games as records: made from a table, and read from a file to be replayed."""

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
    """The record of a game that is over, its seed included."""
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
    """Whether every draw came from the seed; None when the record has no evidence."""

    def about(self) -> dict[str, Any]:
        """All but the frames."""
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
        """One after the other: each takes a while to make."""
        codec = codec_for(self.record.game.name)
        maker = FrameMaker(codec, self.record.start(), None, all_is_known=True)
        yield maker.first() | {"position": maker.state.to_text()}
        for number, action in enumerate(self.record.actions, start=1):
            mover = maker.state.to_move
            seat = mover if mover is not None and mover >= 0 else None
            frame = maker.next(number, Step(number, seat, action))
            yield frame | {"position": maker.state.to_text()}


def read_replay(text: str) -> Replay:
    """Raises BadText."""
    record = read(text)
    evidence = "Seed" in record.tags and "SeedHash" in record.tags
    return Replay(record, verify(record) is None if evidence else None)
