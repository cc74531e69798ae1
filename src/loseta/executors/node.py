"""What a node of a cluster does."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from time import perf_counter
from typing import Any

from loseta import __version__

PACKAGES = ("numba", "numpy")
"""Whose versions may change a game, besides our own."""


@cache
def versions() -> dict[str, str]:
    """What must be the same everywhere for the same games; empty for what is not there."""
    return {"loseta": __version__, **{package: _version(package) for package in PACKAGES}}


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


_setups = 0
_work: Callable[[Any], Any]


def do(setups: int, setup: bytes, bundle: bytes) -> bytes:
    """What was raised, what came of the tasks of a bundle, and the seconds that they took. Ray
    gives a process to one run of Loseta only, whose setups are numbered."""
    global _setups, _work
    try:
        if setups != _setups:
            # Processes that this one starts would load it again, and Ray with it.
            sys.modules["__main__"].__dict__.pop("__file__", None)
            _work = pickle.loads(setup)()
            _setups = setups
        began = perf_counter()
        results = [_work(task) for task in pickle.loads(bundle)]
        return pickle.dumps((None, results, perf_counter() - began))
    except Exception as error:
        return pickle.dumps((error, [], 0.0))
