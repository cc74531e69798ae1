"""A process that thinks: it reads a job a line and writes an answer a line, as JSON.

It gets positions as the seat to move sees them, so that no computer player can know more than its
seat. It ends when the server does: then its input is at an end.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from typing import Any

from loseta.dealer import Dealer
from loseta.game import DEALER, State
from loseta.games import game_named
from loseta.players import MissingExtra, Player, make
from loseta.players.thinking import ready_thinker
from loseta.server.match.codecs import codec_for

MOST_CANDIDATES = 8
MOST_PLAYERS = 12
PREPARING_MB = 16
_players: dict[tuple[str, float | None], Any] = {}
_thinkers: dict[str, Any] = {}


def answer(job: dict[str, Any]) -> Any:
    if job["kind"] == "prepare":
        return _prepare(job["game"])
    state: State = game_named(job["game"]).state_from_text(job["position"])
    match job["kind"]:
        case "move":
            return _player(job["level"], job["seed"], job["seconds"]).choose(state).text
        case "think":
            return _think(state, job["seconds"], job["also"])
        case "effects":
            return _effects(state)
    raise ValueError(job["kind"])


def _prepare(game: str) -> None:
    state, dealer = game_named(game).new(), Dealer("any")
    while state.to_move == DEALER:
        state.apply(dealer.action(state))
    with contextlib.suppress(MissingExtra):  # refused later, when such a player is asked for
        ready_thinker(state, memory_mb=PREPARING_MB)


def _player(level: str, seed: str, seconds: float | None) -> Player:
    """Players that search are kept, for their memory is slow to make."""
    kept = _players.get((level, seconds))
    if kept is None:
        player = make(level, seed=seed, time=seconds)
        if hasattr(player, "new_game"):
            if len(_players) > MOST_PLAYERS:
                _players.clear()
            _players[level, seconds] = player
        return player
    kept.new_game(seed)
    found: Player = kept
    return found


def _think(state: State, seconds: float, also: str) -> list[dict[str, Any]]:
    from loseta.players.search.budget import Budget  # heavy: only when wanted
    from loseta.players.search.thinker import make_thinker

    name = state.game.name
    if name not in _thinkers:
        _thinkers[name] = make_thinker(name, memory_mb=128)
        _thinkers[name].warm_up(state)
    asked = next((action for action in state.legal_actions() if action.text == also), None)
    found = _thinkers[name].think(state, Budget(seconds=seconds), also=asked)
    return [
        {
            "action": each.action.text,
            "visits": each.visits,
            "value": round(each.value, 3),
            "win_chance": round(each.win_chance, 4),
            "line": [action.text for action in each.line],
        }
        for rank, each in enumerate(found)
        if rank < MOST_CANDIDATES or each.action.text == also
    ]


def _effects(state: State) -> dict[str, Any]:
    """For each legal action: what would follow by itself, and the projection of the seat."""
    seat = state.to_move
    if seat is None or seat < 0:
        return {}
    codec = codec_for(state.game.name)
    found = {}
    for action in state.legal_actions():
        after = state.copy()
        events = after.apply(action)
        found[action.text] = {
            "events": [codec.event(event) for event in events],
            "projection": codec.projection(after)[seat],
            **codec.taking(state, action),
        }
    return found


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when it is over
    with contextlib.suppress(OSError):
        os.nice(5)  # the tables go first
    answers = os.dup(1)
    os.dup2(2, 1)  # what a player prints is not an answer
    for line in sys.stdin:
        if not line.endswith("\n"):
            return  # the server died in the middle of it
        job = json.loads(line)
        try:
            told = {"answer": answer(job)}
        except Exception as error:
            told = {"error": f"{type(error).__name__}: {error}"}
        try:
            _write(answers, json.dumps(told).encode() + b"\n")
        except BrokenPipeError:
            return  # nobody is there to hear it


def _write(file: int, data: bytes) -> None:
    while data:
        data = data[os.write(file, data) :]


if __name__ == "__main__":
    main()
