"""Whole games as OpenSpiel prints them, one for each variant: `python -m tests.envs.playthroughs`
writes them again."""

from pathlib import Path

from loseta.game import Game

from ...support import Options, title

FOLDER = Path(__file__).parent
SEEDS = range(8)
"""Of the games among which the shortest is kept."""


def game_string(game: Game, options: Options) -> str:
    """A variant as OpenSpiel names it."""
    chosen = ",".join(f"{name}={value}" for name, value in options.items())
    return f"loseta_{game.name}({chosen})"


def file_of(game: Game, options: Options) -> Path:
    return FOLDER / f"{title(game, options)}.txt"
