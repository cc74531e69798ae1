"""Sentences about actions and events of Azul."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from loseta.azul import (
    CENTRE,
    COLOUR_NAMES,
    FLOOR,
    Action,
    BonusScored,
    Event,
    First,
    FloorScored,
    LineDropped,
    Place,
    RoundEnded,
    State,
    Take,
    TilePlaced,
)
from loseta.tui.azul.trial import Trial
from loseta.tui.tiles import signed
from loseta.tui.view import Voice


def sentence(voice: Voice, state: State, action: Action) -> str:
    """The sentence for an action that is about to be played. Empty for a deal, which the table
    shows, and for a placing, which the report of its points mentions."""
    match action:
        case First(seat):
            return voice.say("azul.first", name=voice.names[seat])
        case Take():
            return _take(voice, state, action)
        case _:
            return ""


def _take(voice: Voice, state: State, take: Take) -> str:
    trial = Trial(state, take)
    key = "azul.take_centre" if take.source == CENTRE else "azul.take_factory"
    taken = voice.say(key, factory=take.source, line=line_of(voice, take), **_tiles(state, take))
    extras = []
    if _takes_marker(state, take):
        extras.append(voice.say("azul.with_marker"))
    if trial.fallen and take.line != FLOOR:
        extras.append(voice.say("azul.falls", n=trial.fallen))
    return ", ".join([taken, *extras])


def _tiles(state: State, take: Take) -> dict[str, Any]:
    return {"n": state.sources[take.source][take.colour], "colour": COLOUR_NAMES[take.colour]}


def _takes_marker(state: State, take: Take) -> bool:
    return take.source == CENTRE and state.marker_in_centre()


def source_of(voice: Voice, state: State, take: Take) -> str:
    """The tiles that a take picks up: “factory 3: 2 red”."""
    key = "azul.in_centre" if take.source == CENTRE else "azul.in_factory"
    return voice.say(key, factory=take.source, **_tiles(state, take))


def line_of(voice: Voice, take: Take) -> str:
    return voice.say("azul.floor" if take.line == FLOOR else "azul.line", line=take.line + 1)


def effect(voice: Voice, trial: Trial) -> str:
    """The effects of an action in words: points, falling tiles, a completed line."""
    parts = []
    if isinstance(trial.action, Place):
        if trial.placed:
            parts.append(_placed_points(voice, trial.placed))
    else:
        line = trial.action.line
        if trial.completes:
            parts.append(voice.say("azul.completes"))
        elif line != FLOOR:
            parts.append(voice.say("azul.fills", held=trial.held, size=line + 1))
        if trial.fallen:
            parts.append(voice.say("azul.falls", n=trial.fallen))
        if _takes_marker(trial.before, trial.action):
            parts.append(voice.say("azul.with_marker"))
        parts.append(points(voice, trial.points))
    if trial.ends_game:
        parts.append(voice.say("azul.ends_game"))
    return ", ".join(parts)


def points(voice: Voice, n: int) -> str:
    """Points won or lost: +3 points, −1 point."""
    return voice.say("azul.points", n=abs(n), sign="" if n == 0 else signed(n)[0])


def _placed_points(voice: Voice, placed: TilePlaced) -> str:
    return f"{signed(placed.points)} ({voice.runs(placed.across, placed.down)})"


# --- Events ---------------------------------------------------------------------------------


def report(voice: Voice, events: Sequence[Event]) -> list[str]:
    """A line for each player whose wall was tiled, and one for the bonuses at the end."""
    heads = [voice.say("azul.round_ended", round=e.round) for e in events if type(e) is RoundEnded]
    tilings: dict[int, list[str]] = {}
    bonuses: dict[int, list[str]] = {}
    for event in events:
        match event:
            case TilePlaced() | LineDropped() | FloorScored():
                tilings.setdefault(event.seat, []).extend(_tiling(voice, event))
            case BonusScored():
                earned = f"{bonus(voice, event)} {signed(event.points)}"
                bonuses.setdefault(event.seat, []).append(earned)
    lines = [
        f"{voice.names[seat]}: {' · '.join(parts) or voice.say('azul.nothing_tiled')}"
        for seat, parts in tilings.items()
    ]
    lines += [
        f"{voice.names[seat]}, {voice.say('azul.bonuses')}: {' · '.join(parts)}"
        for seat, parts in bonuses.items()
    ]
    return heads + lines


def _tiling(voice: Voice, event: TilePlaced | LineDropped | FloorScored) -> list[str]:
    match event:
        case TilePlaced():
            colour = COLOUR_NAMES[event.colour]
            placed = voice.say("azul.placed", colour=colour, row=event.row + 1)
            return [f"{placed} {_placed_points(voice, event)}"]
        case LineDropped():
            colour = COLOUR_NAMES[event.colour]
            return [voice.say("azul.dropped", line=event.row + 1, n=event.count, colour=colour)]
        case FloorScored():
            if not event.spaces:
                return []
            key = "azul.floor_cost" if event.lost == event.penalty else "azul.floor_cost_to_zero"
            return [voice.say(key, lost=signed(-event.lost), penalty=signed(-event.penalty))]


def bonus(voice: Voice, event: BonusScored) -> str:
    """The name of a bonus: what it rewards."""
    if event.kind == "colour":
        return voice.say("azul.bonus.colour", colour=COLOUR_NAMES[event.which])
    return voice.say(f"azul.bonus.{event.kind}", which=event.which + 1)
