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

LEVELS = range(1, 9)


class BadPuzzle(Refusal):
    """A line of a file that is no puzzle."""

    def __init__(self, file: object, line: int) -> None:
        super().__init__(Reason("", "puzzle.bad_file", {"file": file, "line": line}))


class UnknownPuzzle(Refusal):
    """There is no such puzzle, or none of such a variant."""

    def __init__(self, name: str, allowed: str = "") -> None:
        key = "puzzle.unknown_variant" if allowed else "puzzle.unknown"
        super().__init__(Reason("", key, {"name": name, "allowed": allowed}))


class NoSuchPuzzle(Refusal):
    """No puzzle of a variant has this kind and level."""

    def __init__(self, variant: str) -> None:
        super().__init__(Reason("", "puzzle.none_such", {"variant": variant}))


@dataclass(frozen=True, slots=True)
class Value:
    """What an action is worth to the solver, if everybody plays on as well as possible."""

    margin: float
    """Points ahead of the best of the others at the end of the game: known in an exact puzzle,
    otherwise expected."""
    win_chance: float


@dataclass(frozen=True)
class Puzzle:
    """A position, the actions to be found, and the play that follows. Actions are texts
    (`docs/notation.md`)."""

    id: str
    variant: str
    """The file that it belongs to: `azul-2-coloured`."""
    kind: str
    """What decides it (`docs/puzzles.md`)."""
    level: int
    """The lowest level of the computer players that finds it in most of its tries."""
    position: str
    """What the solver knows, as a text."""
    line: tuple[str, ...]
    """The best play of all, to the end of the round or until something is drawn."""
    asked: int
    """How many of the solver's decisions in it are to be found."""
    also: tuple[tuple[str, ...], ...]
    """For each of them the actions that are just as good: from another factory with the same
    tiles."""
    second: tuple[str, ...]
    """The best other first action, and the best play after it."""
    best_value: Value
    second_value: Value
    exact: bool
    """Whether everything was searched to the end of the game, so that no value is an estimate."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Details of the kind: a column, a number of points."""
    source: str = ""
    """The game it comes from, and the number of actions before it."""

    @cached_property
    def _start(self) -> State:
        return state_from_text(self.position)

    def start(self) -> State:
        """A new copy of the position, in which the solver is to move."""
        return self._start.copy()

    @property
    def seat(self) -> int:
        """The solver's."""
        seat = self._start.to_move
        assert seat is not None
        return seat

    @property
    def game(self) -> Game:
        return self._start.game

    @property
    def solutions(self) -> tuple[tuple[str, ...], ...]:
        """For each decision that is asked for, the actions that are right."""
        state = self.start()
        found: list[tuple[str, ...]] = []
        for text in self.line:
            if len(found) == self.asked:
                break
            if state.to_move == self.seat:
                found.append((text, *self.also[len(found)]))
            state.apply(text)
        return tuple(found)

    # --- As a line of a file ----------------------------------------------------------------

    def to_json(self) -> str:
        told = {
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
        return json.dumps(told, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str, variant: str) -> Puzzle:
        """Raises ValueError, KeyError and TypeError for a text that `to_json` did not write."""
        told = json.loads(text)
        best, second = told["values"]
        return cls(
            id=told["id"],
            variant=variant,
            kind=told["kind"],
            level=told["level"],
            position=told["position"],
            line=tuple(told["line"].split()),
            asked=told["asked"],
            also=tuple(tuple(each.split()) for each in told["also"]),
            second=tuple(told["second"].split()),
            best_value=Value(*best),
            second_value=Value(*second),
            exact=told["exact"],
            facts=told["facts"],
            source=told["source"],
        )


def puzzle_id(position: str) -> str:
    """The same for the same position, whichever file it is in."""
    return hashlib.sha256(position.encode()).hexdigest()[:8]


def _numbers(value: Value) -> list[float]:
    return [round(value.margin, 2), round(value.win_chance, 3)]
