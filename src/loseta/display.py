"""How a state displays itself: as a picture in a notebook, as the terminal's table when printed.

Layers above the rules draw both. They are imported only when a state is displayed, so that the
rules need nothing but the standard library.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def table_text(state: Any, lang: str = "en", *, colours: bool = False) -> str:
    """The table as the terminal shows it."""
    text: str = import_module("loseta.tui.table_text").table_text(state, lang, colours=colours)
    return text


class Displayed:
    """A mixin that displays a state: `str()` and notebooks."""

    __slots__ = ()

    def __str__(self) -> str:
        """The table as the terminal shows it, without colours, in English."""
        return table_text(self)

    def _repr_svg_(self) -> str:
        """The table as a notebook shows it."""
        svg: str = import_module("loseta.svg").board(self)
        return svg
