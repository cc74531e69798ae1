"""How accurately the levels play, by the same review that players get.

`python -m bench.accuracy --game azul --players 2 --wall coloured --games 3` lets each level play
against itself and its neighbours, has every decision of these games reviewed, and writes what each
level reaches into the file that reviews compare with (`src/loseta/study/data/accuracy.json`). Other
variants in the file stay as they are.

The review looks at a number of nodes that is reached within its usual time on a machine that has
nothing else to do, so that the table does not depend on how busy it is (`ai:8` alone has seconds).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean, stdev

from loseta.arena.series import Series, SeriesPlayers
from loseta.game import complete_options
from loseta.games import GAMES, game_named
from loseta.players.levels import LEVELS
from loseta.puzzles.part import variant_name
from loseta.record import Record, read
from loseta.server.http.reviews import decisions
from loseta.server.workers.worker import candidates
from loseta.study.accuracy import accuracies

FILE = Path(__file__).parent.parent / "src" / "loseta" / "study" / "data" / "accuracy.json"
SECONDS = 0.2
"""The review that the table is for: the quick one of the page."""
VISITS = 50_000
"""Nodes of alpha-beta in that time; trees make about a sixth of it."""


def meetings() -> Iterator[tuple[str, str]]:
    """Each level with itself and with the next."""
    names = list(LEVELS)
    for one, other in zip(names, [*names[1:], None], strict=True):
        yield one, one
        if other is not None:
            yield one, other


def measured(record: Record, visits: int) -> Iterator[tuple[str, float]]:
    """The player of each seat of a game, and how accurately it played."""
    state = record.start()
    told = []
    for each in decisions(record):
        view = record.game.state_from_text(each.view)
        told.append(each.told(candidates(view, each.played, visits=visits)))
    for found in accuracies(told, state.seats):
        yield record.names[found.seat], found.whole.percentage


def smoothed(means: list[float]) -> list[float]:
    """The nearest means that do not fall from one level to the next: neighbours that do are taken
    together."""
    groups: list[list[float]] = []
    for mean in means:
        groups.append([mean])
        while len(groups) > 1 and fmean(groups[-2]) >= fmean(groups[-1]):
            groups[-2:] = [groups[-2] + groups[-1]]
    return [round(fmean(group), 1) for group in groups for _ in group]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.accuracy", description=__doc__)
    parser.add_argument("--game", choices=tuple(GAMES), default="azul")
    parser.add_argument("--players")
    parser.add_argument("--wall")
    parser.add_argument("--games", type=int, default=3, help="of each two levels (3)")
    parser.add_argument("--visits", type=int, default=VISITS, help="of each decision (50000)")
    parser.add_argument("--seed", default="accuracy")
    parser.add_argument("--out", type=Path, default=FILE)
    args = parser.parse_args()
    given = {k: v for k, v in vars(args).items() if k in ("players", "wall") and v is not None}
    options = complete_options(game_named(args.game), given)
    seats = game_named(args.game).new(**options).seats
    reached: dict[str, list[float]] = {name: [] for name in LEVELS}
    for one, other in meetings():
        for number in range(args.games):
            names = [(one, other)[(seat + number) % 2] for seat in range(seats)]
            series = Series(args.game, options, tuple(names), f"{args.seed}/{one}/{other}")
            game = read(SeriesPlayers(series).play(number, as_record=True).text)
            for name, percentage in measured(game, args.visits):
                reached[name].append(percentage)
        print(f"{one} {other}: {reached[one][-1]:.1f} {reached[other][-1]:.1f}", flush=True)
    means = {name: fmean(found) for name, found in reached.items()}
    fitted = smoothed(list(means.values()))
    table = [
        {
            "level": name,
            "seats": len(found),
            "mean": round(means[name], 1),
            "spread": round(stdev(found), 1),
            "smoothed": value,
        }
        for (name, found), value in zip(reached.items(), fitted, strict=True)
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
