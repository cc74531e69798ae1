"""The layout of an observation: named fields, one after the other in a flat array."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

DTYPE = np.int16
"""Signed, so that differences do not wrap around, and wide enough for any score."""


@dataclass(frozen=True, slots=True)
class Field:
    """A part of an observation."""

    name: str
    axes: tuple[tuple[str, int], ...]
    """The name and size of each axis, outermost first: ("seat", 2), ("row", 5). Seat 0 is the
    observer; the others follow in the order of turns."""
    high: int
    """The greatest value; the smallest is 0."""
    meaning: str

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(size for _, size in self.axes)

    @property
    def size(self) -> int:
        return prod(self.shape)


class Layout:
    """The position of each field in an observation."""

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
        """The greatest value at each index, so that `observation / high` is between 0 and 1."""
        return np.concatenate([np.full(field.size, field.high, DTYPE) for field in self.fields])

    def split(self, observation: Any) -> dict[str, Any]:
        """The fields of an observation, or of a batch of them, by name and in their shapes."""
        shape = observation.shape[:-1]
        return {
            field.name: observation[..., start : start + field.size].reshape(*shape, *field.shape)
            for field, start in zip(self.fields, self.offsets.values(), strict=True)
        }

    def places(self, names: Sequence[str]) -> Any:
        """The offsets of these fields, for the kernels."""
        return np.array([self.offsets[name] for name in names], np.int64)

    def rows(self) -> Iterator[tuple[str, str, str, str, str]]:
        """The rows of the documentation's table: indices, name, shape, greatest value, meaning."""
        for field in self.fields:
            start = self.offsets[field.name]
            last = start + field.size - 1
            places = f"{start}" if last == start else f"{start} – {last}"
            shape = " × ".join(f"{axis} {size}" for axis, size in field.axes if axis) or "1"
            yield places, f"`{field.name}`", shape, str(field.high), field.meaning
