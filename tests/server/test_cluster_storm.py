"""A short storm over a cluster; `python -m bench.storm --cluster` is the long one."""

from __future__ import annotations

import pytest

from ..support import PATIENCE
from .cluster import missing, running_cluster
from .cluster_storm import ClusterStorm
from .servers import run
from .storm import Report

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"there is no {missing()} here")


@pytest.mark.long
def test_nothing_acknowledged_is_lost_when_all_parts_of_a_cluster_die_in_turn() -> None:
    async def rage() -> Report:
        async with running_cluster() as cluster:
            return await ClusterStorm(cluster).rage(seconds=45, moves=50)

    report = run(rage(), seconds=2 * PATIENCE)
    assert report.problems == []
    assert report.acknowledged > 50
    assert report.reconnections > 0
    assert len(report.faults) == 11
