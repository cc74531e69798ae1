"""What the environments of PettingZoo and Gymnasium share: the spaces and the pictures."""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from loseta.envs.encoding.layout import DTYPE
from loseta.envs.options import one_of
from loseta.envs.play import Play

RENDER_MODES = ["human", "ansi", "rgb_array"]

Observation = dict[str, Any]
"""`observation`, and `action_mask` with a 1 for each legal action."""


def observation_space(play: Play) -> spaces.Dict:
    high = play.layout.high
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(high), high, dtype=DTYPE),
            "action_mask": spaces.Box(0, 1, (play.actions,), np.int8),
        }
    )


def action_space(play: Play) -> spaces.Discrete:
    return spaces.Discrete(play.actions)


def observe(play: Play, seat: int) -> Observation:
    return {"observation": play.observation(seat), "action_mask": play.mask(seat)}


def check_render_mode(mode: str | None) -> str | None:
    """Raises BadOption."""
    return None if mode is None else one_of("render_mode", mode, RENDER_MODES)


def render(play: Play, mode: str | None) -> Any:
    """The table as a spectator sees it: printed, as text, or as pixels."""
    if mode is None:
        gymnasium.logger.warn("render() was called, but the environment has no render_mode.")
        return None
    canvas = play.face.draw(play.state.view(None))
    if mode == "rgb_array":
        return canvas.image()
    if mode == "ansi":
        return canvas.text()
    print(canvas.text(colours=sys.stdout.isatty()), end="\n\n", flush=True)
    return None
