"""Phase 1: taking plates, tiles and chips (D1.11, D2). `rules.py` says what follows each of
them."""

from __future__ import annotations

from loseta.duel.actions import (
    DRAW,
    KEEPS,
    TAKE_CHIPS,
    TAKE_PLATES,
    UNDERS,
    WAYS,
    PlacePlate,
    SeatAction,
    Stack,
    Take,
    TakeChip,
    TakePlate,
    orders,
    plate_places,
    stacks,
)
from loseta.duel.components import (
    CHIPS_A_ROUND,
    LARGE,
    MOONS,
    NO_CHIP,
    NO_TILES,
    distinct_turns,
)
from loseta.duel.dealing import take_top
from loseta.duel.hidden import refuse_hidden_back, refuse_masked_hand
from loseta.duel.lines import put_tiles
from loseta.duel.position import NOBODY, Batch, Board, Position
from loseta.tiles import takes

# --- A turn: one of four actions (D2) -------------------------------------------------------


def legal_in_turn(position: Position) -> list[SeatAction]:
    """The legal actions of a turn: take tiles from a sun or the moons, a chip, or a plate."""
    board = position.boards[position.turn]
    open_lines = board.open_lines
    legal: list[SeatAction] = takes(position.suns, WAYS, open_lines)
    for colour in moon_tops(position):
        legal += WAYS[MOONS][colour][open_lines[colour]]
    if max(position.chips) >= 0 and may_take_chip(board):
        legal += [TAKE_CHIPS[face] for face in sorted(revealed_chips(position))]
    if board.tokens:
        if may_draw(position, board):
            legal.append(DRAW)
        legal += legal_open_plates(position)
    return legal


def legal_open_plates(position: Position) -> list[SeatAction]:
    return [TAKE_PLATES[plate] for plate in position.display]


def moon_tops(position: Position) -> list[int]:
    """The colours that can be taken from the moons (D2.C1)."""
    large, *small = position.moons
    tops = set(large)
    for moon in small:
        if moon:
            tops.add(moon[-1])
    return sorted(tops)


def revealed_chips(position: Position) -> set[int]:
    return {face for face in position.chips if face >= 0}


def may_take_chip(board: Board) -> bool:
    return board.taken < CHIPS_A_ROUND  # D2.D1


def may_draw(position: Position, board: Board) -> bool:
    """Whether a player may draw a plate: each costs a point (D2.A3); without points, one plate is
    free if the display is empty (D2.A5)."""
    if not position.has_stack():
        return False
    return board.score > 0 or not (position.display or position.hand)


def can_act(position: Position, seat: int) -> bool:
    """Whether a seat can take one of the four actions; otherwise it passes (D2.P1)."""
    board = position.boards[seat]
    return (
        position.has_tiles()
        or board.tokens > 0
        or (may_take_chip(board) and bool(revealed_chips(position)))
    )


# --- B and C: tiles from a sun or from the moons --------------------------------------------


def take_tiles(position: Position, take: Take) -> bool:
    """Take tiles and put them into a line. Returns whether the turn is over."""
    board = position.boards[position.turn]
    if take.source == MOONS:
        count = take_from_moons(position, take.colour)
        put_tiles(position, board, take.line, take.colour, count)
        return True
    left = list(position.suns[take.source])
    position.suns[take.source] = NO_TILES
    count, left[take.colour] = left[take.colour], 0
    put_tiles(position, board, take.line, take.colour, count)
    if take.source == LARGE:
        position.moons[LARGE] = _as_list(left)  # D2.B3
        if not any(left):
            take_starting_tile(position)  # D2.C4: the factory held one colour only
        return True
    if not any(left):
        return True
    position.loose, position.loose_on = left, take.source
    ways = stacking_orders(position)
    if len(ways) == 1:
        stack_tiles(position, ways[0])
        return True
    position.phase = "stack"
    return False


def count_on_moons(position: Position, colour: int) -> int:
    """How many tiles of a colour can be taken from the moons (D2.C1)."""
    large, *small = position.moons
    return large.count(colour) + sum(bool(moon) and moon[-1] == colour for moon in small)


def take_from_moons(position: Position, colour: int) -> int:
    """Remove every top tile of a colour from all moons. Returns how many (D2.C1)."""
    large = position.moons[LARGE]
    count = large.count(colour)
    if count:
        position.moons[LARGE] = [tile for tile in large if tile != colour]
        take_starting_tile(position)  # D2.C2
    for moon in position.moons[1:]:
        if moon and moon[-1] == colour:
            moon.pop()
            count += 1
    return count


def take_starting_tile(position: Position) -> None:
    if position.start == NOBODY:
        position.start = position.turn


def stacking_orders(position: Position) -> tuple[tuple[int, ...], ...]:
    """The distinct orders in which the rest of a small factory can be stacked (D2.B2)."""
    return orders(tuple(_as_list(position.loose)))


def legal_stacks(position: Position) -> tuple[Stack, ...]:
    return stacks(tuple(_as_list(position.loose)))


def stack_tiles(position: Position, colours: tuple[int, ...]) -> None:
    position.moons[position.loose_on] = list(colours)
    position.loose, position.loose_on = [0] * 5, 0


def _as_list(counts: list[int]) -> list[int]:
    return [colour for colour, n in enumerate(counts) for _ in range(n)]


# --- D: a chip ------------------------------------------------------------------------------


def take_chip(position: Position, take: TakeChip) -> None:
    board = position.boards[position.turn]
    position.chips[position.chips.index(take.face)] = NO_CHIP
    board.chips[take.face] += 1
    board.taken += 1


# --- A: a plate -----------------------------------------------------------------------------


def take_plate(position: Position, take: TakePlate) -> None:
    """Take a plate from the display (D2.A2); in the opening it costs no token (D1.11)."""
    if not position.opening:
        position.boards[position.turn].tokens -= 1
    position.display.remove(take.plate)
    position.plate = take.plate
    position.phase = "place"


def draw_cost(board: Board) -> int:
    """The points that drawing a plate costs: one, or none without points (D2.A3, D2.A5)."""
    return min(1, board.score)


def draw_plate(position: Position) -> None:
    """Draw a plate from the stack, face down."""
    refuse_hidden_back(position)
    board = position.boards[position.turn]
    if not position.hand:
        board.tokens -= 1
    board.score -= draw_cost(board)
    plate, known_to = take_top(position)
    position.hand.append(plate)
    position.hand_known.append(known_to)
    if position.fresh:
        position.phase = "top"  # the dealer shows the next back
    else:
        after_draw(position)


def after_draw(position: Position) -> None:
    """Ask whether to draw another plate if that is allowed; otherwise stop drawing."""
    if may_draw(position, position.boards[position.turn]):
        position.phase = "draw"
    else:
        stop_drawing(position)


def stop_drawing(position: Position) -> None:
    if min(position.hand) < 0:
        position.phase = "look"
    else:
        look_at(position, tuple(position.hand))


def look_at(position: Position, plates: tuple[int, ...]) -> None:
    """Show the drawn plates to the player, who keeps one; a single plate is kept unasked."""
    position.hand = list(plates)
    position.hand_known = [position.turn] * len(plates)
    position.phase = "keep"
    if len(plates) == 1:
        keep_plate(position, plates[0])


def legal_keeps(position: Position) -> list[SeatAction]:
    refuse_masked_hand(position)
    return [KEEPS[plate] for plate in sorted(position.hand)]


def keep_plate(position: Position, plate: int) -> None:
    _from_hand(position, plate)
    position.plate = plate
    position.phase = "place"


def legal_plate_places(position: Position) -> list[SeatAction]:
    """Every empty dome space with every orientation that looks different (D2.A1)."""
    turns = distinct_turns(position.plate)
    legal: list[SeatAction] = []
    for space in position.boards[position.turn].free_dome_spaces():
        legal += plate_places(space, turns)
    return legal


def place_plate(position: Position, place: PlacePlate) -> None:
    position.boards[position.turn].put_plate(position.plate, place.space, place.turn)
    position.plate = 0


def legal_unders(position: Position) -> list[SeatAction]:
    refuse_masked_hand(position)
    return [UNDERS[plate] for plate in sorted(position.hand)]


def put_under(position: Position, plate: int) -> None:
    """Choose a plate of the hand as the next to go under the stack."""
    _from_hand(position, plate)
    position.under.append(plate)


def return_plates(position: Position) -> bool:
    """Put the plates that were not kept under the stack in the order chosen (D2.A3). Returns False
    while the order is still to be chosen; the last plate goes under unasked."""
    if len(position.hand) > 1:
        position.phase = "under"
        return False
    if position.hand:
        put_under(position, position.hand[0])
        position.returned.append(Batch(position.turn, position.under))
        position.under = []
        if not position.fresh:
            position.top = position.back_of_returned()
    return True


def _from_hand(position: Position, plate: int) -> None:
    at = position.hand.index(plate)
    del position.hand[at], position.hand_known[at]
