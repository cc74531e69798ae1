"""What a record holds: a line of actions, what is said of them, and what could have been played
instead, which is a line again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from loseta.game import Game, State

UNFINISHED = "*"


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What somebody thought of an action."""

    win_chance: float
    """Of the seat that plays it, from 0 to 1; four places are written."""
    points: float | None = None
    """The lead over the best of the others that it expects at the end; three places are written."""
    visits: int | None = None
    """How long was thought about it. Not written without points."""


class Line(Protocol):
    """Actions one after the other, of the seats and of the dealer: a record or a variation."""

    actions: list[Any]
    comments: dict[int, str]
    evaluations: dict[int, Evaluation]
    variations: dict[int, list[Variation]]


@dataclass(slots=True)
class Variation:
    """What could have been played, or drawn, from some place of a line on."""

    actions: list[Any] = field(default_factory=list)
    """At least one."""
    comments: dict[int, str] = field(default_factory=dict)
    """Remarks by the number of actions of this line before them."""
    evaluations: dict[int, Evaluation] = field(default_factory=dict)
    """By the number of the action, from 0."""
    variations: dict[int, list[Variation]] = field(default_factory=dict)
    """By the number of the action that they replace: they begin in the position before it."""


@dataclass(slots=True)
class Record:
    """A game from its options to where it stands. The actions are legal, one after the other."""

    game: Game
    options: dict[str, str]
    names: list[str]
    """Who sits where."""
    actions: list[Any] = field(default_factory=list)
    """Of the seats and of the dealer, in the order they were played."""
    comments: dict[int, str] = field(default_factory=dict)
    """Remarks by the number of actions before them."""
    tags: dict[str, str] = field(default_factory=dict)
    """Everything else that is known: Date, SeedHash, Seed, ..."""
    position: str = ""
    """What it begins from; empty: a new game."""
    evaluations: dict[int, Evaluation] = field(default_factory=dict)
    """By the number of the action, from 0."""
    variations: dict[int, list[Variation]] = field(default_factory=dict)
    """By the number of the action that they replace: they begin in the position before it."""

    def start(self) -> State:
        """The state before the first action."""
        state: State
        if self.position:
            state = self.game.state_from_text(self.position)
        else:
            state = self.game.new(**self.options)
        return state

    def states(self) -> Iterator[State]:
        """Every state from the start on, each a copy of its own."""
        state = self.start()
        yield state.copy()
        for action in self.actions:
            state.apply(action)
            yield state.copy()

    def final(self) -> State:
        """The state after the last action."""
        state = self.start()
        for action in self.actions:
            state.apply(action)
        return state

    def walk(self) -> Iterator[Node]:
        """All actions, those of variations included, in the order of the text."""
        return walk(self, self.start())

    def cut(self, number: int) -> None:
        """Keep so many actions, and what belongs to them."""
        del self.actions[number:]
        for place in [place for place in self.comments if place > number]:
            del self.comments[place]
        for kept in (self.evaluations, self.variations):
            for later in [each for each in kept if each >= number]:
                del kept[later]

    def to_text(self) -> str:
        """As `write` writes it."""
        from loseta.record.writing import write

        return write(self)

    @classmethod
    def from_text(cls, text: str) -> Record:
        """As `read` reads it. Raises BadText."""
        from loseta.record.parsing import read

        return read(text)


@dataclass(frozen=True, slots=True)
class Node:
    """An action in its place in the tree of a record."""

    line: Line
    number: int
    """Its number in the line, from 0."""
    ply: int
    """How many actions were played before it since the record began."""
    depth: int
    """0 in the main line, 1 in its variations, and so on."""
    state: State
    """Before it, a copy of its own."""

    @property
    def action(self) -> Any:
        """What was played or drawn."""
        return self.line.actions[self.number]

    @property
    def comment(self) -> str:
        """The remark after it; empty where there is none."""
        return self.line.comments.get(self.number + 1, "")

    @property
    def evaluation(self) -> Evaluation | None:
        """What somebody thought of it, if anybody did."""
        return self.line.evaluations.get(self.number)

    @property
    def variations(self) -> list[Variation]:
        """What could have been played instead."""
        return self.line.variations.get(self.number, [])


def walk(line: Line, state: State, ply: int = 0, depth: int = 0) -> Iterator[Node]:
    """The actions of a line that begins in a state, each followed by the variations to it."""
    state = state.copy()
    for number, action in enumerate(line.actions):
        node = Node(line, number, ply + number, depth, state.copy())
        yield node
        for variation in node.variations:
            yield from walk(variation, state, ply + number, depth + 1)
        state.apply(action)


def result_of(state: State) -> str:
    """The result as it stands at the end of a record: the scores, or `*` for an open game."""
    outcome = state.outcome
    return UNFINISHED if outcome is None else "-".join(map(str, outcome.scores))
