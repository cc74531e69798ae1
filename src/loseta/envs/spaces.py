"""What the environments of PettingZoo and Gymnasium share: spaces, actions and pictures."""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from loseta.envs.encoding.layout import DTYPE, Layout
from loseta.envs.options import one_of
from loseta.envs.spec import spec_of
from loseta.game import Game, NotAnAction, Reason, State

RENDER_MODES = ["human", "ansi", "rgb_array"]

Observation = dict[str, Any]
"""`observation`, and `action_mask` with a 1 for each legal action."""


def observation_space(layout: Layout, actions: int) -> spaces.Dict:
    high = layout.high
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(high), high, dtype=DTYPE),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


def action_space(actions: int) -> spaces.Discrete:
    return spaces.Discrete(actions)


def action_index(number: Any, actions: int) -> int:
    """The integer of an action, be it Python's or numpy's, also as the array without dimensions
    in which libraries answer. Raises NotAnAction."""
    if isinstance(number, np.ndarray) and number.shape == ():
        number = number[()]
    index = int(number) if isinstance(number, int | np.integer) else -1
    if not 0 <= index < actions or isinstance(number, bool):
        params = {"text": repr(number)}
        raise NotAnAction(repr(number), "", Reason("", "not_an_index", params))
    return index


def check_render_mode(mode: str | None) -> str | None:
    """Raises BadOption."""
    return None if mode is None else one_of("render_mode", mode, RENDER_MODES)


def render(game: Game, state: State, mode: str | None) -> Any:
    """The table as a spectator sees it: printed, as text, or as pixels."""
    if mode is None:
        gymnasium.logger.warn("render() was called, but the environment has no render_mode.")
        return None
    canvas = spec_of(game.name).draw(state.view(None))
    if mode == "rgb_array":
        return canvas.image()
    if mode == "ansi":
        return canvas.text()
    print(canvas.text(colours=sys.stdout.isatty()), end="\n\n", flush=True)
    return None
