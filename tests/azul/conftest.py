"""Prints how often the games of test_oracle.py met the rare corners of the rules."""

from collections import Counter

import pytest

CORNERS = (
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
)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    met: dict[str, Counter[str]] = {}
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == "azul corners":
                for policy, counts in value.items():
                    met.setdefault(policy, Counter()).update(counts)
    if not met:
        return
    terminalreporter.section("Azul: corners met by the games of test_oracle.py")
    terminalreporter.write_line(" " * 28 + "".join(f"{policy:>10}" for policy in met))
    for corner in ("games", "steps", *CORNERS):
        found = "".join(f"{counter[corner]:>10}" for counter in met.values())
        terminalreporter.write_line(f"{corner:28}{found}")
