"""The terminal view of Azul, composed of the table, the sentences and the end sheet."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from loseta.azul import CENTRE, COLOUR_NAMES, Action, Event, Place, State, Take
from loseta.tui.azul import words
from loseta.tui.azul.sheet import draw_sheet
from loseta.tui.azul.table import draw_table
from loseta.tui.azul.trial import Trial
from loseta.tui.view import Choice, Menu, Step, Voice


class AzulTerminalView:
    def __init__(self, voice: Voice) -> None:
        self.voice = voice

    def title(self, state: State) -> str:
        return self.voice.say(f"azul.title.{state.wall}", round=state.round)

    def table(self, state: State, width: int) -> RenderableType:
        return draw_table(state, self.voice, width)

    def menu(self, state: State) -> Menu:
        legal = state.legal_actions()
        places = [action for action in legal if isinstance(action, Place)]
        if places:
            return self._columns(state, places)
        return self._sources(state, [action for action in legal if isinstance(action, Take)])

    def sentence(self, state: State, action: Action, reader: int | None) -> str:
        return words.sentence(self.voice, state, action)

    def effect(self, state: State, action: Take | Place) -> str:
        return words.effect(self.voice, Trial(state, action))

    def report(self, events: Sequence[Event]) -> list[str]:
        return words.report(self.voice, events)

    def end_sheet(self, state: State, steps: Sequence[Step]) -> RenderableType:
        return draw_sheet(state, steps, self.voice)

    def ending(self, state: State) -> str:
        outcome = state.outcome
        assert outcome is not None
        return self.voice.say(f"azul.ended.{outcome.reason}")

    def help(self) -> list[str]:
        return self.voice.say("azul.help").splitlines()

    # --- The menus: first the tiles, then their destination ---

    def _sources(self, state: State, takes: list[Take]) -> Menu:
        """The tiles to take: the colours of each factory in order, then those of the centre."""
        groups: dict[tuple[int, int], list[Take]] = {}
        for take in sorted(takes, key=lambda take: take.source == CENTRE):
            groups.setdefault((take.source, take.colour), []).append(take)
        choices = [
            Choice(
                key=str(number),
                label=words.source_of(self.voice, state, group[0]),
                name=group[0].text[:2],
                more=lambda group=group: self._lines(state, group),  # type: ignore[misc]
            )
            for number, group in enumerate(groups.values(), start=1)
        ]
        return Menu(self.voice.say("azul.which_tiles"), choices, example="3R4")

    def _lines(self, state: State, takes: list[Take]) -> Menu:
        """The destinations of the taken tiles. The key of a line is its number on the board."""
        choices = [
            Choice(
                key=take.text[2],
                label=f"{words.line_of(self.voice, take)}: {self.effect(state, take)}",
                action=take,
            )
            for take in takes
        ]
        taken = words.source_of(self.voice, state, takes[0])
        title = self.voice.say("azul.which_line", taken=taken)
        return Menu(title, choices, example=takes[0].text, prefix=takes[0].text[:2])

    def _columns(self, state: State, places: list[Place]) -> Menu:
        """On the gray wall, the columns for the tile of a complete line, which are also the
        keys."""
        choices = [
            Choice(
                key=place.text[2],
                label=self.voice.say(
                    "azul.column", column=place.column + 1, effect=self.effect(state, place)
                ),
                action=place,
            )
            for place in places
        ]
        row = places[0].row
        colour = COLOUR_NAMES[state.boards[state.turn].line_colours[row]]
        title = self.voice.say("azul.which_column", line=row + 1, colour=colour)
        return Menu(title, choices, example=places[0].text, prefix=places[0].text[:2])
