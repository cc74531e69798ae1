"""Finds the browser that the tests, the benchmarks and the pictures drive.

python -m tests.browser.chromium    gets one where there is none: the system's package where we
                                    may install it, else Playwright's own download
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, Playwright, sync_playwright

from .browsing import FLAGS

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC = ("Chromium.app/Contents/MacOS/Chromium", "Google Chrome.app/Contents/MacOS/Google Chrome")
NONE = (
    "The browser tests need Chromium, and it could not be installed here: install Chromium or"
    " Chrome (Debian: apt-get install chromium) and try again."
)


def installed() -> str | None:
    """A browser of this system under one of its usual names. None where there is none: Playwright
    then starts its own."""
    folders = [Path("/Applications"), Path.home() / "Applications"]
    found = [shutil.which(name) for name in NAMES]
    found += [str(folder / app) for folder in folders for app in MAC]
    return next((path for path in found if path and _works(path)), None)


def _works(path: str) -> bool:
    """Ubuntu has a `chromium-browser` that only says how to install one."""
    if not Path(path).is_file():
        return False
    return not subprocess.run([path, "--version"], capture_output=True, check=False).returncode


@cache
def _found() -> str | None:
    """It is tried once only, for that starts it."""
    return installed()


def launch(playwright: Playwright, **options: Any) -> Browser:
    return playwright.chromium.launch(executable_path=_found(), args=FLAGS, **options)


def install_package() -> None:
    """Debian's package, as root or with a sudo that asks for no password."""
    apt = shutil.which("apt-get")
    if not apt:
        return
    install = [apt, "install", "--yes", "--no-install-recommends", "chromium"]
    as_root = [] if os.geteuid() == 0 else ["sudo", "--non-interactive"]
    if as_root and not _run([*as_root, "true"]):
        return
    print("Installing Chromium for the browser tests ...", flush=True)
    if not _run([*as_root, *install]) and _run([*as_root, apt, "update"]):
        _run([*as_root, *install])


def download() -> None:
    print("Downloading Playwright's Chromium for the browser tests ...", flush=True)
    _run([sys.executable, "-m", "playwright", "install", "chromium"])


def _run(command: list[str]) -> bool:
    try:
        return not subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, check=False
        ).returncode
    except OSError:
        return False


def starts() -> bool:
    """Whether a browser really starts: a download is no use without the libraries it needs."""
    try:
        with sync_playwright() as playwright:
            launch(playwright).close()
    except Error:
        return False
    return True


def main() -> int:
    ways = iter((install_package, download))
    while not (installed() or starts()):
        get = next(ways, None)
        if get is None:
            print(NONE, file=sys.stderr)
            return 1
        get()
    return 0


if __name__ == "__main__":
    sys.exit(main())
