"""PettingZoo's own suites for every game, variant and number of players, and the rest."""

import random
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from loseta.envs import VERSION
from loseta.envs import pettingzoo as envs
from loseta.envs.play import Play
from loseta.game import BadOption, Game, IllegalAction, NotAnAction, Refusal

from ..support import Options, each_variant_at_length
from .variants import every_variant

MAKERS: dict[str, Any] = {"azul": envs.azul, "duel": envs.duel}
ABOUT_DICTIONARIES = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or "
    "gymnasium.spaces.discrete",
}
"""The suite knows the environments whose observations are dictionaries by name, and warns of all
others; it has no other complaint."""


@contextmanager
def no_other_complaint() -> Iterator[None]:
    with warnings.catch_warnings(record=True) as complaints:
        warnings.simplefilter("always")
        yield
    assert {str(each.message) for each in complaints} <= ABOUT_DICTIONARIES


def maker(game: Game, options: Options) -> Any:
    return partial(MAKERS[game.name], **options)


@each_variant_at_length
def test_the_suites_of_pettingzoo_pass(
    game: Game, options: Options, capsys: pytest.CaptureFixture[str]
) -> None:
    make = maker(game, options)
    with no_other_complaint():
        api_test(make(), num_cycles=400)
    seed_test(make, num_cycles=150)
    render_test(make)
    assert "Player 1" in capsys.readouterr().out  # for people


def play(env: Any, seed: int) -> list[tuple[str, int]]:
    """A random game: who played what."""
    source = random.Random(seed)
    env.reset(seed=seed)
    moves = []
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        action = int(source.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        moves.append((agent, action))
        env.step(action)
    return moves


@pytest.mark.parametrize(("reward", "max_rounds"), [("win", None), ("score", 3)])
@every_variant
def test_it_plays_what_the_rules_play(
    game: Game, options: Options, reward: str, max_rounds: int | None
) -> None:
    """The same seed and actions on the kernels and on the rules engine, seen by every agent."""
    env = maker(game, options)(reward=reward, max_rounds=max_rounds)
    rules = Play(game, options, reward, max_rounds)
    source = random.Random(8)
    env.reset(seed=8)
    rules.reset(8)
    for _ in range(2):
        while not (rules.terminated or rules.truncated):
            action = source.choice(rules.state.legal_actions())
            env.step(action.index)
            rewards = rules.act(action)
            assert env.game_state == rules.state
            assert list(env.rewards.values()) == pytest.approx(rewards)
            assert set(env.terminations.values()) == {rules.terminated}
            assert set(env.truncations.values()) == {rules.truncated}
            for seat, agent in enumerate(env.possible_agents):
                seen, wanted = env.observe(agent), rules.observe(seat)
                assert np.array_equal(seen["observation"], wanted["observation"])
                assert np.array_equal(seen["action_mask"], wanted["action_mask"])
        env.reset()
        rules.reset()


@every_variant
def test_the_order_of_agents_is_that_of_the_game(game: Game, options: Options) -> None:
    env = maker(game, options)()
    env.reset(seed=1)
    source = random.Random(1)
    twice = 0
    while env.agents and not any(env.terminations.values()):
        seat = env.game_state.to_move
        assert env.agent_selection == f"player_{seat}"
        for agent in env.agents:
            assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)
        env.step(source.choice(env.game_state.legal_actions()).index)
        twice += env.game_state.to_move == seat
    assert twice or options.get("wall") == "coloured"  # where the marker brings it about by chance


@pytest.mark.parametrize("reward", ["win", "score"])
@every_variant
def test_rewards_sum_up_to_nothing_and_to_the_result(
    game: Game, options: Options, reward: str
) -> None:
    env = maker(game, options)(reward=reward)
    env.reset(seed=2)
    source = random.Random(2)
    total = dict.fromkeys(env.possible_agents, 0.0)
    while not any(env.terminations.values()):
        env.step(source.choice(env.game_state.legal_actions()).index)
        assert sum(env.rewards.values()) == pytest.approx(0, abs=1e-6)
        total = {agent: total[agent] + env.rewards[agent] for agent in total}
    outcome = env.game_state.outcome
    for seat, agent in enumerate(env.possible_agents):
        others = [score for other, score in enumerate(outcome.scores) if other != seat]
        wanted = {
            "score": outcome.scores[seat] - sum(others) / len(others),
            "win": 1.0 if outcome.winners == (seat,) else -1 / len(others),
        }
        if len(outcome.winners) == 1 or reward == "score":
            assert total[agent] == pytest.approx(wanted[reward])


def test_the_last_round_wanted_is_reported_as_truncation() -> None:
    env = envs.azul(max_rounds=2)
    env.reset(seed=3)
    while not any(env.truncations.values()):
        env.step(env.game_state.legal_actions()[0].index)
    assert all(value is True for value in env.truncations.values())
    assert all(value is False for value in env.terminations.values())
    assert not any(env.rewards.values())
    assert env.game_state.round == 3


def test_terminations_are_booleans_of_python() -> None:
    env = envs.duel()
    play(env, 1)
    env.reset(seed=1)
    assert {type(value) for value in env.terminations.values()} == {bool}


def test_a_bad_action_is_refused_and_changes_nothing() -> None:
    env = envs.azul()
    env.reset(seed=1)
    before = env.game_state.copy()
    with pytest.raises(IllegalAction, match="factory offer"):
        env.step(0)
    for wrong in (-1, 205, 1.5, None, True, "3R4", np.array([1])):
        with pytest.raises(NotAnAction):
            env.step(wrong)
    assert env.game_state == before


def test_order_is_enforced() -> None:
    env = envs.azul()
    with pytest.raises(Refusal, match="reset"):
        env.step(30)
    with pytest.raises(Refusal, match="reset"):
        env.observe("player_0")
    play(env, 1)
    with pytest.raises(Refusal, match="reset"):
        env.step(None)


@pytest.mark.parametrize(
    ("options", "name"),
    [({"players": 1}, "players"), ({"reward": "fun"}, "reward"), ({"render_mode": "x"}, "render")],
)
def test_bad_options_are_refused(options: dict[str, Any], name: str) -> None:
    with pytest.raises(BadOption, match=name):
        envs.azul(**options)


def test_the_environments_are_registered() -> None:
    env = pettingzoo.make("aec", f"loseta/Azul-v{VERSION}", players=3, wall="gray")
    assert (len(env.possible_agents), str(env)) == (3, f"azul_v{VERSION}")
    assert str(pettingzoo.make("aec", f"loseta/Duel-v{VERSION}")) == f"duel_v{VERSION}"


def test_the_same_seed_gives_the_same_game_and_no_seed_the_next() -> None:
    env = envs.azul(players=4)
    assert play(env, 5) == play(env, 5) != play(env, 6)
    env.reset(seed=5)
    first = env.observe("player_0")["observation"]
    env.reset()
    assert not np.array_equal(env.observe("player_0")["observation"], first)
