"""The model of docs/scale.md: from what a move costs each part to a number of players.

    python -m bench.scale [--players N] [--seconds S] [--write]

`--write` puts the tables into the page.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from deploy.cluster import Cluster

from .processes import OPTIONS, costs

PAGE = Path(__file__).parent.parent / "docs" / "scale.md"
BEGIN, END = "<!-- python -m bench.scale --write -->\n", "<!-- end -->\n"
PLAYERS = 100_000
PACES = (20, 2)
"""Seconds between two moves of a player: for people who think, and in the benchmark."""
CORES = 16
"""The cores of PostgreSQL, which has a machine of its own."""
LOAD = 0.7
"""The highest planned load of a core; above it, queues grow."""
PARTS = ("servers", "PostgreSQL", "Redis")
BYTES = {
    "bytes to the bus": "bytes to the bus",
    "bytes from the bus": "bytes from the bus",
    "sent to its players": "bytes to its players",
    "write-ahead log, at most": "bytes of PostgreSQL's write-ahead log, at most",
}


def measure(players: int, seconds: float) -> dict[str, float]:
    """The costs of a move, by the names of their figures."""
    with Cluster(2, options=OPTIONS) as cluster:
        found = {each.name: each.value for each in costs(cluster, seconds, players)}
    return {name.removeprefix("cluster: a move: "): value for name, value in found.items()}


def tables(cost: Mapping[str, float]) -> str:
    """The text of the page between BEGIN and END."""
    lines = ["| a move costs | |", "|---|---|"]
    lines += [f"| processor time of {p} | {_cpu(cost, p):.2f} ms |" for p in PARTS]
    lines += [f"| {words} | {cost[name]:,.0f} |" for name, words in BYTES.items()]
    lines.append(f"| transactions, at most | {cost['transactions, at most']:.1f} |")
    lines += ["", f"| {PLAYERS:,} players need | " + " | ".join(map(_paced, PACES)) + " |"]
    lines.append("|---|" + "---|" * len(PACES))
    rates = [PLAYERS / pace for pace in PACES]
    lines.append("| moves a second | " + " | ".join(f"{rate:,.0f}" for rate in rates) + " |")
    for part in PARTS:
        cells = [f"{rate * _cpu(cost, part) / 1000 / LOAD:,.0f}" for rate in rates]
        lines.append(f"| cores for {part}, each {LOAD:.0%} busy | " + " | ".join(cells) + " |")
    for name, words in BYTES.items():
        cells = [f"{rate * cost[name] / 1e6:,.1f}" for rate in rates]
        lines.append(f"| {words.replace('bytes', 'MB', 1)}, a second | " + " | ".join(cells) + " |")
    lines += ["", "| saturated at so many players | " + " | ".join(map(_paced, PACES)) + " |"]
    lines.append("|---|" + "---|" * len(PACES))
    limits = {"one server process (a core)": ("servers", 1), "Redis (a core)": ("Redis", 1)}
    limits[f"PostgreSQL ({CORES} cores)"] = ("PostgreSQL", CORES)
    for words, (part, cores) in sorted(
        limits.items(), key=lambda each: each[1][1] / _cpu(cost, each[1][0])
    ):
        most = LOAD * cores * 1000 / _cpu(cost, part)
        lines.append(f"| {words} | " + " | ".join(f"{most * pace:,.0f}" for pace in PACES) + " |")
    return "\n".join(lines) + "\n"


def _cpu(cost: Mapping[str, float], part: str) -> float:
    """A part's milliseconds of processor time per move; at least 0.01, so that it can be a
    divisor."""
    return max(0.01, cost[f"processor time of {part}"])


def _paced(pace: int) -> str:
    return f"a move every {pace} s"


def fill(page: str, text: str) -> str:
    before, rest = page.split(BEGIN)
    return before + BEGIN + text + END + rest.split(END)[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    text = tables(measure(args.players, args.seconds))
    print(text)
    if args.write:
        PAGE.write_text(fill(PAGE.read_text(encoding="utf-8"), text), encoding="utf-8")


if __name__ == "__main__":
    main()
