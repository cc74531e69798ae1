"""Sentences about actions of Azul Duel and their effects."""

from __future__ import annotations

from loseta.duel import (
    BROKEN,
    CHIP_FACES,
    COLOUR_NAMES,
    COLOURS,
    LARGE,
    MOONS,
    Action,
    Decline,
    Draw,
    Finish,
    First,
    Keep,
    PlacePlate,
    PlaceTile,
    SeatAction,
    Spend,
    Stack,
    State,
    Stop,
    Tablets,
    Take,
    TakeChip,
    TakePlate,
    TurnChip,
    Under,
)
from loseta.tui.duel.pieces import back, back_word, plate_text, tablet_name
from loseta.tui.duel.report import placed_points, points
from loseta.tui.duel.trial import Trial, draw_cost
from loseta.tui.view import Voice


def sentence(voice: Voice, state: State, action: Action, reader: int | None) -> str:
    """The sentence for an action that is about to be played. Empty for a deal, which the table
    shows, and for a placing, which the report of its points mentions. Faces that only the player
    has looked at are named only to that player."""
    match action:
        case First(seat):
            return voice.say("duel.first", name=voice.names[seat])
        case Tablets(sides):
            names = ", ".join(tablet_name(voice, side) for side in sides)
            return voice.say("duel.tablets_drawn", names=names)
        case TurnChip(factory, face):
            return voice.say("duel.chip_revealed", factory=factory, face=CHIP_FACES[face])
        case Take():
            return _take(voice, Trial(state, action))
        case Stack():
            order = stack_order(voice, action)
            return voice.say("duel.stacks", factory=state.loose_on, order=order)
        case TakeChip(face):
            return voice.say("duel.takes_chip", face=CHIP_FACES[face])
        case TakePlate(plate):
            return voice.say("duel.takes_plate", plate=plate)
        case Draw():
            cost = points(voice, -draw_cost(state))
            return voice.say("duel.draws", back=back_word(voice, state.top), cost=cost)
        case Keep(plate):
            return _keep(voice, state, plate, reader == state.turn)
        case PlacePlate(space, turn):
            look = plate_text(state.plate, turn)
            return voice.say("duel.lays", plate=state.plate, space=space + 1, look=look)
        case Under(plate):
            own = reader == state.turn
            return voice.say("duel.puts_under", plate=plate) if own else ""
        case Spend():
            return voice.say("duel.spends", faces=chosen(Trial(state, action)), line=state.row + 1)
        case Decline():
            return voice.say("duel.declines", line=state.row + 1)
        case _:
            return ""


def _take(voice: Voice, trial: Trial) -> str:
    take = trial.action
    assert isinstance(take, Take)
    to = voice.say("duel.to_broken" if take.line == BROKEN else "duel.to_line", line=take.line + 1)
    what = {"n": trial.taken, "colour": COLOUR_NAMES[take.colour]}
    place = _place(take)
    taken = voice.say(f"duel.take.{place}", factory=take.source, to=to, **what)
    extras = [voice.say("duel.with_start_tile")] if trial.takes_start_tile else []
    if trial.broken and take.line != BROKEN:
        extras.append(voice.say("duel.broken", n=trial.broken))
    return ", ".join([taken, *extras])


def _place(take: Take) -> str:
    """The source of a take, as the keys of the texts name it."""
    return {LARGE: "large", MOONS: "moons"}.get(take.source, "small")


def _keep(voice: Voice, state: State, plate: int, own: bool) -> str:
    """The sentence for the plate kept after drawing. Only the player knows which plates were drawn;
    the others see how many."""
    if own:
        all_ = ", ".join(map(str, state.hand))
        return voice.say("duel.keeps", plates=all_, plate=plate)
    return voice.say("duel.keeps_one", n=len(state.hand), rest=len(state.hand) - 1)


def source_of(voice: Voice, state: State, take: Take) -> str:
    """The tiles that a take picks up: “factory 3: 2 red”."""
    trial = Trial(state, take)
    colour, place = COLOUR_NAMES[take.colour], _place(take)
    said = voice.say(f"duel.in.{place}", factory=take.source, n=trial.taken, colour=colour)
    return f"{said} [1]" if trial.takes_start_tile else said


def line_of(voice: Voice, take: Take) -> str:
    return voice.say(
        "duel.broken_tiles" if take.line == BROKEN else "duel.line", line=take.line + 1
    )


def chosen(trial: Trial) -> str:
    """The faces of the chips that an action spends."""
    return " ".join(CHIP_FACES[face] for face in trial.chips)


def stack_order(voice: Voice, stack: Stack) -> str:
    """An order of stacking in words: “K, R, Y on top”."""
    *below, top = (COLOURS[colour] for colour in stack.colours)
    return voice.say("duel.order", below=" ".join(below), top=top)


# --- Effects --------------------------------------------------------------------------------


def effect(voice: Voice, state: State, action: SeatAction) -> str:
    if isinstance(action, Draw):
        cost = points(voice, -draw_cost(state))
        return voice.say("duel.a_draw", back=back_word(voice, state.top), cost=cost)
    trial = Trial(state, action)
    parts = _parts(voice, state, action, trial)
    if trial.ends_game:
        parts.append(voice.say("duel.ends_game"))
    return ", ".join(parts)


def _parts(voice: Voice, state: State, action: SeatAction, trial: Trial) -> list[str]:
    match action:
        case Take():
            return take_effect(voice, trial)
        case PlacePlate():
            return [f"{plate_text(state.plate, action.turn)}: {points(voice, trial.points)}"]
        case PlaceTile() | Spend() | Finish():
            return _tiling_effect(voice, trial)
        case Decline():
            return [voice.say("duel.line_stays", line=state.row + 1)]
        case Stack():
            return [stack_order(voice, action)]
        case TakeChip(face):
            return [voice.say("duel.a_chip", colours=_colours(voice, CHIP_FACES[face]))]
        case TakePlate(plate) | Keep(plate) | Under(plate):
            look = plate_text(plate)
            return [voice.say("duel.a_plate", back=back(voice, plate), look=look)]
        case Stop():
            return [voice.say("duel.looks", n=len(state.hand))]
        case _:
            raise AssertionError(action)


def take_effect(voice: Voice, trial: Trial) -> list[str]:
    """The effects of a take in words: its line, tiles that break, points."""
    take = trial.action
    assert isinstance(take, Take)
    parts = []
    if trial.completes:
        parts.append(voice.say("duel.completes"))
    elif take.line != BROKEN:
        parts.append(voice.say("duel.fills", held=trial.held, size=take.line + 1))
    if take.line != BROKEN and trial.line_breaks:
        parts.append(voice.say("duel.line_would_break", row=take.line + 1))
    elif trial.completes and not trial.line_is_tiled:
        parts.append(voice.say("duel.waits_for_plate", row=take.line + 1))
    if trial.broken:
        parts.append(voice.say("duel.broken", n=trial.broken))
    if trial.takes_start_tile:
        parts.append(voice.say("duel.with_start_tile"))
    return [*parts, points(voice, trial.points)]


def _tiling_effect(voice: Voice, trial: Trial) -> list[str]:
    if trial.placed:
        return [placed_points(voice, event) for event in trial.placed]
    key = "duel.choose_space" if trial.after.phase == "tile" else "duel.more_chips"
    return [voice.say(key)]


def _colours(voice: Voice, letters: str) -> str:
    return voice.say(
        "duel.colours" if len(letters) > 1 else "duel.colour",
        one=COLOUR_NAMES[COLOURS.index(letters[0])],
        other=COLOUR_NAMES[COLOURS.index(letters[-1])],
    )
