"""The variants of a game: the combinations of its options that change a rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from loseta.game import Game

NO_VARIANT = frozenset({"first"})
"""Options that only change who starts, not a rule."""


def variants(game: Game) -> Iterator[dict[str, str]]:
    """Every combination of options, without combined values (`rows+border+corners`)."""
    chosen = [option for option in game.options if option.name not in NO_VARIANT]
    simple = [[value for value in option.values if "+" not in value] for option in chosen]
    for values in product(*simple):
        yield {option.name: value for option, value in zip(chosen, values, strict=True)}


def title(game: Game, options: Mapping[str, str]) -> str:
    """A short name for a variant: `azul-3-gray`."""
    return "-".join((game.name, *(v for name, v in options.items() if name not in NO_VARIANT)))
