"""What a seat has learned during a game (its information state), as a text with perfect recall.

The text begins with the seat's view of the start. Each step adds the seat's own action and the
parts of its view that changed. Views contain nothing that the seat may not know, so neither does
the text; it keeps what the seat once saw.
"""

from __future__ import annotations

from typing import Any, Self

from loseta.game import State


def parts(view: State) -> dict[str, str]:
    """The fields of a position by name; boards are split into their own fields."""
    head, *fields = view.to_text().split(" round=")
    found = {"": head}
    for field in f"round={fields[0]}".split(" "):
        name, _, value = field.partition("=")
        pieces = value.split(":")
        for number, piece in enumerate(pieces):
            found[name if len(pieces) == 1 else f"{name}.{number + 1}"] = piece
    return found


class Knowledge:
    """What one seat has learned. Actions are only noted, and evaluated when `text` is called."""

    def __init__(self, seat: int, start: State) -> None:
        self._seat = seat
        self._state: Any = start.copy()
        self._noted: list[Any] = []
        view = self._state.view(seat)
        self._parts = parts(view)
        self._lines: tuple[str, ...] = (view.to_text(),)

    def note(self, action: Any) -> None:
        self._noted.append(action)

    def text(self) -> str:
        for action in self._noted:
            own = self._state.to_move == self._seat
            self._state.apply(action)
            now = parts(self._state.view(self._seat))
            changes = [f">{action.text}"] if own else []
            changes += [f"{k}={v}" for k, v in now.items() if self._parts.get(k) != v]
            if changes:
                self._lines += (" ".join(changes),)
            self._parts = now
        self._noted = []
        return "\n".join(self._lines)

    def copy(self) -> Self:
        made = type(self).__new__(type(self))
        made._seat = self._seat
        made._state = self._state.copy()
        made._noted = self._noted[:]
        made._parts = self._parts  # replaced, never changed
        made._lines = self._lines
        return made
