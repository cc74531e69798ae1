"""The dealer: tablets, plates, tiles, chips and the starting artist (D1, D6). All chance is here.

`draw_dealer_action` draws the dealer's next action by a `pick`; `show_plates` and `lay_out` carry
one out.
"""

from __future__ import annotations

from operator import add, sub

from loseta.duel.actions import TOPS, TURN_CHIPS, Deal, DealerAction, First, Look, Show, Tablets
from loseta.duel.components import (
    DISPLAY,
    FACE_DOWN,
    HIDDEN,
    LARGE_TILES,
    PLATE_TYPE,
    PLAYERS,
    SMALL,
    SMALL_TILES,
    TYPES,
    tablet_sets,
)
from loseta.duel.hidden import refuse_hidden_faces, refuse_masked_stack
from loseta.duel.position import NOBODY, TO_BE_SHOWN, Position
from loseta.game import Pick
from loseta.tiles import draw_from, piles, together


def draw_dealer_action(position: Position, pick: Pick) -> DealerAction:
    """The dealer's next action, with every draw made by `pick`."""
    match position.phase:
        case "tablets":
            sets = tablet_sets(position.tablet_count)
            return Tablets(sets[pick([1] * len(sets))])
        case "display":
            return draw_plates(position, pick)
        case "deal":
            return draw_tiles(position, pick)
        case "first":
            return First(pick([1] * PLAYERS))
        case "top":
            return TOPS[TYPES[pick(fresh_backs(position))]]
        case "look":
            return draw_faces(position, pick)
        case "chip":
            return TURN_CHIPS[factory_to_reveal(position)][pick(position.unseen_chips())]
    raise AssertionError(f"the dealer is not to act in phase {position.phase}")


# --- Plates (D1.9, D2.A3, D6.1) -------------------------------------------------------------


def plates_due(position: Position) -> int:
    """The number of plates that the display lacks and the stack can provide."""
    return min(DISPLAY - len(position.display), position.stack_size())


def fresh_backs(position: Position) -> list[int]:
    """How many of the plates on the stack that nobody has seen are special, and how many wild."""
    backs = [PLATE_TYPE[plate] for plate in position.unseen_plates()]
    elsewhere = position.hand[:]
    for batch in position.returned:
        elsewhere += batch.plates  # in a view, some are masked
    return [backs.count(kind) - elsewhere.count(HIDDEN[kind]) for kind in TYPES]


def draw_plates(position: Position, pick: Pick) -> Show:
    """Draw plates from the top of the stack to fill the display, and the next back."""
    refuse_masked_stack(position)
    unseen = position.unseen_plates()
    below = [plate for batch in position.returned for plate in batch.plates]
    back = position.top
    shown = []
    for _ in range(plates_due(position)):
        if not unseen:
            shown.append(below.pop(0))
            continue
        fitting = unseen
        if back != TO_BE_SHOWN:
            fitting = [plate for plate in unseen if PLATE_TYPE[plate] == back]
        plate = fitting[pick([1] * len(fitting))]
        unseen.remove(plate)
        shown.append(plate)
        back = TO_BE_SHOWN
    if unseen:
        if back == TO_BE_SHOWN:
            backs = [PLATE_TYPE[plate] for plate in unseen]
            back = TYPES[pick([backs.count(kind) for kind in TYPES])]
        return Show(tuple(shown), back)
    return Show(tuple(shown), PLATE_TYPE[below[0]] if below else "-")


def show_plates(position: Position, show: Show) -> None:
    for _ in show.plates:
        take_top(position)
    position.display = sorted([*position.display, *show.plates])
    position.top = show.top


def take_top(position: Position) -> tuple[int, int]:
    """Take the top plate off the stack. Returns the plate, by its back if nobody knows its face,
    and the seat that knows the face, or NOBODY."""
    if position.fresh:
        position.fresh -= 1
        plate, known_to = HIDDEN.get(position.top, 0), NOBODY
    else:
        batch = position.returned[0]
        plate, known_to = batch.plates.pop(0), batch.seat
        if not batch.plates:
            position.returned.pop(0)
    position.top = TO_BE_SHOWN if position.fresh else position.back_of_returned()
    return plate, known_to


def draw_faces(position: Position, pick: Pick) -> Look:
    """Draw the faces of the plates in hand that nobody has seen, among those with the same back."""
    refuse_hidden_faces(position)
    faces: list[int] = []
    for plate in position.hand:
        if plate < 0:
            kind = next(kind for kind in TYPES if HIDDEN[kind] == plate)
            fitting = [p for p in position.unseen_of_type(kind) if p not in faces]
            plate = fitting[pick([1] * len(fitting))]
        faces.append(plate)
    return Look(tuple(faces))


# --- Tiles (D1.7, D1.8, D6.2) ---------------------------------------------------------------


def draw_tiles(position: Position, pick: Pick) -> Deal:
    """Draw the tiles of the suns one by one, the large factory first."""
    bag, tower = position.bag[:], position.tower[:]
    large = _draw_large(bag, tower, pick)
    while max(large) == LARGE_TILES and can_give_two_colours(bag, tower, large):
        bag[:] = map(add, bag, large)
        if sum(n > 0 for n in bag) == 1:  # D1.7: only one colour, so the tower is poured in
            _pour(bag, tower)
        large = _draw_large(bag, tower, pick)
    sizes = [SMALL_TILES] * len(SMALL)
    small = piles(draw_from(bag, tower, sum(sizes), pick), sizes)
    return Deal.drawn((large, *small))


def can_give_two_colours(bag: list[int], tower: list[int], drawn: tuple[int, ...]) -> bool:
    """Whether bag and tower have a tile of another colour than the five equal ones drawn."""
    return sum(any(counts) for counts in zip(bag, tower, drawn, strict=True)) > 1


def _draw_large(bag: list[int], tower: list[int], pick: Pick) -> tuple[int, ...]:
    """Draw the tiles of the large factory from the bag, pouring the tower into it if it runs out
    (D6.2). Changes `bag` and `tower`."""
    (large,) = piles(draw_from(bag, tower, LARGE_TILES, pick), [LARGE_TILES])
    if sum(large) > sum(bag):
        _pour(bag, tower)
    bag[:] = map(sub, bag, large)
    return large


def _pour(bag: list[int], tower: list[int]) -> None:
    bag[:] = map(add, bag, tower)
    tower[:] = [0] * 5


def bag_is_of_one_colour(position: Position) -> bool:
    return sum(n > 0 for n in position.bag) == 1


def lay_out(position: Position, deal: Deal) -> None:
    """Fill the suns. The tower was poured in if the bag had too few tiles, or only one colour when
    the large factory was filled (D1.7)."""
    dealt = together(deal.suns)
    if sum(dealt) > sum(position.bag) or bag_is_of_one_colour(position):
        _pour(position.bag, position.tower)
    position.bag = list(map(sub, position.bag, dealt))
    position.suns = list(deal.suns)


# --- Chips (D2.B4, D2.C3, D6.3) -------------------------------------------------------------


def factory_to_reveal(position: Position) -> int:
    """The first empty small factory whose chip still lies face down, or 0."""
    if FACE_DOWN in position.chips:
        for factory, chip in enumerate(position.chips, start=1):
            if chip == FACE_DOWN and position.factory_is_empty(factory):
                return factory
    return 0
