"""The sandbox: actions tried in positions that belong to no table, such as those of lessons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from secrets import token_hex
from typing import Any

from loseta.dealer import Dealer
from loseta.game import State
from loseta.games import game_named
from loseta.server.match.codecs import codec_for
from loseta.server.match.command_handlers import resolve_action
from loseta.server.match.queries import reasons


def play_out(
    game: str,
    position: str,
    actions: Sequence[str],
    why: Sequence[str],
    lang: str,
    deal: bool = False,
) -> dict[str, Any]:
    """The position after some actions, its legal actions, and why those in `why` are illegal. The
    dealer's actions must be given, too, except that `deal` draws one at random at the end. Raises
    BadText, and ActionError for an invalid action."""
    state: State = game_named(game).state_from_text(position)
    codec = codec_for(game)
    events: list[Any] = []
    scored: dict[str, Any] = {}
    chosen: Iterator[Any] = (resolve_action(state, text) for text in actions)
    drawn = (Dealer(token_hex(16)).action(state) for _ in range(deal))
    for action in chain(chosen, drawn):
        before = state.copy()
        made = state.apply(action)
        if made and not events:
            scored["before_scoring"] = codec.state(before.before_scoring(action))
        events += made
        if deal:
            scored["dealt"] = action.text
    seat = state.to_move
    decides = seat is not None and seat >= 0
    acts = state.legal_actions() if decides else []
    return {
        "state": codec.state(state),
        "position": state.to_text(),
        "seat": seat if decides else None,
        "legal": [codec.action(action) for action in acts],
        "taking": {each.text: taken for each in acts if (taken := codec.taking(state, each))},
        "events": [codec.event(event) for event in events],
        "projection": codec.projection(state),
        "why": reasons(state, why, lang),
        **scored,
    }
