"""Thinking about a position, for those who want more than a move: values, chances, lines of play.

The search is compiled at the first start and loaded at later ones. So it is imported only when
somebody thinks, and made ready before the user's time begins to count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from loseta.game import DEALER, Reason, Refusal, State
from loseta.players.registry import MissingExtra

if TYPE_CHECKING:
    from loseta.players.search.thinker import Thinker

MOST_THREADS = 256
MOST_MEMORY_MB = 65_536
"""The most threads and memory that a thinker is made with."""

USUAL_MEMORY_MB = 512


class NotEnoughMemory(Refusal):
    """The memory that was asked for is not there, or too little to share among the threads."""

    def __init__(self, memory_mb: int, threads: int) -> None:
        params = {"memory": memory_mb, "threads": threads}
        super().__init__(Reason("", "thinker_memory", params))


class GameIsOver(Refusal):
    """There is nothing left to think about."""

    def __init__(self) -> None:
        super().__init__(Reason("", "nothing_to_choose"))


class DealerToMove(Refusal):
    """Chance acts next, and nobody chooses."""

    def __init__(self) -> None:
        super().__init__(Reason("", "dealer_to_move"))


def seat_to_move(state: State) -> int:
    """The seat whose decision it is. Raises GameIsOver, DealerToMove, and HiddenInformation in a
    view that does not tell what the seat can do."""
    if state.to_move is None:
        raise GameIsOver
    if state.to_move == DEALER:
        raise DealerToMove
    state.legal_actions()
    return state.to_move


def ready_thinker(
    state: State, *, threads: int = 1, memory_mb: int = USUAL_MEMORY_MB, seed: int = 1
) -> Thinker:
    """A thinker that can start at once on positions of this state's game. A seat must be to move.

    Compiles, or loads what was compiled before. Raises MissingExtra and NotEnoughMemory.
    """
    if memory_mb < threads:
        raise NotEnoughMemory(memory_mb, threads)
    try:
        from loseta.players.search.thinker import make_thinker
    except ImportError as error:
        raise MissingExtra.of("ai", error) from None
    try:
        thinker = make_thinker(state.game.name, threads=threads, memory_mb=memory_mb, seed=seed)
        thinker.warm_up(state)
        thinker.reseed(seed)  # nothing remains of the warm-up
    except MemoryError:
        raise NotEnoughMemory(memory_mb, threads) from None
    return thinker
