"""Positions of Azul that are made for a test."""

from __future__ import annotations

from typing import Any

from loseta.games import game_named

EMPTY = "0:-,-,-,-,-:.....,.....,.....,.....,.....:-"
"""A board."""
AZUL = (
    "azul 2 coloured offer round=2 idle=0 first=1 turn=1 marker={marker} factories={factories} "
    "centre={centre} bag={bag} lid=B0Y0R0K0W0 seat1={mine} seat2={other}"
)


def azul(
    factories: str, centre: str = "-", mine: str = EMPTY, other: str = EMPTY, marker: str = "centre"
) -> Any:
    """A position in which the first player is to move; whatever is nowhere else is in the bag."""
    lying = factories + centre + mine + other
    bag = "".join(f"{colour}{20 - lying.count(colour)}" for colour in "BYRKW")
    return game_named("azul").state_from_text(
        AZUL.format(
            factories=factories, centre=centre, bag=bag, mine=mine, other=other, marker=marker
        )
    )
