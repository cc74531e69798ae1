"""Two people with two browsers, whose pages come from two servers of one club."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from deploy.cluster import Cluster

from ..deploy.clusters import needs_cluster
from .browsing import Visitors
from .test_friends import play_turns, whose_turn

TILES = ".disc .t, .centre .t"

pytestmark = [pytest.mark.long, needs_cluster]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with Cluster() as running:
        yield running


def test_two_people_play_through_two_processes(visitors: Visitors, cluster: Cluster) -> None:
    here, there = cluster.servers
    ana = visitors.come(here)
    ana.open()
    ana.page.get_by_role("button", name="Invite friends").click()
    link = ana.page.get_by_label("Link for this seat").input_value()
    assert link.startswith(f"{here}/table/")
    luis = visitors.come(there, "es")
    luis.page.goto(link.replace(here, there))
    luis.page.get_by_role("button", name="Sentarme").click()
    for player in (ana, luis):
        player.wait_for(".disc")
    play_turns([ana, luis], 6)
    for player, server in ((ana, here), (luis, there)):
        assert player.page.url.startswith(server)
    # The seat to move has seen all six; the other sees the same tiles.
    mover = whose_turn([ana, luis])
    assert mover is not None
    other = luis if mover is ana else ana
    left = mover.page.locator(TILES).count()
    assert left < 20
    expect(other.page.locator(TILES)).to_have_count(left)
    ana.shot("two-processes-one")
    luis.shot("two-processes-two")
