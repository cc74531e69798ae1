"""Comparing an action with the best one, by a search of the workers."""

from __future__ import annotations

from loseta.game import DEALER, State
from loseta.server.workers import Thinking
from loseta.study.accuracy import ENOUGH
from loseta.study.trying import Candidate


async def judge(
    pool: Thinking, state: State, text: str, seconds: float
) -> tuple[Candidate | None, Candidate]:
    """A legal action and the best one as candidates of a search; None for the first if the search
    has not examined it. If it was examined too little, a second search evaluates it from the
    decision after it. `state`: the view of the seat to move. `seconds`: the time for each search.
    Raises ThinkingFailed."""
    found = await pool.think(state.game.name, state.to_text(), seconds, also=text)
    tried: Candidate | None = next((each for each in found if each["action"] == text), None)
    if found[0]["action"] != text and (tried is None or tried["visits"] < ENOUGH):
        tried = await _by_next_decision(pool, state, text, seconds) or tried
    return tried, found[0]


async def _by_next_decision(
    pool: Thinking, state: State, text: str, seconds: float
) -> Candidate | None:
    """An action evaluated by a search of the decision after it. None if the table does not have two
    seats or no seat is to move next: only then do the values carry over."""
    after = state.copy()
    after.apply(text)
    seat = after.to_move
    if state.seats != 2 or seat is None or seat == DEALER:
        return None
    best = (await pool.think(state.game.name, after.view(seat).to_text(), seconds))[0]
    own = seat == state.to_move
    return {
        "action": text,
        "visits": best["visits"],
        "value": best["value"] if own else -best["value"],
        "win_chance": best["win_chance"] if own else 1 - best["win_chance"],
        "line": [text, *best["line"]],
    }
