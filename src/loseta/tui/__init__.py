"""The game in the terminal: a prompt, a picture of the table, two languages.

No rule of a game is written here. `session.py` is the loop, which knows only what all games share;
`view.py` says what a game must offer to be shown; each game has its `View` in its own folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from loseta.arena.table import Table

HUMAN = "human"
"""The seat of somebody at the keyboard; any other name is that of a computer player."""


def play(
    table: Table,
    seats: Sequence[str],
    lang: str,
    *,
    console: Console | None = None,
    file: Path | None = None,
) -> int:
    """Play a game, new or resumed, to its end or until the player leaves; the exit code.

    `file` is the record that the game was resumed from, so that it is kept there.
    """
    from loseta.tui.session import TerminalSession  # Rich is loaded only when somebody plays

    return TerminalSession(table, seats, lang, console, file).run()
