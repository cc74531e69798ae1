"""`python -m bench.twins`: the rules engine and the compiled kernels on very many random games.

At every step the legal actions are compared and then the whole packed state, at the end the scores
and the winners. Games are numbered; a game follows from its number. What has been compared is
written to a file after every thousand games, and the next run goes on from there, as long as
neither the rules nor their kernels have changed.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from itertools import repeat
from pathlib import Path
from typing import Any

from loseta.azul import State
from loseta.dealer import Dealer
from tests.duel.policies import lumpy
from tests.kernels import azul_twins, duel_twins
from tests.kernels.twins import Different, follow

RESULTS = Path(__file__).parent / "results" / "twins.txt"
CHUNK = 1_000
COLUMNS = ("variant", "games", "moves", "differences", "numbers", "sources", "seconds", "date")
ROW = "{:16} {:>8} {:>11} {:>11}  {:10}  {:12}  {:>7}  {}"
TITLE = """\
The rules engine and the compiled kernels side by side: legal actions and the whole packed state at
every step, scores and winners at the end. Of five games two (Duel: one) are played uniformly at
random, the others by ways that lead into rare corners. Moves include the dealer's.

    {command}

"""


def play_azul(players: int, wall: str, number: int) -> int:
    """Play a game of Azul on both twins; the starting seat and the policy follow from its number.
    Returns how many actions there were."""
    rng = random.Random(f"{players} {wall} {number}")
    policy = azul_twins.POLICIES[number % len(azul_twins.POLICIES)]

    def choose(state: State, legal: list[Any]) -> Any:
        return policy(state, legal, rng)

    state = State.new(players, wall, first=number // len(azul_twins.POLICIES) % players)
    return follow(azul_twins.AzulTwin(), state, choose, Dealer(f"twins {number}").pick)


def play_duel(number: int) -> int:
    """Play a game of Duel with random tablets on both twins; the policy follows from its number.
    Returns how many actions there were."""
    source = random.Random(f"duel {number}")
    policy = tuple(duel_twins.POLICIES)[number % len(duel_twins.POLICIES)]
    pick = lumpy(source, duel_twins.POLICIES[policy][2])

    def choose(state: Any, legal: list[Any]) -> Any:
        return duel_twins.choose(state, legal, policy, source)

    return follow(duel_twins.DuelTwin(), duel_twins.new_game(source), choose, pick)


VARIANTS: dict[str, Callable[[int], int]] = {
    **{
        f"azul-{players}-{wall}": partial(play_azul, players, wall)
        for players in (2, 3, 4)
        for wall in ("coloured", "gray")
    },
    "duel": play_duel,
}
"""For each variant, a function that plays the game with a number on both twins and returns how many
actions there were. It raises Different."""


@dataclass(frozen=True)
class Row:
    """The games of a variant that have been compared so far."""

    variant: str
    sources: str
    games: int = 0
    moves: int = 0
    differences: int = 0
    seconds: float = 0
    date: str = ""

    def line(self) -> str:
        numbers = f"0-{self.games - 1}"
        cells = (self.variant, self.games, self.moves, self.differences, numbers)
        return ROW.format(*cells, self.sources, round(self.seconds), self.date)


def sources_hash(variant: str) -> str:
    """A hash of the sources of a game's rules and kernels that are imported here. The search is not
    part of it."""
    game = variant.partition("-")[0]
    prefixes = (
        f"loseta.{game}",
        f"loseta.kernels.{game}",
        "loseta.kernels.bits",
        "loseta.kernels.compiled",
        "loseta.kernels.game",
        "loseta.kernels.packing",
        "loseta.kernels.play",
        "loseta.kernels.tiles",
    )
    files = {
        Path(module.__file__)
        for name, module in sys.modules.items()
        if name.startswith(prefixes) and module.__file__
    }
    faces = {toml for file in files for toml in file.parent.glob("*.toml")}
    digest = hashlib.sha256()
    for file in sorted(files | faces):
        digest.update(f"{file.parent.name}/{file.name}\0".encode() + file.read_bytes())
    return digest.hexdigest()[:12]


def read(path: Path) -> dict[str, Row]:
    rows = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        variant, *cells = line.split() or [""]
        if variant in VARIANTS and len(cells) == len(COLUMNS) - 1:
            games, moves, differences, _, sources, seconds, day = cells
            counts = int(games), int(moves), int(differences)
            rows[variant] = Row(variant, sources, *counts, float(seconds), day)
    return rows


def write(path: Path, rows: dict[str, Row], command: str) -> None:
    """Write the file as a whole, so that an interruption leaves either the old one or the new
    one."""
    lines = [ROW.format(*COLUMNS), *(rows[name].line() for name in VARIANTS if name in rows)]
    unfinished = path.with_suffix(".part")
    unfinished.write_text(TITLE.format(command=command) + "\n".join(lines) + "\n", encoding="utf-8")
    os.replace(unfinished, path)


def compare(variant: str, numbers: range) -> tuple[int, int, float]:
    """Play the games with these numbers; return moves, differences and seconds of CPU time."""
    play = VARIANTS[variant]
    moves = differences = 0
    began = time.process_time()
    for number in numbers:
        try:
            moves += play(number)
        except Different as different:
            differences += 1
            print(f"{variant}, game {number}: {different}", file=sys.stderr)
    return moves, differences, time.process_time() - began


def go_on(row: Row, games: int, pool: Executor | None) -> Iterator[Row]:
    """Continue a row up to `games` games; yield it after each thousand."""
    parts = [range(low, min(low + CHUNK, games)) for low in range(row.games, games, CHUNK)]
    in_turn: Any = pool.map if pool else map
    found = in_turn(compare, repeat(row.variant), parts)
    for numbers, (moves, differences, seconds) in zip(parts, found, strict=True):
        row = replace(
            row,
            games=numbers.stop,
            moves=row.moves + moves,
            differences=row.differences + differences,
            seconds=row.seconds + seconds,
            date=date.today().isoformat(),
        )
        yield row


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.twins", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000, help="of each variant (100000)")
    parser.add_argument("--only", choices=tuple(VARIANTS), action="append", help="this variant")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the file to go on with")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    args = parser.parse_args()
    rows = read(args.results)
    command = f"python -m bench.twins --games {args.games}"
    with ProcessPoolExecutor(args.jobs) if args.jobs > 1 else nullcontext() as pool:
        for variant in args.only or VARIANTS:
            row = rows.get(variant)
            if row is None or row.sources != sources_hash(variant):
                row = Row(variant, sources_hash(variant))
            for done in go_on(row, args.games, pool):
                rows[variant] = done
                write(args.results, rows, command)
                print(done.line(), flush=True)
    return int(any(row.differences for row in rows.values()))


if __name__ == "__main__":
    sys.exit(main())
