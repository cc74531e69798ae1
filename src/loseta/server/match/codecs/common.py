"""The protocol `GameCodec`, which a game implements to be played over the network, and helpers that
the codecs share."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from operator import mul
from typing import Any, Protocol

import orjson

Spell = Callable[[str, Any], Any]
"""Converts the value of a field, given its name, for clients: colour 2 to R."""


class GameCodec(Protocol):
    """A game's states, actions and events as JSON for clients."""

    has_secrets: bool
    """Whether one seat may know things that another does not."""

    def state(self, view: Any) -> dict[str, Any]:
        """The table. To hide what a viewer must not know, pass the viewer's view of the state."""

    def action(self, action: Any) -> orjson.Fragment:
        """An action with its text, kind and parts."""

    def parts(self, action: Any) -> dict[str, Any]:
        """Only the parts of an action, such as source and colour."""

    def event(self, event: Any) -> dict[str, Any]:
        """An event that followed from an action."""

    def same_for_all(self, state: Any) -> bool:
        """Whether a state hides nothing from anybody, so that all its views are the same."""

    def action_text(self, action: Any, own: bool) -> str:
        """The text of an action. Unless `own`, it leaves out what only the acting seat may know."""

    def in_turn(self, state: Any) -> int | None:
        """The seat whose turn it is, even while the dealer acts; None between turns."""

    def taking(self, state: Any, action: Any) -> dict[str, Any]:
        """For an action that takes tiles: how many of them fit into their line (`fits`) and how
        many do not (`falls`), and whether it takes the starting-player marker (`marker`). Empty for
        any other action."""

    def projection(self, state: Any) -> list[dict[str, Any]]:
        """What each seat would score if the round ended now."""

    def gist(self, state: Any, action: Any) -> dict[str, Any] | None:
        """A summary of an action for lists of games, without secrets: its `kind` is `take`, `tile`,
        `plate` or `chip`. None for actions that only complete a turn. `state`: before the
        action."""

    def walls(self, state: Any) -> list[str]:
        """The wall or dome of each seat, row by row, for a small picture: the letters of tiles, `.`
        for an empty space, `_` where there is no space yet."""

    def reveals(self, action: Any) -> bool:
        """Whether an action of a seat reveals hidden information, so that it cannot be taken
        back."""

    def chosen_at_once(self, state: Any) -> bool:
        """Whether the next decisions of the seats do not depend on each other, so that all seats
        make them in private and at the same time."""

    def box(self) -> dict[str, Any]:
        """The components of the game: colours, counts, points and what is printed on them."""


class CodecBase:
    """The parts of a codec that the games share. `spell`: how values are written."""

    def __init__(self, spell: Spell) -> None:
        self._spell = spell
        self._actions: dict[str, orjson.Fragment] = {}

    def action(self, action: Any) -> orjson.Fragment:
        text = action.text
        if text not in self._actions:
            content = {"action": text, "kind": kind_of(action), **self.parts(action)}
            self._actions[text] = orjson.Fragment(orjson.dumps(content))
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
"""A cache of the names of classes and their fields, as clients see them."""


def _names(kind: type) -> tuple[str, tuple[str, ...]]:
    if kind not in _KINDS:
        called = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()
        _KINDS[kind] = called, tuple(field.name for field in fields(kind) if field.init)
    return _KINDS[kind]


def kind_of(value: Any) -> str:
    """The name of a value's class in snake case: TilePlaced becomes tile_placed."""
    return _names(type(value))[0]


def plain(value: Any, spell: Spell, name: str = "") -> Any:
    """A dataclass, a sequence of them or another value, made of JSON types. `name`: of its
    field."""
    if is_dataclass(value) and not isinstance(value, type):
        return {part: plain(getattr(value, part), spell, part) for part in _names(type(value))[1]}
    if isinstance(value, tuple | list) and value and is_dataclass(value[0]):
        return [plain(each, spell) for each in value]
    return spell(name, value)


def typed(value: Any, spell: Spell) -> dict[str, Any]:
    """A dataclass as JSON, with the name of its class as `type`."""
    return {"type": kind_of(value), **plain(value, spell)}


def line_tiles(letters: str, colours: Sequence[int], counts: Sequence[int]) -> list[str]:
    """The tiles of each pattern line as letters; an empty text for an empty line."""
    return [letters[colour] * n for colour, n in zip(colours, counts, strict=True)]


def counted(letters: str, counts: Sequence[int]) -> str:
    """Tiles as letters: two blue and a red are BBR."""
    return "".join(map(mul, letters, counts))


def by_letter(letters: str, counts: Sequence[int]) -> Mapping[str, int]:
    return dict(zip(letters, counts, strict=True))


def take_gist(colour: str, count: int, line: int, lines: int) -> dict[str, Any]:
    """The gist of taking tiles; its `line` is null if they go to the floor."""
    return {
        "kind": "take",
        "colour": colour,
        "count": count,
        "line": line if line < lines else None,
    }


def or_none(seat: int) -> int | None:
    """A seat, or None for NOBODY."""
    return None if seat < 0 else seat
