# mypy: disable-error-code="empty-body"
"""The interface between the shared algorithms and the kernels of a game.

Search, self-play and batches are written once for all games and call the functions below for
whatever depends on the game. The type of the packed record decides which game's function is called.
That happens when a kernel is compiled, so it costs nothing when the kernel runs. The kernels of a
game implement all of these functions (`implement`).

Heuristic values, `tile_values[seat, colour, line]`, guide playouts and move ordering: the points
expected of a tile of this colour in this pattern line.
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
"""The shape of an array for the heuristic values of any game: seats, colours, lines."""
CHANCE = -3
"""In the place of an action: the dealer acts, with the generator of the record."""

F = TypeVar("F", bound=Callable[..., Any])
_operations: list[str] = []
_games: dict[Any, dict[str, Callable[..., Any]]] = {}


def implement(record: Any, *modules: ModuleType) -> None:
    """Register the functions of these modules for records of this type. Raises NotImplementedError
    if one is missing."""
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
    """Declare a function that kernels may call with a record of any game."""
    _operations.append(function.__name__)

    resolve_calls(function, lambda g, *_: _games[g][function.__name__])
    return function


# --- Rules ----------------------------------------------------------------------------------


@_operation
def start(g: Record, option: int, other_option: int, first: Seat) -> None:
    """Begin a new game with the two numbers of its options. `first` is the seat that starts, or
    NOBODY to draw it."""


@_operation
def players(g: Record) -> int: ...


@_operation
def is_over(g: Record) -> bool: ...


@_operation
def is_chance(g: Record) -> bool:
    """Whether the dealer is to act."""


@_operation
def apply(g: Record, action: Action) -> None:
    """Play a legal action of a seat and everything that follows, up to the next decision or
    draw."""


@_operation
def advance(g: Record, action: Action) -> None:
    """Play a legal action of a seat, or CHANCE. Kernels that need both call this once, because
    compiled code is copied to each call."""


@_operation
def rank(g: Record, seat: Seat) -> int:
    """A number that ranks a seat at the end of the game: higher is better, equal is a tie."""


@_operation
def may_lead_to(g: Record, target: Record) -> bool:
    """False only if this position certainly does not lead to `target` within the round."""


@_operation
def count_actions(g: Record) -> int: ...


@_operation
def nth_action(g: Record, k: int) -> Action: ...


@_operation
def most_actions(g: Record) -> int:
    """An upper bound on the number of legal actions in any position."""


# --- Takes: tiles of one colour from a source to a place ------------------------------------


@_operation
def source_count(g: Record) -> int:
    """How many sources of tiles the game has."""


@_operation
def common_source(g: Record) -> int:
    """The source that collects what is left of the factories; all other sources are factories."""


@_operation
def tiles_of(g: Record, source: int) -> Counts:
    """The tiles that can be taken from a source."""


@_operation
def take_places(g: Record) -> int:
    """How many places tiles can be taken to: the pattern lines and the floor."""


@_operation
def first_take(g: Record, source: int, colour: int) -> Action:
    """The take to the first line; the next integers are the takes to the other places."""


# --- Heuristics -----------------------------------------------------------------------------


@_operation
def prepare_round(g: Record, tile_values: TileValues) -> None:
    """Set the heuristic values that hold for a whole round."""


@_operation
def prepare_decision(g: Record, tile_values: TileValues) -> None:
    """Set the heuristic values that change from decision to decision."""


@_operation
def take_value(
    g: Record, seat: Seat, source: int, colour: int, line: int, count: int, tile_values: TileValues
) -> float:
    """The heuristic value of a take of `count` tiles."""


@_operation
def space_value(g: Record, seat: Seat, row: int, column: int) -> float:
    """The heuristic value of moving a tile from a pattern line to a space in its row."""


@_operation
def action_value(g: Record, action: Action, tile_values: TileValues) -> float:
    """The heuristic value of any legal action."""


@_operation
def list_actions(g: Record, tile_values: TileValues, actions: Actions, scores: Scores) -> int:
    """Write the legal actions and their move-ordering scores; return how many there are."""


@_operation
def best_action(g: Record, tile_values: TileValues) -> Action:
    """The action with the highest heuristic value."""


@_operation
def finish_rounds(
    g: Record,
    last_round: int,
    tile_values: TileValues,
    later_tile_values: TileValues,
    random_in_1024: int,
) -> None:
    """Play on by the heuristics to the end of `last_round`; `tile_values` must be prepared for the
    current round. `random_in_1024`: how many of 1024 actions are random."""


@_operation
def prepare_greedy(g: Record, tile_values: TileValues) -> None:
    """Set the values of tiles for the seat to move, as the player `greedy` computes them."""


@_operation
def greedy_value(g: Record, action: Action, tile_values: TileValues) -> float:
    """The value of a legal action for the player `greedy`, equal to the bit."""


@_operation
def find_features(g: Record, features: Features) -> None:
    """Write features[seat], the network's input, for a position between two rounds."""


# --- Chance within the round ----------------------------------------------------------------


@_operation
def draws_within_round(g: Record) -> bool:
    """Whether this game has draws within a round, not only between rounds."""


@_operation
def outcome_count(g: Record) -> int:
    """How many outcomes of the next draw the search tree distinguishes; 0: the tree ends here."""


@_operation
def draw_due(g: Record) -> int:
    """Which draw comes next, as a number for `outcome_of`."""


@_operation
def outcome_of(g: Record, due: int) -> int:
    """The outcome of a draw that has been made; `due` is from `draw_due` before it."""


# --- Observations ---------------------------------------------------------------------------


@_operation
def observe(g: Record, seat: Seat, out: Row, at: Fields) -> None:
    """Write what a seat sees; `at` has the index at which each field begins."""


@_operation
def mark_legal(g: Record, mask: LegalMask) -> None:
    """Write 1 for each legal action of the seat to move, 0 for the others."""
