"""What an action would bring about, found by playing it on a copy of the table."""

from __future__ import annotations

from loseta.azul import FLOOR, FloorScored, LineDropped, Place, State, Take, TilePlaced


class Trial:
    """An action tried out. The rules play it; here only the difference is read off."""

    def __init__(self, state: State, action: Take | Place) -> None:
        self.before = state
        self.action = action
        self.seat = state.turn
        self.after = state.copy()
        # The last take of a round is followed by the tiling, so part of it may be in the events.
        self.events = [
            event
            for event in self.after.apply(action)
            if isinstance(event, TilePlaced | LineDropped | FloorScored) and event.seat == self.seat
        ]

    @property
    def ends_game(self) -> bool:
        return self.after.outcome is not None

    @property
    def points(self) -> int:
        """How the points of this round change, as if it ended after the action."""
        placed = sum(event.points for event in self.events if isinstance(event, TilePlaced))
        lost = sum(event.penalty for event in self.events if isinstance(event, FloorScored))
        return (
            placed - lost + _projected(self.after, self.seat) - _projected(self.before, self.seat)
        )

    @property
    def placed(self) -> TilePlaced | None:
        """The first tile that goes to the wall."""
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
        """Taken tiles that find no room in the chosen line."""
        assert isinstance(self.action, Take)
        taken = self.before.sources[self.action.source][self.action.colour]
        if not self._to_line:
            return taken
        return taken - (self.held - self.before.boards[self.seat].line_counts[self.action.line])

    @property
    def _to_line(self) -> bool:
        return isinstance(self.action, Take) and self.action.line != FLOOR


def _projected(state: State, seat: int) -> int:
    projection = state.projection()[seat]
    return projection.points - projection.penalty
