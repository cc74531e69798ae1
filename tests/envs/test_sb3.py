"""Stable-Baselines3 itself on `loseta.envs.sb3`. It needs torch, which `make test-training`
installs into an environment of its own."""

import os
import subprocess
from pathlib import Path

import pytest

from ..support import PATIENCE, large_python
from .pages import FOLDER

CONTRACT = """
import numpy as np
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import VecMonitor

from loseta.envs import sb3

env = sb3.azul(16, max_rounds=3)
assert is_masking_supported(env)
env.seed(5)
first = env.reset()
assert first.dtype == np.float32 and 0 <= first.min() and first.max() <= 1
assert env.observation_space.contains(first[3])
assert env.layout.split(first)["factories"].shape == (16, 5, 5)
masks = get_action_masks(env)
assert masks.shape == (16, 205) and masks.dtype == bool
env.seed(5)
assert (env.reset() == first).all() and not (env.reset() == first).all()

# A last observation and why it ended go with the end of every game.
ends = []
for _ in range(40):
    legal = get_action_masks(env).argmax(axis=1)
    legal[0] = 0  # not legal
    seen, rewards, dones, infos = env.step(legal)
    assert dones[0] and rewards[0] == -1 and "Game 0" in infos[0]["illegal"]
    ends += [info for info, done in zip(infos, dones) if done]
    assert all(bool(info) == done for info, done in zip(infos, dones))
assert all(end["terminal_observation"].shape == first[0].shape for end in ends)
assert any(end["TimeLimit.truncated"] for end in ends)
env.close()

# It learns: the masked actions win more points than at the start.
env = VecMonitor(sb3.azul(64, reward="score", reward_scale=0.1))
model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=512, learning_rate=7e-4, seed=1,
                    device="cpu")
before, _ = evaluate_policy(model, sb3.azul(32, reward="score"), n_eval_episodes=96)
model.learn(total_timesteps=8192)
after, _ = evaluate_policy(model, sb3.azul(32, reward="score"), n_eval_episodes=96)
print("points ahead of random:", before, "then", after)
assert after > before
"""


def run(code: str, tmp_path: Path) -> str:
    done = subprocess.run(
        [large_python("sb3_contrib"), "-c", code],
        cwd=tmp_path,
        # Threads of torch that wait for each other stand still on a busy machine.
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.long
def test_maskable_ppo_learns(tmp_path: Path) -> None:
    assert run(CONTRACT, tmp_path).startswith("points ahead of random:")


@pytest.mark.long
def test_the_page_s_example_runs(tmp_path: Path) -> None:
    page = (FOLDER / "vector.md").read_text(encoding="utf-8")
    example = page.split("## Stable-Baselines3")[1].split("```python\n")[1].split("```")[0]
    assert "MaskablePPO" in example
    assert float(run(example, tmp_path)) <= 100
