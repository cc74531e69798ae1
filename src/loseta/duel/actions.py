"""The actions of Azul Duel, each with its three names: value, text and integer.

The values are in `seat_actions.py` and `dealer_actions.py`; this module finds them by text or
integer. Constructing a value that is not an action of the game raises NotAnAction.
"""

from __future__ import annotations

import re
from functools import cache

from loseta.duel.components import CHIP_FACES, COLOURS, tablet_sets
from loseta.duel.dealer_actions import (
    TOPS,
    TURN_CHIPS,
    Deal,
    DealerAction,
    First,
    Look,
    Show,
    Tablets,
    Top,
    TurnChip,
    are_plates,
)
from loseta.duel.seat_actions import (
    DECLINE,
    DESTINATIONS,
    DRAW,
    FINISH,
    FIRST,
    KEEPS,
    PLACE_TILES,
    SEAT_ACTIONS,
    SOURCES,
    SPENDS,
    STOP,
    TAKE_CHIPS,
    TAKE_PLATES,
    UNDERS,
    WAYS,
    Decline,
    Draw,
    Finish,
    Keep,
    PlacePlate,
    PlaceTile,
    SeatAction,
    Spend,
    Stack,
    Stop,
    Take,
    TakeChip,
    TakePlate,
    Under,
    orders,
    plate_places,
    stacks,
)
from loseta.game import NotAnAction, Reason

__all__ = [
    "DECLINE",
    "DESTINATIONS",
    "DRAW",
    "FINISH",
    "FIRST",
    "KEEPS",
    "PLACE_TILES",
    "SEAT_ACTIONS",
    "SOURCES",
    "SPENDS",
    "STOP",
    "TAKE_CHIPS",
    "TAKE_PLATES",
    "TOPS",
    "TURN_CHIPS",
    "UNDERS",
    "WAYS",
    "Action",
    "Deal",
    "DealerAction",
    "Decline",
    "Draw",
    "Finish",
    "First",
    "Keep",
    "Look",
    "PlacePlate",
    "PlaceTile",
    "SeatAction",
    "Show",
    "Spend",
    "Stack",
    "Stop",
    "Tablets",
    "Take",
    "TakeChip",
    "TakePlate",
    "Top",
    "TurnChip",
    "Under",
    "action_from_index",
    "action_from_text",
    "dealer_action_from_index",
    "orders",
    "plate_places",
    "stacks",
]

Action = SeatAction | DealerAction
"""Any action of Azul Duel, of a seat or of the dealer."""


# --- By integer -----------------------------------------------------------------------------


def action_from_index(index: int) -> SeatAction:
    """The seat action with this integer. Raises NotAnAction."""
    try:
        if index >= 0:
            return SEAT_ACTIONS[index]
    except (IndexError, TypeError):
        pass
    raise NotAnAction.no_index(index)


def dealer_action_from_index(index: int) -> DealerAction:
    """The dealer's action with this integer. Raises NotAnAction."""
    try:
        text = index.to_bytes((index.bit_length() + 7) // 8, "big").decode("ascii")
        action = action_from_text(text)
    except (ValueError, OverflowError):
        action = None
    if not isinstance(action, DealerAction) or action.index != index:
        raise NotAnAction.no_index(index)
    return action


# --- By text --------------------------------------------------------------------------------

_PILE = "(?:-|[BYRKT]{1,5})"
_NUMBER = "(?:[1-9]|1[0-8])"
_NUMBERS = f"{_NUMBER}(?:,{_NUMBER})*"
_DEALER_TEXTS = re.compile(
    r"(?P<tablets>TABLETS:(?P<sides>[A-Z_+]+))"
    rf"|(?P<show>PLATES:(?P<shown>{_NUMBERS})/(?P<top>[SW-]))"
    rf"|(?P<deal>DEAL:(?P<suns>{_PILE}(?:,{_PILE}){{4}}))"
    r"|(?P<first>FIRST:(?P<seat>[12]))"
    r"|(?P<new_top>TOP:(?P<type>[SW]))"
    rf"|(?P<look>LOOK:(?P<looked>{_NUMBERS}))"
    r"|(?P<chip>CHIP:(?P<factory>[1-4])=(?P<face>[BYRKT]{1,2}))",
    re.ASCII,
)


@cache
def _seat_texts() -> dict[str, SeatAction]:
    return {action.text.upper(): action for action in SEAT_ACTIONS}


def action_from_text(text: str) -> Action:
    """The action that a text names, legal or not. Raises NotAnAction."""
    word = text.strip().upper()
    action = _seat_texts().get(word) or _dealer_action(word)
    if action is None:
        raise NotAnAction(text, "", Reason("", "duel.not_an_action", {"text": text}))
    return action


def _dealer_action(word: str) -> DealerAction | None:
    match = _DEALER_TEXTS.fullmatch(word)
    if match is None:
        return None
    if match["tablets"]:
        sides = set(match["sides"].lower().split("+"))
        known = (each for each in tablet_sets(3) + tablet_sets(4) if set(each) == sides)
        return next(map(Tablets, known), None)
    if match["show"]:
        shown = _plate_numbers(match["shown"])
        return Show(shown, match["top"].lower()) if shown else None
    if match["deal"]:
        piles = match["suns"].split(",")
        return Deal(tuple(tuple(pile.count(letter) for letter in COLOURS) for pile in piles))
    if match["first"]:
        return First(int(match["seat"]) - 1)
    if match["new_top"]:
        return Top(match["type"].lower())
    if match["look"]:
        looked = _plate_numbers(match["looked"])
        return Look(looked) if looked else None
    if match["face"] in CHIP_FACES:
        return TurnChip(int(match["factory"]), CHIP_FACES.index(match["face"]))
    return None


def _plate_numbers(text: str) -> tuple[int, ...] | None:
    plates = tuple(map(int, text.split(",")))
    return plates if are_plates(plates) else None
