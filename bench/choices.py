"""The time per move of the computer players, each compared with the one below it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median

from loseta.game import Game, State
from loseta.games import GAMES, games_with
from loseta.players import AI_LEVELS, make

from .figures import Figure
from .games import play_table

PLAYERS = ("greedy", *AI_LEVELS)


def figures(choices: int) -> Iterator[Figure]:
    for game in map(GAMES.__getitem__, games_with("players.search")):
        positions = [position(game, number) for number in range(choices)]
        below: Figure | None = None
        for player in PLAYERS:
            name, taken = f"{game.name} {player}", milliseconds(player, positions)
            if below is None:
                below = Figure(name, taken, "ms/move")
            else:
                below = Figure(name, taken, "ms/move", taken / below.value, below.name)
            yield below


def position(game: Game, number: int) -> State:
    """A position of a random game, after 3, 10, 17, … actions."""
    return play_table(game, {}, f"bench {number}", limit=3 + 7 * (number % 8)).state


def milliseconds(name: str, positions: list[State]) -> float:
    player = make(name, seed="bench")
    views = [state.view(state.to_move) for state in positions]
    player.choose(views[0])  # compiles or loads the search
    taken = []
    for view in views:
        began = time.perf_counter()
        player.choose(view)
        taken.append(1000 * (time.perf_counter() - began))
    return median(taken)
