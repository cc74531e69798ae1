"""Trying something out in a position that is no table's: for examples, lessons and variations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from loseta.game import State
from loseta.games import game_named
from loseta.server.match.codecs import codec_for
from loseta.server.match.command_handlers import resolve_action
from loseta.server.match.queries import reasons


def play_out(
    game: str, position: str, actions: Sequence[str], why: Sequence[str], lang: str
) -> dict[str, Any]:
    """The position after some actions, those of the dealer given too, and what may be done in it.
    Nothing is drawn. Raises BadText, and ActionError for an action that is not possible."""
    state: State = game_named(game).state_from_text(position)
    codec = codec_for(game)
    events: list[Any] = []
    scored: dict[str, Any] = {}
    for text in actions:
        action, before = resolve_action(state, text), state.copy()
        made = state.apply(action)
        if made and not events:
            scored["before_scoring"] = codec.state(before.before_scoring(action))
        events += made
    seat = state.to_move
    decides = seat is not None and seat >= 0
    acts = state.legal_actions() if decides else []
    return {
        "state": codec.state(state),
        "position": state.to_text(),
        "seat": seat if decides else None,
        "legal": [codec.action(action) for action in acts],
        "taking": {each.text: told for each in acts if (told := codec.taking(state, each))},
        "events": [codec.event(event) for event in events],
        "projection": codec.projection(state),
        "why": reasons(state, why, lang),
        **scored,
    }
