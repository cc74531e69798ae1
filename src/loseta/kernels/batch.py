"""Batches of games: play one action in each and write what the agents then see.

The games are one array of packed records. A call handles those from `low` to `high` - 1, so that
threads can share a batch. All results are written into arrays of the caller.
"""

from __future__ import annotations

from loseta.kernels import game
from loseta.kernels.bits import below, clear, copy
from loseta.kernels.compiled import inner, kernel
from loseta.kernels.game import (
    CHANCE,
    advance,
    count_actions,
    is_chance,
    is_over,
    mark_legal,
    nth_action,
    observe,
    rank,
)
from loseta.kernels.rewards import best_rank
from loseta.kernels.types import (
    Actions,
    Fields,
    Finals,
    Generators,
    LegalMasks,
    Options,
    Record,
    Records,
    Results,
    Row,
    Seat,
    Seen,
)

WAIT = -1
"""In the place of an action: leave this game as it is."""
BEGIN = -2
"""In the place of an action: begin a new game, with the generator of the record."""
NOBODY = -1


@kernel
def step_games(
    states: Records,
    low: int,
    high: int,
    actions: Actions,
    seen: Seen,
    results: Results,
    finals: Finals,
    at: Fields,
    settings: Options,
) -> None:
    """Play one action in each game: the integer of a legal action, WAIT or BEGIN.

    seen: observations, masks, legal actions, the seat to move, and the observing seat. That is the
    seat to move or, in a game that ended without a successor, the seat that acted. `legal` has the
    same content as `masks` and stays with the caller from step to step.
    results: rewards of all seats, the reward of the seat that acted, terminated, truncated.
    finals: scores and observations of all seats in the games that ended.
    settings: the two numbers of the game's options; the first seat (NOBODY: drawn); whether rewards
    go by score; the round after which a game is truncated (0: none); whether a game that ends is
    followed by the next (otherwise it waits for BEGIN); and whether observations and masks are new
    arrays, which must be written for WAIT, too.
    """
    observations, masks, legal, to_move, observer = seen
    rewards, gained, terminated, truncated = results
    option, other_option, first, by_score, most_rounds, again, fresh = settings
    seats = rewards.shape[1]
    for number in range(low, high):
        g = states[number]
        action = actions[number]
        terminated[number] = False
        truncated[number] = False
        gained[number] = 0
        for seat in range(seats):
            rewards[number, seat] = 0
        if action != WAIT:
            acts = g.turn
            plays = action != BEGIN
            if plays:
                for seat in range(seats):
                    rewards[number, seat] = -g.score[seat]
            else:
                game.start(g, option, other_option, first)
                action = CHANCE  # every game begins with a draw
            while True:
                advance(g, action)
                over = is_over(g)
                if over or 0 < most_rounds < g.round:
                    terminated[number] = over
                    truncated[number] = not over
                    write_end(g, seats, finals, number, at)
                    find_step_rewards(g, seats, by_score, over, rewards[number])
                    gained[number] = rewards[number, acts]
                    plays = False
                    if not again:
                        break
                    game.start(g, option, other_option, first)
                if not is_chance(g):
                    break
                action = CHANCE
            if plays:
                find_step_rewards(g, seats, by_score, False, rewards[number])
                gained[number] = rewards[number, acts]
            if (terminated[number] or truncated[number]) and not again:
                to_move[number] = NOBODY
                observer[number] = acts
                clear(legal[number])  # nothing is legal
            else:
                to_move[number] = g.turn
                observer[number] = g.turn
                mark_legal(g, legal[number])
        if action != WAIT or fresh:
            observe(g, observer[number], observations[number], at)
        copy(legal[number], masks[number])


@inner
def find_step_rewards(g: Record, seats: int, by_score: bool, over: bool, rewards: Row) -> None:
    """Turn `rewards`, which hold the negated scores from before the step, into the rewards of all
    seats (`loseta.envs.rewards`)."""
    if not (by_score or over):
        for seat in range(seats):
            rewards[seat] = 0
        return
    best, winners = best_rank(g)
    gained = 0
    for seat in range(seats):
        rewards[seat] += g.score[seat]
        gained += rewards[seat]
    for seat in range(seats):
        if by_score:
            rewards[seat] = (seats * rewards[seat] - gained) / (seats - 1)
        else:
            # 1 for winning alone, less for a shared win; the others lose as much between them.
            won = rank(g, seat) == best
            rewards[seat] = (seats * (won / winners) - 1) / (seats - 1)


@inner
def write_end(g: Record, seats: int, finals: Finals, number: int, at: Fields) -> None:
    scores, observations = finals
    for seat in range(seats):
        scores[number, seat] = g.score[seat]
        observe(g, seat, observations[number, seat], at)


@kernel
def observe_game(states: Records, number: int, seat: Seat, out: Row, at: Fields) -> None:
    """Write what a seat, to move or not, sees of a game."""
    observe(states[number], seat, out, at)


@kernel
def first_illegal(masks: LegalMasks, actions: Actions) -> int:
    """The first game whose action is neither legal nor WAIT, or -1."""
    for number in range(actions.size):
        action = actions[number]
        if action == WAIT:
            continue
        if action < 0 or action >= masks.shape[1] or masks[number, action] == 0:
            return number
    return -1


@kernel
def random_legal(states: Records, to_move: Row, generators: Generators, actions: Actions) -> None:
    """Draw a legal action for each game uniformly at random, each game from its own generator; WAIT
    where nobody is to move."""
    for number in range(actions.size):
        if to_move[number] == NOBODY:
            actions[number] = WAIT
        else:
            g = states[number]
            actions[number] = nth_action(g, below(generators[number], count_actions(g)))
