"""The effects of an action, found by playing it on a copy of the state."""

from __future__ import annotations

from loseta.duel import (
    BROKEN,
    NOBODY,
    LineBroken,
    PenaltyScored,
    SeatAction,
    SeatProjection,
    SpecialPlaced,
    State,
    Take,
    TilePlaced,
)
from loseta.tui.trial import ActionTrial


def draw_cost(state: State) -> int:
    """Points that the next plate from the stack costs (D2.A3, D2.A5). A trial cannot find this: a
    view may hide which plate is then on top."""
    return min(1, state.scores[state.turn])


Tiling = TilePlaced | SpecialPlaced | LineBroken | PenaltyScored


class Trial(ActionTrial):
    before: State
    after: State
    action: SeatAction
    events: list[Tiling]
    projected: SeatProjection

    def __init__(self, state: State, action: SeatAction) -> None:
        super().__init__(state, action, Tiling)

    @property
    def placed(self) -> list[TilePlaced | SpecialPlaced]:
        """The tile that moves to the dome at once, and the special tile that follows from it; tiles
        of later lines are left out."""
        found: list[TilePlaced | SpecialPlaced] = []
        for event in self.events:
            if found and not isinstance(event, SpecialPlaced):
                break
            if isinstance(event, TilePlaced | SpecialPlaced):
                found.append(event)
        return found

    @property
    def chips(self) -> list[int]:
        """The faces of the chips that the action spends, including those that had to follow."""
        before, after = (_committed(state, self.seat) for state in (self.before, self.after))
        return [face for face, n in enumerate(after) for _ in range(n - before[face])]

    # --- Takes ---

    @property
    def taken(self) -> int:
        """How many tiles the action takes off the factories."""
        assert isinstance(self.action, Take)
        colour = self.action.colour
        return _offered(self.before, colour) - _offered(self.after, colour)

    @property
    def takes_start_tile(self) -> bool:
        if self.before.start != NOBODY:
            return False
        tiled = [event for event in self.events if isinstance(event, PenaltyScored)]
        return self.after.start == self.seat or any(event.start_tile for event in tiled)

    @property
    def held(self) -> int:
        """Tiles in the chosen line afterwards, before its tile moves to the dome."""
        assert isinstance(self.action, Take)
        line = self.action.line
        for event in self.events:
            match event:
                case TilePlaced(row=row) if row == line:
                    return line + 1
                case LineBroken(row=row, count=count) if row == line:
                    return count
        return self.after.boards[self.seat].line_counts[line]

    @property
    def broken(self) -> int:
        """How many taken tiles break."""
        assert isinstance(self.action, Take)
        if self.action.line == BROKEN:
            return self.taken
        return self.taken - (
            self.held - self.before.boards[self.seat].line_counts[self.action.line]
        )

    @property
    def completes(self) -> bool:
        assert isinstance(self.action, Take)
        return self.action.line != BROKEN and self.held == self.action.line + 1

    @property
    def line_breaks(self) -> bool:
        """Whether the line breaks: the dome has no space for its tile and never will."""
        assert isinstance(self.action, Take)
        broken = [event for event in self.events if isinstance(event, LineBroken)]
        return self.action.line in {event.row for event in (*broken, *self.projected.broken)}

    @property
    def line_is_tiled(self) -> bool:
        """Whether a tile of the line moves to the dome when the round ends."""
        assert isinstance(self.action, Take)
        placed = [event for event in self.events if isinstance(event, TilePlaced)]
        return self.action.line in {event.row for event in (*placed, *self.projected.placed)}


def _committed(state: State, seat: int) -> list[int]:
    """The number of chips of each face that are used or chosen."""
    return [n + state.spent.count(face) for face, n in enumerate(state.boards[seat].used)]


def _offered(state: State, colour: int) -> int:
    """Tiles of a colour on all factories, including those yet to be stacked."""
    piles = (*state.suns, state.loose)
    return sum(pile[colour] for pile in piles) + sum(moon.count(colour) for moon in state.moons)
