"""What can be asked for when an environment is made, and the sentences for what cannot."""

from __future__ import annotations

import math
import operator
from collections.abc import Collection
from typing import Any

from loseta.game import BadOption, Game, Reason, complete_options


def game_options(game: Game, given: dict[str, Any]) -> dict[str, str]:
    """The options of a game, which may be given as numbers. Raises BadOption."""
    return complete_options(game, {name: str(value) for name, value in given.items()})


def one_of(name: str, value: str, allowed: Collection[str]) -> str:
    """A value that must be one of some. Raises BadOption."""
    if value not in allowed:
        params = {"name": name, "value": value, "allowed": ", ".join(allowed)}
        raise BadOption(name, Reason("", "bad_option", params))
    return value


def whole_number(name: str, value: Any, least: int, most: int) -> int:
    """A number that must lie between two, Python's or numpy's. Raises BadOption."""
    try:
        number = operator.index(value)
    except TypeError:
        number = least - 1
    if isinstance(value, bool) or not least <= number <= most:
        params = {"name": name, "value": value, "allowed": f"{least} … {most}"}
        raise BadOption(name, Reason("", "bad_option", params))
    return number


def finite_number(name: str, value: Any, above: float = -math.inf) -> float:
    """A number that must be greater than another one. Raises BadOption."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not above < number < math.inf:
        allowed = "-∞ … ∞" if above == -math.inf else f"{above:g} … ∞"
        params = {"name": name, "value": value, "allowed": allowed}
        raise BadOption(name, Reason("", "bad_option", params))
    return number


def round_limit(max_rounds: int | None) -> int:
    """The last round that is played, or 0 for no such limit."""
    return 0 if max_rounds is None else whole_number("max_rounds", max_rounds, 1, 10_000)
