"""What a mistake in Azul Duel gave away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loseta.duel import COLOURS, Draw, Keep, PlacePlate, Stack, Take, TakeChip, TakePlate
from loseta.duel.events import LineBroken, PenaltyScored, SpecialPlaced, TilePlaced
from loseta.duel.scoring import tablet_score
from loseta.puzzles.lines import Line
from loseta.study.part import Item, tile_items

PLATES = (TakePlate, Draw, Keep, PlacePlate)


@dataclass(frozen=True, slots=True)
class _End:
    """How a line ends for a seat."""

    tiles: dict[int, TilePlaced]
    """The placed tiles by row."""
    special: int
    """Points of special tiles (D4.7)."""
    lost: int
    """Points lost for broken tiles and the starting-player tile (D5.3 to D5.5)."""
    broken: dict[int, LineBroken]
    """The lines that broke (D4.3), by row."""
    tablets: dict[str, int]
    """The points of each tablet (D8)."""
    chips: int
    plates: int


def differences(played: Line, best: Line, seat: int) -> list[Item]:
    mine, better = _end(played, seat), _end(best, seat)
    return [
        *_kinds(played, best, mine, better),
        *_tablets(mine, better),
        *tile_items(mine.tiles, better.tiles),
        *_points("special", mine.special - better.special),
        *_losses(mine, better),
    ]


def _end(line: Line, seat: int) -> _End:
    events = [each for each in line.events if getattr(each, "seat", None) == seat]
    placed = [each for each in events if isinstance(each, TilePlaced)]
    special = [each for each in events if isinstance(each, SpecialPlaced)]
    broken = [each for each in events if isinstance(each, LineBroken)]
    lost = sum(each.lost for each in events if isinstance(each, PenaltyScored))
    board = line.end.boards[seat].copy()
    if not line.is_complete:
        projected = line.end.projection()[seat]
        placed += projected.placed
        special += projected.specials
        broken += projected.broken
        lost += board.score + projected.points - projected.score
        for tile in projected.placed:
            board.tiles[tile.row][tile.column] = tile.colour
    return _End(
        {each.row: each for each in placed},
        sum(each.points for each in special),
        lost,
        {each.row: each for each in broken},
        {name: tablet_score(board, name).points for name in line.start.tablets},
        sum(board.chips),
        sum(plate is not None for plate in board.plates),
    )


def _kinds(played: Line, best: Line, mine: _End, better: _End) -> Iterator[Item]:
    """An item if the mistake chose another kind of action than the best one, such as tiles instead
    of a plate or a chip, or ended with fewer chips."""
    did, should = played.actions[0], best.actions[0]
    if isinstance(should, Stack):
        yield {"kind": "order"}
    elif isinstance(should, PLATES) and not isinstance(did, PLATES) and better.plates > mine.plates:
        yield {"kind": "no_plate"}
    elif isinstance(did, PLATES) and isinstance(should, Take):
        yield {"kind": "plate_for_tiles"}
    elif isinstance(should, TakeChip) and isinstance(did, Take):
        yield {"kind": "no_chip"}
    elif isinstance(did, TakeChip) and isinstance(should, Take):
        yield {"kind": "chip_for_tiles"}
    elif played.is_complete and best.is_complete and (fewer := better.chips - mine.chips) > 0:
        yield {"kind": "chips", "count": fewer}


def _tablets(mine: _End, better: _End) -> Iterator[Item]:
    for name, points in mine.tablets.items():
        if points != better.tablets[name]:
            yield {"kind": "tablet", "tablet": name, "points": points - better.tablets[name]}


def _losses(mine: _End, better: _End) -> Iterator[Item]:
    lost = better.lost - mine.lost
    rows = [row for row in mine.broken if row not in better.broken]
    if lost < 0 and rows:
        line = mine.broken[rows[0]]
        facts = {"line": line.row, "count": line.count, "colour": COLOURS[line.colour]}
        yield {"kind": "line_broken", **facts, "points": lost}
    else:
        yield from _points("broken", lost)


def _points(kind: str, points: int) -> Iterator[Item]:
    if points:
        yield {"kind": kind, "points": points}
