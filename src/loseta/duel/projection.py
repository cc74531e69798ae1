"""What each artist would score if the round ended now, without chips."""

from __future__ import annotations

from dataclasses import dataclass

from loseta.duel.events import Event, LineBroken, PenaltyScored, SpecialPlaced, TilePlaced
from loseta.duel.position import Position
from loseta.duel.tiling import open_columns, place_tile, tile_dome


@dataclass(frozen=True, slots=True)
class SeatProjection:
    """The tiling of one artist if the round ended now."""

    placed: tuple[TilePlaced, ...]
    specials: tuple[SpecialPlaced, ...]
    broken: tuple[LineBroken, ...]
    """Lines that would break."""
    points: int
    """Points of the placed tiles, special ones included."""
    penalty: int
    score: int
    """The score afterwards, never below 0, without the tablets."""


def projection(position: Position) -> tuple[SeatProjection, ...]:
    """The tiling of both seats as if the round ended now. The tiles go where the artist's tiling
    scores most; of equally good spaces, the leftmost is chosen. Bonus chips are not used."""
    return tuple(_project(position, seat) for seat in range(len(position.boards)))


def _project(position: Position, seat: int) -> SeatProjection:
    trial = position.copy()
    in_hand = trial.phase in ("pay", "tile")
    if in_hand and seat != trial.turn:
        is_done = seat == trial.first  # the starting artist tiles first
        if is_done:
            return SeatProjection((), (), (), 0, 0, trial.boards[seat].score)
    if not (in_hand and seat == trial.turn):
        trial.row = 0
    trial.turn = seat
    score, events = _best_tiling(trial)
    placed = tuple(event for event in events if isinstance(event, TilePlaced))
    specials = tuple(event for event in events if isinstance(event, SpecialPlaced))
    return SeatProjection(
        placed=placed,
        specials=specials,
        broken=tuple(event for event in events if isinstance(event, LineBroken)),
        points=sum(event.points for event in placed + specials),
        penalty=sum(event.penalty for event in events if isinstance(event, PenaltyScored)),
        score=score,
    )


def _best_tiling(position: Position) -> tuple[int, list[Event]]:
    """The score after the best tiling of the seat in turn, and the events that lead to it."""
    events: list[Event] = []
    if tile_dome(position, events, with_chips=False):
        return position.boards[position.turn].score, events
    best: tuple[int, list[Event]] | None = None
    for column in open_columns(position.boards[position.turn], position.row):
        trial = position.copy()
        placed = place_tile(trial, column)
        trial.row += 1
        score, rest = _best_tiling(trial)
        if best is None or score > best[0]:
            best = score, [*events, *placed, *rest]
    assert best is not None
    return best
