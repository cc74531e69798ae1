"""What is told of a table besides the game: who sits there, the clock, what is asked, the end."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from loseta.dealer import seed_hash
from loseta.server.clock import Clock, Outages
from loseta.server.connection import Connection
from loseta.server.course import Course
from loseta.server.store import GameRow, SeatRow


def table_info(
    row: GameRow,
    seats: Sequence[SeatRow],
    course: Course | None,
    connections: Collection[Connection],
    left_at: Mapping[int, float],
    viewer: int | None,
    host: bool,
    now: int,
) -> dict[str, Any]:
    """For one viewer. `left_at`: when seats were last seen, for those who are away."""
    present = {connection.seat for connection in connections}
    return {
        "id": row.id,
        "game": row.game,
        "options": row.options,
        "status": row.status,
        "you": viewer,
        "host": host,
        "seats": [_seat(seat, course, seat.seat in present, left_at) for seat in seats],
        "spectators": len({each.identity for each in connections if each.seat is None}),
        "private": row.private,
        "hints": row.hints,
        "clock": _clock(course, now),
        "ask": _ask(course),
        "end": _end(course),
        "rematch": _rematch(row, course),
        "seed_hash": seed_hash(row.seed),
        "seed": row.seed if row.status == "over" else None,
    }


def _seat(
    row: SeatRow, course: Course | None, here: bool, left_at: Mapping[int, float]
) -> dict[str, Any]:
    seat, kind = row.seat, row.kind
    away = kind == "person" and not here and seat in left_at
    return {
        "seat": seat,
        "kind": kind,
        "name": row.name,
        "level": course.computer_at(seat) if course else row.level,
        "stands_in": bool(course and seat in course.stand_ins),
        "present": here or kind == "computer",
        "absent_ms": int((time.monotonic() - left_at[seat]) * 1000) if away else None,
        "out": course.out.get(seat) if course else None,
    }


def _clock(course: Course | None, now: int) -> dict[str, Any] | None:
    if course is None or course.clock is None:
        return None
    running = course.running()
    used = course.clock.elapsed(course.at, now) if course.at else 0
    return {
        "left_ms": [
            max(0, left - used) if seat in running else left
            for seat, left in enumerate(course.clock.left)
        ],
        "increment_ms": course.clock.increment,
        "running": sorted(running),
        "now": now,
    }


def summary_of(course: Course) -> dict[str, Any]:
    """How a game stands, in a few words, to be stored with its row."""
    summary: dict[str, Any] = {
        "round": course.state.round,
        "scores": list(course.state.scores),
        "waiting": sorted(course.waiting()),
        "stand_ins": sorted(course.stand_ins),
    }
    if course.clock is not None:
        summary["left_ms"] = list(course.clock.left)
        summary["running"] = sorted(course.running())
        summary["at"] = course.at
    return summary


def listed_table(
    row: GameRow, seats: Sequence[SeatRow], identity: str, outages: Outages, now: int
) -> dict[str, Any]:
    """A game in the list of somebody's games."""
    stands = row.summary or {}
    mine = {seat.seat for seat in seats if seat.identity == identity}
    mine -= set(stands.get("stand_ins", ()))
    waiting = stands.get("waiting", []) if row.status == "playing" else []
    return {
        "id": row.id,
        "game": row.game,
        "options": row.options,
        "created": row.created,
        "status": row.status,
        "result": row.result,
        "ended": row.ended,
        "round": stands.get("round"),
        "scores": stands.get("scores"),
        "waiting": waiting,
        "your_turn": not mine.isdisjoint(waiting),
        "clock": _stored_clock(row, outages, now) if row.status == "playing" else None,
        "seats": [
            {
                "kind": seat.kind,
                "name": seat.name,
                "level": seat.level,
                "you": seat.identity == identity,
            }
            for seat in seats
        ],
    }


def _stored_clock(row: GameRow, outages: Outages, now: int) -> dict[str, Any] | None:
    if row.clock is None or row.summary is None:
        return None
    left, running, at = (row.summary[name] for name in ("left_ms", "running", "at"))
    clock = Clock(len(left), row.clock, row.increment or 0, outages)
    clock.left = list(left)
    clock.charge(running, at, now)
    return {"left_ms": clock.left, "increment_ms": clock.increment, "running": running}


def _ask(course: Course | None) -> dict[str, Any] | None:
    if course is None or course.asked is None:
        return None
    asked = course.asked
    return {"seat": asked.seat, "ply": asked.ply, "agreed": sorted(asked.agreed)}


def _rematch(row: GameRow, course: Course | None) -> dict[str, Any] | None:
    accepted = course.rematch if course else []
    declined = course.declined if course else None
    if not accepted and declined is None and row.rematch is None:
        return None
    return {"accepted": list(accepted), "declined": declined, "table": row.rematch}


def _end(course: Course | None) -> dict[str, Any] | None:
    if course is None or course.ending is None:
        return None
    end = course.ending
    return {
        "reason": end.reason,
        "scores": end.scores,
        "winners": end.winners,
        "places": end.places,
        "out": list(course.out),
    }
