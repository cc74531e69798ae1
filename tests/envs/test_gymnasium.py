"""Gymnasium's own check for every game, variant and number of players; opponents; penalties."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from loseta.envs import VERSION
from loseta.envs import gymnasium as envs
from loseta.game import BadOption, Game
from loseta.players import UnknownPlayer

from ..support import Options
from .variants import every_variant

MAKERS: dict[str, Any] = {"azul": envs.azul, "duel": envs.duel}
AZUL = f"loseta.envs.gymnasium:loseta/Azul-v{VERSION}"


@every_variant
def test_the_check_of_gymnasium_passes(
    game: Game, options: Options, capsys: pytest.CaptureFixture[str]
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        chosen: dict[str, Any] = dict(options)
        env = gymnasium.make(f"loseta/{game.name.title()}-v{VERSION}", **chosen)
        check_env(env.unwrapped)
    capsys.readouterr()


def play(env: Any, seed: int | None) -> tuple[list[int], float, dict[str, Any]]:
    """A game by the lowest legal action: the actions, the sum of rewards, the last info."""
    seen, info = env.reset(seed=seed)
    actions, total, ended = [], 0.0, False
    while not ended:
        legal = np.flatnonzero(seen["action_mask"])
        actions.append(int(legal[len(legal) // 2]))
        seen, reward, terminated, truncated, info = env.step(actions[-1])
        total += reward
        ended = terminated or truncated
    return actions, total, info


@pytest.mark.parametrize("opponent", ["random", "greedy"])
@every_variant
def test_whole_games_are_played(game: Game, options: Options, opponent: str) -> None:
    env = MAKERS[game.name](**options, opponent=opponent, reward="score")
    actions, total, info = play(env, 1)
    scores = info["scores"]
    assert total == pytest.approx(scores[0] - sum(scores[1:]) / len(scores[1:]))
    assert play(env, 1) == (actions, total, info)
    assert play(env, None)[0] != actions


def test_every_step_waits_for_the_learner() -> None:
    env = envs.duel(seat=1, opponent="greedy")
    seen, info = env.reset(seed=4)
    assert info == {"seat": 1}
    for _ in range(30):
        assert env.game_state.to_move == 1
        seen, *_ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))


def test_the_seat_may_be_drawn_for_each_game() -> None:
    env = envs.azul(players=4, seat=None)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(30)} == {0, 1, 2, 3}


@pytest.mark.parametrize("action", [0, -1, 10**9, 1.5, None, "3R4"])
def test_an_illegal_action_ends_the_episode_with_a_penalty(action: Any) -> None:
    env = envs.azul(illegal_reward=-7)
    env.reset(seed=1)
    before = env.game_state.copy()
    seen, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated) == (-7.0, True, False)
    assert info["illegal"].endswith(".")
    assert env.game_state == before
    assert env.observation_space.contains(seen)
    assert env.step(30)[1:4] == (0.0, True, False)  # over until it is reset
    assert env.reset(seed=1)[0]["action_mask"].any()


def test_the_last_round_wanted_is_reported_as_truncation() -> None:
    env = gymnasium.make(AZUL, max_rounds=1)
    seen, _ = env.reset(seed=1)
    truncated = terminated = False
    while not truncated:
        action = int(np.flatnonzero(seen["action_mask"])[0])
        seen, _, terminated, truncated, _ = env.step(action)
        assert not terminated


def test_different_opponents_sit_in_the_order_of_turns() -> None:
    env = envs.azul(players=3, opponent=["random", "greedy"], seat=1)
    assert len(play(env, 1)[2]["scores"]) == 3


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"seat": 2}, "seat"),
        ({"opponent": ["random", "random"]}, "opponent"),
        ({"wall": "pink"}, "wall"),
        ({"reward": "fun"}, "reward"),
        ({"max_rounds": -1}, "max_rounds"),
        ({"render_mode": "film"}, "render_mode"),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], name: str) -> None:
    with pytest.raises(BadOption, match=name):
        envs.azul(**options)


def test_an_unknown_opponent_is_refused() -> None:
    with pytest.raises(UnknownPlayer, match="magnus"):
        envs.azul(opponent="magnus")
