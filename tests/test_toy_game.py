"""A third game in a folder of its own (`tests/toygame`) reaches every front end, and no file
outside of that folder knows of it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from loseta.client import Account, ServerRefused

from .server.games import Party, play_seat
from .server.servers import ServerProcess, run
from .support import PATIENCE, ROOT
from .toygame import FOLDER, on_path


def python(
    *arguments: str, folder: Path = FOLDER, stdin: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """A process of Python that finds the game."""
    return subprocess.run(
        [sys.executable, *arguments],
        env={**on_path(folder), **environment},
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_nothing_outside_its_folder_names_it() -> None:
    named = [
        file
        for folder in ("src", "bench")
        for file in ROOT.joinpath(folder).rglob("*")
        if file.suffix in (".py", ".toml", ".js", ".json")
        and "onerow" in file.read_text(encoding="utf-8")
    ]
    assert named == []


def test_another_copy_of_the_package_adds_nothing(tmp_path: Path) -> None:
    """Such as an older version that is installed beside a clone."""
    shutil.copytree(FOLDER / "loseta", tmp_path / "loseta")
    ask = "from loseta.games import GAMES; print(*GAMES)"
    before = python("-c", ask, folder=tmp_path)
    assert before.stdout.split() == ["azul", "duel", "onerow"]
    ours = str(ROOT / "src")  # found first, as it would be
    tmp_path.joinpath("loseta/__init__.py").touch()
    after = python("-c", ask, PYTHONPATH=os.pathsep.join((ours, str(tmp_path))))
    assert after.stdout.split() == ["azul", "duel"]


# --- The terminal ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "over"),
    [
        ("en", "A row is full."),
        pytest.param("es", "Una fila está llena.", marks=pytest.mark.long),
    ],
)
def test_a_whole_game_in_the_terminal(tmp_path: Path, lang: str, over: str) -> None:
    """Always the first entry of the menu; the hint and the explanation on the way."""
    typed = "hint\nwhy B\nlog\nhelp\n" + "1\n" * 40
    command = ("-m", "loseta", "play", "onerow", "--length", "5", "--seed", "t", "--lang", lang)
    played = python(*command, stdin=typed, XDG_DATA_HOME=str(tmp_path))
    assert played.returncode == 0, played.stderr
    assert over in played.stdout
    (record,) = tmp_path.rglob("onerow-*.txt")
    verified = python("-m", "loseta", "replay", "--verify", str(record))
    assert verified.returncode == 0, verified.stderr


def test_computer_players_meet_in_it() -> None:
    command = ("-m", "loseta", "simulate", "--game", "onerow", "--games", "5", "--json")
    played = python(*command, "--seats", "greedy,random")
    assert played.returncode == 0, played.stderr
    assert json.loads(played.stdout)["games"] == 5


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "onerow", "--seats", "human,ai:1"),
        ("match", "--game", "onerow", "--a", "greedy", "--b", "uct", "--games", "2"),
        ("ladder", "--game", "onerow", "--players-list", "random,ai:1", "--games", "2"),
        ("simulate", "--game", "onerow", "--games", "1", "--seats", "ai:1,random"),
        ("simulate", "--game", "onerow", "--games", "1", "--engine", "kernel"),
        ("analyse", "onerow 3 1 BYRK ...../..... 0/0"),
    ],
)
def test_what_needs_a_part_that_it_lacks_says_so(arguments: tuple[str, ...]) -> None:
    refused = python("-m", "loseta", *arguments)
    assert refused.returncode != 0
    (said,) = refused.stderr.strip().splitlines()
    assert "The game onerow has no module loseta." in said


# --- The server -----------------------------------------------------------------------------


@pytest.fixture
def toy_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerProcess]:
    monkeypatch.setenv("PYTHONPATH", str(FOLDER))
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "log")
    server.start()
    yield server
    server.kill()


def test_whole_games_over_the_network(toy_server: ServerProcess) -> None:
    """Between two people with a spectator, and against a computer player."""

    async def between_people() -> None:
        async with Party(toy_server.url, "onerow", {"length": "5"}) as party:
            spectator = await party.watch()
            await party.play()
            await party.settled()
            await spectator.wait_until(lambda: spectator.over)
            assert (
                spectator.position["state"]["boards"] == party.seats[0].position["state"]["boards"]
            )
            assert '[Game "onerow"]' in await party.accounts[0].record(party.id)

    async def against_a_computer() -> None:
        async with Account(toy_server.url, "Ana") as ana:
            offered = (await ana.request("GET", "/games"))["games"]["onerow"]
            assert offered["options"] == {"length": ["3", "4", "5"]}
            opened = await ana.open_table("onerow", ["me", "greedy"])
            async with ana.sit(opened["table"]["id"]) as seat:
                await play_seat(seat, "ana")
                assert seat.over
            with pytest.raises(ServerRefused) as refused:
                await ana.open_table("onerow", ["me", "ai:1"])
            assert "loseta.players.search.onerow" in refused.value.sentence

    run(between_people())
    run(against_a_computer())


# --- The environments -----------------------------------------------------------------------


ENVIRONMENTS = """
import gymnasium, numpy as np, pettingzoo
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test
import loseta.envs.gymnasium, loseta.envs.pettingzoo
from loseta.envs import openspiel, vector
from loseta.games import GAMES, MissingPart

env = gymnasium.make("loseta/OneRow-v1", length=4, opponent="greedy")
check_env(env.unwrapped, skip_render_check=True)
seen, info = env.reset(seed=1)
ended = False
while not ended:
    action = int(np.flatnonzero(seen["action_mask"])[0])
    seen, reward, ended, cut, info = env.step(action)
print("gymnasium", info["scores"])

env = loseta.envs.pettingzoo.onerow(length=4, render_mode="ansi")
api_test(env, num_cycles=200)
env.reset(seed=1)
for agent in env.agent_iter():
    seen, reward, ended, cut, info = env.last()
    env.step(None if ended or cut else int(np.flatnonzero(seen["action_mask"])[0]))
print("pettingzoo", env.game_state.scores, len(env.render()))

try:
    loseta.envs.pettingzoo.onerow(length=4, render_mode="rgb_array")
except MissingPart as refusal:
    print("pixels", refusal)

assert "onerow" not in openspiel.GAMES
try:
    vector.Games(GAMES["onerow"], 2, {})
except MissingPart as refusal:
    print("vector", refusal)
"""


@pytest.mark.long
@pytest.mark.filterwarnings("default")
def test_whole_games_in_the_environments() -> None:
    played = python("-c", ENVIRONMENTS)
    assert played.returncode == 0, played.stderr
    said = dict(line.split(" ", 1) for line in played.stdout.splitlines() if " " in line)
    assert said["gymnasium"].startswith("(")
    assert said["pettingzoo"].startswith("(")
    assert said["pixels"] == "The game onerow has no module loseta.svg.onerow."
    assert said["vector"] == "The game onerow has no module loseta.kernels.onerow."


# --- The checklist --------------------------------------------------------------------------

TO_BE_PLAYED = """
from tests.checklist import CHECKLIST, lacking
print(*(item.place for item in lacking("onerow", [i for i in CHECKLIST if i.to_be_played])))
"""


def test_it_has_all_that_a_game_must_have_to_be_played() -> None:
    asked = python("-c", TO_BE_PLAYED)
    assert (asked.stdout.strip(), asked.stderr) == ("", "")


@pytest.mark.long
def test_a_game_without_some_part_fails_a_test_that_prints_the_checklist(tmp_path: Path) -> None:
    """The test of all games, run where a game lacks its terminal and a language."""
    shutil.copytree(FOLDER / "loseta", tmp_path / "loseta")
    tmp_path.joinpath("loseta/tui/onerow.py").unlink()
    tmp_path.joinpath("loseta/locales/es.toml").unlink()
    options = ("-n", "0", "-q", "-p", "no:cacheprovider", "-k", "everything_on_the_checklist")
    ran = python("-m", "pytest", *options, "tests/test_parts.py", folder=tmp_path)
    assert ran.returncode == 1, ran.stdout
    assert "1 failed, 2 passed" in ran.stdout
    for line in (
        "The game onerow, by the checklist “Add a game” of CONTRIBUTING.md:",
        "- [ ] `docs/rules/<game>.md`: the numbered rules.",
        "- [x] `loseta/<game>/`: `GAME` and `State`",
        "- [ ] `locales/*.toml`: `[reason.<game>]`",
        "missing: [tui.onerow] in es.toml",
        "- [ ] `loseta/tui/<game>`: `View`, a `TerminalView`.",
        "missing: The game onerow has no module loseta.tui.onerow.",
        "- [x] `loseta/server/match/codecs/<game>.py`: `CODEC`, a `GameCodec`.",
        "- [ ] `loseta/kernels/<game>`",
    ):
        assert line in ran.stdout
