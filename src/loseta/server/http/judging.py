"""What an action is worth beside the best one, by the computer's thinking."""

from __future__ import annotations

from loseta.game import DEALER, State
from loseta.server.workers import Thinking
from loseta.study.accuracy import ENOUGH
from loseta.study.trying import Candidate


async def judge(
    pool: Thinking, state: State, text: str, seconds: float
) -> tuple[Candidate | None, Candidate]:
    """What is thought of a legal action, and of the best one in the same search; None for the
    first where nothing is known of it. `state`: as the seat to move sees it. It thinks twice at
    most, each time for so many seconds. Raises ThinkingFailed."""
    found = await pool.think(state.game.name, state.to_text(), seconds, also=text)
    tried: Candidate | None = next((each for each in found if each["action"] == text), None)
    if found[0]["action"] != text and (tried is None or tried["visits"] < ENOUGH):
        tried = await _from_behind(pool, state, text, seconds) or tried
    return tried, found[0]


async def _from_behind(pool: Thinking, state: State, text: str, seconds: float) -> Candidate | None:
    """What an action is worth by what is thought of the next decision, if that tells: among two,
    and with nothing drawn in between."""
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
