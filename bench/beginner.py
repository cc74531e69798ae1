"""Can a beginner beat the lowest levels? `python -m bench.beginner --games 200`

The naive player has just learned the rules: it plays what would bring most points if the round
ended now, and sees no bonus coming and no rival. For each variant: its share of the wins against
`greedy` (level 1 of the page) and `ai:1` (level 2), one naive player at a table of them; and that
of `ai:1` against `greedy`.
"""

from __future__ import annotations

import argparse
from typing import Any

from loseta.arena.match import Contestant, Plan, match
from loseta.arena.variants import title, variants
from loseta.game import Refusal, State
from loseta.games import GAMES


class Naive:
    """Plays what would score most if the round ended now; on a tie the first such action."""

    def choose(self, state: State) -> Any:
        seat = state.to_move
        assert seat is not None
        return max(state.legal_actions(), key=lambda action: self._gain(state, seat, action))

    def _gain(self, state: State, seat: int, action: Any) -> float:
        after = state.copy()
        try:
            after.apply(action)
        except Refusal:  # the outcome depends on hidden information
            return 0.0
        if after.round != state.round or after.outcome is not None:
            return float(after.scores[seat])
        projection = after.projection()[seat]
        return float(after.scores[seat] + projection.points - abs(projection.penalty))


def naive(seed: str, time: float | None) -> Naive:
    return Naive()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.beginner", description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    args = parser.parse_args()
    for game in GAMES.values():
        for options in variants(game):
            beginner, greedy, first = (
                Contestant("naive", naive),
                Contestant.named("greedy"),
                Contestant.named("ai:1"),
            )
            shares = []
            for a, b in ((beginner, greedy), (beginner, first), (first, greedy)):
                plan = Plan(a, b, args.games, game.name, options)
                shares.append(f"{a.name} against {b.name} {match(plan, jobs=1).share:6.1%}")
            print(f"{title(game, options):18}", *shares, sep="  ", flush=True)


if __name__ == "__main__":
    main()
