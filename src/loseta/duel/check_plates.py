"""Check the dome plates of a position: display, stack, hand and domes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from loseta.duel import acquisition, dealing
from loseta.duel.components import (
    DISPLAY,
    DOME_SPACES,
    PLATE_ROUNDS,
    PLATES,
    PLAYERS,
    TOKENS,
    TYPES,
)
from loseta.duel.position import LOOKED_AT, NOBODY, TO_BE_SHOWN, Position
from loseta.parsing import Problem, problem

PLATE_PHASES = ("draw", "top", "look", "keep", "place", "under")
"""The phases of a turn in which a plate is taken."""


def plate_problems(position: Position) -> Iterator[Problem]:
    yield from _count_problems(position)
    yield from _mask_problems(position)
    yield from _top_problems(position)
    yield from _hand_problems(position)
    yield from _display_problems(position)
    for seat, board in enumerate(position.boards):
        field = f"seat{seat + 1}"
        placed = len(DOME_SPACES) - len(board.free_dome_spaces())
        if placed != _plates_due(position, seat):
            yield problem(field, "D2.A4", "plates_placed")
        if board.tokens > (TOKENS if position.round <= PLATE_ROUNDS else 0):
            yield problem(field, "D2.A4", "tokens")
        if sum(batch.seat == seat for batch in position.returned) > placed:
            yield problem("stack", "D2.A3", "batches")


def _count_problems(position: Position) -> Iterator[Problem]:
    places = [
        ("display", position.display),
        ("stack", [plate for batch in position.returned for plate in batch.plates]),
        ("hand", position.hand + position.under),
        ("plate", [position.plate] if position.plate else []),
        *(
            (f"seat{seat + 1}", [placed[0] for placed in board.plates if placed])
            for seat, board in enumerate(position.boards)
        ),
    ]
    seen: set[int] = set()
    total = position.fresh
    for field, plates in places:
        total += len(plates)
        for plate in plates:
            if plate > 0 and plate in seen:
                yield problem(field, "D1.4", "plate_twice", plate=plate)
            seen.add(plate)
    if total != len(PLATES):
        yield problem("stack", "D1.4", "plate_count", n=total)
    if any(not batch.plates for batch in position.returned):
        yield problem("stack", "D2.A3", "batch")


def _plates_due(position: Position, seat: int) -> int:
    """The number of plates that a seat must have placed so far: one in the opening, two in each of
    the earlier rounds (at most four), and one for each token used in this round, except a plate
    still to be placed (D1.11, D2.A4)."""
    opening = position.opening == 0 or (position.opening == 1 and seat != position.first)
    rounds_before = min(position.round - 1, PLATE_ROUNDS)
    used = TOKENS - position.boards[seat].tokens if position.round <= PLATE_ROUNDS else 0
    in_hand = position.phase in PLATE_PHASES and position.phase != "under" and not position.opening
    return opening + TOKENS * rounds_before + used - (in_hand and seat == position.turn)


# --- Views (D9.1) ---------------------------------------------------------------------------


def _mask_problems(position: Position) -> Iterator[Problem]:
    """Check that plates that an artist looked at together are all masked or all visible, and that
    masked backs are in their fixed order."""
    looked_at = position.hand if position.phase in LOOKED_AT else []
    if _are_mixed(looked_at) or (position.under and min(looked_at + position.under) < 0):
        yield problem("hand", "D9.1", "masked")
    if any(_are_mixed(batch.plates) for batch in position.returned):
        yield problem("stack", "D9.1", "masked")
    for number, batch in enumerate(position.returned):
        order_known = 1 if number == 0 and not position.fresh else 0
        backs = batch.plates[order_known:]
        if batch.plates[0] < 0 and backs != sorted(backs, reverse=True):
            yield problem("stack", "D9.1", "masked_order")
    if min(dealing.fresh_backs(position)) < 0:
        yield problem("stack", "D1.4", "plate_types")


def _are_mixed(plates: list[int]) -> bool:
    return len({plate < 0 for plate in plates}) > 1


# --- The stack and the display (D1.9, D2.A3, D6.1) ------------------------------------------


def _top_problems(position: Position) -> Iterator[Problem]:
    """Check that the back on top of the stack is a possible one, and unknown only when the dealer
    has yet to reveal it."""
    if position.fresh:
        before_all = position.phase == "tablets" or (
            position.phase == "display" and position.opening == PLAYERS
        )
        is_unknown = position.top == TO_BE_SHOWN
        if is_unknown != (before_all or position.phase == "top") or position.top == "-":
            yield problem("stack", "D2.A3", "top_back")
        elif not is_unknown and not dealing.fresh_backs(position)[TYPES.index(position.top)]:
            yield problem("stack", "D1.4", "top_back")
    elif position.phase == "top" or position.top != position.back_of_returned():
        yield problem("stack", "D2.A3", "top_back")


def _display_problems(position: Position) -> Iterator[Problem]:
    """Check the display: three plates at the start of a round, one less while a plate of the
    opening is being placed."""
    if len(position.display) > DISPLAY:
        yield problem("display", "D1.9", "long_display", n=DISPLAY)
    if position.display != sorted(position.display):
        yield problem("display", "D1.9", "display_order")
    if position.phase == "display" and not dealing.plates_due(position):
        yield problem("display", "D6.1", "display_full")
    missing = min(DISPLAY - len(position.display), position.stack_size())
    if position.phase in ("tablets", "display") and position.opening == PLAYERS:
        fits = not position.display
    elif position.phase in ("deal", "first", "opening"):
        fits = missing == 0
    elif position.opening or (position.phase == "display" and position.round == 1):
        fits = missing == 1
    else:
        fits = True
    if not fits:
        yield problem("display", "D6.1", "display_count")


# --- A turn that takes a plate (D2.A) -------------------------------------------------------


def _hand_problems(position: Position) -> Iterator[Problem]:
    phase, hand = position.phase, position.hand
    if (phase == "place") != bool(position.plate):
        yield problem("plate", "D2.A1", "plate_in_hand")
    if hand and (phase not in PLATE_PHASES or position.opening):
        yield problem("hand", "D2.A3", "hand_held")
    if phase in PLATE_PHASES and phase != "place" and not hand:
        yield problem("hand", "D2.A3", "hand_held")
    if (phase in PLATE_PHASES and not position.opening) and (
        position.round > PLATE_ROUNDS or position.boards[position.turn].tokens == TOKENS
    ):
        yield problem("turn", "D2.A4", "turn_token")
    if phase in ("draw", "top", "look"):
        known = position.hand_known
        for plate, known_to in zip(hand, known, strict=True):
            # Only a plate that was put back can be known, and those lie below all fresh ones.
            if (known_to == NOBODY and plate > 0) or (known_to != NOBODY and position.fresh):
                yield problem("hand", "D2.A3", "hand")
        if any(one != NOBODY and next_one == NOBODY for one, next_one in pairwise(known)):
            yield problem("hand", "D2.A3", "hand")
    if phase == "look" and min(hand) > 0:
        yield problem("hand", "D2.A3", "nothing_to_show")
    if phase in ("keep", "under") and len(hand) < 2:
        yield problem("hand", "D2.A3", "no_plate_choice")
    if position.under and phase != "under":
        yield problem("hand", "D2.A3", "hand_held")
    if phase == "draw" and not acquisition.may_draw(position, position.boards[position.turn]):
        yield problem("hand", "D2.A5", "cannot_draw")
