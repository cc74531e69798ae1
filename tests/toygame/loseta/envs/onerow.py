"""One-row Azul for the environments."""

from __future__ import annotations

from typing import Any

from loseta.onerow import COLOURS, EMPTY, GAME, State

from loseta.envs.encoding.layout import Field, Layout
from loseta.envs.spec import EnvSpec

LAYOUT = Layout(
    [
        Field("score", (("seat", 2),), 99, "points"),
        Field("offer", (("colour", len(COLOURS)),), 4, "tiles on offer"),
        Field("rows", (("seat", 2), ("colour", len(COLOURS))), 1, "1: a tile lies here"),
    ]
)


def encode(state: State, seat: int, out: Any) -> None:
    order = (seat, 1 - seat)
    out[:2] = [state.points[each] for each in order]
    out[2:7] = [state.offer.count(colour) for colour in range(len(COLOURS))]
    out[7:] = [space != EMPTY for each in order for space in state.rows[each]]


SPEC = EnvSpec(
    game=GAME,
    title="OneRow",
    seats=lambda options: 2,
    actions=lambda options: len(COLOURS),
    layout=lambda options: LAYOUT,
    encode=encode,
)
