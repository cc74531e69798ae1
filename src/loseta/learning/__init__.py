"""Training the network, which evaluates positions between rounds, from games of self-play."""

from __future__ import annotations

from collections.abc import Mapping

from loseta.game import complete_options
from loseta.games import game_named
from loseta.learning.curriculum import CURRICULUM as CURRICULUM
from loseta.learning.curriculum import ONE_PLY as ONE_PLY
from loseta.learning.curriculum import learn as learn
from loseta.learning.games import SelfPlay
from loseta.learning.kept import KeptChunks as KeptChunks
from loseta.learning.network import load as load
from loseta.learning.network import save as save


def self_play(game: str, options: Mapping[str, str]) -> SelfPlay:
    """Self-play of a game with these options. Raises BadOption."""
    rules = game_named(game)
    return SelfPlay(rules.new(**complete_options(rules, options)))
