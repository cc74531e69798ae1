"""What a player thought of the action that it chose."""

from __future__ import annotations

from loseta.players import Player
from loseta.record import Evaluation


def evaluation_of(player: Player) -> Evaluation | None:
    """Of its last choice. None for players that do not think, or where there was no choice."""
    chosen = getattr(player, "chosen", None)
    if chosen is None:
        return None
    return Evaluation(chosen.win_chance, chosen.value, chosen.visits)
