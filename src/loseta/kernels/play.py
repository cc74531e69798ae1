"""Random games, and single steps that Python can call."""

from __future__ import annotations

from loseta.kernels import game
from loseta.kernels.bits import below
from loseta.kernels.compiled import inlined, inner, kernel
from loseta.kernels.game import CHANCE, advance, count_actions, is_chance, is_over, nth_action
from loseta.kernels.types import Action, Actions, Record, Records, Seat


@inlined
def random_action(g: Record) -> Action:
    """A legal action, chosen uniformly at random."""
    return nth_action(g, below(g.rng, count_actions(g)))


@inner
def list_legal(g: Record, actions: Actions) -> int:
    """Write the legal actions; return how many there are."""
    n = count_actions(g)
    for k in range(n):
        actions[k] = nth_action(g, k)
    return n


@inner
def play_out(g: Record) -> int:
    """Play random actions to the end of the game; return how many the seats played."""
    moves = 0
    while not is_over(g):
        if is_chance(g):
            advance(g, CHANCE)
        else:
            advance(g, random_action(g))
            moves += 1
    return moves


@kernel
def random_games(
    states: Records, setup: tuple[int, int], starters: int, games: int, seed: int
) -> int:
    """Play random games, using the records in turn; return how many actions the seats played.

    `setup`: the two numbers of the game's options (`<game>/packing.py`). The first `starters` seats
    take turns to start.
    """
    moves = 0
    for number in range(games):
        g = states[number % len(states)]
        g.rng[0] = (seed + number) << 32
        game.start(g, setup[0], setup[1], number % starters)
        moves += play_out(g)
    return moves


@kernel
def new_game(states: Records, setup: tuple[int, int], first: Seat) -> None:
    game.start(states[0], setup[0], setup[1], first)


@kernel
def finish_game(states: Records) -> None:
    play_out(states[0])


@kernel
def step(states: Records, action: Action) -> None:
    """Play a legal action of a seat, or CHANCE, in states[0]."""
    advance(states[0], action)


@kernel
def legal(states: Records, out: Actions) -> int:
    """Write the legal actions of states[0]; return how many there are."""
    return list_legal(states[0], out)


@kernel
def rank_of(states: Records, seat: Seat) -> int:
    return game.rank(states[0], seat)
