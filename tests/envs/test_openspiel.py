"""OpenSpiel's own suites for every game, variant and number of players, and what players know."""

import random
import re
from collections import Counter
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

import loseta.envs.openspiel
from loseta.duel import Draw
from loseta.duel.hidden import known_plates
from loseta.envs.play import Play
from loseta.game import DEALER, BadOption, Game

from ..support import VARIANTS, Options, each_variant_at_length, variants_at_length
from .playthroughs import FOLDER, file_of, game_string
from .variants import every_variant

assert loseta.envs.openspiel.GAMES
flags.FLAGS.mark_as_parsed()  # the replay reads one, as a program of OpenSpiel


@each_variant_at_length
def test_the_random_simulation_of_openspiel_passes(
    game: Game, options: Options, capfd: pytest.CaptureFixture[str]
) -> None:
    loaded = pyspiel.load_game(game_string(game, options))
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)
    capfd.readouterr()


@variants_at_length({"azul-2-coloured"})
def test_the_playthrough_is_replayed(game: Game, options: Options) -> None:
    # Only here, for it loads much.
    from open_spiel.python.algorithms.generate_playthrough import replay

    original, now = replay(str(file_of(game, options)))
    for number, (before, after) in enumerate(
        zip(original.split("\n"), now.split("\n"), strict=False)
    ):
        assert after == before, f"line {number + 1}"
    assert len(now) == len(original)


def test_no_variant_is_without_a_playthrough() -> None:
    assert {file_of(*variant) for variant in VARIANTS} == set(FOLDER.glob("*.txt"))


def choose(state: Any, source: random.Random) -> int:
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
        return int(source.choices([o for o, _ in outcomes], [p for _, p in outcomes])[0])
    return int(source.choice(state.legal_actions()))


@every_variant
def test_each_draw_is_a_chance_node(game: Game, options: Options) -> None:
    """Of one tile or piece, by what is left; the seats have the actions of the rules."""
    state = pyspiel.load_game(game_string(game, options)).new_initial_state()
    source = random.Random(1)
    nodes = 0
    for _ in range(400):
        if state.is_terminal():
            break
        if state.is_chance_node():
            nodes += 1
            assert sum(p for _, p in state.chance_outcomes()) == pytest.approx(1)
            assert state.inner.state.to_move == DEALER
        else:
            position = state.inner.state
            assert state.current_player() == position.to_move
            texts = [state.action_to_string(action) for action in state.legal_actions()]
            assert sorted(texts) == sorted(action.text for action in position.legal_actions())
        state.apply_action(choose(state, source))
    assert nodes > 40


@pytest.mark.parametrize("reward", ["win", "score"])
def test_returns_come_at_the_end_and_sum_up_to_nothing(reward: str) -> None:
    game = pyspiel.load_game(f"loseta_azul(players=3,reward={reward})")
    state = game.new_initial_state()
    source = random.Random(2)
    while not state.is_terminal():
        assert not any(state.returns())
        state.apply_action(choose(state, source))
    assert any(state.returns())
    assert sum(state.returns()) == pytest.approx(0)
    assert game.min_utility() <= min(state.returns()) < max(state.returns()) <= game.max_utility()


def test_a_clone_goes_its_own_way() -> None:
    state = pyspiel.load_game("loseta_duel").new_initial_state()
    source = random.Random(3)
    for _ in range(60):
        state.apply_action(choose(state, source))
    clone, before = state.clone(), str(state)
    known = [state.information_state_string(seat) for seat in (0, 1)]
    assert [clone.information_state_string(seat) for seat in (0, 1)] == known
    clone.apply_action(choose(clone, source))
    assert str(state) == before != str(clone)
    assert [state.information_state_string(seat) for seat in (0, 1)] == known


def test_an_observation_is_that_of_the_other_environments() -> None:
    state = pyspiel.load_game("loseta_duel").new_initial_state()
    source = random.Random(4)
    for _ in range(150):
        state.apply_action(choose(state, source))
    play = Play(state.inner.state.game, {}, "win", None)
    play.state = state.inner.state
    for seat in (0, 1):
        assert np.array_equal(state.observation_tensor(seat), play.observation(seat))


def drawing_games() -> Any:
    """States of Duel where the plates that a seat has drawn are about to be shown to it."""
    source = random.Random(5)
    for _ in range(4):
        state = pyspiel.load_game("loseta_duel").new_initial_state()
        while not state.is_terminal():
            position = state.inner.state
            if position.phase == "look" and len(state.chance_outcomes()) > 1:
                yield state
            draws = [a.index for a in position.legal_actions() if isinstance(a, Draw)]
            action = choose(state, source)
            if not state.is_chance_node() and draws and source.random() < 0.6:
                action = draws[0]
            state.apply_action(action)


def test_what_one_seat_looks_at_is_not_in_what_the_other_knows() -> None:
    found = 0
    for state in drawing_games():
        looking = state.inner.state.turn
        outcomes = [outcome for outcome, _ in state.chance_outcomes()]
        children = [state.child(outcome) for outcome in (outcomes[0], outcomes[-1])]
        one, other = children
        while any(child.inner.state.phase == "look" for child in children):
            for child in children:  # the rest of the hand, alike
                child.apply_action(child.chance_outcomes()[0][0])
        if one.inner.state.phase not in ("keep", "under"):
            continue  # a single plate is kept, and shown
        seen = [child.information_state_string(1 - looking) for child in children]
        assert seen[0] == seen[1]
        assert np.array_equal(*(child.observation_tensor(1 - looking) for child in children))
        assert one.information_state_string(looking) != other.information_state_string(looking)
        found += 1
    assert found > 5


def test_an_information_state_remembers_what_was_seen_and_done() -> None:
    """The next one begins with the one before, at every step of a game."""
    state = pyspiel.load_game("loseta_duel").new_initial_state()
    source = random.Random(6)
    before = ["", ""]
    while not state.is_terminal():
        seat, action = state.current_player(), choose(state, source)
        text = state.action_to_string(action)
        state.apply_action(action)
        now = [state.information_state_string(player) for player in (0, 1)]
        assert all(after.startswith(then) for then, after in zip(before, now, strict=True))
        if seat >= 0:
            assert re.search(rf"\n>{re.escape(text)}( |\n)", now[seat][len(before[seat]) - 1 :])
        before = now


def test_the_mcts_of_python_plays() -> None:
    """The one in C++ crashes on games in Python (OpenSpiel 2.0.2)."""
    game = pyspiel.load_game("loseta_azul")
    state = game.new_initial_state()
    source = random.Random(7)
    while state.is_chance_node():
        state.apply_action(choose(state, source))
    bot = MCTSBot(game, 2.0, 2, RandomRolloutEvaluator(1, np.random.RandomState(1)))
    assert bot.step(state) in state.legal_actions()


# --- Worlds that a seat cannot tell apart, and the search that needs them ---------------------


def drawing_course(seed: int) -> Any:
    """The states of a game of Duel in which plates are drawn whenever they may be."""
    source = random.Random(seed)
    state = pyspiel.load_game("loseta_duel").new_initial_state()
    while not state.is_terminal():
        action = choose(state, source)
        if not state.is_chance_node():
            draws = [a.index for a in state.inner.state.legal_actions() if isinstance(a, Draw)]
            action = draws[0] if draws and source.random() < 0.7 else action
        state.apply_action(action)
        yield state


def hidden_from(state: Any, seat: int) -> list[tuple[int, int]]:
    return [known for known in known_plates(state.inner.state) if known[0] == 1 - seat]


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 3, 4))])
def test_a_resampled_state_is_the_same_to_the_player(seed: int) -> None:
    source, others, looked = random.Random(seed), 0, 0
    for number, state in enumerate(drawing_course(seed)):
        if number % 13:
            continue
        for seat in (0, 1):
            made = state.resample_from_infostate(seat, source.random)
            assert made.information_state_string(seat) == state.information_state_string(seat)
            assert made.observation_string(seat) == state.observation_string(seat)
            assert made.current_player() == state.current_player()
            if made.current_player() == seat:
                assert made.legal_actions() == state.legal_actions()
            assert made.inner.state.is_complete
            looked += bool(hidden_from(state, seat))
            others += hidden_from(made, seat) != hidden_from(state, seat)
    assert looked > 10
    assert others > looked / 2


@pytest.mark.long
def test_a_resampled_state_tells_nothing_of_what_is_hidden() -> None:
    """Two worlds that a seat cannot tell apart are resampled alike: each plate lies as often in
    each place, whichever of the two is the real one."""
    source = random.Random(1)
    state = next(each for each in drawing_course(5) if len(hidden_from(each, 0)) > 2)
    real = state.clone()
    for _ in range(50):
        other = real.resample_from_infostate(0, source.random)
        if hidden_from(other, 0) != hidden_from(real, 0):
            break
    counts = []
    for world in (real, other):
        found: Counter[tuple[int, tuple[int, int]]] = Counter()
        for _ in range(400):
            made = world.resample_from_infostate(0, source.random)
            found.update(enumerate(hidden_from(made, 0)))
        counts.append(found)
    assert len(counts[0]) > 6
    for key in counts[0] | counts[1]:
        assert abs(counts[0][key] - counts[1][key]) < 120, key  # six standard deviations


def test_with_perfect_information_a_resampled_state_is_a_copy() -> None:
    state = pyspiel.load_game("loseta_azul").new_initial_state()
    source = random.Random(8)
    for _ in range(60):
        state.apply_action(choose(state, source))
    made = state.resample_from_infostate(0, source.random)
    assert (str(made), made.history()) == (str(state), state.history())


def test_the_ismcts_of_openspiel_plays_duel() -> None:
    """A bot of OpenSpiel against a random one, from a position in which plates are hidden."""
    game = pyspiel.load_game("loseta_duel")
    evaluator = RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ISMCTSBot(game, evaluator, uct_c=2.0, max_simulations=4)
    asked = 0
    for state in drawing_course(6):
        if state.current_player() == 0 and len(hidden_from(state, 0)) > 1:
            assert bot.step(state) in state.legal_actions()
            asked += 1
            if asked == 2:
                break
    assert asked == 2


@pytest.mark.parametrize(
    ("text", "name"),
    [("players=5", "players"), ("wall=pink", "wall"), ("reward=fun", "reward")],
)
def test_bad_options_are_refused(text: str, name: str) -> None:
    with pytest.raises(BadOption, match=name):
        pyspiel.load_game(f"loseta_azul({text})")
