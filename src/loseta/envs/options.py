"""Check the arguments of environments; the errors say which values are allowed."""

from __future__ import annotations

import math
import operator
from collections.abc import Collection, Sequence
from typing import Any

from loseta.game import BadOption, Game, Reason, complete_options

RANDOM = "random"


def game_options(game: Game, given: dict[str, Any]) -> dict[str, str]:
    """The options of a game as texts; they may be given as numbers. Given seats count from 0, as
    everywhere in code, and from 1 in the result. Raises BadOption."""
    options = {name: str(value) for name, value in given.items()}
    first = options.get("first", RANDOM)
    if first != RANDOM:
        known = next(option.values for option in game.options if option.name == "first")
        seats = [str(seat) for seat in range(len(known) - 1)]
        if first not in seats:
            raise _bad_option("first", first, (RANDOM, *seats))
        options["first"] = known[1 + seats.index(first)]  # known[0] is "random"
    return complete_options(game, options)


def one_of(name: str, value: str, allowed: Collection[str]) -> str:
    """Return `value` if it is allowed. Raises BadOption."""
    if value not in allowed:
        raise _bad_option(name, value, allowed)
    return value


def _bad_option(name: str, value: str, allowed: Collection[str]) -> BadOption:
    params = {"name": name, "value": value, "allowed": ", ".join(allowed)}
    return BadOption(name, Reason("", "bad_option", params))


def whole_number(name: str, value: Any, least: int, most: int) -> int:
    """An integer within bounds, of Python's or numpy's type. Raises BadOption."""
    try:
        number = operator.index(value)
    except TypeError:
        number = least - 1
    if isinstance(value, bool) or not least <= number <= most:
        params = {"name": name, "value": value, "allowed": f"{least} … {most}"}
        raise BadOption(name, Reason("", "bad_option", params))
    return number


def finite_number(name: str, value: Any, above: float = -math.inf) -> float:
    """A finite number greater than `above`. Raises BadOption."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not above < number < math.inf:
        allowed = "-∞ … ∞" if above == -math.inf else f"{above:g} … ∞"
        params = {"name": name, "value": value, "allowed": allowed}
        raise BadOption(name, Reason("", "bad_option", params))
    return number


def opponent_names(opponent: str | Sequence[str], others: int) -> list[str]:
    """The name of a player for each of the other seats. Raises BadOption."""
    if isinstance(opponent, str):
        return [opponent] * others
    if (
        isinstance(opponent, list | tuple)
        and len(opponent) == others
        and all(isinstance(name, str) for name in opponent)
    ):
        return list(opponent)
    raise BadOption("opponent", Reason("", "opponents", {"value": opponent, "n": others}))


def round_limit(max_rounds: int | None) -> int:
    """The last round to play, or 0 for no limit. Raises BadOption."""
    return 0 if max_rounds is None else whole_number("max_rounds", max_rounds, 1, 10_000)
