"""The plan of a match: its players, conditions, and the seats, deals and seeds of every game."""

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
"""The side of a match with one seat."""
B = 1
"""The side of a match with all other seats."""

LIMIT = 60.0
"""The seconds for a move, after which a player has lost the game."""
PREPARATION = 600.0
"""The seconds for making a player: compiling on a busy machine takes minutes, and a player that is
given up has to compile again."""


class Factory(Protocol):
    """Makes a player. It must be picklable: a function of a module, or a `partial` of one."""

    def __call__(self, *, seed: str, time: float | None) -> Player: ...


@dataclass(frozen=True)
class Contestant:
    """A side of a match: a factory of players, with a name for people.

    A match can be played between any two factories, also of players that are not built in.

    A player that is expensive to make may have a method `new_game(seed)`. It is then made once for
    its chair in each process, and `new_game` is called before every further game; it must play like
    a new player with that seed. Any other player is made again for every game.

    A player that must load or compile something may have a method `prepare(state)`. It is called
    once, after the player has been made, with a position of the game that is not one of the match;
    its time counts as preparation, not as that of a move.
    """

    name: str
    make: Factory

    @classmethod
    def named(cls, name: str) -> Contestant:
        """A built-in player. Raises UnknownPlayer, or MissingExtra if it cannot be made here."""
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
    """Seconds per move, for players that can use more or less."""
    time_b: float | None = None
    """Seconds per move for B, if they differ from those for A."""
    limit: float = LIMIT
    """The seconds after which a player that has not moved loses the game."""
    records: bool = False
    """Whether the record of each game is kept."""
    win_chances: bool = False
    """Whether records have the players' evaluations of their actions."""
    preparation: float = PREPARATION
    """The limit, in seconds, for making and preparing a player, or for its `new_game`."""

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
        """The requested number of games, rounded up to whole groups."""
        return self.groups * self.seats

    def new_game(self) -> State:
        state: State = self.rules.new(**self.options)
        return state

    def contestant(self, side: int) -> Contestant:
        return (self.a, self.b)[side]

    def time_of(self, side: int) -> float | None:
        """Seconds per move for a side."""
        return self.time_b if side == B and self.time_b is not None else self.time

    @cached_property
    def complete_options(self) -> dict[str, str]:
        return complete_options(self.rules, self.options)

    @property
    def conditions(self) -> dict[str, Any]:
        """The conditions that must be the same for all games of a collection."""
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

    # --- Single games -----------------------------------------------------------------------

    def group(self, number: int) -> int:
        return number // self.seats

    def seat_of_a(self, number: int) -> int:
        return number % self.seats

    def side(self, number: int, seat: int) -> int:
        return A if seat == self.seat_of_a(number) else B

    def chair(self, number: int, seat: int) -> int:
        """The number of the player at a seat: 0 is that of A, the others are those of B."""
        return (seat - self.seat_of_a(number)) % self.seats

    def names(self, number: int) -> list[str]:
        """The names of the players, by seat."""
        return [self.contestant(self.side(number, seat)).name for seat in range(self.seats)]

    def deal_seed(self, number: int) -> str:
        """The seed of the deals, the same for all games of a group."""
        return f"{self.seed}/{self.group(number)}"

    def player_seed(self, number: int, seat: int) -> str:
        """A seed for each player of a game, derived so that it reveals nothing about the deals."""
        return seed_hash(f"{self.seed}/{number}/{seat}")
