"""Sentences about the events of Azul Duel, including how each point was scored."""

from __future__ import annotations

from collections.abc import Sequence

from loseta.duel import (
    COLOUR_NAMES,
    Event,
    LineBroken,
    PenaltyScored,
    RoundEnded,
    SpecialPlaced,
    TabletScored,
    TilePlaced,
)
from loseta.tui.duel.pieces import tablet_name
from loseta.tui.tiles import signed
from loseta.tui.view import Voice


def report(voice: Voice, events: Sequence[Event]) -> list[str]:
    """A line for each artist whose dome was tiled, then the end of the round and the tablets."""
    tilings: dict[int, list[str]] = {}
    tablets: dict[int, list[str]] = {}
    rounds = []
    for event in events:
        match event:
            case TilePlaced() | SpecialPlaced() | LineBroken() | PenaltyScored():
                tilings.setdefault(event.seat, []).extend(_tiling(voice, event))
            case TabletScored():
                earned = f"{tablet_name(voice, event.tablet)} {signed(event.points)}"
                tablets.setdefault(event.seat, []).append(earned)
            case RoundEnded():
                rounds.append(voice.say("duel.round_ended", round=event.round))
    lines = [
        f"{voice.names[seat]}: {' · '.join(parts) or voice.say('duel.nothing_tiled')}"
        for seat, parts in tilings.items()
    ]
    lines += rounds
    lines += [
        f"{voice.names[seat]}, {voice.say('duel.tablets_score')}: {' · '.join(parts)}"
        for seat, parts in tablets.items()
    ]
    return lines


def _tiling(voice: Voice, event: Event) -> list[str]:
    match event:
        case TilePlaced():
            return [f"{placed(voice, event)} {placed_points(voice, event)}"]
        case SpecialPlaced():
            return [f"{placed(voice, event)} {signed(event.points)}"]
        case LineBroken():
            colour = COLOUR_NAMES[event.colour]
            return [voice.say("duel.line_broken", line=event.row + 1, n=event.count, colour=colour)]
        case PenaltyScored():
            return _penalty(voice, event)
        case _:
            return []


def placed(voice: Voice, event: TilePlaced | SpecialPlaced) -> str:
    """The sentence about which tile went where."""
    place = {"row": event.row + 1, "column": event.column + 1}
    if isinstance(event, SpecialPlaced):
        return voice.say("duel.special_placed", **place)
    return voice.say("duel.placed", colour=COLOUR_NAMES[event.colour], **place)


def placed_points(voice: Voice, event: TilePlaced | SpecialPlaced) -> str:
    """The points of a tile and how they were scored: +7 (4 across and 3 down)."""
    if isinstance(event, SpecialPlaced):
        return f"{signed(event.points)} ({voice.say('duel.special_tile', row=event.row + 1)})"
    return f"{signed(event.points)} ({voice.runs(event.across, event.down)})"


def _penalty(voice: Voice, event: PenaltyScored) -> list[str]:
    causes = [voice.say("duel.broken", n=event.broken)] if event.broken else []
    if event.start_tile:
        causes.append(voice.say("duel.start_tile"))
    if not causes:
        return []
    key = "duel.penalty" if event.lost == event.penalty else "duel.penalty_to_zero"
    lost, due = signed(-event.lost), signed(-event.penalty)
    return [voice.say(key, causes=" + ".join(causes), lost=lost, penalty=due)]


def points(voice: Voice, n: int) -> str:
    """Points won or lost: +3 points, −1 point."""
    return voice.say("duel.points", n=abs(n), sign="" if n == 0 else signed(n)[0])
