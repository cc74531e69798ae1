"""Many games of Azul at once: an action in each of them, and what their agents then see.

Games are in one array of packed records; a call takes those from `low` to `high`, so that threads
share a batch. Everything is written into arrays that the caller keeps.
"""

from __future__ import annotations

from typing import Any

from loseta.kernels.azul import DEAL, NOBODY, OVER, apply, deal, rank, start
from loseta.kernels.azul_observation import mark_legal, observe
from loseta.kernels.batch_actions import BEGIN, WAIT, forbid_all, share
from loseta.kernels.bits import below
from loseta.kernels.compiled import inner, kernel


@kernel
def step_games(
    states: Any,
    low: int,
    high: int,
    actions: Any,
    seen: Any,
    results: Any,
    finals: Any,
    at: Any,
    settings: Any,
) -> None:
    """Play `actions`: integers of legal ones, WAIT to leave a game alone, BEGIN for a new game.

    seen: observations, masks and who is to move; results: rewards, terminated, truncated; finals:
    scores and what each seat saw in the games that ended.
    settings: players, gray, who starts (NOBODY: drawn), rewards by score, most rounds (0: any
    number), and whether a game that ends is followed by the next; else it waits for BEGIN.
    """
    observations, masks, to_move = seen
    rewards, terminated, truncated = results
    players, gray, first, by_score, most_rounds, again = settings
    for game in range(low, high):
        g = states[game]
        action = actions[game]
        terminated[game] = False
        truncated[game] = False
        for seat in range(players):
            rewards[game, seat] = 0
        if action == WAIT:
            continue
        begins = action == BEGIN
        if not begins:
            for seat in range(players):
                rewards[game, seat] = -g.score[seat]
            apply(g, action)
            over = g.phase == OVER
            reward(g, players, by_score, over, rewards[game])
            if over or 0 < most_rounds < g.round:
                terminated[game] = over
                truncated[game] = not over
                write_end(g, finals, game, at)
                if not again:
                    to_move[game] = NOBODY
                    forbid_all(masks[game])
                    continue
                begins = True
        if begins:
            start(g, players, gray, below(g.rng, players) if first == NOBODY else first)
        if g.phase == DEAL:
            deal(g)
        to_move[game] = g.turn
        observe(g, g.turn, observations[game], at)
        mark_legal(g, masks[game])


@inner
def reward(g: Any, players: Any, by_score: Any, over: Any, rewards: Any) -> None:
    """Rewards of all seats; they hold the scores from before, negated (`loseta.envs.rewards`)."""
    if not (by_score or over):
        for seat in range(players):
            rewards[seat] = 0
        return
    best = 0
    winners = 0
    gained = 0
    for seat in range(players):
        rewards[seat] += g.score[seat]
        gained += rewards[seat]
        place = rank(g, seat) + 1
        if place > best:
            best = place
            winners = 0
        winners += place == best
    for seat in range(players):
        if by_score:
            rewards[seat] = (players * rewards[seat] - gained) / (players - 1)
        else:
            rewards[seat] = share(rank(g, seat) + 1 == best, winners, players)


@inner
def write_end(g: Any, finals: Any, game: Any, at: Any) -> None:
    scores, observations = finals
    for seat in range(g.players):
        scores[game, seat] = g.score[seat]
        observe(g, seat, observations[game, seat], at)


@kernel
def look(states: Any, game: int, seat: int, out: Any, at: Any) -> None:
    """What any seat sees of a game."""
    observe(states[game], seat, out, at)
