"""A rematch: who has accepted it, and the new game. It has the same options and start position, and
the players rotate by one seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from loseta.dealer import fresh_seed
from loseta.server.ids import fresh_id
from loseta.server.store import GameRow, NewGame, SeatRow


class RematchOffer:
    def __init__(self) -> None:
        self.accepted: list[int] = []
        """The seats that would like a rematch; the first has offered it."""
        self.declined: int | None = None
        """The seat that declined the offer."""

    def accept(self, seat: int) -> None:
        self.accepted.append(seat)
        self.declined = None

    def decline(self, seat: int) -> None:
        """Withdraw a seat that had accepted; any other seat declines, which ends the offer for
        all."""
        if seat in self.accepted:
            self.accepted.remove(seat)
        else:
            self.accepted.clear()
            self.declined = seat


def next_game(row: GameRow, seats: Sequence[SeatRow], host: str, now: int) -> NewGame:
    new = replace(
        row, id=fresh_id(), seed=fresh_seed(), host=host, created=now, status="open",
        result=None, ended=None, rematch=None, due=None, summary=None,
        listed_until=None,
    )  # fmt: skip
    rotated = [*seats[1:], seats[0]]
    return new, [
        SeatRow(number, seat.identity, seat.level, 0) for number, seat in enumerate(rotated)
    ]
