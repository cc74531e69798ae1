"""The computer players `ai:1` to `ai:8`."""

from __future__ import annotations

from dataclasses import dataclass
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
class Level:
    """How hard a player thinks, and how often it is content with less than the best."""

    budget: Budget
    many: int | None = None
    """So many visits instead at tables of three and four, where more of them make less of a
    difference."""
    nodes: int | None = None
    """Where alpha-beta looks to the end of the round, it may look at so many nodes instead."""
    carelessness: float = 0.0
    """The chance to play an action drawn by visits instead of the most visited one."""
    memory_mb: int = 16

    def budget_for(self, seats: int, reads_rounds: bool) -> Budget:
        instead = self.many if seats > 2 else self.nodes if reads_rounds else None
        return self.budget if instead is None else Budget(visits=instead)


LEVELS = {
    1: Level(Budget(visits=40), carelessness=0.6),
    2: Level(Budget(visits=40), carelessness=0.28),
    3: Level(Budget(visits=50), carelessness=0.05),
    4: Level(Budget(visits=105)),
    5: Level(Budget(visits=230), many=400, nodes=600),
    6: Level(Budget(visits=520), many=1200, nodes=2000, memory_mb=32),
    7: Level(Budget(visits=1500), many=3500, nodes=11_000, memory_mb=64),
    8: Level(Budget(seconds=1.0), memory_mb=512),
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
        most = 1 if self._level.carelessness == 0 else MOST
        candidates = thinker.think(state, self._budget(thinker, state), most=most)
        if self._random.random() < self._level.carelessness:
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

    def _budget(self, thinker: Thinker, state: State) -> Budget:
        if self._time is not None:
            return Budget(seconds=self._time)
        return self._level.budget_for(state.seats, thinker.reads_rounds(state))

    def _careless(self, candidates: list[Candidate]) -> Any:
        weights = [candidate.visits for candidate in candidates]
        return self._random.choices(candidates, weights)[0].action
