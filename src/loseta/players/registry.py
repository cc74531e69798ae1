"""All players, by name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Protocol

from loseta.dealer import seed_text
from loseta.game import Reason, Refusal, State
from loseta.games import MissingPart, has_part
from loseta.players.greedy import GreedyPlayer
from loseta.players.levels import LEVELS
from loseta.players.random import RandomPlayer

AI_LEVELS = tuple(LEVELS)
"""The levels of the search, from the weakest to the strongest."""
NAMES = ("random", "greedy", "uct", *AI_LEVELS)
"""The names of all built-in players."""
PROGRAM = "cmd:"
VISITS = re.compile("[1-9][0-9]{0,8}")
"""A number of visits in the name of a level (`make`)."""

NEEDS = {"greedy": "players.greedy", "uct": "players.search"} | dict.fromkeys(
    AI_LEVELS, "players.search"
)
"""The layer in which a game must have a part for this player to play it."""


class Player(Protocol):
    """Chooses a legal action for the seat to move."""

    def choose(self, state: State) -> Any:
        """Return a legal action for the seat to move, without changing the state. The built-in
        players raise DealerToMove or GameIsOver if no seat is to move."""


class UnknownPlayer(Refusal):
    """The refusal of a name that no player has."""

    def __init__(self, name: str, others: str = "random, greedy, uct, cmd:PROGRAM") -> None:
        allowed = f"{others}, {AI_LEVELS[0]} … {AI_LEVELS[-1]}"
        super().__init__(Reason("", "unknown_player", {"name": name, "allowed": allowed}))


class MissingExtra(Refusal):
    """The refusal of a player whose packages are not installed."""

    def __init__(self, name: str, extra: str = "loseta[ai]") -> None:
        super().__init__(Reason("", "missing_extra", {"name": name, "extra": extra}))

    @classmethod
    def of(cls, name: str, error: ImportError) -> MissingExtra:
        """The refusal for a failed import of such a package; raises any other error again."""
        if (error.name or "").partition(".")[0] not in ("numba", "numpy", "llvmlite"):
            raise error
        return cls(name)


def make(name: str, *, seed: str | int = "", time: float | None = None) -> Player:
    """Make a player by its name. The same seed gives the same choices; a number means its digits.

    `time` is in seconds per move, for players that can use more or less; the others ignore it. A
    level may name its number of visits and the file of another network: `ai:8/5000` thinks for
    5,000 visits a move (alpha-beta: nodes) whatever the time, `ai:8@FILE` plays with that network,
    `ai:8/5000@FILE` does both. `cmd:PROGRAM` is another program with its arguments, which speaks
    the engine protocol. Raises UnknownPlayer, MissingExtra, EngineError.
    """
    seed = seed_text(seed)
    if name == "random":
        return RandomPlayer(seed)
    if name == "greedy":
        return GreedyPlayer(seed)
    if is_program(name):
        from loseta.players.programs.player import ProgramPlayer

        return ProgramPlayer(name.removeprefix(PROGRAM), seed, time)
    level = _level(name)
    if level in LEVELS:
        visits, file = _own_settings(name)
        try:
            from loseta.players.search.player import SearchPlayer  # imports the compiled search
        except ImportError as error:
            raise MissingExtra.of(level, error) from None
        return SearchPlayer(level, seed, time, visits, file)
    if name == "uct":
        try:
            from loseta.players.search.uct import UctPlayer
        except ImportError as error:
            raise MissingExtra.of(name, error) from None
        return UctPlayer(seed, time)
    raise UnknownPlayer(name)


def is_program(name: str) -> bool:
    """Whether this player is another program, which `make` starts."""
    return name.startswith(PROGRAM)


def needs_files(name: str) -> bool:
    """Whether a player needs more than the package: the file of a network, or another program."""
    return "@" in name or is_program(name)


def is_name(name: str) -> bool:
    """Whether this is the name of a player that a user may choose."""
    return name in NAMES or is_program(name)


def check_plays(name: str, game: str) -> None:
    """Raises MissingPart if the game lacks the part that the player needs."""
    layer = NEEDS.get(_level(name))
    if layer and not has_part(layer, game):
        raise MissingPart(game, f"loseta.{layer}.{game}")


def uses_time(name: str) -> bool:
    """Whether a player's default budget is a time, not a number of visits."""
    if _level(name) not in LEVELS:
        return name == "uct" or is_program(name)
    return _own_settings(name)[0] is None and LEVELS[_level(name)].usual.budget.seconds is not None


def _level(name: str) -> str:
    """The name without visits and network: `ai:8` of `ai:8/5000@FILE`."""
    return name.partition("@")[0].partition("/")[0]


def _own_settings(name: str) -> tuple[int | None, Path | None]:
    """The visits and the network that the name of a level gives. Raises UnknownPlayer."""
    settings, at, file = name.partition("@")
    _, slash, visits = settings.partition("/")
    if slash and not VISITS.fullmatch(visits):
        raise UnknownPlayer(name)
    return int(visits) if slash else None, Path(file) if at else None
