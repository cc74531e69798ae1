"""Observations: within their bounds, complete, and blind to what a seat may not know."""

import random
import re

import numpy as np
import pytest

from loseta import azul, duel
from loseta.duel import Draw
from loseta.envs import gymnasium, observe, pettingzoo, seat_vector, vector
from loseta.envs.chance import Chance
from loseta.envs.encoding.layout import DTYPE
from loseta.envs.play import Play
from loseta.game import Game
from loseta.kernels.bits import below
from loseta.players import DealerToMove

from ..support import Options
from .variants import every_variant, played, some_action


@every_variant
def test_numbers_stay_within_the_bounds_of_their_fields(game: Game, options: Options) -> None:
    play = Play(game, options, "win", None)
    play.reset(3)
    source = random.Random(3)
    while not play.terminated:
        for seat in range(play.seats):
            seen = play.observation(seat)
            assert (seen.dtype, seen.shape) == (DTYPE, (play.layout.size,))
            assert (seen >= 0).all()
            assert (seen <= play.layout.high).all()
        play.act(some_action(play, source))
    assert not play.mask(0).any()


@every_variant
def test_fields_cut_an_observation_without_a_gap(game: Game, options: Options) -> None:
    layout = played(game, options, 1, 0).layout
    fields = layout.split(np.arange(layout.size))
    assert np.array_equal(
        np.concatenate([each.ravel() for each in fields.values()]), range(layout.size)
    )
    assert [each.shape for each in fields.values()] == [field.shape for field in layout.fields]
    batch = layout.split(np.zeros((7, layout.size)))
    assert all(each.shape[0] == 7 for each in batch.values())


@every_variant
def test_any_state_can_be_observed_as_in_the_environments(game: Game, options: Options) -> None:
    """The state, and what its seat may know of it."""
    play = Play(game, options, "win", None)
    play.reset(4)
    source = random.Random(4)
    for _ in range(30):
        for seat in range(play.seats):
            expected = play.observe(seat)
            for state in (play.state, play.state.view(seat)):
                seen = observe(state, seat)
                assert seen.keys() == expected.keys()
                assert all(np.array_equal(seen[name], expected[name]) for name in seen)
        mine = observe(play.state.view(play.state.to_move))["action_mask"]
        assert np.array_equal(mine, play.mask(play.seat))
        play.act(some_action(play, source))
    with pytest.raises(DealerToMove):
        observe(game.new())


def test_every_environment_has_the_layout_of_its_observations() -> None:
    fields = Play(azul.GAME, {"players": 3}, "win", None).layout.fields
    env = gymnasium.azul(players=3)
    seen, _ = env.reset(seed=1)
    assert env.layout.split(seen["observation"])["factories"].sum() > 0
    batches = vector.azul(2, players=3), seat_vector.azul(2, players=3)
    for each in (env, pettingzoo.azul(players=3), *batches):
        assert each.layout.fields == fields


def without_order(text: str) -> str:
    """A position with what lies in the hand and on the floor lines sorted."""
    hand = re.sub(r"(?<=hand=)\S+", lambda drawn: ".".join(sorted(drawn[0].split("."))), text)
    return re.sub(r"(?<=:)[^:\s]+(?= seat|$)", lambda last: "".join(sorted(last[0])), hand)


@every_variant
def test_positions_that_differ_look_different(game: Game, options: Options) -> None:
    """Nothing that a seat knows is left out: equal observations come from equal views, but for the
    order of tiles on a floor line and of plates in the hand, which has no consequence."""
    play = Play(game, options, "win", None)
    source = random.Random(5)
    seen: dict[bytes, str] = {}
    for seed in range(4):
        play.reset(seed)
        while not play.terminated:
            view = without_order(play.state.view(0).to_text())
            assert seen.setdefault(play.observation(0).tobytes(), view) == view
            play.act(some_action(play, source))
    assert len(seen) > 100


def test_the_seat_that_observes_comes_first() -> None:
    state = azul.State.new(players=3, first=0)
    play = Play(azul.GAME, {"players": 3}, "win", None)
    play.state = state
    for seat, board in enumerate(state.boards):
        board.score = 10 + seat
    split = [play.layout.split(play.observation(seat)) for seat in range(3)]
    assert [fields["score"].tolist() for fields in split] == [
        [10, 11, 12],
        [11, 12, 10],
        [12, 10, 11],
    ]
    assert [fields["first"].tolist() for fields in split] == [[1, 0, 0], [0, 0, 1], [0, 1, 0]]


def hiding_games(seeds: range) -> list[Play]:
    """Positions of Duel in which one seat knows plates that the other does not."""
    found = []
    for seed in seeds:
        play = Play(duel.GAME, {}, "win", None)
        play.reset(seed)
        source = random.Random(seed)
        while not play.terminated:
            legal = play.state.legal_actions()
            draws = [action for action in legal if isinstance(action, Draw)]
            play.act(source.choice(draws if draws and source.random() < 0.7 else legal))
            state = play.state
            if state.to_move is not None and any(state.view(s) != state for s in (0, 1)):
                copied = Play(duel.GAME, {}, "win", None)
                copied.state = state.copy()
                found.append(copied)
    return found


def test_an_observation_of_duel_depends_on_nothing_that_the_seat_may_not_know() -> None:
    games = hiding_games(range(3))
    assert len(games) > 50
    chance = Chance(1)
    changed = 0
    for play in games:
        state = play.state
        assert isinstance(state, duel.State)
        for seat in (0, 1):
            before = play.observation(seat)
            play.state = state.sample(seat, chance.pick)
            changed += play.state != state
            assert np.array_equal(play.observation(seat), before)
            play.state = state
    assert changed > 50


@pytest.mark.parametrize("seed", [0, 1, 2**31, 2**64 - 1])
def test_chance_is_the_generator_of_the_kernels(seed: int) -> None:
    chance = Chance(seed)
    word = np.array([chance._word], np.uint64)
    assert [int(below(word, n)) for n in range(1, 40)] == [chance.below(n) for n in range(1, 40)]


def test_a_pick_is_as_likely_as_its_weight() -> None:
    chance = Chance(7)
    counts = np.bincount([chance.pick([1, 0, 3, 6]) for _ in range(20_000)], minlength=4)
    assert np.allclose(counts / 20_000, [0.1, 0, 0.3, 0.6], atol=0.02)
