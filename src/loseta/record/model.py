"""The content of a record: a line of actions with comments, evaluations and variations, which are
lines themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from loseta.game import Game, State

UNFINISHED = "*"


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a player or a search thought of an action."""

    win_chance: float
    """The win chance of the seat that plays it, from 0 to 1; written with four decimals."""
    points: float | None = None
    """The expected final lead over the best other seat; written with three decimals."""
    visits: int | None = None
    """The visits of the search. Not written without points."""


class Line(Protocol):
    """A sequence of actions of the seats and the dealer: a record or a variation."""

    actions: list[Any]
    comments: dict[int, str]
    evaluations: dict[int, Evaluation]
    variations: dict[int, list[Variation]]


@dataclass(slots=True)
class Variation:
    """Actions, or draws, that could have replaced the rest of a line from some action on."""

    actions: list[Any] = field(default_factory=list)
    """At least one action."""
    comments: dict[int, str] = field(default_factory=dict)
    """Comments by the number of this line's actions before them."""
    evaluations: dict[int, Evaluation] = field(default_factory=dict)
    """Evaluations by the index of their action."""
    variations: dict[int, list[Variation]] = field(default_factory=dict)
    """Variations by the index of the action that they replace; each begins in the position before
    it."""


@dataclass(slots=True)
class Record:
    """A game, finished or not: its options and all its actions, which are legal in sequence."""

    game: Game
    options: dict[str, str]
    names: list[str]
    """The name of the player at each seat."""
    actions: list[Any] = field(default_factory=list)
    """The actions of the seats and the dealer, in the order they were played."""
    comments: dict[int, str] = field(default_factory=dict)
    """Comments by the number of actions before them."""
    tags: dict[str, str] = field(default_factory=dict)
    """All other tags: Date, SeedHash, Seed, ..."""
    position: str = ""
    """The position from which the game begins; empty for a new game."""
    evaluations: dict[int, Evaluation] = field(default_factory=dict)
    """Evaluations by the index of their action."""
    variations: dict[int, list[Variation]] = field(default_factory=dict)
    """Variations by the index of the action that they replace; each begins in the position before
    it."""

    def start(self) -> State:
        """The state before the first action."""
        state: State
        if self.position:
            state = self.game.state_from_text(self.position)
        else:
            state = self.game.new(**self.options)
        return state

    def states(self) -> Iterator[State]:
        """Every state from the start on, each as a separate copy."""
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
        """All actions, including those of variations, in the order of the text."""
        return walk(self, self.start())

    def cut(self, number: int) -> None:
        """Keep only the first `number` actions, and the comments, evaluations and variations that
        belong to them."""
        del self.actions[number:]
        for place in [place for place in self.comments if place > number]:
            del self.comments[place]
        for kept in (self.evaluations, self.variations):
            for later in [each for each in kept if each >= number]:
                del kept[later]

    def to_text(self) -> str:
        """The record as text (`write`)."""
        from loseta.record.writing import write

        return write(self)

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Read a record from its text (`read`). Raises BadText."""
        from loseta.record.parsing import read

        return read(text)


@dataclass(frozen=True, slots=True)
class Node:
    """An action and its place in the tree of a record."""

    line: Line
    number: int
    """The action's index in the line."""
    ply: int
    """The number of actions before it since the start of the record."""
    depth: int
    """0 in the main line, 1 in its variations, and so on."""
    state: State
    """The state before the action, as a separate copy."""

    @property
    def action(self) -> Any:
        """The action itself."""
        return self.line.actions[self.number]

    @property
    def comment(self) -> str:
        """The comment after the action; empty if there is none."""
        return self.line.comments.get(self.number + 1, "")

    @property
    def evaluation(self) -> Evaluation | None:
        """The evaluation of the action, or None."""
        return self.line.evaluations.get(self.number)

    @property
    def variations(self) -> list[Variation]:
        """The variations that replace the action."""
        return self.line.variations.get(self.number, [])


def walk(line: Line, state: State, ply: int = 0, depth: int = 0) -> Iterator[Node]:
    """The actions of a line that begins in `state`, each followed by its variations."""
    state = state.copy()
    for number, action in enumerate(line.actions):
        node = Node(line, number, ply + number, depth, state.copy())
        yield node
        for variation in node.variations:
            yield from walk(variation, state, ply + number, depth + 1)
        state.apply(action)


def result_of(state: State) -> str:
    """The result as written at the end of a record: the scores, or `*` for an unfinished game."""
    outcome = state.outcome
    return UNFINISHED if outcome is None else "-".join(map(str, outcome.scores))
