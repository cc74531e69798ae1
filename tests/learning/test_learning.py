"""Learning: the same from the same seed, better than guessing, and what the kernel computes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from loseta.azul import State
from loseta.dealer import Dealer
from loseta.game import DEALER, Refusal
from loseta.kernels import value
from loseta.kernels.azul.features import FEATURES
from loseta.kernels.compiled import kernel
from loseta.learning import learn, load, save, self_play
from loseta.learning.curriculum import Generation, Report
from loseta.learning.games import OnePly, play, targets
from loseta.learning.kept import KeptChunks
from loseta.learning.network import Network
from loseta.players import make
from loseta.players.search import networks
from loseta.players.search.budget import Budget
from loseta.players.search.thinker import make_thinker
from tests.support import Options, each_variant_at_length, run_loseta

QUICK = (Generation(1500, 0.15), Generation(300, 0.05, width=3, trust=0.5))
SEARCHED = Generation(100, 0.05, nodes=30, visits=10, epochs=2, rate=3e-4, trust=0.7, tunes=True)


def last(steps: Any) -> tuple[Network, list[Report]]:
    """The last network, and all reports."""
    networks, reports = zip(*steps, strict=True)
    return networks[-1], list(reports)


def quick_rows(game: str, options: Options, games: int = 200, jobs: int = 1) -> Any:
    playing = self_play(game, options)
    network = Network.new(playing.features, np.random.default_rng(1))
    return play(playing, OnePly(2, 0.1, network), games, 7, jobs, lambda share: None)


@each_variant_at_length
def test_what_is_learned_foretells_better_than_a_guess(game: Any, options: Options) -> None:
    playing = self_play(game.name, options)
    _, reports = last(learn(playing, 1, 1, curriculum=QUICK[:1]))
    assert reports[0].log_loss < np.log(playing.players)


@each_variant_at_length
def test_rows_are_whole_games(game: Any, options: Options) -> None:
    rows = quick_rows(game.name, options)
    assert len(set(rows.games)) > 100
    assert np.allclose(rows.shares.sum(axis=1), 1)
    assert np.isfinite(rows.features.astype(np.float32)).all()
    for number in (3, 77):
        mine = rows.games == number
        assert (rows.finals[mine] == rows.finals[mine][0]).all()


@pytest.mark.long
def test_the_number_of_jobs_changes_nothing() -> None:
    one, two = (quick_rows("azul", {}, 6000, jobs) for jobs in (1, 3))
    for name in ("features", "now", "shares", "finals", "games"):
        assert (getattr(one, name) == getattr(two, name)).all()


def test_the_same_seed_learns_the_same() -> None:
    playing = self_play("azul", {"players": "2"})
    first, second = (last(learn(playing, 3, 1, curriculum=QUICK))[0] for _ in range(2))
    assert np.allclose(first.first, second.first, atol=1e-4)
    other = last(learn(playing, 4, 1, curriculum=QUICK))[0]
    assert not np.allclose(first.first, other.first, atol=1e-2)


def test_targets_look_ahead_by_a_round() -> None:
    rows = quick_rows("azul", {})
    judge = Network.new(rows.features.shape[2], np.random.default_rng(2))
    shares, gains = targets(rows, judge, 0.0)
    said, to_come = judge.judge(rows.features.astype(np.float32))
    at = int(np.flatnonzero(rows.games[1:] == rows.games[:-1])[0])
    assert np.allclose(shares[at], said[at + 1], atol=1e-5)
    made = (rows.now[at + 1] - rows.now[at]) / value.GAIN_UNIT
    assert np.allclose(gains[at], made + to_come[at + 1], atol=1e-4)
    end = len(rows) - 1
    assert np.allclose(shares[end], rows.shares[end])
    all_luck, _ = targets(rows, judge, 1.0)
    assert (all_luck == rows.shares).all()


@kernel
def evaluate(players: int, features: Any, scores: Any, network: Any, hidden: Any, out: Any) -> None:
    value.evaluate(players, features, scores, network, hidden, out)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_kernel_computes_what_was_learned(players: int) -> None:
    rng = np.random.default_rng(players)
    network = Network.new(40, rng)
    x = rng.random((players, 40)).astype(np.float32)
    scores = rng.integers(0, 60, players)
    out = np.zeros((3, players))
    hidden = np.zeros((players, 2 * value.HIDDEN), np.float32)
    evaluate(players, x, scores, (network.first, network.last), hidden, out)
    shares, gains = network.judge(x[None])
    assert np.allclose(out[0], shares[0], atol=1e-5)
    finals = scores + value.GAIN_UNIT * gains[0]
    assert np.allclose(out[1], finals, atol=1e-3)
    for seat in range(players):
        assert out[2, seat] == pytest.approx(finals[seat] - np.delete(finals, seat).max(), abs=1e-3)


def test_slopes_are_those_of_the_error() -> None:
    """Each weight moved a little, against the slopes."""
    rng = np.random.default_rng(5)
    network = Network.new(6, rng)
    x = rng.random((9, 3, 6)).astype(np.float32)
    shares = rng.dirichlet(np.ones(3), 9)
    gains = rng.random((9, 3))

    def error() -> float:
        said, to_come = network.judge(x)
        loss = -(shares * np.log(said)).sum() / 9
        return float(loss + 0.5 * 0.15 * ((to_come - gains) ** 2).sum() / 27)

    network.first = network.first.astype(np.float64)
    network.last = network.last.astype(np.float64)
    slopes = network.slopes(x, shares, gains)
    for weights, slope in zip((network.first, network.last), slopes, strict=True):
        for at in [(0, 0), (1, 1), (-1, 0), (2, weights.shape[1] - 1)]:
            if weights is network.first and at == (-1, 0):
                continue  # bends of the hidden layer may lie near
            kept = weights[at]
            weights[at] = kept + 1e-6
            above = error()
            weights[at] = kept - 1e-6
            below = error()
            weights[at] = kept
            assert slope[at] == pytest.approx((above - below) / 2e-6, abs=1e-4)


def test_a_network_is_saved_as_the_players_read_it(tmp_path: Path) -> None:
    network = Network.new(5, np.random.default_rng(1))
    save(network, tmp_path / "n.npz")
    read = np.load(tmp_path / "n.npz")
    assert (read["first"] == network.first).all()
    assert (read["last"] == network.last).all()


@pytest.mark.long
def test_a_run_goes_on_from_any_network_as_if_it_had_not_stopped(tmp_path: Path) -> None:
    playing = self_play("azul", {"players": "2"})
    whole, reports = last(learn(playing, 1, 1, curriculum=QUICK))
    assert [report.generation for report in reports] == [1, 2]
    first, _ = last(learn(playing, 1, 1, curriculum=QUICK, generations=range(1, 2)))
    save(first, tmp_path / "n.npz")
    read = load(tmp_path / "n.npz", playing.features)
    assert (read.first == first.first).all()
    rest = learn(playing, 1, 1, curriculum=QUICK, generations=range(2, 3), network=read)
    gone_on, reports = last(rest)
    assert [report.generation for report in reports] == [2]
    assert np.allclose(whole.first, gone_on.first, atol=1e-4)


@pytest.mark.long
@each_variant_at_length
def test_games_of_the_real_search_are_whole_and_repeat(game: Any, options: Options) -> None:
    playing = self_play(game.name, options)
    policy = SEARCHED.policy(Network.new(playing.features, np.random.default_rng(1)))
    again = [play(playing, policy, 60, 7, jobs, lambda share: None) for jobs in (1, 2)]
    for name in ("features", "now", "shares", "finals", "games"):
        assert (getattr(again[0], name) == getattr(again[1], name)).all()
    rows = again[0]
    assert set(rows.games) == set(range(60))
    assert np.allclose(rows.shares.sum(axis=1), 1)
    assert (rows.finals >= 0).all()
    ends = np.flatnonzero(rows.games[1:] != rows.games[:-1])
    rounds = np.diff(ends)
    assert rounds.max() < playing.rounds
    assert rounds.min() >= 3  # positions between rounds; no game has fewer than five rounds


@pytest.mark.long
def test_the_search_plays_better_than_a_one_ply_search() -> None:
    """More points in the same games: it sees what the others do."""
    playing = self_play("azul", {"players": "2"})
    network = Network(*networks.network("azul-2-coloured", playing.features))
    searched = replace(SEARCHED, nodes=200, random_share=0.0).policy(network)
    quick = OnePly(8, 0.0, network)
    finals = [
        play(playing, policy, 40, 7, 1, lambda share: None).finals.mean()
        for policy in (searched, quick)
    ]
    assert finals[0] > finals[1]


@pytest.mark.long
def test_games_that_were_kept_are_not_played_again(tmp_path: Path) -> None:
    playing = self_play("azul", {"players": "2"})
    network = Network.new(playing.features, np.random.default_rng(1))
    policy = OnePly(2, 0.1, network)
    kept = KeptChunks(tmp_path)
    games = 2 * OnePly.chunk + 10
    told: list[float] = []
    whole = play(playing, policy, games, 7, 1, lambda share: None)
    first = play(playing, policy, games, 7, 1, told.append, kept=kept)
    files = sorted(tmp_path.iterdir())
    assert len(files) == len(told) == 3
    files[1].unlink()  # as if the run had been broken off
    told.clear()
    again = play(playing, policy, games, 7, 1, told.append, kept=kept)
    assert told == [1.0]
    for rows in (first, again):
        for one, other in zip(whole.arrays(), rows.arrays(), strict=True):
            assert (one == other).all()
    told.clear()
    play(playing, OnePly(3, 0.1, network), 10, 7, 1, told.append, kept=kept)
    play(playing, OnePly(2, 0.1, Network(2 * network.first, network.last)), 10, 7, 1, told.append)
    play(playing, policy, 10, 8, 1, told.append, kept=kept)
    assert told == [1.0] * 3  # other games


@pytest.mark.long
def test_tuning_starts_from_the_network_before() -> None:
    playing = self_play("azul", {"players": "2"})
    shipped = Network(*networks.network("azul-2-coloured", playing.features))
    still = replace(SEARCHED, epochs=0)
    tuned, reports = last(learn(playing, 1, 1, curriculum=(still,), network=shipped))
    assert (tuned.first == shipped.first).all()
    assert reports[0].loss_before == pytest.approx(reports[0].log_loss)


def test_a_control_plays_without_search() -> None:
    assert isinstance(
        SEARCHED.without_search().policy(Network.new(5, np.random.default_rng(1))), OnePly
    )
    assert QUICK[1].without_search() == QUICK[1]


def test_each_generation_is_kept_and_logged(tmp_path: Path) -> None:
    out = tmp_path / "n.npz"
    done = run_loseta(
        "learn", "--share", "0.0001", "--generations", "1-2", "--jobs", "1", "--out", str(out)
    )
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in out.with_suffix(".jsonl").read_text().splitlines()]
    assert [line["generation"] for line in lines] == [1, 2]
    assert lines[1]["played"]["width"] == 6
    assert done.stdout.count("\n") == 2
    load(out, self_play("azul", {}).features)


@pytest.mark.long
def test_several_processes_learn_where_nothing_is_compiled_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each process has to find the kernels of the game by itself."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    done = run_loseta(
        *("learn", "--share", "0.05", "--generations", "1", "--jobs", "2"),
        *("--out", str(tmp_path / "n.npz")),
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("content", [b"", b"nonsense", None])
def test_what_is_no_network_of_the_game_is_told(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "n.npz"
    if content is None:
        save(Network.new(5, np.random.default_rng(1)), file)  # of another game
    else:
        file.write_bytes(content)
    with pytest.raises(Refusal, match="holds no network"):
        load(file, 40)


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (np.zeros((500, 2 * value.HIDDEN), np.float32), np.zeros((33, 2), np.float32)),
        (np.zeros((126, 2), np.float32), np.zeros((3, 2), np.float32)),
        (np.zeros(7, np.float32), np.zeros(3, np.float32)),
        (np.zeros((FEATURES + 1, 2 * value.HIDDEN)), np.zeros((value.HIDDEN + 1, 2))),
    ],
)
def test_players_refuse_a_network_of_another_shape(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: Any, last: Any
) -> None:
    """Compiled code would read past its end."""
    np.savez(tmp_path / "azul-2-coloured.npz", first=first, last=last)
    monkeypatch.setattr(networks, "FOLDER", tmp_path)
    networks.network.cache_clear()
    state = State.new(2)
    with pytest.raises(Refusal, match=r"azul-2-coloured\.npz holds no network for this game\."):
        make_thinker("azul", memory_mb=8).think(state, Budget(visits=1))
    networks.network.cache_clear()


def test_where_nothing_can_be_written_nothing_is_learned(tmp_path: Path) -> None:
    """It would take many minutes; the command is given two."""
    done = run_loseta("learn", "--out", str(tmp_path / "none" / "a.npz"))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_a_network_is_kept_until_there_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.npz"
    file.write_bytes(b"the old one")

    def interrupted(out: Any, **_: Any) -> None:
        out.write(b"half")
        raise KeyboardInterrupt

    monkeypatch.setattr(np, "savez", interrupted)
    with pytest.raises(KeyboardInterrupt):
        save(Network(np.zeros(1), np.zeros(1)), file)
    assert file.read_bytes() == b"the old one"


def test_a_level_plays_with_the_network_of_a_file(tmp_path: Path) -> None:
    features = self_play("azul", {}).features
    state = State.new(2)
    dealer = Dealer("a seed")
    while state.to_move == DEALER:
        state.apply(dealer.action(state))
    other = tmp_path / "other.npz"
    save(Network.new(features, np.random.default_rng(1)), other)
    shipped = str(networks.FOLDER.joinpath("azul-2-coloured.npz"))
    plain, same, changed = (
        make(name).thinker(state).think(state, Budget(visits=600))  # type: ignore[attr-defined]
        for name in ("ai:5", f"ai:5@{shipped}", f"ai:5@{other}")
    )
    assert plain == same
    assert plain != changed


@pytest.mark.parametrize("file", ["", "nowhere.npz"])
def test_a_level_without_its_network_is_one_sentence(file: str) -> None:
    done = run_loseta(
        "match", "--a", f"ai:1@{file}", "--b", "random", "--games", "2", "--jobs", "1"
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
