"""The learned networks, one for each game and variant; `loseta learn` makes them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np


@cache
def network(name: str) -> tuple[Any, Any]:
    """The weights of a variant: to the hidden layer, and from it (`kernels.value`)."""
    with files(__name__).joinpath(f"{name}.npz").open("rb") as file:
        arrays = np.load(file)
        return arrays["first"], arrays["last"]
