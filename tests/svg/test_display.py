"""How a state is displayed in a notebook, and when it is printed."""

from __future__ import annotations

import subprocess
import sys

import pytest
from rich.console import Console

from loseta import azul, duel, svg
from loseta.game import Game

from ..support import TITLES, VARIANTS, Options
from .test_board import after


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=TITLES)
def test_a_notebook_shows_the_table(game: Game, options: Options) -> None:
    state, _, _ = after(game, options, 1, 30)
    assert state._repr_svg_() == svg.board(state)


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=TITLES)
def test_a_printed_state_is_the_table_of_the_terminal(game: Game, options: Options) -> None:
    state, _, _ = after(game, options, 1, 30)
    text = str(state)
    assert "\x1b" not in text
    assert all(line == line.rstrip() and len(line) <= 100 for line in text.splitlines())
    for seat, score in enumerate(state.scores):
        assert f"Player {seat + 1}" in text
        assert f"{score} point" in text
    assert eval(repr(state), {"State": type(state)}) == state, "repr is still its text"


def test_a_printed_state_is_the_same_in_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    state = azul.State.new(first=0)
    text = str(state)
    # In a notebook Rich shows what is printed and writes nothing. It knows one by its shell.
    shell = type("ZMQInteractiveShell", (), {})
    monkeypatch.setattr("builtins.get_ipython", shell, raising=False)
    assert Console().is_jupyter
    assert str(state) == text


def test_a_view_shows_itself_as_such() -> None:
    state, _, _ = after(duel.GAME, {}, 6, 60)
    assert state.view(None)._repr_svg_() == svg.board(state.view(None))


def test_the_rules_load_the_picture_only_when_it_is_looked_at() -> None:
    code = (
        "import sys; from loseta import azul; state = azul.State.new(); "
        "assert not {'loseta.svg', 'loseta.tui', 'rich'} & set(sys.modules); "
        "assert '<svg' in state._repr_svg_(); assert 'rich' not in sys.modules; print(state)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Azul · round 1")


def test_equality_and_hash_are_those_of_the_position() -> None:
    assert azul.State.new(first=0) == azul.State.new(first=0)
    assert len({azul.State.new(first=0), azul.State.new(first=0)}) == 1
