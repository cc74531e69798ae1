"""Azul and Azul Duel for OpenSpiel: `docs/envs/openspiel.md`.

    import pyspiel
    import loseta.envs.openspiel            # registers the games
    game = pyspiel.load_game("loseta_azul(players=3,wall=gray)")

Chance is explicit: each tile, plate, chip or seat that the dealer draws is a chance node.
"""

from __future__ import annotations

from loseta.envs.extras import missing

try:
    import pyspiel as pyspiel

    from loseta.envs.openspiel.games import GAMES as GAMES
except ImportError as error:
    raise missing(error, "loseta.envs.openspiel", "openspiel") from None

__all__ = ["GAMES"]
