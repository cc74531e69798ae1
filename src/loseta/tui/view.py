"""The interface that a game must offer to be played in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rich.console import RenderableType
from rich.text import Text

from loseta import texts
from loseta.game import Event


@dataclass(frozen=True, slots=True)
class Voice:
    """The language of a session and the names of the players."""

    lang: str
    names: tuple[str, ...]
    """One name for each seat, all different."""
    plain: bool = False
    """Whether to draw without colours; tiles then have brackets."""

    def say(self, key: str, **params: Any) -> str:
        return texts.say(f"tui.{key}", self.lang, **params)

    def runs(self, across: int, down: int) -> str:
        """The runs that a tile scored, in words: 4 across and 3 down."""
        if across and down:
            return self.say("across_and_down", across=across, down=down)
        if across:
            return self.say("across", n=across)
        return self.say("down", n=down) if down else self.say("alone")


@dataclass(frozen=True, slots=True)
class Choice:
    """An entry of a menu: either an action, or a further menu."""

    key: str
    """What the user types to choose it. If the key is also valid notation in the game, it must mean
    the same."""
    label: str
    action: Any = None
    name: str = ""
    """Notation that also chooses the entry, such as 3R."""
    more: Callable[[], Menu] | None = None
    """Makes the menu that follows, on demand."""
    picture: tuple[Text, ...] = ()
    """A picture of what is chosen."""


@dataclass(frozen=True, slots=True)
class Menu:
    title: str
    choices: Sequence[Choice]
    example: str
    """An action in notation, for the prompt."""
    prefix: str = ""
    """The beginning of an action's notation that the path of menus has already chosen; the user may
    type just the rest."""

    def find(self, typed: str) -> Choice | None:
        return next((choice for choice in self.choices if choice.key == typed.upper()), None)

    def named(self, typed: str) -> Choice | None:
        name = "".join(typed.split()).upper()
        return next((choice for choice in self.choices if choice.name.upper() == name), None)


@dataclass(frozen=True, slots=True)
class Step:
    """An action that was played, in words, and its events."""

    seat: int
    round: int
    text: str
    sentence: str
    """Empty if the events say everything."""
    events: tuple[Event, ...]
    scores: tuple[int, ...]
    """The scores of all seats afterwards."""


class TerminalView(Protocol):
    """A game as the terminal shows it. States and actions are those of the game.

    Every state given to it is the view of some reader, without what that reader may not know.
    """

    def __init__(self, voice: Voice) -> None: ...

    def title(self, state: Any) -> str:
        """The game and its stage, but not whose turn it is."""

    def table(self, state: Any, width: int) -> RenderableType: ...

    def menu(self, state: Any) -> Menu:
        """The legal actions of the seat to move, grouped."""

    def sentence(self, state: Any, action: Any, reader: int | None) -> str:
        """The sentence for an action about to be played in this state, with what a seat (None: a
        spectator) may know; empty if its events will say everything."""

    def effect(self, state: Any, action: Any) -> str:
        """The effects of a legal action, in words."""

    def report(self, events: Sequence[Event]) -> list[str]:
        """Sentences about events, including how each point was scored."""

    def end_sheet(self, state: Any, steps: Sequence[Step]) -> RenderableType:
        """Every point of a finished game."""

    def ending(self, state: Any) -> str:
        """Why the game ended."""

    def help(self) -> list[str]:
        """How to read the table and write an action."""
