"""Records of games for the tests of replay, made by the engine itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from loseta.dealer import Dealer, seed_hash
from loseta.game import DEALER
from loseta.games import game_named
from loseta.players import make
from loseta.record import Record, write
from loseta.study.accuracy import all_judged


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


def judged(
    record: Record, losses: dict[int, float], reasons: dict[int, dict[str, Any]] | None = None
) -> str:
    """What the server would send of an analysis in which the nth decision gave this much away;
    the others found the best action. `reasons`: why, by the same numbers."""
    state = record.start()
    found: list[dict[str, object]] = []
    for ply, action in enumerate(record.actions):
        legal = [] if state.to_move == DEALER else list(state.legal_actions())
        if len(legal) > 1:
            loss = losses.get(len(found), 0)
            other = next(each for each in legal if each != action)
            best = 0.6 if state.to_move == 0 else 0.4
            ranked = [(action, best - loss), (other, best if loss else 0.1)]
            ranked.sort(key=lambda each: -each[1])
            shown = [
                {
                    "action": each.text,
                    "visits": 999,
                    "value": 1,
                    "win_chance": chance,
                    "line": [],
                }
                for each, chance in ranked
            ]
            seat = {"ply": ply, "seat": state.to_move, "round": 1, "played": action.text}
            why = (reasons or {}).get(len(found))
            found.append({**seat, "candidates": shown} | ({"reason": why} if why else {}))
        state.apply(action)
    told = all_judged(found, state.seats)
    return "".join(json.dumps(each) + "\n" for each in [{"decisions": len(told)}, *told])
