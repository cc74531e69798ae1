"""What a player needs is compiled or loaded before its time counts, and only once for all jobs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT

PLAY = """
import sys
from loseta.dealer import Dealer
from loseta.game import DEALER
from loseta.games import game_named
from loseta.players import make


def loaded():
    kernels = {
        f"{name}.{key}": len(value.signatures)
        for name, module in list(sys.modules.items())
        if name.startswith("loseta.kernels")
        for key, value in vars(module).items()
        if hasattr(value, "signatures")
    }
    return {name: count for name, count in kernels.items() if count}


game, name, options = sys.argv[1], sys.argv[2], dict(each.split("=") for each in sys.argv[3:])
state, dealer = game_named(game).new(**options), Dealer("warm-up")
while state.to_move == DEALER:
    state.apply(dealer.action(state))
player = make(name, seed="1", time=0.002)
player.prepare(state.view(state.to_move))
ready = loaded()
while state.to_move is not None:
    mover = state.to_move
    action = dealer.action(state) if mover == DEALER else player.choose(state.view(mover))
    state.apply(action)
print(*sorted({name for name, count in loaded().items() if count != ready.get(name)}))
"""


@pytest.mark.parametrize(
    ("name", "game", "options"),
    [
        ("ai:5", "azul", ("players=2", "wall=gray")),
        pytest.param("ai:1", "azul", ("players=2", "wall=coloured"), marks=pytest.mark.long),
        pytest.param("ai:8", "azul", ("players=3", "wall=coloured"), marks=pytest.mark.long),
        pytest.param("ai:5", "duel", (), marks=pytest.mark.long),
        pytest.param("uct", "duel", (), marks=pytest.mark.long),
    ],
)
def test_nothing_is_compiled_or_loaded_in_the_time_of_a_move(
    name: str, game: str, options: tuple[str, ...]
) -> None:
    run = subprocess.run(
        [sys.executable, "-c", PLAY, game, name, *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == []


MATCH = """
from loseta.arena.match import Contestant, Plan, match

if __name__ == "__main__":
    match(Plan(Contestant.named("uct"), Contestant.named("random"), 2, time=0.01), jobs=2)
"""


@pytest.mark.long
def test_several_jobs_compile_a_kernel_once(tmp_path: Path) -> None:
    """The second process waits, and loads what the first has compiled."""
    script = tmp_path / "script.py"
    script.write_text(MATCH, encoding="utf-8")
    environment = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "NUMBA_DEBUG_CACHE": "1"}
    run = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    log = (run.stdout + run.stderr).splitlines()
    saved = [line.partition("saved to ")[2] for line in log if "[cache] data saved to" in line]
    read = [line for line in log if "[cache] data loaded from" in line]
    assert saved
    assert len(saved) == len(set(saved))
    assert len(read) >= len(saved)  # by the other job
