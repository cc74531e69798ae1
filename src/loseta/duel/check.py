"""Check a position against the invariants of every game of Azul Duel.

Views are checked too: in them, plates that the seat may not know appear as hidden ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from loseta.duel import acquisition, chips, dealing, tiling
from loseta.duel.check_plates import plate_problems
from loseta.duel.components import (
    CHIP_COUNTS,
    CHIP_FACES,
    CHIPS_A_ROUND,
    COLOUR_NAMES,
    DOME_SPACES,
    EMPTY,
    FACE_DOWN,
    LARGE,
    LARGE_TILES,
    PLAYERS,
    ROUNDS,
    ROWS,
    SIZE,
    SMALL,
    SMALL_TILES,
    SPECIAL,
    SPECIAL_POINTS,
    START_POINTS,
    TILES_PER_COLOUR,
    WILD,
    spaces_of,
)
from loseta.duel.position import NOBODY, Board, Position
from loseta.duel.scoring import tablet_score
from loseta.parsing import BY_HAND, Problem, problem
from loseta.runs import points, runs

FULL = (LARGE_TILES, *[SMALL_TILES] * len(SMALL))
"""Tiles on each sun after a deal, provided that there are enough."""
TILING = ("pay", "tile")


def find_problem(position: Position) -> Problem | None:
    """The first invariant that a position breaks, or None."""
    return next(_problems(position), None)


def _problems(position: Position) -> Iterator[Problem]:
    if not 1 <= position.round <= ROUNDS:
        yield problem("round", "D7.1", "duel_round", n=ROUNDS)
    yield from _turn_problems(position)
    yield from _opening_problems(position)
    yield from plate_problems(position)
    for seat, board in enumerate(position.boards):
        yield from _dome_problems(board, f"seat{seat + 1}")
    yield from _count_problems(position)
    yield from _factory_problems(position)
    for seat, board in enumerate(position.boards):
        yield from _chip_problems(position, seat, board)
        yield from _line_problems(position, seat, board)
        most = _most_points(position, board)
        if board.score > most:
            yield problem(f"seat{seat + 1}", "D5.2", "score_too_high", n=board.score, most=most)
    yield from _phase_problems(position)


def _dome_problems(board: Board, field: str) -> Iterator[Problem]:
    for row in ROWS:
        for column in ROWS:
            tile, space = board.tiles[row][column], board.spaces[row][column]
            fits = tile in (EMPTY, space) or (space == WILD and tile != SPECIAL)
            if not fits:
                yield problem(field, "D4.2", "wrong_dome_space", row=row + 1, column=column + 1)
    for dome_space in DOME_SPACES:
        spaces = [(board.spaces[r][c], board.tiles[r][c]) for r, c in spaces_of(dome_space)]
        if any(space == SPECIAL for space, _ in spaces):
            coloured = all(tile != EMPTY for space, tile in spaces if space != SPECIAL)
            special = all(tile != EMPTY for space, tile in spaces if space == SPECIAL)
            if coloured != special:
                yield problem(field, "D4.7", "special_tile", space=dome_space + 1)


def _most_points(position: Position, board: Board) -> int:
    """An upper bound on a board's score: the starting points, every tile scored with its runs of
    today, which were never longer when it was placed, the tablets if the game is over, and the
    tolerance `BY_HAND`."""
    most = START_POINTS + BY_HAND
    for row in ROWS:
        for column in ROWS:
            tile = board.tiles[row][column]
            if tile == SPECIAL:
                most += SPECIAL_POINTS[row]
            elif tile != EMPTY:
                most += points(*runs(board.tiles, row, column))
    if position.phase == "over":
        most += sum(tablet_score(board, tablet).points for tablet in position.tablets)
    return most


def _count_problems(position: Position) -> Iterator[Problem]:
    for colour, n in enumerate(position.tile_counts()):
        if n != TILES_PER_COLOUR:
            name = COLOUR_NAMES[colour]
            yield problem("bag", "D1.3", "duel_tile_count", n=n, colour=name)
    for face, most in enumerate(CHIP_COUNTS):
        n = position.seen_chips(face)
        if n > most:
            yield problem("chips", "D1.5", "chip_count", face=CHIP_FACES[face], n=n, most=most)


# --- Whose turn it is, and how a game begins (D1) -------------------------------------------


def _turn_problems(position: Position) -> Iterator[Problem]:
    phase, opening = position.phase, position.opening
    first_known = phase not in ("tablets", "first") and not (
        phase in ("display", "deal") and opening == PLAYERS
    )
    if (position.first == NOBODY and first_known) or (
        position.first != NOBODY and phase == "first"
    ):
        yield problem("first", "D1.11", "duel_first")
    wants_seat = phase not in ("tablets", "display", "deal", "first", "over")
    if (position.turn != NOBODY) != wants_seat:
        yield problem("turn", "D2.A1", "duel_turn")
    if bool(position.tablets) == (phase == "tablets"):
        yield problem("tablets", "D1.10", "tablets_drawn")
    if position.start != NOBODY and (opening or phase in ("display", "deal")):
        yield problem("start", "D6.4", "start_tile")


def _opening_problems(position: Position) -> Iterator[Problem]:
    """Check the opening: each artist places a plate before the first turn, the starting artist last
    (D1.11)."""
    phase, opening = position.phase, position.opening
    if opening and (
        position.round > 1
        or phase not in ("tablets", "display", "deal", "first", "opening", "place")
    ):
        yield problem("opening", "D1.11", "opening")
    at_setup = phase in ("tablets", "first") or (phase == "deal" and position.round == 1)
    if (at_setup and opening != PLAYERS) or (phase == "opening" and not opening):
        yield problem("opening", "D1.11", "opening")
    if opening and phase in ("opening", "place"):
        chooser = 1 - position.first if opening == PLAYERS else position.first
        if position.turn != chooser:
            yield problem("turn", "D1.11", "opening_turn")
    if not (opening or (phase == "display" and position.round == 1)):
        return
    for seat, board in enumerate(position.boards):
        if board.score != START_POINTS or any(board.line_counts) or any(map(any, _tiles(board))):
            yield problem(f"seat{seat + 1}", "D1.2", "not_begun")
    is_dealt = phase in ("first", "opening", "place") or opening < PLAYERS
    sizes = tuple(map(sum, position.suns))
    if sizes != (FULL if is_dealt else (0,) * len(FULL)) or any(position.moons):
        yield problem("suns", "D1.8", "suns_before_round")
    if any(position.tower):
        yield problem("tower", "D1.3", "not_begun")


def _tiles(board: Board) -> list[list[bool]]:
    return [[tile != EMPTY for tile in row] for row in board.tiles]


# --- Factories and chips (D1.7, D1.8, D2.B to D2.D) -----------------------------------------


def _factory_problems(position: Position) -> Iterator[Problem]:
    for number, (sun, full) in enumerate(zip(position.suns, FULL, strict=True)):
        if sum(sun) > full:
            yield problem("suns", "D1.8", "sun_full")
        if 0 < sum(sun) < full and (any(position.bag) or _lie_beyond(position, number)):
            yield problem("suns", "D6.3", "sun_short")
        if any(sun) and position.moons[number]:
            yield problem("moons", "D2.B2", "sun_and_moon")
        if len(position.moons[number]) > full - 1:
            yield problem("moons", "D2.B2", "moon_full")
    if position.moons[LARGE] != sorted(position.moons[LARGE]):
        yield problem("moons", "D2.B3", "moon_order")
    if position.loose_on and not position.factory_is_empty(position.loose_on):
        yield problem("loose", "D2.B2", "sun_and_moon")
    large = position.suns[LARGE]
    if max(large) == LARGE_TILES and any(
        n for colour, n in enumerate(_offered(position)) if not large[colour]
    ):
        yield problem("suns", "D1.7", "large_equal")
    if position.start != NOBODY and any(large):
        yield problem("start", "D2.C2", "start_tile")
    if position.start == NOBODY and position.factory_is_empty(LARGE) and _lie_beyond(position, 0):
        yield problem("start", "D2.C4", "start_due")
    yield from _revealing_problems(position)


def _lie_beyond(position: Position, number: int) -> bool:
    """Whether there are tiles on the factories that were filled after this one."""
    return position.loose_on > number or any(
        not position.factory_is_empty(factory) for factory in range(number + 1, len(FULL))
    )


def _offered(position: Position) -> list[int]:
    """Tiles of each colour in the bag and on the factories."""
    piles = (position.bag, position.loose, *position.suns)
    counts = [sum(column) for column in zip(*piles, strict=True)]
    for moon in position.moons:
        for colour in moon:
            counts[colour] += 1
    return counts


def _revealing_problems(position: Position) -> Iterator[Problem]:
    untouched = position.opening or position.phase in ("display", "deal")
    for factory, face in zip(SMALL, position.chips, strict=True):
        bare = position.factory_is_empty(factory) and position.loose_on != factory
        if face != FACE_DOWN and (untouched or not bare):
            yield problem("chips", "D2.C3", "chip_shown")
        if face == FACE_DOWN and bare and not (untouched or position.phase == "chip"):
            yield problem("chips", "D2.C3", "chip_due")


def _chip_problems(position: Position, seat: int, board: Board) -> Iterator[Problem]:
    """Check that each artist has taken exactly two chips in each earlier round, at most two in this
    one (D2.D1), and that the factories have the rest."""
    field = f"seat{seat + 1}"
    if board.taken > CHIPS_A_ROUND:
        yield problem(field, "D2.D1", "chips_taken")
    before = CHIPS_A_ROUND * (position.round - 1)
    held, right = sum(board.chips) + sum(board.used), before + board.taken
    if held != right:
        yield problem(field, "D2.D1", "chips_held", n=held, right=right)
    here = sum(face >= FACE_DOWN for face in position.chips)
    right = len(SMALL) - sum(board.taken for board in position.boards)
    if here != right:
        yield problem("chips", "D1.8", "chips_left", n=here, right=right)


# --- Lines and phases (D2.E, D4) ------------------------------------------------------------


def _line_problems(position: Position, seat: int, board: Board) -> Iterator[Problem]:
    """Check that no line that is already tiled holds tiles that the tiling would have moved."""
    phase = position.phase
    if phase in TILING:
        done = position.row if seat == position.turn else SIZE * (seat == position.first)
    else:
        done = SIZE if phase in ("display", "deal", "over") else 0
    for row in range(done):
        columns = tiling.open_columns(board, row)
        moves = board.is_full(row) if columns else tiling.row_has_all_plates(board, row)
        if board.line_counts[row] and moves:
            yield problem(f"seat{seat + 1}", "D4.2", "line_not_tiled", line=row + 1)
    if done == SIZE and board.broken:
        yield problem(f"seat{seat + 1}", "D5.3", "broken_left")


def _phase_problems(position: Position) -> Iterator[Problem]:
    phase = position.phase
    new_round = phase in ("tablets", "deal") or (phase == "display" and position.round > 1)
    if (new_round or phase in (*TILING, "over")) and position.has_tiles():
        yield problem("suns", "D2.E1", "tiles_left")
    if phase in (*TILING, "over") and any(
        board.tokens or board.taken < CHIPS_A_ROUND for board in position.boards
    ):
        yield problem("phase", "D2.E1", "acquisition_left")
    if (phase == "stack") != bool(position.loose_on) or (
        phase == "stack" and len(acquisition.stacking_orders(position)) < 2
    ):
        yield problem("loose", "D2.B2", "loose_tiles")
    if position.spent and phase != "pay":
        yield problem("spent", "D4.4", "spent_chips")
    if phase == "chip" and not dealing.factory_to_reveal(position):
        yield problem("chips", "D2.C3", "chip_shown")
    if phase == "acquire" and not acquisition.can_act(position, position.turn):
        yield problem("turn", "D2.P1", "cannot_act")
    if phase == "over" and position.round != ROUNDS:
        yield problem("round", "D7.1", "duel_not_over")
    if phase in TILING:
        yield from _tiling_problems(position)


def _tiling_problems(position: Position) -> Iterator[Problem]:
    """Check that the seat to move has a choice in the line being tiled."""
    board, row = position.boards[position.turn], position.row
    columns = tiling.open_columns(board, row) if board.line_counts[row] else []
    if position.phase == "tile":
        missing = chips.missing_tiles(board, row)  # chips replaced them, and count as used
        if len(columns) < 2 or 2 * missing > sum(board.used):
            yield problem("row", "D4.2", "no_space_choice")
    if position.phase == "pay":
        spent = position.spent
        payable = columns and not board.is_full(row) and chips.can_complete(board, row)
        if not payable:
            yield problem("row", "D4.4", "no_payment")
        elif not _is_choice_of_chips(board, row, spent):
            yield problem("spent", "D4.4", "spent_chips")


def _is_choice_of_chips(board: Board, row: int, spent: list[int]) -> bool:
    """Whether the chips spent so far are held by the player, in the order of their faces, and leave
    a choice."""
    held = Counter(_held(board))
    in_order = spent == sorted(spent) and not Counter(spent) - held
    choices = len(chips.next_faces(board, row, spent)) + chips.pays(board, row, spent)
    return in_order and (not spent or choices > 1)


def _held(board: Board) -> list[int]:
    return [face for face, n in enumerate(board.chips) for _ in range(n)]
