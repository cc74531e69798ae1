"""The end sheet: every point of the game, player by player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich import box
from rich.table import Table

from loseta.game import Outcome
from loseta.tui.tiles import signed
from loseta.tui.view import Voice


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the sheet: the points that each player won and lost, if any."""

    label: str
    cells: tuple[tuple[int, ...], ...]
    counts: tuple[int, ...] = ()
    """How many items were counted for each player; empty if the sheet does not show it."""

    def cell(self, seat: int) -> str:
        points = "  ".join(f"{signed(n):>3}" for n in self.cells[seat])
        return f"{self.counts[seat]} ×   {points}" if self.counts else points


def draw_rows(rows: Sequence[Row], outcome: Outcome, voice: Voice) -> Table:
    """A table with a column for each player, those of the winners in bold."""
    sheet = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    sheet.add_column("")
    for seat, name in enumerate(voice.names):
        sheet.add_column(name, justify="right", style="bold" if seat in outcome.winners else "")
    for row in rows:
        cells = map(row.cell, range(len(voice.names)))
        sheet.add_row(row.label, *cells, end_section=row is rows[-1])
    return sheet
