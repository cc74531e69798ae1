"""Which level of the computer players plays about as accurately as somebody did. The accuracies of
the levels were measured in their own games (`python -m bench.accuracy`)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from loseta.study.accuracy import Accuracy

FEWEST = 12
"""With fewer decisions a comparison means nothing."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """What the levels reach in one variant."""

    seconds: float
    """Only reviews that think so long about each decision can be compared."""
    levels: tuple[tuple[str, float], ...]
    """The accuracy of each, the weakest first; never less than that of the one before."""

    def like(self, accuracy: Accuracy) -> tuple[str, str] | None:
        """The weakest and the strongest of the nearest levels, which may have the same accuracy.
        None if there are too few decisions, or if the levels cannot be told apart."""
        if accuracy.decisions < FEWEST or len({reached for _, reached in self.levels}) < 2:
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
