"""Perft of Azul over the oracle of tests/azul, which shares no code with the package."""

from __future__ import annotations

from copy import deepcopy

from tests.azul.oracle import COLOURS, Player, Table
from tests.perft import Entry


def perft(entry: Entry, depth: int) -> int:
    return _perft(table_from_text(entry.position), depth)


def _perft(table: Table, depth: int) -> int:
    actions = table.legal_actions()
    if depth == 0 or not actions:
        return 1
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        following = deepcopy(table)
        following.act(action)
        total += _perft(following, depth - 1)
    return total


def table_from_text(position: str) -> Table:
    """The oracle's table for the text of a position that is known to be right."""
    _, players, wall, phase, *fields = position.split()
    values = dict(field.split("=", 1) for field in fields)
    table = Table(int(players), wall, phase)
    table.round, table.idle = int(values["round"]), int(values["idle"])
    table.first, table.turn = _seat(values["first"]), _seat(values["turn"])
    table.marker = None if values["marker"] == "centre" else _seat(values["marker"])
    table.factories = [_tiles(factory) for factory in values["factories"].split(",")]
    table.centre = _tiles(values["centre"])
    table.bag, table.lid = _counted(values["bag"]), _counted(values["lid"])
    table.players = [_player(values[f"seat{n}"]) for n in range(1, int(players) + 1)]
    if phase == "tiling":
        _resume_tiling(table)
    return table


def _seat(text: str) -> int | None:
    return None if text == "-" else int(text) - 1


def _tiles(text: str) -> list[str]:
    return [] if text == "-" else list(text)


def _counted(text: str) -> list[str]:
    """`B2Y0R1K0W0` as tiles."""
    for colour in COLOURS:
        text = text.replace(colour, f" {colour}")
    return [word[0] for word in text.split() for _ in range(int(word[1:]))]


def _player(text: str) -> Player:
    score, lines, wall, floor = text.split(":")
    return Player(
        int(score),
        [_tiles(line) for line in lines.split(",")],
        [list(row) for row in wall.split(",")],
        _tiles(floor),
    )


def _resume_tiling(table: Table) -> None:
    """What the text says only indirectly: whose tiling is done, and which tiles have moved."""
    assert table.first is not None
    assert table.turn is not None
    before = (table.turn - table.first) % table.number_of_players
    table.tiling_done = [(table.first + n) % table.number_of_players for n in range(before)]
    chooser = table.players[table.turn]
    for row, line in enumerate(chooser.lines):
        chooser.moved[row] = len(line) == row and bool(line) and line[0] in chooser.wall[row]
    table.wall_tile_this_round = table.idle == 0
    table.idle = max(table.idle - 1, 0)
