"""Games as records: made from a table, and read from a file to be replayed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from loseta.dealer import seed_hash
from loseta.record import Record, read, verify, write
from loseta.server.course import Course, Step
from loseta.server.faces import FACES
from loseta.server.store import GameRow
from loseta.server.telling import frames_json


def record_of(row: GameRow, course: Course, names: list[str]) -> str:
    """The record of a game that is over, its seed included."""
    played = datetime.fromtimestamp(row.created / 1000, UTC).date().isoformat()
    tags = {"Date": played, "SeedHash": seed_hash(row.seed), "Seed": row.seed, "Table": row.id}
    if course.ending is not None and course.state.outcome is None:
        winners = " ".join(str(seat + 1) for seat in course.ending.winners)
        tags |= {"Termination": course.ending.reason, "Winners": winners}
    actions = [step.action for step in course.steps]
    return write(Record(course.game, row.options, names, actions, tags=tags))


def replayed(text: str) -> dict[str, Any]:
    """A record for a client to step through. Raises BadText."""
    record = read(text)
    course = Course(record.game, record.options, record.tags.get("Seed", ""), {})
    state = record.start()
    for number, action in enumerate(record.actions, start=1):
        mover = state.to_move
        seat = mover if mover is not None and mover >= 0 else None
        course.steps.append(Step(number, seat, action))
        state.apply(action)
    return {
        "game": record.game.name,
        "options": record.options,
        "names": record.names,
        "tags": record.tags,
        "comments": record.comments,
        "verified": _verified(record),
        "box": FACES[record.game.name].box(),
        "frames": [
            frame | {"position": position}
            for frame, position in zip(
                frames_json(course, None, all_is_known=True),
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
