"""Azul Duel for the environments."""

from loseta import duel
from loseta.duel.components import PLAYERS
from loseta.envs.encoding import duel as encoding
from loseta.envs.spec import EnvSpec

SPEC = EnvSpec(
    game=duel.GAME,
    title="Duel",
    seats=lambda options: PLAYERS,
    actions=lambda options: len(duel.SEAT_ACTIONS),
    layout=lambda options: encoding.layout(),
    encode=encoding.encode,
)
