"""Azul as the terminal shows it: the table, the menu, the sentences and the end sheet."""

from loseta.tui.azul.face import AzulFace

__all__ = ["AzulFace"]
