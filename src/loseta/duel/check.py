"""Whether a position could stand on a table: what must hold in every game of Azul Duel.

A view of a seat is checked too: plates that it may not know stand there as hidden ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from loseta.duel import acquisition, chips, dealing, tiling
from loseta.duel.components import (
    CHIP_COUNTS,
    CHIP_FACES,
    CHIPS_A_ROUND,
    COLOUR_NAMES,
    DISPLAY,
    DOME_SPACES,
    EMPTY,
    FACE_DOWN,
    LARGE,
    LARGE_TILES,
    PLATE_ROUNDS,
    PLATES,
    PLAYERS,
    ROUNDS,
    ROWS,
    SMALL,
    SMALL_TILES,
    SPECIAL,
    TILES_PER_COLOUR,
    TOKENS,
    WILD,
    spaces_of,
)
from loseta.duel.position import NOBODY, TO_BE_SHOWN, Board, Position
from loseta.game import Reason
from loseta.reading import Problem


def find_problem(position: Position) -> Problem | None:
    """The first invariant that a position breaks, or None."""
    return next(_problems(position), None)


def _problem(field: str, rule: str, key: str, **params: Any) -> Problem:
    return Problem(field, Reason(rule, f"position.{key}", params))


def _problems(position: Position) -> Iterator[Problem]:
    if not 1 <= position.round <= ROUNDS:
        yield _problem("round", "D7.1", "duel_round", n=ROUNDS)
    yield from _plate_problems(position)
    for seat, board in enumerate(position.boards):
        yield from _dome_problems(board, f"seat{seat + 1}")
    yield from _count_problems(position)
    yield from _turn_problems(position)
    yield from _factory_problems(position)
    yield from _phase_problems(position)
    for seat, board in enumerate(position.boards):
        if len(board.free_dome_spaces()) != len(DOME_SPACES) - _plates_due(position, seat):
            yield _problem(f"seat{seat + 1}", "D2.A4", "plates_placed")


def _plate_problems(position: Position) -> Iterator[Problem]:
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
                yield _problem(field, "D1.4", "plate_twice", plate=plate)
            seen.add(plate)
    if total != len(PLATES):
        yield _problem("stack", "D1.4", "plate_count", n=total)
    if any(not batch.plates for batch in position.returned):
        yield _problem("stack", "D2.A3", "batch")
    if len(position.display) > DISPLAY:
        yield _problem("display", "D1.9", "long_display", n=DISPLAY)
    if position.display != sorted(position.display):
        yield _problem("display", "D1.9", "display_order")
    yield from _top_problems(position)


def _plates_due(position: Position, seat: int) -> int:
    """Plates that a seat has placed by now: in the opening, two in each of four rounds, and one
    for each token used in this round, unless it is still to be placed (D1.11, D2.A4)."""
    opening = position.opening == 0 or (position.opening == 1 and seat != position.first)
    rounds_before = min(position.round - 1, PLATE_ROUNDS)
    used = TOKENS - position.boards[seat].tokens if position.round <= PLATE_ROUNDS else 0
    in_hand = position.phase in ("draw", "top", "look", "keep", "place") and not position.opening
    return opening + TOKENS * rounds_before + used - (in_hand and seat == position.turn)


def _top_problems(position: Position) -> Iterator[Problem]:
    """The back on top of the stack fits what is there, and is open when it should be."""
    if position.fresh:
        open_back = position.phase == "top" or not (position.display or position.opening < PLAYERS)
        if (position.top == TO_BE_SHOWN) != (
            position.phase == "top" or (position.phase in ("tablets", "display") and open_back)
        ) or position.top == "-":
            yield _problem("stack", "D2.A3", "top_back")
        elif position.top != TO_BE_SHOWN:
            masked = [p for batch in position.returned for p in batch.plates] + position.hand
            kinds = dealing.fresh_backs(position)
            hidden = -1 if position.top == "s" else -2
            left = kinds[0 if position.top == "s" else 1] - sum(
                plate == hidden for plate in masked if plate not in position.hand
            )
            if left <= 0:
                yield _problem("stack", "D1.4", "top_back")
    elif position.top != position.back_of_returned():
        yield _problem("stack", "D2.A3", "top_back")


def _dome_problems(board: Board, field: str) -> Iterator[Problem]:
    for row in ROWS:
        for column in ROWS:
            tile, space = board.tiles[row][column], board.spaces[row][column]
            fits = tile in (EMPTY, space) or (space == WILD and tile != SPECIAL)
            if not fits:
                yield _problem(field, "D4.2", "wrong_dome_space", row=row + 1, column=column + 1)
    for dome_space in DOME_SPACES:
        spaces = [(board.spaces[r][c], board.tiles[r][c]) for r, c in spaces_of(dome_space)]
        if any(space == SPECIAL for space, _ in spaces):
            coloured = all(tile != EMPTY for space, tile in spaces if space != SPECIAL)
            special = all(tile != EMPTY for space, tile in spaces if space == SPECIAL)
            if coloured != special:
                yield _problem(field, "D4.7", "special_tile", space=dome_space + 1)


def _count_problems(position: Position) -> Iterator[Problem]:
    for colour, n in enumerate(position.tile_counts()):
        if n != TILES_PER_COLOUR:
            name = COLOUR_NAMES[colour]
            yield _problem("bag", "D1.3", "duel_tile_count", n=n, colour=name)
    seen = [position.seen_chips(face) for face in range(len(CHIP_FACES))]
    for face, n in enumerate(seen):
        if n > CHIP_COUNTS[face]:
            most = CHIP_COUNTS[face]
            yield _problem("chips", "D1.5", "chip_count", face=CHIP_FACES[face], n=n, most=most)
    dealt = len(SMALL) * position.round
    out = sum(seen) + position.chips.count(FACE_DOWN)
    if out != dealt:
        yield _problem("chips", "D1.8", "chips_dealt", n=out, right=dealt)


def _turn_problems(position: Position) -> Iterator[Problem]:
    if position.opening and position.round > 1:
        yield _problem("opening", "D1.11", "opening")
    before_first = position.phase in ("tablets", "first") or (
        position.phase in ("display", "deal") and position.opening == PLAYERS
    )
    if position.first == NOBODY and not before_first:
        yield _problem("first", "D1.11", "duel_first")
    if position.first != NOBODY and position.phase == "first":
        yield _problem("first", "D1.11", "duel_first")
    wants_seat = position.phase not in ("tablets", "display", "deal", "first", "over")
    if (position.turn != NOBODY) != wants_seat:
        yield _problem("turn", "D2.A1", "duel_turn")
    if bool(position.tablets) == (position.phase == "tablets"):
        yield _problem("tablets", "D1.10", "tablets_drawn")
    if position.start != NOBODY and (position.opening or position.phase in ("display", "deal")):
        yield _problem("start", "D6.4", "start_tile")
    if position.start != NOBODY and any(position.suns[LARGE]):
        yield _problem("start", "D2.C2", "start_tile")
    for seat, board in enumerate(position.boards):
        field = f"seat{seat + 1}"
        if board.taken > CHIPS_A_ROUND:
            yield _problem(field, "D2.D1", "chips_taken")
        if board.tokens > (TOKENS if position.round <= PLATE_ROUNDS else 0):
            yield _problem(field, "D2.A4", "tokens")


def _factory_problems(position: Position) -> Iterator[Problem]:
    for number, sun in enumerate(position.suns):
        if sum(sun) > (SMALL_TILES if number else LARGE_TILES):
            yield _problem("suns", "D1.8", "sun_full")
        if any(sun) and position.moons[number]:
            yield _problem("moons", "D2.B2", "sun_and_moon")
    for number, moon in enumerate(position.moons):
        if len(moon) > (SMALL_TILES if number else LARGE_TILES) - 1:
            yield _problem("moons", "D2.B2", "moon_full")
    if position.moons[0] != sorted(position.moons[0]):
        yield _problem("moons", "D2.B3", "moon_order")
    if position.loose_on and (
        any(position.suns[position.loose_on]) or position.moons[position.loose_on]
    ):
        yield _problem("loose", "D2.B2", "sun_and_moon")
    for factory in SMALL:
        face = position.chips[factory - 1]
        bare = position.factory_is_empty(factory) and position.loose_on != factory
        if face != FACE_DOWN and not bare:
            yield _problem("chips", "D2.C3", "chip_shown")
        unsettled = position.phase in ("tablets", "display", "deal", "chip")
        if face == FACE_DOWN and bare and not unsettled and not position.opening:
            yield _problem("chips", "D2.C3", "chip_due")


def _phase_problems(position: Position) -> Iterator[Problem]:
    phase = position.phase
    if phase in ("tablets", "deal", "over") and position.has_tiles():
        yield _problem("suns", "D2.E1", "tiles_left")
    if (phase == "stack") != bool(position.loose_on) or (
        phase == "stack" and len(acquisition.legal_stacks(position)) < 2
    ):
        yield _problem("loose", "D2.B2", "loose_tiles")
    if (phase == "place") != bool(position.plate):
        yield _problem("plate", "D2.A1", "plate_in_hand")
    if bool(position.hand) and phase not in ("draw", "top", "look", "keep", "place", "under"):
        yield _problem("hand", "D2.A3", "hand_held")
    if phase in ("draw", "top", "look", "keep", "under") and not position.hand:
        yield _problem("hand", "D2.A3", "hand_held")
    if phase in ("draw", "top", "look"):
        for plate, known_to in zip(position.hand, position.hand_known, strict=True):
            # Only a plate that somebody had put back is known, and those lie below the fresh ones.
            if (known_to == NOBODY and plate > 0) or (known_to != NOBODY and position.fresh):
                yield _problem("hand", "D2.A3", "hand")
    if position.under and phase != "under":
        yield _problem("hand", "D2.A3", "hand_held")
    if position.spent and phase != "pay":
        yield _problem("spent", "D4.4", "spent_chips")
    if phase == "opening" and not position.opening:
        yield _problem("opening", "D1.11", "opening")
    if phase == "chip" and not dealing.factory_to_reveal(position):
        yield _problem("chips", "D2.C3", "chip_shown")
    if phase == "display" and not dealing.plates_due(position):
        yield _problem("display", "D6.1", "display_full")
    if phase == "acquire" and not acquisition.can_act(position, position.turn):
        yield _problem("turn", "D2.P1", "cannot_act")
    if phase == "draw" and not acquisition.may_draw(position, position.boards[position.turn]):
        yield _problem("hand", "D2.A5", "cannot_draw")
    if phase == "over" and position.round != ROUNDS:
        yield _problem("round", "D7.1", "duel_not_over")
    if phase in ("pay", "tile"):
        yield from _tiling_problems(position)


def _tiling_problems(position: Position) -> Iterator[Problem]:
    """The seat to move has a choice for the line whose turn it is."""
    if position.has_tiles():
        yield _problem("suns", "D2.E1", "tiles_left")
    board, row = position.boards[position.turn], position.row
    columns = tiling.open_columns(board, row) if board.line_counts[row] else []
    if position.phase == "tile" and len(columns) < 2:
        yield _problem("row", "D4.2", "no_space_choice")
    if position.phase == "pay":
        spent = position.spent
        payable = columns and not board.is_full(row) and chips.can_complete(board, row)
        if not payable:
            yield _problem("row", "D4.4", "no_payment")
        elif not _is_choice_of_chips(board, row, spent):
            yield _problem("spent", "D4.4", "spent_chips")


def _is_choice_of_chips(board: Board, row: int, spent: list[int]) -> bool:
    """Chips that are there, in the order of their faces, with more to be decided."""
    held = Counter(_held(board))
    in_order = spent == sorted(spent) and not Counter(spent) - held
    choices = len(chips.next_faces(board, row, spent)) + chips.pays(board, row, spent)
    return in_order and (not spent or choices > 1)


def _held(board: Board) -> list[int]:
    return [face for face, n in enumerate(board.chips) for _ in range(n)]
