"""Where compiled code is kept, so that old code never runs.

numba's own cache looks only at the file of the function it compiles: a change in a file that this
function calls into would go unseen. So the folder is named by a hash of all sources of the rules
and kernels and of the versions of numba and Python; a change anywhere starts an empty one.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])


def sources_hash() -> str:
    """A hash of everything that compiled code is made of: kernels, rules and component faces."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    package = Path(__file__).parent.parent
    for folder in ("azul", "duel", "kernels"):
        for source in sorted(package.joinpath(folder).iterdir()):
            if source.suffix in (".py", ".toml"):
                digest.update(f"{folder}/{source.name}\0".encode() + source.read_bytes())
    return digest.hexdigest()[:20]


def cache_folder() -> Path:
    """The user's cache, or a new temporary folder if that is not writable.

    Files are written by numba under a temporary name and then renamed, so that processes that start
    at once do not disturb each other.
    """
    home = os.environ.get("XDG_CACHE_HOME", "")
    base = Path(home) if os.path.isabs(home) else Path.home() / ".cache"
    folder = base / "loseta" / f"kernels-{sources_hash()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        temporary = Path(tempfile.mkdtemp(prefix="loseta-"))  # for this user only
        atexit.register(shutil.rmtree, temporary, ignore_errors=True)
        return temporary


setattr(numba.config, "CACHE_DIR", str(cache_folder()))  # noqa: B010 (numba makes it at run time)


def kernel(function: F) -> F:
    """A function that Python calls: compiled, kept, and running beside other threads."""
    return cast(F, numba.njit(cache=True, nogil=True)(function))


def inner(function: F) -> F:
    """A function that only kernels call: it becomes part of them."""
    part: F = numba.extending.register_jitable(function)
    return part
