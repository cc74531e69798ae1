"""How accurately the levels play, by the same review that players get.

`python -m bench.accuracy --game azul --players 2 --wall coloured --games 3` lets each level play
against itself and its neighbours, has every decision of these games reviewed, and writes what each
level reaches into the file that reviews compare with (`src/loseta/study/data/accuracy.json`). Other
variants in the file stay as they are.

The review looks at a number of nodes that is reached within its usual time on a machine that has
nothing else to do, and a level that plays by the clock has as many as that makes of its time. So
the table does not depend on how busy the machine is. With `--keep FILE` each game is kept there,
and the same command goes on after the last one.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from statistics import fmean, stdev

from loseta.arena.series import Series, SeriesPlayers
from loseta.game import complete_options
from loseta.games import GAMES, game_named
from loseta.players.levels import LEVELS, Level
from loseta.players.search.budget import Budget
from loseta.puzzles.part import variant_name
from loseta.record import Record, read
from loseta.server.http.reviews import decisions
from loseta.server.workers.worker import candidates
from loseta.study.accuracy import accuracies

FILE = Path(__file__).parent.parent / "src" / "loseta" / "study" / "data" / "accuracy.json"
SECONDS = 0.2
"""Seconds per decision in the review that the table is for: the quick one of the page."""
VISITS = 50_000
"""How many nodes alpha-beta searches in that time; trees make fewer visits (`--visits`)."""
SURE = 2.0
"""By how many standard errors two levels must differ to be distinguished."""


def meetings() -> Iterator[tuple[str, str]]:
    """Pairs of levels: each with itself and with the next."""
    names = list(LEVELS)
    for one, other in zip(names, [*names[1:], None], strict=True):
        yield one, one
        if other is not None:
            yield one, other


def measured(record: Record, visits: int) -> Iterator[tuple[str, float]]:
    """Review a game; yield the player of each seat and its accuracy in percent."""
    state = record.start()
    told = []
    for each in decisions(record):
        view = record.game.state_from_text(each.view)
        told.append(each.as_line(candidates(view, each.played, visits=visits)))
    for found in accuracies(told, state.seats):
        yield record.names[found.seat], found.whole.percentage


def by_visits(visits: int) -> dict[str, Level]:
    """The levels with a time per move, with as many visits instead: `visits` for each SECONDS."""
    return {
        name: replace(level, usual=replace(level.usual, budget=Budget(visits=round(number))))
        for name, level in LEVELS.items()
        if (number := visits * (level.usual.budget.seconds or 0) / SECONDS)
    }


class Kept:
    """The accuracies measured so far, by game; stored in a file if a path is given."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path and path.exists() else ()
        self._known: dict[str, list[tuple[str, float]]] = dict(map(json.loads, lines))

    def measured(self, series: Series, number: int, visits: int) -> Sequence[tuple[str, float]]:
        """The players of a game and their accuracies; plays the game if it is not stored."""
        key = f"{variant_name(series.game, series.options)} {visits} {series.seed}/{number}"
        if key not in self._known:
            game = read(SeriesPlayers(series).play(number, as_record=True).text)
            self._known[key] = list(measured(game, visits))
            if self._path:
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([key, self._known[key]]) + "\n")
        return self._known[key]


@dataclass(frozen=True)
class Reached:
    """The accuracies of one or more levels."""

    seats: int
    mean: float
    spread: float
    levels: int = 1

    def leads(self, other: Reached) -> float:
        """By how many standard errors this mean is above another's."""
        error = math.hypot(self.spread / self.seats**0.5, other.spread / other.seats**0.5)
        return (self.mean - other.mean) / max(error, 1e-9)

    def with_(self, other: Reached) -> Reached:
        """Both pooled."""
        seats = self.seats + other.seats
        mean = (self.seats * self.mean + other.seats * other.mean) / seats
        squares = self.seats * self.spread**2 + other.seats * other.spread**2
        return Reached(seats, mean, (squares / seats) ** 0.5, self.levels + other.levels)


def smoothed(found: Sequence[Reached]) -> list[float]:
    """The mean of each level, pooled with neighbours that it cannot be distinguished from.
    Neighbours whose lead is below SURE standard errors are merged, the smallest lead first."""
    groups = list(found)
    while len(groups) > 1:
        leads = [upper.leads(lower) for lower, upper in pairwise(groups)]
        n = leads.index(min(leads))
        if leads[n] >= SURE:
            break
        groups[n : n + 2] = [groups[n].with_(groups[n + 1])]
    return [round(group.mean, 1) for group in groups for _ in range(group.levels)]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.accuracy", description=__doc__)
    parser.add_argument("--game", choices=tuple(GAMES), default="azul")
    parser.add_argument("--players")
    parser.add_argument("--wall")
    parser.add_argument("--games", type=int, default=3, help="of each two levels (3)")
    parser.add_argument("--visits", type=int, default=VISITS, help="of each decision (50000)")
    parser.add_argument("--seed", default="accuracy")
    parser.add_argument("--out", type=Path, default=FILE)
    parser.add_argument("--keep", type=Path, help="a file that keeps each game, to go on from")
    args = parser.parse_args()
    given = {k: v for k, v in vars(args).items() if k in ("players", "wall") and v is not None}
    options = complete_options(game_named(args.game), given)
    seats = game_named(args.game).new(**options).seats
    LEVELS.update(by_visits(args.visits))
    kept = Kept(args.keep)
    reached: dict[str, list[float]] = {name: [] for name in LEVELS}
    for one, other in meetings():
        for number in range(args.games):
            names = [(one, other)[(seat + number) % 2] for seat in range(seats)]
            series = Series(args.game, options, tuple(names), f"{args.seed}/{one}/{other}")
            for name, percentage in kept.measured(series, number, args.visits):
                reached[name].append(percentage)
        print(f"{one} {other}: {reached[one][-1]:.1f} {reached[other][-1]:.1f}", flush=True)
    levels = {name: Reached(len(each), fmean(each), stdev(each)) for name, each in reached.items()}
    table = [
        {
            "level": name,
            "seats": each.seats,
            "mean": round(each.mean, 1),
            "spread": round(each.spread, 1),
            "smoothed": value,
        }
        for (name, each), value in zip(levels.items(), smoothed(list(levels.values())), strict=True)
    ]
    for row in table:
        print("{level} {seats:4} {mean:6} ± {spread:4} {smoothed:6}".format(**row))
    variant = variant_name(args.game, options)
    known = json.loads(args.out.read_text(encoding="utf-8")) if args.out.exists() else {}
    known[variant] = {
        "seconds": SECONDS,
        "visits": args.visits,
        "games": args.games * len(list(meetings())),
        "seed": args.seed,
        "levels": table,
    }
    args.out.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
