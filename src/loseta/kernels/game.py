# mypy: disable-error-code="empty-body"
"""What the shared algorithms ask of a game.

Search, self-play and batches are written once for all games. What differs they ask by the functions
below. Which code answers is settled when a kernel is compiled, by the type of the packed record, so
that it costs nothing when the kernel runs. A game's kernels implement all of them (`implement`).

Heuristic values of tiles, `tile_values[seat, colour, line]`, guide playouts and move ordering: what
a tile of this colour in this pattern line will bring.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

import numba

from loseta.kernels.compiled import resolve_calls
from loseta.kernels.types import (
    Action,
    Actions,
    Counts,
    Features,
    Fields,
    LegalMask,
    Record,
    Row,
    Scores,
    Seat,
    TileValues,
)

MOST_SEATS = 4
TILE_VALUES = (MOST_SEATS, 5, 6)
"""Room for the heuristic values of any game."""
CHANCE = -3
"""In the place of an action: the dealer acts, from the generator of the record."""

F = TypeVar("F", bound=Callable[..., Any])
_operations: list[str] = []
_games: dict[Any, dict[str, Callable[..., Any]]] = {}


def implement(record: Any, *modules: ModuleType) -> None:
    """The functions of these modules answer for records of this type. None may be missing."""
    found = {
        name: getattr(module, name)
        for module in modules
        for name in _operations
        if hasattr(module, name)
    }
    if missing := [name for name in _operations if name not in found]:
        raise NotImplementedError(f"{modules[0].__name__}: {', '.join(missing)}")
    _games[numba.from_dtype(record)] = found


def _operation(function: F) -> F:
    """A function that kernels may call with a record of any game."""
    _operations.append(function.__name__)

    resolve_calls(function, lambda g, *_: _games[g][function.__name__])
    return function


# --- Rules ----------------------------------------------------------------------------------


@_operation
def start(g: Record, option: int, other_option: int, first: Seat) -> None:
    """A new game by the two numbers of its options; who starts, or NOBODY where that is drawn."""


@_operation
def players(g: Record) -> int: ...


@_operation
def is_over(g: Record) -> bool: ...


@_operation
def is_chance(g: Record) -> bool:
    """Whether the dealer is to act."""


@_operation
def apply(g: Record, action: Action) -> None:
    """Play a legal action of a seat, with all that follows up to the next decision or draw."""


@_operation
def advance(g: Record, action: Action) -> None:
    """Play a legal action of a seat, or CHANCE. Kernels that need both call it once: compiled code
    is copied to where it is called."""


@_operation
def rank(g: Record, seat: Seat) -> int:
    """At the end of a game; higher is better, equal shares the place."""


@_operation
def may_lead_to(g: Record, target: Record) -> bool:
    """False only where the target cannot come from this position within the round."""


@_operation
def count_actions(g: Record) -> int: ...


@_operation
def nth_action(g: Record, k: int) -> Action: ...


@_operation
def most_actions(g: Record) -> int:
    """More than any position has."""


# --- Takes: tiles of one colour from a source to a place ------------------------------------


@_operation
def source_count(g: Record) -> int:
    """How many sources tiles are taken from."""


@_operation
def common_source(g: Record) -> int:
    """The source to which the rest of the factories goes; all others are factories."""


@_operation
def tiles_of(g: Record, source: int) -> Counts:
    """The tiles that can be taken from a source."""


@_operation
def take_places(g: Record) -> int:
    """How many places a take may have: the pattern lines, and the floor."""


@_operation
def first_take(g: Record, source: int, colour: int) -> Action:
    """The take to the first line; those to the other places follow."""


# --- Heuristics -----------------------------------------------------------------------------


@_operation
def prepare_round(g: Record, tile_values: TileValues) -> None:
    """Find the heuristic values that hold for a whole round."""


@_operation
def prepare_decision(g: Record, tile_values: TileValues) -> None:
    """Find those that have to be found anew for each decision."""


@_operation
def take_value(
    g: Record, seat: Seat, source: int, colour: int, line: int, count: int, tile_values: TileValues
) -> float:
    """The heuristic value of a take of so many tiles."""


@_operation
def space_value(g: Record, seat: Seat, row: int, column: int) -> float:
    """The heuristic value of a tile from the line of a row on a space of that row."""


@_operation
def action_value(g: Record, action: Action, tile_values: TileValues) -> float:
    """The heuristic value of any legal action."""


@_operation
def list_actions(g: Record, tile_values: TileValues, actions: Actions, scores: Scores) -> int:
    """The legal actions with their move-ordering scores; how many."""


@_operation
def best_action(g: Record, tile_values: TileValues) -> Action:
    """The action with the highest score."""


@_operation
def finish_rounds(
    g: Record,
    last_round: int,
    tile_values: TileValues,
    later_tile_values: TileValues,
    random_in_1024: int,
) -> None:
    """A playout to the end of a round; `tile_values` are prepared for the round that is running."""


@_operation
def prepare_greedy(g: Record, tile_values: TileValues) -> None:
    """Find the values of tiles for the seat to move, as the player `greedy` sees them."""


@_operation
def greedy_value(g: Record, action: Action, tile_values: TileValues) -> float:
    """The value of a legal action for the player `greedy`, to the bit."""


@_operation
def find_features(g: Record, features: Features) -> None:
    """features[seat] of a position between two rounds, for the network."""


# --- Chance within the round ----------------------------------------------------------------


@_operation
def draws_within_round(g: Record) -> bool:
    """Whether chance falls not only between rounds."""


@_operation
def outcome_count(g: Record) -> int:
    """How many outcomes of the draw due are told apart in a tree; 0: the tree ends here."""


@_operation
def draw_due(g: Record) -> int:
    """Which draw is due, as a number for `outcome_of`."""


@_operation
def outcome_of(g: Record, due: int) -> int:
    """Which outcome the draw had that was due."""


# --- Observations ---------------------------------------------------------------------------


@_operation
def observe(g: Record, seat: Seat, out: Row, at: Fields) -> None:
    """Write what a seat sees; `at` says where each field begins."""


@_operation
def mark_legal(g: Record, mask: LegalMask) -> None:
    """1 for each legal action of the seat to move, 0 for the others."""
