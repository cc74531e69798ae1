"""Whole games at random, and single steps for Python."""

from __future__ import annotations

from loseta.kernels import game
from loseta.kernels.bits import below
from loseta.kernels.compiled import inlined, inner, kernel
from loseta.kernels.game import CHANCE, advance, count_actions, is_chance, is_over, nth_action
from loseta.kernels.types import Action, Actions, Record, Records, Seat


@inlined
def random_action(g: Record) -> Action:
    """A legal action, each equally likely."""
    return nth_action(g, below(g.rng, count_actions(g)))


@inner
def list_legal(g: Record, actions: Actions) -> int:
    """The legal actions into an array; how many."""
    n = count_actions(g)
    for k in range(n):
        actions[k] = nth_action(g, k)
    return n


@inner
def play_out(g: Record) -> int:
    """Random actions to the end of the game; how many of the seats."""
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
    """Play random games in the states in turn; the number of actions of the seats.

    `setup` are the two numbers of the game's options (`<game>/packing.py`); so many seats start in
    turn.
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
    """A legal action of a seat, or CHANCE."""
    advance(states[0], action)


@kernel
def legal(states: Records, out: Actions) -> int:
    """The legal actions of states[0] into an array; how many."""
    return list_legal(states[0], out)


@kernel
def rank_of(states: Records, seat: Seat) -> int:
    return game.rank(states[0], seat)
