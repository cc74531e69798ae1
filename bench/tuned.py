"""Do the tuned parameters of the tree search win? `python -m bench.tuned --game duel --against
temperature=2 --visits 2500 --games 300`

The present parameters play against others: `--against` changes some of the present ones. Each deal
is played once from every seat. At tables of three and four, one seat has the present parameters in
every other deal, and all but one in the rest.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from functools import partial
from math import log, sqrt

from bench.tuning import PARAMETERS, add_arguments, given_options, play, present, tree_thinker
from loseta.arena.rating import ELO
from loseta.dealer import Dealer
from loseta.executors.local import Local
from loseta.games import GAMES
from loseta.players.search.budget import Budget

NAMES = {parameter.name: which for which, parameter in PARAMETERS.items()}


@dataclass(frozen=True, slots=True)
class Match:
    """Plays games; a task is the number of a game. Its result: how many seats had the present
    parameters, and the share of the win that they got."""

    game: str
    options: dict[str, str]
    budget: Budget
    against: dict[int, float]

    def __call__(self, number: int) -> tuple[int, float]:
        state = GAMES[self.game].new(**self.options)
        other = present(state).copy()
        for which, value in self.against.items():
            other[which] = value
        deal, seat = divmod(number, state.seats)
        alone = deal % 2 == 0 or state.seats == 2
        tuned = [(each == seat) == alone for each in range(state.seats)]
        thinkers = [
            tree_thinker(self.game, 7 * number + each, present(state) if tuned[each] else other)
            for each in range(state.seats)
        ]
        won = play(state, thinkers, Dealer(f"m {deal}"), self.budget)
        return sum(tuned), sum(share for share, mine in zip(won, tuned, strict=True) if mine)


def elo(share: float, tuned: int, seats: int) -> float:
    """How much stronger `tuned` equal seats are than the others if they win this share together."""
    share = min(max(share, 1e-9), 1 - 1e-9)
    return ELO * log(share / tuned * (seats - tuned) / (1 - share))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.tuned", description=__doc__)
    add_arguments(parser)
    parser.add_argument("--against", required=True, metavar="NAME=VALUE,...")
    args = parser.parse_args()
    words = [word.partition("=") for word in args.against.split(",")]
    against = {NAMES[name]: float(value) for name, _, value in words}
    options = given_options(args)
    match = Match(args.game, options, Budget(visits=args.visits), against)
    seats = GAMES[args.game].new(**options).seats
    shares: dict[int, list[float]] = {}
    for _, (tuned, won) in Local(args.jobs).map(partial(_same, match), range(args.games)):
        shares.setdefault(tuned, []).append(won)
    for tuned, each_won in sorted(shares.items()):
        mean = sum(each_won) / len(each_won)
        error = 1.96 * sqrt(sum((won - mean) ** 2 for won in each_won)) / len(each_won)
        low, middle, high = (elo(mean + x, tuned, seats) for x in (-error, 0, error))
        print(
            f"{tuned} of {seats} seats, {len(each_won)} games: won {mean:.1%} ± {error:.1%}, "
            f"Elo {middle:+.0f} ({low:+.0f} to {high:+.0f})"
        )


def _same(match: Match) -> Match:
    return match


if __name__ == "__main__":
    main()
