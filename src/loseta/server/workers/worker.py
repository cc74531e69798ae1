"""A process that thinks: it reads a job a line and writes an answer a line, as JSON.

While it analyses a position it also writes what is known so far, and looks whether it is told to
stop.

It gets positions as the seat to move sees them, so that no computer player can know more than its
seat. It ends when the server does: then its input is at an end.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import time
from collections.abc import Callable, Iterator
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
TELL_EVERY = 0.15
"""Seconds between two parts of an analysis."""
_players: dict[tuple[str, float | None], Any] = {}
_thinkers: dict[str, Any] = {}


class Orders:
    """The lines that the server writes. One can check whether any are waiting without reading
    them."""

    def __init__(self, file: int) -> None:
        self._file = file
        self._read = b""

    def __iter__(self) -> Iterator[bytes]:
        """Ends when the server does; an incomplete last line is ignored."""
        while True:
            while b"\n" in self._read:
                line, _, self._read = self._read.partition(b"\n")
                yield line
            more = os.read(self._file, 2**16)
            if not more:
                return
            self._read += more

    def are_waiting(self) -> bool:
        """Whether a line is waiting, or the server is gone."""
        return b"\n" in self._read or bool(select.select([self._file], [], [], 0)[0])


def answer(job: dict[str, Any], tell: Callable[[Any], None], stop: Callable[[], bool]) -> Any:
    """`tell` is for parts of an answer, `stop` says when the rest is not wanted."""
    if job["kind"] == "prepare":
        return _prepare(job["game"])
    state: State = game_named(job["game"]).state_from_text(job["position"])
    match job["kind"]:
        case "move":
            return _player(job["level"], job["seed"], job["seconds"]).choose(state).text
        case "think":
            return candidates(state, job["also"], seconds=job["seconds"])
        case "analyse":
            return _analyse(state, job["seconds"], job["best"], tell, stop)
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


def candidates(
    state: State, also: str, seconds: float | None = None, visits: int | None = None
) -> list[dict[str, Any]]:
    """What is thought of the best actions, and of another one that is asked about."""
    from loseta.players.search.budget import Budget  # heavy: only when wanted

    thinker = _thinker(state)
    asked = next((action for action in state.legal_actions() if action.text == also), None)
    found = thinker.think(state, Budget(seconds, visits), also=asked)
    return [
        _candidate(each)
        for rank, each in enumerate(found)
        if rank < MOST_CANDIDATES or each.action.text == also
    ]


def _thinker(state: State) -> Any:
    """It is kept: what it has found so far, too."""
    from loseta.players.search.thinker import make_thinker

    name = state.game.name
    if name not in _thinkers:
        _thinkers[name] = make_thinker(name, memory_mb=128)
        _thinkers[name].warm_up(state)
    return _thinkers[name]


def _candidate(each: Any) -> dict[str, Any]:
    return {
        "action": each.action.text,
        "visits": each.visits,
        "value": round(each.value, 3),
        "win_chance": round(each.win_chance, 4),
        "line": [action.text for action in each.line],
    }


def _analyse(
    state: State, seconds: float, best: int, tell: Callable[[Any], None], stop: Callable[[], bool]
) -> dict[str, Any]:
    from loseta.players.analysis import Analysis, analyse

    told = 0.0

    def report(found: Analysis[Any]) -> None:
        nonlocal told
        if time.monotonic() - told >= TELL_EVERY:
            told = time.monotonic()
            tell(_analysis(found))

    thinker = _thinker(state)
    return _analysis(
        analyse(state, time=seconds, best=best, thinker=thinker, progress=report, stop=stop)
    )


def _analysis(found: Any) -> dict[str, Any]:
    return {
        "candidates": [_candidate(each) | {"depth": each.depth} for each in found.candidates],
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
    }


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
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends its workers
    with contextlib.suppress(OSError):
        os.nice(5)  # the server's own work goes first
    answers = os.dup(1)
    os.dup2(2, 1)  # what a player prints is not an answer
    orders = Orders(0)

    def tell(part: Any) -> None:
        with contextlib.suppress(BrokenPipeError):  # the server is gone, so the orders end as well
            _write(answers, {"part": part})

    for line in orders:
        job = json.loads(line)
        if job["kind"] == "stop":
            continue  # the analysis that it was meant for has ended
        try:
            told = {"answer": answer(job, tell, orders.are_waiting)}
        except Exception as error:
            told = {"error": f"{type(error).__name__}: {error}"}
        try:
            _write(answers, told)
        except BrokenPipeError:
            return  # nobody is there to hear it


def _write(file: int, told: dict[str, Any]) -> None:
    data = json.dumps(told).encode() + b"\n"
    while data:
        data = data[os.write(file, data) :]


if __name__ == "__main__":
    main()
