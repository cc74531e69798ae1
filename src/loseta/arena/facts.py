"""Facts about a set of games, as a table with a row for each variant and set of players."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from loseta import texts
from loseta.arena.collection import records_in
from loseta.arena.numbers import Numbers
from loseta.arena.rows import Row, seat_rows


@dataclass(slots=True)
class Facts:
    """Sums over the finished games of one variant by the same players."""

    variant: str
    players: str
    seats: int
    games: int = 0
    decisions: int = 0
    rounds: int = 0
    points: int = 0
    winners_points: float = 0.0
    starter_won: float = 0.0
    """The starting players' shares of the victory, added up."""
    shared: int = 0
    longest: int = 0
    best: int = field(default=-(10**9))

    def add(self, rows: list[Row]) -> None:
        self.games += 1
        self.decisions += sum(row["decisions"] for row in rows)
        self.rounds += rows[0]["rounds"]
        self.longest = max(self.longest, rows[0]["rounds"])
        self.points += sum(row["score"] for row in rows)
        self.winners_points += max(row["score"] for row in rows)
        self.best = max(self.best, *(row["score"] for row in rows))
        self.starter_won += sum(row["won"] for row in rows if row["started"])
        self.shared += sum(row["won"] > 0 for row in rows) > 1

    def figures(self) -> dict[str, str | int | float]:
        """Means per game; `starter_error` is half the width of the 95 % confidence interval."""
        share = self.starter_won / self.games
        return {
            "variant": self.variant,
            "players": self.players,
            "games": self.games,
            "decisions": self.decisions / self.games,
            "rounds": self.rounds / self.games,
            "most_rounds": self.longest,
            "points": self.points / self.games / self.seats,
            "winners_points": self.winners_points / self.games,
            "most_points": self.best,
            "shared": self.shared / self.games,
            "starter": share,
            "starter_error": 1.96 * math.sqrt(share * (1 - share) / self.games),
        }


@dataclass(slots=True)
class FactSheet:
    """The facts about a set of games."""

    facts: list[Facts]
    unfinished: int
    """Unfinished games, which are left out."""
    numbers: list[Numbers]
    """Empty unless they were requested."""


def read_facts(
    files: Iterable[Path],
    progress: Callable[[int], None] = lambda done: None,
    of_each: int | None = None,
    with_numbers: bool = False,
) -> FactSheet:
    """The facts about the games in these files; with `of_each`, only about that many games from the
    beginning of each file. Raises BadGames and OSError."""
    found: dict[tuple[str, str], Facts] = {}
    numbers: dict[tuple[str, str], Numbers] = {}
    unfinished = 0
    for done, path in enumerate(files, start=1):
        for _, record in islice(records_in(path), of_each):
            rows = seat_rows(record, path.name)
            if rows[0]["score"] is None:
                unfinished += 1
                continue
            key = rows[0]["variant"], ",".join(sorted(set(record.names)))
            found.setdefault(key, Facts(*key, seats=len(rows))).add(rows)
            if with_numbers:
                numbers.setdefault(key, Numbers(record, key[1])).add(record)
        progress(done)
    return FactSheet(
        [found[key] for key in sorted(found)],
        unfinished,
        [numbers[key] for key in sorted(numbers)],
    )


def lines(found: Iterable[Facts], lang: str, markdown: bool) -> list[str]:
    """The lines of a table for people, as Markdown or in columns."""
    keys = ["variant", "players", "games", "rounds", "decisions"]
    keys += ["points", "winners_points", "most_points", "shared", "starter"]
    rows = [[texts.say(f"cli.facts.{key}", lang) for key in keys]]
    for each in found:
        figures = each.figures()
        shown = {name: f"{value}" for name, value in figures.items()}
        for name in ("rounds", "decisions", "points", "winners_points"):
            shown[name] = texts.decimal(float(figures[name]), ".1f", lang)
        shown["shared"] = texts.decimal(100 * float(figures["shared"]), ".1f", lang) + " %"
        share, error = (
            texts.decimal(100 * float(figures[name]), ".1f", lang)
            for name in ("starter", "starter_error")
        )
        shown["starter"] = f"{share} ± {error} %"
        rows.append([shown[key] for key in keys])
    if markdown:
        rows.insert(1, ["---", "---", *["---:"] * (len(keys) - 2)])
        return ["| " + " | ".join(row) + " |" for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            f"{cell:<{width}}" if at < 2 else f"{cell:>{width}}"
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
