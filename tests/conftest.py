"""For all tests: Ctrl-C works, commands can be called, and how often the oracles met the rare
corners is printed.

That last stands here and not beside those tests, because with several workers only this file is
loaded by the process that prints.
"""

import os
import signal
from collections import Counter

import pytest

from loseta.cli import main

from .support import Call, Result

# Where a run is started in the background Ctrl-C is ignored, and so it would be by every program
# that a test starts to interrupt it.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_xdist_auto_num_workers() -> int:
    """Two more than there are processors: browsers, servers and terminals let much time pass."""
    return (os.cpu_count() or 1) + 2


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """The command without a new process: exit code, standard output, standard error."""

    def run(*arguments: str, lang: str = "en") -> Result:
        for name in ("LC_ALL", "LC_MESSAGES"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("LANG", f"{lang}_XX.UTF-8")
        try:
            code = main(arguments)
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1
        written = capsys.readouterr()
        return code, written.out, written.err

    return run


CORNERS = {
    "azul": (
        "marker on a full floor line",
        "nobody took the marker",
        "floor overflow",
        "lid refill",
        "lid refill mid-factory",
        "short factory",
        "gray drop",
        "end: row",
        "end: idle",
        "end: no_tiles",
        "shared victory",
    ),
    "duel": (
        "the tower is emptied into the bag",
        "the bag runs out within a factory",
        "a short factory",
        "an empty factory",
        "the large factory was drawn again from bag and tower",
        "the large factory holds one colour",
        "nobody takes the starting tile",
        "a chip is turned up",
        "several chips are turned up",
        "several plates drawn",
        "a returned plate comes up",
        "a free draw",
        "a draw paid with the last point",
        "a player goes on alone",
        "more than four broken tiles",
        "a complete line waits for a plate",
        "a complete line breaks",
        "an incomplete line breaks",
        "chips in pairs",
        "chips in threes",
        "pairs and threes mixed",
        "chips pay for several tiles",
        "a special tile",
        "a penalty greater than the score",
        "the tablets cost more than there is",
        "a tie",
    ),
}
"""For each game those that are counted, under the property `GAME corners` of a test."""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for game, corners in CORNERS.items():
        met: dict[str, Counter[str]] = {}
        for report in terminalreporter.getreports("passed"):
            for name, value in report.user_properties:
                if name == f"{game} corners":
                    for policy, counts in value.items():
                        met.setdefault(policy, Counter()).update(counts)
        if not met:
            continue
        terminalreporter.section(f"{game}: corners met by the games of test_oracle.py")
        width = max(map(len, corners)) + 2
        terminalreporter.write_line(" " * width + "".join(f"{policy:>10}" for policy in met))
        for corner in ("games", "steps", *corners):
            found = "".join(f"{counter[corner]:>10}" for counter in met.values())
            terminalreporter.write_line(f"{corner:{width}}{found}")
