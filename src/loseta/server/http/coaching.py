"""The coach, which questions a move that gives much away before it is played."""

from __future__ import annotations

from typing import Any

from loseta.game import State
from loseta.server.http.judging import judge
from loseta.server.match.log import GameLog
from loseta.server.match.queries import deciding_state
from loseta.server.refusals import Refused
from loseta.server.room.room import Room
from loseta.server.workers import Thinking
from loseta.study.account import account, expected
from loseta.study.trying import coached_from

SECONDS = 0.4
"""The time for each search in seconds. There are at most two, and the page waits no longer than two
seconds for the coach."""


def check(room: Room, seat: int | None) -> None:
    """Raises Refused unless the table allows hints and all other seats are computers."""
    if not room.match.row.hints:
        raise Refused("no_hints")
    if any(each.level is None for each in room.match.seats if each.seat != seat):
        raise Refused("coach_alone")


def check_move(log: GameLog, seat: int | None, ply: int, action: str) -> None:
    """Raises Refused if it is not the seat's turn at this step, and the errors of an action."""
    if ply != log.ply:
        raise Refused("stale")
    deciding_state(log, seat).view(seat).parse(action)


async def opinion(pool: Thinking, view: State, action: str, least: str) -> dict[str, Any]:
    """Whether the coach questions an action; if so, what it gives away and what would be better.
    Raises ThinkingFailed."""
    text = view.parse(action).text
    tried, best = await judge(pool, view, text, SECONDS)
    chance = 0.0 if tried is None else max(0.0, best["win_chance"] - tried["win_chance"])
    asks = best["action"] != text and chance >= coached_from(least, view.seats)
    if tried is None or not asks:
        return {"asks": False}
    return {
        "asks": True,
        "chance": round(chance, 4),
        "points": max(0, round(best["value"] - tried["value"])),
        "account": account(expected(view, tried), expected(view, best)),
        "better": best["action"],
    }
