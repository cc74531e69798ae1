"""The picture of the table, in many positions of random games."""

from collections.abc import Iterator
from io import StringIO

import pytest
from rich.console import Console

from loseta.azul import CENTRE, COLOURS, State
from loseta.azul.components import TILES_PER_COLOUR
from loseta.players import make
from loseta.tui import menu
from loseta.tui.azul.view import AzulTerminalView
from loseta.tui.view import TerminalView, Voice

from .terminal import new_table


def drawn(picture: object, width: int) -> list[str]:
    output = StringIO()
    Console(file=output, width=300).print(picture, width=width, markup=False, highlight=False)
    return [line.rstrip() for line in output.getvalue().splitlines()]


def face(players: int, lang: str) -> TerminalView:
    return AzulTerminalView(
        Voice(lang, tuple(f"greedy {n}" for n in range(1, players + 1)), plain=True)
    )


def positions(players: int, wall: str, player_name: str) -> Iterator[State]:
    """Every third position of a game, and the last one."""
    table = new_table([player_name] * players, wall)
    player = make(player_name, seed="w")
    while table.state.to_move is not None:
        table.act(player.choose(table.state))
        if len(table.record.actions) % 3 == 0 or table.state.outcome:
            assert isinstance(table.state, State)
            yield table.state


@pytest.mark.parametrize("wall", ["coloured", "gray"])
@pytest.mark.parametrize("players", [2, *(pytest.param(n, marks=pytest.mark.long) for n in (3, 4))])
@pytest.mark.parametrize("lang", ["en", "es"])
def test_no_line_is_too_wide(players: int, wall: str, lang: str) -> None:
    shown = face(players, lang)
    for state in positions(players, wall, "greedy"):
        for width in (80, 100):
            lines = drawn(shown.table(state, width), width)
            if state.to_move is not None:
                opened = shown.menu(state)
                lines += drawn(menu.draw(opened, width), width)
                # With the heading, two lines of news, blank lines and the prompt it fits a screen.
                assert len(lines) <= {2: 23, 3: 33, 4: 35}[players] or width == 80
                further = opened.choices[0].more
                if further:
                    lines += drawn(menu.draw(further(), width, "0"), width)
            assert max(map(len, lines)) <= width


@pytest.mark.parametrize("wall", ["coloured", "gray"])
def test_every_tile_is_shown_once(wall: str) -> None:
    """A tile in brackets for each tile of the position, and none for an empty space."""
    shown = face(2, "en")
    for state in positions(2, wall, "greedy"):
        lines = drawn(shown.table(state, 100), 100)
        [centre] = [line for line in lines if line.startswith("Centre")]
        elsewhere = "".join(line for line in lines if line != centre)
        for colour, letter in enumerate(COLOURS):
            in_centre = state.sources[CENTRE][colour]
            open_elsewhere = TILES_PER_COLOUR - in_centre - state.bag[colour] - state.lid[colour]
            assert elsewhere.count(f"[{letter}]") == open_elsewhere
            assert (f"[{letter}]×{in_centre}" in centre) == (in_centre > 0)
            assert f"{letter}{state.bag[colour]} " in elsewhere
            assert f"{letter}{state.lid[colour]} " in elsewhere
        markers = centre.count("[1]") + elsewhere.count("[1]")
        assert markers == (state.phase != "deal")


def test_narrow_terminals_stack_the_boards() -> None:
    table = new_table(["random"] * 2)
    lines = drawn(face(2, "en").table(table.state, 60), 60)
    assert max(map(len, lines)) <= 60
    assert sum(line.startswith("floor") for line in lines) == 2


def test_the_projection_stands_beside_the_lines() -> None:
    table = new_table(["a", "b"])
    table.act(table.state.legal_actions()[0])  # to line 1, which is full now
    lines = drawn(face(2, "en").table(table.state, 100), 100)
    [first] = [line for line in lines if line.startswith("1  ") and "→" in line]
    assert "+1" in first
    projection = table.state.projection()[0]
    assert any(f"0 points → {projection.score}" in line for line in lines)
