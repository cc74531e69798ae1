"""Many games at once: step by step what the rules engine does, whatever the threads."""

import os
import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from loseta import azul, duel
from loseta.envs import vector
from loseta.envs.play import Play
from loseta.envs.seat_vector import SeatGames
from loseta.game import BadOption, Game, IllegalAction, NotAnAction, Refusal
from loseta.kernels.batch import random_legal

from ..kernels import azul_twins, duel_twins
from ..support import ROOT, Options
from .variants import every_variant

MAKERS: dict[str, Any] = {"azul": vector.azul, "duel": vector.duel}


def make(game: Game, options: dict[str, Any], count: int, **settings: Any) -> vector.Games:
    games: vector.Games = MAKERS[game.name](count, **options, **settings)
    return games


def follow(
    games: vector.Games, plays: list[Play], steps: int, choose: Callable[[Play], Any] | None = None
) -> int:
    """Play the same actions, random unless they are chosen, in a batch and on the rules engine; how
    many games ended."""
    ended = 0
    for step in range(steps):
        for number, play in enumerate(plays):
            assert games.to_move[number] == play.seat
            assert np.array_equal(games.observations[number], play.observation(play.seat))
            assert np.array_equal(games.masks[number], play.mask(play.seat))
        actions = games.sample().copy()
        if choose is not None:
            actions[:] = [choose(play).index for play in plays]
        if step % 5 == 0:
            actions[step % len(plays)] = -1
        games.step(actions)
        for number, play in enumerate(plays):
            if actions[number] < 0:
                assert not games.rewards[number].any()
                assert not games.terminated[number]
                assert not games.truncated[number]
                continue
            rewards = play.act(play.action(actions[number]))
            assert np.array_equal(games.rewards[number], np.array(rewards, np.float32))
            assert games.terminated[number] == play.terminated
            assert games.truncated[number] == play.truncated
            if play.terminated or play.truncated:
                for seat in range(play.seats):
                    final = games.final_observations[number, seat]
                    assert np.array_equal(final, play.observation(seat))
                assert tuple(games.final_scores[number]) == play.state.scores
                ended += 1
                play.reset()
    return ended


@pytest.mark.parametrize(("reward", "max_rounds"), [("win", None), ("score", 3)])
@every_variant
def test_a_batch_plays_what_the_rules_play(
    game: Game, options: Options, reward: str, max_rounds: int | None
) -> None:
    """The same seeds and actions, several games one after the other, seen by every seat."""
    games = make(game, options, 3, reward=reward, max_rounds=max_rounds)
    plays = [Play(game, options, reward, max_rounds) for _ in range(3)]
    games.reset([5, 6, 2**63])
    for play, seed in zip(plays, (5, 6, 2**63), strict=True):
        play.reset(seed)
    assert follow(games, plays, 400) > 3
    for number, play in enumerate(plays):
        assert games.state(number) == play.state


@pytest.mark.parametrize("max_rounds", [None, 2])
@every_variant
def test_without_auto_reset_a_game_stays_at_its_end(
    game: Game, options: Options, max_rounds: int | None
) -> None:
    games = make(game, options, 3, max_rounds=max_rounds, auto_reset=False)
    plays = [Play(game, options, "win", max_rounds) for _ in range(3)]
    games.reset(range(3))
    for seed, play in enumerate(plays):
        play.reset(seed)
    while (games.to_move >= 0).any():
        actions = games.sample().copy()
        games.step(actions)
        for play, action in zip(plays, actions, strict=True):
            if action >= 0:
                play.act(play.action(action))
    assert (games.sample() == -1).all()
    assert not games.masks.any()
    for number, play in enumerate(plays):
        assert play.truncated or play.terminated
        assert games.state(number) == play.state
        assert tuple(games.final_scores[number]) == play.state.scores
        for seat in range(play.seats):
            assert np.array_equal(games.observe(number, seat), play.observation(seat))
    with pytest.raises(IllegalAction) as refusal:
        games.step([0, -1, -1])
    assert str(refusal.value).startswith("Game 0 of the batch, action 0: ")
    games.reset()
    assert (games.to_move >= 0).all()


@every_variant
def test_the_first_player_may_be_chosen(game: Game, options: Options) -> None:
    """Seats count from 0, as everywhere in the code."""
    for first in (0, 1):
        games = make(game, {**options, "first": first}, 20)
        plays = [Play(game, {**options, "first": first}, "win", None) for _ in range(20)]
        games.reset(range(20))
        for seed, play in enumerate(plays):
            play.reset(seed)
            assert games.state(seed) == play.state
            assert games.state(seed).first == first


@pytest.mark.parametrize("policy", duel_twins.POLICIES)
def test_ways_to_play_duel_that_lead_into_corners(policy: str) -> None:
    """Drawing again and again, for one: many plates are looked at and put back by either seat."""
    source = random.Random(policy)
    games = vector.duel(4, tablets="random-4", reward="score")
    plays = [Play(duel.GAME, {"tablets": "random-4"}, "score", None) for _ in range(4)]
    games.reset(range(4))
    for seed, play in enumerate(plays):
        play.reset(seed)

    def choose(play: Play) -> Any:
        return duel_twins.choose(play.state, play.state.legal_actions(), policy, source)  # type: ignore[arg-type]

    assert follow(games, plays, 300, choose) >= 4


@pytest.mark.parametrize("policy", azul_twins.POLICIES[1:], ids=lambda policy: policy.__name__)
def test_ways_to_play_azul_that_lead_into_corners(policy: azul_twins.Policy) -> None:
    source = random.Random(policy.__name__)
    games = vector.azul(4, players=3, wall="gray")
    plays = [Play(azul.GAME, {"players": 3, "wall": "gray"}, "win", None) for _ in range(4)]
    games.reset(range(4))
    for seed, play in enumerate(plays):
        play.reset(seed)

    def choose(play: Play) -> Any:
        return policy(play.state, play.state.legal_actions(), source)  # type: ignore[arg-type]

    follow(games, plays, 500, choose)


@pytest.mark.parametrize("maker", MAKERS.values(), ids=MAKERS)
def test_threads_change_nothing(maker: Any) -> None:
    one, two = maker(512, threads=1), maker(512, threads=2)
    assert (one.threads, two.threads) == (1, 2)
    one.reset(range(512))
    two.reset(range(512))
    for _ in range(120):
        actions = one.sample().copy()
        assert np.array_equal(actions, two.sample())
        first, second = one.step(actions), two.step(actions)
        assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))
    assert np.array_equal(one._states, two._states)
    two.close()


def test_the_same_arrays_are_written_at_every_step() -> None:
    games = vector.azul(4)
    first = games.reset(range(4))
    assert games.step(games.sample()) is first
    assert first.observations is games.observations


def test_seeds_begin_the_same_games_and_without_seeds_the_next_ones() -> None:
    games, others = vector.azul(8), vector.azul(8)
    start = games.reset(range(8)).observations.copy()
    assert np.array_equal(others.reset(range(8)).observations, start)
    assert not np.array_equal(games.reset().observations, start)
    assert np.array_equal(
        games.reset().observations, [others.reset(), others.reset()][1].observations
    )
    fresh = vector.azul(8)
    assert not np.array_equal(fresh.reset().observations, start)


def test_a_bad_action_is_refused_with_the_rule_and_changes_nothing() -> None:
    games = vector.azul(3)
    games.reset(range(3))
    before = games._states.copy()
    actions = games.sample().copy()
    actions[1] = 0  # a place on the gray wall
    with pytest.raises(vector.IllegalInBatch) as refusal:
        games.step(actions)
    assert refusal.value.text == "1:1"
    assert refusal.value.game == 1
    assert refusal.value.position == games.state(1).to_text()
    why = games.state(1).why_illegal(games.game.action_from_index(0))
    assert str(refusal.value) == f"Game 1 of the batch, action 0: {why.sentence('en')}"
    spanish = refusal.value.sentence("es")
    assert spanish == f"Partida 1 del lote, acción 0: {why.sentence('es')}"
    assert refusal.value.reason.rule.startswith("A")
    for wrong in (-2, -3, 205, 10**12):
        actions[1] = wrong
        with pytest.raises(NotAnAction, match=rf"Game 1 of the batch, action {wrong}: .*0 … 204"):
            games.step(actions)
    assert np.array_equal(games._states, before)


@pytest.mark.parametrize("count", [1, 512], ids=["one thread", "two threads"])
def test_closed_games_say_so(count: int) -> None:
    games = vector.azul(count, threads=2)
    games.reset(range(count))
    games.close()
    games.close()  # a second time is no mistake
    with pytest.raises(vector.ClosedGames, match="closed"):
        games.step(games.sample())
    with pytest.raises(vector.ClosedGames, match="closed"):
        games.reset()
    assert "cerrad" in vector.ClosedGames().sentence("es")


@pytest.mark.parametrize("actions", [[1, 2], [[1], [2], [3]], [0.5, 1, 2], 7, ["a", "b", "c"]])
def test_actions_of_another_shape_are_refused(actions: Any) -> None:
    games = vector.azul(3)
    games.reset(range(3))
    with pytest.raises(vector.BadShape, match=r"actions.*int \(3,\)"):
        games.step(actions)


def test_seeds_of_another_shape_are_refused() -> None:
    with pytest.raises(vector.BadShape, match="seeds"):
        vector.azul(3).reset([1, 2])
    with pytest.raises(vector.BadShape, match="seeds"):
        vector.azul(2).reset([0.5, 1.5])


def test_a_step_before_the_first_reset_is_refused() -> None:
    with pytest.raises(Refusal, match="reset"):
        vector.azul(1).step([1])


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"players": 5}, "players"),
        ({"wall": "pink"}, "wall"),
        ({"reward": "fun"}, "reward"),
        ({"max_rounds": 0}, "max_rounds"),
        ({"max_rounds": True}, "max_rounds"),
        ({"threads": 0}, "threads"),
        ({"count": 0}, "count"),
        ({"count": 1.5}, "count"),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], name: str) -> None:
    with pytest.raises(BadOption, match=name):
        vector.azul(**{"count": 1, **options})


def test_numbers_may_be_numpy_s_own() -> None:
    one: Any = np.int64(1)
    games = vector.azul(one, max_rounds=one, threads=one)
    games.reset(np.arange(1))
    assert games.observe(one - 1, one).shape == (games.layout.size,)
    assert SeatGames(games, one).seat == 1


def test_every_array_may_be_written_to() -> None:
    """So that torch.from_numpy takes them without a warning."""
    games = vector.azul(2)
    for batch in (games.reset(range(2)), games.step(games.sample())):
        assert all(array.flags.writeable for array in batch)
    assert games.sample().flags.writeable


@pytest.mark.parametrize("maker", MAKERS.values(), ids=MAKERS)
def test_what_is_written_into_the_masks_makes_nothing_legal(maker: Any) -> None:
    games, others = maker(300, threads=2), maker(300, threads=1)
    games.reset(range(300))
    others.reset(range(300))
    forbidden = int(np.flatnonzero(others.masks[7] == 0)[0])
    for value in (0, 1):
        games.masks[:] = value
        actions = others.sample().copy()
        assert np.array_equal(games.sample(), actions)
        actions[7] = forbidden
        with pytest.raises(IllegalAction):
            games.step(actions)
        actions[7] = -1  # this game waits, and its mask is right again all the same
        games.step(actions)
        others.step(actions)
        assert np.array_equal(games.masks, others.masks)
        forbidden = int(np.flatnonzero(others.masks[7] == 0)[0])


@pytest.mark.parametrize("seat", [0, 1])
def test_a_learner_is_asked_for_its_own_decisions_only(seat: int) -> None:
    """Its rewards are those of the whole batch, summed up between its decisions."""
    seats = SeatGames(vector.azul(16, reward="score"), seat)
    seats.reset(range(16))
    total = np.zeros(16)
    finished = 0
    for _ in range(200):
        assert (seats.games.to_move == seat).all()
        step = seats.step(seats.games.sample().copy())
        total += step.rewards
        for number in np.flatnonzero(step.terminated):
            scores = seats.games.final_scores[number]
            assert total[number] == scores[seat] - scores[1 - seat]
            total[number] = 0
            finished += 1
    assert finished > 30


def test_a_learner_s_games_that_are_over_stay_so_unless_others_follow() -> None:
    games = vector.azul(8, auto_reset=False)
    seats = SeatGames(games, 1)
    seats.reset(range(8))
    ended = np.zeros(8, np.bool_)
    for _ in range(200):
        step = seats.step(np.where(games.to_move == 1, games.sample(), -1))
        assert not (step.terminated & ended).any()
        ended |= step.terminated
        assert (games.to_move == np.where(ended, -1, 1)).all()
    assert ended.all()


def test_a_learner_needs_a_seat_of_the_game() -> None:
    with pytest.raises(BadOption, match="seat"):
        SeatGames(vector.azul(1), 2)


def play_within_bounds() -> None:
    """Run in a process that compiles with checks: nothing is read or written out of bounds."""
    variants: list[tuple[Any, dict[str, Any]]]
    variants = [(vector.azul, {"players": 4, "wall": "gray"}), (vector.duel, {})]
    with pytest.raises(IndexError):  # the checks are on
        random_legal(np.ones((3, 3), np.int8), np.zeros((20, 1), np.uint64), np.zeros(20, np.int64))
    for maker, options in variants:
        games = maker(20, **options)
        games.reset(range(20))
        for _ in range(400):
            games.step(games.sample())


@pytest.mark.long
def test_no_array_is_left(request: pytest.FixtureRequest) -> None:
    cache = request.config.cache
    assert cache is not None
    command = "from tests.envs.test_vector import *; play_within_bounds()"
    environment = os.environ | {
        "NUMBA_BOUNDSCHECK": "1",
        "XDG_CACHE_HOME": str(cache.mkdir("kernels-with-checks")),
    }
    run = subprocess.run(
        [sys.executable, "-c", command],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
