"""A search reuses the results of the search before it."""

from __future__ import annotations

from typing import Any

import pytest

from loseta.dealer import Dealer
from loseta.game import DEALER, Game
from loseta.players.search.budget import Budget
from loseta.players.search.thinker import Thinker, make_thinker
from tests.support import TITLES, VARIANTS, Options

each_variant = pytest.mark.parametrize(("game", "options"), VARIANTS, ids=TITLES)


def opening(game: Game, options: Options) -> Any:
    state = game.new(**options)
    dealer = Dealer("reuse")
    while state.to_move == DEALER:
        state.apply(dealer.action(state))
    return state


def visits(thinker: Thinker, state: Any, budget: int) -> int:
    return sum(c.visits for c in thinker.think(state, Budget(visits=budget)))


@each_variant
def test_the_tree_below_the_next_position_is_kept(game: Game, options: Options) -> None:
    thinker = make_thinker(game.name, memory_mb=32, only_trees=True)
    state = opening(game, options)
    best = thinker.think(state, Budget(visits=3000))[0]
    # As many of the actions expected as bring no draw of chance.
    for action in best.line[:2]:
        state.apply(action)
        if state.to_move == DEALER:
            return  # the tree ends there
    kept = visits(thinker, state, 100) - 100
    assert kept > 0
    fresh = make_thinker(game.name, memory_mb=32, only_trees=True)
    assert visits(fresh, state, 100) <= 100


@each_variant
def test_another_game_is_not_mistaken_for_it(game: Game, options: Options) -> None:
    thinker = make_thinker(game.name, memory_mb=32, only_trees=True)
    thinker.think(opening(game, options), Budget(visits=500))
    other = game.new(**options)
    dealer = Dealer("another")
    while other.to_move == DEALER:
        other.apply(dealer.action(other))
    assert visits(thinker, other, 100) <= 100


@each_variant
def test_a_new_seed_forgets(game: Game, options: Options) -> None:
    thinker = make_thinker(game.name, memory_mb=32, only_trees=True)
    state = opening(game, options)
    thinker.think(state, Budget(visits=500))
    thinker.reseed(1)
    assert visits(thinker, state, 100) <= 100
