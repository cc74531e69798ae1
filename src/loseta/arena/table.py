"""A table where a game is played: its state, record and dealer kept in step."""

from __future__ import annotations

from datetime import date
from typing import Any

from loseta.dealer import Dealer, fresh_seed, seed_hash, seed_text
from loseta.game import DEALER, Event, Game, State, complete_options
from loseta.record import Record


class Table:
    """A game in progress. The dealer acts by itself as soon as it is to move."""

    def __init__(self, record: Record) -> None:
        """Continue a recorded game. If the record has no seed, a new, secret one is used."""
        self.record = record
        self.seed = record.tags["Seed"] if "Seed" in record.tags else fresh_seed()
        self._rebuild()

    @classmethod
    def new(
        cls, game: Game, options: dict[str, str], names: list[str], seed: str | int | None = None
    ) -> Table:
        """Open a table. Raises BadOption."""
        seed = fresh_seed() if seed is None else seed_text(seed)
        tags = {"Date": date.today().isoformat(), "SeedHash": seed_hash(seed), "Seed": seed}
        return cls(Record(game, complete_options(game, options), names, tags=tags))

    def act(self, action: Any) -> tuple[Event, ...]:
        """Play a seat's action, given as a value or as text, then deal if the dealer is to act.
        Raises IllegalAction, NotAnAction and AmbiguousAction, changing nothing."""
        if isinstance(action, str):
            action = self.state.parse(action)  # the record keeps values
        return self._play(action) + self._deal()

    def undo(self, seats: set[int]) -> bool:
        """Go back to before the last action of any of these seats. Returns False if there is
        none."""
        *states, _ = (state.to_move for state in self.record.states())
        own = [number for number, mover in enumerate(states) if mover in seats]
        if not own:
            return False
        self.record.cut(own[-1])
        self._rebuild()
        return True

    def _rebuild(self) -> None:
        """Bring the state and the dealer to the end of the record, then deal if that is due."""
        self.state: State = self.record.start()
        self.dealer = Dealer(self.seed)
        for action in self.record.actions:
            if self.state.to_move == DEALER:
                self.dealer.action(self.state)  # advances the dealer; the record has the draw
            self.state.apply(action)
        self._deal()

    def _play(self, action: Any) -> tuple[Event, ...]:
        events = self.state.apply(action)
        self.record.actions.append(action)
        return events

    def _deal(self) -> tuple[Event, ...]:
        events: tuple[Event, ...] = ()
        while self.state.to_move == DEALER:
            events += self._play(self.dealer.action(self.state))
        return events
