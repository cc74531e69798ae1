"""The summary of a game that is stored with its row, so that lists of games need not replay it."""

from __future__ import annotations

from typing import Any

from loseta.server.match.log import GameLog


def summary_of(log: GameLog) -> dict[str, Any]:
    summary: dict[str, Any] = {
        "round": log.state.round,
        "scores": list(log.state.scores),
        "waiting": sorted(log.waiting()),
        "stand_ins": sorted(log.stand_ins),
        "walls": log.codec.walls(log.state),
        "last": next((step.gist for step in reversed(log.steps) if step.gist), None),
    }
    if log.clock is not None:
        summary["left_ms"] = list(log.clock.left)
        summary["running"] = sorted(log.running())
        summary["at"] = log.at
    return summary


def result_of(log: GameLog) -> str:
    """The scores of all seats, joined with `-`."""
    return "-".join(map(str, log.state.scores))
