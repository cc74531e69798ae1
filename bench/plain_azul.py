"""Random games of Azul on the oracle of the tests."""

from __future__ import annotations

from random import Random

from tests.azul.oracle import Table


def play(options: dict[str, str], source: Random) -> int:
    """Play a random game; return how many actions the seats took."""
    table = Table.set_up(int(options["players"]), options["wall"])
    table.choose_first(source.randrange(table.number_of_players))
    random = source.random
    moves = 0
    while table.to_move() is not None:
        if table.phase == "deal":
            table.deal(draw(table, source))
        else:
            legal = tuple(table.legal_actions())
            table.act(legal[int(random() * len(legal))])
            moves += 1
    return moves


def draw(table: Table, source: Random) -> list[list[str]]:
    """Draw tiles for the factories, first from the bag, then from the lid (A5.2, A5.3)."""
    bag, lid = table.bag[:], table.lid[:]
    source.shuffle(bag)
    source.shuffle(lid)
    tiles = lid + bag  # the end is drawn first
    return [[tiles.pop() for _ in range(min(4, len(tiles)))] for _ in range(len(table.factories))]
