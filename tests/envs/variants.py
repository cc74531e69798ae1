"""The variants of both games for the environments, and games played at random."""

from __future__ import annotations

import random
from typing import Any

import pytest

from loseta.envs.play import Play
from loseta.game import Game

from ..support import TITLES, VARIANTS

every_variant = pytest.mark.parametrize(("game", "options"), VARIANTS, ids=TITLES)


def some_action(play: Play, source: random.Random) -> Any:
    return source.choice(play.state.legal_actions())


def played(game: Game, options: dict[str, str], seed: int, moves: int) -> Play:
    """A game after so many random moves, or at its end."""
    play = Play(game, options, "win", None)
    play.reset(seed)
    source = random.Random(seed)
    for _ in range(moves):
        if play.terminated:
            break
        play.act(some_action(play, source))
    return play
