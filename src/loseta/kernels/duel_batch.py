"""Many games of Azul Duel at once: see `azul_batch.py`, which works the same way."""

from __future__ import annotations

from typing import Any

from loseta.kernels.batch_actions import BEGIN, WAIT, forbid_all
from loseta.kernels.compiled import inner, kernel
from loseta.kernels.duel import NOTHING, draw, go_on, is_chance, play, winner
from loseta.kernels.duel_dealing import start
from loseta.kernels.duel_observation import mark_legal, observe
from loseta.kernels.duel_tables import NOBODY, OVER, SEATS


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
    """As in `azul_batch`; its settings begin with the sides of tablets as bits (0: drawn for each
    game) and how many there are."""
    observations, masks, to_move = seen
    rewards, terminated, truncated = results
    tablets, tablet_count, first, by_score, most_rounds, again = settings
    for game in range(low, high):
        g = states[game]
        action = actions[game]
        terminated[game] = False
        truncated[game] = False
        for seat in range(SEATS):
            rewards[game, seat] = 0
        if action == WAIT:
            continue
        then = NOTHING
        plays = action != BEGIN
        if plays:
            rewards[game, 0] = g.score[1] - g.score[0]
            then = play(g, action)
        else:
            start(g, tablets, tablet_count, first)
        while True:
            go_on(g, then)
            over = g.phase == OVER
            if over or 0 < most_rounds < g.round:
                terminated[game] = over
                truncated[game] = not over
                write_end(g, finals, game, at)
                reward(g, by_score, over, rewards[game])
                plays = False
                if not again:
                    break
                start(g, tablets, tablet_count, first)
            if not is_chance(g):
                break
            then = draw(g)
        if (terminated[game] or truncated[game]) and not again:
            to_move[game] = NOBODY
            forbid_all(masks[game])
            continue
        if plays:
            reward(g, by_score, False, rewards[game])
        to_move[game] = g.turn
        observe(g, g.turn, observations[game], at)
        mark_legal(g, masks[game])


@inner
def reward(g: Any, by_score: Any, over: Any, rewards: Any) -> None:
    """Rewards of both seats; the first holds by how much it was behind."""
    gained = 0.0
    if by_score:
        gained = rewards[0] + g.score[0] - g.score[1]
    elif over:
        gained = 1.0 if winner(g) == 0 else -1.0
    rewards[0] = gained
    rewards[1] = 0.0 - gained


@inner
def write_end(g: Any, finals: Any, game: Any, at: Any) -> None:
    scores, observations = finals
    for seat in range(SEATS):
        scores[game, seat] = g.score[seat]
        observe(g, seat, observations[game, seat], at)


@kernel
def look(states: Any, game: int, seat: int, out: Any, at: Any) -> None:
    """What any seat sees of a game."""
    observe(states[game], seat, out, at)
