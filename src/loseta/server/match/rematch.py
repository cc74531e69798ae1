"""The game that follows another: the same options, everybody one seat on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from loseta.dealer import fresh_seed
from loseta.server.ids import fresh_id
from loseta.server.store import GameRow, NewGame, SeatRow


def next_game(row: GameRow, seats: Sequence[SeatRow], host: str, now: int) -> NewGame:
    new = replace(
        row, id=fresh_id(), seed=fresh_seed(), host=host, created=now, status="open",
        result=None, ended=None, rematch=None, due=None, summary=None,
    )  # fmt: skip
    rotated = [*seats[1:], seats[0]]
    return new, [
        SeatRow(number, seat.identity, seat.level, 0) for number, seat in enumerate(rotated)
    ]
