"""Reading a state in the tests: fields of its text, boards as strings, pieces counted."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from loseta.duel import State

from .dome import CHIP_FACES, COLOURS

TILES = COLOURS + "S"


def texts(state: State) -> set[str]:
    """The legal actions as text."""
    return {action.text for action in state.legal_actions()}


def field(state: State, name: str) -> str:
    """One field of the position text, such as "tower" or "seat1"."""
    found = [part for part in state.to_text().split(" ") if part.startswith(name + "=")]
    assert len(found) == 1
    return found[0].removeprefix(name + "=")


def lines_of(state: State, seat: int) -> list[str]:
    """The pattern lines of a seat (0-based) as six strings, "" when empty."""
    shown = state.boards[seat]
    pairs = zip(shown.line_colours, shown.line_counts, strict=True)
    return [COLOURS[colour] * count if count else "" for colour, count in pairs]


def dome_of(state: State, seat: int) -> list[str]:
    """The tiles of a dome as six strings."""
    return ["".join("." if t < 0 else TILES[t] for t in row) for row in state.boards[seat].tiles]


def plates_of(state: State, seat: int) -> list[str]:
    """The nine plate spaces of a dome: "-" or "7n"."""
    return field(state, f"seat{seat + 1}").split(":")[4].split(",")


def broken_of(state: State, seat: int) -> str:
    """The broken tiles of a seat as letters."""
    return "".join(COLOURS[tile] for tile in state.boards[seat].broken)


def chips_of(state: State, seat: int) -> list[str]:
    """The unused chips of a seat, in the order of CHIP_FACES."""
    counted = zip(CHIP_FACES, state.boards[seat].chips, strict=True)
    return [face for face, number in counted for _ in range(number)]


def used_of(state: State, seat: int) -> list[str]:
    """The used chips of a seat, in the order of CHIP_FACES."""
    counted = zip(CHIP_FACES, state.boards[seat].used, strict=True)
    return [face for face, number in counted for _ in range(number)]


def scores(state: State) -> tuple[int, ...]:
    return tuple(shown.score for shown in state.boards)


def only(events: Sequence[Any], kind: type, seat: int | None = None) -> list[Any]:
    """The events of one kind, in order, of one seat or of both."""
    found: list[Any] = [event for event in events if isinstance(event, kind)]
    return [event for event in found if seat is None or event.seat == seat]


def tiles_on_table(state: State) -> Counter[str]:
    """How many tiles of each colour and how many special ones there are, wherever they lie."""
    total: Counter[str] = Counter()
    for name in ("bag", "tower"):
        amounts = getattr(state, name)
        total.update({COLOURS[c]: amounts[c] for c in range(5)})
    for name in ("suns", "moons", "loose"):
        total.update(letter for letter in field(state, name) if letter in COLOURS)
    for seat in (1, 2):
        parts = field(state, f"seat{seat}").split(":")
        total.update(letter for n in (3, 5, 6) for letter in parts[n] if letter in TILES)
    return total


def dealing(seed: int) -> Callable[[Sequence[int]], int]:
    """Chance with a seed."""
    source = random.Random(seed)
    return lambda weights: source.choices(range(len(weights)), weights)[0]


def dealt(state: State, seed: int = 0) -> State:
    """A copy of the state after one action of the dealer."""
    after = state.copy()
    after.apply(after.deal(dealing(seed)))
    return after


def deal_all(state: State, seed: int = 0) -> State:
    """The state after the dealer has done everything that is the dealer's to do now."""
    pick = dealing(seed)
    while state.to_move == -1:
        state.apply(state.deal(pick))
    return state
