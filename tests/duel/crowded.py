"""Boards that hold nearly all the tiles: the supply runs out in round 5."""

import random
from collections.abc import Mapping
from itertools import permutations

from .dome import COLOURS, printed, special_due
from .oracle import Table
from .positions import Seat

Place = tuple[int, int, int]
"""A space: seat, row, column, from 0."""


def crowded(spare: Mapping[str, int], seed: int | None = None) -> tuple[Seat, Seat]:
    """Two boards of round 5 with all 65 tiles but those in `spare`, by colour.

    All plates are placed. Every line is incomplete and has a space left in its row, where there
    are tiles for it; line 1 is empty on both boards.
    """
    source = random.Random(seed)
    plates = list(range(1, 19))
    while True:
        if seed is not None:
            source.shuffle(plates)
        laid = [[f"{plate}n" for plate in plates[:9]], [f"{plate}n" for plate in plates[9:]]]
        faces = [printed(each) for each in laid]
        choices = [line_colours(each) for each in faces]
        if all(choices):
            break
    wanted = {colour: 13 - spare.get(colour, 0) for colour in COLOURS}
    lines: list[dict[int, str]] = [{}, {}]
    kept: set[Place] = set()
    for seat in (0, 1):
        colours = choices[seat][0] if seed is None else source.choice(choices[seat])
        for row, colour in zip(range(1, 6), colours, strict=True):
            put = min(row, wanted[colour])
            wanted[colour] -= put
            lines[seat][row + 1] = colour * put
            kept.add((seat, row, faces[seat][row].index(colour)))
    tiles = [[["."] * 6 for _ in range(6)] for _ in range(2)]
    everywhere = [(s, r, c) for s in (0, 1) for r in range(6) for c in range(6)]
    if seed is not None:
        source.shuffle(everywhere)
    for printed_as in (COLOURS, "W"):
        for seat, row, column in everywhere:
            face = faces[seat][row][column]
            if face not in printed_as or (seat, row, column) in kept:
                continue
            colour = face if face != "W" else max(wanted, key=lambda c: wanted[c])
            if wanted[colour] and tiles[seat][row].count(".") > 2:  # four rounds, four tiles
                wanted[colour] -= 1
                tiles[seat][row][column] = colour
    assert not any(wanted.values()), wanted
    for seat in (0, 1):
        while due := special_due(laid[seat], tiles[seat]):
            tiles[seat][due[0]][due[1]] = "S"
    first, second = (
        Seat(
            lines=lines[seat],
            plates={n + 1: plate for n, plate in enumerate(laid[seat])},
            dome={n + 1: "".join(row) for n, row in enumerate(tiles[seat])},
        )
        for seat in (0, 1)
    )
    return first, second


def line_colours(faces: list[list[str]]) -> list[tuple[str, ...]]:
    """Five different colours for lines 2 to 6, each with a space of its colour in its row."""
    return [
        colours
        for colours in permutations(COLOURS)
        if all(colour in faces[row] for row, colour in zip(range(1, 6), colours, strict=True))
    ]


def table_of(text: str) -> Table:
    """The oracle's table for a position before the deal of round 5."""
    words = text.split(" ")
    fields = dict(word.split("=") for word in words[3:])
    assert (words[2], fields["round"], fields["start"]) == ("deal", "5", "large")
    table = Table.set_up(words[1].split("+"), int(fields["first"]) - 1)
    table.phase, table.round, table.opening = "deal", 5, 0
    table.fresh, table.top = 0, "-"
    for name, heap in (("bag", table.bag), ("tower", table.tower)):
        amounts = fields[name]
        for letter in COLOURS:
            amounts = amounts.replace(letter, f" {letter}")
        heap[:] = [part[0] for part in amounts.split() for _ in range(int(part[1:]))]
    for number, player in enumerate(table.players):
        parts = fields[f"seat{number + 1}"].split(":")
        player.score, player.tokens, player.taken = (int(part) for part in parts[:3])
        player.lines = [[] if line == "-" else list(line) for line in parts[3].split(",")]
        player.plates = parts[4].split(",")
        player.tiles = [list(row) for row in parts[5].split(",")]
        assert parts[6] == "-"
        player.chips, player.used = ([] if p == "-" else p.split(".") for p in parts[7:])
    return table
