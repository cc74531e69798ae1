"""Plain UCT, the yardstick: legal under any budget, without hidden information."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from functools import partial
from typing import Any

import numpy as np
import pytest

from loseta.arena.match import Contestant, Plan, match
from loseta.duel import State as DuelState
from loseta.game import DEALER, Game
from loseta.games import part
from loseta.kernels import play, uct
from loseta.kernels.azul.packing import pack
from loseta.kernels.duel.packing import pack as pack_duel
from loseta.kernels.duel.tables import MOST_ACTIONS
from loseta.players import NAMES, make
from loseta.players.search.uct import UctPlayer
from tests.duel.positions import Seat, position
from tests.support import TITLES, VARIANTS, Options, variants_at_length

from .test_thinker import positions

each_variant = pytest.mark.parametrize(("game", "options"), VARIANTS, ids=TITLES)


def player(seed: str = "", **settings: Any) -> UctPlayer:
    return UctPlayer(seed, **{"memory_mb": 4, **settings})


def few_visits(visits: int, *, seed: str, time: float | None) -> UctPlayer:
    return player(seed, visits=visits)


def grown(roots: Any, playouts: int, nodes: int = 20_000) -> tuple[Any, int]:
    """A tree, and how many of its nodes are used."""
    tree = np.zeros(nodes, uct.NODE)
    scratch, rng = np.zeros(1, roots.dtype), np.ones(1, np.uint64)
    return tree, uct.grow(roots, scratch, tree, 0, playouts, rng, 0.7)


@each_variant
def test_any_budget_gives_a_legal_action(game: Game, options: Options) -> None:
    players = [player(visits=1), player(visits=0), player(time=1e-9), player(visits=60)]
    for state in positions(game, options):
        before = state.to_text()
        for each in players:
            assert each.choose(state) in state.legal_actions()
        assert state.to_text() == before


@variants_at_length({"azul-2-coloured"})
def test_it_beats_random(game: Game, options: Options) -> None:
    visits = 500 if game.name == "azul" else 350
    uct_player = Contestant("uct", partial(few_visits, visits))
    plan = Plan(uct_player, Contestant.named("random"), 12, game=game.name, options=options)
    result = match(plan)
    assert result.wins >= result.games - 1
    assert not result.forfeits


@each_variant
def test_the_same_seed_gives_the_same_choices(game: Game, options: Options) -> None:
    states = positions(game, options)[::3]
    kept = player("other", visits=100)
    kept.choose(states[0])
    kept.new_game("seed")
    kept.prepare(states[0])
    fresh = player("seed", visits=100)
    assert [*map(kept.choose, states)] == [*map(fresh.choose, states)]


def test_what_is_hidden_changes_no_choice() -> None:
    """D9.1: two states that look the same to a seat lead it to the same choice."""
    rng = random.Random(4)

    def pick(weights: Any) -> int:
        return rng.choices(range(len(weights)), weights)[0]

    met = 0
    for number in range(12):
        state = DuelState.new()
        while state.to_move is not None and met < 12:
            if state.to_move == DEALER:
                state.apply(state.deal(pick))
                continue
            seat = state.to_move
            theirs = [batch for batch in state.returned if batch.seat != seat]
            if theirs and rng.random() < 0.1:
                other = state.sample(seat, pick)
                one, two = (player(str(number), visits=80).choose(s) for s in (state, other))
                assert one == two
                met += state.to_text() != other.to_text()
            gamble = [a for a in state.legal_actions() if a.text == "draw"]
            state.apply(gamble[0] if gamble else rng.choice(state.legal_actions()))
    assert met >= 5


def test_states_that_look_alike_may_differ_in_what_is_legal_later() -> None:
    """With the fresh stack gone, a plate that the other has put back is drawn, and each root says
    which one. What is kept of it in one root is not in hand in the next."""
    seats = Seat(score=9, tokens=2), Seat(score=9, tokens=2)
    state = position(
        *seats, round=4, display=[5], returned=[(2, [9, 3, 7])], suns=["BBYYK", "RRKT"]
    )
    assert state.to_move == 0
    rng = random.Random(1)

    def pick(weights: Any) -> int:
        return rng.choices(range(len(weights)), weights)[0]

    roots = np.concatenate([pack_duel(state.sample(0, pick)) for _ in range(16)])
    drawn, legal = roots.copy(), np.zeros(MOST_ACTIONS, np.int64)
    later = set()
    for root in np.split(drawn, len(drawn)):
        for text in ("draw", "draw", "stop"):
            play.step(root, state.game.action_from_text(text).index)
        later.add(tuple(legal[: play.legal(root, legal)].tolist()))
    assert len(later) > 1
    tree, _ = grown(roots, 20_000, nodes=1_000_000)
    assert tree[0]["visits"] == 20_000


@each_variant
def test_the_tree_adds_up(game: Game, options: Options) -> None:
    """Visits of a node are those of its children and its own first one; shares lie in between."""
    packed = part("kernels", game.name).pack
    tree, used = grown(packed(positions(game, options)[0]), 2000)
    assert tree[0]["visits"] == 2000
    for node in range(used):
        first, count, visits = (int(tree[node][name]) for name in ("first", "count", "visits"))
        assert 0 <= tree[node]["wins"] <= visits
        if count:
            children = tree[first : first + count]
            assert children["visits"].sum() == visits - (node != 0)
            assert len(set(children["action"])) == count


def test_a_small_memory_is_kept_and_thinking_goes_on() -> None:
    game, options = VARIANTS[0]
    roots = pack(positions(game, options)[0])
    tree, used = grown(roots, 20_000, nodes=2_000)
    assert used <= 2_000
    assert tree[0]["visits"] == 20_000


def test_it_takes_the_time_it_is_given() -> None:
    game, options = VARIANTS[0]
    state = positions(game, options)[0]
    each = player(time=0.3)
    each.prepare(state)
    began = time.perf_counter()
    each.choose(state)
    assert time.perf_counter() - began > 0.25
    assert each.playouts > 100


def test_it_has_a_name_and_needs_the_compiler() -> None:
    assert "uct" in NAMES
    assert make("uct", time=0.01) is not None
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "from loseta.cli import main\n"
        "sys.exit(main(['match', '--a', 'uct', '--b', 'greedy']))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 2, run.stderr
    assert "loseta[ai]" in run.stderr
