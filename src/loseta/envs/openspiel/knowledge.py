"""What a seat has come to know in the course of a game, as a text that remembers everything.

It begins with the seat's view of the start. Each step adds the seat's own action, and the parts of
its view that changed. What a seat may not know is in no view, so that it cannot be in here either;
what it saw and cannot see any more stays.
"""

from __future__ import annotations

from typing import Any, Self

from loseta.game import State


def parts(view: State) -> dict[str, str]:
    """The fields of a position by name, boards cut into theirs."""
    head, *fields = view.to_text().split(" round=")
    found = {"": head}
    for field in f"round={fields[0]}".split(" "):
        name, _, value = field.partition("=")
        pieces = value.split(":")
        for number, piece in enumerate(pieces):
            found[name if len(pieces) == 1 else f"{name}.{number + 1}"] = piece
    return found


class Knowledge:
    """Of one seat. Steps are noted as they come, and worked out only when somebody asks."""

    def __init__(self, seat: int, start: State) -> None:
        self._seat = seat
        self._state: Any = start.copy()
        self._noted: list[Any] = []
        view = self._state.view(seat)
        self._parts = parts(view)
        self._told: tuple[str, ...] = (view.to_text(),)

    def note(self, action: Any) -> None:
        self._noted.append(action)

    def text(self) -> str:
        for action in self._noted:
            own = self._state.to_move == self._seat
            self._state.apply(action)
            now = parts(self._state.view(self._seat))
            told = [f">{action.text}"] if own else []
            told += [f"{k}={v}" for k, v in now.items() if self._parts.get(k) != v]
            if told:
                self._told += (" ".join(told),)
            self._parts = now
        self._noted = []
        return "\n".join(self._told)

    def copy(self) -> Self:
        made = type(self).__new__(type(self))
        made._seat = self._seat
        made._state = self._state.copy()
        made._noted = self._noted[:]
        made._parts = self._parts  # replaced, never changed
        made._told = self._told
        return made
