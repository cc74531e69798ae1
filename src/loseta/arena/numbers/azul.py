"""The figures that only Azul has."""

from __future__ import annotations

from loseta.arena.numbers import FactoryTake
from loseta.azul import FLOOR, State
from loseta.azul.actions import Action, Take
from loseta.azul.components import CENTRE


def completed(state: State, seat: int) -> dict[str, int]:
    """How many rows, columns and colours of a wall are complete (A6.2)."""
    kinds = [bonus.kind for bonus in state.bonuses(seat)]
    return {kind: kinds.count(kind) for kind in ("row", "column", "colour")}


def factory_take(state: State, action: Action) -> FactoryTake | None:
    """The action, if it is a take from a factory (A2.2); None for anything else."""
    if not isinstance(action, Take) or action.source == CENTRE:
        return None
    tiles = state.sources[action.source]
    line = 0 if action.line == FLOOR else action.line + 1
    return FactoryTake(tuple(sorted(filter(None, tiles), reverse=True)), tiles[action.colour], line)
