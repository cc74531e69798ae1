"""Learning: the same from the same seed, better than guessing, and what the kernel computes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from loseta.azul import State
from loseta.game import Refusal
from loseta.kernels import value
from loseta.kernels.azul.features import FEATURES
from loseta.kernels.compiled import kernel
from loseta.learning import learn, load, save, self_play
from loseta.learning.curriculum import Generation
from loseta.learning.games import Policy, play, targets
from loseta.learning.network import Network
from loseta.players.search import networks
from loseta.players.search.budget import Budget
from loseta.players.search.thinker import make_thinker
from tests.support import Options, each_variant_at_length, run_loseta

QUICK = (Generation(1500, width=0, random_share=0.15), Generation(300, 3, 0.05, trust=0.5))


def quick_rows(game: str, options: Options, games: int = 200, threads: int = 2) -> Any:
    playing = self_play(game, options)
    network = Network.new(playing.features, np.random.default_rng(1))
    return play(playing, Policy(2, 0.1, network), games, 7, threads, lambda share: None)


@each_variant_at_length
def test_what_is_learned_foretells_better_than_a_guess(game: Any, options: Options) -> None:
    playing = self_play(game.name, options)
    _, reports = learn(playing, 1, 2, curriculum=QUICK[:1])
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


def test_the_number_of_threads_changes_nothing() -> None:
    one, two = (quick_rows("azul", {}, 6000, threads) for threads in (1, 3))
    for name in ("features", "now", "shares", "finals", "games"):
        assert (getattr(one, name) == getattr(two, name)).all()


def test_the_same_seed_learns_the_same() -> None:
    playing = self_play("azul", {"players": "2"})
    first, second = (learn(playing, 3, 2, curriculum=QUICK)[0] for _ in range(2))
    assert np.allclose(first.first, second.first, atol=1e-4)
    other = learn(playing, 4, 2, curriculum=QUICK)[0]
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


def test_going_on_from_a_network_plays_the_last_generation_only(tmp_path: Path) -> None:
    playing = self_play("azul", {"players": "2"})
    teacher, _ = learn(playing, 1, 2, curriculum=QUICK[:1])
    save(teacher, tmp_path / "n.npz")
    read = load(tmp_path / "n.npz", playing.features)
    assert (read.first == teacher.first).all()
    learned, reports = learn(playing, 2, 2, curriculum=QUICK, teacher=read)
    assert [report.generation for report in reports] == [2]
    assert not np.allclose(learned.first, teacher.first)


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
