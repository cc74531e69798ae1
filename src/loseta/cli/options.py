"""Options shared by several commands, and functions that parse the values of options.

These raise Impossible, which says what values are accepted.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from loseta.cli.parser import Commands, Impossible
from loseta.game import BadOption, Reason, State
from loseta.games import GAMES
from loseta.tui import HUMAN

if TYPE_CHECKING:
    from loseta.executors.cluster import Cluster

# --- The game and its options ---------------------------------------------------------------


USUAL_GAME = "azul"


def add_game(
    parser: argparse.ArgumentParser, commands: Commands, default: str | None = USUAL_GAME
) -> None:
    help_ = commands.say("game")
    parser.add_argument("--game", choices=tuple(GAMES), default=default, help=help_)


def add_game_options(
    parser: argparse.ArgumentParser, commands: Commands, without: Collection[str] = ()
) -> None:
    """Add the options of all games. The game itself refuses an option that it does not have."""
    values: dict[str, dict[str, None]] = {}
    for game in GAMES.values():
        for option in game.options:
            values.setdefault(option.name, {}).update(dict.fromkeys(option.values))
    for name, known in values.items():
        if name in without:
            continue
        text = commands.say(f"option.{name}")
        if len(known) > 6:  # too many to list; the game itself checks the value
            parser.add_argument(f"--{name}", metavar=name.upper(), help=text)
        else:
            parser.add_argument(f"--{name}", choices=tuple(known), help=text)


def chosen_options(args: argparse.Namespace) -> dict[str, str]:
    """The game options given on the command line."""
    names = {option.name for known in GAMES.values() for option in known.options}
    given = {name: getattr(args, name, None) for name in sorted(names)}
    return {name: value for name, value in given.items() if value is not None}


def refuse_fixed(given: dict[str, Any]) -> None:
    """Raises BadOption if an option was given that a saved game or a position already fixes."""
    for name, value in given.items():
        if value is not None:
            raise BadOption(name, Reason("", "fixed", {"name": name}))


def add_json(parser: argparse.ArgumentParser, commands: Commands, key: str = "json") -> None:
    parser.add_argument("--json", action="store_true", help=commands.say(key))


def add_save(parser: argparse.ArgumentParser, commands: Commands, option: str = "--save") -> None:
    """Add the options that save the records of all games, with the players' win chances if
    wanted."""
    parser.add_argument(option, type=Path, metavar="DIR", help=commands.say("save_games"))
    parser.add_argument("--win-chances", action="store_true", help=commands.say("win_chances"))


def check_win_chances(wanted: bool, folder: Path | None, option: str = "--save") -> None:
    """Raises BadOption if win chances are wanted without records, which would contain them."""
    if wanted and folder is None:
        raise BadOption("win-chances", Reason("", "win_chances", {"name": option}))


def add_cluster(parser: argparse.ArgumentParser, commands: Commands) -> None:
    """Add the option for the cluster that plays the games instead of this machine."""
    parser.add_argument("--cluster", metavar="auto|ADDRESS", help=commands.say("cluster"))


@contextmanager
def cluster(args: argparse.Namespace) -> Iterator[Cluster | None]:
    """The cluster that was asked for, or None; it is closed at the end. Raises Refusal."""
    from loseta.executors.cluster import Cluster

    if args.cluster is None:
        yield None
        return
    with Cluster(args.cluster, args.jobs) as found:
        yield found


# --- Players --------------------------------------------------------------------------------


def players(given: str | None, state: State, default: list[str]) -> list[str]:
    """The checked names of the players, by seat. Raises BadOption, UnknownPlayer and Refusal."""
    from loseta.players import UnknownPlayer, check_plays, is_name

    names = default if given is None else [name.strip() for name in given.split(",")]
    if len(names) != state.seats:
        raise BadOption("seats", Reason("", "seat_count", {"n": state.seats, "given": len(names)}))
    for name in names:
        if name != HUMAN and not is_name(name):
            raise UnknownPlayer(name)
        check_plays(name, state.game.name)
    return names


# --- Values ---------------------------------------------------------------------------------


MANY = 10**9
"""The largest count that an option accepts: more would never finish."""
MOST_JOBS = 256


def whole(text: str, least: int, most: int = MANY) -> int:
    """A whole number within bounds. Raises Impossible."""
    # int() refuses thousands of digits, and no number here has more than 30.
    if text.isascii() and text.isdigit() and len(text) <= 30 and least <= int(text) <= most:
        return int(text)
    raise Impossible("whole", least=least, most=most)


def count(text: str) -> int:
    return whole(text, 0)


def at_least_one(text: str) -> int:
    return whole(text, 1)


def at_most(most: int, text: str) -> int:
    return whole(text, 1, most)


def jobs(text: str) -> int:
    return whole(text, 1, MOST_JOBS)


def threads(text: str) -> int:
    from loseta.players.thinking import MOST_THREADS

    return whole(text, 1, MOST_THREADS)


def seconds(text: str) -> float:
    return _number(text, "seconds", sys.float_info.max)


def share(text: str) -> float:
    return _number(text, "share", 1)


def _number(text: str, key: str, most: float) -> float:
    """A number greater than 0 and at most `most`. Raises Impossible."""
    try:
        number = float(text) if text.isascii() else 0.0
    except ValueError:
        number = 0.0
    if not 0 < number <= most:
        raise Impossible(key, most=most)
    return number


def seed(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:  # undecodable bytes on the command line
        raise Impossible("text") from None
    return text
