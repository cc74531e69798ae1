"""What a game must offer to have puzzles: the module `loseta.puzzles.<game>`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, cast

from loseta.game import State, complete_options
from loseta.games import game_named, part
from loseta.puzzles.lines import Line


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the table that a hint points at."""

    key: str
    """The key of its sentence: `puzzle.GAME.hint.KEY`,"""
    words: dict[str, Any]
    """with these fields."""
    parts: dict[str, Any]
    """The parts of the action that the hint gives away, as the server names them."""


class PuzzlePart(Protocol):
    """The functions of the module. States and actions are those of the game."""

    KINDS: tuple[str, ...]
    """The kinds of puzzles, in the order in which lists show them."""

    OPTIONS: tuple[str, ...]
    """The options of the game that distinguish its variants."""

    def is_candidate(self, state: Any) -> bool:
        """Whether a position may be a puzzle at all: late enough in the round to be searched to its
        end, and with enough choices."""

    def is_last_round(self, state: Any) -> bool:
        """Whether the game ends with this round, whatever is played."""

    def features(self, state: Any) -> tuple[object, ...]:
        """What a person would compare, seen from the seat to move, so that the order of seats and
        factories does not matter. All positions have the same number of features."""

    def same_actions(self, state: Any, action: Any) -> list[Any]:
        """The other legal actions that are equal but for which of several equal factories they take
        from."""

    def exchanged(self, action: Any, one: Any, other: Any) -> Any:
        """What an action of a line becomes if `other` was played instead of the equal action
        `one`."""

    def kind(self, best: Line, others: Sequence[Line]) -> tuple[str, dict[str, Any]] | None:
        """What decides between the best line and the others (the second-best first), with its
        details; None if the rules cannot tell."""

    def in_words(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """The facts of a puzzle as its sentence (`puzzle.why.KIND`) needs them."""

    def gains(self, line: Line, seat: int) -> dict[str, Any]:
        """Where the points of a seat come from, for programs."""

    def areas(self, state: Any, action: Any) -> list[Area]:
        """Hints that narrow an action down, the widest first, the whole action last."""


def source_exchange(take: type) -> Callable[[Any, Any, Any], Any]:
    """`exchanged` for a game in which equal actions are takes that differ only in their source."""

    def exchanged(action: Any, one: Any, other: Any) -> Any:
        if not all(isinstance(each, take) for each in (action, one, other)):
            return action
        sources = {one.source: other.source, other.source: one.source}
        return replace(action, source=sources.get(action.source, action.source))

    return exchanged


def puzzle_part(game: str) -> PuzzlePart:
    """Raises MissingPart."""
    return cast(PuzzlePart, part("puzzles", game))


def variant_name(game: str, options: Mapping[str, str]) -> str:
    """What the puzzles of a variant are called: `azul-2-coloured`. Raises MissingPart and
    BadOption."""
    complete = complete_options(game_named(game), options)
    return "-".join((game, *(complete[name] for name in puzzle_part(game).OPTIONS)))


def distance(one: Sequence[object], other: Sequence[object]) -> int:
    """In how many features two positions differ."""
    return sum(a != b for a, b in zip(one, other, strict=True))


def accepted(state: State, action: Any) -> list[Any]:
    """An action, and those that are equal to it."""
    return [action, *puzzle_part(state.game.name).same_actions(state, action)]
