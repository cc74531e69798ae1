"""Games as records: made from a table, and read from a file to be replayed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from loseta.dealer import seed_hash
from loseta.record import Record, read, verify, write
from loseta.server.match.codecs import codec_for
from loseta.server.match.log import GameLog
from loseta.server.match.serializers import frames_json
from loseta.server.match.state_history import Step
from loseta.server.store import GameRow


def record_of(row: GameRow, log: GameLog, names: list[str]) -> str:
    """The record of a game that is over, its seed included."""
    played = datetime.fromtimestamp(row.created / 1000, UTC).date().isoformat()
    tags = {"Date": played, "SeedHash": seed_hash(row.seed), "Seed": row.seed, "Table": row.id}
    if log.ending is not None and log.state.outcome is None:
        winners = " ".join(str(seat + 1) for seat in log.ending.winners)
        tags |= {"Termination": log.ending.reason, "Winners": winners}
    actions = [step.action for step in log.steps]
    return write(Record(log.game, row.options, names, actions, tags=tags))


def replayed(text: str) -> dict[str, Any]:
    """A record for a client to step through. Raises BadText."""
    record = read(text)
    log = GameLog(record.game, record.options, record.tags.get("Seed", ""), {})
    state = record.start()
    for number, action in enumerate(record.actions, start=1):
        mover = state.to_move
        seat = mover if mover is not None and mover >= 0 else None
        log.steps.append(Step(number, seat, action))
        state.apply(action)
    return {
        "game": record.game.name,
        "options": record.options,
        "names": record.names,
        "tags": record.tags,
        "comments": record.comments,
        "verified": _verified(record),
        "box": codec_for(record.game.name).box(),
        "frames": [
            frame | {"position": position}
            for frame, position in zip(
                frames_json(log, None, all_is_known=True),
                (state.to_text() for state in record.states()),
                strict=True,
            )
        ],
    }


def _verified(record: Record) -> bool | None:
    """Whether every draw came from the seed; None when the record has no evidence."""
    if "Seed" not in record.tags or "SeedHash" not in record.tags:
        return None
    return verify(record) is None
