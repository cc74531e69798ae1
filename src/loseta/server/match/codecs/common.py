"""What a game must offer to be played over the network, and JSON of what both games have."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from operator import mul
from typing import Any, Protocol

import orjson

Spell = Callable[[str, Any], Any]
"""Turns the value of a field into what a client reads: colour 2 into R."""


class GameCodec(Protocol):
    """A game as clients see it. States and actions are those of the game."""

    has_secrets: bool
    """Whether anything in it may be known to one seat and not to another."""

    def state(self, view: Any) -> dict[str, Any]:
        """What lies on the table. The state must be somebody's view."""

    def action(self, action: Any) -> orjson.Fragment:
        """An action with its text, kind and parts."""

    def parts(self, action: Any) -> dict[str, Any]:
        """The parts of an action alone."""

    def event(self, event: Any) -> dict[str, Any]:
        """What followed from an action."""

    def same_for_all(self, state: Any) -> bool:
        """Whether nothing in it is hidden from anybody, so that all views are the state itself."""

    def action_text(self, action: Any, own: bool) -> str:
        """The text of an action as its player, or as anybody else, may read it."""

    def in_turn(self, state: Any) -> int | None:
        """The seat in whose turn the dealer acts, if it does so in the middle of one."""

    def taking(self, state: Any, action: Any) -> dict[str, Any]:
        """Of taken tiles how many find room in their line (`fits`), how many do not (`falls`), and
        whether the starting-player marker comes with them; nothing for any other action."""

    def projection(self, state: Any) -> list[dict[str, Any]]: ...

    def gist(self, state: Any, action: Any) -> dict[str, Any] | None:
        """What a seat does, as a list of games tells it to anybody: `kind` is `take`, `tile`,
        `plate` or `chip`. None for what only rounds off a turn. `state`: before it."""

    def walls(self, state: Any) -> list[str]:
        """What lies on each seat's wall or dome, row by row, for a small picture: the letters of
        tiles, `.` for an empty space, `_` where there is no space yet."""

    def reveals(self, action: Any) -> bool:
        """Whether a seat's action shows somebody what was hidden: it cannot be taken back."""

    def chosen_at_once(self, state: Any) -> bool:
        """Whether the decisions that come next do not depend on each other, so that all the seats
        make theirs in private and at the same time."""

    def box(self) -> dict[str, Any]:
        """What is printed on the pieces."""


class CodecBase:
    """What the codecs have in common. `spell`: how values are written."""

    def __init__(self, spell: Spell) -> None:
        self._spell = spell
        self._actions: dict[str, orjson.Fragment] = {}

    def action(self, action: Any) -> orjson.Fragment:
        text = action.text
        if text not in self._actions:
            told = {"action": text, "kind": kind_of(action), **self.parts(action)}
            self._actions[text] = orjson.Fragment(orjson.dumps(told))
        return self._actions[text]

    def parts(self, action: Any) -> dict[str, Any]:
        found: dict[str, Any] = plain(action, self._spell)
        return found

    def event(self, event: Any) -> dict[str, Any]:
        return typed(event, self._spell)

    def in_turn(self, state: Any) -> int | None:
        return or_none(state.turn)

    def projection(self, state: Any) -> list[dict[str, Any]]:
        return [plain(seat, self._spell) for seat in state.projection()]


_KINDS: dict[type, tuple[str, tuple[str, ...]]] = {}
"""What classes and their fields are called, looked up once."""


def _names(kind: type) -> tuple[str, tuple[str, ...]]:
    if kind not in _KINDS:
        called = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()
        _KINDS[kind] = called, tuple(field.name for field in fields(kind) if field.init)
    return _KINDS[kind]


def kind_of(value: Any) -> str:
    """TilePlaced -> tile_placed"""
    return _names(type(value))[0]


def plain(value: Any, spell: Spell, name: str = "") -> Any:
    """A dataclass, or a sequence of them, as JSON can hold it."""
    if is_dataclass(value) and not isinstance(value, type):
        return {part: plain(getattr(value, part), spell, part) for part in _names(type(value))[1]}
    if isinstance(value, tuple | list) and value and is_dataclass(value[0]):
        return [plain(each, spell) for each in value]
    return spell(name, value)


def typed(value: Any, spell: Spell) -> dict[str, Any]:
    """A dataclass with the name of its class."""
    return {"type": kind_of(value), **plain(value, spell)}


def line_tiles(letters: str, colours: Sequence[int], counts: Sequence[int]) -> list[str]:
    """The tiles of each pattern line, nothing for an empty one."""
    return [letters[colour] * n for colour, n in zip(colours, counts, strict=True)]


def counted(letters: str, counts: Sequence[int]) -> str:
    """Tiles as letters: two blue and a red are BBR."""
    return "".join(map(mul, letters, counts))


def by_letter(letters: str, counts: Sequence[int]) -> Mapping[str, int]:
    return dict(zip(letters, counts, strict=True))


def take_gist(colour: str, count: int, line: int, lines: int) -> dict[str, Any]:
    """The gist of taking tiles; `line` is null where they go to the floor."""
    return {
        "kind": "take",
        "colour": colour,
        "count": count,
        "line": line if line < lines else None,
    }


def or_none(seat: int) -> int | None:
    """NOBODY is null."""
    return None if seat < 0 else seat
