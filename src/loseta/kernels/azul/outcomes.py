"""Chance within a round of Azul: there is none."""

from __future__ import annotations

from loseta.kernels.compiled import inner
from loseta.kernels.types import Record


@inner
def draws_within_round(g: Record) -> bool:
    return False


@inner
def outcome_count(g: Record) -> int:
    """Always 0: a tree ends with the round."""
    return 0


@inner
def draw_due(g: Record) -> int:
    return 0


@inner
def outcome_of(g: Record, due: int) -> int:
    return 0
