"""What the two games share: the protocols, the outcome of a game, and the errors.

A state holds only what somebody at the table could know. Chance is an action of the dealer, and
nothing here or in the rules draws a random number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, Self

from loseta import texts

DEALER = -1
"""`State.to_move` when chance acts: a deal, a plate drawn, a chip turned up."""

Pick = Callable[[Sequence[int]], int]
"""Chooses an index with a probability proportional to its weight. All chance passes through it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    reason: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    places: tuple[int, ...]
    """The place of each seat, 1 for the best. Equal players share the better place: (1, 1, 3)."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is not allowed: the number of the rule and a sentence in any language."""

    rule: str
    key: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def sentence(self, lang: str = "en") -> str:
        return texts.say(f"reason.{self.key}", lang, **self.params)


class Refusal(ValueError):
    """Something asked for cannot be done, for a reason that can be said in any language.
    Nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(reason)

    def __str__(self) -> str:
        return self.sentence("en")

    def sentence(self, lang: str = "en") -> str:
        return self.reason.sentence(lang)


class ActionError(Refusal):
    """A text or an action that cannot be played."""

    def __init__(self, text: str, position: str, reason: Reason) -> None:
        super().__init__(reason)
        self.text = text
        self.position = position


class NotAnAction(ActionError):
    """The text is not an action of this game."""


class IllegalAction(ActionError):
    """The action is not legal in this position; `reason.rule` is the number of the rule."""


class AmbiguousAction(ActionError):
    """The text could mean several legal actions."""

    def __init__(self, text: str, position: str, candidates: tuple[str, ...]) -> None:
        some = ", ".join(candidates[:8]) + (", …" if len(candidates) > 8 else "")
        super().__init__(text, position, Reason("", "ambiguous", {"text": text, "some": some}))
        self.candidates = candidates


class BadText(Refusal):
    """A position or a record that cannot be read: where (both from 1) and why."""

    def __init__(self, line: int, column: int, reason: Reason) -> None:
        super().__init__(reason)
        self.line = line
        self.column = column

    def sentence(self, lang: str = "en") -> str:
        reason = super().sentence(lang)
        return texts.say("reason.at", lang, line=self.line, column=self.column, reason=reason)


class BadOption(Refusal):
    """An option that does not exist or cannot have this value."""

    def __init__(self, option: str, reason: Reason) -> None:
        super().__init__(reason)
        self.option = option


class Action(Protocol):
    """One decision, of a seat or of the dealer: a value with a text and an integer."""

    @property
    def text(self) -> str: ...

    @property
    def index(self) -> int: ...


Event = Any
"""Something that followed from an action by itself; each game has its own small classes."""


class State(Protocol):
    """A game in progress. `apply` changes it in place; `copy` first to keep it."""

    @property
    def game(self) -> Game: ...

    @property
    def seats(self) -> int:
        """How many play."""

    @property
    def round(self) -> int: ...

    @property
    def to_move(self) -> int | None:
        """The seat whose decision it is, `DEALER`, or None when the game is over."""

    @property
    def outcome(self) -> Outcome | None: ...

    @property
    def scores(self) -> tuple[int, ...]: ...

    def legal_actions(self) -> list[Any]: ...

    def barred(self, action: Any) -> Reason | None:
        """The rule that forbids this action now, or None when it is legal."""

    def apply(self, action: Any) -> tuple[Event, ...]:
        """Play a legal action, and return what followed from it. Raises IllegalAction."""

    def deal(self, pick: Pick) -> Any:
        """The action of the dealer that `pick` leads to."""

    def parse(self, text: str) -> Any:
        """The legal action that a text means here. Raises the three errors."""

    def projection(self) -> tuple[Any, ...]:
        """What each seat would score if the round ended now."""

    def view(self, seat: int | None) -> Self:
        """What a seat may know (None: a spectator)."""

    def copy(self) -> Self: ...

    def to_text(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Option:
    """Something agreed before a game: its name and the values it may have, the default first."""

    name: str
    values: tuple[str, ...]

    @property
    def default(self) -> str:
        return self.values[0]


class Game(Protocol):
    """What a front end needs to know of a game before there is a state."""

    @property
    def name(self) -> str: ...

    @property
    def options(self) -> tuple[Option, ...]: ...

    def new(self, **options: str) -> Any:
        """A new game with these options; those left out take their defaults."""

    def state_from_text(self, text: str) -> Any: ...

    def action_from_text(self, text: str) -> Any: ...

    def action_from_index(self, index: int) -> Any: ...


def complete_options(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    """The options of a new game, defaults filled in. Raises BadOption."""
    known = {option.name: option for option in game.options}
    for name, value in given.items():
        if name not in known:
            raise BadOption(name, Reason("", "no_such_option", {"name": name, "game": game.name}))
        if value not in known[name].values:
            values = known[name].values
            allowed = ", ".join(values[:6]) + (", …" if len(values) > 6 else "")
            params = {"name": name, "value": value, "allowed": allowed}
            raise BadOption(name, Reason("", "bad_option", params))
    return {name: given.get(name, option.default) for name, option in known.items()}
