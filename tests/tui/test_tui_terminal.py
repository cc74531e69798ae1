"""Whole games in a real terminal."""

import re
import signal
from pathlib import Path
from random import Random
from typing import Any

import pytest

from loseta import record
from loseta.tui import HUMAN
from loseta.tui.azul.view import AzulTerminalView
from loseta.tui.view import Voice

from .terminal import Mirror, Terminal, saved_games


def by_number(mirror: Mirror, action: Any) -> list[str]:
    """The numbers that lead through the menus to an action."""
    menu = AzulTerminalView(Voice("en", ("a", "b"))).menu(mirror.state)
    for choice in menu.choices:
        if choice.action == action:
            return [choice.key]
        if choice.more:
            further = [last.key for last in choice.more().choices if last.action == action]
            if further:
                return [choice.key, *further]
    raise AssertionError(action)


@pytest.mark.parametrize(
    ("wall", "lang"), [("coloured", "en"), pytest.param("gray", "es", marks=pytest.mark.long)]
)
def test_a_whole_game_by_notation_and_by_number(data: Path, wall: str, lang: str) -> None:
    seats = (HUMAN, "random")
    mirror = Mirror(seats, wall)
    terminal = Terminal(data, seats, wall=wall, lang=lang)
    terminal.wait()
    chance = Random(3)
    told = ""
    while mirror.state.to_move is not None:
        # Random play hardly ever completes a row; this does.
        action = max(mirror.state.legal_actions(), key=lambda action: gain(mirror, action))
        keys = [action.text.lower()] if chance.random() < 0.5 else by_number(mirror, action)
        for key in keys:
            assert not terminal.ended
            told = terminal.type(key)
            assert len(max(terminal.lines, key=len)) <= 100
        mirror.act(action.text)
    assert terminal.ended
    assert terminal.exit_code == 0
    outcome = mirror.state.outcome
    assert outcome is not None
    total = re.search(r"total +([0-9]+) +([0-9]+)", told)
    assert total
    assert tuple(map(int, total.groups())) == outcome.scores
    won = {"en": "You win!", "es": "¡Has ganado!"}[lang]
    assert (won in told) == (outcome.winners == (0,))
    [file] = saved_games(data)
    assert file.name in told
    kept = record.load(file)
    assert record.verify(kept) is None
    assert kept.final() == mirror.state


def gain(mirror: Mirror, action: Any) -> int:
    """The score of the human if the round ended after this action."""
    after = mirror.state.copy()
    after.apply(action)
    score: int = after.projection()[0].score
    return score


def test_the_screen_of_two_players_fits_thirty_lines(data: Path) -> None:
    terminal = Terminal(data)
    terminal.wait()
    assert terminal.screen.cursor.y < 30
    text = "\n".join(terminal.lines)
    for word in ("round 1 · your turn", "Factories", "Centre", "Bag", "Lid", "floor", "1  1"):
        assert word in text
    assert "▶ You" in text


@pytest.mark.parametrize("how", ["quit", "salir", "ctrl-c", "ctrl-d", "hangup", "term"])
def test_leaving_saves_and_the_game_goes_on(data: Path, how: str) -> None:
    terminal = Terminal(data)
    terminal.wait()
    mirror = Mirror((HUMAN, "random"))
    action = mirror.state.legal_actions()[0].text
    terminal.type(action)
    mirror.act(action)
    match how:
        case "ctrl-c":
            terminal.child.sendintr()
        case "ctrl-d":
            terminal.child.sendeof()
        case "hangup":
            terminal.child.kill(signal.SIGHUP)
        case "term":
            terminal.child.kill(signal.SIGTERM)
        case _:
            terminal.child.sendline(how)
    told = terminal.wait()
    assert terminal.ended
    assert terminal.exit_code == 0
    [file] = saved_games(data)
    assert f"To go on: loseta play --resume {file}" in told.replace("\r\n", "")
    assert record.load(file).final() == mirror.state

    again = Terminal(data, resume=str(file), lang="es")
    screen = again.wait()
    assert "te toca" in screen
    assert "random: " in screen
    undone = again.type("deshacer")
    assert re.search(r"Deshecho: Tú, \d \w+ de la fábrica \d a la línea \d", undone)


def test_a_game_that_is_killed_is_not_lost(data: Path) -> None:
    terminal = Terminal(data)
    terminal.wait()
    mirror = Mirror((HUMAN, "random"))
    action = mirror.state.legal_actions()[0].text
    told = terminal.type(action)
    mirror.act(action)
    terminal.child.kill(signal.SIGKILL)
    terminal.wait()
    [file] = saved_games(data)
    assert file.name not in told, "it is saved without a word"
    assert record.load(file).final() == mirror.state


def test_without_colours_nothing_but_text_is_sent(data: Path) -> None:
    """NO_COLOR: not one escape code, and a tile is in brackets."""
    terminal = Terminal(data, NO_COLOR="1")
    terminal.wait()
    terminal.type("hint")
    terminal.type("foo")
    terminal.type("1")
    terminal.child.sendline("quit")
    terminal.wait()
    assert "\x1b" not in terminal.raw
    assert re.search(r"1 \[[BYRKW]\]\[[BYRKW]\]", terminal.raw)
    assert "> You" in terminal.raw


def test_with_colours_a_tile_still_has_its_letter(data: Path) -> None:
    terminal = Terminal(data)
    plain = terminal.wait()
    assert re.search(r"1 ▐[BYRKW]▌▐[BYRKW]▌", plain)
    assert "\x1b[" in terminal.raw
