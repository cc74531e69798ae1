"""Menus on the screen: short entries side by side, long ones below each other."""

from __future__ import annotations

from rich.console import Group
from rich.text import Text

from loseta.tui.face import Menu
from loseta.tui.tiles import FAINT, fit

GAP = 2


def draw(menu: Menu, width: int, back: str = "") -> Group:
    """A menu within a width; `back` is the line that says how to leave it."""
    key_width = max(len(choice.key) for choice in menu.choices)
    name_width = max(len(choice.name) for choice in menu.choices)
    entries = []
    for choice in menu.choices:
        entry = Text.assemble(f" {choice.key:>{key_width}}  ", style="bold")
        if name_width:
            entry.append(f"{choice.name:{name_width}}  ", style=f"not bold {FAINT}")
        entries.append(entry.append(choice.label, style="not bold"))
    lines = [Text(menu.title, style="bold"), *_in_columns(entries, width)]
    if back:
        lines.append(Text(f" {back}", style=FAINT))
    return Group(*lines)


def _in_columns(entries: list[Text], width: int) -> list[Text]:
    """Entries read downwards, in as many columns as there is room for. A list that is short
    enough to be taken in at a glance stays one column."""
    widest = max(entry.cell_len for entry in entries)
    columns = max(1, (width + GAP) // (widest + GAP)) if len(entries) > 7 else 1
    height = -(-len(entries) // columns)
    if columns == 1:
        return entries
    gap = " " * GAP
    return [
        Text(gap).join([fit(entry, widest) for entry in entries[row::height]])
        for row in range(height)
    ]
