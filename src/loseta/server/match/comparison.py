"""What another action had over the one that was played, from what the rules say of both: a short
reason as data, which clients put into words."""

from __future__ import annotations

from typing import Any

from loseta.game import State
from loseta.server.match.codecs import GameCodec

MARKED = 2
"""Tiles left to the next player, or points, from which they are worth a word."""


def why_better(
    codec: GameCodec, state: State, played: Any, better: Any, reply: Any = None
) -> dict[str, Any] | None:
    """The first of these that holds; None if the events tell nothing. `reply`: what the next player
    did after what was played.

        fell        of the taken tiles some found no room, and more than of the better ones; `line`
                    would have kept them all, if the tiles were the right ones
        unfinished  the better action fills a line, whose tile brings points
        left        the next player took tiles that the better action leaves there in smaller number
        points      the better action brings more points in this round
        marker      what was played took the starting-player marker, and the better action does not
        first       the other way round
    """
    seat = state.to_move
    assert seat is not None
    mine, other = _Outcome(codec, state, played), _Outcome(codec, state, better)
    if mine.falls > other.falls:
        kept = mine.same_tiles(other) and other.falls == 0
        found = {"kind": "fell", "count": mine.falls, "colour": mine.parts["colour"]}
        return found | ({"line": other.parts["line"]} if kept else {})
    line = other.line_filled_beyond(mine)
    if line is not None:
        return {"kind": "unfinished", "line": line["row"], "points": line["points"]}
    left = 0 if reply is None else _left(codec, mine.after, other.after, reply)
    if left >= MARKED:
        parts = codec.parts(reply)
        return {"kind": "left", "count": left, "colour": parts["colour"], "seat": mine.next_seat}
    if other.points - mine.points >= MARKED:
        return {"kind": "points", "points": other.points - mine.points}
    if mine.marker != other.marker:
        return {"kind": "marker" if mine.marker else "first"}
    return None


class _Outcome:
    """What an action leads to, for the seat that plays it."""

    def __init__(self, codec: GameCodec, state: State, action: Any) -> None:
        seat = state.to_move
        assert seat is not None
        self.parts = codec.parts(action)
        taking = codec.taking(state, action)
        self.takes = bool(taking)
        self.falls: int = taking.get("falls", 0)
        self.marker: bool = taking.get("marker", False)
        self.after = state.copy()
        self.after.apply(action, check=False)
        self.next_seat = self.after.to_move
        before = state.before_scoring(action, check=False) if taking else self.after
        projected = codec.projection(before)[seat]
        self.points: int = projected["score"]
        self.placed: list[dict[str, Any]] = projected.get("placed", [])

    def same_tiles(self, other: _Outcome) -> bool:
        return all(self.parts[part] == other.parts[part] for part in ("source", "colour"))

    def line_filled_beyond(self, other: _Outcome) -> dict[str, Any] | None:
        """The tile of a line that this action fills, and the other leaves short."""
        if not (self.takes and other.takes):
            return None
        rows = {tile["row"] for tile in other.placed}
        found = [tile for tile in self.placed if tile["row"] not in rows]
        return max(found, key=lambda tile: int(tile["points"]), default=None)


def _left(codec: GameCodec, mine: State, other: State, reply: Any) -> int:
    """How many tiles more of a reply lay there after one action than after another."""
    if mine.to_move is None or mine.why_illegal(reply) is not None:
        return 0
    had = codec.taking(mine, reply)
    if not had or other.to_move != mine.to_move:
        return 0
    has = codec.taking(other, reply) if other.why_illegal(reply) is None else {}
    return _taken(had) - _taken(has)


def _taken(taking: dict[str, Any]) -> int:
    return int(taking.get("fits", 0)) + int(taking.get("falls", 0))
