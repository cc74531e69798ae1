"""The computer players: legal, repeatable, and greedy far ahead of random."""

from collections import Counter

import pytest

from loseta.arena.simulate import simulate
from loseta.arena.table import Table
from loseta.game import Game
from loseta.players import NAMES, DealerToMove, GameIsOver, UnknownPlayer, make

from .support import (
    TITLES,
    VARIANTS,
    Options,
    each_variant_at_length,
    play_table,
    seats_of,
    variants_at_length,
)

GAMES_PLAYED = 100
QUICK = ("random", "greedy", "ai:1", "ai:4")
"""Players that need no time to speak of."""
each_variant = pytest.mark.parametrize(("game", "options"), VARIANTS, ids=TITLES)


@variants_at_length({"azul-2-coloured", "duel-starred"})
def test_greedy_beats_random_in_almost_every_game(game: Game, options: Options) -> None:
    """One greedy player at each seat in turn, random ones at the others."""
    seats = seats_of(game, options)
    won = played = 0.0
    for seat in range(seats):
        players = ["greedy" if other == seat else "random" for other in range(seats)]
        games = GAMES_PLAYED * (seat + 1) // seats - GAMES_PLAYED * seat // seats
        won += simulate(game, options, players, games, f"greedy {seat}").wins[seat]
        played += games
    assert played == GAMES_PLAYED
    assert won >= 98


@each_variant_at_length
@pytest.mark.parametrize("name", QUICK)
def test_a_player_chooses_legal_actions_and_touches_nothing(
    game: Game, options: Options, name: str
) -> None:
    table = Table.new(game, options, [name] * seats_of(game, options), "legal")
    player = make(name, seed="legal")
    while table.state.to_move is not None:
        before = table.state.to_text()
        action = player.choose(table.state)
        assert table.state.to_text() == before
        assert action in table.state.legal_actions()
        assert table.state.why_illegal(action) is None
        table.act(action)


@pytest.mark.parametrize("name", [*QUICK, "uct"])
def test_a_player_is_not_asked_where_nobody_chooses(name: str) -> None:
    """A script that forgets the dealer, or the end, is told so."""
    game, options = VARIANTS[0]
    player = make(name)
    with pytest.raises(DealerToMove):
        player.choose(game.new(**options))
    with pytest.raises(GameIsOver):
        player.choose(play_table(game, options, "over").state)


def choices(game: Game, options: Options, name: str, seed: str) -> list[str]:
    """What a player chooses in the positions of one and the same game."""
    player = make(name, seed=seed)
    states = play_table(game, options, "choices").record.states()
    return [player.choose(state).text for state in states if state.legal_actions()]


@each_variant_at_length
@pytest.mark.parametrize("name", QUICK)
def test_the_same_seed_gives_the_same_choices(game: Game, options: Options, name: str) -> None:
    assert choices(game, options, name, "same") == choices(game, options, name, "same")


@each_variant
def test_another_seed_gives_other_random_choices(game: Game, options: Options) -> None:
    assert choices(game, options, "random", "one") != choices(game, options, "random", "two")


def test_a_random_player_takes_every_action_about_equally_often() -> None:
    for game, options in VARIANTS[:1]:
        state = play_table(game, options, "uniform", limit=0).state
        player = make("random", seed="uniform")
        counts = Counter(player.choose(state).text for _ in range(200 * len(state.legal_actions())))
        assert set(counts) == {action.text for action in state.legal_actions()}
        assert 120 < min(counts.values()) <= max(counts.values()) < 280


@pytest.mark.parametrize(
    "name",
    ["", "Greedy", "nobody", "ai:99", "greedy ", "human", "ai:8/", "ai:8/0", "ai:8/1e3", "uct/9"],
)
def test_a_player_that_does_not_exist_is_refused_in_a_sentence(name: str) -> None:
    with pytest.raises(UnknownPlayer) as caught:
        make(name)
    for lang, start in (("en", "There is no player"), ("es", "No hay ningún jugador")):
        sentence = caught.value.sentence(lang)
        assert sentence.startswith(start)
        assert name in sentence
        assert all(known in sentence for known in (NAMES[0], NAMES[1], NAMES[-1]))
    assert isinstance(caught.value, ValueError)


@each_variant
def test_a_run_of_games_repeats_exactly(game: Game, options: Options) -> None:
    players = ["random"] * seats_of(game, options)
    first, second, other = (simulate(game, options, players, 5, seed) for seed in ("1", "1", "2"))
    assert first.fingerprint == second.fingerprint != other.fingerprint
    assert first.moves == second.moves
    assert sum(first.wins) == pytest.approx(5)
