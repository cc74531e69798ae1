"""Figures of a set of games, for people who study them: what goes along with winning.

They are written to a small file, which the page “By numbers” shows. Figures that depend on the
game, such as complete columns, come from the module `loseta.arena.numbers.<game>`; without it they
are left out.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from loseta.arena.variants import NO_VARIANT, title
from loseta.files import replacing
from loseta.game import DEALER, State
from loseta.games import has_part, part
from loseta.record import Record

FORMAT = 1
"""The version of the file's format."""


class FactoryTake(NamedTuple):
    """Tiles of one colour taken from a factory."""

    tiles: tuple[int, ...]
    """How many tiles of each colour the factory had, the most first."""
    taken: int
    line: int
    """The line, from 1; 0: the tiles went to the floor or broke."""


@dataclass(slots=True)
class Cases:
    """The number of seats that have something in common, with their victories and points."""

    n: int = 0
    won: float = 0.0
    points: int = 0

    def add(self, won: float, points: int) -> None:
        self.n += 1
        self.won += won
        self.points += points

    def figures(self) -> dict[str, float]:
        return {
            "n": self.n,
            "won": round(self.won / self.n, 4),
            "points": round(self.points / self.n, 2),
        }


@dataclass(slots=True)
class Numbers:
    """The figures of the games of one variant by the same players."""

    record: Record
    """The record of one of the games, for its game and options."""
    players: str
    games: int = 0
    starter: Cases = field(default_factory=Cases)
    seats: Cases = field(default_factory=Cases)
    winners: Cases = field(default_factory=Cases)
    rounds: dict[int, Cases] = field(default_factory=dict)
    """By round, without the last one; the points are the scores after it."""
    completed: dict[str, dict[int, Cases]] = field(default_factory=dict)
    """By what a seat completed, such as rows, and how many of them."""
    takes: dict[tuple[tuple[int, ...], int], Cases] = field(default_factory=dict)
    """The first take of a game, by the tiles of the factory and how many were taken."""
    lines: dict[int, Cases] = field(default_factory=dict)
    """The first take of a game, by the line in which the tiles were put."""

    def add(self, record: Record) -> None:
        """Add a game that was played to its end."""
        game = record.game.name
        asked = part("arena.numbers", game) if has_part("arena.numbers", game) else None
        state = record.start()
        starter: int | None = None
        first: tuple[int, FactoryTake] | None = None
        scores: dict[int, tuple[int, ...]] = {}
        for action in record.actions:
            seat, before = state.to_move, state.round
            if seat is not None and seat != DEALER:
                starter = getattr(state, "first", seat) if starter is None else starter
                if asked and first is None and (take := asked.factory_take(state, action)):
                    first = seat, take
            state.apply(action, check=False)  # reading the record has checked it
            if state.round != before:
                scores[before] = state.scores
        self._add_end(state, starter, scores)
        outcome = state.outcome
        assert outcome is not None
        for seat, (share, points) in enumerate(_results(state)):
            for kind, count in (asked.completed(state, seat) if asked else {}).items():
                by_count = self.completed.setdefault(kind, {})
                by_count.setdefault(count, Cases()).add(share, points)
            if first is not None and first[0] == seat:
                take = first[1]
                self.takes.setdefault((take.tiles, take.taken), Cases()).add(share, points)
                self.lines.setdefault(take.line, Cases()).add(share, points)

    def _add_end(
        self, final: State, starter: int | None, scores: dict[int, tuple[int, ...]]
    ) -> None:
        self.games += 1
        for seat, (share, points) in enumerate(_results(final)):
            self.seats.add(share, points)
            if seat == starter:
                self.starter.add(share, points)
            if share:
                self.winners.add(share, points)
            for number, after in scores.items():
                self.rounds.setdefault(number, Cases()).add(share, after[seat])

    def figures(self) -> dict[str, Any]:
        game, options = self.record.game, self.record.options
        share = self.starter.won / self.starter.n
        return {
            "variant": title(game, options),
            "game": game.name,
            "options": {name: v for name, v in options.items() if name not in NO_VARIANT},
            "seats": len(self.record.names),
            "players": self.players,
            "games": self.games,
            "starter": {
                "won": round(share, 4),
                "error": round(1.96 * math.sqrt(share * (1 - share) / self.games), 4),
            },
            "points": self.seats.figures()["points"],
            "winners_points": self.winners.figures()["points"],
            "rounds": [
                {"round": number, **cases.figures()}
                for number, cases in sorted(self.rounds.items())
            ],
            "completed": {
                kind: [{"count": n, **cases.figures()} for n, cases in sorted(by_count.items())]
                for kind, by_count in self.completed.items()
            },
            "takes": [
                {"tiles": list(tiles), "taken": taken, **cases.figures()}
                for (tiles, taken), cases in sorted(self.takes.items(), reverse=True)
            ],
            "lines": [
                {"line": line, **cases.figures()} for line, cases in sorted(self.lines.items())
            ],
        }


def _results(final: State) -> list[tuple[float, int]]:
    """The share of the victory and the points of each seat."""
    outcome = final.outcome
    assert outcome is not None
    return [
        ((seat in outcome.winners) / len(outcome.winners), points)
        for seat, points in enumerate(outcome.scores)
    ]


def save(found: Iterable[Numbers], path: Path) -> None:
    """Write the file with one line for each set, so that diffs are readable. Raises OSError."""
    sets = [json.dumps(each.figures(), separators=(",", ":")) for each in found]
    text = f'{{"format": {FORMAT}, "sets": [\n' + ",\n".join(sets) + "\n]}\n"
    with replacing(path) as out:
        out.write(text.encode())
