"""The end sheet of Azul: every point of the game, player by player."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from loseta.azul import BonusScored, FloorScored, RoundEnded, State, TilePlaced
from loseta.tui.azul.words import bonus
from loseta.tui.sheet import Row, draw_rows
from loseta.tui.view import Step, Voice


def sheet_rows(steps: Sequence[Step], voice: Voice) -> list[Row]:
    """A row for each round (tiles, floor line), then one for each bonus."""
    seats = range(len(voice.names))
    rows: list[Row] = []
    tiles, floor = [0 for _ in seats], [0 for _ in seats]
    bonuses: dict[str, dict[int, int]] = {}
    for event in (event for step in steps for event in step.events):
        match event:
            case TilePlaced():
                tiles[event.seat] += event.points
            case FloorScored():
                floor[event.seat] -= event.lost
            case RoundEnded():
                label = voice.say("azul.sheet.round", round=event.round)
                rows.append(Row(label, tuple((tiles[seat], floor[seat]) for seat in seats)))
                tiles, floor = [0 for _ in seats], [0 for _ in seats]
            case BonusScored():
                bonuses.setdefault(bonus(voice, event), {})[event.seat] = event.points
    for label, earned in bonuses.items():
        cells = tuple((earned[seat],) if seat in earned else () for seat in seats)
        rows.append(Row(label, cells))
    return rows


def draw_sheet(state: State, steps: Sequence[Step], voice: Voice) -> Table:
    outcome = state.outcome
    assert outcome is not None
    sheet = draw_rows(sheet_rows(steps, voice), outcome, voice)
    sheet.add_row(voice.say("azul.sheet.total"), *map(str, outcome.scores))
    complete = [sum(b.kind == "row" for b in state.bonuses(seat)) for seat in range(state.seats)]
    if len(set(outcome.scores)) < state.seats:  # complete rows matter only for a tie
        sheet.add_row(voice.say("azul.sheet.rows"), *map(str, complete))
    sheet.add_row(voice.say("azul.sheet.place"), *map(str, outcome.places))
    return sheet
