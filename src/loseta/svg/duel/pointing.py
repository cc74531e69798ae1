"""Mark the last action, and draw the arrows of actions."""

from __future__ import annotations

from loseta.duel import (
    BROKEN,
    LARGE,
    MOONS,
    Decline,
    Draw,
    Finish,
    Keep,
    PlacePlate,
    PlaceTile,
    SeatAction,
    Spend,
    Stack,
    State,
    Take,
    TakeChip,
    TakePlate,
    TurnChip,
)
from loseta.duel.components import EMPTY, SMALL
from loseta.svg.drawing import Drawing
from loseta.svg.scene import Scene

MID_TURN = frozenset(("stack", "draw", "top", "look", "keep", "place", "under", "pay", "tile"))
"""The phases in which the seat that acted last has not finished its turn."""


def touched(scene: Scene) -> frozenset[int]:
    """The factories that the last action affected: sources of a take, or the factory of a chip."""
    match scene.last:
        case Take(source=source):
            return frozenset((LARGE, *SMALL) if source == MOONS else (source,))
        case TurnChip(factory=factory):
            return frozenset((factory,))
        case _:
            return frozenset()


def point(drawing: Drawing, scene: Scene) -> None:
    state: State = scene.state
    if scene.last is not None:
        for spot in _reached(state, scene.last, _mover(scene)):
            drawing.frame(spot, margin=3)
    for rank, action in reversed(tuple(enumerate(scene.arrows))):
        for start, end in _way(state, action):
            drawing.arrow(start, end, rank)


def _mover(scene: Scene) -> int:
    """The seat that played the last action, as given or as the position implies."""
    state: State = scene.state
    if scene.mover is not None:
        return scene.mover
    last = scene.last
    if isinstance(last, PlaceTile):
        row, column = last.row, last.column
        filled = [
            seat for seat, each in enumerate(state.boards) if each.tiles[row][column] != EMPTY
        ]
        if len(filled) == 1:
            return filled[0]
    return state.turn if state.phase in MID_TURN else 1 - state.turn


def _reached(state: State, action: SeatAction, seat: int) -> list[str]:
    """The places to mark for an action that was played."""
    match action:
        case Take(line=line):
            return [_goal(seat, line)]
        case Stack(colours=colours):
            return [f"moon-{n}" for n in SMALL if tuple(state.moons[n]) == colours][:1]
        case TakeChip():
            return [f"chips-{seat}"]
        case Draw():
            return ["stack"]
        case TakePlate(plate=plate) | Keep(plate=plate):
            return [f"hand-{plate}"]
        case PlacePlate(space=space):
            return [f"dome-{seat}-{space}"]
        case PlaceTile(row=row, column=column):
            return [f"space-{seat}-{row}-{column}"]
        case Spend() | Finish() | Decline():
            return [f"line-{seat}-{state.row}"] if state.phase in ("pay", "tile") else []
        case _:
            return []


def _goal(seat: int, line: int) -> str:
    return f"broken-{seat}" if line == BROKEN else f"line-{seat}-{line}"


def _way(state: State, action: SeatAction) -> list[tuple[str, str]]:
    """The start and the end of each arrow for an action of the seat in turn."""
    seat = state.turn
    match action:
        case Take(source=source, colour=colour, line=line):
            goal = f"broken-{seat}" if line == BROKEN else f"next-{seat}-{line}"
            place = "moons" if source == MOONS else str(source)
            return [(f"tiles-{place}-{colour}", goal)]
        case TakeChip(face=face):
            return [(f"chip-{n}", f"chips-{seat}") for n in SMALL if state.chips[n - 1] == face][:1]
        case TakePlate(plate=plate):
            return [(f"plate-{plate}", f"dome-{seat}-4")]
        case Draw():
            return [("stack", f"dome-{seat}-4")]
        case PlacePlate(space=space):
            return [(f"hand-{state.plate}", f"dome-{seat}-{space}")]
        case PlaceTile(row=row, column=column):
            return [(f"line-{seat}-{row}", f"space-{seat}-{row}-{column}")]
        case Stack():
            return [(f"loose-{state.loose_on}", f"moon-{state.loose_on}")]
        case _:
            return []
