"""The terminal view of Azul Duel, composed of the other modules."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from loseta.duel import Action, Event, SeatAction, State
from loseta.duel.components import ROUNDS
from loseta.tui.duel import menus, report, words
from loseta.tui.duel.sheet import draw_sheet
from loseta.tui.duel.table import draw_table
from loseta.tui.view import Menu, Step, Voice

_STAGES = {"opening": "preparation", "tile": "tiling", "pay": "tiling", "over": "end"}


class DuelTerminalView:
    def __init__(self, voice: Voice) -> None:
        self.voice = voice

    def title(self, state: State) -> str:
        stage = _STAGES.get(state.phase, "acquisition")
        if state.opening:
            stage = "preparation"
        return self.voice.say(f"duel.title.{stage}", round=state.round, rounds=ROUNDS)

    def table(self, state: State, width: int) -> RenderableType:
        return draw_table(state, self.voice, width)

    def menu(self, state: State) -> Menu:
        return menus.menu(self.voice, state)

    def sentence(self, state: State, action: Action, reader: int | None) -> str:
        return words.sentence(self.voice, state, action, reader)

    def effect(self, state: State, action: SeatAction) -> str:
        return words.effect(self.voice, state, action)

    def report(self, events: Sequence[Event]) -> list[str]:
        return report.report(self.voice, events)

    def end_sheet(self, state: State, steps: Sequence[Step]) -> RenderableType:
        return draw_sheet(state, steps, self.voice)

    def ending(self, state: State) -> str:
        """Why the game ended, and how a tie was broken."""
        outcome = state.outcome
        assert outcome is not None
        ended = self.voice.say(f"duel.ended.{outcome.reason}")
        if len(set(outcome.scores)) > 1:
            return ended
        name = self.voice.names[outcome.winners[0]]
        return f"{ended} {self.voice.say('duel.tie', n=outcome.scores[0], name=name)}"

    def help(self) -> list[str]:
        return self.voice.say("duel.help").splitlines()
