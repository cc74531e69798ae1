"""A game on the rules engine for an environment: state, chance, rewards and the end.

Gymnasium plays on it because built-in players need a state; tests compare the compiled batches
(`vector.py`) with it, step by step."""

from __future__ import annotations

from typing import Any

import numpy as np

from loseta.envs.chance import Chance
from loseta.envs.encoding.layout import DTYPE
from loseta.envs.options import game_options, one_of, round_limit
from loseta.envs.rewards import REWARDS
from loseta.envs.spaces import Observation, action_index
from loseta.envs.spec import EnvSpec, spec_of
from loseta.game import DEALER, Game, State


class Play:
    """Games one after the other, dealt from one generator."""

    def __init__(
        self, game: Game, options: dict[str, Any], reward: str, max_rounds: int | None
    ) -> None:
        self.options = game_options(game, options)
        self._game = game.name
        self.layout = self.spec.layout(self.options)
        self.seats = self.spec.seats(self.options)
        self.actions = self.spec.actions(self.options)
        self._reward = REWARDS[one_of("reward", reward, REWARDS)]
        self._round_limit = round_limit(max_rounds)
        self._chance = Chance()
        self.state: State = game.new(**self.options)

    @property
    def spec(self) -> EnvSpec:
        """The game's EnvSpec, looked up by name so that a Play can be copied and pickled."""
        return spec_of(self._game)

    def reset(self, seed: int | None = None) -> None:
        """Begin a game: the first one of a seed, or without a seed the next one."""
        if seed is not None:
            self._chance = Chance(seed)
        self.state = self.spec.game.new(**self.options)
        self._deal()

    def _deal(self) -> None:
        while self.state.to_move == DEALER:
            self.state.apply(self.state.deal(self._chance.pick))

    @property
    def seat(self) -> int:
        """The seat to move; 0 once the game is over."""
        return max(self.state.to_move or 0, 0)

    def action(self, number: Any) -> Any:
        """The action that a number means. Raises NotAnAction."""
        return self.spec.game.action_from_index(action_index(number, self.actions))

    def act(self, action: Any) -> list[float]:
        """Play an action of the seat to move, and deal if that is due. Returns the rewards of all
        seats. Raises IllegalAction, changing nothing."""
        before = self.state.scores
        self.state.apply(action)
        if not self.truncated:
            self._deal()
        return self._reward(before, self.state)

    @property
    def terminated(self) -> bool:
        return self.state.to_move is None

    @property
    def truncated(self) -> bool:
        """Whether the round limit has cut the game short."""
        return 0 < self._round_limit < self.state.round and not self.terminated

    def observation(self, seat: int) -> Any:
        """A seat's observation, as a new array."""
        out = np.empty(self.layout.size, DTYPE)
        self.spec.encode(self.state, seat, out)
        return out

    def mask(self, seat: int) -> Any:
        """The mask of a seat's legal actions, with 1 for each."""
        mask = bytearray(self.actions)
        if seat == self.state.to_move and not self.truncated:
            for action in self.state.legal_actions():
                mask[action.index] = 1
        return np.frombuffer(mask, np.int8)

    def observe(self, seat: int) -> Observation:
        return {"observation": self.observation(seat), "action_mask": self.mask(seat)}
