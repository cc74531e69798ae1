"""Why another action was better than the played one: a short reason as data, derived from the
rules' results of both actions. Clients put it into words."""

from __future__ import annotations

from typing import Any

from loseta.game import State
from loseta.server.match.codecs import GameCodec

MARKED = 2
"""The smallest difference in tiles left to the next player, or in points, that counts as a
reason."""


def why_better(
    codec: GameCodec, state: State, played: Any, better: Any, reply: Any = None
) -> dict[str, Any] | None:
    """The first reason in this list that applies; None if none does. `reply`: the action of the
    next player after the played one.

        fell        more of the taken tiles found no room than with the better action; `line` is
                    given if it would have held all of the same tiles
        unfinished  the better action fills a line that the played one does not, and scores its tile
        left        the next player took tiles of which the better action leaves fewer
        points      the better action scores more in this round
        marker      the played action took the starting-player marker, the better one does not
        first       the better action takes the starting-player marker, the played one did not
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
    """The results of an action for the seat that plays it."""

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
        """Whether both actions take tiles of the same colour from the same source."""
        same = (self.parts[part] == other.parts.get(part) for part in ("source", "colour"))
        return self.takes and other.takes and all(same)

    def line_filled_beyond(self, other: _Outcome) -> dict[str, Any] | None:
        """The best tile from a line that this action fills and the other does not, or None."""
        if not (self.takes and other.takes):
            return None
        rows = {tile["row"] for tile in other.placed}
        found = [tile for tile in self.placed if tile["row"] not in rows]
        return max(found, key=lambda tile: int(tile["points"]), default=None)


def _left(codec: GameCodec, mine: State, other: State, reply: Any) -> int:
    """How many more tiles a reply takes after one action than after another."""
    if mine.to_move is None or mine.why_illegal(reply) is not None:
        return 0
    had = codec.taking(mine, reply)
    if not had or other.to_move != mine.to_move:
        return 0
    has = codec.taking(other, reply) if other.why_illegal(reply) is None else {}
    return _taken(had) - _taken(has)


def _taken(taking: dict[str, Any]) -> int:
    return int(taking.get("fits", 0)) + int(taking.get("falls", 0))
