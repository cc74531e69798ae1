"""Azul Duel on both engines, and ways to play that lead into corners."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from loseta.duel import (
    BROKEN,
    EMPTY,
    GAME,
    MOONS,
    SEAT_ACTIONS,
    WILD,
    Decline,
    Draw,
    Finish,
    SeatAction,
    Spend,
    State,
    Take,
    TakeChip,
    TakePlate,
)
from loseta.kernels import play
from loseta.kernels.duel import packing, rules
from loseta.kernels.duel.tables import SIDES

Wanted = Callable[[State, SeatAction], bool]


class DuelTwin:
    most_actions = len(SEAT_ACTIONS)
    pack = staticmethod(packing.pack)
    unpack = staticmethod(packing.unpack)
    legal = staticmethod(play.legal)

    def step(self, states: Any, action: Any) -> None:
        play.step(states, action.index)

    def step_dealer(self, states: Any, action: Any) -> None:
        rules.step_dealer(states, packing.packed_dealer_action(action))

    def differences_at_end(self, state: State, states: Any) -> list[str]:
        outcome = state.outcome
        ranks = [play.rank_of(states, seat) for seat in range(2)]
        winners, scores = (ranks.index(max(ranks)),), tuple(states[0]["score"].tolist())
        found = []
        if outcome is None or (outcome.winners, outcome.scores) != (winners, scores):
            found.append(f"end: {outcome} by the rules, {winners} {scores} compiled")
        for seat in (0, 1):
            for score in state.tablet_points(seat):
                points = rules.points_of_side(states, seat, SIDES.index(score.tablet))
                if points != score.points:
                    found.append(f"seat {seat}: {score} by the rules, {points} compiled")
        return found


def new_game(source: random.Random) -> State:
    """A game with any tablets; every third time they, or who starts, are drawn."""
    tablets, first = GAME.options
    return GAME.new(
        tablets=source.choice((tablets.values[1:3], tablets.values)[source.random() < 0.7]),
        first=source.choice(first.values),
    )


def anything(state: State, action: SeatAction) -> bool:
    return True


def wasteful(state: State, action: SeatAction) -> bool:
    return isinstance(action, Take) and action.line == BROKEN


def gambling(state: State, action: SeatAction) -> bool:
    return isinstance(action, Draw)


def building(state: State, action: SeatAction) -> bool:
    """Lines that are completed and have a space; chips and their use."""
    if isinstance(action, Take):
        return room_left(state, action) <= 0 and has_space(state, action)
    return isinstance(action, TakeChip | TakePlate | Spend | Finish)


def hoarding(state: State, action: SeatAction) -> bool:
    """Lines that stay incomplete; chips are kept for a long time."""
    if isinstance(action, Take):
        return room_left(state, action) > 0
    return isinstance(action, Decline) and state.round < 4


def room_left(state: State, take: Take) -> int:
    """Spaces that the line has after a take; none for broken tiles."""
    if take.line == BROKEN:
        return 0
    if take.source == MOONS:
        large, *small = state.moons
        count = [*large, *(moon[-1] for moon in small if moon)].count(take.colour)
    else:
        count = state.suns[take.source][take.colour]
    return take.line + 1 - state.boards[state.turn].line_counts[take.line] - count


def has_space(state: State, take: Take) -> bool:
    if take.line == BROKEN:
        return False
    board = state.boards[state.turn]
    return any(
        tile == EMPTY and space in (take.colour, WILD)
        for tile, space in zip(board.tiles[take.line], board.spaces[take.line], strict=True)
    )


POLICIES: dict[str, tuple[Wanted, float, float]] = {
    "uniform": (anything, 0, 0),
    "wasteful": (wasteful, 0.9, 0.6),
    "gambling": (gambling, 0.8, 0),
    "building": (building, 0.85, 0.3),
    "hoarding": (hoarding, 0.9, 0),
}
"""What is wanted, how often, and how lumpy the deals are."""


def choose(state: State, legal: list[Any], policy: str, source: random.Random) -> Any:
    wanted, how_often, _ = POLICIES[policy]
    if how_often and source.random() < how_often:
        legal = [action for action in legal if wanted(state, action)] or legal
    return source.choice(legal)
