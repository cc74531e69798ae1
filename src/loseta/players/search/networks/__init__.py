"""The learned networks, one for each game and variant; `loseta learn` makes them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from loseta.kernels.value import HIDDEN


@cache
def network(name: str) -> tuple[Any, Any]:
    """The weights of a variant: to the hidden layer, and from it (`kernels.value`)."""
    with files(__name__).joinpath(f"{name}.npz").open("rb") as file:
        arrays = np.load(file)
        return arrays["first"], arrays["last"]


@cache
def blank(features: int) -> tuple[Any, Any]:
    """A network that knows nothing, where none has been learned."""
    return (
        np.zeros((features + 1, 2 * HIDDEN), np.float32),
        np.zeros((HIDDEN + 1, 2), np.float32),
    )
