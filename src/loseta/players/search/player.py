"""The players `ai:1` to `ai:8` (`players/levels.py` lists them)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from loseta.game import State
from loseta.games import part
from loseta.players.levels import LEVELS, Effort
from loseta.players.search import networks
from loseta.players.search.budget import MOST, Budget, Candidate
from loseta.players.search.thinker import Thinker, make_thinker
from loseta.players.turn import legal_choices


class SearchPlayer:
    """A level, for any game. A time, in seconds per move, or a number of visits replaces the budget
    of the level (visits count if both are given); the network in a file replaces the one that comes
    with the package."""

    def __init__(
        self,
        level: str,
        seed: str = "",
        time: float | None = None,
        visits: int | None = None,
        network: Path | None = None,
    ) -> None:
        self._level = LEVELS[level]
        self._time = time
        self._visits = visits
        self._network = network
        if network is not None:
            network.open("rb").close()  # a missing file raises OSError at once
        self._thinkers: dict[str, Thinker] = {}
        self.chosen: Candidate[Any] | None = None
        """Its evaluation of the action that it chose last; None if there was no choice."""
        self.new_game(seed)

    def new_game(self, seed: str) -> None:
        """Play like a new player with this seed. With a budget of visits, not of time, the same
        seed gives the same choices."""
        self._random = Random(seed)
        self._number = self._random.getrandbits(32) + 1
        for thinker in self._thinkers.values():
            thinker.reseed(self._number)

    def choose(self, state: State) -> Any:
        legal = legal_choices(state)
        self.chosen = None
        if len(legal) == 1:
            return legal[0]
        thinker = self.thinker(state)
        effort = self._effort(thinker, state)
        most = 1 if effort.carelessness == 0 else MOST
        candidates = thinker.think(state, effort.budget, most=most)
        self.chosen = effort.choose(candidates, self._random)
        assert self.chosen is not None  # at least one is always found
        return self.chosen.action

    def thinker(self, state: State) -> Thinker:
        name = state.game.name
        if name not in self._thinkers:
            thinker = make_thinker(
                name, memory_mb=self._level.memory_mb, network=self._read_network(name)
            )
            thinker.warm_up(state)
            thinker.reseed(self._number)
            self._thinkers[name] = thinker
        return self._thinkers[name]

    def _read_network(self, game: str) -> Any:
        """The weights in the player's file, if it has one. Raises NoNetwork and OSError."""
        if self._network is None:
            return None
        with self._network.open("rb") as opened:
            return networks.read(opened, part("kernels", game).FEATURES, self._network)

    def prepare(self, state: State) -> None:
        """Compile or load the search, outside the time of a move."""
        self.thinker(state)

    def _effort(self, thinker: Thinker, state: State) -> Effort:
        effort = self._level.effort(state.seats, thinker.has_round_search(state))
        if self._visits is not None:
            return replace(effort, budget=Budget(visits=self._visits))
        seconds = effort.budget.seconds if self._time is None else self._time
        if seconds is not None:
            seconds *= thinker.time_share(state)
            effort = replace(effort, budget=Budget(seconds=seconds))
        return effort
