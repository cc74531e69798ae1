"""`loseta draw`: files that can be looked at, and one sentence for what cannot be drawn."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest
import resvg_py

from loseta import azul, svg
from loseta.games import GAMES
from loseta.record import load, save

from .support import Call, play_record

POSITION = azul.State.new(first=0).to_text()


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.txt"
    save(play_record(GAMES["azul"], {}, "draw"), file)
    return file


def test_a_position_is_drawn(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert call("draw", POSITION, "-o", str(file)) == (0, f"Drawn: {file}\n", "")
    assert file.read_text(encoding="utf-8") == svg.board(azul.State.from_text(POSITION))


def test_without_a_file_it_is_printed(call: Call) -> None:
    code, out, err = call("draw", POSITION, "--theme", "dark", "--lang", "es")
    assert (code, err) == (0, "")
    assert out == svg.board(azul.State.from_text(POSITION), theme="dark", lang="es")


def test_a_place_in_a_record_is_drawn_with_the_action_that_led_there(
    call: Call, record: Path, tmp_path: Path
) -> None:
    game = load(record)
    states = list(game.states())
    for at, number in ((("--at", "9"), 9), ((), len(states))):
        code, out, err = call("draw", str(record), *at)
        assert (code, err) == (0, "")
        last, mover = game.actions[number - 2], states[number - 2].to_move
        assert out == svg.board(states[number - 1], names=game.names, last=last, mover=mover)


def test_arrows_are_drawn(call: Call, record: Path) -> None:
    state = list(load(record).states())[8]
    action = state.legal_actions()[0].text
    plain = call("draw", str(record), "--at", "9")[1]
    code, out, _ = call("draw", str(record), "--at", "9", "--arrow", action)
    assert code == 0
    assert (plain.count('class="arrow"'), out.count('class="arrow"')) == (0, 1)
    ElementTree.fromstring(out)


def test_a_png_is_drawn_as_large_as_is_asked_for(call: Call, tmp_path: Path) -> None:
    sizes = []
    for scale in (["--scale", "1"], []):
        file = tmp_path / "board.PNG"
        assert call("draw", POSITION, *scale, "-o", str(file))[0] == 0
        data = file.read_bytes()
        assert data.startswith(b"\x89PNG")
        sizes.append(int.from_bytes(data[16:20]))
    assert sizes[1] == pytest.approx(2 * sizes[0], abs=1)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nowhere.txt"], "nowhere.txt: there is no such file, and a position starts with"),
        ([POSITION, "-o", "board.gif"], "board.gif is no name for a picture: it ends in .svg or"),
        ([POSITION, "--at", "3"], "already sets --at; leave it out"),
        ([POSITION, "--arrow", "9Z9"], "“9Z9” is not an action."),
        ([POSITION + " x"], "is one field too many"),
        ([POSITION, "-o", "nowhere/board.svg"], "there is no folder nowhere"),
        ([POSITION, "--scale", "99", "-o", "board.png"], "give a whole number from 1 to 8"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_a_sentence(
    call: Call,
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = call("draw", *arguments)
    assert (code, out) == (2, "")
    assert sentence in " ".join(err.split())
    assert not list(tmp_path.iterdir())


def test_a_record_has_no_place_after_its_end(call: Call, record: Path) -> None:
    code, _, err = call("draw", str(record), "--at", "9999")
    assert code == 2
    assert "--at takes a number from 1 to" in err


def test_missing_words_are_told_of(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a container without fonts."""
    without_fonts = partial(resvg_py.svg_to_bytes, skip_system_fonts=True)
    monkeypatch.setattr(resvg_py, "svg_to_bytes", without_fonts)
    svg.finds_a_font.cache_clear()
    code, out, err = call("draw", POSITION, "-o", str(tmp_path / "board.png"))
    svg.finds_a_font.cache_clear()
    assert code == 0
    assert out.startswith("Drawn: ")
    assert err.startswith("loseta: There is no font on this computer")


def test_without_its_packages_a_png_is_refused_and_an_svg_is_drawn(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    png = tmp_path / "board.png"
    code, _, err = call("draw", POSITION, "-o", str(png))
    assert code == 2
    assert 'pip install "loseta[pictures]"' in err
    assert not png.exists()
    assert call("draw", POSITION, "-o", str(tmp_path / "board.svg"))[0] == 0
