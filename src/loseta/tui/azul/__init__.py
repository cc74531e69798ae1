"""Azul as the terminal shows it: the table, the menu, the sentences and the end sheet."""

from loseta.tui.azul.view import AzulTerminalView as View

__all__ = ["View"]
