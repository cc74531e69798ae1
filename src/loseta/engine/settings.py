"""The options of a session: their names, accepted values and current values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from loseta import texts
from loseta.engine.protocol import Problem
from loseta.players.levels import LEVELS, Level
from loseta.players.thinking import MOST_MEMORY_MB, MOST_THREADS, USUAL_MEMORY_MB

NO_LEVEL = "none"


@dataclass(frozen=True, slots=True)
class Number:
    """An option that is a whole number."""

    name: str
    default: int
    least: int
    most: int

    def describe(self) -> str:
        return (
            f"option {self.name} type number default {self.default} "
            f"min {self.least} max {self.most}"
        )

    def read(self, text: str) -> int:
        whole = text.isascii() and text.isdigit() and len(text) <= len(str(self.most))
        if not whole or not self.least <= int(text) <= self.most:
            allowed = f"{self.least} … {self.most}"
            raise Problem("value", "bad_value", name=self.name, value=text, allowed=allowed)
        return int(text)


@dataclass(frozen=True, slots=True)
class Choice:
    """An option that is one of a few words."""

    name: str
    default: str
    values: tuple[str, ...]

    def describe(self) -> str:
        return f"option {self.name} type choice default {self.default} " + " ".join(
            ("values", *self.values)
        )

    def read(self, text: str) -> str:
        if text not in self.values:
            allowed = ", ".join(self.values)
            raise Problem("value", "bad_value", name=self.name, value=text, allowed=allowed)
        return text


OPTIONS: tuple[Number | Choice, ...] = (
    Number("threads", 1, 1, MOST_THREADS),
    Number("memory", USUAL_MEMORY_MB, 1, MOST_MEMORY_MB),
    Number("seed", 1, 1, 2**32 - 1),
    Number("best", 1, 1, 500),
    Choice("language", "en", texts.LANGUAGES),
    Choice("level", NO_LEVEL, (NO_LEVEL, *LEVELS)),
)
NEW_IN_2 = frozenset({"level"})
_KNOWN = {option.name: option for option in OPTIONS}


@dataclass(slots=True)
class Settings:
    """The values of all options."""

    values: dict[str, Any] = field(
        default_factory=lambda: {option.name: option.default for option in OPTIONS}
    )

    def set(self, name: str, text: str) -> None:
        """Set an option from its text. Raises Problem, changing nothing."""
        if name not in _KNOWN:
            allowed = ", ".join(_KNOWN)
            raise Problem("option", "no_such_setting", name=name, allowed=allowed)
        self.values[name] = _KNOWN[name].read(text)

    @property
    def language(self) -> str:
        language: str = self.values["language"]
        return language

    @property
    def best(self) -> int:
        best: int = self.values["best"]
        return best

    @property
    def level(self) -> Level | None:
        return LEVELS.get(self.values["level"])

    @property
    def of_thinker(self) -> dict[str, int]:
        """The arguments with which thinkers are made."""
        names = {"threads": "threads", "memory_mb": "memory", "seed": "seed"}
        return {theirs: self.values[ours] for theirs, ours in names.items()}
