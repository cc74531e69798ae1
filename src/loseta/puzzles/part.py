"""The interface of the module `loseta.puzzles.<game>`, which a game needs to have puzzles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, cast

from loseta.game import State, complete_options
from loseta.games import game_named, part
from loseta.puzzles.lines import Line


@dataclass(frozen=True, slots=True)
class Area:
    """A hint that points at a part of the table."""

    key: str
    """The last part of the sentence's key, `puzzle.GAME.hint.KEY`."""
    words: dict[str, Any]
    """The fields of the sentence."""
    parts: dict[str, Any]
    """The parts of the action that the hint reveals, as the server names them."""


class PuzzlePart(Protocol):
    """The functions of the module `loseta.puzzles.<game>`, with the game's states and actions."""

    KINDS: tuple[str, ...]
    """The kinds of puzzles, in the order in which lists show them."""

    OPTIONS: tuple[str, ...]
    """The options of the game that distinguish its variants."""

    def is_candidate(self, state: Any) -> bool:
        """Whether a position may make a puzzle at all: it is late enough in the round for a search
        to its end, and has enough choices."""

    def is_last_round(self, state: Any) -> bool:
        """Whether the game is certain to end with this round."""

    def features(self, state: Any) -> tuple[object, ...]:
        """The features by which a person would compare positions, seen from the seat to move, so
        that the order of seats and factories does not matter. All positions of a variant have the
        same number of features."""

    def same_actions(self, state: Any, action: Any) -> list[Any]:
        """The other legal actions that differ only in which of several equal factories they take
        from."""

    def exchanged(self, action: Any, one: Any, other: Any) -> Any:
        """An action of a line, adapted to `other` being played instead of the equal action
        `one`."""

    def kind(self, best: Line, others: Sequence[Line]) -> tuple[str, dict[str, Any]] | None:
        """The kind of puzzle, which is what makes the best line better than the others (the
        second-best first), and its facts; None if no kind fits."""

    def in_words(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """The facts of a puzzle as the fields of its sentence (`puzzle.why.KIND`)."""

    def gains(self, line: Line, seat: int) -> dict[str, Any]:
        """What a seat gains from a line, by source, for programs."""

    def areas(self, state: Any, action: Any) -> list[Area]:
        """Hints that narrow down an action, from the widest area to the whole action."""


def source_exchange(take: type) -> Callable[[Any, Any, Any], Any]:
    """`exchanged` for a game in which equal actions are takes that differ only in their source."""

    def exchanged(action: Any, one: Any, other: Any) -> Any:
        if not all(isinstance(each, take) for each in (action, one, other)):
            return action
        sources = {one.source: other.source, other.source: one.source}
        return replace(action, source=sources.get(action.source, action.source))

    return exchanged


def puzzle_part(game: str) -> PuzzlePart:
    """The game's module. Raises MissingPart."""
    return cast(PuzzlePart, part("puzzles", game))


def variant_name(game: str, options: Mapping[str, str]) -> str:
    """The name of a variant of puzzles: `azul-2-coloured`. Raises MissingPart and BadOption."""
    complete = complete_options(game_named(game), options)
    return "-".join((game, *(complete[name] for name in puzzle_part(game).OPTIONS)))


def distance(one: Sequence[object], other: Sequence[object]) -> int:
    """The number of features in which two positions differ."""
    return sum(a != b for a, b in zip(one, other, strict=True))


def accepted(state: State, action: Any) -> list[Any]:
    """An action, and all actions that are equal to it."""
    return [action, *puzzle_part(state.game.name).same_actions(state, action)]
