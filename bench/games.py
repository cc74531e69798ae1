"""The variants of every game, and quickly played games, for benchmarks and tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from loseta.arena.table import Table
from loseta.arena.variants import NO_VARIANT as NO_VARIANT
from loseta.arena.variants import title as title
from loseta.game import Game
from loseta.games import GAMES
from loseta.players import make

Options = dict[str, str]


def variants(game: Game) -> Iterator[Options]:
    """Every combination of the options that make a variant of a game."""
    chosen = [option for option in game.options if option.name not in NO_VARIANT]
    for values in product(*(representatives(option.values) for option in chosen)):
        yield {option.name: value for option, value in zip(chosen, values, strict=True)}


def representatives(values: Sequence[str]) -> list[str]:
    """All simple values, and enough combined ones (`rows+border+corners`) to contain each part."""
    chosen = [value for value in values if "+" not in value]
    composed = [value.split("+") for value in values if "+" in value]
    missing = {part for parts in composed for part in parts}
    while missing:
        best = max(composed, key=lambda parts: len(missing.intersection(parts)))
        chosen.append("+".join(best))
        missing.difference_update(best)
    return chosen


VARIANTS: list[tuple[Game, Options]] = [
    (game, options) for game in GAMES.values() for options in variants(game)
]


def seats_of(game: Game, options: Options) -> int:
    seats: int = game.new(**options).seats
    return seats


def play_table(
    game: Game,
    options: Options,
    seed: str,
    players: list[str] | None = None,
    limit: int | None = None,
) -> Table:
    """A table after a whole game, or after `limit` actions of the seats."""
    players = players or ["random"] * seats_of(game, options)
    seats = [make(name, seed=f"{seed}/{seat}") for seat, name in enumerate(players)]
    table = Table.new(game, options, players, seed)
    played = 0
    while (seat := table.state.to_move) is not None and played != limit:
        table.act(seats[seat].choose(table.state))
        played += 1
    return table
