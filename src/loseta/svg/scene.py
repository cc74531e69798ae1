"""What to draw, and the sentences for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from loseta import texts
from loseta.game import DEALER


@dataclass(frozen=True, slots=True)
class Scene:
    """A state with the options of its picture."""

    state: Any
    lang: str
    theme: str
    names: tuple[str, ...]
    """One name for each seat."""
    named: bool
    """Whether the caller gave the names."""
    last: Any
    mover: int | None
    arrows: tuple[Any, ...]

    def say(self, key: str, **params: Any) -> str:
        return texts.say(f"svg.{key}", self.lang, **params)

    def status(self) -> str:
        """Whose turn it is, or how the game ended."""
        state = self.state
        if state.outcome is not None:
            *others, last = [self.names[seat] for seat in state.outcome.winners]
            if not others:
                return self.say("won", name=last)
            return self.say("shared", names=", ".join(others), last=last)
        if state.to_move == DEALER:
            return self.say("chance")
        return self.say("to_move", name=self.names[state.to_move])

    def initial(self, seat: int) -> str:
        return self.names[seat][:1].upper() if self.named else str(seat + 1)

    def tiles(self, counts: Sequence[int], names: Sequence[str]) -> str:
        """Tiles in words: “2 blue, 1 red”. `names` are those of the colours."""
        held = [(name, n) for name, n in zip(names, counts, strict=True) if n]
        return ", ".join(self.say("count", n=n, colour=name) for name, n in held)
