"""Gymnasium's own check for every game, variant and number of players; opponents; penalties."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from loseta.envs import VERSION
from loseta.envs import gymnasium as envs
from loseta.game import BadOption, Game, Refusal
from loseta.players import UnknownPlayer

from ..support import Options, each_variant_at_length
from .variants import every_variant

MAKERS: dict[str, Any] = {"azul": envs.azul, "duel": envs.duel}
AZUL = f"loseta.envs.gymnasium:loseta/Azul-v{VERSION}"


@each_variant_at_length
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
        ({"seat": 0.5}, "seat"),
        ({"opponent_time": -1}, "opponent_time"),
        ({"opponent_time": "long"}, "opponent_time"),
        ({"opponent_time": float("nan")}, "opponent_time"),
        ({"illegal_reward": "none"}, "illegal_reward"),
        ({"wall": "pink"}, "wall"),
        ({"reward": "fun"}, "reward"),
        ({"max_rounds": -1}, "max_rounds"),
        ({"render_mode": "film"}, "render_mode"),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], name: str) -> None:
    with pytest.raises(BadOption, match=name):
        envs.azul(**options)


@pytest.mark.parametrize("opponent", ["magnus", ["magnus"], ""])
def test_an_unknown_opponent_is_refused(opponent: Any) -> None:
    with pytest.raises(UnknownPlayer, match=f"no player called “{''.join(opponent)}”"):
        envs.azul(opponent=opponent)


@pytest.mark.parametrize(
    ("opponent", "said"),
    [
        (None, "None"),
        (7, "7"),
        ([], r"\[\]"),
        ([None], r"\[None\]"),
        (["random", "random"], r"\['random', 'random'\]"),
        ({"random": 1}, "{'random': 1}"),
        (b"random", "b'random'"),
    ],
    ids=repr,
)
def test_opponents_that_do_not_fit_the_seats_are_refused(opponent: Any, said: str) -> None:
    with pytest.raises(BadOption, match=said) as refusal:
        envs.azul(opponent=opponent)
    assert refusal.value.option == "opponent"
    assert "a list of 1" in str(refusal.value)
    with pytest.raises(BadOption, match="a list of 3"):
        envs.azul(players=4, opponent=opponent)
    assert "una lista de 1" in refusal.value.sentence("es")


# --- Masks, as sb3-contrib asks for them ----------------------------------------------------


@every_variant
def test_action_masks_are_those_of_the_observation(game: Game, options: Options) -> None:
    chosen: dict[str, Any] = dict(options)
    env = gymnasium.make(f"loseta/{game.name.title()}-v{VERSION}", **chosen)
    seen, _ = env.reset(seed=3)
    action_masks = env.get_wrapper_attr("action_masks")  # MaskablePPO finds it like this
    for _ in range(20):
        mask = action_masks()
        assert (mask.dtype, mask.shape) == (np.bool_, (env.action_space.n,))  # type: ignore[attr-defined]
        assert np.array_equal(mask, seen["action_mask"])
        assert mask.any()
        action = int(np.flatnonzero(mask)[-1])
        mask[:] = False  # a copy: the next one is right again
        assert action_masks()[action]
        seen, _, terminated, truncated, _ = env.step(action)
        if terminated or truncated:
            assert np.array_equal(action_masks(), seen["action_mask"])
            seen, _ = env.reset()


def test_there_are_no_masks_before_the_first_game() -> None:
    with pytest.raises(Refusal, match="reset"):
        envs.azul().action_masks()


def test_masks_and_observations_may_be_written_to() -> None:
    env = envs.duel()
    seen, _ = env.reset(seed=1)
    assert all(array.flags.writeable for array in (*seen.values(), env.action_masks()))
