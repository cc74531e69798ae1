"""Whether win chances mean what they say: of those called 70%, about 70% should be won.

`python -m bench.calibration --game azul --players 2 --positions 1000` lets the thinker play against
itself and asks it now and then what it thinks of its best action. What it said is compared with how
the games ended, in steps of a tenth.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random

from loseta.dealer import Dealer
from loseta.game import DEALER
from loseta.games import GAMES
from loseta.players.search.budget import Budget
from loseta.players.search.thinker import make_thinker

EVERY = 9
"""Only every ninth decision of a game is evaluated, because those of one game are correlated."""
CARELESS = 0.05
"""The share of random actions, so that not all games are even."""


def said_and_won(
    game: str, options: dict[str, str], budget: Budget, positions: int
) -> Iterator[tuple[float, float]]:
    """Yield the win chance that was predicted for a position, and the seat's share of the win."""
    thinker = make_thinker(game, memory_mb=64)
    chooser = Random(1)
    number = 0
    while positions > 0:
        state = GAMES[game].new(**options)
        dealer = Dealer(f"calibration {number}")
        number += 1
        asked: list[tuple[int, float]] = []
        turn = chooser.randrange(EVERY)
        while state.outcome is None:
            if state.to_move == DEALER:
                state.apply(dealer.action(state))
                continue
            legal = state.legal_actions()
            if len(legal) == 1 or chooser.random() < CARELESS:
                state.apply(chooser.choice(legal))
                continue
            best = thinker.think(state, budget, most=1)[0]
            turn += 1
            if turn % EVERY == 0:
                assert state.to_move is not None
                asked.append((state.to_move, best.win_chance))
            state.apply(best.action)
        for seat, chance in asked:
            winners = state.outcome.winners
            yield chance, 1 / len(winners) if seat in winners else 0.0
        positions -= len(asked)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.calibration", description=__doc__)
    parser.add_argument("--game", choices=tuple(GAMES), default="azul")
    parser.add_argument("--players")
    parser.add_argument("--wall")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--visits", type=int, default=3000, help="of each move (3000)")
    args = parser.parse_args()
    options = {k: v for k, v in vars(args).items() if k in ("players", "wall") and v is not None}
    bins: list[list[tuple[float, float]]] = [[] for _ in range(10)]
    for said, won in said_and_won(args.game, options, Budget(visits=args.visits), args.positions):
        bins[min(9, int(10 * said))].append((said, won))
    print(f"{'said':>9} {'positions':>10} {'mean said':>10} {'won':>7}")
    for n, pairs in enumerate(bins):
        if pairs:
            mean = sum(s for s, _ in pairs) / len(pairs)
            share = sum(w for _, w in pairs) / len(pairs)
            print(f"{10 * n:3}–{10 * n + 10:3} % {len(pairs):10} {mean:10.1%} {share:7.1%}")
    every = [pair for pairs in bins for pair in pairs]
    print(f"Brier score {sum((s - w) ** 2 for s, w in every) / len(every):.4f}")


if __name__ == "__main__":
    main()
