"""The figures that only Azul Duel has."""

from __future__ import annotations

from loseta.arena.numbers import FactoryTake
from loseta.duel import BROKEN, EMPTY, MOONS, SPECIAL, SeatAction, State, Take
from loseta.duel.dealer_actions import DealerAction


def completed(state: State, seat: int) -> dict[str, int]:
    """How many rows and columns of the dome are full, and how many special tiles it has (D4.7),
    whatever the tablets reward."""
    tiles = state.boards[seat].tiles
    return {
        "row": sum(EMPTY not in row for row in tiles),
        "column": sum(EMPTY not in column for column in zip(*tiles, strict=True)),
        "special": sum(row.count(SPECIAL) for row in tiles),
    }


def factory_take(state: State, action: SeatAction | DealerAction) -> FactoryTake | None:
    """The action, if it is a take from the sun of a factory (D2.B1); None for anything else."""
    if not isinstance(action, Take) or action.source == MOONS:
        return None
    tiles = state.suns[action.source]
    line = 0 if action.line == BROKEN else action.line + 1
    return FactoryTake(tuple(sorted(filter(None, tiles), reverse=True)), tiles[action.colour], line)
