"""The game in the terminal: a prompt, a picture of the table, two languages.

This package contains no rules. `session.py` is the loop, which knows only what all games share;
`view.py` is the interface that a game must offer; each game has its `View` in its own folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from loseta.arena.table import Table

HUMAN = "human"
"""The player name of a person at the keyboard; any other name is that of a computer player."""


def play(
    table: Table,
    seats: Sequence[str],
    lang: str,
    *,
    console: Console | None = None,
    file: Path | None = None,
) -> int:
    """Play a game, new or resumed, to its end or until the player leaves. Returns the exit code.

    `file` is the record from which the game was resumed; it is saved there again.
    """
    from loseta.tui.session import TerminalSession  # imports Rich only when it is needed

    return TerminalSession(table, seats, lang, console, file).run()
