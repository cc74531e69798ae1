"""Making a thinker, for callers that want more than a move: values, win chances, lines of play.

The first run compiles the search, later ones load it. So it is imported only when it is needed, and
made ready before the user's time starts to count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from loseta.game import Reason, Refusal, State
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
