"""One-row Azul: a toy game that shows what a game must have, and nothing else."""

from loseta.onerow.rules import COLOURS, EMPTY, GAME, Deal, State, Take, TilePlaced

__all__ = ["COLOURS", "EMPTY", "GAME", "Deal", "State", "Take", "TilePlaced"]
