"""What is fixed before a match: who meets whom, and who sits where in which game on which deals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, Protocol

from loseta import __version__
from loseta.dealer import seed_hash
from loseta.game import BadOption, Game, Reason, State, complete_options
from loseta.games import game_named
from loseta.players import Player, make

A = 0
"""One side of a match,"""
B = 1
"""and the other."""

LIMIT = 60.0
"""Seconds for a move, after which a player has lost the game."""
PREPARATION = 600.0
"""Compiling on a busy machine takes minutes, and what is given up is lost."""


class Factory(Protocol):
    """Makes a player. It must be picklable: a function of a module, or a `partial` of one."""

    def __call__(self, *, seed: str, time: float | None) -> Player: ...


@dataclass(frozen=True)
class Contestant:
    """Who takes part, by a name for people.

    A match can be played between any two factories, also of players that are not built in.

    A player that is dear to make may have a method `new_game(seed)`. It is then made once for its
    chair in each process, and told of every further game; it must play as if it had been made anew
    with that seed. Any other player is made anew for every game.

    One that must load or compile something may have a method `prepare(state)`. It is called once,
    when the player has been made, with a position of the game that is not one of the match; the
    time it takes is part of the preparation, and of no move.
    """

    name: str
    make: Factory

    @classmethod
    def named(cls, name: str) -> Contestant:
        """A built-in player. Raises UnknownPlayer, or MissingExtra when it cannot be made here."""
        make(name)
        return cls(name, partial(make, name))


@dataclass(frozen=True)
class Plan:
    """A match: groups of as many games as there are seats, on the same deals.

    A has one seat, B all others; within a group A sits at each seat once. Games are numbered from
    0 across the groups. Everything in a game follows from its number and the seed of the match, so
    it does not matter who plays it when.
    """

    a: Contestant
    b: Contestant
    games_asked: int
    game: str = "azul"
    options: Mapping[str, str] = field(default_factory=dict)
    seed: str = "1"
    time: float | None = None
    """Seconds a move, for players that can use more or less."""
    time_b: float | None = None
    """The same for B, where it has more or less than A."""
    limit: float = LIMIT
    """Seconds after which a player that still has not moved loses the game."""
    records: bool = False
    """Whether the record of each game is kept."""
    win_chances: bool = False
    """Whether it holds what the players thought of their actions."""
    preparation: float = PREPARATION
    """The same for making a player and letting it prepare, or telling it of a new game."""

    def __post_init__(self) -> None:
        """Raises BadOption."""
        self.new_game()
        longest = max(self.time_of(A) or 0, self.time_of(B) or 0)
        if longest >= self.limit:
            params = {"time": f"{longest:g}", "limit": f"{self.limit:g}"}
            raise BadOption("time", Reason("", "match.time", params))

    @cached_property
    def rules(self) -> Game:
        return game_named(self.game)

    @cached_property
    def seats(self) -> int:
        return self.new_game().seats

    @property
    def groups(self) -> int:
        return -(-self.games_asked // self.seats)

    @property
    def games(self) -> int:
        """What was asked for, rounded up to whole groups."""
        return self.groups * self.seats

    def new_game(self) -> State:
        state: State = self.rules.new(**self.options)
        return state

    def contestant(self, side: int) -> Contestant:
        return (self.a, self.b)[side]

    def time_of(self, side: int) -> float | None:
        """Seconds a move of a side."""
        return self.time_b if side == B and self.time_b is not None else self.time

    @cached_property
    def complete_options(self) -> dict[str, str]:
        return complete_options(self.rules, self.options)

    @property
    def conditions(self) -> dict[str, Any]:
        """What must be the same for all games that are kept together."""
        return {
            "loseta": __version__,
            "game": self.game,
            "options": self.complete_options,
            "a": self.a.name,
            "b": self.b.name,
            "seed": self.seed,
            "time": self.time,
            "time_b": self.time_b,
            "limit": self.limit,
            "win_chances": self.win_chances,
        }

    # --- Of one game ------------------------------------------------------------------------

    def group(self, number: int) -> int:
        return number // self.seats

    def seat_of_a(self, number: int) -> int:
        return number % self.seats

    def side(self, number: int, seat: int) -> int:
        return A if seat == self.seat_of_a(number) else B

    def chair(self, number: int, seat: int) -> int:
        """Which player sits there, as a number: 0 is that of A, the others are those of B."""
        return (seat - self.seat_of_a(number)) % self.seats

    def names(self, number: int) -> list[str]:
        """Who sits where."""
        return [self.contestant(self.side(number, seat)).name for seat in range(self.seats)]

    def deal_seed(self, number: int) -> str:
        """The same for all games of a group."""
        return f"{self.seed}/{self.group(number)}"

    def player_seed(self, number: int, seat: int) -> str:
        """Another for everybody, and one that tells nothing of the deals."""
        return seed_hash(f"{self.seed}/{number}/{seat}")
