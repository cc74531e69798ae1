"""Limits on how often a seat may do things that do not advance the game.

They bound the log by the length of the game, whatever clients send. Ordinary play never reaches
them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from loseta.server.refusals import Refused


@dataclass(frozen=True, slots=True)
class Allowance:
    """How often a seat may do something."""

    code: str
    """The code of the refusal."""
    since_progress: int
    """How often until the game has more steps than ever before."""
    in_a_game: int | None = None
    """How often in the whole game; None: without a limit."""


ALLOWANCES = {
    "take_backs": Allowance("enough_take_backs", 30, in_a_game=300),
    "phrases": Allowance("enough_phrases", 20, in_a_game=200),
    # Only coming back is limited, not standing in, so that the game can always go on.
    "returns": Allowance("enough_returns", 10),
    "offers": Allowance("enough_offers", 10),  # of a rematch, after the game's last step
}


class Allowances:
    def __init__(self) -> None:
        self._most_steps = 0
        self._lately: Counter[tuple[str, int]] = Counter()
        self._in_all: Counter[tuple[str, int]] = Counter()

    def note_steps(self, steps: int) -> None:
        """Note how many steps the game has now."""
        if steps > self._most_steps:
            self._most_steps = steps
            self._lately.clear()

    def use(self, what: str, seat: int) -> None:
        self._lately[what, seat] += 1
        self._in_all[what, seat] += 1

    def has(self, what: str, seat: int) -> bool:
        """Whether a seat may do `what` once more."""
        bound = ALLOWANCES[what]
        return self._lately[what, seat] < bound.since_progress and (
            bound.in_a_game is None or self._in_all[what, seat] < bound.in_a_game
        )

    def check(self, what: str, seat: int) -> None:
        """Raises Refused if a seat may not do `what` again."""
        if not self.has(what, seat):
            raise Refused(ALLOWANCES[what].code)
