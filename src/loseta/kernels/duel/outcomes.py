"""Draws within a round of Azul Duel, as a search tree distinguishes them: chips and plates."""

from __future__ import annotations

from loseta.kernels.compiled import inner
from loseta.kernels.duel.dealing import factory_to_reveal
from loseta.kernels.duel.tables import CHIP, FACES, LOOK, TOP
from loseta.kernels.types import Record

MOST_OUTCOMES = 20


@inner
def draws_within_round(g: Record) -> bool:
    return True


@inner
def outcome_count(g: Record) -> int:
    """How many outcomes of the next draw the search tree distinguishes; 0: the tree ends here."""
    if g.phase == CHIP:
        return FACES
    if g.phase == TOP:
        return 2
    if g.phase == LOOK and g.hand_n == 1:
        return MOST_OUTCOMES
    return 0


@inner
def draw_due(g: Record) -> int:
    """The phase, and the factory whose chip is to be turned up, in one number."""
    return 8 * g.phase + factory_to_reveal(g)


@inner
def outcome_of(g: Record, due: int) -> int:
    """The outcome of a draw that has been made: the face of a chip, a back, or a plate."""
    phase = due // 8
    if phase == CHIP:
        return (g.chips >> (4 * (due % 8) - 4)) & 15
    return g.top if phase == TOP else g.plate
