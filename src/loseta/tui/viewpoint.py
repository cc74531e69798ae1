"""The viewpoint of the screen: the table and the story as the people at the keyboard may know
them."""

from __future__ import annotations

from loseta.arena.table import Table
from loseta.game import State
from loseta.tui.story import story
from loseta.tui.view import Step, TerminalView


class Viewpoint:
    def __init__(self, table: Table, view: TerminalView, humans: set[int]) -> None:
        self._table = table
        self._view = view
        self._humans = humans
        self._last: int | None = None

    @property
    def reader(self) -> int | None:
        """The seat for which the screen is drawn: that of the only human or, among several, the
        human to move; None for a spectator."""
        if len(self._humans) == 1:
            return next(iter(self._humans))
        to_move = self._table.state.to_move
        return to_move if to_move in self._humans else None

    @property
    def state(self) -> State:
        """The state without what the reader may not know."""
        return self._table.state.view(self.reader)

    def story(self) -> list[Step]:
        """What happened, as the reader may know it."""
        return story(self._table.record, self._view, self.reader)

    def passes_to(self, seat: int) -> bool:
        """Note that this seat is now at the keyboard. Returns whether the previous human's view,
        which may still be on the screen, differs from this one's."""
        last, self._last = self._last, seat
        state = self._table.state
        return last not in (None, seat) and state.view(last) != state.view(seat)
