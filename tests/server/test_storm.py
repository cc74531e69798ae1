"""A short storm; `python -m bench.storm` is the long one."""

from __future__ import annotations

import pytest

from ..support import PATIENCE
from .servers import ServerProcess, run
from .storm import storm


@pytest.mark.long
def test_nothing_acknowledged_is_lost_in_a_storm(server: ServerProcess) -> None:
    report = run(storm(server, 18, 5, pause=(0.5, 1.5), moves=200), seconds=2 * PATIENCE)
    assert report.problems == []
    assert report.acknowledged > 200
    assert report.reconnections > 0
