"""Learning the evaluation between rounds from games that the project plays against itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from loseta.game import complete_options
from loseta.games import game_named
from loseta.learning.azul import AzulSelfPlay
from loseta.learning.course import learn as learn
from loseta.learning.duel import DuelSelfPlay
from loseta.learning.games import SelfPlay
from loseta.learning.network import load as load
from loseta.learning.network import save as save

SELF_PLAY: dict[str, Callable[[Mapping[str, str]], SelfPlay]] = {
    "azul": AzulSelfPlay,
    "duel": DuelSelfPlay,
}


def self_play(game: str, options: Mapping[str, str]) -> SelfPlay:
    """Raises BadOption."""
    return SELF_PLAY[game](complete_options(game_named(game), options))
