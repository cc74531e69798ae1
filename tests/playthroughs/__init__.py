"""Whole games as text files that people can read: regression test and documentation at once.

A file starts with what was agreed: the game, its options, the seed and who played. Then come the
steps, each with the position, who is to move, the legal actions (how many, and their texts, those
that differ in the last letter only written as `3R(145F)`), the action played and what followed
from it by itself.

`python -m tests.playthroughs.regenerate` writes the files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from loseta.game import DEALER, ActionError, Event, Game, State
from loseta.games import game_named

FOLDER = Path(__file__).parent


@dataclass
class Playthrough:
    """What a file is made from."""

    game: Game
    options: dict[str, str]
    seed: str
    seats: list[str]
    actions: list[str]
    """The texts of all actions, the dealer's among them."""

    def render(self) -> Iterator[str]:
        """The lines of the file."""
        yield f"game: {self.game.name}"
        for name, value in self.options.items():
            yield f"option {name}: {value}"
        yield f"seed: {self.seed}"
        yield f"seats: {', '.join(self.seats)}"
        state: State = self.game.new(**self.options)
        for number, text in enumerate(self.actions, start=1):
            yield ""
            yield f"step {number}"
            yield from describe(state)
            yield f"action: {text}"
            try:
                events = state.apply(self.game.action_from_text(text))
            except ActionError as error:
                yield f"refused: {error.reason.rule} {error}"
                return
            yield from map(describe_event, events)
        yield ""
        yield "end"
        yield from describe(state)


def describe(state: State) -> Iterator[str]:
    yield f"position: {state.to_text()}"
    mover = state.to_move
    names = {None: "nobody", DEALER: "dealer"}
    yield f"to move: {names.get(mover) or f'seat {(mover or 0) + 1}'}"
    texts = [action.text for action in state.legal_actions()]
    if texts:
        yield f"legal: {len(texts)}: {' '.join(compact(texts))}"


def describe_event(event: Event) -> str:
    return f"event: {event!r}"


def compact(texts: Iterable[str]) -> Iterator[str]:
    """`3R1 3R4 CKF` becomes `3R(14) CKF`."""
    for start, group in groupby(texts, key=lambda text: text[:-1]):
        ends = [text[-1] for text in group]
        yield start + (ends[0] if len(ends) == 1 else f"({''.join(ends)})")


def read(text: str) -> Playthrough:
    """What a file was made from."""
    fields = [line.split(": ", 1) for line in text.splitlines() if ": " in line]
    single = dict(field for field in fields if len(field) == 2)
    return Playthrough(
        game=game_named(single["game"]),
        options={
            name.removeprefix("option "): value
            for name, value in fields
            if name.startswith("option ")
        },
        seed=single["seed"],
        seats=single["seats"].split(", "),
        actions=[value for name, value in fields if name == "action"],
    )


def write(playthrough: Playthrough) -> str:
    return "\n".join((*playthrough.render(), ""))
