"""A short storm; `python -m bench.storm` is the long one."""

from __future__ import annotations

import pytest

from ..support import PATIENCE
from .servers import ServerProcess, run
from .storm import storm


@pytest.mark.parametrize(
    ("tables", "kills", "moves"),
    [pytest.param(3, 1, 30, id="breeze"), pytest.param(18, 5, 200, marks=pytest.mark.long)],
)
def test_nothing_acknowledged_is_lost_in_a_storm(
    server: ServerProcess, tables: int, kills: int, moves: int
) -> None:
    report = run(storm(server, tables, kills, pause=(0.5, 1.5), moves=moves), seconds=2 * PATIENCE)
    assert report.problems == []
    assert report.acknowledged > moves
    assert report.reconnections > 0
