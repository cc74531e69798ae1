"""A measured figure, as a line for people and as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A value, and optionally its ratio to another one measured in the same run."""

    name: str
    value: float
    unit: str
    ratio: float | None = None
    against: str | None = None

    def as_json(self) -> str:
        return json.dumps(asdict(self))

    def as_line(self) -> str:
        compared = "" if self.ratio is None else f"   {self.ratio:6.2f} x {self.against}"
        return f"{self.name:46} {self.value:12,.1f} {self.unit:9}{compared}"
