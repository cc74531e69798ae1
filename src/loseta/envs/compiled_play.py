"""One game on the compiled kernels, with the interface of `play.Play`: the same game, faster."""

from __future__ import annotations

from typing import Any

import numpy as np

from loseta.envs.batch import Batch
from loseta.envs.spaces import Observation, action_index
from loseta.game import Game


class CompiledPlay:
    """One game, played as a batch of size one."""

    def __init__(
        self, game: Game, options: dict[str, Any], reward: str, max_rounds: int | None
    ) -> None:
        self._games = Batch(
            *(game, 1, options),
            reward=reward,
            max_rounds=max_rounds,
            threads=1,
            again=False,
        )
        self.layout, self.seats = self._games.layout, self._games.seats
        self.actions = self._games.actions
        self._action = np.zeros(1, np.int64)

    def reset(self, seed: int | None = None) -> None:
        self._games.begin(None if seed is None else [seed])

    @property
    def state(self) -> Any:
        return self._games.state(0)

    @property
    def seat(self) -> int:
        return max(int(self._games.to_move[0]), 0)

    def action(self, number: Any) -> int:
        return action_index(number, self.actions)

    def act(self, action: int) -> list[float]:
        self._action[0] = action
        self._games.step(self._action)
        rewards: list[float] = self._games.rewards[0].tolist()
        return rewards

    @property
    def terminated(self) -> bool:
        return bool(self._games.terminated[0])

    @property
    def truncated(self) -> bool:
        return bool(self._games.truncated[0])

    def observe(self, seat: int) -> Observation:
        games = self._games
        if seat == games.to_move[0]:
            seen, mask = games.observations[0].copy(), games.masks[0].copy()
        else:
            seen, mask = games.observe(0, seat), np.zeros(self.actions, np.int8)
        return {"observation": seen, "action_mask": mask}
