"""Which level of the computer players somebody played like, by accuracies that were measured in
games of the levels (`python -m bench.accuracy`)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from loseta.study.accuracy import Accuracy

FEWEST = 12
"""Decisions from which a comparison means something."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """What the levels reach in one variant."""

    seconds: float
    """How long a review looks at each decision to be compared with it."""
    levels: tuple[tuple[str, float], ...]
    """The accuracy of each, the weakest first; never less than that of the one before."""

    def like(self, accuracy: Accuracy) -> tuple[str, str] | None:
        """The weakest and the strongest level that are nearest: several reach about the same. None
        where there are too few decisions."""
        if accuracy.decisions < FEWEST:
            return None
        nearest = min(self.levels, key=lambda each: abs(each[1] - accuracy.percentage))[1]
        same = [name for name, reached in self.levels if reached == nearest]
        return same[0], same[-1]


@cache
def calibration(variant: str) -> Calibration | None:
    """Of a variant (`azul-2-coloured`); None where nothing was measured."""
    file = files("loseta.study").joinpath("data", "accuracy.json")
    told = json.loads(file.read_text(encoding="utf-8")).get(variant)
    if told is None:
        return None
    levels = [(each["level"], each["smoothed"]) for each in told["levels"]]
    return Calibration(told["seconds"], tuple(levels))
