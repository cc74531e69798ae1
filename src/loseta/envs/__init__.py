"""The games behind the interfaces of reinforcement learning.

`loseta.envs.pettingzoo` (all seats, one after the other), `loseta.envs.gymnasium` (one seat against
a built-in player), `loseta.envs.seat_vector` and `loseta.envs.vector` (many games at once,
compiled), `loseta.envs.sb3` (the same for Stable-Baselines3) and `loseta.envs.openspiel`.
This package contains no rules. All interfaces use the same observations (`encoding/`) and the same
random generator (`chance.py`), so the same seed and actions give the same game in each. OpenSpiel
needs no generator: there, chance is a player.

Nothing is imported before it is used; one sentence names a package that is missing.
"""

VERSION = 1
"""The version in the names of the environments (`loseta/Azul-v1`). It goes up whenever an
observation, the number of an action, a reward, an end, the chance of a seed or the meaning of an
option changes: see `docs/envs`."""
