"""Full domes for the tests of the last round: nine plates and any of their spaces filled."""

from collections.abc import Iterable

from .dome import printed, special_due
from .positions import Seat

NINE = {n: f"{n}n" for n in range(1, 10)}
"""Plates 1 to 9 as printed:

    Y K W B T R
    T S T K B W
    K Y K S T Y
    R W T R W K
    S K Y B T R
    R B K S B S
"""
EVERYWHERE = [(row, column) for row in range(1, 7) for column in range(1, 7)]
Place = tuple[int, int]


def filled(places: Iterable[Place], wild: str = "B") -> dict[int, str]:
    """The rows of a dome of the nine plates with these spaces filled (row, column from 1).

    A multicolour space takes the tile `wild`; special spaces are filled where they must be.
    """
    plates = [NINE[n] for n in range(1, 10)]
    faces = printed(plates)
    tiles = [["."] * 6 for _ in range(6)]
    wanted = set(places)
    for row, column in wanted:
        face = faces[row - 1][column - 1]
        if face != "S":
            tiles[row - 1][column - 1] = wild if face == "W" else face
    while due := special_due(plates, tiles):
        tiles[due[0]][due[1]] = "S"
    assert all(tiles[row - 1][column - 1] != "." for row, column in wanted)
    return {n: "".join(row) for n, row in enumerate(tiles, 1)}


def with_dome(places: Iterable[Place], wild: str = "B", score: int = 5) -> Seat:
    """A player of round 5 whose dome has these spaces filled."""
    return Seat(score=score, plates=NINE, dome=filled(places, wild))


def row(number: int) -> list[Place]:
    return [(number, column) for column in range(1, 7)]


def column(number: int) -> list[Place]:
    return [(row, number) for row in range(1, 7)]


def plate(number: int) -> list[Place]:
    """The four spaces of a plate space, 1 to 9."""
    top, left = 2 * ((number - 1) // 3) + 1, 2 * ((number - 1) % 3) + 1
    return [(top, left), (top, left + 1), (top + 1, left), (top + 1, left + 1)]
