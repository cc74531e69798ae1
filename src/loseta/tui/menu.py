"""Draw menus: short entries in columns, long ones below each other, entries with pictures as
cards."""

from __future__ import annotations

from rich.console import Group
from rich.text import Text

from loseta.tui.layout import GAP, beside, flowed
from loseta.tui.tiles import FAINT
from loseta.tui.view import Choice, Menu


def draw(menu: Menu, width: int, back: str = "") -> Group:
    """A menu that fits a width; `back` is a last line that says how to leave it."""
    if any(choice.picture for choice in menu.choices):
        entries = flowed([_card(choice) for choice in menu.choices], width, gap=2 * GAP)
    else:
        entries = _in_columns(_entries(menu), width)
    lines = [Text(menu.title, style="bold"), *entries]
    if back:
        lines.append(Text(f" {back}", style=FAINT))
    return Group(*lines)


def _entries(menu: Menu) -> list[Text]:
    key_width = max(len(choice.key) for choice in menu.choices)
    name_width = max(len(choice.name) for choice in menu.choices)
    entries = []
    for choice in menu.choices:
        entry = Text.assemble(f" {choice.key:>{key_width}}  ", style="bold")
        if name_width:
            entry.append(f"{choice.name:{name_width}}  ", style=f"not bold {FAINT}")
        entries.append(entry.append(choice.label, style="not bold"))
    return entries


def _card(choice: Choice) -> list[Text]:
    """An entry as a card: its key and name, its picture and its label."""
    head = Text.assemble((f" {choice.key}  ", "bold"), (choice.name, FAINT))
    below = [line for line in (*choice.picture, Text(choice.label)) if line.cell_len]
    return [head, *(Text.assemble(" ", line) for line in below)]


def _in_columns(entries: list[Text], width: int) -> list[Text]:
    """The entries, ordered downwards in as many columns as fit. Up to seven stay in one column."""
    widest = max(entry.cell_len for entry in entries)
    columns = max(1, (width + GAP) // (widest + GAP)) if len(entries) > 7 else 1
    height = -(-len(entries) // columns)
    if columns == 1:
        return entries
    return beside([entries[at : at + height] for at in range(0, len(entries), height)])
