"""The examples of docs/pictures.md work as they stand there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from loseta.game import DEALER
from loseta.games import GAMES
from loseta.record import save

from ..support import ROOT, Call, play_record

PAGE = (ROOT / "docs" / "pictures.md").read_text(encoding="utf-8")


def test_the_example_draws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (example,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    exec(compile(example, "pictures.md", "exec"), {})
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")


def test_the_commands_draw(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    record = play_record(GAMES["azul"], {}, "pictures")
    assert list(record.states())[19].to_move != DEALER, "the page draws arrows there"
    save(record, "game.txt")
    commands = re.findall(r"^\$ loseta (.*)", PAGE, re.MULTILINE)
    assert len(commands) == 3
    for command in commands:
        code, _, err = call(*command.partition(" >")[0].split())
        assert (code, err) == (0, "")


@pytest.mark.parametrize("page", ["README.md", "README.es.md", "docs/pictures.md"])
def test_the_pictures_that_the_pages_show_are_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    shown = re.findall(r'(?:src|srcset)="([^"]+\.svg)"', text)
    assert len(shown) == 2
    for name in shown:
        assert (ROOT / page).parent.joinpath(name).is_file()
