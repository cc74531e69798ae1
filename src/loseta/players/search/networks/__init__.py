"""The learned networks, one for each game and variant; `loseta learn` makes them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import IO, Any
from zipfile import BadZipFile

import numpy as np

from loseta.game import Reason, Refusal
from loseta.kernels.value import HIDDEN

FOLDER = files(__name__)


class NoNetwork(Refusal):
    """The refusal of a file that holds no network for this game."""

    def __init__(self, file: object) -> None:
        super().__init__(Reason("", "no_network", {"file": file}))


@cache
def network(name: str, features: int) -> tuple[Any, Any]:
    """The network of a variant: the weights to the hidden layer and from it (`kernels.value`)."""
    file = FOLDER.joinpath(f"{name}.npz")
    with file.open("rb") as opened:
        return read(opened, features, str(file))


def read(file: IO[bytes], features: int, name: object) -> tuple[Any, Any]:
    """Read the weights in an open file. Raises NoNetwork.

    Compiled code does not check array bounds, so weights of any other shape are refused here.
    """
    try:
        with np.load(file, allow_pickle=False) as arrays:
            first, last = arrays["first"], arrays["last"]
    except (ValueError, KeyError, EOFError, BadZipFile, AttributeError, TypeError):
        raise NoNetwork(name) from None
    shapes = (features + 1, 2 * HIDDEN), (HIDDEN + 1, 2)
    if (first.shape, last.shape) != shapes or {first.dtype, last.dtype} != {np.dtype(np.float32)}:
        raise NoNetwork(name)
    return first, last
