"""Azul Duel as the terminal shows it: the table, the menus, the sentences and the end sheet."""

from loseta.tui.duel.view import DuelTerminalView as View

__all__ = ["View"]
