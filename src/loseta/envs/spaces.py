"""What the environments for PettingZoo and Gymnasium share: spaces, actions and rendering."""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from loseta import svg
from loseta.display import table_text
from loseta.envs.encoding.layout import DTYPE, Layout
from loseta.envs.options import one_of
from loseta.game import Game, NotAnAction, Reason, State
from loseta.games import part

RENDER_MODES = ["human", "ansi", "rgb_array"]
PIXELS = 0.75
"""Pixels of an image for each unit of the picture: text stays legible, and a video small."""

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
    """The integer of an action, given as Python's or numpy's integer or as the zero-dimensional
    array that some libraries return. Raises NotAnAction."""
    if isinstance(number, np.ndarray) and number.shape == ():
        number = number[()]
    index = int(number) if isinstance(number, int | np.integer) else -1
    if not 0 <= index < actions or isinstance(number, bool):
        params = {"text": repr(number)}
        raise NotAnAction(repr(number), "", Reason("", "not_an_index", params))
    return index


def check_render_mode(game: Game, mode: str | None) -> str | None:
    """Return the mode if it is possible. Raises BadOption; for pixels also NoRenderer and
    MissingPart."""
    if mode is None:
        return None
    one_of("render_mode", mode, RENDER_MODES)
    if mode == "rgb_array":
        part("svg", game.name)
        svg.check_renderer()
    return mode


def render(state: State, mode: str | None) -> Any:
    """The table as a spectator sees it: printed, as text, or as pixels."""
    if mode is None:
        gymnasium.logger.warn("render() was called, but the environment has no render_mode.")
        return None
    seen = state.view(None)
    if mode == "rgb_array":
        return svg.pixels(svg.board(seen), scale=PIXELS)
    if mode == "ansi":
        return table_text(seen)
    print(table_text(seen, colours=sys.stdout.isatty()), end="\n\n", flush=True)
    return None
