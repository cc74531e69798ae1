"""Records of games for the tests of replay, made by the engine itself."""

from __future__ import annotations

from pathlib import Path

from loseta.dealer import Dealer, seed_hash
from loseta.game import DEALER
from loseta.games import game_named
from loseta.players import make
from loseta.record import Record, write


def recorded(
    game: str, most: int = 10_000, options: dict[str, str] | None = None, seed: str = "a seed"
) -> Record:
    """A game between random players: whole, or its beginning."""
    of = game_named(game)
    chosen = {option.name: option.default for option in of.options} | (options or {})
    record = Record(of, chosen, [], tags={"SeedHash": seed_hash(seed), "Seed": seed})
    state, dealer, player = record.start(), Dealer(seed), make("random", seed=seed)
    record.names = ["Ana", "Bea", "Carla", "Dora"][: state.seats]
    while state.to_move is not None and len(record.actions) < most:
        action = dealer.action(state) if state.to_move == DEALER else player.choose(state)
        record.actions.append(action)
        state.apply(action)
    return record


def saved(record: Record, folder: Path) -> Path:
    path = folder / "game.txt"
    path.write_text(write(record), encoding="utf-8")
    return path
