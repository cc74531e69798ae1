"""Runs of tiles on a grid, which both games score the same way (A4, D5)."""

from __future__ import annotations

from collections.abc import Sequence

EMPTY = -1
"""A space without a tile."""


def run_length(spaces: Sequence[int], at: int) -> int:
    """Length of the unbroken run through a space, counting that space as occupied."""
    start, end, size = at, at + 1, len(spaces)
    while start > 0 and spaces[start - 1] != EMPTY:
        start -= 1
    while end < size and spaces[end] != EMPTY:
        end += 1
    return end - start


def runs(grid: list[list[int]], row: int, column: int) -> tuple[int, int]:
    """Lengths of the runs across and down that a tile on this space scores; 0 for a direction
    without a neighbour."""
    across = run_length(grid[row], column)
    top, bottom, size = row, row + 1, len(grid)
    while top > 0 and grid[top - 1][column] != EMPTY:
        top -= 1
    while bottom < size and grid[bottom][column] != EMPTY:
        bottom += 1
    down = bottom - top
    return (across if across > 1 else 0, down if down > 1 else 0)


def points(across: int, down: int) -> int:
    """The points for a tile: one if it stands alone (A4.1, D5.1), otherwise the sum of its runs
    (A4.2, D5.2)."""
    return across + down or 1
