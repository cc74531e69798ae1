"""Compare an accuracy with those of the computer players' levels, which were measured in games of
the levels (`python -m bench.accuracy`)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from loseta.study.accuracy import Accuracy

FEWEST = 12
"""The fewest decisions that make a comparison meaningful."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The accuracies of the levels in one variant."""

    seconds: float
    """The time per decision of the reviews that measured them; only such reviews are comparable."""
    levels: tuple[tuple[str, float], ...]
    """Each level with its accuracy, weakest first; the accuracies never decrease."""

    def like(self, accuracy: Accuracy) -> tuple[str, str] | None:
        """The weakest and the strongest level with the nearest accuracy, which several may share.
        None if there are too few decisions, or if all levels have the same accuracy."""
        if accuracy.decisions < FEWEST or len({reached for _, reached in self.levels}) < 2:
            return None
        nearest = min(self.levels, key=lambda each: abs(each[1] - accuracy.percentage))[1]
        same = [name for name, reached in self.levels if reached == nearest]
        return same[0], same[-1]


@cache
def calibration(variant: str) -> Calibration | None:
    """The calibration of a variant (`azul-2-coloured`); None if it was not measured."""
    file = files("loseta.study").joinpath("data", "accuracy.json")
    measured = json.loads(file.read_text(encoding="utf-8")).get(variant)
    if measured is None:
        return None
    levels = [(each["level"], each["smoothed"]) for each in measured["levels"]]
    return Calibration(measured["seconds"], tuple(levels))
