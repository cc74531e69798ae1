"""Players that search: legal under any budget, without hidden information, within their memory."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from loseta.dealer import Dealer
from loseta.duel import State as DuelState
from loseta.game import DEALER, Game
from loseta.games import GAMES
from loseta.players import AI_LEVELS, make, uses_time
from loseta.players.levels import LEVELS, Effort
from loseta.players.search.budget import Budget
from loseta.players.search.player import SearchPlayer
from loseta.players.search.thinker import Thinker, make_thinker
from tests.support import TITLES, VARIANTS, Options, each_variant_at_length, play_table

each_variant = pytest.mark.parametrize(("game", "options"), VARIANTS, ids=TITLES)


def new_thinker(game: str, **options: Any) -> Thinker:
    return make_thinker(game, **{"memory_mb": 8, **options})


def positions(game: Game, options: Options) -> list[Any]:
    """Positions of a game, now and then, with a seat to move."""
    states = play_table(game, options, "search").record.states()
    open_ones = [state.copy() for state in states if state.legal_actions()]
    return open_ones[::9]


@each_variant
def test_a_budget_of_one_gives_a_legal_action(game: Game, options: Options) -> None:
    thinker = new_thinker(game.name)
    for state in positions(game, options):
        for budget in (Budget(visits=1), Budget(visits=0), Budget(seconds=0.0)):
            assert thinker.think(state, budget)[0].action in state.legal_actions()


@each_variant
def test_candidates_are_legal_sorted_and_add_up(game: Game, options: Options) -> None:
    thinker = new_thinker(game.name, only_trees=True)
    for state in positions(game, options)[::3]:
        before = state.to_text()
        candidates = thinker.think(state, Budget(visits=200))
        assert state.to_text() == before
        visits = [candidate.visits for candidate in candidates]
        assert visits == sorted(visits, reverse=True)
        # The first playout of a tree looks at the root only.
        assert sum(visits) >= 190  # more where a tree of before was kept
        for candidate in candidates:
            assert candidate.action in state.legal_actions()
            assert 0 <= candidate.win_chance <= 1
            assert candidate.line[0] == candidate.action


@each_variant
def test_the_line_expected_can_be_played(game: Game, options: Options) -> None:
    thinker = new_thinker(game.name)
    for state in positions(game, options)[::3]:
        best = thinker.think(state, Budget(visits=600))[0]
        trial = state.copy()
        for action in best.line:
            if trial.to_move == DEALER:
                break
            trial.apply(action)


@each_variant
def test_the_same_seed_gives_the_same_thoughts(game: Game, options: Options) -> None:
    for state in positions(game, options)[::4]:
        first, second = (
            new_thinker(game.name, seed=5).think(state, Budget(visits=150)) for _ in range(2)
        )
        assert first == second


def test_what_is_hidden_changes_no_choice() -> None:
    """D9.1: two states that look the same to a seat lead it to the same choice."""
    rng = random.Random(3)

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
                one, two = (
                    new_thinker("duel", seed=number + 1).think(s, Budget(visits=60))
                    for s in (state, other)
                )
                assert one == two
                met += state.to_text() != other.to_text()
            gamble = [a for a in state.legal_actions() if a.text == "draw"]
            action = gamble[0] if gamble else rng.choice(state.legal_actions())
            state.apply(action)
    assert met >= 5


def test_two_threads_share_the_work() -> None:
    game, options = VARIANTS[0]
    state = positions(game, options)[0]
    candidates = new_thinker("azul", threads=2, only_trees=True).think(state, Budget(visits=2000))
    assert sum(candidate.visits for candidate in candidates) > 1900


@pytest.mark.parametrize("game", GAMES)
def test_a_small_memory_is_kept_and_thinking_goes_on(game: str) -> None:
    thinker = make_thinker(game, memory_mb=1)
    state = next(positions(g, o)[0] for g, o in VARIANTS if g.name == game)
    thinker.warm_up(state)
    assert 0.8 * 2**20 < thinker.memory <= 2**20
    assert thinker.think(state, Budget(visits=20_000))[0].action in state.legal_actions()
    thinker = make_thinker(game, memory_mb=1, only_trees=True)
    candidates = thinker.think(state, Budget(visits=20_000))
    assert sum(candidate.visits for candidate in candidates) > 19_000


def test_progress_is_told_on_the_way() -> None:
    game, options = VARIANTS[0]
    told: list[int] = []
    new_thinker("azul", only_trees=True).think(
        positions(game, options)[0],
        Budget(visits=9000),
        lambda candidates: told.append(sum(c.visits for c in candidates)),
    )
    assert len(told) >= 3
    assert told == sorted(told)


@each_variant_at_length
def test_searching_beats_looking_once(game: Game, options: Options) -> None:
    """A level in the middle wins most games against greedy opponents."""
    from loseta.arena.match import match
    from loseta.arena.plan import Contestant, Plan

    plan = Plan(
        Contestant.named("ai:4"), Contestant.named("greedy"), 12, game=game.name, options=options
    )
    result = match(plan, jobs=1)
    seats = game.new(**options).seats
    assert result.wins >= result.games * (0.75 if seats == 2 else 0.5)


@pytest.mark.parametrize(
    ("seats", "has_round_search"), [(2, False), (2, True), (3, False), (4, False)]
)
def test_levels_think_ever_more_and_ever_more_carefully(seats: int, has_round_search: bool) -> None:
    assert tuple(LEVELS) == AI_LEVELS
    efforts = [level.effort(seats, has_round_search) for level in LEVELS.values()]
    care = [(each.budget.visits or 10**9, -each.carelessness) for each in efforts]
    assert care == sorted(set(care))
    assert [each.carelessness for each in efforts] == sorted(
        (each.carelessness for each in efforts), reverse=True
    )


def test_a_level_with_a_time_of_its_own_stays_as_careless() -> None:
    state = GAMES["azul"].new(players="4")
    player = SearchPlayer("ai:1", time=0.25)
    effort = player._effort(player.thinker(state), state)
    assert effort == Effort(Budget(seconds=0.25), LEVELS["ai:1"].effort(4, False).carelessness)


@pytest.mark.parametrize("name", ["ai:8/40", "ai:1/40"])
def test_a_level_with_visits_of_its_own_thinks_for_no_time(name: str) -> None:
    state, dealer = GAMES["azul"].new(players="4"), Dealer("visits")
    while state.to_move == DEALER:
        state.apply(dealer.action(state))
    player = make(name, time=60)
    assert isinstance(player, SearchPlayer)
    thinker = player.thinker(state)
    carelessness = LEVELS[name.partition("/")[0]].effort(4, False).carelessness
    assert player._effort(thinker, state) == Effort(Budget(visits=40), carelessness)
    player.choose(state)
    assert thinker.visits == 40
    assert not uses_time(name)


@pytest.mark.parametrize(
    "arguments", [["match", "--a", "ai:1", "--b", "greedy"], ["play", "--seats", "ai:1,greedy"]]
)
def test_without_the_compiler_one_sentence_says_what_to_install(arguments: list[str]) -> None:
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "from loseta.cli import main\n"
        f"sys.exit(main({arguments!r}))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 2, run.stderr
    assert "loseta[ai]" in run.stderr
    assert "Traceback" not in run.stderr


def test_the_win_chance_of_a_lost_position_is_small() -> None:
    """The leader by far is seen to lead."""
    state = positions(*VARIANTS[0])[-1]
    state.boards[state.turn].score += 90
    assert new_thinker("azul").think(state, Budget(visits=300))[0].win_chance > 0.95
    assert np.isfinite(new_thinker("azul").think(state, Budget(visits=300))[0].value)
