"""Many games at once as Gymnasium wants them: its own checks and wrappers, and what they show."""

from __future__ import annotations

import copy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import (
    check_reset_options,
    check_reset_return_type,
    check_reset_seed_determinism,
    data_equivalence,
)
from gymnasium.utils.performance import benchmark_vector_step
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers.vector import (
    DictInfoToList,
    NormalizeReward,
    RecordEpisodeStatistics,
    TransformObservation,
)

from loseta import azul
from loseta.envs import seat_vector, vector
from loseta.envs.batch import BadShape, Batch
from loseta.envs.encoding.layout import DTYPE
from loseta.envs.play import Play
from loseta.game import BadOption, IllegalAction, Refusal
from loseta.players import UnknownPlayer

IDS = [f"loseta/{game}{kind}-v1" for game in ("Azul", "Duel") for kind in ("", "AllSeats")]
MODES = list(AutoresetMode)
ALWAYS = {"to_move", "rewards", "seat", "scores", "_scores", "_final_obs"}
every_id = pytest.mark.parametrize("name", IDS)
every_mode = pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)


def make(name: str, num_envs: int = 8, **settings: Any) -> Any:
    """As its users write it."""
    return gymnasium.make_vec(
        f"loseta.envs.gymnasium:{name}",
        num_envs=num_envs,
        vectorization_mode="vector_entry_point",
        **settings,
    )


def legal(env: Any, seen: Any) -> Any:
    """Random legal actions by the mask; 0 where none is."""
    masks = seen["action_mask"].copy()
    masks[~masks.any(axis=1), 0] = 1
    return env.action_space.sample(tuple(masks))


# --- Gymnasium's own checks -----------------------------------------------------------------


@every_id
def test_it_is_a_vector_environment_with_its_spaces(name: str) -> None:
    env: Any = make(name)
    assert issubclass(type(env), VectorEnv)
    assert env.spec.id == name
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert env.single_action_space == gymnasium.spaces.Discrete(env.batch.actions)
    assert env.action_space.shape == (8,)
    seen, infos = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    assert seen["observation"].dtype == DTYPE
    assert isinstance(infos, dict)
    seen, rewards, terminated, truncated, infos = env.step(legal(env, seen))
    assert env.observation_space.contains(seen)
    assert rewards.shape == terminated.shape == truncated.shape == (8,)
    assert (terminated.dtype, truncated.dtype) == (np.bool_, np.bool_)


@every_id
def test_gymnasium_s_checks_of_reset_pass(name: str) -> None:
    env = make(name)
    check_reset_seed_determinism(env)
    check_reset_options(env)
    check_reset_return_type(env)


def test_the_single_environment_has_the_same_spaces() -> None:
    one = gymnasium.make("loseta.envs.gymnasium:loseta/Azul-v1", players=3, wall="gray")
    many = make("loseta/Azul-v1", players=3, wall="gray")
    assert one.observation_space == many.single_observation_space
    assert one.action_space == many.single_action_space


@every_id
def test_a_step_is_the_same_for_the_same_seed(name: str) -> None:
    first, second = make(name), make(name)
    assert data_equivalence(first.reset(seed=5), second.reset(seed=5), exact=True)
    seen, _ = first.reset(seed=6)
    second.reset(seed=6)
    first.action_space.seed(1)
    for _ in range(60):
        actions = legal(first, seen)
        one, other = first.step(actions), second.step(actions)
        assert data_equivalence(one[:4], other[:4], exact=True)
        seen = one[0]


@every_id
@every_mode
def test_what_was_returned_stays_as_it_was(name: str, mode: AutoresetMode) -> None:
    """Users keep observations and infos; a later step must not change them."""
    env = make(name, autoreset_mode=mode, max_rounds=1)
    seen, _ = env.reset(seed=1)
    kept, copies = [], []
    for _ in range(40):
        step = env.step(np.where(env._over, -1, legal(env, seen)))
        kept.append(step)
        copies.append(copy.deepcopy(step))
        seen = step[0]
    for mine, before in zip(kept, copies, strict=True):
        assert data_equivalence(mine[:4], before[:4], exact=True)
        assert all(np.array_equal(mine[4][key], before[4][key]) for key in ALWAYS & mine[4].keys())


def test_the_same_arrays_are_returned_where_that_is_wanted() -> None:
    env = vector.azul(8, copy=False)
    first, _ = env.reset(seed=1)
    second, rewards, *_ = env.step(env.sample())
    assert first["observation"] is second["observation"] is env.batch.observations
    assert rewards is env.batch.gained


@pytest.mark.parametrize("name", ["loseta/Azul-v1", "loseta/Duel-v1"])
@every_mode
def test_gymnasium_s_benchmark_runs(name: str, mode: AutoresetMode) -> None:
    """It acts without a look at the masks: most of its games end at once, by an illegal action."""
    assert benchmark_vector_step(make(name, autoreset_mode=mode), target_duration=0, seed=1) > 0


# --- Its wrappers ---------------------------------------------------------------------------


@every_mode
def test_episodes_are_recorded(mode: AutoresetMode) -> None:
    env: Any = RecordEpisodeStatistics(make("loseta/Azul-v1", reward="score", autoreset_mode=mode))
    seen, _ = env.reset(seed=1)
    episodes = 0
    for _ in range(150):
        before = env.env._over.copy()
        seen, _, terminated, truncated, infos = env.step(legal(env, seen))
        done = terminated | truncated
        assert not (done & before).any()
        if not done.any():
            continue
        assert np.array_equal(infos["_episode"], done)
        told = infos["final_info"] if mode is AutoresetMode.SAME_STEP else infos
        for number in np.flatnonzero(done):
            mine, other = told["scores"][number]
            assert infos["episode"]["r"][number] == pytest.approx(mine - other)
            episodes += 1
        if mode is AutoresetMode.DISABLED:
            seen, _ = env.reset(options={"reset_mask": done})
    assert episodes > 20


def test_other_wrappers_work() -> None:
    """Those that change observations want the next game to begin with the next step."""
    env: Any = TransformObservation(
        make("loseta/Duel-v1", max_rounds=1, autoreset_mode="NextStep"),
        lambda seen: seen["observation"].astype(np.float32),
        single_observation_space=gymnasium.spaces.Box(0, np.inf, (1435,), np.float32),
    )
    env = NormalizeReward(env)
    seen, infos = env.reset(seed=1)
    ended = 0
    for _ in range(60):
        assert (seen.dtype, seen.shape) == (np.float32, (8, 1435))
        seen, _, _, truncated, infos = env.step(env.unwrapped.sample().copy())
        ended += truncated.sum()
    assert ended > 3
    assert infos["seat"].tolist() == [0] * 8


def test_infos_may_be_had_as_a_list() -> None:
    env: Any = DictInfoToList(make("loseta/Azul-v1", max_rounds=1))
    env.reset(seed=1)
    ends = []
    for _ in range(20):
        *_, infos = env.step(env.unwrapped.sample().copy())
        assert [info["seat"] for info in infos] == [0] * 8
        ends += [info for info in infos if "final_obs" in info]
    assert ends
    assert all(end["final_obs"]["observation"].shape == (163,) for end in ends)


# --- How games end --------------------------------------------------------------------------


@pytest.mark.parametrize("maker", [vector.azul, seat_vector.azul])
@every_mode
def test_the_end_of_a_game_is_seen(maker: Any, mode: AutoresetMode) -> None:
    env = maker(6, autoreset_mode=mode)
    seen, _ = env.reset(seed=3)
    env.action_space.seed(3)
    ended = 0
    for _ in range(300):
        over = env._over.copy()
        acts = env.batch.to_move.copy()
        actions = np.where(over, -1, legal(env, seen))
        seen, rewards, terminated, _, infos = env.step(actions)
        if mode is AutoresetMode.NEXT_STEP:
            assert not (terminated | (rewards != 0))[over].any()
            assert seen["action_mask"][over].any(axis=1).all()
        assert ("final_obs" in infos) == (terminated.any() and mode is AutoresetMode.SAME_STEP)
        for number in np.flatnonzero(terminated):
            ended += 1
            last = seen["observation"][number]
            if mode is AutoresetMode.SAME_STEP:
                final = infos["final_obs"][number]
                assert env.single_observation_space.contains(final)
                assert not final["action_mask"].any()
                assert seen["action_mask"][number].any()
                scores = infos["final_info"]["scores"][number]
                last = final["observation"]
            else:
                assert not seen["action_mask"][number].any()
                scores = infos["scores"][number]
            seat = 0 if maker is seat_vector.azul else acts[number]
            assert env.layout.split(last)["score"].tolist() == np.roll(scores, -seat).tolist()
            if scores[0] != scores[1]:
                assert rewards[number] == (1 if scores[seat] > scores[1 - seat] else -1)
        if mode is AutoresetMode.DISABLED and env._over.all():
            seen, _ = env.reset()
    assert ended > 10


def test_only_the_games_of_the_mask_begin_anew() -> None:
    env = vector.azul(4, autoreset_mode="Disabled")
    seen, _ = env.reset(seed=1)
    which = np.array([True, False, False, True])
    later, *_ = env.step(env.sample())
    again, _ = env.reset(seed=1, options={"reset_mask": which})
    assert np.array_equal(again["observation"][which], seen["observation"][which])
    assert np.array_equal(again["observation"][~which], later["observation"][~which])


@pytest.mark.parametrize(
    "options", [{"reset_mask": [True]}, {"reset_mask": np.ones(4)}, {"colour": "red"}]
)
def test_other_options_of_reset_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match="reset_mask"):
        vector.azul(4).reset(options=options)


def test_bad_settings_are_refused() -> None:
    for settings in ({"autoreset_mode": "Sometimes"}, {"render_mode": "human"}, {"players": 5}):
        with pytest.raises(BadOption, match=next(iter(settings))):
            vector.azul(2, **settings)
    env = seat_vector.azul(2)
    env.reset(seed=1)
    with pytest.raises(BadShape, match="actions"):
        env.step([1])


def test_games_can_be_looked_at() -> None:
    env = make("loseta/Azul-v1", num_envs=2, render_mode="ansi")
    env.reset(seed=1)
    first, second = env.render()
    assert first != second
    drawn = make("loseta/Duel-v1", num_envs=2, render_mode="rgb_array")
    drawn.reset(seed=1)
    assert all(picture.ndim == 3 for picture in drawn.render())


# --- All seats ------------------------------------------------------------------------------


def test_the_seat_that_acts_is_rewarded_and_all_rewards_are_told() -> None:
    env = vector.azul(8, players=3, reward="score")
    env.reset(seed=1)
    scored = 0
    for _ in range(100):
        acts = env.batch.to_move.copy()
        _, rewards, _, _, infos = env.step(env.sample())
        assert np.array_equal(rewards, infos["rewards"][np.arange(8), acts])
        assert infos["rewards"].sum(axis=1) == pytest.approx(0, abs=1e-4)
        assert np.array_equal(infos["to_move"], env.batch.to_move)
        scored += int(np.count_nonzero(infos["rewards"]))
    assert scored > 20


def test_an_illegal_action_of_self_play_is_refused() -> None:
    env = vector.azul(3)
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="Game 0 of the batch"):
        env.step(np.zeros(3, int))


# --- One seat -------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1])
def test_a_learner_is_asked_for_its_own_decisions_only(seat: int) -> None:
    """Its rewards are those of the whole batch, summed up between its decisions."""
    env = seat_vector.azul(16, reward="score", seat=seat)
    env.reset(seed=1)
    total = np.zeros(16)
    finished = 0
    for _ in range(200):
        assert (env.batch.to_move == seat).all()
        _, rewards, terminated, _, _ = env.step(env.sample().copy())
        total += rewards
        for number in np.flatnonzero(terminated):
            scores = env.batch.final_scores[number]
            assert total[number] == scores[seat] - scores[1 - seat]
            total[number] = 0
            finished += 1
    assert finished > 30


def test_a_seat_may_be_drawn_for_each_game() -> None:
    env = seat_vector.azul(32, players=3, seat=None)
    _, infos = env.reset(seed=1)
    seats = infos["seat"]
    drawn = set(seats.tolist())
    for _ in range(100):
        assert np.array_equal(env.batch.to_move, seats)
        *_, terminated, _, infos = env.step(env.sample().copy())
        assert np.array_equal(infos["seat"][~terminated], seats[~terminated])
        seats = infos["seat"]
    assert drawn == {0, 1, 2}


@every_mode
def test_an_illegal_action_ends_its_game_with_a_penalty(mode: AutoresetMode) -> None:
    env = seat_vector.azul(3, illegal_reward=-2, autoreset_mode=mode)
    before, _ = env.reset(seed=1)
    actions = env.sample().copy()
    actions[1] = 0  # a place on the gray wall
    seen, rewards, terminated, _, infos = env.step(actions)
    assert (rewards[1], terminated.tolist()) == (-2, [False, True, False])
    same = mode is AutoresetMode.SAME_STEP
    told = infos["final_info"] if same else infos
    assert told["_illegal"].tolist() == [False, True, False]
    assert told["illegal"][1].startswith("Game 1 of the batch, action 0: ")
    assert not told["_scores"].any()
    final = infos["final_obs"][1]["observation"] if same else seen["observation"][1]
    assert np.array_equal(final, before["observation"][1])
    actions = np.where(terminated & ~same, -1, env.sample())
    seen, rewards, terminated, *_ = env.step(actions)
    assert not rewards[1]
    assert not terminated.any()
    assert np.array_equal(seen["observation"][1], final) == (mode is AutoresetMode.DISABLED)


@pytest.mark.parametrize("opponent", ["greedy", ["greedy", "random"]])
def test_any_player_may_be_the_opponent(opponent: Any) -> None:
    """As with one game: the seats after the learner's, in the order of turns."""
    runs = []
    for _ in range(2):
        env = make("loseta/Azul-v1", num_envs=3, players=3, opponent=opponent, max_rounds=2)
        seen, _ = env.reset(seed=7)
        env.action_space.seed(7)
        ended = 0
        for _ in range(25):
            seen, _, _, truncated, _ = env.step(legal(env, seen))
            assert (env.batch.to_move == 0).all()
            ended += truncated.sum()
        assert ended
        runs.append(seen)
    assert data_equivalence(runs[0], runs[1], exact=True)


def test_a_policy_of_one_s_own_may_be_the_opponent() -> None:
    asked = []

    def lowest(batch: Batch) -> Any:
        asked.append(batch.to_move.copy())
        return batch.masks.argmax(axis=1)

    env = seat_vector.azul(4, opponent=lowest, first=1)
    seen, _ = env.reset(seed=1)
    play = Play(azul.GAME, {"first": 1}, "win", None)
    play.reset(1)
    play.act(play.action(int(play.mask(1).argmax())))
    assert np.array_equal(seen["observation"][0], play.observation(0))
    assert (asked[0] == 1).all()


def test_opponents_that_cannot_be_are_refused() -> None:
    with pytest.raises(BadOption, match="opponent"):
        seat_vector.azul(2, opponent=["greedy", "greedy"])
    with pytest.raises(UnknownPlayer):
        seat_vector.azul(2, opponent="nobody")
    with pytest.raises(BadOption, match="seat"):
        seat_vector.azul(1, seat=2)
