"""A puzzle: a position in which one action is clearly best, with the lines that show it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from loseta.game import Game, Reason, Refusal, State
from loseta.games import state_from_text


class BadPuzzle(Refusal):
    """A line of a file is not a puzzle."""

    def __init__(self, file: object, line: int) -> None:
        super().__init__(Reason("", "puzzle.bad_file", {"file": file, "line": line}))


class UnknownPuzzle(Refusal):
    """There is no puzzle with this id, or no variant with this name."""

    def __init__(self, name: str, allowed: str = "") -> None:
        key = "puzzle.unknown_variant" if allowed else "puzzle.unknown"
        super().__init__(Reason("", key, {"name": name, "allowed": allowed}))


class NoSuchPuzzle(Refusal):
    """No puzzle of a variant has this kind and level."""

    def __init__(self, variant: str) -> None:
        super().__init__(Reason("", "puzzle.none_such", {"variant": variant}))


@dataclass(frozen=True, slots=True)
class Value:
    """The value of an action for the solver if all seats play best afterwards."""

    margin: float
    """The final lead over the best other seat, in points: known in an exact puzzle, otherwise
    expected."""
    win_chance: float


@dataclass(frozen=True)
class Puzzle:
    """A position, the actions to find, and the play that follows. Actions are texts
    (`docs/notation.md`)."""

    id: str
    variant: str
    """The variant to whose file it belongs: `azul-2-coloured`."""
    kind: str
    """What decides it (`docs/puzzles.md`)."""
    level: int
    """The lowest level of the computer players that solves it in most of its tries."""
    position: str
    """The position as the solver knows it, as text."""
    line: tuple[str, ...]
    """The best play of all seats, to the end of the round or the next draw."""
    asked: int
    """The number of the solver's decisions in the line that must be found."""
    also: tuple[tuple[str, ...], ...]
    """For each of them, the actions that are equally good: takes from other factories with the same
    tiles."""
    second: tuple[str, ...]
    """The second-best first action, and the best play after it."""
    best_value: Value
    second_value: Value
    exact: bool
    """Whether the search reached the end of the game everywhere, so that no value is an
    estimate."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Details of the kind, such as a column or a number of points."""
    source: str = ""
    """The game in which it was found, and the number of actions before it."""

    @cached_property
    def _start(self) -> State:
        return state_from_text(self.position)

    def start(self) -> State:
        """A new copy of the position, in which the solver is to move."""
        return self._start.copy()

    @property
    def seat(self) -> int:
        """The solver's seat."""
        seat = self._start.to_move
        assert seat is not None
        return seat

    @property
    def game(self) -> Game:
        return self._start.game

    @property
    def solutions(self) -> tuple[tuple[str, ...], ...]:
        """For each decision that the puzzle asks for, the right actions."""
        state = self.start()
        found: list[tuple[str, ...]] = []
        for text in self.line:
            if len(found) == self.asked:
                break
            if state.to_move == self.seat:
                found.append((text, *self.also[len(found)]))
            state.apply(text)
        return tuple(found)

    # --- JSON -------------------------------------------------------------------------------

    def to_json(self) -> str:
        data = {
            "id": self.id,
            "kind": self.kind,
            "level": self.level,
            "seat": self.seat + 1,
            "position": self.position,
            "line": " ".join(self.line),
            "asked": self.asked,
            "also": [" ".join(each) for each in self.also],
            "second": " ".join(self.second),
            "values": [_numbers(self.best_value), _numbers(self.second_value)],
            "exact": self.exact,
            "facts": dict(self.facts),
            "source": self.source,
        }
        return json.dumps(data, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str, variant: str) -> Puzzle:
        """Read a puzzle. Raises ValueError, KeyError, TypeError or AttributeError for a text that
        `to_json` did not write."""
        data = json.loads(text)
        best, second = data["values"]
        return cls(
            id=data["id"],
            variant=variant,
            kind=data["kind"],
            level=data["level"],
            position=data["position"],
            line=tuple(data["line"].split()),
            asked=data["asked"],
            also=tuple(tuple(each.split()) for each in data["also"]),
            second=tuple(data["second"].split()),
            best_value=Value(*best),
            second_value=Value(*second),
            exact=data["exact"],
            facts=data["facts"],
            source=data["source"],
        )


def puzzle_id(position: str) -> str:
    """The id of a puzzle, which depends only on its position."""
    return hashlib.sha256(position.encode()).hexdigest()[:8]


def _numbers(value: Value) -> list[float]:
    return [round(value.margin, 2), round(value.win_chance, 3)]
