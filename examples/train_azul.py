"""Train a small agent to play Azul for two, on a CPU, in a few minutes.

    pip install "loseta[train]"
    python examples/train_azul.py --picture curve.png

PPO with action masks (sb3-contrib) learns from many games at once (`loseta.envs.vector`) against
random players, and stops when it beats them in 95 of 100 games. What it is rewarded with are the
points that it wins more than the other. How it fares is printed as it learns; the picture shows
how it came about.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from typing import Any

try:
    import matplotlib
    import numpy as np
    import torch
    from gymnasium import spaces
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.vec_env import VecEnv

    from loseta.envs import vector
    from loseta.envs.seat_vector import SeatGames
except ImportError as error:
    sys.exit(f"{error.name} is not installed. Install it with: pip install 'loseta[train]'")

GOOD_ENOUGH = 0.95
"""The share of games won against random players at which the training ends."""
POINTS = 10.0
"""Rewards are in tens of points, so that they are neither tiny nor large."""


class AzulVecEnv(VecEnv):  # type: ignore[misc]  # without types where it is not installed
    """A batch of games as Stable-Baselines3 wants them: seat 0 against random players."""

    render_mode = None

    def __init__(self, games: int, seed: int, threads: int | None) -> None:
        self.seats = SeatGames(vector.azul(games, reward="score", threads=threads))
        self._scale = 1 / self.seats.games.layout.high.astype(np.float32)
        self._game_seeds = range(seed, seed + games)
        self._actions: Any = None
        size, actions = self.seats.games.layout.size, self.seats.games.actions
        box = spaces.Box(0.0, 1.0, (size,), np.float32)
        super().__init__(games, box, spaces.Discrete(actions))

    def reset(self) -> Any:
        self.seats.reset(self._game_seeds)
        return self._observations()

    def _observations(self) -> Any:
        return self.seats.games.observations * self._scale

    def step_async(self, actions: Any) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        step = self.seats.step(self._actions)
        done = step.terminated | step.truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        return self._observations(), step.rewards / POINTS, done, infos

    def env_method(self, method_name: str, *_: Any, **__: Any) -> list[Any]:
        if method_name != "action_masks":
            raise AttributeError(method_name)
        return list(self.seats.games.masks.astype(bool))

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self.seats.games.close()


def share_won(model: Any, games: int, seed: int, threads: int | None) -> float:
    """The share of the first games of as many tables that the agent wins; a draw is half a win."""
    env = AzulVecEnv(games, seed, threads)
    seen = env.reset()
    won = np.full(games, np.nan)
    while np.isnan(won).any():
        masks = np.stack(env.env_method("action_masks"))
        actions, _ = model.predict(seen, action_masks=masks, deterministic=True)
        env.step_async(actions)
        seen, _, done, _ = env.step_wait()
        scores = env.seats.games.final_scores
        result = (np.sign(scores[:, 0] - scores[:, 1]) + 1) / 2
        won = np.where(done & np.isnan(won), result, won)
    env.close()
    return float(won.mean())


class Watch(BaseCallback):  # type: ignore[misc]
    """Measures the agent now and then, prints how it fares and says when to stop."""

    def __init__(self, args: argparse.Namespace) -> None:
        super().__init__()
        self.args = args
        self.curve: list[tuple[int, float]] = []
        self.began = time.monotonic()
        self.stop = False

    def _on_training_start(self) -> None:
        self._measure()

    def _measure(self) -> None:
        share = share_won(self.model, self.args.test_games, 10**6, self.args.threads)
        self.curve.append((self.num_timesteps, share))
        self.stop = share >= GOOD_ENOUGH
        passed = time.monotonic() - self.began
        print(
            f"{passed:5.0f} s  {self.num_timesteps:10,} moves  {share:6.1%} won against random",
            flush=True,
        )

    def _on_rollout_end(self) -> None:
        passed = time.monotonic() - self.began
        if len(self.curve) * self.args.every <= passed:
            self._measure()
        self.stop = self.stop or passed > self.args.seconds

    def _on_step(self) -> bool:
        return not self.stop


def draw(curve: Sequence[tuple[int, float]], file: str) -> None:
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    axes.plot([moves for moves, _ in curve], [100 * share for _, share in curve], "o-")
    axes.axhline(90, color="grey", linestyle="--", linewidth=1)
    axes.set(xlabel="moves played in training", ylabel="% of games won against random")
    axes.set(ylim=(0, 101), title="PPO with action masks learns Azul for two")
    figure.tight_layout()
    figure.savefig(file, dpi=120)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=240, help="the longest training")
    parser.add_argument("--games", type=int, default=256, help="games at once")
    parser.add_argument("--test-games", type=int, default=500, help="games of a measurement")
    parser.add_argument("--every", type=float, default=10, help="seconds between measurements")
    parser.add_argument("--threads", type=int, help="threads of the games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", help="where to draw the learning curve")
    return parser.parse_args()


def main() -> None:
    args = parse()
    torch.manual_seed(args.seed)
    env = AzulVecEnv(args.games, args.seed, args.threads)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=32,
        batch_size=1024,
        n_epochs=4,
        gamma=0.98,
        learning_rate=7e-4,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=args.seed,
        device="cpu",
    )
    print(f"Training until {GOOD_ENOUGH:.0%} are won, {args.seconds:g} s at most.", flush=True)
    watch = Watch(args)
    model.learn(total_timesteps=10**9, callback=watch)
    share = share_won(model, 4 * args.test_games, 2 * 10**6, args.threads)
    seconds, busy = time.monotonic() - watch.began, time.process_time()
    print(f"{model.num_timesteps:,} moves in {seconds:.0f} s ({busy:.0f} s of processors)")
    print(f"{share:.1%} of {4 * args.test_games} games won against random")
    if args.picture:
        draw([*watch.curve, (model.num_timesteps, share)], args.picture)


if __name__ == "__main__":
    main()
