"""Games side by side: step by step what the rules engine does, whatever the threads."""

import os
import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from loseta import azul, duel
from loseta.envs import batch
from loseta.envs.batch import Batch
from loseta.envs.play import Play
from loseta.game import BadOption, Game, IllegalAction, NotAnAction, Refusal
from loseta.kernels.batch import first_illegal

from ..kernels import azul_twins, duel_twins
from ..support import ROOT, Options, each_variant_at_length
from .variants import every_variant


def azul_games(count: int, *, players: int = 2, wall: str = "coloured", **settings: Any) -> Batch:
    return Batch(azul.GAME, count, {"players": players, "wall": wall}, **settings)


def duel_games(count: int, *, tablets: str = "starred", **settings: Any) -> Batch:
    return Batch(duel.GAME, count, {"tablets": tablets}, **settings)


ARRAYS = {"observations", "masks", "to_move", "rewards", "gained", "terminated", "truncated"}
MAKERS: dict[str, Any] = {"azul": azul_games, "duel": duel_games}


def make(game: Game, options: dict[str, Any], count: int, **settings: Any) -> Batch:
    return Batch(game, count, options, **settings)


def follow(
    games: Batch, plays: list[Play], steps: int, choose: Callable[[Play], Any] | None = None
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
            acting = play.seat
            rewards = play.act(play.action(actions[number]))
            assert games.gained[number] == np.float32(rewards[acting])
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
    games.begin([5, 6, 2**63])
    for play, seed in zip(plays, (5, 6, 2**63), strict=True):
        play.reset(seed)
    assert follow(games, plays, 400) > 3
    for number, play in enumerate(plays):
        assert games.state(number) == play.state


@pytest.mark.parametrize("max_rounds", [None, 2])
@each_variant_at_length
def test_a_game_that_no_other_follows_stays_at_its_end(
    game: Game, options: Options, max_rounds: int | None
) -> None:
    games = make(game, options, 3, max_rounds=max_rounds, again=False)
    plays = [Play(game, options, "win", max_rounds) for _ in range(3)]
    games.begin(range(3))
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
    games.begin()
    assert (games.to_move >= 0).all()


@every_variant
def test_the_first_player_may_be_chosen(game: Game, options: Options) -> None:
    """Seats count from 0, as everywhere in the code."""
    for first in (0, 1):
        games = make(game, {**options, "first": first}, 20)
        plays = [Play(game, {**options, "first": first}, "win", None) for _ in range(20)]
        games.begin(range(20))
        for seed, play in enumerate(plays):
            play.reset(seed)
            assert games.state(seed) == play.state
            assert games.state(seed).first == first


@pytest.mark.parametrize("policy", duel_twins.POLICIES)
def test_ways_to_play_duel_that_lead_into_corners(policy: str) -> None:
    """Drawing again and again, for one: many plates are looked at and put back by either seat."""
    source = random.Random(policy)
    games = duel_games(4, tablets="random-4", reward="score")
    plays = [Play(duel.GAME, {"tablets": "random-4"}, "score", None) for _ in range(4)]
    games.begin(range(4))
    for seed, play in enumerate(plays):
        play.reset(seed)

    def choose(play: Play) -> Any:
        return duel_twins.choose(play.state, play.state.legal_actions(), policy, source)  # type: ignore[arg-type]

    assert follow(games, plays, 300, choose) >= 4


@pytest.mark.parametrize("policy", azul_twins.POLICIES[1:], ids=lambda policy: policy.__name__)
def test_ways_to_play_azul_that_lead_into_corners(policy: azul_twins.Policy) -> None:
    source = random.Random(policy.__name__)
    games = azul_games(4, players=3, wall="gray")
    plays = [Play(azul.GAME, {"players": 3, "wall": "gray"}, "win", None) for _ in range(4)]
    games.begin(range(4))
    for seed, play in enumerate(plays):
        play.reset(seed)

    def choose(play: Play) -> Any:
        return policy(play.state, play.state.legal_actions(), source)  # type: ignore[arg-type]

    follow(games, plays, 500, choose)


@pytest.mark.parametrize("maker", MAKERS.values(), ids=MAKERS)
def test_threads_change_nothing(maker: Any) -> None:
    one, two = maker(512, threads=1), maker(512, threads=2)
    assert (one.threads, two.threads) == (1, 2)
    one.begin(range(512))
    two.begin(range(512))
    for _ in range(120):
        actions = one.sample().copy()
        assert np.array_equal(actions, two.sample())
        one.step(actions)
        two.step(actions)
        for name in ARRAYS:
            assert np.array_equal(getattr(one, name), getattr(two, name)), name
    assert np.array_equal(one._states, two._states)
    two.close()


def test_the_same_arrays_are_written_at_every_step() -> None:
    games = azul_games(4)
    arrays = {name: value for name, value in vars(games).items() if name in ARRAYS}
    assert len(arrays) == len(ARRAYS)
    games.begin(range(4))
    games.step(games.sample())
    assert all(getattr(games, name) is array for name, array in arrays.items())


def begun(games: Batch, seeds: Any = None) -> Any:
    games.begin(seeds)
    return games.observations.copy()


def test_seeds_begin_the_same_games_and_without_seeds_the_next_ones() -> None:
    games, others = azul_games(8), azul_games(8)
    start = begun(games, range(8))
    assert np.array_equal(begun(others, range(8)), start)
    following = begun(games)
    assert not np.array_equal(following, start)
    assert np.array_equal(begun(others), following)
    assert np.array_equal(begun(others), begun(games))
    assert not np.array_equal(begun(azul_games(8)), start)


def test_some_games_may_begin_while_the_others_go_on() -> None:
    games, others = azul_games(4), azul_games(4)
    for each in (games, others):
        each.begin(range(4))
        each.step(each.sample())
    before = games.observations.copy()
    which = np.array([False, True, False, True])
    games.begin([9, 1, 9, 3], which)
    assert np.array_equal(games.observations[~which], before[~which])
    assert np.array_equal(games.observations[which], begun(others, range(4))[which])
    start = games.observations[1].copy()
    actions = games.sample().copy()
    actions[1] = 10**6  # does not matter there
    games.step(actions, which)
    assert not np.array_equal(games.observations[1], start)
    assert games.state(1).round == 1
    assert np.array_equal(games.observations[1], games.observe(1, int(games.to_move[1])))


def test_a_bad_action_is_refused_with_the_rule_and_changes_nothing() -> None:
    games = azul_games(3)
    games.begin(range(3))
    before = games._states.copy()
    actions = games.sample().copy()
    actions[1] = 0  # a place on the gray wall
    with pytest.raises(batch.IllegalInBatch) as refusal:
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
    games = azul_games(count, threads=2)
    games.begin(range(count))
    games.close()
    games.close()  # a second time is no mistake
    with pytest.raises(batch.ClosedGames, match="closed"):
        games.step(games.sample())
    with pytest.raises(batch.ClosedGames, match="closed"):
        games.begin()
    assert "cerrad" in batch.ClosedGames().sentence("es")


@pytest.mark.parametrize("actions", [[1, 2], [[1], [2], [3]], [0.5, 1, 2], 7, ["a", "b", "c"]])
def test_actions_of_another_shape_are_refused(actions: Any) -> None:
    games = azul_games(3)
    games.begin(range(3))
    with pytest.raises(batch.BadShape, match=r"actions.*int \(3,\)"):
        games.step(actions)


def test_seeds_of_another_shape_are_refused() -> None:
    with pytest.raises(batch.BadShape, match="seeds"):
        azul_games(3).begin([1, 2])
    with pytest.raises(batch.BadShape, match="seeds"):
        azul_games(2).begin([0.5, 1.5])


def test_a_step_before_the_first_reset_is_refused() -> None:
    with pytest.raises(Refusal, match="reset"):
        azul_games(1).step([1])


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
        azul_games(**{"count": 1, **options})


def test_numbers_may_be_numpy_s_own() -> None:
    one: Any = np.int64(1)
    games = azul_games(one, max_rounds=one, threads=one)
    games.begin(np.arange(1))
    assert games.observe(one - 1, one).shape == (games.layout.size,)


def test_every_array_may_be_written_to() -> None:
    """So that torch.from_numpy takes them without a warning."""
    games = azul_games(2)
    assert all(getattr(games, name).flags.writeable for name in ARRAYS)
    games.begin(range(2))
    assert games.sample().flags.writeable


@pytest.mark.parametrize("maker", MAKERS.values(), ids=MAKERS)
def test_what_is_written_into_the_masks_makes_nothing_legal(maker: Any) -> None:
    games, others = maker(300, threads=2), maker(300, threads=1)
    games.begin(range(300))
    others.begin(range(300))
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


def play_within_bounds() -> None:
    """Run in a process that compiles with checks: nothing is read or written out of bounds."""
    variants: list[tuple[Any, dict[str, Any]]]
    variants = [(azul_games, {"players": 4, "wall": "gray"}), (duel_games, {})]
    with pytest.raises(IndexError):  # the checks are on
        first_illegal(np.ones((3, 3), np.int8), np.zeros(20, np.int64))
    for maker, options in variants:
        games = maker(20, **options)
        games.begin(range(20))
        for _ in range(400):
            games.step(games.sample())


@pytest.mark.long
def test_no_array_is_left(request: pytest.FixtureRequest) -> None:
    cache = request.config.cache
    assert cache is not None
    command = "from tests.envs.test_batch import *; play_within_bounds()"
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
