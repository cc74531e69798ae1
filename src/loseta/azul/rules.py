"""How a game of Azul proceeds, in the order of the rulebook.

    deal (A1.7, A5) -> factory offer (A2) -> wall tiling (A3, A7) -> next round or end (A5, A6)

Functions here change a position and trust their caller; `legality.py` says whether an action is
legal.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import add, sub

from loseta.azul.actions import (
    PLACES,
    WAYS,
    Deal,
    DealerAction,
    First,
    Place,
    SeatAction,
    Take,
)
from loseta.azul.components import (
    CENTRE,
    EMPTY,
    FACTORY_TILES,
    FLOOR,
    FLOOR_SPACES,
    IDLE_ROUNDS,
    MARKER,
    NO_TILES,
    ROWS,
    SIZE,
    WALL_COLUMN,
    factories,
)
from loseta.azul.events import (
    BonusScored,
    Event,
    FloorScored,
    GameEnded,
    LineDropped,
    RoundEnded,
    TilePlaced,
)
from loseta.azul.position import NOBODY, Board, Position
from loseta.azul.scoring import bonuses, floor_penalty, outcome
from loseta.game import Pick
from loseta.runs import points, runs
from loseta.tiles import draw_from, merged, piles, takes, together

# --- The dealer: who starts, and the factories (A1.7, A5) -----------------------------------


def draw_dealer_action(position: Position, pick: Pick) -> DealerAction:
    """The dealer's next action. Tiles are drawn one by one, factory after factory (A5.2)."""
    if position.phase == "start":
        return First(pick([1] * position.players))
    sizes = [FACTORY_TILES] * factories(position.players)
    tiles = draw_from(position.bag, position.lid, sum(sizes), pick)
    return Deal.drawn(tuple(piles(tiles, sizes)))  # A5.3: the last factories may stay empty


def start_with(position: Position, first: First) -> None:
    position.first = first.seat
    position.phase = "deal"


def lay_out(position: Position, deal: Deal) -> None:
    """Fill the factories; then the starting player has the first turn (A2.1)."""
    left = list(map(sub, position.bag, together(deal.factories)))
    if min(left) < 0:  # A5.2: the lid was poured in on the way
        left = list(map(add, left, position.lid))
        position.lid = [0] * 5
    position.bag = left
    position.sources[1:] = deal.factories
    position.phase = "offer"
    position.turn = position.first


# --- Factory offer (A2) ---------------------------------------------------------------------


def legal_takes(position: Position) -> list[SeatAction]:
    """Every take: each colour of each source, to each line that accepts it or to the floor line
    (A2.2, A2.8)."""
    return takes(position.sources, WAYS, position.boards[position.turn].open_lines)


def take_tiles(position: Position, take: Take) -> tuple[Event, ...]:
    """Play one turn of the factory offer; the last turn is followed by the tiling (A2.2, A3)."""
    move_tiles(position, take)
    # A2.11: check the centre first, because it nearly always holds a tile.
    if position.sources[CENTRE] == NO_TILES and position.offer_is_empty():
        return tuple(end_of_offer(position))
    position.turn = (position.turn + 1) % position.players
    return ()


def move_tiles(position: Position, take: Take) -> None:
    """Move taken tiles to their line and to the floor line (A2.2 to A2.9)."""
    colour, source, sources = take.colour, take.source, position.sources
    board = position.boards[position.turn]
    tiles = list(sources[source])
    count, tiles[colour] = tiles[colour], 0
    if source != CENTRE:
        # A2.2: the rest of the factory moves to the centre.
        sources[CENTRE] = merged(sources[CENTRE], tiles)
        sources[source] = NO_TILES
    else:
        sources[CENTRE] = tuple(tiles)
        if position.marker == NOBODY:
            take_marker(position, board)
    if take.line != FLOOR:
        count -= board.fill_line(take.line, colour, count)
    if count:
        drop_tiles(position, board, colour, count)


def take_marker(position: Position, board: Board) -> None:
    """Give the marker to the first player who takes from the centre (A2.3)."""
    position.marker = position.turn
    if len(board.floor) < FLOOR_SPACES:  # A2.10: a full floor line has no room for it
        board.floor.append(MARKER)  # to the left of any of the taken tiles


def drop_tiles(position: Position, board: Board, colour: int, count: int) -> None:
    """Move tiles to the floor line, and to the lid once it is full (A2.7, A2.9)."""
    floor = board.floor
    floor += [colour] * count
    overflow = len(floor) - FLOOR_SPACES
    if overflow > 0:
        del floor[FLOOR_SPACES:]
        position.lid[colour] += overflow


# --- Wall tiling (A3, A7) -------------------------------------------------------------------


def end_of_offer(position: Position) -> list[Event]:
    position.idle += 1  # until a tile reaches a wall in this round
    return tile_walls(position, position.seats_in_order())


def tile_walls(position: Position, seats: Iterable[int]) -> list[Event]:
    """Tile the walls of these seats one after the other; stop when one has a choice (A7.3)."""
    events: list[Event] = []
    for seat in seats:
        if not tile_wall(position, seat, events):
            position.phase = "tiling"
            position.turn = seat
            return events
    return events + end_of_round(position)


def tile_wall(position: Position, seat: int, events: list[Event]) -> bool:
    """Tile a player's complete lines from top to bottom, appending to `events` (A3). Returns False
    if it stops at a choice (A7.3)."""
    board = position.boards[seat]
    for row, count in enumerate(board.line_counts):
        if count <= row:
            continue  # A3.2: incomplete lines keep their tiles
        columns = open_columns(position, board, row)
        if len(columns) > 1:
            return False
        if columns:
            events.append(place_tile(position, seat, row, columns[0]))
        else:
            events.append(drop_line(position, seat, row))
    events.append(finish_tiling(position, seat))
    return True


def open_columns(position: Position, board: Board, row: int) -> list[int]:
    """The columns where the tile of a complete line may go (A3.1, A7.1, A7.2)."""
    colour = board.line_colours[row]
    if position.wall == "coloured":
        return [WALL_COLUMN[row][colour]]
    taken = [laid.index(colour) for laid in board.wall if colour in laid]
    return [
        column
        for column, space in enumerate(board.wall[row])
        if space == EMPTY and column not in taken
    ]


def choosing_row(board: Board) -> int:
    """The line whose tile is to be placed: the uppermost complete one (A7.3)."""
    return next(row for row in ROWS if board.is_full(row))


def legal_places(position: Position) -> list[SeatAction]:
    board = position.boards[position.turn]
    row = choosing_row(board)
    return [PLACES[row * SIZE + column] for column in open_columns(position, board, row)]


def choose_place(position: Position, place: Place) -> tuple[Event, ...]:
    """Play a choice on the gray wall, and continue the tiling until the next choice."""
    seat = position.turn
    placed = place_tile(position, seat, place.row, place.column)
    order = position.seats_in_order()
    return (placed, *tile_walls(position, order[order.index(seat) :]))


def place_tile(position: Position, seat: int, row: int, column: int) -> TilePlaced:
    """Move the rightmost tile of a line to the wall and score it (A3.1, A4).

    The other tiles stay in the line until the player's tiling is done: see `finish_tiling`.
    """
    board = position.boards[seat]
    colour = board.line_colours[row]
    across, down = runs(board.wall, row, column)
    board.wall[row][column] = colour
    board.line_counts[row] -= 1
    if row == 0:
        board.clear_line(row)  # its only tile has gone
    scored = points(across, down)
    board.score += scored
    position.idle = 0
    return TilePlaced(seat, row, column, colour, across, down, scored)


def drop_line(position: Position, seat: int, row: int) -> LineDropped:
    """Drop a complete line without a legal space on the gray wall to the floor line (A7.4)."""
    board = position.boards[seat]
    colour = board.line_colours[row]
    drop_tiles(position, board, colour, row + 1)
    board.clear_line(row)
    return LineDropped(seat, row, colour, row + 1)


def finish_tiling(position: Position, seat: int) -> FloorScored:
    """Clear the lines whose tile has moved, score the floor line and clear it (A3.2 to A3.4)."""
    board, lid = position.boards[seat], position.lid
    for row, colour in enumerate(board.line_colours):
        # A2.6: a line's colour is in its wall row only if its tile has just moved there.
        if colour != EMPTY and colour in board.wall[row]:
            lid[colour] += board.line_counts[row]
            board.clear_line(row)
    spaces, penalty = len(board.floor), floor_penalty(board)
    lost = penalty if penalty < board.score else board.score
    board.score -= lost
    for tile in board.floor:
        if tile != MARKER:
            lid[tile] += 1
    board.floor = []
    return FloorScored(seat, spaces, penalty, lost)


# --- Next round, or the end (A5, A6) --------------------------------------------------------


def end_of_round(position: Position) -> list[Event]:
    ended = RoundEnded(position.round)
    position.turn = NOBODY
    if is_last_round(position):
        return [ended, *end_game(position)]
    if position.marker != NOBODY:  # A3.5: if nobody took it, the same player starts again
        position.first = position.marker
    position.marker = NOBODY  # A2.1: back to the centre
    position.round += 1
    position.phase = "deal"
    return [ended]


def is_last_round(position: Position) -> bool:
    for board in position.boards:
        if board.has_complete_row():  # A6.1
            return True
    return (
        position.idle >= IDLE_ROUNDS  # A5.5
        or not (any(position.bag) or any(position.lid))  # A5.4
    )


def end_game(position: Position) -> list[Event]:
    """Score the bonuses (A6.2)."""
    position.phase = "over"
    events: list[Event] = []
    for seat, board in enumerate(position.boards):
        for bonus in bonuses(board):
            board.score += bonus.points
            events.append(BonusScored(seat, bonus.kind, bonus.which, bonus.points))
    result = outcome(position)
    assert result is not None
    return [*events, GameEnded(result)]
