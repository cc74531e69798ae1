"""Games on a Ray cluster of two nodes on this machine: the same results as elsewhere, even if
processes die."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from loseta import texts
from loseta.arena.collection import SHARD
from loseta.arena.match import Contestant, Plan, match
from loseta.arena.simulate import simulate
from loseta.executors import WorkersFail, cluster
from loseta.executors.cluster import Cluster, NoCluster, OtherNode
from loseta.game import Refusal
from loseta.games import game_named
from loseta.learning import self_play
from loseta.learning.games import OnePly, play
from loseta.learning.network import Network

from ..arena import unruly
from ..arena.test_match import without_times
from ..arena.unruly import contestant
from ..support import run_loseta

needs_ray = pytest.mark.skipif(
    find_spec("ray") is None, reason="Ray is not installed: pip install loseta[cluster]"
)
if find_spec("ray") is not None:
    from bench.ray_nodes import RayNodes

PATIENCE = 300.0
GAMES = 2400
GREEDY = ("simulate", "--player", "greedy", "--seed", "7")


# --- Without a cluster ----------------------------------------------------------------------


@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_without_ray_one_sentence_says_what_to_install(
    lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    with pytest.raises(Refusal) as refused:
        Cluster()
    assert 'pip install "loseta[cluster]"' in refused.value.sentence(lang)
    assert "--cluster" in refused.value.sentence(lang)


@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_the_kernel_plays_on_no_cluster(lang: str) -> None:
    run = run_loseta("simulate", "--engine", "kernel", "--cluster", "auto", lang=lang)
    assert (run.returncode, run.stdout) == (2, "")
    assert re.match(r"loseta: [^\n]*--engine rules[^\n]*\n", run.stderr)


@needs_ray
@pytest.mark.long
@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_where_there_is_no_cluster_one_sentence_says_so(lang: str) -> None:
    run = run_loseta(*GREEDY, "--games", "2", "--cluster", "127.0.0.1:9", lang=lang)
    assert (run.returncode, run.stdout) == (2, "")
    assert re.fullmatch(r"loseta: [^\n]*127\.0\.0\.1:9[^\n]*ray start --head\n", run.stderr)


@needs_ray
@pytest.mark.long
@pytest.mark.parametrize("address", ["", "local", "ray://127.0.0.1:10001", "127.0.0.1:99999"])
def test_no_cluster_is_started_by_a_strange_address(address: str) -> None:
    with Cluster(address) as none, pytest.raises(NoCluster):
        list(none.map(ten_times, range(2)))


# --- On two nodes ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def nodes() -> Iterator[RayNodes]:
    with RayNodes() as found:
        found.start_head()
        found.start_node()
        yield found


def ten_times() -> Callable[[int], tuple[int, int]]:
    return lambda task: (10 * task, os.getpid())


def slowly() -> Callable[[int], int]:
    def wait(task: int) -> int:
        time.sleep(1)
        return os.getpid()

    return wait


def killer(file: Path, times: int) -> Callable[[int], int]:
    """Ends its process so many times."""

    def work(task: int) -> int:
        with file.open("a") as out:
            out.write(".")
        if len(file.read_text()) <= times:
            os._exit(1)
        return task

    return work


@needs_ray
@pytest.mark.long
def test_tasks_are_done_on_both_nodes_once_each(nodes: RayNodes) -> None:
    with Cluster(nodes.address) as both:
        ended = list(both.map(ten_times, range(5000)))  # in bundles
        assert sorted((n, value) for n, (value, _) in ended) == [(n, 10 * n) for n in range(5000)]
        assert len({process for _, process in both.map(slowly, range(20))}) >= 2


@needs_ray
@pytest.mark.long
def test_auto_is_the_cluster_that_this_machine_is_part_of(
    nodes: RayNodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAY_ADDRESS", nodes.address)  # there may be others on this machine
    with Cluster() as found:
        assert [value for _, (value, _) in sorted(found.map(ten_times, range(3)))] == [0, 10, 20]


@needs_ray
@pytest.mark.long
def test_a_process_that_dies_is_replaced_unless_it_is_the_task(
    nodes: RayNodes, tmp_path: Path
) -> None:
    with Cluster(nodes.address) as both:
        assert list(both.map(partial(killer, tmp_path / "twice", 2), [5])) == [(0, 5)]
        with pytest.raises(WorkersFail) as refused:
            list(both.map(partial(killer, tmp_path / "always", 99), [5]))
    assert "Ray" in refused.value.sentence("es")


@needs_ray
@pytest.mark.long
def test_series_matches_and_lessons_are_those_of_one_process(nodes: RayNodes) -> None:
    azul = game_named("azul")
    plan = Plan(Contestant.named("greedy"), Contestant.named("random"), 6, records=True)
    playing = self_play("azul", {"players": "2"})
    policy = OnePly(2, 0.1, Network.new(playing.features, np.random.default_rng(1)))
    with Cluster(nodes.address) as both:
        here, there = (
            simulate(azul, {}, ["greedy"] * 2, 250, "3", cluster=where) for where in (None, both)
        )
        assert here.fingerprint == there.fingerprint
        first, second = (match(plan, 1, cluster=where) for where in (None, both))
        assert without_times(first) == without_times(second)
        rows, again = (
            play(playing, policy, 300, 7, 1, lambda share: None, where) for where in (None, both)
        )
    assert (rows.features == again.features).all()
    assert (rows.finals == again.finals).all()


@needs_ray
@pytest.mark.long
def test_players_lose_on_a_node_as_they_do_here(nodes: RayNodes) -> None:
    with Cluster(nodes.address) as both:
        for kind in (unruly.Dying, unruly.Hanging, unruly.Illegal):
            plan = Plan(contestant(kind), contestant(unruly.Tame), 2, limit=2.0)
            first, second = (match(plan, 2, cluster=where) for where in (None, both))
            assert without_times(first) == without_times(second)
            assert len(second.forfeits) == 2


@needs_ray
@pytest.mark.long
def test_a_node_with_another_version_is_refused(
    nodes: RayNodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    for have, lacks in (({"loseta": "0.0.1"}, False), ({"loseta-of-mars": "1"}, True)):
        monkeypatch.setattr(cluster, "versions", have.copy)
        with Cluster(nodes.address) as both, pytest.raises(OtherNode) as refused:
            list(both.map(ten_times, range(3)))
        for lang in texts.LANGUAGES:
            assert next(iter(have)) in refused.value.sentence(lang)
        assert ("0.0.1" in str(refused.value)) is not lacks


# --- What dies ------------------------------------------------------------------------------


class Run:
    """The command in a process of its own, whose games are kept in a folder."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-m", "loseta", *arguments, "--save", str(folder), "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def kept(self) -> int:
        parts = self.folder.glob("*.part")
        return sum(path.read_bytes().count(b'[Loseta "') for path in parts) + sum(
            SHARD for _ in self.folder.glob("*.gz")
        )

    def wait_for(self, ready: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE
        while not ready():
            assert self.process.poll() is None, self.process.communicate()
            assert time.monotonic() < until
            time.sleep(0.05)

    def end(self) -> tuple[int, str, str]:
        try:
            out, err = self.process.communicate(timeout=PATIENCE)
        finally:
            self.process.kill()
        return self.process.returncode, out, err


def fingerprint(out: str) -> str:
    found = re.search(r'"fingerprint": "(\w+)"', out)
    assert found, out
    return found[1]


@pytest.fixture(scope="module")
def expected() -> str:
    """The fingerprint of the games that are played while things die."""
    return fingerprint(run_loseta(*GREEDY, "--games", str(GAMES), "--jobs", "2", "--json").stdout)


@needs_ray
@pytest.mark.long
def test_a_node_that_dies_costs_no_game(nodes: RayNodes, expected: str, tmp_path: Path) -> None:
    second = nodes.start_node()
    run = Run(tmp_path, *GREEDY, "--games", str(GAMES), "--cluster", nodes.address)
    run.wait_for(lambda: run.kept() > 0 and nodes.tasks(second) > 0)
    assert run.kept() < GAMES
    nodes.kill(second)
    code, out, err = run.end()
    assert (code, err) == (0, "")
    assert fingerprint(out) == expected


@needs_ray
@pytest.mark.long
def test_ctrl_c_leaves_nothing_behind_and_the_run_goes_on(
    nodes: RayNodes, expected: str, tmp_path: Path
) -> None:
    run = Run(tmp_path, *GREEDY, "--games", str(GAMES), "--cluster", nodes.address)
    run.wait_for(lambda: run.kept() > 0)
    run.process.send_signal(signal.SIGINT)
    code, out, err = run.end()
    assert (code, out, err) == (130, "", "")
    until = time.monotonic() + PATIENCE
    while nodes.working():
        assert time.monotonic() < until
        time.sleep(0.2)
    again = Run(tmp_path, *GREEDY, "--games", str(GAMES), "--cluster", nodes.address)
    code, out, err = again.end()
    assert (code, err, fingerprint(out)) == (0, "", expected)


@needs_ray
@pytest.mark.long
def test_a_run_goes_on_after_a_crash_of_the_head(expected: str, tmp_path: Path) -> None:
    with RayNodes() as own:
        head = own.start_head()
        run = Run(tmp_path, *GREEDY, "--games", str(GAMES), "--cluster", own.address)
        run.wait_for(lambda: run.kept() > 0)
        own.kill(head)
        kept = run.kept()
        assert 0 < kept < GAMES
        own.start_head()
        code, out, err = run.end()
        assert (code, err) == (0, "")
        assert fingerprint(out) == expected


@needs_ray
@pytest.mark.long
def test_a_head_that_stays_away_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    with RayNodes() as own:
        head = own.start_head()
        with Cluster(own.address) as one:
            ended = one.map(slowly, range(100))
            next(ended)
            own.kill(head)
            with pytest.raises(NoCluster) as refused:
                list(ended)
        for lang in texts.LANGUAGES:
            assert own.address in refused.value.sentence(lang)
