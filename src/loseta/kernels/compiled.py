"""The cache of compiled code: stale code never runs, and nothing is compiled twice.

numba's own cache checks only the file of the function that it compiles and misses changes in the
files of the functions called from it. So the cache folder is named by a hash of all sources of the
rules and kernels and of the versions of numba and Python; a change anywhere starts an empty folder.
Folders of old versions are removed after a while.

Processes that start together would each compile everything. So a kernel is compiled under a file
lock: one process compiles it, the others wait and load the result.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import types
from numba.core.caching import UserProvidedCacheLocator
from numba.core.typing.templates import AbstractTemplate, infer_global

from loseta.games import games_with

try:
    import fcntl
except ImportError:  # on Windows each process compiles for itself
    fcntl = None  # type: ignore[assignment]

F = TypeVar("F", bound=Callable[..., Any])

KEPT = 4
"""How many folders of other versions, the last used ones, are kept whatever their age."""
IN_USE = 24 * 3600.0
"""For how many seconds after its last use a version may still be running, so its folder stays."""


def sources_hash() -> str:
    """A hash of all that compiled code depends on: the sources and data of kernels and rules, and
    the versions of numba and Python."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for package in map(import_module, ("loseta.kernels", *_rules())):
        for folder in map(Path, package.__path__):
            for source in sorted(folder.rglob("*")):
                if source.suffix in (".py", ".toml"):
                    name = source.relative_to(folder.parent).as_posix()
                    digest.update(f"{name}\0".encode() + source.read_bytes())
    return digest.hexdigest()[:20]


def _rules() -> list[str]:
    """The packages of the games that have kernels."""
    return [f"loseta.{game}" for game in games_with("kernels")]


def cache_folder() -> Path:
    """The folder for this version in the user's cache, or a temporary one if that is not writable.

    numba writes files under a temporary name and then renames them, so processes that start at the
    same time do not disturb each other.
    """
    home = os.environ.get("XDG_CACHE_HOME", "")
    base = Path(home) if os.path.isabs(home) else Path.home() / ".cache"
    folder = base / "loseta" / f"kernels-{sources_hash()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            os.utime(folder)
    except OSError:
        temporary = Path(tempfile.mkdtemp(prefix="loseta-"))  # for this user only
        atexit.register(shutil.rmtree, temporary, ignore_errors=True)
        return temporary
    remove_old_versions(folder)
    return folder


def remove_old_versions(current: Path) -> None:
    """Remove the folders of other versions, but not the last used ones or any still in use."""
    with contextlib.suppress(OSError):  # another process may remove them at the same time
        others = [each for each in current.parent.glob("kernels-*") if each != current]
        others.sort(key=lambda each: -each.stat().st_mtime)
        for old in others[KEPT:]:
            if time.time() - old.stat().st_mtime > IN_USE:
                # Renamed first, so that no process finds half of it.
                removed = old.rename(old.with_name(f"{old.name}.{os.getpid()}"))
                shutil.rmtree(removed, ignore_errors=True)


class PlacedByModule(UserProvidedCacheLocator):
    """Files compiled code under the module's name instead of its path. The folder's name already
    identifies the sources, so all clones with the same sources share it."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        folders = Path(py_file).parts[:-1]
        last = len(folders) - folders[::-1].index("loseta")
        return ".".join(folders[last:])

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> Any:
        if "loseta" not in Path(py_file).parts[:-1]:
            return None  # not ours: numba asks the next locator
        locate: Callable[..., Any] = super().from_function
        return locate(py_func, py_file)


FOLDER = cache_folder()
_LOCATORS = [f"{__name__}.PlacedByModule", "UserProvidedCacheLocator", "IPythonCacheLocator"]
setattr(numba.config, "CACHE_DIR", str(FOLDER))  # noqa: B010 (numba makes it at run time)
setattr(numba.config, "CACHE_LOCATOR_CLASSES", ",".join(_LOCATORS))  # noqa: B010


class _CompilerLock:
    """A lock for the one process that compiles; within it, one thread holds it, reentrantly."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._threads = threading.RLock()
        self._depth = 0

    @contextlib.contextmanager
    def __call__(self) -> Iterator[None]:
        with self._threads, contextlib.ExitStack() as held:
            if self._depth == 0 and fcntl is not None:
                with contextlib.suppress(OSError):  # some file systems do not support locks
                    opened = held.enter_context(self._file.open("w"))
                    fcntl.flock(opened, fcntl.LOCK_EX)
            self._depth += 1
            try:
                yield
            finally:
                self._depth -= 1


_one_at_a_time = _CompilerLock(FOLDER / "lock")


def kernel(function: F) -> F:
    """Compile a function that Python calls; it is cached and runs without the GIL."""
    dispatcher: Any = numba.njit(cache=True, nogil=True)(function)
    compile_or_load = dispatcher.compile

    def compile_once(signature: Any) -> Any:
        with _one_at_a_time():
            return compile_or_load(signature)

    dispatcher.compile = compile_once
    return cast(F, dispatcher)


_parts: dict[Callable[..., Any], Any] = {}


def inner(function: F) -> F:
    """Compile a function that only kernels call, as a part of them."""
    return _part(function, inline=False)


def inlined(function: F) -> F:
    """Like `inner`, but inlined: for functions called often and from few places."""
    return _part(function, inline=True)


def _part(function: F, inline: bool) -> F:
    # Without wrappers for calls from Python and C, which would have to be compiled, too.
    options: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    _parts[function] = numba.njit(forceinline=inline, **options)(function)
    resolve_calls(function, lambda *types: function)
    return function


def resolve_calls(function: F, choose: Callable[..., Callable[..., Any]]) -> None:
    """Let compiled calls of `function` go to the inner function that `choose` returns for the types
    of the arguments.

    numba's own `overload` compiles a function again for each way in which it is called: by another
    name, from a kernel, from an inner function. Here it is compiled once for the types of its
    arguments.
    """

    class Call(AbstractTemplate):
        key = function

        def generic(self, args: Any, kws: Any) -> Any:
            part = types.Dispatcher(_parts[choose(*args)])
            return part.get_call_type(self.context, args, kws)

        def get_impl_key(self, signature: Any) -> Any:
            return _parts[choose(*signature.args)].get_overload(signature.args)

    infer_global(function, types.Function(Call))  # type: ignore[no-untyped-call]
