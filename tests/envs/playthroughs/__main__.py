"""Write the playthroughs again, when something was changed on purpose: read the difference."""

from open_spiel.python.algorithms.generate_playthrough import playthrough

import loseta.envs.openspiel  # noqa: F401 (registers the games)

from ...support import VARIANTS
from . import SEEDS, file_of, game_string

for game, options in VARIANTS:
    text = min((playthrough(game_string(game, options), [], seed=seed) for seed in SEEDS), key=len)
    file_of(game, options).write_text(text, encoding="utf-8")
    print(file_of(game, options))
