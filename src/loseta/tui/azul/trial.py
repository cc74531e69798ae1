"""The effects of an action, found by playing it on a copy of the state."""

from __future__ import annotations

from loseta.azul import FLOOR, FloorScored, LineDropped, Place, State, Take, TilePlaced
from loseta.tui.trial import ActionTrial


class Trial(ActionTrial):
    before: State
    after: State
    action: Take | Place
    events: list[TilePlaced | LineDropped | FloorScored]

    def __init__(self, state: State, action: Take | Place) -> None:
        super().__init__(state, action, TilePlaced | LineDropped | FloorScored)

    @property
    def placed(self) -> TilePlaced | None:
        """The first tile that moves to the wall."""
        return next((event for event in self.events if isinstance(event, TilePlaced)), None)

    @property
    def held(self) -> int:
        """Tiles in the chosen line afterwards, before its tile moves to the wall."""
        assert isinstance(self.action, Take)
        line = self.action.line
        tiled = any(
            event.row == line for event in self.events if not isinstance(event, FloorScored)
        )
        return line + 1 if tiled else self.after.boards[self.seat].line_counts[line]

    @property
    def completes(self) -> bool:
        return isinstance(self.action, Take) and self._to_line and self.held == self.action.line + 1

    @property
    def fallen(self) -> int:
        """How many taken tiles fall to the floor line."""
        assert isinstance(self.action, Take)
        taken = self.before.sources[self.action.source][self.action.colour]
        if not self._to_line:
            return taken
        return taken - (self.held - self.before.boards[self.seat].line_counts[self.action.line])

    @property
    def _to_line(self) -> bool:
        return isinstance(self.action, Take) and self.action.line != FLOOR
