"""A table as JSON, without the game itself: seats, clock, requests, the end, a rematch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from loseta.dealer import seed_hash
from loseta.server.match.clock import Clock, Outages
from loseta.server.match.log import GameLog
from loseta.server.room.presence import Presence
from loseta.server.store import GameRow, SeatRow


def table_info(
    row: GameRow,
    seats: Sequence[SeatRow],
    log: GameLog | None,
    presence: Presence,
    viewer: int | None,
    host: bool,
    now: int,
) -> dict[str, Any]:
    """The state of a table for one viewer, in the form of `answers.TableInfo`."""
    return {
        "id": row.id,
        "game": row.game,
        "options": row.options,
        "status": row.status,
        "you": viewer,
        "host": host,
        "seats": [_seat(seat, log, presence) for seat in seats],
        "spectators": presence.spectators,
        "private": row.private,
        "listed": row.status == "open" and row.listed_until is not None,
        "hints": row.hints,
        "clock": _clock(log, now),
        "ask": _ask(log),
        "end": _end(log),
        "rematch": _rematch(row, log),
        "start": _start(row),
        "seed_hash": seed_hash(row.seed),
        "seed": row.seed if row.status == "over" else None,
    }


def _start(row: GameRow) -> dict[str, Any] | None:
    if row.start is None:
        return None
    table, _, ply = (row.origin or "").partition(" ")
    return {"table": table or None, "ply": int(ply) if ply else None}


def _seat(row: SeatRow, log: GameLog | None, presence: Presence) -> dict[str, Any]:
    seat, kind = row.seat, row.kind
    here = presence.is_here(seat)
    away = kind == "person" and not here
    return {
        "seat": seat,
        "kind": kind,
        "name": row.name,
        "level": log.computer_at(seat) if log else row.level,
        "stands_in": bool(log and seat in log.stand_ins),
        "present": here or kind == "computer",
        "absent_ms": presence.absent_for(seat) if away else None,
        "out": log.out.get(seat) if log else None,
    }


def _clock(log: GameLog | None, now: int) -> dict[str, Any] | None:
    if log is None or log.clock is None:
        return None
    running = log.running()
    used = log.clock.elapsed(log.at, now) if log.at else 0
    return {
        "left_ms": [
            max(0, left - used) if seat in running else left
            for seat, left in enumerate(log.clock.left)
        ],
        "increment_ms": log.clock.increment,
        "running": sorted(running),
        "now": now,
    }


def listed_table(
    row: GameRow, seats: Sequence[SeatRow], identity: str, outages: Outages, now: int
) -> dict[str, Any]:
    """A game in a guest's list of games. It is made from stored rows, without loading the game."""
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
        "walls": stands.get("walls"),
        "last": _last_move(stands, now),
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


def _last_move(stands: Mapping[str, Any], now: int) -> dict[str, Any] | None:
    """The gist of the last move, and how long ago it was made."""
    last = stands.get("last")
    if last is None:
        return None
    gist = {name: value for name, value in last.items() if name != "at"}
    return gist | {"ago_ms": max(0, now - last["at"])}


def _stored_clock(row: GameRow, outages: Outages, now: int) -> dict[str, Any] | None:
    if row.clock is None or row.summary is None:
        return None
    left, running, at = (row.summary[name] for name in ("left_ms", "running", "at"))
    clock = Clock(len(left), row.clock, row.increment or 0, outages)
    clock.left = list(left)
    clock.charge(running, at, now)
    return {"left_ms": clock.left, "increment_ms": clock.increment, "running": running}


def _ask(log: GameLog | None) -> dict[str, Any] | None:
    if log is None or log.asked is None:
        return None
    asked = log.asked
    return {"seat": asked.seat, "ply": asked.ply, "agreed": sorted(asked.agreed)}


def _rematch(row: GameRow, log: GameLog | None) -> dict[str, Any] | None:
    accepted = log.rematch.accepted if log else []
    declined = log.rematch.declined if log else None
    if not accepted and declined is None and row.rematch is None:
        return None
    return {"accepted": list(accepted), "declined": declined, "table": row.rematch}


def _end(log: GameLog | None) -> dict[str, Any] | None:
    if log is None or log.ending is None:
        return None
    end = log.ending
    return {
        "reason": end.reason,
        "scores": end.scores,
        "winners": end.winners,
        "places": end.places,
        "out": list(log.out),
    }
