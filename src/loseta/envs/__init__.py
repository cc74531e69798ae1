"""The games behind the interfaces of reinforcement learning.

`loseta.envs.pettingzoo` (all seats, one after the other), `loseta.envs.gymnasium` (one seat against
a built-in player), `loseta.envs.seat_vector` and `loseta.envs.vector` (many games at once,
compiled), `loseta.envs.sb3` (the same for Stable-Baselines3) and `loseta.envs.openspiel`.
No rule of a game is written here. All of them see a game through one encoding (`encoding/`) and
draw chance from one generator (`chance.py`): the same seed and actions give the same game in each.
OpenSpiel draws nothing: chance is a player there.

Nothing is imported before it is used; a package that is missing is named in one sentence.
"""

VERSION = 1
"""Of the environments, in their names (`loseta/Azul-v1`). It is raised whenever an observation, the
numbers of the actions, the rewards, the ends, the chance of a seed or the meaning of an option
change: see `docs/envs`."""
