"""Azul for the environments."""

from loseta import azul
from loseta.azul.actions import action_count
from loseta.envs.encoding import azul as encoding
from loseta.envs.spec import EnvSpec

SPEC = EnvSpec(
    game=azul.GAME,
    title="Azul",
    seats=lambda options: int(options["players"]),
    actions=lambda options: action_count(int(options["players"])),
    layout=lambda options: encoding.layout(int(options["players"]), options["wall"]),
    encode=encoding.encode,
)
