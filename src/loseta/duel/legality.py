"""Whether an action is legal, and if not, which rule forbids it."""

from __future__ import annotations

from operator import add, ge, sub
from typing import Any

from loseta.duel import acquisition, chips, dealing, tiling
from loseta.duel.actions import (
    Action,
    Deal,
    DealerAction,
    Decline,
    Draw,
    Finish,
    First,
    Keep,
    Look,
    PlacePlate,
    PlaceTile,
    SeatAction,
    Show,
    Spend,
    Stack,
    Stop,
    Tablets,
    Take,
    TakeChip,
    TakePlate,
    Top,
    TurnChip,
    Under,
)
from loseta.duel.components import (
    BROKEN,
    CHIP_COUNTS,
    CHIP_FACES,
    COLOUR_NAMES,
    EMPTY,
    LARGE,
    LARGE_TILES,
    MOONS,
    PLATE_TYPE,
    PLAYERS,
    SMALL,
    SMALL_TILES,
    TYPES,
    distinct_turns,
    letters,
    plate_type,
    tablet_sets,
)
from loseta.duel.hidden import refuse_masked_hand, refuse_masked_stack
from loseta.duel.position import TO_BE_SHOWN, Position
from loseta.game import NotAnAction, Reason
from loseta.tiles import together

FULL = [LARGE_TILES, *[SMALL_TILES] * len(SMALL)]
"""Tiles on each sun after a deal, provided that there are enough."""


def _reason(rule: str, key: str, **params: Any) -> Reason:
    return Reason(rule, f"duel.{key}", params)


def why_illegal(position: Position, action: Action | str) -> Reason | None:
    """The reason why an action is illegal now, or None when it is legal. A text always gives None:
    it is checked when it is parsed. Raises NotAnAction and HiddenInformation."""
    phases = PHASES_OF.get(type(action))
    if phases is None:
        if isinstance(action, str):
            return None
        raise NotAnAction.made_by_hand(action)
    if position.phase not in phases:
        return wrong_phase(position)
    match action:
        case Take():
            return _why_illegal_take(position, action)
        case TakeChip():
            return _why_illegal_chip(position, action)
        case TakePlate():
            return _why_illegal_plate(position, action)
        case Draw():
            return _why_illegal_draw(position)
        case PlacePlate():
            return _why_illegal_plate_place(position, action)
        case PlaceTile():
            return _why_illegal_tile(position, action)
        case Keep() | Under():
            refuse_masked_hand(position)
            held = action.plate in position.hand
            return None if held else _reason("D2.A3", "not_in_hand", plate=action.plate)
        case Stack():
            fits = action in acquisition.legal_stacks(position)
            return None if fits else _reason("D2.B2", "other_tiles", tiles=action.text[1:])
        case Spend() | Finish() | Decline():
            return _why_illegal_payment(position, action)
        case SeatAction():
            return None
        case Deal():
            return _why_illegal_deal(position, action)
        case Show():
            return _why_illegal_show(position, action)
        case DealerAction():
            return _why_illegal_draw_of_chance(position, action)
    return None


PHASES_OF: dict[type[object], tuple[str, ...]] = {
    Take: ("acquire",),
    TakeChip: ("acquire",),
    TakePlate: ("acquire", "opening"),
    Draw: ("acquire", "draw"),
    Stop: ("draw",),
    Keep: ("keep",),
    PlacePlate: ("place",),
    Under: ("under",),
    Stack: ("stack",),
    PlaceTile: ("tile",),
    Spend: ("pay",),
    Finish: ("pay",),
    Decline: ("pay",),
    Tablets: ("tablets",),
    Show: ("display",),
    Deal: ("deal",),
    First: ("first",),
    Top: ("top",),
    Look: ("look",),
    TurnChip: ("chip",),
}
"""The phases in which each kind of action is possible."""

_WRONG_PHASE = {
    "over": ("D7.1", "game_over"),
    "acquire": ("D2.E1", "turn_first"),
    "opening": ("D1.11", "opening_first"),
    "stack": ("D2.B2", "stack_first"),
    "draw": ("D2.A3", "draw_or_stop_first"),
    "keep": ("D2.A3", "keep_first"),
    "place": ("D2.A1", "place_first"),
    "under": ("D2.A3", "under_first"),
    "pay": ("D4.4", "chips_first"),
    "tile": ("D4.2", "tile_first"),
}


def wrong_phase(position: Position) -> Reason:
    """The reason that names what must be done first in the current phase."""
    rule, key = _WRONG_PHASE.get(position.phase, ("D1.9", "dealer_first"))
    return _reason(rule, key)


# --- Seats ----------------------------------------------------------------------------------


def _why_illegal_take(position: Position, take: Take) -> Reason | None:
    if take.source == MOONS:
        large, *small = position.moons
        on_offer = take.colour in large or take.colour in [moon[-1] for moon in small if moon]
    else:
        on_offer = position.suns[take.source][take.colour] > 0
    board = position.boards[position.turn]
    if on_offer and (take.line == BROKEN or board.open_lines[take.colour] >> take.line & 1):
        return None
    colour = COLOUR_NAMES[take.colour]
    if not on_offer:
        if take.source == MOONS:
            return _reason("D2.C1", "moons_lack_colour", colour=colour)
        if take.source == LARGE:
            return _reason("D2.B1", "large_lacks_colour", colour=colour)
        return _reason("D2.B1", "factory_lacks_colour", factory=take.source, colour=colour)
    if board.is_full(take.line):
        return _reason("D3.2", "line_full", line=take.line + 1)
    held = COLOUR_NAMES[board.line_colours[take.line]]
    return _reason("D3.2", "line_holds", line=take.line + 1, held=held)


def _why_illegal_chip(position: Position, take: TakeChip) -> Reason | None:
    if not acquisition.may_take_chip(position.boards[position.turn]):
        return _reason("D2.D1", "two_chips")
    if take.face not in position.chips:
        return _reason("D2.D1", "no_such_chip", face=CHIP_FACES[take.face])
    return None


def _why_illegal_plate(position: Position, take: TakePlate) -> Reason | None:
    if position.phase == "acquire" and not position.boards[position.turn].tokens:
        return _no_token(position)
    if take.plate not in position.display:
        return _reason("D2.A2", "plate_not_open", plate=take.plate)
    return None


def _no_token(position: Position) -> Reason:
    return _reason("D2.A4", "no_token" if position.round <= 4 else "no_plates_in_last_round")


def _why_illegal_draw(position: Position) -> Reason | None:
    board = position.boards[position.turn]
    if position.phase == "acquire" and not board.tokens:
        return _no_token(position)
    if acquisition.may_draw(position, board):
        return None
    return _reason("D2.A5", "no_points") if position.has_stack() else _reason("D2.A6", "no_stack")


def _why_illegal_plate_place(position: Position, place: PlacePlate) -> Reason | None:
    free = position.boards[position.turn].plates[place.space] is None
    if free and place.turn in distinct_turns(position.plate):
        return None
    return _reason("D2.A1", "dome_space_taken", space=place.space + 1)


def _why_illegal_tile(position: Position, place: PlaceTile) -> Reason | None:
    board, row = position.boards[position.turn], position.row
    if place.row != row:
        return _reason("D4.1", "other_line_first", line=row + 1)
    if place.column in tiling.open_columns(board, row):
        return None
    if board.tiles[row][place.column] != EMPTY:
        return _reason("D4.2", "space_taken", row=row + 1, column=place.column + 1)
    colour = COLOUR_NAMES[board.line_colours[row]]
    return _reason("D4.2", "other_colour", row=row + 1, column=place.column + 1, colour=colour)


def _why_illegal_payment(position: Position, action: Spend | Finish | Decline) -> Reason | None:
    board, row, spent = position.boards[position.turn], position.row, position.spent
    match action:
        case Decline():
            return _reason("D4.4", "already_paying") if spent else None
        case Finish():
            return None if chips.pays(board, row, spent) else _reason("D4.4", "not_enough_chips")
        case Spend():
            if action.face in chips.next_faces(board, row, spent):
                return None
            face = CHIP_FACES[action.face]
            if board.chips[action.face] <= spent.count(action.face):
                return _reason("D4.4", "chip_not_held", face=face)
            return _reason("D4.4", "chip_does_not_pay", face=face)


# --- The dealer -----------------------------------------------------------------------------


def _why_illegal_draw_of_chance(position: Position, action: Action) -> Reason | None:
    """A draw must be a possible one."""
    match action:
        case Tablets():
            possible = action.sides in tablet_sets(position.tablet_count)
        case First():
            possible = 0 <= action.seat < PLAYERS
        case Top():
            possible = dealing.fresh_backs(position)[TYPES.index(action.type)] > 0
        case Look():
            possible = _can_be_seen(position, action.plates)
        case TurnChip():
            possible = (
                action.factory == dealing.factory_to_reveal(position)
                and position.seen_chips(action.face) < CHIP_COUNTS[action.face]
            )
        case _:
            possible = False
    return None if possible else _reason("D9.1", "impossible_draw", text=action.text)


def _can_be_seen(position: Position, plates: tuple[int, ...]) -> bool:
    """Whether the plates in hand can have these faces: the known faces, and unseen plates of the
    right backs for the others."""
    unseen = position.unseen_plates()
    return len(plates) == len(position.hand) == len(set(plates)) and all(
        plate == held or (held < 0 and plate in unseen and PLATE_TYPE[plate] == plate_type(held))
        for plate, held in zip(plates, position.hand, strict=True)
    )


def _why_illegal_show(position: Position, show: Show) -> Reason | None:
    """Plates come from the top of the stack: first unseen ones, of which the first has the visible
    back, then those that were put back, in their order."""
    refuse_masked_stack(position)
    impossible = _reason("D1.9", "impossible_draw", text=show.text)
    unseen = position.unseen_plates()
    below = [plate for batch in position.returned for plate in batch.plates]
    back = position.top
    if len(show.plates) != dealing.plates_due(position):
        return impossible
    for plate in show.plates:
        if unseen:
            if plate not in unseen or back not in (TO_BE_SHOWN, PLATE_TYPE[plate]):
                return impossible
            unseen.remove(plate)
            back = TO_BE_SHOWN
        elif plate != below.pop(0):
            return impossible
    if unseen:
        backs = {PLATE_TYPE[plate] for plate in unseen}
    else:
        backs = {plate_type(below[0])} if below else {"-"}
    return None if show.top in backs else impossible


def _why_illegal_deal(position: Position, deal: Deal) -> Reason | None:
    """A deal must be a possible result of drawing tile by tile (D1.7, D1.8, D6.2, D6.3)."""
    large, *small = deal.suns
    dealt = together(deal.suns)
    sizes = [sum(sun) for sun in deal.suns]
    if sizes == FULL and max(large) < LARGE_TILES and all(map(ge, position.bag, dealt)):
        return None  # the usual case: all tiles come from the bag, which has two colours or more
    reason = _why_illegal_large(position, large)
    if reason is not None:
        return reason
    bag, tower = position.bag, position.tower
    if sum(bag) < LARGE_TILES or dealing.bag_is_of_one_colour(position):
        bag, tower = list(map(add, bag, tower)), [0] * 5
    bag = list(map(sub, bag, large))
    for pile in small:
        if sum(pile) != min(SMALL_TILES, sum(bag) + sum(tower)):
            return _reason("D1.8", "impossible_draw", text=deal.text)
        if sum(bag) < sum(pile):
            if not all(map(ge, pile, bag)):  # the rest of the bag comes first
                return _reason("D6.2", "impossible_draw", text=deal.text)
            bag, tower = list(map(add, bag, tower)), [0] * 5
        bag = list(map(sub, bag, pile))
        if min(bag) < 0:
            return _reason("D1.8", "impossible_draw", text=deal.text)
    return None


def _why_illegal_large(position: Position, large: tuple[int, ...]) -> Reason | None:
    """The large factory gets five tiles, not all of one colour if that can be avoided (D1.7)."""
    bag = position.bag
    both = list(map(add, bag, position.tower))
    impossible = _reason("D1.7", "impossible_draw", text=letters(large))
    if sum(large) != min(LARGE_TILES, sum(both)):
        return impossible
    if max(large) == LARGE_TILES and sum(n > 0 for n in both) > 1:
        return _reason("D1.7", "five_equal")
    one_colour = dealing.bag_is_of_one_colour(position)
    if sum(bag) < LARGE_TILES:
        # They include the whole bag, unless five equal tiles were drawn and put back first.
        put_back = one_colour and both[bag.index(max(bag))] >= LARGE_TILES
        possible = put_back or all(map(ge, large, bag))
    else:
        possible = one_colour or all(map(ge, bag, large))
    return None if possible and all(map(ge, both, large)) else impossible
