"""The index of an observation: named fields one after the other in one flat array."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

DTYPE = np.int16
"""Signed, so that differences do not wrap around, and wide enough for every score."""


@dataclass(frozen=True, slots=True)
class Field:
    """A part of an observation."""

    name: str
    axes: tuple[tuple[str, int], ...]
    """What the numbers are for, outermost first: ("seat", 2), ("row", 5). Seat 0 is the one that
    observes, then the others in the order of turns."""
    high: int
    """No number is greater; none is below 0."""
    meaning: str

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(size for _, size in self.axes)

    @property
    def size(self) -> int:
        return prod(self.shape)


class Layout:
    """Where each field stands in an observation."""

    def __init__(self, fields: Sequence[Field]) -> None:
        self.fields = tuple(fields)
        self.offsets: dict[str, int] = {}
        at = 0
        for field in self.fields:
            self.offsets[field.name] = at
            at += field.size
        self.size = at

    @cached_property
    def high(self) -> Any:
        """The greatest number at each place: `observation / high` is between 0 and 1."""
        return np.concatenate([np.full(field.size, field.high, DTYPE) for field in self.fields])

    def split(self, observation: Any) -> dict[str, Any]:
        """The fields of an observation (or of a batch of them) by name, in their shapes."""
        shape = observation.shape[:-1]
        return {
            field.name: observation[..., start : start + field.size].reshape(*shape, *field.shape)
            for field, start in zip(self.fields, self.offsets.values(), strict=True)
        }

    def places(self, names: Sequence[str]) -> Any:
        """Where these fields begin, for the kernels."""
        return np.array([self.offsets[name] for name in names], np.int64)

    def rows(self) -> Iterator[tuple[str, str, str, str, str]]:
        """The table of the documentation: places, name, shape, greatest number, meaning."""
        for field in self.fields:
            start = self.offsets[field.name]
            last = start + field.size - 1
            places = f"{start}" if last == start else f"{start} – {last}"
            shape = " × ".join(f"{axis} {size}" for axis, size in field.axes if axis) or "1"
            yield places, f"`{field.name}`", shape, str(field.high), field.meaning
