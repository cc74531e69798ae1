"""What a game must offer to be played in the terminal."""

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
    """How a session speaks: its language, and what everybody is called."""

    lang: str
    names: tuple[str, ...]
    """One for each seat, all different."""
    plain: bool = False
    """Without colours: a tile is then shown by brackets."""

    def say(self, key: str, **params: Any) -> str:
        return texts.say(f"tui.{key}", self.lang, **params)

    def runs(self, across: int, down: int) -> str:
        """How a tile scored: 4 across and 3 down."""
        if across and down:
            return self.say("across_and_down", across=across, down=down)
        if across:
            return self.say("across", n=across)
        return self.say("down", n=down) if down else self.say("alone")


@dataclass(frozen=True, slots=True)
class Choice:
    """An entry of a menu: either an action, or a further menu."""

    key: str
    """What one types for it. Where the game reads it as notation too, it must mean the same."""
    label: str
    action: Any = None
    name: str = ""
    """A piece of notation that stands for the entry as well, such as 3R."""
    more: Callable[[], Menu] | None = None
    """The menu that follows, made only when it is asked for."""
    picture: tuple[Text, ...] = ()
    """What is chosen, drawn."""


@dataclass(frozen=True, slots=True)
class Menu:
    title: str
    choices: Sequence[Choice]
    example: str
    """An action in notation, for the prompt."""
    prefix: str = ""
    """What makes the end of an action typed at this menu a whole one."""

    def find(self, typed: str) -> Choice | None:
        return next((choice for choice in self.choices if choice.key == typed.upper()), None)

    def named(self, typed: str) -> Choice | None:
        name = "".join(typed.split()).upper()
        return next((choice for choice in self.choices if choice.name.upper() == name), None)


@dataclass(frozen=True, slots=True)
class Step:
    """An action that was played, in words, and what followed from it."""

    seat: int
    round: int
    text: str
    sentence: str
    """Empty when the events say it all."""
    events: tuple[Event, ...]
    scores: tuple[int, ...]
    """Of all seats, afterwards."""


class TerminalView(Protocol):
    """A game as the terminal shows it. States and actions are those of the game.

    Every state that comes here is somebody's view: what that reader may not know is not in it.
    """

    def __init__(self, voice: Voice) -> None: ...

    def title(self, state: Any) -> str:
        """The game and where it stands, without whose turn it is."""

    def table(self, state: Any, width: int) -> RenderableType: ...

    def menu(self, state: Any) -> Menu:
        """The legal actions of the seat to move, grouped."""

    def sentence(self, state: Any, action: Any, reader: int | None) -> str:
        """An action that is about to be played in this state, as a seat (None: a spectator) may
        be told of it; empty where the events will do."""

    def effect(self, state: Any, action: Any) -> str:
        """What a legal action would bring about."""

    def report(self, events: Sequence[Event]) -> list[str]:
        """What followed by itself, with how each point came about."""

    def end_sheet(self, state: Any, steps: Sequence[Step]) -> RenderableType:
        """Every point of a finished game."""

    def ending(self, state: Any) -> str:
        """Why the game ended."""

    def help(self) -> list[str]:
        """How to read the table and write an action."""
