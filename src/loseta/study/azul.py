"""What a mistake in Azul gave away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loseta.azul import COLOURS, Take
from loseta.azul.components import CENTRE, MARKER
from loseta.azul.events import FloorScored, TilePlaced
from loseta.azul.scoring import Bonus, bonuses
from loseta.puzzles.lines import Line
from loseta.study.part import Item, tile_items


@dataclass(frozen=True, slots=True)
class _End:
    """How a line ends for a seat."""

    tiles: dict[int, TilePlaced]
    """The placed tiles by row."""
    lost: int
    """Points lost on the floor line (A3.3)."""
    bonuses: frozenset[Bonus]
    """Bonuses that the line completes (A6.2)."""
    over: bool


def differences(played: Line, best: Line, seat: int) -> list[Item]:
    mine, better = _end(played, seat), _end(best, seat)
    return [
        *_endings(played, mine, better, seat),
        *_bonuses(mine, better),
        *tile_items(mine.tiles, better.tiles),
        *_floor(played, best, mine, better, seat),
        *_marker(played, best, seat),
    ]


def _end(line: Line, seat: int) -> _End:
    placed = [each for each in line.events if isinstance(each, TilePlaced) and each.seat == seat]
    lost = sum(
        each.lost for each in line.events if isinstance(each, FloorScored) and each.seat == seat
    )
    board = line.end.boards[seat].copy()
    if not line.is_complete:
        projected = line.end.projection()[seat]
        placed += projected.placed
        lost += board.score + projected.points - projected.score
        for tile in projected.placed:
            board.wall[tile.row][tile.column] = tile.colour
    fresh = frozenset(bonuses(board)) - frozenset(line.start.bonuses(seat))
    return _End({each.row: each for each in placed}, lost, fresh, line.end.to_move is None)


def _endings(played: Line, mine: _End, better: _End, seat: int) -> Iterator[Item]:
    """Items for lines of which only one ends the game (A6.1)."""
    if mine.over and not better.over and (played.win_share(seat) or 0) < 1:
        yield {"kind": "ended"}
    if better.over and not mine.over and played.is_complete:
        yield {"kind": "went_on"}


def _bonuses(mine: _End, better: _End) -> Iterator[Item]:
    for sign, some in ((-1, better.bonuses - mine.bonuses), (1, mine.bonuses - better.bonuses)):
        for each in sorted(some, key=lambda bonus: -bonus.points):
            which = {"colour": COLOURS[each.which]} if each.kind == "colour" else {}
            yield {"kind": each.kind, "which": each.which, **which, "points": sign * each.points}


def _floor(played: Line, best: Line, mine: _End, better: _End, seat: int) -> Iterator[Item]:
    lost = better.lost - mine.lost
    if lost == 0:
        return
    later = [(count, colour) for n, count, colour in _fallen(played, seat) if n > 0]
    at_once = [n for n, _, _ in _fallen(played, seat) if n == 0]
    before = sum(count for _, count, _ in _fallen(best, seat))
    if lost < 0 and not at_once and sum(count for count, _ in later) > before:
        count, colour = max(later)
        yield {"kind": "fall_later", "count": count, "colour": COLOURS[colour], "points": lost}
    else:
        yield {"kind": "floor", "points": lost}


def _fallen(line: Line, seat: int) -> list[tuple[int, int, int]]:
    """The takes of a seat whose tiles did not all fit: the index in the line, the number of tiles
    that fell, and their colour."""
    found, now = [], line.start.copy()
    for n, (who, action) in enumerate(zip(line.seats, line.actions, strict=True)):
        if who == seat and isinstance(action, Take):
            after = now.before_scoring(action)
            had, has = now.boards[seat].floor, after.boards[seat].floor
            count = sum(tile != MARKER for tile in has[len(had) :]) + sum(after.lid) - sum(now.lid)
            if count:
                found.append((n, count, action.colour))
        now.apply(action)
    return found


def _marker(played: Line, best: Line, seat: int) -> Iterator[Item]:
    """Items for lines of which only one takes the marker, which occupies a space of the floor line
    (A2.3) and gives the first turn of the next round (A2.10)."""
    takes, should = (_takes_marker(line, seat) for line in (played, best))
    if takes and not should:
        yield {"kind": "marker_for_nothing" if played.end.to_move is None else "marker"}
    if should and not takes and best.end.to_move is not None:
        yield {"kind": "first"}


def _takes_marker(line: Line, seat: int) -> bool:
    if not line.start.marker_in_centre():
        return False
    takers = [
        who
        for who, action in zip(line.seats, line.actions, strict=True)
        if isinstance(action, Take) and action.source == CENTRE
    ]
    return takers[:1] == [seat]
