"""`loseta bench`. What it measures is not asserted, only that it measures."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench import envs, scale, suites
from bench.attackers import ATTACKS
from bench.figures import Figure
from bench.suites import SUITES
from loseta import texts
from loseta.cli import main
from loseta.game import Reason, Refusal

from .deploy.clusters import needs_cluster
from .support import ROOT, large_python, run_loseta

KEYS = ["name", "value", "unit", "ratio", "against"]


@pytest.mark.long
@pytest.mark.parametrize("suite", SUITES)
def test_every_suite_prints_one_object_for_each_figure(suite: str, tmp_path: Path) -> None:
    run = run_loseta("bench", suite, "--quick", "--json", cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    figures = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(figures) >= 5
    for figure in figures:
        assert list(figure) == KEYS
        assert figure["value"] >= 0
        assert (figure["ratio"] is None) == (figure["against"] is None)
    # The page has nothing beside it to be compared with.
    assert suite == "page" or any(figure["ratio"] for figure in figures)


class SlowAtFirst:
    """A clock, and games whose first step compiles: that takes 1,000 s, every other one 1 ms."""

    def __init__(self) -> None:
        self.now = 0.0
        self.compiled = False
        self.agent_selection = "player_0"
        self.left = 0
        self.num_envs = 10

    def perf_counter(self) -> float:
        return self.now

    process_time = perf_counter

    def step(self, action: object) -> None:
        self.now += 0.001 if self.compiled else 1000.0
        self.compiled = True
        self.left -= 1

    def reset(self, *, seed: int = 0) -> None:
        self.left = 50

    def sample(self) -> list[int]:
        return []

    def close(self) -> None:
        pass

    def agent_iter(self) -> Iterator[str]:
        while self.left:
            yield self.agent_selection

    def last(self) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        return {"action_mask": np.ones(3)}, 0.0, False, False, {}


def test_environments_are_compiled_before_the_time_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    games, single = SlowAtFirst(), SlowAtFirst()
    for clock, table in ((games, "BATCHES"), (single, "SINGLES")):
        monkeypatch.setattr(envs, "time", clock)
        monkeypatch.setattr(envs, table, {"azul": lambda *_, clock=clock, **__: clock})
        measure = envs.vectorised if clock is games else envs.one_at_a_time
        for figure in measure(1, 0.02):
            if figure.unit == "us/step":
                assert figure.value == pytest.approx(1000)
            elif figure.unit == "ns/step":
                assert figure.value == pytest.approx(1e6 / games.num_envs)
            elif figure.unit == "steps/s":
                assert figure.value == pytest.approx(1000)


@pytest.mark.long
def test_the_games_of_pgx_are_measured_beside(tmp_path: Path) -> None:
    """With the Python that has Pgx: see `make test-training`."""
    command = [large_python("pgx"), "-m", "loseta", "bench", "envs", "--beside", "pgx"]
    run = subprocess.run(
        [*command, "--quick", "--json"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    figures = [json.loads(line) for line in run.stdout.splitlines()]
    names = ["azul-2-coloured", "duel", "pgx 2048", "pgx backgammon", "pgx go_9x9"]
    assert [each["name"] for each in figures[:10:2]] == [f"{name} x 1024" for name in names]
    assert all(each["value"] > 0 for each in figures)
    assert [each["against"] for each in figures[10:]] == 2 * names[2:]


@pytest.mark.skipif(find_spec("pgx") is not None, reason="Pgx is installed")
@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_without_pgx_one_sentence_says_what_to_install(lang: str) -> None:
    run = run_loseta("bench", "envs", "--beside", "pgx", lang=lang)
    assert (run.returncode, run.stdout) == (2, "")
    assert re.fullmatch(
        r"loseta: [^\n]*bench envs --beside pgx[^\n]*loseta\[pgx\][^\n]*\n", run.stderr
    )


@pytest.mark.parametrize("lang", texts.LANGUAGES)
@pytest.mark.parametrize("suite", ["server", "engine"])
def test_only_environments_are_measured_beside_pgx(suite: str, lang: str) -> None:
    run = run_loseta("bench", suite, "--beside", "pgx", lang=lang)
    assert (run.returncode, run.stdout) == (2, "")
    assert re.fullmatch(r"loseta: [^\n]*loseta bench envs --beside pgx\n", run.stderr)


@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_an_unknown_suite_is_refused(lang: str) -> None:
    run = run_loseta("bench", "coffee", lang=lang)
    assert (run.returncode, run.stdout) == (2, "")
    assert re.fullmatch(r"loseta: [^\n]*coffee[^\n]* engine, ai[^\n]*\n", run.stderr)


@pytest.mark.long
def test_hostile_guests_are_told_apart_from_those_who_play(tmp_path: Path) -> None:
    run = run_loseta("bench", "server", "--hostile", "--quick", "--json", cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    figures = {each["name"]: each for each in map(json.loads, run.stdout.splitlines())}
    assert figures["hostile: 20 players with them: p99"]["against"] == "without them"
    assert figures["hostile: 20 players with them: errors"]["value"] == 0
    assert figures["hostile: the server's memory"]["value"] > 0
    for attack in ATTACKS:
        assert figures[f"hostile: {attack.__name__} answered"]["value"] > 0


@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_only_the_server_has_hostile_guests(lang: str) -> None:
    run = run_loseta("bench", "engine", "--hostile", lang=lang)
    assert (run.returncode, run.stdout) == (2, "")
    assert re.fullmatch(r"loseta: [^\n]*bench server --hostile\n", run.stderr)


# --- Two source trees side by side ----------------------------------------------------------


def run_versus(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bench.versus", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def test_versus_wants_a_checkout(tmp_path: Path) -> None:
    run = run_versus(str(tmp_path))
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.endswith("PATH must be a checkout with src/loseta in it\n")


@pytest.mark.parametrize(
    "games",
    [
        "azul-2-coloured rules",
        pytest.param("azul-2-coloured random games", marks=pytest.mark.long),
    ],
)
def test_versus_prints_the_figures_of_both_trees_and_compares_what_they_did(games: str) -> None:
    run = run_versus(str(ROOT), "--rounds", "1", "--scale", "0.01", "--only", games)
    assert (run.returncode, run.stderr) == (0, "")
    _, figure, compiling = run.stdout.splitlines()
    assert re.fullmatch(rf"{games} +[\d,]+ +[\d,]+ +moves/s +\d+\.\d+", figure)
    assert re.fullmatch(r"compiling everything +[\d.]+ +[\d.]+ +CPU s +\d+\.\d+", compiling)


# --- From the wheel, far from the sources ---------------------------------------------------


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as pip would install it."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (file,) = folder.glob("*.whl")
    with zipfile.ZipFile(file) as packed:
        packed.extractall(folder / "site")
    return folder / "site"


def run_installed(
    site: Path, *arguments: str, without: str = ""
) -> subprocess.CompletedProcess[str]:
    """The command from there, with the packages of this environment, but not `without` one."""
    here = ["", str(ROOT), str(ROOT / "src")]
    code = (
        f"import sys; sys.path[:] = [{str(site)!r}]"
        f" + [each for each in sys.path if each not in {here!r}]\n"
        f"if {without!r}: sys.modules[{without!r}] = None\n"
        "import loseta; from loseta.cli import main\n"
        f"assert loseta.__file__.startswith({str(site)!r})\n"
        f"code = main({list(arguments)!r})\n"
        "assert not any(name.partition('.')[0] in ('bench', 'tests') for name in sys.modules)\n"
        "sys.exit(code)"
    )
    return subprocess.run(
        [sys.executable, "-c", code], cwd=site, capture_output=True, text=True, check=False
    )


@pytest.mark.long
@pytest.mark.parametrize("suite", ["ai", "engine", "envs"])
def test_the_wheel_measures_what_needs_the_package_alone(suite: str, wheel: Path) -> None:
    run = run_installed(wheel, "bench", suite, "--quick", "--json")
    assert (run.returncode, run.stderr) == (0, "")
    figures = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(figures) >= 5
    assert all(list(figure) == KEYS for figure in figures)


@pytest.mark.parametrize("suite", ["server", "page"])
@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_what_needs_the_tests_says_so_in_the_wheel(suite: str, lang: str, wheel: Path) -> None:
    run = run_installed(wheel, "bench", suite, "--quick", "--lang", lang)
    assert (run.returncode, run.stdout) == (2, "")
    word = {"en": "sources", "es": "fuentes"}[lang]
    assert re.fullmatch(rf"loseta: bench {suite} [^\n]*{word}[^\n]*\n", run.stderr)


def test_a_suite_without_its_packages_names_the_extra(wheel: Path) -> None:
    for suite, package, extra in (("envs", "pettingzoo", "rl"), ("engine", "numba", "ai")):
        run = run_installed(wheel, "bench", suite, "--quick", "--lang", "en", without=package)
        assert (run.returncode, run.stdout) == (2, "")
        assert re.fullmatch(
            rf"loseta: bench {suite} [^\n]*pip install \"loseta\[{extra}\]\"\n", run.stderr
        )


def test_of_everything_that_is_measured_which_can_be(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(effort: object) -> Iterator[Figure]:
        raise Refusal(Reason("", "no_sources", {"name": "bench page"}))

    def measure(effort: object) -> Iterator[Figure]:
        yield Figure("speed", 1, "1/s")

    monkeypatch.setattr(suites, "SUITES", {"page": refuse, "engine": measure})
    assert main(["bench", "--json", "--lang", "en"]) == 0
    written = capsys.readouterr()
    assert json.loads(written.out)["name"] == "speed"
    assert re.fullmatch(r"loseta: bench page [^\n]*\n", written.err)
    assert main(["bench", "page"]) == 2


# --- Several processes, and others' servers -------------------------------------------------------


@pytest.mark.long
@needs_cluster
def test_several_processes_are_measured_as_a_ratio(tmp_path: Path) -> None:
    run = run_loseta("bench", "server", "--processes", "1,2", "--quick", "--json", cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    figures = {each["name"]: each for each in map(json.loads, run.stdout.splitlines())}
    ratios = [each for name, each in figures.items() if "p99 < 100 ms" in name]
    assert [each["against"] for each in ratios] == ["the first", "the first"]
    for part in ("servers", "PostgreSQL", "Redis"):
        assert f"cluster: a move: processor time of {part}" in figures
    assert figures["cluster: a move: bytes to the bus"]["value"] > 0
    assert figures["cluster: a move: errors"]["value"] == 0


@pytest.mark.long
def test_the_server_of_boardgame_io_is_measured_beside(tmp_path: Path) -> None:
    """Or an error, if npm cannot fetch it."""
    command = ["bench", "server", "--beside", "boardgame.io", "--quick", "--json"]
    run = run_loseta(*command, cwd=tmp_path)
    if run.returncode:
        assert "The package boardgame.io could not be installed by npm" in run.stderr
        pytest.skip(run.stderr.strip())
    figures = {each["name"]: each for each in map(json.loads, run.stdout.splitlines())}
    what = "beside boardgame.io: 8 players"
    assert figures[f"{what}: errors"]["value"] == 0
    assert figures[f"{what}: moves"]["ratio"] > 0
    assert figures[f"{what}: sent for a move"]["against"] == "boardgame.io"


@pytest.mark.parametrize("lang", texts.LANGUAGES)
@pytest.mark.parametrize(
    "arguments",
    [
        ["engine", "--processes", "2"],
        ["--beside", "boardgame.io"],
        ["server", "--hostile", "--beside", "boardgame.io"],
    ],
)
def test_what_only_the_server_has_is_said(lang: str, arguments: list[str]) -> None:
    run = run_loseta("bench", *arguments, lang=lang)
    assert run.returncode == 2
    assert re.fullmatch(r"loseta: [^\n]*bench server --hostile\n", run.stderr)
    assert arguments[-2] in run.stderr


def test_the_page_of_the_model_has_what_it_needs() -> None:
    """Its tables are those that the command writes, and writing them again changes nothing else."""
    page = scale.PAGE.read_text(encoding="utf-8")
    cost = dict.fromkeys(scale.BYTES, 1000.0) | {"transactions, at most": 1.0}
    cost |= {f"processor time of {part}": 1.0 for part in scale.PARTS}
    filled = scale.fill(page, scale.tables(cost))
    assert "| cores for servers, each 70% busy | 7 | 71 |" in filled
    assert "| PostgreSQL (16 cores) | 224,000 | 22,400 |" in filled
    shape = re.compile(r"[\d.,]+")
    written = page.split(scale.BEGIN)[1].split(scale.END)[0]
    rows = {shape.sub("", line) for line in written.splitlines()}
    assert rows == {shape.sub("", line) for line in scale.tables(cost).splitlines()}
