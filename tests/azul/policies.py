"""Ways to choose among legal actions that lead random games into rare corners."""

import random
from collections.abc import Callable, Sequence

from .oracle import Table

Choose = Callable[[Table, list[str]], str]
Draw = Callable[[Sequence[int]], int]


def lumpy(source: random.Random, how_often: float) -> Draw:
    """Draws by weight, but likes to repeat the last draw: factories of few colours."""
    last = [0]

    def draw(weights: Sequence[int]) -> int:
        if not (last[0] < len(weights) and weights[last[0]] and source.random() < how_often):
            last[0] = source.choices(range(len(weights)), weights)[0]
        return last[0]

    return draw


def taken(table: Table, action: str) -> int:
    """How many tiles a pick takes."""
    source = table.centre if action[0] == "C" else table.factories[int(action[0]) - 1]
    return source.count(action[1])


def room(table: Table, action: str) -> int:
    """How many free spaces the chosen line has; none for the floor."""
    if action[2] == "F":
        return 0
    assert table.turn is not None
    row = int(action[2]) - 1
    return row + 1 - len(table.players[table.turn].lines[row])


def ends_game(table: Table, action: str) -> bool:
    """Whether the pick completes a line that would complete a wall row."""
    if action[2] == "F" or taken(table, action) < room(table, action):
        return False
    assert table.turn is not None
    return table.players[table.turn].wall[int(action[2]) - 1].count(".") == 1


def preferring(
    source: random.Random, wanted: Callable[[Table, str], bool], how_often: float
) -> Choose:
    def choose(table: Table, actions: list[str]) -> str:
        if table.phase == "offer" and source.random() < how_often:
            good = [action for action in actions if wanted(table, action)]
            return source.choice(good or actions)
        return source.choice(actions)

    return choose


def uniform(source: random.Random) -> Choose:
    """Any action."""
    return preferring(source, lambda table, action: True, 1)


def wasteful(source: random.Random) -> Choose:
    """Mostly the floor."""
    return preferring(source, lambda table, action: action[2] == "F", 0.95)


def hoarding(source: random.Random) -> Choose:
    """Mostly lines that stay incomplete."""
    return preferring(source, lambda table, action: taken(table, action) < room(table, action), 0.9)


def whole(source: random.Random) -> Choose:
    """Picks that take a whole factory, so that the marker stays in the centre."""

    def takes_all(table: Table, action: str) -> bool:
        if action[0] == "C":
            return False
        return len(set(table.factories[int(action[0]) - 1])) == 1

    return preferring(source, takes_all, 1)


def patient(source: random.Random) -> Choose:
    """Fills walls and lines but never completes a row: most tiles end on the boards."""

    def choose(table: Table, actions: list[str]) -> str:
        if table.phase != "offer":
            return source.choice(actions)

        def value(action: str) -> tuple[bool, int, float]:
            lying = min(taken(table, action), room(table, action))
            lost = taken(table, action) - lying
            return ends_game(table, action), lost - lying, source.random()

        return min(actions, key=value)

    return choose


def shy(source: random.Random) -> Choose:
    """Drops whole hands from factories and leaves the centre until nothing else is there."""

    def choose(table: Table, actions: list[str]) -> str:
        if table.phase != "offer" or source.random() < 0.1:
            return source.choice(actions)

        def value(action: str) -> tuple[bool, bool, int, float]:
            return action[0] == "C", action[2] != "F", -taken(table, action), source.random()

        return min(actions, key=value)

    return choose


POLICIES: dict[str, Callable[[random.Random], Choose]] = {
    "uniform": uniform,
    "wasteful": wasteful,
    "hoarding": hoarding,
    "whole": whole,
    "patient": patient,
    "shy": shy,
}

LUMPINESS = {"whole": 0.98, "shy": 0.6}
"""How lumpy the deals are; 0 by default."""
