"""Records of many games in a folder: the same files however often it is interrupted."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from loseta.arena import collection as module
from loseta.arena.collection import (
    BadGames,
    Collection,
    GamesInUse,
    OtherGames,
    files_in,
    records_in,
    texts_of,
)
from loseta.game import Refusal
from loseta.games import GAMES
from loseta.record import write

from ..support import play_record

TEXTS = [write(play_record(GAMES["azul"], {}, f"kept {n}", limit=n)) for n in range(12)]
CONDITIONS = {"seed": "1", "players": ("random", "random")}


@pytest.fixture(autouse=True)
def _small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SHARD", 5)


def fill(folder: Path, *ends: int) -> dict[str, bytes]:
    """Add games up to each of these numbers, opening the collection anew each time."""
    for end in ends:
        with Collection(folder, "games", CONDITIONS) as kept:
            for number in range(kept.count, end):
                kept.add(TEXTS[number])
            assert list(kept.texts()) == TEXTS[: kept.count]
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_games_lie_in_shards_by_their_numbers(tmp_path: Path) -> None:
    files = fill(tmp_path, 12)
    assert sorted(files) == [
        "games-000000000.txt.gz",
        "games-000000005.txt.gz",
        "games-000000010.txt.gz",
        "games.json",
    ]
    assert gzip.decompress(files["games-000000010.txt.gz"]).decode() == "".join(
        f"{text}\n" for text in TEXTS[10:]
    )


@pytest.mark.parametrize("ends", [(1, 12), (5, 12), (10, 12), (0, 4, 5, 6, 12, 12), (12, 3)])
def test_the_files_are_the_same_however_often_it_stopped(
    tmp_path: Path, ends: tuple[int, ...]
) -> None:
    assert fill(tmp_path / "one", *ends) == fill(tmp_path / "other", 12)


@pytest.mark.parametrize("lost", [1, 3, 40, 400, 2000])
def test_a_killed_run_goes_on_from_its_last_whole_game(tmp_path: Path, lost: int) -> None:
    killed = Collection(tmp_path / "killed", "games", CONDITIONS)
    for text in TEXTS[:9]:
        killed.add(text)
    assert killed._part is not None
    killed._part.close()
    killed._lock.release()  # as the system does with a dead process
    part = tmp_path / "killed" / "games-000000005.txt.part"
    data = part.read_bytes()
    part.write_bytes(data[: max(0, len(data) - lost)])  # the disk had not got everything
    again = Collection(tmp_path / "killed", "games", CONDITIONS)
    assert 5 <= again.count <= 9
    assert list(again.texts()) == TEXTS[: again.count]
    again.close()
    assert fill(tmp_path / "killed", 12) == fill(tmp_path / "whole", 12)


def test_other_conditions_are_refused_and_nothing_changes(tmp_path: Path) -> None:
    files = fill(tmp_path, 7)
    with pytest.raises(OtherGames) as caught:
        Collection(tmp_path, "games", CONDITIONS | {"seed": "2"})
    assert "seed" in caught.value.sentence("en")
    assert caught.value.sentence("en") != caught.value.sentence("es")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == files


def test_two_do_not_write_into_the_same_games(tmp_path: Path) -> None:
    with Collection(tmp_path, "games", CONDITIONS) as kept:
        kept.add(TEXTS[0])
        with pytest.raises(GamesInUse) as caught:
            Collection(tmp_path, "games", CONDITIONS)
        assert caught.value.sentence("en") != caught.value.sentence("es")
        kept.add(TEXTS[1])
    with Collection(tmp_path, "games", CONDITIONS) as again:
        assert list(again.texts()) == TEXTS[:2]


def test_conditions_that_are_no_conditions_are_refused(tmp_path: Path) -> None:
    (tmp_path / "games.json").write_text("[]")
    with pytest.raises(BadGames):
        Collection(tmp_path, "games", CONDITIONS)


def test_any_files_with_records_are_read(tmp_path: Path) -> None:
    fill(tmp_path / "b", 12)
    (tmp_path / "a.txt").write_text(TEXTS[3].replace("\n", "\r\n"))
    files = files_in(tmp_path)
    assert [path.name for path in files[:2]] == ["a.txt", "games-000000000.txt.gz"]
    read = [(number, write(record)) for path in files[1:] for number, record in records_in(path)]
    assert read == [(n % 5, text) for n, text in enumerate(TEXTS)]
    assert [number for number, _ in records_in(files[0])] == [0]
    assert files_in(files[0]) == [files[0]]


@pytest.mark.parametrize("lang", ["en", "es"])
def test_what_is_no_record_is_named(tmp_path: Path, lang: str) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text(TEXTS[1] + "\n" + TEXTS[2].replace("deal:", "ideal:"))
    with pytest.raises(BadGames) as caught:
        list(records_in(bad))
    assert "2" in caught.value.sentence(lang).split(str(bad))[1]
    torn = tmp_path / "torn.txt.gz"
    torn.write_bytes(gzip.compress(TEXTS[1].encode())[:-9])
    with pytest.raises(BadGames):
        list(texts_of(torn))
    (tmp_path / "empty").mkdir()
    with pytest.raises(Refusal) as nothing:
        files_in(tmp_path / "empty")
    assert "empty" in nothing.value.sentence(lang)
    with pytest.raises(FileNotFoundError):
        files_in(tmp_path / "none")
