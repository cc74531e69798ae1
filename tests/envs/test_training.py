"""The training example. Torch is too large for `make test`, so that what learns here is a stand-in
with random actions; the environment, the measurements and what is printed are the example's own.
`test_sb3.py` has the real learner."""

import subprocess
import sys
from pathlib import Path

import pytest

from ..support import ROOT

STAND_INS = {
    "matplotlib": "",
    "torch": "manual_seed = lambda seed: None",
    "stable_baselines3/__init__": "",
    "stable_baselines3/common/__init__": "",
    "stable_baselines3/common/callbacks": """
class BaseCallback:
    num_timesteps = 0
""",
    "stable_baselines3/common/vec_env": """
class VecEnv:
    def __init__(self, num_envs, observation_space, action_space):
        self.num_envs = num_envs
        self._reset_seeds()

    def seed(self, seed):
        self._seeds = [seed + number for number in range(self.num_envs)]

    def _reset_seeds(self):
        self._seeds = [None] * self.num_envs

    def _reset_options(self):
        pass

    def step(self, actions):
        self.step_async(actions)
        return self.step_wait()
""",
    "sb3_contrib": """
import sys
from pathlib import Path

class MaskablePPO:
    def __init__(self, policy, env, **settings):
        self.num_timesteps = 0

    def predict(self, seen, action_masks, deterministic):
        return action_masks.argmax(axis=1), None

    def learn(self, total_timesteps, callback):
        callback.model = self
        callback._on_training_start()
        for rollout in range(1, 4):
            lines = Path("printed").read_text().splitlines()  # what has been printed so far
            assert len(lines) == 1 + rollout, lines
            self.num_timesteps += 1000
            callback.num_timesteps = self.num_timesteps
            callback._on_rollout_end()
            assert callback._on_step()
""",
}


@pytest.mark.long
def test_how_it_fares_is_printed_while_it_learns(tmp_path: Path) -> None:
    for name, source in STAND_INS.items():
        file = tmp_path / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source, encoding="utf-8")
    example = ROOT / "examples" / "train_azul.py"
    quick = ["--games", "2", "--test-games", "2", "--every", "0", "--seconds", "1e6"]
    code = f"import sys, runpy; sys.path.insert(0, {str(tmp_path)!r}); sys.argv[1:] = {quick!r}\n"
    code += f"runpy.run_path({str(example)!r}, run_name='__main__')"
    with (tmp_path / "printed").open("w", encoding="utf-8") as printed:
        command = [sys.executable, "-c", code]
        run = subprocess.run(
            command, cwd=tmp_path, stdout=printed, stderr=subprocess.PIPE, text=True, check=False
        )
    assert run.returncode == 0, run.stderr
    first, *measured, moves, won = (tmp_path / "printed").read_text(encoding="utf-8").splitlines()
    assert first == "Training until 95% are won, 1e+06 s at most."
    for line, done in zip(measured, ("0", "1,000", "2,000", "3,000"), strict=True):
        assert f" {done} moves " in line
        assert line.endswith("% won against random")
    assert moves.startswith("3,000 moves in ")
    assert won.endswith(" of 8 games won against random")
