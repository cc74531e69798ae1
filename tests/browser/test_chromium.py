"""A browser is found by its usual names; if there is none, it is installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ..support import ROOT
from . import chromium

GOOD, BROKEN = "echo Chromium 1.0", "echo 'install the snap' >&2; exit 1"


def program(folder: Path, name: str, does: str) -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
    file.chmod(0o755)
    return file


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder of programs on this system."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return tmp_path


@pytest.mark.parametrize("name", chromium.NAMES)
def test_a_browser_is_found_by_any_of_its_names(bare: Path, name: str) -> None:
    browser = program(bare, name, GOOD)
    assert chromium.installed() == str(browser)


@pytest.mark.parametrize("app", chromium.MAC)
def test_a_browser_of_macos_is_found(bare: Path, app: str) -> None:
    browser = program(bare / "home" / "Applications", app, GOOD)
    assert chromium.installed() == str(browser)


def test_one_that_does_not_run_is_passed_over(bare: Path) -> None:
    program(bare, "chromium-browser", BROKEN)
    chrome = program(bare, "google-chrome", GOOD)
    assert chromium.installed() == str(chrome)


def get(folder: Path) -> subprocess.CompletedProcess[str]:
    """On a system with these programs, where Playwright has no browser and can download none."""
    nowhere = {
        "PLAYWRIGHT_BROWSERS_PATH": str(folder),
        "PLAYWRIGHT_DOWNLOAD_HOST": "http://[::1]:9",
    }
    return subprocess.run(
        [sys.executable, "-m", "tests.browser.chromium"],
        cwd=ROOT,
        env={**os.environ, "PATH": str(folder), "HOME": str(folder), **nowhere},
        capture_output=True,
        text=True,
        check=False,
    )


def test_where_there_is_one_nothing_is_installed(tmp_path: Path) -> None:
    program(tmp_path, "google-chrome", GOOD)
    program(tmp_path, "apt-get", "exit 1")
    run = get(tmp_path)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def packages(folder: Path) -> None:
    """A system whose list of packages is old: the first try fails."""
    browser = folder / "chromium"
    install = f"printf '#!/bin/sh\\n' > {browser}; /bin/chmod +x {browser}"
    known = folder / "updated"
    program(folder, "sudo", '[ "$1" = --non-interactive ] && shift && "$@"')
    program(folder, "true", "exit 0")
    program(
        folder, "apt-get", f"[ $1 = update ] && : > {known} && exit; [ -e {known} ] && {install}"
    )


@pytest.mark.long
def test_the_package_of_the_system_is_installed_where_we_may(tmp_path: Path) -> None:
    packages(tmp_path)
    run = get(tmp_path)
    assert run.returncode == 0, run.stderr
    assert run.stdout == "Installing Chromium for the browser tests ...\n"
    assert (tmp_path / "chromium").exists()


@pytest.mark.parametrize("asks", [True, False])
def test_others_than_root_need_a_sudo_that_does_not_ask(
    bare: Path, monkeypatch: pytest.MonkeyPatch, asks: bool
) -> None:
    packages(bare)
    if asks:
        program(bare, "sudo", "exit 1")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    chromium.install_package()
    assert bool(chromium.installed()) is not asks


@pytest.mark.long
def test_when_all_fails_one_sentence_says_so(tmp_path: Path) -> None:
    run = get(tmp_path)
    assert run.returncode == 1
    assert run.stdout == "Downloading Playwright's Chromium for the browser tests ...\n"
    assert run.stderr == chromium.NONE + "\n"
