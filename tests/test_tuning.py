"""`bench.tuning` finds the parameters that win, `bench.tuned` says whether they do."""

from __future__ import annotations

import numpy as np
import pytest

from bench.tuned import NAMES, Match, elo
from bench.tuning import PARAMETERS, Games, fitted, strongest, terms
from loseta.games import GAMES
from loseta.players.search.budget import Budget


@pytest.mark.parametrize("seats", [2, 4])
def test_the_strongest_parameters_are_found_in_the_winners_of_many_games(seats: int) -> None:
    best = np.array([0.5, -0.4, 0.0, 0.8, -0.7])
    rng = np.random.default_rng(1)
    places = rng.uniform(-1, 1, (4000, seats, len(best)))
    strength = -2 * ((places - best) ** 2).sum(-1)
    luck = rng.gumbel(size=strength.shape)  # so that a softmax of the strengths decides
    won = np.eye(seats)[np.argmax(strength + luck, axis=1)]
    coefficients, covariance = fitted(places, won)
    assert np.abs(strongest(coefficients) - best).max() < 0.2
    change = terms(best) - terms(np.zeros(5))
    gain, error = change @ coefficients, (change @ covariance @ change) ** 0.5
    assert abs(gain - 2 * (best**2).sum()) < 4 * error < 1.0


def test_a_parameter_has_a_place_between_low_and_high() -> None:
    for parameter in PARAMETERS.values():
        for x in (-1.0, -0.3, 0.6, 1.0):
            assert parameter.low <= parameter.value(x) <= parameter.high
            assert parameter.place(parameter.value(x)) == pytest.approx(x)


@pytest.mark.parametrize("game", GAMES)
def test_every_seat_of_a_game_has_parameters_of_its_own(game: str) -> None:
    play = Games(game, {}, Budget(visits=2))
    places, won = play(7)
    assert (places, won) == play(7)
    assert len({tuple(place) for place in places}) == len(won) == 2
    assert sum(won) == pytest.approx(1)


@pytest.mark.parametrize(("seats", "tuned", "share"), [(2, 1, 1 / 2), (4, 1, 1 / 4), (4, 3, 3 / 4)])
def test_seats_with_their_share_of_the_wins_are_equally_strong(
    seats: int, tuned: int, share: float
) -> None:
    assert elo(share, tuned, seats) == pytest.approx(0)
    assert elo(share - 0.1, tuned, seats) < 0 < elo(share + 0.1, tuned, seats) < elo(1, 1, 2)


def test_one_seat_or_all_but_one_have_the_present_parameters() -> None:
    match = Match("azul", {"players": "3"}, Budget(visits=2), {NAMES["temperature"]: 1e9})
    games = [match(number) for number in range(6)]
    assert [tuned for tuned, _ in games] == [1, 1, 1, 2, 2, 2]
    assert all(0 <= won <= 1 for _, won in games)
    assert games == [match(number) for number in range(6)]
