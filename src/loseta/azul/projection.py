"""What each player would score if the round ended now."""

from __future__ import annotations

from dataclasses import dataclass

from loseta.azul.events import Event, FloorScored, LineDropped, TilePlaced
from loseta.azul.position import Position
from loseta.azul.rules import choosing_row, open_columns, place_tile, tile_wall


@dataclass(frozen=True, slots=True)
class SeatProjection:
    """The tiling of one player if the round ended now."""

    placed: tuple[TilePlaced, ...]
    dropped: tuple[LineDropped, ...]
    points: int
    """Points of the placed tiles."""
    penalty: int
    """Points printed above the floor line, including tiles that would drop onto it (A7.4)."""
    score: int
    """The score afterwards, never below 0, without the bonuses at the end of the game."""


def projection(position: Position) -> tuple[SeatProjection, ...]:
    """The tiling of every seat as if the round ended now. On the gray wall the tiles go where the
    player's tiling scores most; of equally good columns, the leftmost is chosen."""
    return tuple(_project(position, seat) for seat in range(position.players))


def _project(position: Position, seat: int) -> SeatProjection:
    score, events = _best_tiling(position.copy(), seat)
    placed = tuple(event for event in events if isinstance(event, TilePlaced))
    return SeatProjection(
        placed=placed,
        dropped=tuple(event for event in events if isinstance(event, LineDropped)),
        points=sum(event.points for event in placed),
        penalty=sum(event.penalty for event in events if isinstance(event, FloorScored)),
        score=score,
    )


def _best_tiling(position: Position, seat: int) -> tuple[int, list[Event]]:
    """The score after the best tiling of a seat, and the events that lead to it."""
    events: list[Event] = []
    if tile_wall(position, seat, events):
        return position.boards[seat].score, events
    board = position.boards[seat]
    row = choosing_row(board)
    best: tuple[int, list[Event]] | None = None
    for column in open_columns(position, board, row):
        trial = position.copy()
        placed = place_tile(trial, seat, row, column)
        score, rest = _best_tiling(trial, seat)
        if best is None or score > best[0]:
            best = score, [*events, placed, *rest]
    assert best is not None
    return best
