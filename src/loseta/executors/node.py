"""What a node of a cluster runs."""

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
"""Packages besides Loseta whose versions may change a game."""


@cache
def versions() -> dict[str, str]:
    """The versions that must be equal on all nodes for equal games; empty for a missing package."""
    return {"loseta": __version__, **{package: _version(package) for package in PACKAGES}}


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


_setups = 0
_work: Callable[[Any], Any]


def do(setups: int, setup: bytes, bundle: bytes) -> bytes:
    """Do a bundle of tasks. Returns a pickled tuple: the error if one was raised, the results, and
    the seconds they took. Ray gives a process to one run of Loseta only, and each run numbers its
    setups."""
    global _setups, _work
    try:
        if setups != _setups:
            # Otherwise processes started from here would load the main module, and Ray with it.
            sys.modules["__main__"].__dict__.pop("__file__", None)
            _work = pickle.loads(setup)()
            _setups = setups
        began = perf_counter()
        results = [_work(task) for task in pickle.loads(bundle)]
        return pickle.dumps((None, results, perf_counter() - began))
    except Exception as error:
        return pickle.dumps((error, [], 0.0))
