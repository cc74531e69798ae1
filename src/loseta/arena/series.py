"""Many games by the same players. Each follows from its number and the seed of the series alone, so
that any number of processes play the same ones."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from loseta import __version__
from loseta.arena.collection import Collection
from loseta.arena.runners import WorkersFail, interrupt_held
from loseta.arena.thoughts import evaluation_of
from loseta.dealer import Dealer, player_seed, seed_hash
from loseta.game import DEALER, Outcome, State, complete_options
from loseta.games import game_named
from loseta.players import Player, make
from loseta.record import Evaluation, Record, read, write

QUICK = frozenset({"random", "greedy"})
QUICK_BATCH = 25
"""Games of quick players that a process plays before it reports."""


@dataclass(frozen=True)
class Series:
    """Who plays what; game n is dealt from `SEED/n`."""

    game: str
    options: dict[str, str]
    """All of them."""
    players: tuple[str, ...]
    seed: str
    win_chances: bool = False
    """Whether records hold what the players thought of their actions."""

    @property
    def conditions(self) -> dict[str, Any]:
        """What must be the same for all games of a collection."""
        return {
            "loseta": __version__,
            "game": self.game,
            "options": complete_options(game_named(self.game), self.options),
            "players": self.players,
            "seed": self.seed,
            "win_chances": self.win_chances,
        }


@dataclass(frozen=True, slots=True)
class SeriesGame:
    """A game that was played to its end."""

    number: int
    outcome: Outcome
    moves: tuple[int, ...]
    """The integers of the seats' actions."""
    text: str = ""
    """Its record, if it was asked for."""


class SeriesPlayers:
    """The players of a series, in one process."""

    def __init__(self, series: Series) -> None:
        self._series = series
        self._rules = game_named(series.game)
        self._kept: dict[int, Player] = {}

    def play(self, number: int, as_record: bool) -> SeriesGame:
        series = self._series
        seed = f"{series.seed}/{number}"
        state: State = self._rules.new(**series.options)
        players = [self._player(seat, player_seed(seed, seat)) for seat in range(state.seats)]
        dealer = Dealer(seed)
        actions: list[Any] = []
        moves: list[int] = []
        evaluations: dict[int, Evaluation] = {}
        while (seat := state.to_move) is not None:
            if seat == DEALER:
                action = dealer.action(state)
            else:
                action = players[seat].choose(state)  # trusted: these are our own players
                moves.append(action.index)
                if series.win_chances and (thought := evaluation_of(players[seat])):
                    evaluations[len(actions)] = thought
            actions.append(action)
            state.apply(action, check=False)
        outcome = state.outcome
        assert outcome is not None
        if not as_record:
            return SeriesGame(number, outcome, tuple(moves))
        tags = {"SeedHash": seed_hash(seed), "Seed": seed}
        options = complete_options(self._rules, series.options)
        names = list(series.players)
        record = Record(self._rules, options, names, actions, tags=tags, evaluations=evaluations)
        return SeriesGame(number, outcome, tuple(moves), write(record))

    def _player(self, seat: int, seed: str) -> Player:
        kept = self._kept.get(seat)
        if kept is not None:
            kept.new_game(seed)  # type: ignore[attr-defined]
            return kept
        player = make(self._series.players[seat], seed=seed)
        if hasattr(player, "new_game"):
            self._kept[seat] = player
        return player


def restored(number: int, text: str) -> SeriesGame:
    """A game as its record tells it."""
    record = read(text)
    state, moves = record.start(), []
    for action in record.actions:
        if state.to_move != DEALER:
            moves.append(action.index)
        state.apply(action, check=False)
    assert state.outcome is not None
    return SeriesGame(number, state.outcome, tuple(moves), text)


def games(
    series: Series, count: int, jobs: int = 1, collection: Collection | None = None
) -> Iterator[SeriesGame]:
    """The games of a series in the order of their numbers. Those that a collection has are not
    played again, and the others are added to it. Raises WorkersFail."""
    found = 0
    if collection is not None:
        with closing(collection.texts()) as texts:  # type: ignore[type-var]
            for found, text in zip(range(1, count + 1), texts, strict=False):
                yield restored(found - 1, text)
    numbers = range(found, count)
    saving = collection is not None
    played = _here(series, numbers, saving) if jobs == 1 else _apart(series, numbers, saving, jobs)
    with closing(played):  # type: ignore[type-var]
        for game in played:
            if collection is not None:
                collection.add(game.text)
            yield game


def _here(series: Series, numbers: Sequence[int], as_record: bool) -> Iterator[SeriesGame]:
    players = SeriesPlayers(series)
    for number in numbers:
        yield players.play(number, as_record)


# --- In several processes -------------------------------------------------------------------


def _apart(
    series: Series, numbers: Sequence[int], as_record: bool, jobs: int
) -> Iterator[SeriesGame]:
    size = QUICK_BATCH if QUICK.issuperset(series.players) else 1
    todo = deque(numbers[at : at + size] for at in range(0, len(numbers), size))
    running: deque[Future[list[SeriesGame]]] = deque()
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(
        min(jobs, max(1, len(todo))),
        multiprocessing.get_context("spawn"),  # nothing of this process leaks into it
        _begin,
        (series,),
    )
    try:
        while todo or running:
            with interrupt_held():
                while todo and len(running) < 2 * jobs:
                    running.append(pool.submit(_play_batch, todo.popleft(), as_record))
            yield from running.popleft().result()
    except BrokenProcessPool:
        raise WorkersFail from None
    finally:
        mine = set(multiprocessing.active_children()) - others
        pool.shutdown(wait=False, cancel_futures=True)
        for process in mine:
            process.kill()


_players: SeriesPlayers


def _begin(series: Series) -> None:
    global _players
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever has started it ends it
    _players = SeriesPlayers(series)


def _play_batch(numbers: Sequence[int], as_record: bool) -> list[SeriesGame]:
    return [_players.play(number, as_record) for number in numbers]
