"""One-row Azul in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from loseta.onerow import COLOURS, State, Take, TilePlaced
from rich.text import Text

from loseta.tui.view import Choice, Menu, Step, Voice


class View:
    def __init__(self, voice: Voice) -> None:
        self.voice = voice

    def title(self, state: State) -> str:
        return self.voice.say("onerow.title", round=state.round)

    def table(self, state: State, width: int) -> Text:
        lines = [" ".join(COLOURS[tile] for tile in state.offer)]
        for name, row, points in zip(self.voice.names, state.rows, state.points, strict=True):
            lines.append(f"{name}: {''.join((COLOURS + '.')[tile] for tile in row)} {points}")
        return Text("\n".join(lines))

    def menu(self, state: State) -> Menu:
        choices = [
            Choice(str(number), self.effect(state, take), take, name=take.text)
            for number, take in enumerate(state.legal_actions(), start=1)
        ]
        return Menu(self.voice.say("onerow.which"), choices, example=choices[0].name)

    def sentence(self, state: State, action: Any, reader: int | None) -> str:
        if not isinstance(action, Take):
            return ""
        return self.voice.say("onerow.takes", tile=action.text)

    def effect(self, state: State, action: Take) -> str:
        points = sum(event.points for event in state.copy().apply(action))
        return self.voice.say("onerow.effect", points=points)

    def report(self, events: Sequence[TilePlaced]) -> list[str]:
        return [
            self.voice.say(
                "onerow.placed",
                name=self.voice.names[event.seat],
                tile=COLOURS[event.colour],
                points=event.points,
            )
            for event in events
        ]

    def end_sheet(self, state: State, steps: Sequence[Step]) -> Text:
        return self.table(state, 80)

    def ending(self, state: State) -> str:
        return self.voice.say("onerow.ended.row")

    def help(self) -> list[str]:
        return self.voice.say("onerow.help").splitlines()
