"""Prints how often the games of test_oracle.py met the rare corners of the rules."""

from collections import Counter

import pytest

CORNERS = (
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
)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    met: dict[str, Counter[str]] = {}
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == "duel corners":
                for policy, counts in value.items():
                    met.setdefault(policy, Counter()).update(counts)
    if not met:
        return
    terminalreporter.section("Azul Duel: corners met by the games of test_oracle.py")
    terminalreporter.write_line(" " * 52 + "".join(f"{policy:>10}" for policy in met))
    for corner in ("games", "steps", *CORNERS):
        found = "".join(f"{counter[corner]:>10}" for counter in met.values())
        terminalreporter.write_line(f"{corner:52}{found}")
