"""Many games at once for Stable-Baselines3, with action masks for MaskablePPO of sb3-contrib.

    from sb3_contrib import MaskablePPO
    from loseta.envs import sb3
    model = MaskablePPO("MlpPolicy", sb3.azul(256, reward="score"))

The learner has one seat in each game; the others move by themselves (`seat_vector.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from loseta.envs.extras import missing
from loseta.envs.options import finite_number, one_of

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from stable_baselines3.common.vec_env import VecEnv

    from loseta.envs import seat_vector
    from loseta.envs.seat_vector import SeatGames
except ImportError as error:
    raise missing(error, "loseta.envs.sb3", "sb3") from None


class MaskedVecEnv(VecEnv):
    """A vector environment of Stable-Baselines3, with observations between 0 and 1."""

    render_mode = None

    def __init__(self, games: SeatGames, reward_scale: float = 1.0) -> None:
        """Raises BadOption."""
        same_step = AutoresetMode.SAME_STEP  # as in every environment of Stable-Baselines3
        one_of("autoreset_mode", games.autoreset_mode.value, [same_step.value])
        self.games = games
        self.layout = games.layout
        self.reward_scale = finite_number("reward_scale", reward_scale)
        self._scale = 1 / self.layout.high.astype(np.float32)
        self._actions: Any = None
        box = spaces.Box(0.0, 1.0, (self.layout.size,), np.float32)
        super().__init__(games.num_envs, box, games.single_action_space)

    def reset(self) -> Any:
        """Begin all games, from the seeds given to `seed` if it was called before."""
        seeds = [seed for seed in self._seeds if seed is not None]
        seen, infos = self.games.reset(seed=seeds if len(seeds) == self.num_envs else None)
        self.reset_infos = [{"seat": int(seat)} for seat in infos["seat"]]
        self._reset_seeds()
        self._reset_options()
        return self._observation(seen["observation"])

    def _observation(self, numbers: Any) -> Any:
        return numbers * self._scale

    def step_async(self, actions: Any) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        seen, rewards, terminated, truncated, batch_infos = self.games.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        done = terminated | truncated
        for number in np.flatnonzero(done):
            final = batch_infos["final_obs"][number]["observation"]
            infos[number] = {
                "terminal_observation": self._observation(final),
                "TimeLimit.truncated": bool(truncated[number]),
            }
            for key in ("scores", "illegal"):
                if (
                    key in batch_infos["final_info"]
                    and batch_infos["final_info"][f"_{key}"][number]
                ):
                    infos[number][key] = batch_infos["final_info"][key][number]
        return self._observation(seen["observation"]), rewards * self.reward_scale, done, infos

    def action_masks(self) -> Any:
        """The masks of legal actions of all games, with True for each."""
        return self.games.batch.masks.astype(np.bool_)

    def env_method(
        self, method_name: str, *arguments: Any, indices: Any = None, **named: Any
    ) -> list[Any]:
        """Call a method on the games of `indices`. `action_masks` is the only one."""
        if method_name != "action_masks":
            raise AttributeError(method_name)
        return list(self.action_masks()[self._get_indices(indices)])

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * len(list(self._get_indices(indices)))

    def get_images(self) -> Sequence[Any]:
        return [None] * self.num_envs

    def close(self) -> None:
        self.games.close()


def azul(num_envs: int, *, reward_scale: float = 1.0, **settings: Any) -> MaskedVecEnv:
    """A seat in `num_envs` games of Azul; further arguments are those of `seat_vector.azul`."""
    return MaskedVecEnv(seat_vector.azul(num_envs, **{"copy": False, **settings}), reward_scale)


def duel(num_envs: int, *, reward_scale: float = 1.0, **settings: Any) -> MaskedVecEnv:
    """A seat in `num_envs` games of Azul Duel; further arguments are those of
    `seat_vector.duel`."""
    return MaskedVecEnv(seat_vector.duel(num_envs, **{"copy": False, **settings}), reward_scale)
