"""Decisions that all seats make in private and at the same time (`GameCodec.chosen_at_once`). In
the rules' state the seats decide in turn, but no choice depends on those of the other seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from loseta.game import State
from loseta.server.match.codecs import GameCodec


class PrivateChoices:
    """The private choices so far of each seat that has a choice."""

    def __init__(self, seats: Iterable[int] = ()) -> None:
        self.chosen: dict[int, list[Any]] = {seat: [] for seat in seats}
        self.undecided = set(self.chosen)
        """The seats that have not chosen everything yet."""
        self.rewarded: frozenset[int] = frozenset()
        """The seats that have received their clock's increment; choosing again adds no second
        one."""

    @classmethod
    def begin(cls, codec: GameCodec, state: State) -> PrivateChoices:
        return cls(seats_that_choose(codec, state))

    def state_for(self, state: State, seat: int) -> State:
        """The state in which a seat decides: its own choices have led to it."""
        return state_after_choices(state, seat, self.chosen[seat])

    def note_whether_decided(self, codec: GameCodec, state: State, seat: int) -> None:
        scratch = self.state_for(state, seat)
        if codec.chosen_at_once(scratch) and scratch.to_move == seat:
            self.undecided.add(seat)
        else:
            self.undecided.discard(seat)


def seats_that_choose(codec: GameCodec, state: State) -> list[int]:
    """The seats that have a choice, found by playing their turns on a copy of the state."""
    scratch, found = state.copy(), []
    while codec.chosen_at_once(scratch):
        assert scratch.to_move is not None
        found.append(scratch.to_move)
        _choose_any(scratch)
    return list(dict.fromkeys(found))


def state_after_choices(state: State, seat: int, chosen: Sequence[Any]) -> State:
    """The state that a seat's own choices have led to."""
    scratch = state.copy()
    while scratch.to_move != seat:
        _choose_any(scratch)
    for action in chosen:
        scratch.apply(action, check=False)
    return scratch


def _choose_any(state: State) -> None:
    state.apply(state.legal_actions()[0], check=False)
