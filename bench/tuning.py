"""Which parameters of the tree search win most? `python -m bench.tuning --players 4 --games 2000`

In each game every seat searches with parameters of its own, drawn at random. A model of the
winners (softmax over the seats, with a strength that is a quadratic function of the parameters) is
fitted to all games at once, so that each game says something about every parameter. Prints the
strongest parameters and by how much they are stronger than the present ones. `--keep FILE` keeps
the games, and goes on with those that it has.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import numpy as np

from loseta.arena.rating import ELO
from loseta.dealer import Dealer
from loseta.executors.local import Local, processors
from loseta.game import DEALER, State
from loseta.games import GAMES
from loseta.kernels import tree
from loseta.players.search.budget import Budget
from loseta.players.search.searcher import searcher_named
from loseta.players.search.thinker import Thinker, make_thinker


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    low: float
    high: float
    by_factor: bool = False
    """Whether equal steps multiply it, instead of adding to it."""

    def value(self, x: float) -> float:
        """The value at a place between -1 (low) and 1 (high)."""
        part = (x + 1) / 2
        if self.by_factor:
            return float(self.low * (self.high / self.low) ** part)
        return self.low + (self.high - self.low) * part

    def place(self, value: float) -> float:
        if self.by_factor:
            return float(2 * np.log(value / self.low) / np.log(self.high / self.low) - 1)
        return 2 * (value - self.low) / (self.high - self.low) - 1


PARAMETERS = {
    tree.RANDOM_SHARE: Parameter("random_share", 0.0, 0.4),
    tree.EXPLORATION: Parameter("exploration", 0.25, 4.0, by_factor=True),
    tree.TEMPERATURE: Parameter("temperature", 1.0, 16.0, by_factor=True),
    tree.MARGIN_SHARE: Parameter("margin_share", 0.0, 0.9),
    tree.FIRST_URGENCY: Parameter("first_urgency", -0.2, 0.2),
}
"""What is tuned, by its place in `tree.settings`."""
PENALTY = 2.0
"""How strongly the model prefers small coefficients."""
STEPS = 60


@dataclass(frozen=True, slots=True)
class Games:
    """Plays games; a task is the number of a game. Its result: the place of each seat's parameters,
    and its share of the win."""

    game: str
    options: dict[str, str]
    budget: Budget

    def __call__(self, number: int) -> tuple[list[list[float]], list[float]]:
        state = GAMES[self.game].new(**self.options)
        rng = np.random.default_rng(number)
        places = rng.uniform(-1, 1, (state.seats, len(PARAMETERS)))
        thinkers = []
        for seat in range(state.seats):
            settings = present(state).copy()
            for (which, parameter), x in zip(PARAMETERS.items(), places[seat], strict=True):
                settings[which] = parameter.value(x)
            thinkers.append(tree_thinker(self.game, number, settings))
        won = play(state, thinkers, Dealer(f"tuning {number}"), self.budget)
        return places.round(4).tolist(), won


def tree_thinker(game: str, seed: int, settings: Any) -> Thinker:
    return make_thinker(game, seed=seed, memory_mb=16, settings=settings, only_trees=True)


def play(state: State, thinkers: Sequence[Thinker], dealer: Dealer, budget: Budget) -> list[float]:
    """Play a game to its end; returns each seat's share of the win."""
    while state.outcome is None:
        if state.to_move == DEALER:
            state.apply(dealer.action(state))
            continue
        assert state.to_move is not None
        legal = state.legal_actions()
        action = legal[0]
        if len(legal) > 1:
            view = state.view(state.to_move)
            action = thinkers[state.to_move].think(view, budget, most=1)[0].action
        state.apply(action)
    winners = state.outcome.winners
    return [(seat in winners) / len(winners) for seat in range(state.seats)]


def terms(places: Any) -> Any:
    """The terms of the model: each parameter, and the product of each pair."""
    n = places.shape[-1]
    pairs = list(combinations_with_replacement(range(n), 2))
    products = [places[..., i] * places[..., j] for i, j in pairs]
    return np.concatenate((places, np.stack(products, axis=-1)), axis=-1)


def fitted(places: Any, won: Any) -> tuple[Any, Any]:
    """The coefficients of the model by Newton's method, and their covariance."""
    x = terms(places)
    seats = x.shape[1]
    x = np.concatenate((x, np.broadcast_to(np.eye(seats)[:, 1:], (len(x), seats, seats - 1))), 2)
    b = np.zeros(x.shape[2])
    for _ in range(STEPS):
        power = np.exp(x @ b)
        share = power / power.sum(1, keepdims=True)
        mean = np.einsum("gs,gsk->gk", share, x)
        slope = np.einsum("gs,gsk->k", won - share, x) - PENALTY * b
        bend = np.einsum("gs,gsk,gsl->kl", share, x, x) - mean.T @ mean
        bend += PENALTY * np.eye(len(b))
        b = b + np.linalg.solve(bend, slope)
    terms_of_places = len(b) - (seats - 1)
    cut = slice(0, terms_of_places)
    return b[cut], np.linalg.inv(bend)[cut, cut]


def strongest(b: Any) -> Any:
    """The place with the greatest strength, by hill climbing from several places."""
    rng = np.random.default_rng(1)
    best = np.zeros(len(PARAMETERS))
    for place in rng.uniform(-1, 1, (20, len(PARAMETERS))):
        step = 0.5
        while step > 0.005:
            around = np.clip(place + step * rng.normal(size=(200, len(PARAMETERS))), -1, 1)
            top = around[np.argmax(terms(around) @ b)]
            if terms(top) @ b > terms(place) @ b + 1e-9:
                place = top
            else:
                step *= 0.5
        if terms(place) @ b > terms(best) @ b:
            best = place
    return best


def present(state: State) -> Any:
    """The present parameters for such a game."""
    searcher = searcher_named(state.game.name)
    return searcher.settings(searcher.roots(state, np.random.default_rng(1), 1))


def report(settings: Any, places: Any, won: Any) -> None:
    b, covariance = fitted(places, won)
    now = np.array([p.place(settings[which]) for which, p in PARAMETERS.items()])
    best = strongest(b)
    print(f"{len(places)} games, by Elo against the present parameters, 95 % interval:")
    for n, (which, parameter) in enumerate(PARAMETERS.items()):
        row = []
        for x in np.linspace(-1, 1, 7):
            other = now.copy()
            other[n] = x
            gain, error = _gain(other, now, b, covariance)
            row.append(f"{parameter.value(x):.2f}: {gain:+.0f}±{error:.0f}")
        print(f"  {parameter.name} ({settings[which]:.2f})  ", "  ".join(row))
    gain, error = _gain(best, now, b, covariance)
    found = ", ".join(
        f"{p.name}={p.value(x):.2f}" for p, x in zip(PARAMETERS.values(), best, strict=True)
    )
    print(f"  strongest: {found}: {gain:+.0f}±{error:.0f}", flush=True)


def _gain(place: Any, other: Any, b: Any, covariance: Any) -> tuple[float, float]:
    change = terms(place) - terms(other)
    error = 1.96 * float(change @ covariance @ change) ** 0.5
    return ELO * float(change @ b), ELO * error


def results(games: Games, count: int, jobs: int, keep: Path | None) -> Iterator[Any]:
    kept: dict[int, Any] = {}
    if keep is not None and keep.exists():
        for line in keep.read_text().splitlines():
            number, *result = json.loads(line)
            kept[number] = result
    yield from kept.values()
    left = [number for number in range(count) if number not in kept]
    for which, result in Local(jobs).map(partial(_play, games), left):
        if keep is not None:
            with keep.open("a") as out:
                out.write(json.dumps([left[which], *result]) + "\n")
        yield result


def _play(games: Games) -> Games:
    return games


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", choices=tuple(GAMES), default="azul")
    parser.add_argument("--players")
    parser.add_argument("--wall")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--visits", type=int, default=800, help="of each decision (800)")
    parser.add_argument("--jobs", type=int, default=processors())


def given_options(args: argparse.Namespace) -> dict[str, str]:
    return {k: v for k, v in vars(args).items() if k in ("players", "wall") and v is not None}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.tuning", description=__doc__)
    add_arguments(parser)
    parser.add_argument("--keep", type=Path)
    args = parser.parse_args()
    options = given_options(args)
    games = Games(args.game, options, Budget(visits=args.visits))
    found = list(results(games, args.games, args.jobs, args.keep))
    places, won = (np.array(each) for each in zip(*found, strict=True))
    report(present(GAMES[args.game].new(**options)), places, won)


if __name__ == "__main__":
    main()
