"""Whose decision it is: a player and an analysis need a seat that is to move."""

from __future__ import annotations

from collections.abc import Sequence

from loseta.game import A, Reason, Refusal, State


class GameIsOver(Refusal):
    """The refusal to choose or to analyse in a finished game."""

    def __init__(self) -> None:
        super().__init__(Reason("", "nothing_to_choose"))


class DealerToMove(Refusal):
    """The refusal to choose or to analyse where the dealer is to act, so no seat chooses."""

    def __init__(self) -> None:
        super().__init__(Reason("", "dealer_to_move"))


def legal_choices(state: State[A]) -> Sequence[A]:
    """The legal actions of the seat that is to decide: at least one. Raises GameIsOver,
    DealerToMove, and HiddenInformation for a view in which they are hidden."""
    legal = state.legal_actions()
    if not legal:
        raise GameIsOver if state.to_move is None else DealerToMove
    return legal


def seat_to_move(state: State) -> int:
    """The seat that is to decide. Raises what `legal_choices` raises."""
    legal_choices(state)
    assert state.to_move is not None
    return state.to_move
