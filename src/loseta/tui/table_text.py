"""The terminal's table as text."""

from __future__ import annotations

import io

from rich.console import Console

from loseta import texts
from loseta.game import State
from loseta.games import part
from loseta.tui.screen import WIDEST
from loseta.tui.view import TerminalView, Voice


def table_text(state: State, lang: str = "en", *, colours: bool = False) -> str:
    """The title and the table of a state, as the terminal shows them."""
    names = tuple(texts.say("tui.player", lang, seat=seat + 1) for seat in range(state.seats))
    view: TerminalView = part("tui", state.game.name).View(Voice(lang, names, plain=not colours))
    output = io.StringIO()
    console = Console(
        file=output,
        width=WIDEST,
        color_system="truecolor" if colours else None,
        force_terminal=colours,
        legacy_windows=False,
        force_jupyter=False,  # in a notebook, Rich would display the table instead of writing it
    )
    console.print(view.title(state), markup=False, highlight=False, emoji=False)
    console.print(view.table(state, WIDEST), markup=False, highlight=False, emoji=False)
    return "\n".join(line.rstrip() for line in output.getvalue().rstrip().splitlines())
