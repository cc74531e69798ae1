"""The menus of Azul Duel, one for each kind of decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from loseta.duel import (
    CHIP_FACES,
    COLOUR_NAMES,
    COLOURS,
    LARGE,
    MOONS,
    WILD,
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
    Under,
)
from loseta.duel.components import spaces_of
from loseta.tui.duel import words
from loseta.tui.duel.pieces import back, back_word, plate_card, plate_text
from loseta.tui.duel.report import points
from loseta.tui.duel.trial import Trial, draw_cost
from loseta.tui.tiles import signed
from loseta.tui.view import Choice, Menu, Voice


def menu(voice: Voice, state: State) -> Menu:
    """The legal actions of the seat to move, grouped."""
    return _MENUS[state.phase](voice, state, state.legal_actions())


# --- A turn ---------------------------------------------------------------------------------


def _turn(voice: Voice, state: State, legal: list[SeatAction]) -> Menu:
    """The actions of a turn: tiles by factory and colour, the moons, then chips and plates."""
    groups: dict[tuple[int, int], list[Take]] = {}
    takes = [action for action in legal if isinstance(action, Take)]
    for take in sorted(takes, key=lambda take: (take.source == MOONS, take.source == LARGE)):
        groups.setdefault((take.source, take.colour), []).append(take)
    choices = [
        Choice(
            key="",
            label=words.source_of(voice, state, group[0]),
            name=group[0].text[:2],
            more=lambda group=group: _lines(voice, state, group),  # type: ignore[misc]
        )
        for group in groups.values()
    ]
    choices += [_other(voice, state, action) for action in legal if not isinstance(action, Take)]
    example = takes[0].text if takes else legal[0].text
    return Menu(voice.say("duel.your_turn"), _numbered(choices), example)


def _other(voice: Voice, state: State, action: SeatAction) -> Choice:
    """The entry for a chip, a plate of the display, or the stack."""
    match action:
        case TakeChip():
            label = voice.say("duel.chip")
        case TakePlate(plate):
            label = voice.say("duel.plate_label", look=plate_text(plate))
        case _:
            cost = signed(-draw_cost(state))
            drawn = voice.say("duel.draw_label", back=back_word(voice, state.top), cost=cost)
            return Choice("", drawn, action)
    return Choice("", label, action, name=action.text)


def _lines(voice: Voice, state: State, takes: list[Take]) -> Menu:
    """The destinations of the taken tiles. The key of a line is its number on the board."""
    choices = [
        Choice(
            key=take.text[2],
            label=f"{words.line_of(voice, take)}: {words.effect(voice, state, take)}",
            action=take,
        )
        for take in takes
    ]
    title = voice.say("duel.which_line", taken=words.source_of(voice, state, takes[0]))
    return Menu(title, choices, example=takes[0].text, prefix=takes[0].text[:2])


def _stack(voice: Voice, state: State, legal: list[SeatAction]) -> Menu:
    choices = [
        Choice("", words.stack_order(voice, action), action, name=action.text)
        for action in legal
        if isinstance(action, Stack)
    ]
    title = voice.say("duel.which_order", factory=state.loose_on)
    return Menu(title, _numbered(choices), example=legal[0].text, prefix="/")


# --- Plates ---------------------------------------------------------------------------------


def _opening(voice: Voice, state: State, legal: list[SeatAction]) -> Menu:
    return _plates(voice, legal, voice.say("duel.which_opening"))


def _draw(voice: Voice, state: State, legal: list[SeatAction]) -> Menu:
    labels = {
        action.text: voice.say(
            "duel.one_more",
            back=back_word(voice, state.top),
            cost=points(voice, -draw_cost(state)),
        )
        if isinstance(action, Draw)
        else voice.say("duel.stop_label")
        for action in legal
    }
    choices = [Choice("", labels[action.text], action, name=action.text) for action in legal]
    drawn = ", ".join(back(voice, plate) for plate in state.hand)
    title = voice.say("duel.draw_more", drawn=drawn)
    return Menu(title, _numbered(choices), example=legal[0].text)


def _keep(voice: Voice, state: State, legal: list[SeatAction]) -> Menu:
    return _plates(voice, legal, voice.say("duel.which_keep"))


def _under(voice: Voice, state: State, legal: list[SeatAction]) -> Menu:
    return _plates(voice, legal, voice.say("duel.which_under"))


def _plates(voice: Voice, legal: list[SeatAction], title: str) -> Menu:
    """Plates to choose from, each with a picture. The key of a plate is its number."""
    choices = [
        Choice(
            key=str(action.plate),
            label=back(voice, action.plate),
            action=action,
            name=action.text,
            picture=tuple(plate_card(f"P{action.plate}", action.plate)),
        )
        for action in legal
        if isinstance(action, TakePlate | Keep | Under)
    ]
    prefix = legal[0].text.rstrip("0123456789")
    return Menu(title, choices, example=legal[0].text, prefix=prefix)


def _place(voice: Voice, state: State, legal: list[SeatAction]) -> Menu:
    """Choose first the dome space, whose key is its number, then the orientation."""
    groups: dict[int, list[PlacePlate]] = {}
    for action in legal:
        if isinstance(action, PlacePlate):
            groups.setdefault(action.space, []).append(action)
    choices = [
        Choice(
            key=str(space + 1),
            label=_place_label(voice, state, group),
            name=f"@{space + 1}",
            more=lambda group=group: _turns(voice, state, group),  # type: ignore[misc]
        )
        for space, group in groups.items()
    ]
    title = voice.say("duel.which_space", plate=state.plate, look=plate_text(state.plate))
    return Menu(title, choices, example=legal[0].text, prefix="@")


def _place_label(voice: Voice, state: State, group: list[PlacePlate]) -> str:
    """The rows and columns that a dome space covers, and the most it could score now."""
    (row, column), *_, (last_row, last_column) = spaces_of(group[0].space)
    numbers = {
        "row": row + 1,
        "last_row": last_row + 1,
        "column": column + 1,
        "last_column": last_column + 1,
    }
    best = max(Trial(state, place).points for place in group)
    label = voice.say("duel.space_label", **numbers)
    return voice.say("duel.up_to", label=label, points=points(voice, best)) if best else label


def _turns(voice: Voice, state: State, group: list[PlacePlate]) -> Menu:
    choices = [
        Choice(
            key="",
            label=points(voice, Trial(state, place).points),
            action=place,
            name=place.text,
            picture=tuple(plate_card("", state.plate, place.turn)),
        )
        for place in group
    ]
    title = voice.say("duel.which_turn", plate=state.plate, space=group[0].space + 1)
    return Menu(title, _numbered(choices), example=group[0].text, prefix=group[0].text[:2])


# --- Tiling ---------------------------------------------------------------------------------


def _tile(voice: Voice, state: State, legal: list[SeatAction]) -> Menu:
    """The columns for the tile of a complete line. The key is the column's number."""
    board, row = state.boards[state.turn], state.row
    colour = COLOUR_NAMES[board.line_colours[row]]
    choices = []
    for action in legal:
        assert isinstance(action, PlaceTile)
        is_wild = board.spaces[row][action.column] == WILD
        kind = voice.say("duel.multicolour") if is_wild else voice.say("duel.own", colour=colour)
        effect = words.effect(voice, state, action)
        label = voice.say("duel.column", column=action.column + 1, kind=kind, effect=effect)
        choices.append(Choice(str(action.column + 1), label, action))
    title = voice.say("duel.which_column", line=row + 1, colour=colour)
    return Menu(title, choices, example=legal[0].text, prefix=legal[0].text[:2])


def _pay(voice: Voice, state: State, legal: list[SeatAction]) -> Menu:
    """Choose chips one by one, in the order of their faces."""
    board, row = state.boards[state.turn], state.row
    choices = []
    for action in legal:
        match action:
            case Spend():
                faces = words.chosen(Trial(state, action))
                head = voice.say("duel.chips_label", faces=faces)
            case Finish():
                head = voice.say("duel.enough")
            case _:
                head = voice.say("duel.no_chips")
        label = f"{head}: {words.effect(voice, state, action)}"
        choices.append(Choice("", label, action, name=action.text))
    params = {
        "line": row + 1,
        "n": row + 1 - board.line_counts[row],
        "colour": COLOUR_NAMES[board.line_colours[row]],
        "letter": COLOURS[board.line_colours[row]],
    }
    title = voice.say("duel.which_chips", **params)
    if state.spent:
        chosen = " ".join(CHIP_FACES[face] for face in state.spent)
        title = voice.say("duel.which_further_chips", chosen=chosen, **params)
    return Menu(title, _numbered(choices), example=legal[-1].text, prefix="$")


def _numbered(choices: Sequence[Choice]) -> list[Choice]:
    return [replace(choice, key=str(number)) for number, choice in enumerate(choices, start=1)]


_MENUS: dict[str, Callable[[Voice, State, list[SeatAction]], Menu]] = {
    "opening": _opening,
    "acquire": _turn,
    "stack": _stack,
    "draw": _draw,
    "keep": _keep,
    "place": _place,
    "under": _under,
    "tile": _tile,
    "pay": _pay,
}
