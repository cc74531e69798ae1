"""Verify that the draws of a record came from its seed."""

from __future__ import annotations

from loseta.dealer import Dealer, seed_hash
from loseta.game import DEALER, Reason
from loseta.record.model import Record


def verify(record: Record) -> Reason | None:
    """None if every draw came from the published seed, otherwise the reason why not."""
    seed, published = record.tags.get("Seed"), record.tags.get("SeedHash")
    if seed is None or published is None:
        return Reason("", "record.no_seed")
    if seed_hash(seed) != published.lower():
        return Reason("", "record.seed_hash")
    dealer = Dealer(seed)
    for action, state in zip(record.actions, record.states(), strict=False):
        if state.to_move == DEALER and dealer.action(state) != action:
            return Reason("", "record.other_draw", {"round": state.round, "text": action.text})
    return None
