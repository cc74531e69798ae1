"""The pictures of a table: every variant, at any time of a game; nothing hidden in them."""

import re

import numpy as np
import pytest

from loseta import duel
from loseta.envs.pictures.font import GLYPHS
from loseta.game import Game

from ..support import Options
from .variants import every_variant, played


@every_variant
def test_a_table_is_drawn_at_any_time(game: Game, options: Options) -> None:
    for moves in (0, 25, 10**6):
        play = played(game, options, 2, moves)
        canvas = play.spec.draw(play.state.view(None))
        text = canvas.text()
        for seat, score in enumerate(play.state.scores):
            assert f"SEAT {seat + 1}: {score}" in text
        image = canvas.image()
        assert (image.dtype, image.ndim, image.shape[2]) == (np.uint8, 3, 3)
        assert image.shape[0] < 600
        assert image.shape[1] < 1200
        assert re.sub(r"\x1b\[[0-9;]*m", "", canvas.text(colours=True)) == text


@every_variant
def test_every_character_can_be_drawn(game: Game, options: Options) -> None:
    for moves in (0, 25, 10**6):
        play = played(game, options, 3, moves)
        text = play.spec.draw(play.state.view(None)).text().upper()
        assert set(text) - {" ", "\n"} <= set(GLYPHS)


@pytest.mark.parametrize("letter", GLYPHS)
def test_no_two_letters_look_the_same(letter: str) -> None:
    same = [other for other in GLYPHS if np.array_equal(GLYPHS[other], GLYPHS[letter])]
    assert same == [letter]


def test_a_spectator_does_not_see_the_plates_of_a_hand() -> None:
    state = duel.State.new(first=0)
    state.hand, state.hand_known = [7, 8], [0, 0]
    play = played(duel.GAME, {"tablets": "starred"}, 1, 0)
    assert "HAND ?S,?S" in play.spec.draw(state.view(None)).text()
    assert "HAND 7,8" in play.spec.draw(state.view(0)).text()
