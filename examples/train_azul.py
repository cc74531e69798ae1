"""Train a small agent to play Azul for two, on a CPU, in a few minutes.

    pip install "loseta[train]"
    python examples/train_azul.py --picture curve.png

PPO with action masks (sb3-contrib) learns from many games at once (`loseta.envs.sb3`) against
random players, and stops when it beats them in 95 of 100 games. The reward is the points it gains
on its opponent. Its results are printed as it learns; the picture shows the learning curve.
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
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback

    from loseta.envs import sb3
except ImportError as error:
    sys.exit(f"{error.name} is not installed. Install it with: pip install 'loseta[train]'")

GOOD_ENOUGH = 0.95
"""The share of games won against random players at which training ends."""
SCALE = 0.1
"""Rewards are in tens of points, so that they are neither tiny nor large."""


def share_won(model: Any, games: int, seed: int, threads: int | None) -> float:
    """The share won of the first game in each of `games` environments; a draw is half a win."""
    env = sb3.azul(games, threads=threads)
    env.seed(seed)
    seen = env.reset()
    won = np.full(games, np.nan)
    while np.isnan(won).any():
        actions, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=True)
        seen, rewards, done, _ = env.step(actions)
        won = np.where(done & np.isnan(won), (rewards + 1) / 2, won)
    env.close()
    return float(won.mean())


class Watch(BaseCallback):  # type: ignore[misc]
    """Evaluates the agent at intervals, prints the result and decides when to stop."""

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
    env = sb3.azul(args.games, reward="score", reward_scale=SCALE, threads=args.threads)
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
