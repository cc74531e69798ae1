"""The computer players `ai:1` to `ai:8`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from loseta.game import State
from loseta.players.search.azul import AzulSearcher
from loseta.players.search.budget import Budget, Candidate
from loseta.players.search.duel import DuelSearcher
from loseta.players.search.searcher import Searcher
from loseta.players.search.thinker import MOST, Thinker

SEARCHERS: dict[str, type[Searcher]] = {"azul": AzulSearcher, "duel": DuelSearcher}


def make_thinker(game: str, **settings: Any) -> Thinker:
    """Who thinks about positions of a game; the settings are those of Thinker."""
    return Thinker(SEARCHERS[game](), **settings)


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard a player thinks, and how often it is content with less than the best."""

    budget: Budget
    carelessness: float = 0.0
    """The chance to play an action drawn by visits instead of the most visited one."""


def visits(number: int, carelessness: float = 0.0) -> Effort:
    return Effort(Budget(visits=number), carelessness)


@dataclass(frozen=True, slots=True)
class Level:
    """One step of strength. Where the same effort makes less of a difference, or more, it is
    another one, so that the steps are alike."""

    usual: Effort
    reading: Effort | None = None
    """Where alpha-beta looks to the end of the round; visits are nodes there."""
    three: Effort | None = None
    four: Effort | None = None
    memory_mb: int = 16

    def effort(self, seats: int, reads_rounds: bool) -> Effort:
        own = {3: self.three, 4: self.four}.get(seats, self.reading if reads_rounds else None)
        return own or self.usual


LEVELS = {
    1: Level(visits(40, 0.6), four=visits(40, 0.85)),
    2: Level(visits(40, 0.28), four=visits(40, 0.5)),
    3: Level(visits(50, 0.05), four=visits(40, 0.2)),
    4: Level(visits(105), four=visits(60)),
    5: Level(visits(230), reading=visits(600), three=visits(400), four=visits(240)),
    6: Level(
        visits(520), reading=visits(2000), three=visits(1200), four=visits(1200), memory_mb=32
    ),
    7: Level(
        visits(1500), reading=visits(11_000), three=visits(3500), four=visits(5000), memory_mb=64
    ),
    8: Level(Effort(Budget(seconds=1.0)), memory_mb=512),
}


class SearchPlayer:
    """A level, at any game. `time` in seconds a move takes the place of the level's budget."""

    def __init__(self, level: int, seed: str = "", time: float | None = None) -> None:
        self._level = LEVELS[level]
        self._time = time
        self._thinkers: dict[str, Thinker] = {}
        self.new_game(seed)

    def new_game(self, seed: str) -> None:
        """Play as if made anew: the same seed gives the same choices, as far as time allows."""
        self._random = Random(seed)
        self._number = self._random.getrandbits(32) + 1
        for thinker in self._thinkers.values():
            thinker.reseed(self._number)

    def choose(self, state: State) -> Any:
        legal = state.legal_actions()
        if len(legal) == 1:
            return legal[0]
        thinker = self.thinker(state)
        effort = self._effort(thinker, state)
        most = 1 if effort.carelessness == 0 else MOST
        candidates = thinker.think(state, effort.budget, most=most)
        if self._random.random() < effort.carelessness:
            return self._careless(candidates)
        return candidates[0].action

    def thinker(self, state: State) -> Thinker:
        name = state.game.name
        if name not in self._thinkers:
            thinker = make_thinker(name, memory_mb=self._level.memory_mb)
            thinker.warm_up(state)
            thinker.reseed(self._number)
            self._thinkers[name] = thinker
        return self._thinkers[name]

    def prepare(self, state: State) -> None:
        """Compile, or load what was compiled before, outside the time of a move."""
        self.thinker(state)

    def _effort(self, thinker: Thinker, state: State) -> Effort:
        effort = self._level.effort(state.seats, thinker.reads_rounds(state))
        if self._time is not None:
            effort = replace(effort, budget=Budget(seconds=self._time))
        return effort

    def _careless(self, candidates: list[Candidate]) -> Any:
        weights = [candidate.visits for candidate in candidates]
        return self._random.choices(candidates, weights)[0].action
