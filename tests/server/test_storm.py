"""A short storm; `python -m bench.storm` is the long one."""

from __future__ import annotations

from .servers import ServerProcess, run
from .storm import storm


def test_nothing_acknowledged_is_lost_in_a_storm(server: ServerProcess) -> None:
    report = run(storm(server, tables=18, kills=5, pause=(0.5, 1.5)), seconds=240)
    assert report.problems == []
    assert report.acknowledged > 200
    assert report.reconnections > 0
