"""Making a thinker, for callers that want more than a move: values, win chances, lines of play.

The first run compiles the search, later ones load it. So it is imported only when it is needed, and
made ready before the user's time starts to count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from loseta.game import DEALER, Reason, Refusal, State
from loseta.players.registry import MissingExtra

if TYPE_CHECKING:
    from loseta.players.search.thinker import Thinker

MOST_THREADS = 256
MOST_MEMORY_MB = 65_536
"""Limits on the threads and memory of a thinker."""

USUAL_MEMORY_MB = 512


class NotEnoughMemory(Refusal):
    """The refusal of an amount of memory that is not available, or too little for the threads."""

    def __init__(self, memory_mb: int, threads: int) -> None:
        params = {"memory": memory_mb, "threads": threads}
        super().__init__(Reason("", "thinker_memory", params))


class GameIsOver(Refusal):
    """The refusal to analyse a finished game."""

    def __init__(self) -> None:
        super().__init__(Reason("", "nothing_to_choose"))


class DealerToMove(Refusal):
    """The refusal to analyse a position in which the dealer is to act, so no seat chooses."""

    def __init__(self) -> None:
        super().__init__(Reason("", "dealer_to_move"))


def seat_to_move(state: State) -> int:
    """The seat that is to decide. Raises GameIsOver, DealerToMove, and HiddenInformation for a view
    in which that seat's legal actions are hidden."""
    if state.to_move is None:
        raise GameIsOver
    if state.to_move == DEALER:
        raise DealerToMove
    state.legal_actions()
    return state.to_move


def ready_thinker(
    state: State, *, threads: int = 1, memory_mb: int = USUAL_MEMORY_MB, seed: int = 1
) -> Thinker:
    """A thinker whose code is compiled or loaded, so that it can start at once on positions like
    this state. A seat must be to move. Raises MissingExtra and NotEnoughMemory.
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
        thinker.reseed(seed)  # forgets the warm-up
    except MemoryError:
        raise NotEnoughMemory(memory_mb, threads) from None
    return thinker
