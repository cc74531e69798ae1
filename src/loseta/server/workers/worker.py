"""A worker process: it reads jobs and writes answers as JSON, one per line.

During an analysis it also writes partial results, and checks whether it should stop.

It gets positions as views of the seat to move, so that no computer player can know more than its
seat. It ends when its input does, which happens when the server is gone.
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
"""Seconds between two partial results of an analysis."""
_players: dict[tuple[str, float | None], Any] = {}
_thinkers: dict[str, Any] = {}


class Orders:
    """The lines that the server writes, with a check for waiting ones that does not read them."""

    def __init__(self, file: int) -> None:
        self._file = file
        self._read = b""

    def __iter__(self) -> Iterator[bytes]:
        """The lines until the server is gone; an incomplete last line is ignored."""
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
    """The answer to a job. `tell` is called with partial results; `stop` returns whether an
    analysis should end."""
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
    with contextlib.suppress(MissingExtra):  # refused later, if such a player is chosen
        ready_thinker(state, memory_mb=PREPARING_MB)


def _player(level: str, seed: str, seconds: float | None) -> Player:
    """A player of a level. Players that search are kept, because allocating their memory is
    slow."""
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
    """The best actions, and the action `also`, as candidates."""
    from loseta.players.search.budget import Budget  # slow to import

    thinker = _thinker(state)
    asked = next((action for action in state.legal_actions() if action.text == also), None)
    found = thinker.think(state, Budget(seconds, visits), also=asked)
    return [
        _candidate(each)
        for rank, each in enumerate(found)
        if rank < MOST_CANDIDATES or each.action.text == also
    ]


def _thinker(state: State) -> Any:
    """The thinker of a game. It is kept with its search results, which it may use again."""
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

    reported = 0.0

    def report(found: Analysis[Any]) -> None:
        nonlocal reported
        if time.monotonic() - reported >= TELL_EVERY:
            reported = time.monotonic()
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
    """For each legal action: the events that follow from it, and the seat's projection after
    it."""
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
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Ctrl-C the server ends its workers
    with contextlib.suppress(OSError):
        os.nice(5)  # the server's own work goes first
    answers = os.dup(1)
    os.dup2(2, 1)  # so that nothing that a player prints is taken for an answer
    orders = Orders(0)

    def tell(part: Any) -> None:
        with contextlib.suppress(BrokenPipeError):  # the server is gone, so the input ends as well
            _write(answers, {"part": part})

    for line in orders:
        job = json.loads(line)
        if job["kind"] == "stop":
            continue  # the analysis to be stopped has already ended
        try:
            result = {"answer": answer(job, tell, orders.are_waiting)}
        except Exception as error:
            result = {"error": f"{type(error).__name__}: {error}"}
        try:
            _write(answers, result)
        except BrokenPipeError:
            return  # the server is gone


def _write(file: int, message: dict[str, Any]) -> None:
    data = json.dumps(message).encode() + b"\n"
    while data:
        data = data[os.write(file, data) :]


if __name__ == "__main__":
    main()
