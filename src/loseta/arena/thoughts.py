"""A player's evaluation of the action that it chose."""

from __future__ import annotations

from loseta.players import Player
from loseta.record import Evaluation


def evaluation_of(player: Player) -> Evaluation | None:
    """A player's evaluation of its last choice. None if it does not search or had no choice."""
    chosen = getattr(player, "chosen", None)
    if chosen is None:
        return None
    return Evaluation(chosen.win_chance, chosen.value, chosen.visits)
