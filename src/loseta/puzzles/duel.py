"""Puzzles of Azul Duel: which positions qualify, and what decides them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from loseta.duel import (
    CHIP_FACES,
    COLOUR_NAMES,
    COLOURS,
    Action,
    Draw,
    Keep,
    PlacePlate,
    PlaceTile,
    Stack,
    State,
    Take,
    TakeChip,
    TakePlate,
    Under,
)
from loseta.duel.actions import Decline, Finish, Spend
from loseta.duel.components import ROUNDS, SIZE, TURNS
from loseta.duel.events import PenaltyScored, SpecialPlaced, TabletScored, TilePlaced
from loseta.duel.notation import spelled
from loseta.puzzles.lines import Line
from loseta.puzzles.part import Area, source_exchange

KINDS = ("win", "points", "place", "plate", "pay", "order", "chip")
OPTIONS = ()
MOST_TILES = 14
"""The most tiles that may be left on the factories for a puzzle about a turn."""
FEWEST = {"acquire": 4, "stack": 2, "place": 4, "keep": 2, "pay": 2, "tile": 2}
"""The fewest choices a puzzle must have, by phase; other phases have no puzzles."""
POINTS = 2
LARGE, MOONS = 0, 5
"""The sources besides the small factories."""


# --- Positions ------------------------------------------------------------------------------


def is_candidate(state: State) -> bool:
    if state.phase not in FEWEST or len(state.legal_actions()) < FEWEST[state.phase]:
        return False
    tiles = sum(map(sum, state.suns)) + sum(map(len, state.moons))
    return state.phase != "acquire" or tiles <= MOST_TILES


def is_last_round(state: State) -> bool:
    """Whether the position is in the tiling of the last round, after all draws (D7.1)."""
    return state.round == ROUNDS and state.phase in ("pay", "tile")


def features(state: State) -> tuple[object, ...]:
    small = sorted(zip(state.suns[1:], map(tuple, state.moons[1:]), state.chips, strict=True))
    found: list[object] = [tuple(state.display), state.plate, tuple(state.spent), state.row]
    found += [state.suns[LARGE], tuple(state.moons[LARGE]), *small]
    for board in (state.boards[state.turn], state.boards[1 - state.turn]):
        found += zip(board.line_colours, board.line_counts, strict=True)
        found += [tuple(board.chips), *board.plates]
        found += [tile for row in board.tiles for tile in row]
    return tuple(found)


def same_actions(state: State, action: Action) -> list[Action]:
    """The takes from other small factories with the same tiles; their chips are still unknown."""
    if not isinstance(action, Take) or action.source in (LARGE, MOONS):
        return []
    tiles = state.suns[action.source]
    return [
        Take(source, action.colour, action.line)
        for source in range(1, MOONS)
        if source != action.source and state.suns[source] == tiles
    ]


exchanged = source_exchange(Take)


# --- Kinds ----------------------------------------------------------------------------------


def kind(best: Line, others: Sequence[Line]) -> tuple[str, dict[str, Any]] | None:
    seat, action, second = best.seats[0], best.actions[0], others[0].actions[0]
    if is_last_round(best.start):
        shares = [line.win_share(seat) or 0.0 for line in (best, *others)]
        if shares[0] > max(shares[1:]):
            return "win", {}
    match action, second:
        case Stack(), _:
            return "order", {}
        case ((TakePlate() | Draw() | Keep() | PlacePlate()), _):
            return "plate", {}
        case ((Spend() | Finish() | Decline()), _):
            return "pay", {}
        case PlaceTile(), _:
            return "place", {"row": action.row}
        case (TakeChip(), Take()) | (Take(), TakeChip()):
            return "chip", {"take": isinstance(action, TakeChip)}
    if best.is_complete and all(line.is_complete for line in others):
        more = best.margin(seat) - max(line.margin(seat) for line in others)
        if more >= POINTS:
            return "points", {"points": more}
    return None


def in_words(facts: Mapping[str, Any]) -> dict[str, Any]:
    words = {name: value + 1 for name, value in facts.items() if name == "row"}
    return dict(facts) | words


def gains(line: Line, seat: int) -> dict[str, Any]:
    tiles = special = lost = tablets = 0
    for event in line.events:
        match event:
            case TilePlaced(seat=who, points=points) if who == seat:
                tiles += points
            case SpecialPlaced(seat=who, points=points) if who == seat:
                special += points
            case PenaltyScored(seat=who, lost=points) if who == seat:
                lost -= points
            case TabletScored(seat=who, points=points) if who == seat:
                tablets += points
    return {"tiles": tiles, "special": special, "lost": lost, "tablets": tablets}


# --- Hints ----------------------------------------------------------------------------------


def areas(state: State, action: Any) -> list[Area]:
    parts = {each.name: spelled(each.name, getattr(action, each.name)) for each in fields(action)}
    match action:
        case Take(source, colour, line):
            where = "large" if source == LARGE else "moons" if source == MOONS else "small"
            words = {"source": source, "colour": COLOUR_NAMES[colour], "line": line + 1}
            to = "broken" if line == SIZE else "line"
            return [
                Area(f"take.{where}", words, {"source": source}),
                Area(f"colour.{where}", words, {"source": source, "colour": COLOURS[colour]}),
                Area(f"{to}.{where}", words, parts),
            ]
        case Stack(colours):
            order = [COLOUR_NAMES[colour] for colour in colours]
            top = {"colour": order[-1]}
            return [Area("stack", {}, {}), Area("top", top, parts)]
        case PlacePlate(space, turn):
            words = {"space": space + 1, "turn": TURNS[turn]}
            return [
                Area("dome", {}, {}),
                Area("space", words, {"space": space}),
                Area("turn", words, parts),
            ]
        case PlaceTile(row, column):
            words = {"row": row + 1, "column": column + 1}
            return [Area("row", words, {"row": row}), Area("column", words, parts)]
        case TakeChip(face) | Spend(face):
            key = "chip" if isinstance(action, TakeChip) else "spend"
            return [Area("chips", {}, {}), Area(key, {"face": CHIP_FACES[face]}, parts)]
        case TakePlate(plate) | Keep(plate) | Under(plate):
            return [Area("plates", {}, {}), Area("plate", {"plate": plate}, parts)]
        case Finish():
            return [Area("chips", {}, {}), Area("finish", {}, parts)]
        case Decline():
            return [Area("chips", {}, {}), Area("decline", {}, parts)]
    return [Area("plates", {}, {}), Area("draw" if isinstance(action, Draw) else "stop", {}, {})]
