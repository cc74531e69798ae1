"""Whether an action is legal, and if not, which rule forbids it."""

from __future__ import annotations

from operator import add, ge, lt, sub
from typing import Any

from loseta.azul.actions import Action, Deal, First, Place, Take
from loseta.azul.components import (
    CENTRE,
    COLOUR_NAMES,
    EMPTY,
    FACTORY_TILES,
    FLOOR,
    factories,
)
from loseta.azul.position import Position
from loseta.azul.rules import choosing_row, open_columns
from loseta.game import NotAnAction, Reason
from loseta.tiles import together


def why_illegal(position: Position, action: Action | str) -> Reason | None:
    """The reason why an action is illegal now, or None when it is legal. A text always gives None:
    it is checked when it is parsed. Raises NotAnAction."""
    if isinstance(action, Take):
        return why_illegal_take(position, action)
    if isinstance(action, Place):
        return _why_illegal_phase(position, "tiling") or _why_illegal_place(position, action)
    if isinstance(action, Deal):
        return _why_illegal_phase(position, "deal") or _why_illegal_deal(position, action)
    if isinstance(action, First):
        return _why_illegal_phase(position, "start") or _why_illegal_first(position, action)
    if isinstance(action, str):
        return None
    raise NotAnAction.made_by_hand(action)


def _reason(rule: str, key: str, **params: Any) -> Reason:
    return Reason(rule, f"azul.{key}", params)


def _why_illegal_phase(position: Position, wanted: str) -> Reason | None:
    return None if position.phase == wanted else wrong_phase(position, wanted)


def wrong_phase(position: Position, wanted: str) -> Reason:
    """The reason that names what must be done first in the current phase."""
    match position.phase:
        case "over":
            return _reason("A6.1", "game_over")
        case "start":
            return _reason("A1.7", "draw_first")
        case "deal":
            return _reason("A5.1", "deal_first")
        case "tiling":
            return _reason("A7.3", "choose_column_first")
        case "offer":
            rule = "A7.1" if wanted == "tiling" and position.wall == "coloured" else "A2.2"
            return _reason(rule, "take_first")


def why_illegal_take(position: Position, take: Take) -> Reason | None:
    if position.phase != "offer":
        return wrong_phase(position, "offer")
    try:
        on_offer = position.sources[take.source][take.colour]
    except IndexError:
        return _reason("A1.1", "no_such_factory", factory=take.source)
    board = position.boards[position.turn]
    if on_offer and (take.line == FLOOR or board.open_lines[take.colour] >> take.line & 1):
        return None
    colour = COLOUR_NAMES[take.colour]
    if not on_offer:
        if take.source == CENTRE:
            return _reason("A2.2", "centre_lacks_colour", colour=colour)
        return _reason("A2.2", "factory_lacks_colour", factory=take.source, colour=colour)
    held = board.line_colours[take.line]
    if held == EMPTY:
        return _reason("A2.6", "row_has_colour", row=take.line + 1, colour=colour)
    if board.is_full(take.line):
        return _reason("A2.5", "line_full", line=take.line + 1)
    held_name = COLOUR_NAMES[held]
    return _reason("A2.5", "line_holds", line=take.line + 1, held=held_name, colour=colour)


def _why_illegal_place(position: Position, place: Place) -> Reason | None:
    board = position.boards[position.turn]
    row = choosing_row(board)
    if place.row != row:
        return _reason("A7.3", "other_line_first", line=row + 1)
    if place.column in open_columns(position, board, row):
        return None
    if board.wall[row][place.column] != EMPTY:
        return _reason("A7.1", "space_taken", row=row + 1, column=place.column + 1)
    colour = COLOUR_NAMES[board.line_colours[row]]
    return _reason("A7.2", "column_has_colour", column=place.column + 1, colour=colour)


def _why_illegal_first(position: Position, first: First) -> Reason | None:
    if 0 <= first.seat < position.players:
        return None
    return _reason("A1.1", "no_such_seat", seat=first.seat + 1)


def _why_illegal_deal(position: Position, deal: Deal) -> Reason | None:
    """A deal must be a possible result of drawing tile by tile (A5.2, A5.3)."""
    wanted = factories(position.players)
    if len(deal.factories) != wanted:
        return _reason("A1.1", "deal_size", factories=wanted)
    bag, lid = position.bag, position.lid
    dealt = together(deal.factories)
    if sum(dealt) == FACTORY_TILES * wanted and all(map(ge, bag, dealt)):
        return None  # the usual case: every factory is full, and all tiles come from the bag
    for number, factory in enumerate(deal.factories, start=1):
        due = min(FACTORY_TILES, sum(bag) + sum(lid))
        if sum(factory) != due:
            rule = "A5.1" if due == FACTORY_TILES else "A5.3"
            return _reason(rule, "deal_due", factory=number, n=due)
        if sum(bag) < due:
            # The bag gives all it has before the lid is poured in.
            if any(map(lt, factory, bag)):
                return _reason("A5.2", "deal_bag_first", factory=number)
            bag, lid = list(map(add, bag, lid)), [0] * 5
        bag = list(map(sub, bag, factory))
        if min(bag) < 0:
            colour = COLOUR_NAMES[bag.index(min(bag))]
            return _reason("A5.2", "deal_lacks", factory=number, colour=colour)
    return None
