"""Going through a whole game with the computer: what it thinks of each decision, one at a time."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass

import orjson

from loseta.record import Record
from loseta.server.http.background import Background
from loseta.server.refusals import Refused, error_json
from loseta.server.workers import Thinking, ThinkingFailed


@dataclass(frozen=True, slots=True)
class Decision:
    """A moment of a game in which a seat had a choice."""

    ply: int
    """How many actions were played before it."""
    seat: int
    round: int
    view: str
    """What the seat could know, as a position."""
    played: str


def decisions(record: Record) -> Iterator[Decision]:
    state = record.start()
    for ply, action in enumerate(record.actions):
        seat = state.to_move
        if seat is not None and seat >= 0 and len(state.legal_actions()) > 1:
            yield Decision(ply, seat, state.round, state.view(seat).to_text(), action.text)
        state.apply(action)


class Reviews:
    """Everybody has one review at a time: who begins another has had enough of the one before."""

    def __init__(self, pool: Thinking, background: Background) -> None:
        self._pool = pool
        self._background = background
        self._newest: dict[str, object] = {}

    async def lines(
        self, identity: str, record: Record, seconds: float, lang: str
    ) -> AsyncIterator[bytes]:
        """A line of JSON with how many decisions there are, then one for each of them as soon as
        it has been thought about. It ends early when nobody listens any more."""
        mine = self._newest[identity] = object()
        try:
            all_of_them = await self._background.in_slices(decisions(record))
            yield _line({"decisions": len(all_of_them)})
            for each in all_of_them:
                if self._newest.get(identity) is not mine:
                    return
                candidates = await self._pool.think(
                    record.game.name, each.view, seconds, also=each.played
                )
                yield _line(
                    {
                        "ply": each.ply,
                        "seat": each.seat,
                        "round": each.round,
                        "played": each.played,
                        "candidates": candidates,
                    }
                )
        except ThinkingFailed:
            yield _line({"error": error_json(Refused("no_thought"), lang)})
        finally:
            if self._newest.get(identity) is mine:
                del self._newest[identity]


def _line(told: dict[str, object]) -> bytes:
    return orjson.dumps(told) + b"\n"
