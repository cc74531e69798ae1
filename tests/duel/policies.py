"""Ways to choose among legal actions that lead random games into rare corners."""

import random
from collections.abc import Callable, Sequence

from .dome import free_spaces
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


def is_take(action: str) -> bool:
    return len(action) == 3 and action[0] in "L1234M" and action[1] in "BYRKT"


def taken(table: Table, action: str) -> int:
    """How many tiles an action takes."""
    if action[0] == "M":
        tops = [moon[-1] for moon in table.moons[1:] if moon]
        return [*tops, *table.moons[0]].count(action[1])
    return table.suns["L1234".index(action[0])].count(action[1])


def room(table: Table, action: str) -> int:
    """How many free spaces the chosen line has; none for the broken tiles."""
    if action[2] == "X":
        return 0
    assert table.turn is not None
    return int(action[2]) - len(table.players[table.turn].lines[int(action[2]) - 1])


def completes(table: Table, action: str) -> bool:
    """Whether the tiles complete a line whose tile has a space in the dome."""
    if action[2] == "X" or taken(table, action) < room(table, action):
        return False
    assert table.turn is not None
    player = table.players[table.turn]
    return bool(free_spaces(player.plates, player.tiles, int(action[2]) - 1, action[1]))


def preferring(
    source: random.Random, wanted: Callable[[Table, str], bool], how_often: float
) -> Choose:
    def choose(table: Table, actions: list[str]) -> str:
        if source.random() < how_often:
            good = [action for action in actions if wanted(table, action)]
            return source.choice(good or actions)
        return source.choice(actions)

    return choose


def uniform(source: random.Random) -> Choose:
    """Any action."""
    return preferring(source, lambda table, action: True, 1)


def wasteful(source: random.Random) -> Choose:
    """Mostly broken tiles, whole factories of one colour first."""
    return preferring(source, lambda table, action: is_take(action) and action[2] == "X", 0.9)


def hoarding(source: random.Random) -> Choose:
    """Mostly lines that stay incomplete; keeps its chips."""

    def wanted(table: Table, action: str) -> bool:
        if is_take(action):
            return taken(table, action) < room(table, action)
        return action in ("$-", "stop")

    return preferring(source, wanted, 0.9)


def gambling(source: random.Random) -> Choose:
    """Draws from the stack whenever it can, and as often as it can."""

    def wanted(table: Table, action: str) -> bool:
        return action == "draw" or (is_take(action) and action[2] == "X" and table.round < 3)

    return preferring(source, wanted, 0.8)


def building(source: random.Random) -> Choose:
    """Completes lines whose tile has a space, saves chips for long lines and uses them."""

    def wanted(table: Table, action: str) -> bool:
        if is_take(action):
            return completes(table, action)
        if action[0] == "$":
            return action != "$-"
        return action[0] in "P+"

    return preferring(source, wanted, 0.85)


def thrifty(source: random.Random) -> Choose:
    """Keeps as many tiles as possible on the boards, so that bag and tower run dry."""

    def choose(table: Table, actions: list[str]) -> str:
        if table.phase != "acquire":
            return source.choice([a for a in actions if a != "$-"])

        def value(action: str) -> tuple[float, float]:
            if not is_take(action):
                return -0.5 if action[0] == "P" else 0, source.random()
            lying = min(taken(table, action), room(table, action))
            lost = 2.0 * (taken(table, action) - lying)
            if lying == room(table, action):
                lost += max(0, int(action[2]) - 1) if completes(table, action) else 3
            return lost - lying, source.random()

        return min(actions, key=value)

    return choose


POLICIES: dict[str, Callable[[random.Random], Choose]] = {
    "uniform": uniform,
    "wasteful": wasteful,
    "hoarding": hoarding,
    "gambling": gambling,
    "building": building,
    "thrifty": thrifty,
}

LUMPINESS = {"wasteful": 0.6, "building": 0.3}
"""How lumpy the deals are; 0 by default."""
