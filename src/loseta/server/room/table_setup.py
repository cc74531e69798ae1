"""Setups of tables to be opened, and the computer players that they may use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from loseta.dealer import fresh_seed
from loseta.game import Game, State, complete_options
from loseta.games import game_named, has_part
from loseta.players import UnknownPlayer, check_plays
from loseta.players.levels import LEVELS as AI
from loseta.players.registry import AI_LEVELS, MissingExtra
from loseta.server.ids import fresh_id
from loseta.server.refusals import Refused
from loseta.server.store import GameRow, SeatRow

ME, OPEN = "me", "open"
LEVELS = {
    "random": "random",
    "greedy": "beginner",
    **{name: level.title for name, level in AI.items()},
}
"""The computer players that tables offer, with the keys of their names in the locales."""


def levels(game: str | None = None) -> dict[str, str]:
    """The computer players that can play here, for one game or (None) for any."""
    can_search = find_spec("numba") and (game is None or has_part("players.search", game))
    return {name: key for name, key in LEVELS.items() if name not in AI_LEVELS or can_search}


@dataclass(frozen=True, slots=True)
class TableSetup:
    """What the host chose for a table to be opened."""

    game: str
    options: dict[str, str]
    seats: Sequence[str]
    """For each seat `me`, `open` (free to be taken), or a computer player."""
    private: bool = False
    """Whether spectators are kept out."""
    hints: bool | None = None
    """Whether hints are allowed. None: only if there is no clock."""
    clock_ms: int | None = None
    increment_ms: int = 0
    seed: str | None = None
    """The dealer's seed; None: a fresh, secret one."""
    start: str | None = None
    """The position to begin from, which then sets the options; None: a new game."""
    origin: str | None = None
    """The table and the step that the start position comes from."""
    listed: bool = False
    """Whether anybody may take an open seat."""

    def rows(self, host: str, now: int) -> tuple[GameRow, list[SeatRow]]:
        """The rows to store for the table. Raises Refusal if the setup is invalid."""
        game = game_named(self.game)
        state = self._begin(game)
        options = game.options_of(state) if self.start else complete_options(game, self.options)
        wanted = state.seats
        if len(self.seats) != wanted:
            raise Refused("seat_count", n=wanted, given=len(self.seats))
        if list(self.seats).count(ME) > 1:
            raise Refused("two_seats")
        if self.seed is not None and OPEN in self.seats:
            raise Refused("seed_alone")  # the host knows the seed, and so every draw
        if self.listed and OPEN not in self.seats:
            raise Refused("listed_full")
        if self.listed and self.start is not None:
            raise Refused("listed_start")
        row = GameRow(
            fresh_id(),
            game.name,
            options,
            self.seed or fresh_seed(),
            host,
            now,
            "open",
            self.private,
            self.clock_ms is None if self.hints is None else self.hints,
            self.clock_ms,
            None if self.clock_ms is None else self.increment_ms,
            start=self.start,
            origin=self.origin,
        )
        return row, [self._seat(seat, name, host) for seat, name in enumerate(self.seats)]

    def _begin(self, game: Game) -> State:
        """The state before anything is played. Raises Refusal."""
        state: State
        if self.start is None:
            state = game.new(**complete_options(game, self.options))
            return state
        if self.options:
            raise Refused("start_options")
        state = game.state_from_text(self.start)
        if state.to_move is None:
            raise Refused("start_over")
        if not state.is_complete:
            raise Refused("start_masked")
        return state

    def _seat(self, seat: int, name: str, host: str) -> SeatRow:
        if name == ME:
            return SeatRow(seat, host, None, 0)
        if name == OPEN:
            return SeatRow(seat, None, None, 0)
        check_level(name, self.game)
        return SeatRow(seat, None, name, 0)


def check_level(name: str, game: str) -> None:
    """Raises Refusal if a computer player does not exist, or cannot play here or this game."""
    if name not in LEVELS:
        raise UnknownPlayer(name, "random, greedy")
    if name not in levels():
        raise MissingExtra(name)
    check_plays(name, game)
