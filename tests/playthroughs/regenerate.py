"""Write the playthroughs: `python -m tests.playthroughs.regenerate [--new]`.

A file that is there keeps its actions, and everything else in it is worked out anew: the
difference then shows what a change of the rules or of the notation does to a whole game. A
variant that has no file gets a game between greedy and random players; with `--new` all variants
do. The same code always writes the same files. Read the difference before you commit it.
"""

from __future__ import annotations

import sys

from loseta.game import Game, complete_options
from tests.playthroughs import FOLDER, Playthrough, read, write
from tests.support import VARIANTS, Options, play_table, seats_of, title

PLAYERS = ("greedy", "random", "greedy", "random")


def play(game: Game, options: Options) -> Playthrough:
    """A new game of a variant."""
    seed = f"playthrough of {title(game, options)}"
    seats = list(PLAYERS[: seats_of(game, options)])
    record = play_table(game, options, seed, seats).record
    texts = [action.text for action in record.actions]
    return Playthrough(game, complete_options(game, options), seed, seats, texts)


def main(arguments: list[str]) -> None:
    for game, options in VARIANTS:
        file = FOLDER / f"{title(game, options)}.txt"
        if file.exists() and "--new" not in arguments:
            playthrough = read(file.read_text(encoding="utf-8"))
        else:
            playthrough = play(game, options)
        file.write_text(write(playthrough), encoding="utf-8")
        print(f"{file.name}: {len(playthrough.actions)} actions")


if __name__ == "__main__":
    main(sys.argv[1:])
