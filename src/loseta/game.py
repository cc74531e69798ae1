"""What all games share: the protocols, the outcome of a game, and the errors.

A state holds only what somebody at the table could know. Chance is an action of the dealer; nothing
here or in the rules draws a random number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

from loseta import texts

__all__ = [
    "DEALER",
    "Action",
    "ActionError",
    "AmbiguousAction",
    "BadOption",
    "BadText",
    "Event",
    "Game",
    "HiddenInformation",
    "IllegalAction",
    "NotAnAction",
    "Option",
    "Outcome",
    "Pick",
    "Reason",
    "Refusal",
    "State",
    "complete_options",
]

DEALER = -1
"""`State.to_move` when chance acts: to deal, draw a plate or turn up a chip."""

Pick = Callable[[Sequence[int]], int]
"""Chooses an index with a probability proportional to its weight. All chance passes through it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    reason: str
    """Why the game ended, in one word."""
    scores: tuple[int, ...]
    """The points of each seat."""
    winners: tuple[int, ...]
    """The seats that won; several where a victory is shared."""
    places: tuple[int, ...]
    """The place of each seat, 1 for the best. Equal players share the better place: (1, 1, 3)."""


LONGEST_QUOTE = 60
_QUOTED = frozenset(("text", "value", "name", "written", "version"))
"""The parameters of a reason that repeat the user's input."""


def quoted(given: object) -> str:
    """The user's input as an error sentence quotes it, cut to `LONGEST_QUOTE` characters."""
    try:
        text = given if isinstance(given, str) else repr(given)
    except ValueError:  # Python refuses to print integers of thousands of digits
        text = f"{type(given).__name__}(…)"
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is not allowed: the number of the rule and a sentence in any language."""

    rule: str
    """The number of the rule in `docs/rules`; empty where no rule applies."""
    key: str
    """The key of the sentence, for programs."""
    params: Mapping[str, Any] = field(default_factory=dict)

    def sentence(self, lang: str = "en") -> str:
        """The reason in words, in English or Spanish (`es`)."""
        params = {
            name: quoted(value) if name in _QUOTED else value for name, value in self.params.items()
        }
        return texts.say(f"reason.{self.key}", lang, **params)


class Refusal(ValueError):
    """A request that cannot be fulfilled, with a reason in any language. Nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(reason)

    def __str__(self) -> str:
        return self.sentence("en")

    def sentence(self, lang: str = "en") -> str:
        """The reason in words, in English or Spanish (`es`)."""
        return self.reason.sentence(lang)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by copying the attributes: by default Python would call the class with the reason
        alone, and the constructors of subclasses take other arguments."""
        return _same_refusal, (type(self), self.args, self.__dict__)


def _same_refusal(kind: type[Refusal], args: tuple[Any, ...], known: dict[str, Any]) -> Refusal:
    refusal = kind.__new__(kind, *args)
    refusal.__dict__.update(known)
    return refusal


class ActionError(Refusal):
    """A text or an action that cannot be played."""

    def __init__(self, text: str, position: str, reason: Reason) -> None:
        super().__init__(reason)
        self.text = text
        self.position = position


class NotAnAction(ActionError):
    """The text or the value is not an action of this game."""

    @classmethod
    def made_by_hand(cls, value: object) -> NotAnAction:
        """The error for a value with fields out of range, or one that is no action at all."""
        return cls(quoted(value), "", Reason("", "not_a_value", {"text": quoted(value)}))

    @classmethod
    def no_index(cls, index: object) -> NotAnAction:
        return cls(quoted(index), "", Reason("", "not_an_index", {"text": quoted(index)}))


class IllegalAction(ActionError):
    """The action is not legal in this position; `reason.rule` is the number of the rule."""


class AmbiguousAction(ActionError):
    """The text could mean several legal actions."""

    def __init__(self, text: str, position: str, candidates: tuple[str, ...]) -> None:
        some = ", ".join(candidates[:8]) + (", …" if len(candidates) > 8 else "")
        super().__init__(text, position, Reason("", "ambiguous", {"text": text, "some": some}))
        self.candidates = candidates


class BadText(Refusal):
    """A position or a record that cannot be read: line and column (both from 1) and the reason."""

    def __init__(self, line: int, column: int, reason: Reason) -> None:
        super().__init__(reason)
        self.line = line
        self.column = column

    def sentence(self, lang: str = "en") -> str:
        """Line, column and reason, in English or Spanish (`es`)."""
        reason = super().sentence(lang)
        return texts.say("reason.at", lang, line=self.line, column=self.column, reason=reason)


class HiddenInformation(Refusal):
    """The result depends on something that a view hides. `State.sample` gives complete states
    that agree with the view."""


class BadOption(Refusal):
    """An option that does not exist or cannot have this value."""

    def __init__(self, option: str, reason: Reason) -> None:
        super().__init__(reason)
        self.option = option


class Action(Protocol):
    """One decision, of a seat or of the dealer: a value with a text and an integer."""

    @property
    def text(self) -> str:
        """The action as people write it: `3R4`."""

    @property
    def index(self) -> int:
        """The action as agents number it; the dealer's actions are numbered separately."""


if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault  # every type checker includes it

    A = TypeVarWithDefault("A", bound=Action, default=Any)
else:
    A = TypeVar("A", bound=Action)
"""The actions of a game. `State` alone is a state of any game, `State[azul.Action]` one of Azul."""


def are_whole(bounds: range, *values: object) -> bool:
    """Whether the fields of an action are integers within bounds."""
    for value in values:  # noqa: SIM110 - called at every draw: a generator is slower
        if type(value) is not int or value not in bounds:
            return False
    return True


class WrittenAction:
    """An action that is printed as people write it; its `repr` has the fields."""

    __slots__ = ()

    def __str__(self: Any) -> str:
        text: str = self.text
        return text


class CheckedAction(WrittenAction):
    """An action whose fields are checked when it is made."""

    __slots__ = ()

    def __post_init__(self) -> None:
        if not self.exists():
            raise NotAnAction.made_by_hand(self)

    def exists(self) -> bool:
        """Whether the game has an action with these fields."""
        return True


def known_piles(given: object, known: Mapping[Any, tuple[int, ...]]) -> tuple[Any, ...] | None:
    """The piles of a deal, each replaced by its equal among the known piles; None if `given` is not
    a tuple of known piles."""
    try:
        return tuple(map(known.__getitem__, given)) if type(given) is tuple else None
    except (KeyError, TypeError):  # TypeError: unhashable, such as a list
        return None


Event = Any
"""Something that followed automatically from an action; each game has its own small classes."""


class State(Protocol[A]):
    """A game in progress. `apply` changes it in place; `copy` first to keep it.

    Methods that take an action also accept its text, which `parse` reads.
    """

    @property
    def game(self) -> Game[A]:
        """The game to which this state belongs."""

    @property
    def seats(self) -> int:
        """The number of players."""

    @property
    def round(self) -> int:
        """The round, from 1."""

    @property
    def to_move(self) -> int | None:
        """The seat whose decision it is, `DEALER`, or None when the game is over."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat."""

    def legal_actions(self) -> Sequence[A]:
        """The legal actions of the seat to move; empty when no seat is to move. Raises
        HiddenInformation in a view that hides them."""

    def why_illegal(self, action: A | str) -> Reason | None:
        """The rule that forbids this action now, or None when it is legal. Raises NotAnAction for
        anything but an action of this game, AmbiguousAction for a text that could mean several, and
        HiddenInformation if the answer depends on something that a view hides."""

    def apply(self, action: A | str, *, check: bool = True) -> tuple[Event, ...]:
        """Play a legal action and return the events that followed. Raises IllegalAction,
        NotAnAction, AmbiguousAction and HiddenInformation, changing nothing. Without `check` the
        caller guarantees that the action is legal, because it has asked or because the dealer has
        just drawn it. A text is always checked."""

    def before_scoring(self, action: A | str, *, check: bool = True) -> Self:
        """A copy of the state after the action itself, before what follows from it is placed and
        scored. Raises IllegalAction; `check` as in `apply`."""

    def deal(self, pick: Pick) -> A:
        """The dealer's next action, with every draw made by `pick`; the state does not change.
        Raises IllegalAction when the dealer is not to act, HiddenInformation where a view hides
        what the dealer draws from."""

    def parse(self, text: str) -> A:
        """The legal action that a text means here. Raises NotAnAction, IllegalAction or
        AmbiguousAction."""

    def projection(self) -> tuple[Any, ...]:
        """What each seat would score if the round ended now."""

    def view(self, seat: int | None) -> Self:
        """The state as a seat may know it (None: a spectator). Anything that depends on hidden
        information raises HiddenInformation; the rest works as in any state."""

    def sample(self, seat: int | None, pick: Pick) -> Self:
        """A complete state, drawn by `pick`, that agrees with everything a seat knows. It is made
        from the seat's view alone, so it may be called on the view as well."""

    @property
    def is_complete(self) -> bool:
        """Whether the state contains everything that somebody at the table knows; a view often does
        not. Only a complete state can be played to its end."""

    def copy(self) -> Self:
        """An independent copy of this state."""

    def to_text(self) -> str:
        """The position as one line of text (`docs/notation.md`)."""


@dataclass(frozen=True, slots=True)
class Option:
    """A setting agreed on before a game. Words joined by `+` in a value may come in any order."""

    name: str
    values: tuple[str, ...]
    """All values it may have, the default first."""

    def find(self, given: str) -> str | None:
        """The value that `given` means, in its standard spelling; None if there is none."""
        if given in self.values or "+" not in given:
            return given if given in self.values else None
        words = sorted(given.split("+"))
        return next((value for value in self.values if sorted(value.split("+")) == words), None)

    @property
    def default(self) -> str:
        """The value when none is given."""
        return self.values[0]


class Game(Protocol[A]):
    """What a front end needs to know about a game before there is a state."""

    @property
    def name(self) -> str:
        """The name by which the command line, records and positions refer to the game."""

    @property
    def options(self) -> tuple[Option, ...]:
        """The settings that can be agreed on before a game."""

    def new(self, **options: str) -> State[A]:
        """A new game with these options; those left out take their defaults."""

    def state_from_text(self, text: str) -> State[A]:
        """Read a position from its text. Raises BadText."""

    def options_of(self, state: Any) -> dict[str, str]:
        """The options of a state's game. An option that no longer matters in this state may have
        its default value instead."""

    def action_from_text(self, text: str) -> A:
        """The action that a text names, legal or not. Raises NotAnAction."""

    def action_from_index(self, index: int) -> A:
        """The seat action with this integer. Raises NotAnAction."""


def complete_options(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    """The options of a new game, with defaults filled in. Raises BadOption."""
    known = {option.name: option for option in game.options}
    chosen = {name: option.default for name, option in known.items()}
    for name, given_value in given.items():
        if name not in known:
            raise BadOption(name, Reason("", "no_such_option", {"name": name, "game": game.name}))
        value = known[name].find(given_value)
        if value is None:
            values = known[name].values
            allowed = ", ".join(values[:6]) + (", …" if len(values) > 6 else "")
            params = {"name": name, "value": given_value, "allowed": allowed}
            raise BadOption(name, Reason("", "bad_option", params))
        chosen[name] = value
    return chosen
