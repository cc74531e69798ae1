"""What an environment shows: the table as a spectator sees it."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from loseta import svg
from loseta.envs import pettingzoo
from loseta.envs.spaces import PIXELS, render
from loseta.game import Game

from ..support import Options, each_variant_at_length
from .variants import every_variant, played


@each_variant_at_length
def test_pixels_are_the_picture_of_the_table(game: Game, options: Options) -> None:
    state = played(game, options, 2, 25).state
    image = render(state, "rgb_array")
    assert (image.dtype, image.ndim, image.shape[2]) == (np.uint8, 3, 3)
    assert np.array_equal(image, svg.pixels(svg.board(state.view(None)), scale=PIXELS))


@every_variant
def test_text_is_the_table_of_the_terminal(
    game: Game, options: Options, capsys: pytest.CaptureFixture[str]
) -> None:
    state = played(game, options, 2, 25).state
    assert render(state, "ansi") == str(state.view(None))
    assert render(state, "human") is None
    assert capsys.readouterr().out == f"{state.view(None)}\n\n"


def test_pixels_are_refused_at_once_without_what_draws_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(svg.NoRenderer) as refused:
        pettingzoo.duel(render_mode="rgb_array")
    assert 'pip install "loseta[pictures]"' in str(refused.value)
    pettingzoo.duel(render_mode="ansi")
