"""The games behind the interfaces of reinforcement learning.

`loseta.envs.pettingzoo` (all seats, one after the other), `loseta.envs.gymnasium` (one seat against
a built-in player), `loseta.envs.seat_vector` and `loseta.envs.vector` (many games at once,
compiled), `loseta.envs.sb3` (the same for Stable-Baselines3) and `loseta.envs.openspiel`.
This package contains no rules. All interfaces use the same observations (`encoding/`) and the same
random generator (`chance.py`), so the same seed and actions give the same game in each. OpenSpiel
needs no generator: there, chance is a player. `observe` shows any state as the environments do.

Nothing is imported before it is used; one sentence names a package that is missing.
"""

from __future__ import annotations

from typing import Any

from loseta.envs.extras import missing
from loseta.game import State
from loseta.players.turn import seat_to_move

__all__ = ["VERSION", "observe"]

VERSION = 1
"""The version in the names of the environments (`loseta/Azul-v1`). It goes up whenever an
observation, the number of an action, a reward, an end, the chance of a seed or the meaning of an
option changes: see `docs/envs`."""


def observe(state: State, seat: int | None = None) -> dict[str, Any]:
    """A state as the environments show it to a seat, by default to the one to move: a dictionary
    with the `observation` and the `action_mask`. With it, what was trained in an environment can
    choose in any state. Raises DealerToMove and GameIsOver unless a seat is given.
    """
    try:
        from loseta.envs.play import Play
    except ImportError as error:
        raise missing(error, "loseta.envs.observe", "rl") from None
    play = Play(state.game, state.game.options_of(state), "win", None)
    play.state = state
    return play.observe(seat_to_move(state) if seat is None else seat)
