"""The end sheet of Azul Duel: every point of the game, artist by artist."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.table import Table

from loseta.duel import PenaltyScored, RoundEnded, SpecialPlaced, State, TilePlaced
from loseta.tui.duel.pieces import tablet_label
from loseta.tui.sheet import Row, draw_rows
from loseta.tui.view import Step, Voice


def sheet_rows(state: State, steps: Sequence[Step], voice: Voice) -> list[Row]:
    """The points at the start, a row for each round and one for each tablet; and a last row if
    points were given because a score never drops below 0."""
    seats = range(state.seats)
    rows = [
        Row(voice.say("duel.sheet.start"), tuple((n,) for n in steps[0].scores)),
        Row(voice.say("duel.sheet.rounds"), ((),) * state.seats),
    ]
    rounds = [_Round() for _ in seats]
    before = steps[0].scores
    for step in steps:
        for event in step.events:
            match event:
                case TilePlaced():
                    rounds[event.seat].tiles += event.points
                case SpecialPlaced():
                    rounds[event.seat].specials += event.points
                case PenaltyScored():
                    rounds[event.seat].lost -= event.lost
                case RoundEnded():
                    label = voice.say("duel.sheet.round", round=event.round)
                    rows.append(Row(label, tuple(each.cell for each in rounds)))
                    rounds = [_Round() for _ in seats]
        if not step.events:  # without an event, points are paid only for plates from the stack
            for seat in seats:
                rounds[seat].paid += step.scores[seat] - before[seat]
        before = step.scores
    rows += _tablet_rows(state, voice)
    given = tuple((before[seat] - sum(sum(row.cells[seat]) for row in rows),) for seat in seats)
    if any(map(any, given)):
        rows.append(Row(voice.say("duel.sheet.never_below_zero"), given))
    return rows


@dataclass(slots=True)
class _Round:
    tiles: int = 0
    specials: int = 0
    paid: int = 0
    lost: int = 0

    @property
    def cell(self) -> tuple[int, ...]:
        return (self.tiles, self.specials, self.paid, self.lost)


def _tablet_rows(state: State, voice: Voice) -> list[Row]:
    rows = []
    for scores in zip(*(state.tablet_points(seat) for seat in range(state.seats)), strict=True):
        label = tablet_label(voice, scores[0].tablet)
        cells = tuple((score.points,) for score in scores)
        rows.append(Row(label, cells, tuple(score.count for score in scores)))
    return rows


def draw_sheet(state: State, steps: Sequence[Step], voice: Voice) -> Table:
    outcome = state.outcome
    assert outcome is not None
    sheet = draw_rows(sheet_rows(state, steps, voice), outcome, voice)
    sheet.add_row(voice.say("duel.sheet.total"), *map(str, outcome.scores))
    sheet.add_row(voice.say("duel.sheet.place"), *map(str, outcome.places))
    return sheet
